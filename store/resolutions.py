"""How an adjudicator settles a response: final scores with one sentence, given on what the others say by now."""

from sqlmodel import Session, select

from rubrics.words import has_words, unprintable
from store import adjudicating
from store.refusals import Refused
from store.tables import Assignment, Resolution, Sheet
from store.tables.scoring import OWN

LONGEST_WORDS = 1000
NOT_NEEDED = "One of the two has changed their answer; they lie apart no longer, and nothing is to be settled here."
CHANGED = "One of the two has changed their answer since you opened this. Please look at it again; yours is kept."


def unsound(words: str) -> list[str]:
    """Say what is wrong with an adjudicator's sentence."""
    said = words.strip()
    problems = []
    if not has_words(said):
        problems.append("Please say in one sentence how you settle it.")
    if len(said) > LONGEST_WORDS:
        problems.append(f"Your sentence has {len(said):,} characters. Please shorten it to {LONGEST_WORDS:,} or fewer.")
    if hidden := unprintable(said):
        problems.append(f"Your sentence has a hidden character ({', '.join(hidden)}). Please retype it.")
    return problems


def refuse_unless_due(session: Session, *, rater_id: int, target_id: int, needed: bool, seen: str) -> None:
    """Refuse a final answer that comes too early, is not needed, or was given on what others say no longer.

    Raises
    ------
    Refused
        `first`, `closed` or `changed`.
    """
    own = select(Sheet.id).join(Assignment, Assignment.id == Sheet.assignment_id)  # type: ignore[arg-type]  # a column
    mine = (Assignment.rater_id == rater_id, Assignment.target_id == target_id, Assignment.stage == OWN)
    if session.exec(own.where(*mine)).first() is None:
        raise Refused("first", "Please give your own scores first; what the others said comes after that.")
    if not needed:
        raise Refused("closed", NOT_NEEDED)
    if seen != adjudicating.earlier(session, target_id=target_id).seen:
        raise Refused("changed", CHANGED)


def keep(session: Session, *, sheet_id: int, target_id: int, words: str) -> None:
    """Keep the sentence of a final sheet, and which sheets it was given on."""
    earlier = adjudicating.sheets_now(session, target_id=target_id)
    session.add(Resolution(sheet_id=sheet_id, words=words.strip(), earlier=earlier))
    session.flush()
