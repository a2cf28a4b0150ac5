"""What the fields of one card say, as an entry: answers are those allowed, other words stand letter by letter."""

from collections.abc import Mapping
from dataclasses import replace

from files.packet import AGREED, QUESTIONS, Place, choices
from files.problems import shown
from files.returned_parts import Card, Fault, Findings
from rubrics.plain_text import letters
from rubrics.reviews import LONGEST, ReviewEntry, class_label
from rubrics.words import has_words, unprintable

NOTHING = {"", "-", "–", "—"}
LONG = 300


def entry_of(card: Card, place: Place, findings: Findings) -> ReviewEntry:
    """Read one card, which is about this place; what cannot be read is noted among the findings and left out."""
    part, clause = place.subject
    where = f"{card.where} ({place.name})"
    card = _without_unasked(card, place, where, findings)
    checked = _answer(card, "source_checked", _CHECKED, where, findings)
    entry = ReviewEntry(
        clause,
        classification=_answer(
            card, "classification", _words({one: class_label(one) for one in findings.classes}), where, findings
        ),
        agreement=_answer(card, "agreement", _words(AGREED), where, findings),
        comment=_text(card.cells.get("comment", ""), f"{where}, {QUESTIONS['comment']}", findings),
        proposed=_text(card.cells.get("proposed", ""), f"{where}, {QUESTIONS['proposed']}", findings),
        source_checked=None if checked is None else checked == "yes",
        part=part,
    )
    entry = _with_margin(entry, card, where, findings)
    return _with_changed_text(entry, card, place, findings)


def _without_unasked(card: Card, place: Place, where: str, findings: Findings) -> Card:
    """Leave out what answers no question that is asked here, and say so."""
    fields = ", ".join(QUESTIONS[asked] for asked in place.asks)
    for label, words in card.others.items():
        if words:
            findings.faults.append(
                Fault(where, f"a row '{label}' with '{words}'", f"the packet's own fields: {fields}")
            )
    for asked in (one for one in QUESTIONS if one not in place.asks):
        words = card.cells.get(asked, "")
        if words.strip() not in NOTHING:
            findings.faults.append(
                Fault(f"{where}, {QUESTIONS[asked]}", f"'{_short(words)}'", f"nothing; asked here: {fields}")
            )
    kept = {name: words for name, words in card.cells.items() if name not in QUESTIONS or name in place.asks}
    return card._replace(cells=kept)


def said_in(card: Card) -> str:
    """Return what a card says, in short, where it cannot be taken in."""
    words = [f"{QUESTIONS[asked]} {text}" for asked, text in card.cells.items() if asked in QUESTIONS and text]
    return _short("; ".join([*words, *card.margin]))


def _short(words: str) -> str:
    flat = " ".join(words.split())
    return flat if len(flat) <= LONG else f"{flat[:LONG]}..."


def _words(answers: Mapping[str, str]) -> dict[str, str]:
    """Every way in which an answer may be written, without blanks and marks."""
    found = {letters(name).casefold(): name for name in answers}
    return found | {letters(said).casefold(): name for name, said in answers.items()}


_CHECKED = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}


def _answer(card: Card, asked: str, known: Mapping[str, str], where: str, findings: Findings) -> str | None:
    found = card.cells.get(asked, "").strip()
    if found in NOTHING:
        return None
    answer = known.get(letters(found).casefold())
    if answer is None:
        allowed = ", ".join(f"'{one}'" for one in choices(asked, findings.classes))
        findings.faults.append(Fault(f"{where}, {QUESTIONS[asked]}", shown(found), f"{allowed}, or nothing"))
    return answer


def _text(text: str, where: str, findings: Findings) -> str:
    """Return words that can be kept; none where they cannot."""
    if len(text) > LONGEST:
        allowed = f"at most {LONGEST:,}; nothing of it was taken in"
        findings.faults.append(Fault(where, f"{len(text):,} characters", allowed))
        return ""
    if hidden := unprintable(text):
        findings.faults.append(
            Fault(where, f"a hidden character ({', '.join(hidden)})", "visible text; please retype it")
        )
        return ""
    return text


def _with_margin(entry: ReviewEntry, card: Card, where: str, findings: Findings) -> ReviewEntry:
    """Add the comments in the margin to the comment."""
    if not card.margin:
        return entry
    joined = "\n\n".join(filter(None, (entry.comment, *card.margin)))
    kept = _text(joined, f"{where}, in the margin", findings)
    if not kept:
        return entry
    findings.notes.append(f"{where}: what stands in the margin was added to the comment.")
    return replace(entry, comment=kept)


def _with_changed_text(entry: ReviewEntry, card: Card, place: Place, findings: Findings) -> ReviewEntry:
    """Take a change in the text itself for other wording, where none is proposed."""
    found = card.cells.get(place.wording, "") if place.wording else ""
    if not found or letters(found) == letters(place.words):
        return entry
    where = f"{card.where} ({place.name}), {place.wording}"
    kept = "" if entry.proposed or not has_words(found) else _text(found, where, findings)
    if kept:
        findings.notes.append(f"{where}: it was changed in the file, and taken for the wording that you propose.")
        return replace(entry, proposed=kept)
    allowed = f"the text as it is; changes belong into “{QUESTIONS['proposed']}”"
    findings.faults.append(Fault(where, f"another text: {shown(found)}", allowed))
    return entry
