"""A reviewer's own work on a charter: what they have said of the text in force, signed or not.

An entry belongs to the text it was written on. Where its clause has not changed since, it stands, so that after an edit
only the changed clauses need attention. Where it has, unsigned words stay and what was decided is open again; signed
words have become the owner's to answer (`store.review_comments`), and the clause begins anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from rubrics.charters import Charter
from rubrics.kept_charters import changed_numbers, charter_of
from rubrics.reviews import ReviewEntry, Subject
from rubrics.scenarios import Scenario, scenario_of
from store import charters, reviews
from store.charters import CharterVersion
from store.columns import columns
from store.refusals import Refused
from store.reviews import SignedReview
from store.tables import Prompt, Rater, Review, ReviewDraft

DECISION: Subject = ("decision", "")


class SortedOut(NamedTuple):
    """What a file's entries would mean for a reviewer's work.

    `fresh` take nothing away, `same` are there already. `otherwise` stand beside other unsigned words of the reviewer.
    `void` have only decided of a clause whose text has changed since.
    """

    fresh: tuple[ReviewEntry, ...]
    same: tuple[ReviewEntry, ...]
    otherwise: "tuple[tuple[ReviewEntry, Kept], ...]"
    void: tuple[ReviewEntry, ...]


class ReviewRow(NamedTuple):
    """One review: whose, of what."""

    id: int
    key: str
    rater_id: int
    study_id: int
    module: str
    qualified: bool


@dataclass(frozen=True)
class Kept:
    """What a reviewer has said of one subject.

    `revision` and `saved_at` are those of the draft, 0 and None where the entry is a signed one. `reopened` says that
    the text of the clause has changed since it was written; `was` is then the whole text that was read.
    """

    entry: ReviewEntry
    revision: int = 0
    saved_at: datetime | None = None
    reopened: bool = False
    was: str = ""


@dataclass(frozen=True)
class Work:
    """Everything a reviewer needs to go on. `charter` is None while the module has none.

    `kept` has what stands for the text in force; `elsewhere` what was written on clauses that are no longer in it.
    `last` is their latest sign-off of any text and `signed_text` that text. `decision` is the unsent form below the
    clauses.
    """

    review: ReviewRow
    charter: CharterVersion | None
    scenarios: tuple[Scenario, ...] = ()
    kept: Mapping[Subject, Kept] = field(default_factory=dict)
    elsewhere: Mapping[Subject, Kept] = field(default_factory=dict)
    last: SignedReview | None = None
    signed_text: CharterVersion | None = None
    decision: Mapping[str, Any] = field(default_factory=dict)
    decision_revision: int = 0

    @property
    def signed_now(self) -> bool:
        """Whether the text in force is the one that was signed last."""
        return bool(self.last and self.charter and self.last.charter_hash == self.charter.hash)


def reviews_of(session: Session, *, rater_id: int) -> list[ReviewRow]:
    """Return what a person is asked to review, in the order in which it was asked."""
    query = (
        columns(Review.id, Review.key, Review.rater_id, Rater.study_id, Review.module, Review.qualified)
        .join(Rater, col(Review.rater_id) == col(Rater.id))
        .where(Review.rater_id == rater_id)
    )
    return [ReviewRow(*row) for row in session.execute(query.order_by(col(Review.id))).all()]


def held(session: Session, *, rater_id: int, key: str, lock: bool = False) -> ReviewRow:
    """Return a review of this person; with `lock`, no other transaction changes it meanwhile.

    Raises
    ------
    Refused
        `unknown` when it is not theirs.
    """
    if lock:
        session.exec(select(Review.id).where(Review.key == key).with_for_update(key_share=True)).first()
    for row in reviews_of(session, rater_id=rater_id):
        if row.key == key:
            return row
    raise Refused("unknown", "This charter is not among those you were asked to review.")


def current(session: Session, *, review: ReviewRow) -> CharterVersion | None:
    """Return the text in force for a review, None while there is none."""
    return charters.in_force(session, study_id=review.study_id).get(review.module)


def work(session: Session, *, review: ReviewRow) -> Work:
    """Return a reviewer's work as it stands for the text in force."""
    texts = [one for one in charters.versions(session, study_id=review.study_id) if one.module == review.module]
    if not texts:
        return Work(review, None)
    by_id = {one.id: one for one in texts}
    charter = texts[-1]
    scenarios = scenarios_for(session, study_id=review.study_id, module=review.module)
    last = last_signed(session, review=review)
    drafts = {(one.part, one.clause): one for one in _drafts(session, review.id)}
    decision = drafts.pop(DECISION, None)
    kept: dict[Subject, Kept] = {}
    if last is not None:
        for entry in reviews.signed_entries(session, sign_off_ids=[last.id])[last.id]:
            kept[entry.subject] = _for(entry, by_id[last.charter_id], charter)
    for subject, draft in drafts.items():
        entry = ReviewEntry(**draft.entry, part=draft.part, clause=draft.clause)
        kept[subject] = _for(entry, by_id[draft.charter_id], charter, draft)
    there = subjects(charter, scenarios)
    return Work(
        review,
        charter,
        scenarios,
        {subject: kept[subject] for subject in there if subject in kept},
        {subject: one for subject, one in kept.items() if subject not in there},
        last,
        by_id[last.charter_id] if last else None,
        decision.entry if decision else {},
        decision.revision if decision else 0,
    )


def sorted_out(work: Work, entries: Iterable[ReviewEntry], *, written_on: CharterVersion) -> SortedOut:
    """Say which of a file's entries are new, which are there already, and which would come over other words.

    What was decided of a clause that has changed since the file was written counts for nothing; its words do.
    """
    fresh, same, otherwise, void = [], [], [], []
    for entry in entries:
        there = work.kept.get(entry.subject) or work.elsewhere.get(entry.subject)
        changed = work.charter is not None and _has_changed(entry, written_on, work.charter)
        worth = entry.reopened() if changed else entry
        if worth.blank:
            void.append(entry)
        elif there is None or (worth != there.entry and (not there.revision or worth.keeps(there.entry))):
            fresh.append(entry)
        elif worth == there.entry:
            same.append(entry)
        else:
            otherwise.append((entry, there))
    return SortedOut(tuple(fresh), tuple(same), tuple(otherwise), tuple(void))


def subjects(charter: CharterVersion, scenarios: tuple[Scenario, ...]) -> list[Subject]:
    """Return everything that may be commented on, in the order in which it is read."""
    clauses = reading(charter).clauses
    return [("clause", ""), *(("clause", one.number) for one in clauses), *(("scenario", one.id) for one in scenarios)]


def reading(charter: CharterVersion) -> Charter:
    """Return a stored charter as it is read, clause by clause."""
    return charter_of(charter.text, charter.module)


def scenarios_for(session: Session, *, study_id: int, module: str) -> tuple[Scenario, ...]:
    """Return the study's scenarios that say what a module expects."""
    rows = session.execute(
        select(Prompt.key, Prompt.text, Prompt.details).where(Prompt.study_id == study_id).order_by(col(Prompt.id))
    ).all()
    found = (scenario_of(key, text, details) for key, text, details in rows)
    return tuple(one for one in found if module in one.expectations)


def last_signed(session: Session, *, review: ReviewRow) -> SignedReview | None:
    """Return the latest sign-off of a review, of any text."""
    signed = reviews.sign_offs(session, study_id=review.study_id, rater_id=review.rater_id)
    return next((one for one in reversed(signed) if one.module == review.module), None)


def _drafts(session: Session, review_id: int) -> list[ReviewDraft]:
    return list(session.exec(select(ReviewDraft).where(ReviewDraft.review_id == review_id)).all())


def _for(
    entry: ReviewEntry, written_on: CharterVersion, charter: CharterVersion, draft: ReviewDraft | None = None
) -> Kept:
    """Say what an entry is worth under the text in force."""
    changed = _has_changed(entry, written_on, charter)
    was = written_on.text if changed else ""
    if draft is None:
        return Kept(ReviewEntry(entry.clause, part=entry.part) if changed else entry, reopened=changed, was=was)
    return Kept(entry.reopened() if changed else entry, draft.revision, draft.saved_at, changed, was)


def _has_changed(entry: ReviewEntry, written_on: CharterVersion, charter: CharterVersion) -> bool:
    """Say whether the words of a clause are others in the text in force than in the one that an entry is about."""
    return (
        entry.part == "clause"
        and written_on.hash != charter.hash
        and entry.clause in changed_numbers(written_on.text, charter.text)
    )
