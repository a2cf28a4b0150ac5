"""Reviewers' signed comments and what became of them: each is to be answered by the owner, in writing.

A comment stands in its author's latest sign-off. Signed again word for word, it is the same comment, and its answer
goes with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from rubrics.reviews import LONGEST, ReviewEntry
from rubrics.words import has_words, unprintable
from store import events, reviews
from store.engine import StoreError
from store.reviews import SignedReview
from store.studies import locked
from store.tables import Charter, CommentReply, SignOff
from store.tables.reviews import OUTCOMES

DECISION = "decision"


class Reply(NamedTuple):
    """The owner's answer."""

    outcome: str
    words: str
    replied_at: datetime


@dataclass(frozen=True)
class Comment:
    """Something for the owner to answer: an entry of a sign-off or, with `entry` None, the sign-off as a whole."""

    signed: SignedReview
    entry: ReviewEntry | None
    reply: Reply | None

    @property
    def part(self) -> str:
        """What it is about."""
        return self.entry.part if self.entry else DECISION

    @property
    def clause(self) -> str:
        """The clause or the scenario, empty for the sign-off as a whole."""
        return self.entry.clause if self.entry else ""


def comments(session: Session, *, study_id: int, rater_id: int | None = None) -> list[Comment]:
    """Return the comments of each reviewer's latest sign-off of each module, in the order of the sign-offs."""
    signed = reviews.sign_offs(session, study_id=study_id, rater_id=rater_id)
    last = {(one.rater_id, one.module): one for one in signed}
    entries = reviews.signed_entries(session, sign_off_ids=[one.id for one in signed])
    replies = _replies(session, [one.id for one in signed])
    answered: dict[tuple[object, ...], Reply] = {}
    found: list[Comment] = []
    for one in signed:
        for entry in [*entries[one.id], None]:
            same = _same(one, entry)
            part, clause = entry.subject if entry else (DECISION, "")
            if reply := replies.get((one.id, part, clause)):
                answered[same] = reply
            wanted = entry.has_comment if entry else _to_answer(one)
            if wanted and last[one.rater_id, one.module].id == one.id:
                found.append(Comment(one, entry, answered.get(same)))
    return found


def _same(signed: SignedReview, entry: ReviewEntry | None) -> tuple[object, ...]:
    """What makes two comments one: the same person's same words on the same place."""
    if entry is None:
        return (signed.id,)
    return (signed.rater_id, signed.module, entry.subject, entry.comment.strip(), entry.proposed.strip())


def _to_answer(signed: SignedReview) -> bool:
    return signed.decision in ("changes_requested", "declined") or has_words(signed.reasons)


def _replies(session: Session, sign_off_ids: list[int]) -> Mapping[tuple[int, str, str], Reply]:
    rows = session.exec(
        select(CommentReply).where(col(CommentReply.sign_off_id).in_(sign_off_ids)).order_by(col(CommentReply.id))
    ).all()
    return {(one.sign_off_id, one.part, one.clause): Reply(one.outcome, one.words, one.replied_at) for one in rows}


def reply(
    session: Session,
    *,
    study_id: int,
    sign_off_id: int,
    part: str,
    clause: str,
    outcome: str,
    words: str,
    by: int | None,
    now: datetime,
) -> None:
    """Answer a comment; a later answer counts instead of an earlier one, which is kept.

    Raises
    ------
    StoreError
        With every problem: no such comment in this study, an unknown outcome, or no words.
    """
    locked(session, study_id)
    problems = [] if _is_there(session, study_id, sign_off_id, part, clause) else ["this study has no such comment"]
    if problems := [*problems, *unsound_answer(outcome, words)]:
        raise StoreError(*problems)
    row = CommentReply(sign_off_id=sign_off_id, part=part, clause=clause, outcome=outcome, words="", replied_at=now)
    row.rater_id, row.words = by, words.strip()
    session.add(row)
    details: events.Details = {"sign_off": sign_off_id, "part": part, "clause": clause, "outcome": outcome}
    events.record(session, study_id=study_id, rater_id=by, act="answered comment", details=details, now=now)


def unsound_answer(outcome: str, words: str) -> Iterator[str]:
    """Say what is wrong with an answer."""
    if outcome not in OUTCOMES:
        found = f"; found {outcome!r}, allowed: {', '.join(OUTCOMES)}" if outcome else ""
        yield f"please say what became of it{found}"
    if not has_words(words):
        yield "please answer in words; whoever wrote the comment reads them"
    if len(words.strip()) > LONGEST:
        yield f"the answer has {len(words.strip()):,} characters; at most {LONGEST:,} can be kept"
    if hidden := unprintable(words):
        yield f"there is a hidden character in the answer ({', '.join(hidden)}); please retype it"


def _is_there(session: Session, study_id: int, sign_off_id: int, part: str, clause: str) -> bool:
    known = session.exec(
        select(SignOff.id)
        .join(Charter, col(SignOff.charter_id) == col(Charter.id))
        .where(SignOff.id == sign_off_id, Charter.study_id == study_id)
    ).first()
    return known is not None and (part == DECISION or _commented(session, sign_off_id, part, clause))


def _commented(session: Session, sign_off_id: int, part: str, clause: str) -> bool:
    entries = reviews.signed_entries(session, sign_off_ids=[sign_off_id])[sign_off_id]
    return any(one.subject == (part, clause) and one.has_comment for one in entries)
