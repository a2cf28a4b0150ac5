"""A scorer's queue: which responses, in the scorer's own seeded order, and how far the work is.

Progress is counted from sheets, never from a flag. A record of a place in the queue has no author, no system and no
other rater in it, so nothing that is made from it can show one.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, bindparam, insert
from sqlmodel import Session, col, func, select

from blinding.draws import shuffled
from blinding.repeats import with_repeats
from store.asking import ask
from store.columns import columns
from store.sheets import newest_version
from store.studies import locked
from store.tables import Assignment, Draft, Prompt, Rater, Response, Score, Sheet, Target


class Standing(NamedTuple):
    """How far a scorer is: places in the queue, places submitted, the first place still open (None: all done)."""

    total: int
    done: int
    first_open: int | None


class Ahead(NamedTuple):
    """A place still open: where it is in the queue, and the key that the browser knows it by."""

    position: int
    key: str


class SavedDraft(NamedTuple):
    """Unfinished work as it was last stored."""

    revision: int
    version: int
    entries: Mapping[str, Any]
    saved_at: datetime


@dataclass(frozen=True)
class Place:
    """One response in a scorer's queue, with what this scorer has already written on it.

    `reference` is the answer to grade against, None where the benchmark has none.
    """

    key: str
    position: int
    module: str
    prompt: str
    reference: str | None
    response: str
    version: int
    submitted: Mapping[str, Mapping[str, Any]]
    draft: SavedDraft | None


def assign(session: Session, *, study_id: int, rater_id: int) -> int:
    """Give a scorer every sampled target that is not in the queue yet; return how many places were added.

    The first time, as many as the study's plan says come a second time, hidden among the last.
    """
    study = locked(session, study_id)
    held = select(Assignment.target_id).where(Assignment.rater_id == rater_id)
    targets = session.execute(
        select(Target.id, Response.label, Target.module)
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, col(Target.sampled), col(Target.id).not_in(held))
        .order_by(Response.label, Target.module)
    ).all()
    rater_key = session.exec(select(Rater.key).where(Rater.id == rater_id)).one()
    order = shuffled([row.id for row in targets], seed=study.seed, purpose=f"order of {rater_key}")
    last = session.exec(
        select(func.coalesce(func.max(Assignment.position), 0)).where(Assignment.rater_id == rater_id)
    ).one()
    repeats = 0 if last else study.hidden_repeats or 0
    places = with_repeats(order, repeats, seed=study.seed, purpose=f"order of {rater_key}")
    rows = [
        {
            "key": secrets.token_urlsafe(12),
            "rater_id": rater_id,
            "target_id": one,
            "position": last + n,
            "repeat": repeat,
        }
        for n, (one, repeat) in enumerate(places, start=1)
    ]
    if rows:
        session.execute(insert(Assignment), rows)
    return len(rows)


_SUBMITTED = select(Sheet.id).where(Sheet.assignment_id == Assignment.id).exists()
_STANDING = select(
    func.count(col(Assignment.id)),
    func.count(col(Assignment.id)).filter(_SUBMITTED),
    func.min(Assignment.position).filter(~_SUBMITTED),
).where(col(Assignment.rater_id) == bindparam("rater_id"))


def standing(session: Session, *, rater_id: int) -> Standing:
    """Return how far a scorer is."""
    return Standing(*ask(session, _STANDING, {"rater_id": rater_id}).one())


_AHEAD = (
    select(Assignment.position, Assignment.key)
    .where(
        col(Assignment.rater_id) == bindparam("rater_id"),
        ~_SUBMITTED,
        col(Assignment.position) != bindparam("after"),
    )
    .order_by(col(Assignment.position) <= bindparam("after"), col(Assignment.position))
    .limit(bindparam("most", type_=Integer))
)


def ahead(session: Session, *, rater_id: int, after: int, most: int = 2) -> list[Ahead]:
    """Return the next places still open behind a position, then the open ones before it."""
    return [Ahead(*row) for row in ask(session, _AHEAD, {"rater_id": rater_id, "after": after, "most": most})]


def open_after(session: Session, *, rater_id: int, after: int, most: int = 2) -> list[int]:
    """Return the positions of the places ahead."""
    return [one.position for one in ahead(session, rater_id=rater_id, after=after, most=most)]


_PLACE = (
    columns(
        Assignment.id,
        Assignment.key,
        Assignment.position,
        Target.module,
        col(Prompt.text).label("prompt"),
        Prompt.reference_answer,
        col(Response.shown_text).label("response"),
        newest_version().label("version"),
        Draft.revision,
        col(Draft.version).label("draft_version"),
        Draft.entries,
        Draft.saved_at,
    )
    .select_from(Assignment)
    .join(Target, col(Assignment.target_id) == col(Target.id))
    .join(Response, col(Target.response_id) == col(Response.id))
    .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
    .outerjoin(Draft, col(Draft.assignment_id) == col(Assignment.id))
    .where(
        col(Assignment.rater_id) == bindparam("rater_id"),
        col(Assignment.position) == bindparam("position"),
        col(Response.shown_text).is_not(None),
    )
)


def place(session: Session, *, rater_id: int, position: int) -> Place | None:
    """Return one place of a scorer's queue with its draft and latest submitted scores, None when there is none.

    There is none either while the study is a draft: what scorers see is not fixed yet.
    """
    row = ask(session, _PLACE, {"rater_id": rater_id, "position": position}).first()
    if row is None:
        return None
    version = row.version or 0
    submitted = _submitted(session, row.id, version) if version else {}
    draft = None
    if row.revision is not None and row.draft_version == version:
        draft = SavedDraft(row.revision, row.draft_version, row.entries, row.saved_at)
    return Place(
        row.key,
        row.position,
        row.module,
        row.prompt,
        row.reference_answer,
        row.response,
        version,
        submitted,
        draft,
    )


def _submitted(session: Session, assignment_id: int, version: int) -> dict[str, dict[str, Any]]:
    rows = session.exec(
        select(Score.axis, Score.kind, Score.value, Score.why)
        .join(Sheet, col(Score.sheet_id) == col(Sheet.id))
        .where(Sheet.assignment_id == assignment_id, Sheet.version == version)
    ).all()
    return {axis: {"kind": kind, "value": value, "why": why or ""} for axis, kind, value, why in rows}
