"""Charters in a release: the texts in force, the sign-off of each reviewer that counts, and what they disagree with.

Reviewers are "Reviewer 1" to "Reviewer n". Their names, training and tradition go out only where they have said so;
what could sway them and their notes to the owner never do.
"""

from collections.abc import Iterable, Mapping

import pandas as pd

from publishing.charter_report import WHOLE
from rubrics.reviews import ReviewEntry
from store import benchmarks, charters, review_comments, reviews, signing
from store.charters import CharterVersion
from store.engine import Session
from store.reviews import SignedReview

CHARTERS = ("module", "version", "hash", "added_at", "text")
SIGN_OFFS = (
    "module",
    "reviewer",
    "name",
    "qualification",
    "tradition",
    "qualified",
    "charter_version",
    "charter_hash",
    "decision",
    "reasons",
    "answer",
    "signed_at",
)
OBJECTIONS = ("module", "reviewer", "part", "clause", "classification", "comment", "proposed")
OBJECTING = "disagree"


def charter_tables(session: Session, *, study_id: int) -> dict[str, pd.DataFrame]:
    """Return the tables charters, sign_offs and objections (`publishing.dictionary`); none without charters."""
    if benchmarks.of_study(session, study_id=study_id).charters is None:
        return {}
    texts = charters.in_force(session, study_id=study_id)
    counting = _counting(reviews.sign_offs(session, study_id=study_id), texts)
    names = {one: f"Reviewer {number}" for number, one in enumerate(sorted({one.rater_id for one in counting}), 1)}
    entries = reviews.signed_entries(session, sign_off_ids=[one.id for one in counting])
    said = [
        _objection(one, entry, names) for one in counting for entry in entries[one.id] if entry.agreement == OBJECTING
    ]
    in_force = [(one.module, one.version, one.hash, one.added_at.isoformat(), one.text) for one in texts.values()]
    return {
        "charters": pd.DataFrame(in_force, columns=list(CHARTERS)),
        "sign_offs": pd.DataFrame(_sign_offs(session, study_id, counting, names), columns=list(SIGN_OFFS)),
        "objections": pd.DataFrame(said, columns=list(OBJECTIONS)),
    }


def _counting(signed: Iterable[SignedReview], texts: Mapping[str, CharterVersion]) -> list[SignedReview]:
    """Each reviewer's last sign-off of the text in force or, without one, of any: the one that the gate hears."""
    last: dict[tuple[str, int], SignedReview] = {}
    for one in signed:
        in_force = texts.get(one.module)
        before = last.get((one.module, one.rater_id))
        present = in_force is not None and one.charter_hash == in_force.hash
        if present or before is None or in_force is None or before.charter_hash != in_force.hash:
            last[one.module, one.rater_id] = one
    return [last[key] for key in sorted(last)]


def _sign_offs(
    session: Session, study_id: int, signed: Iterable[SignedReview], names: Mapping[int, str]
) -> list[tuple[object, ...]]:
    answers = {
        one.signed.id: one.reply.words
        for one in review_comments.comments(session, study_id=study_id)
        if one.entry is None and one.reply is not None
    }
    stated = {one: signing.statement_of(session, rater_id=one) or signing.Statement() for one in names}
    return [
        (
            one.module,
            names[one.rater_id],
            one.name if stated[one.rater_id].publish_name else None,
            stated[one.rater_id].qualification if stated[one.rater_id].publish else None,
            stated[one.rater_id].tradition if stated[one.rater_id].publish else None,
            one.qualified,
            one.version,
            one.charter_hash,
            one.decision,
            one.reasons,
            answers.get(one.id),
            one.signed_at.isoformat(),
        )
        for one in signed
    ]


def _objection(signed: SignedReview, entry: ReviewEntry, names: Mapping[int, str]) -> tuple[object, ...]:
    name = names[signed.rater_id]
    return (signed.module, name, entry.part, entry.clause or WHOLE, entry.classification, entry.comment, entry.proposed)
