"""A study with two charters, bakers' and millers', and the reviewers of them."""

from datetime import datetime
from typing import Any

from sqlmodel import select

from rubrics.charters import Charter as CharterText
from rubrics.charters import parse_charter
from rubrics.reviews import ReviewEntry
from store import benchmarks, charters, people, review_work, reviews, signing, studies
from store.engine import Session
from store.responses import Intake, NewPrompt, take_in
from store.review_drafts import ReviewSave, draft_fields, revisions, save_draft
from store.review_work import ReviewRow, Work
from store.signing import Signing
from store.tables import Invitation
from tests.store.a_study import NOW, a_benchmark_text, a_plan

CLASSES = ["settled", "open"]
MODULES = [
    {"id": "bakers", "name": "Bakers", "standpoint": "As bakers see it."},
    {"id": "millers", "name": "Millers", "standpoint": "As millers see it."},
]
LIMIT = "Research benchmark, not a word of the guild."
RULE = {"approvals": 2, "limit": LIMIT}
TEXT = """# Bread

1. Bread is good.

2. Salt belongs in it.

   Sources: The Old Book 3

3. Yeast may be left out.
"""
EDITED = TEXT.replace("Salt belongs", "A little salt belongs")
FOUR = TEXT + "\n4. Ovens are hot.\n"
SCENARIO = NewPrompt(
    "SC-1",
    "A loaf is burnt. What now?",
    "",
    details={
        "title": "The burnt loaf",
        "authority_classification": {"bakers": "open"},
        "expected_considerations": {"bakers": ["Is it edible?"]},
        "sources": {"bakers": ["The Old Book 9"]},
    },
)


def a_charter(text: str = TEXT) -> CharterText:
    """A charter from its text."""
    return parse_charter(text, "bakers.md")


def a_chartered_study(session: Session, slug: str = "spring", *, text: str | None = TEXT) -> int:
    """A draft study with two modules and one scenario; bakers have their charter."""
    changes: dict[str, Any] = {"id": "guild", "modules": MODULES, "charters": RULE, "authority_classes": CLASSES}
    hash_ = benchmarks.register(session, text=a_benchmark_text(**changes), name="invented.toml", now=NOW)
    study_id = studies.create_study(session, plan=a_plan(slug=slug), benchmark_hash=hash_, now=NOW)
    take_in(session, study_id=study_id, intake=Intake(prompts=[SCENARIO], source="scenarios"), by=None, now=NOW)
    if text is not None:
        put(session, study_id, text)
    return study_id


def put(session: Session, study_id: int, text: str, module: str = "bakers", **more: Any) -> None:
    """Put a text in force."""
    taken = {module: a_charter(text)}
    charters.take_in_charters(session, study_id=study_id, charters=taken, by=None, now=NOW, **more)


def a_reviewer(
    session: Session,
    study_id: int,
    name: str = "Ruth",
    *,
    modules: tuple[str, ...] = ("bakers",),
    qualified: bool = True,
    now: datetime = NOW,
) -> tuple[ReviewRow, str]:
    """An invited reviewer's first review, and the token of their link."""
    token = reviews.invite_reviewer(
        session, study_id=study_id, name=name, modules=modules, qualified=qualified, by=None, now=now
    )
    rater_id = session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()
    return review_work.reviews_of(session, rater_id=rater_id)[0], token


def work_of(session: Session, review: ReviewRow) -> Work:
    """What a reviewer finds."""
    return review_work.work(session, review=review)


def say(session: Session, review: ReviewRow, entry: ReviewEntry, **changes: Any) -> int:
    """Save an entry as the reviewer's browser would, with everything it knows."""
    work = work_of(session, review)
    there = work.kept.get(entry.subject)
    fields: dict[str, Any] = {
        "key": review.key,
        "part": entry.part,
        "clause": entry.clause,
        "tab": "tab-a",
        "sequence": (there.revision if there else 0) + 1,
        "revision": there.revision if there else 0,
        "before": work.last.id if work.last else 0,
        "charter_hash": work.charter.hash if work.charter else "",
        "entry": draft_fields(entry),
    }
    return save_draft(session, rater_id=review.rater_id, save=ReviewSave(**{**fields, **changes}), now=NOW)


def agree_to_all(session: Session, review: ReviewRow) -> None:
    """Agree to every clause that has no answer yet."""
    work = work_of(session, review)
    assert work.charter is not None
    for clause in review_work.reading(work.charter).clauses:
        there = work.kept.get(("clause", clause.number))
        if there is None or there.entry.agreement is None:
            say(session, review, ReviewEntry(clause.number, agreement="agree"))


def a_signing(session: Session, review: ReviewRow, decision: str = "approved", **changes: Any) -> Signing:
    """A signature as the reviewer's browser would send it, with everything it knows."""
    work = work_of(session, review)
    fields: dict[str, Any] = {
        "key": review.key,
        "submission": f"once-{review.key}-{work.last.id if work.last else 0}",
        "charter_hash": work.charter.hash if work.charter else "",
        "before": work.last.id if work.last else 0,
        "seen": revisions(session, review_id=review.id),
        "decision": decision,
    }
    return Signing(**{**fields, **changes})


def signed(session: Session, review: ReviewRow, decision: str = "approved", **changes: Any) -> int:
    """Sign, and return the id."""
    return signing.sign(
        session, rater_id=review.rater_id, signing=a_signing(session, review, decision, **changes), now=NOW
    )
