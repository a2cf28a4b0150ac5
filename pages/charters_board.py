"""What the owner's board knows of one study's charters, and how it says it; nothing is shown or asked here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pages import when
from publishing.gate import StudyGate
from publishing.study_gate import study_gate
from rubrics.charters import Charter
from rubrics.kept_charters import changes
from rubrics.schema import Benchmark, Module
from store import benchmarks, charters, review_comments, review_work, reviews
from store.charters import CharterVersion
from store.engine import Session
from store.review_comments import Comment
from store.reviews import Reviewer, SignedReview

DECIDED = {
    "approved": "Approved",
    "approved_with_notes": "Approved with notes",
    "changes_requested": "Changes requested",
    "declined": "Declined",
}
SAID = {
    "agree": "agrees",
    "agree_with_notes": "agrees with notes",
    "disagree": "disagrees",
    "outside_competence": "outside their competence",
    None: "no answer",
}
BECAME = {
    "taken_up": "Taken up",
    "taken_up_in_part": "Taken up in part",
    "not_taken_up": "Not taken up",
    "answered": "Answered; it asks for no change",
}


@dataclass(frozen=True)
class Board:
    """Everything of a study's charters, as its owner may see it."""

    benchmark: Benchmark
    gate: StudyGate
    versions: Sequence[CharterVersion]
    reviewers: Sequence[Reviewer]
    signed: Sequence[SignedReview]
    comments: Sequence[Comment]

    def of(self, module: Module) -> "ModuleBoard":
        """Return the part of one module."""
        return ModuleBoard(
            module,
            tuple(one for one in self.versions if one.module == module.id),
            tuple(one for one in self.reviewers if one.module == module.id),
            tuple(one for one in self.signed if one.module == module.id),
            tuple(one for one in self.comments if one.signed.module == module.id),
        )


@dataclass(frozen=True)
class ModuleBoard:
    """The versions, reviewers, sign-offs and comments of one module, each in the order in which they came."""

    module: Module
    versions: tuple[CharterVersion, ...]
    reviewers: tuple[Reviewer, ...]
    signed: tuple[SignedReview, ...]
    comments: tuple[Comment, ...]

    @property
    def in_force(self) -> CharterVersion | None:
        """The newest version, None while there is none."""
        return self.versions[-1] if self.versions else None

    @property
    def text(self) -> Charter | None:
        """The charter in force as it is read."""
        return review_work.reading(self.versions[-1]) if self.versions else None

    def text_signed(self, signed: SignedReview) -> Charter:
        """The charter as it was when somebody signed it."""
        return review_work.reading(next(version for version in self.versions if version.id == signed.charter_id))

    @property
    def last_signed(self) -> dict[int, SignedReview]:
        """The latest sign-off of each person, of any version."""
        return {one.rater_id: one for one in self.signed}

    def signed_now(self, signed: SignedReview | None) -> bool:
        """Whether a sign-off is good for the text in force."""
        return bool(signed and self.in_force and signed.charter_hash == self.in_force.hash)


def board(session: Session, *, study_id: int, now: datetime) -> Board | None:
    """Read a study's board; None where its benchmark has no charters."""
    gate = study_gate(session, study_id=study_id)
    if gate is None:
        return None
    return Board(
        benchmarks.of_study(session, study_id=study_id),
        gate,
        charters.versions(session, study_id=study_id),
        reviews.reviewers(session, study_id=study_id, now=now),
        reviews.sign_offs(session, study_id=study_id),
        review_comments.comments(session, study_id=study_id),
    )


def how_far(one: Reviewer, of: ModuleBoard, now: datetime) -> str:
    """Say how far a reviewer is, without saying what they have written."""
    last = of.last_signed.get(one.rater_id)
    if last and of.signed_now(last):
        return f"{DECIDED[last.decision].lower()}, signed {when.ago(last.signed_at, now)}"
    places = "one place" if one.saved == 1 else f"{one.saved} places"
    begun = f"; has written on {places} since" if one.saved else ""
    if last:
        return f"signed version {last.version} ({DECIDED[last.decision].lower()}), not yet the present text{begun}"
    if one.saved:
        return f"has written on {places}, last {when.ago(one.last_saved, now)}; not signed"
    if not one.may_enter:
        return "the link is taken back or has expired"
    return "has opened the link" if one.opened else "has not opened the link yet"


def reminder(one: Reviewer, of: ModuleBoard, study: str) -> str:
    """Write a reminder to copy into a message; the personal link itself is known to its owner alone."""
    last, text = of.last_signed.get(one.rater_id), of.text
    title = text.title if text else of.module.name
    lines = [f"Dear {one.name},", "", f"you were asked to review “{title}” for the study “{study}”."]
    if last and of.in_force and not of.signed_now(last):
        signed = next(version for version in of.versions if version.id == last.charter_id)
        number = len(changes(signed.text, of.in_force.text))
        places = "one place" if number == 1 else f"{number} places"
        lines.append(
            f"You signed version {last.version} on {when.day(last.signed_at)}. The text has changed since in {places}. "
            "You will see what has changed, word by word, and what became of your comments; your other answers stand, "
            "so that signing again takes a few minutes."
        )
    elif one.saved:
        lines.append("What you have written is kept, and you can go on where you stopped.")
    else:
        lines.append("You can stop at any time and go on later, on any device; everything is kept as you write.")
    return "\n".join([*lines, "", "Your personal link, which I sent you, opens it.", "", "Thank you!"])
