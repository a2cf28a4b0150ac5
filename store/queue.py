"""A scorer's queue: which responses, in the scorer's own seeded order, and how far the work is.

Progress is counted from sheets, never from a flag. A record of a place in the queue has no author, no system and no
other rater in it, so nothing that is made from it can show one. What others have said stands only in an adjudicator's
final place, without anything by which they could be told apart.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, bindparam, insert
from sqlmodel import Session, col, func, select

from blinding.draws import shuffled
from blinding.repeats import most_repeats, with_repeats
from rubrics.scenarios import Expectation, scenario_of
from store import adjudicating, clause_doubts, duties
from store.adjudicating import Earlier
from store.asking import ask
from store.columns import columns
from store.refusals import Refused
from store.sheets import newest_version
from store.studies import locked, modules_of
from store.tables import Assignment, Draft, Prompt, Rater, Resolution, Response, Score, Sheet, Target
from store.tables.scoring import FINAL, FIRST, OWN

SENTENCE = "@sentence"
"""Where an adjudicator's sentence stands among the entries of a draft: no axis can be called so."""


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

    `reference` is the answer to grade against, None where the benchmark has none; `expected` is what the scenario's
    authors expect under the module. `stage` is `first`, or an adjudicator's `own` and `final`: the latter has
    `earlier`, what others said, and `own`, what the adjudicator said before. `needed` is False where nothing is to be
    settled any more.
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
    expected: Expectation | None = None
    stage: str = FIRST
    needed: bool = True
    earlier: Earlier | None = None
    own: Mapping[str, Mapping[str, Any]] | None = None


def assign(session: Session, *, study_id: int, rater_id: int) -> int:
    """Give a scorer every sampled target of their modules that is not in the queue yet; return how many were added.

    Module by module. The first time, as many as the study's plan says come a second time, hidden among the last.
    """
    study = locked(session, study_id)
    modules = duties.modules_to_score(session, rater_id=rater_id, modules=modules_of(session, study_id))
    held = select(Assignment.target_id).where(Assignment.rater_id == rater_id)
    targets = session.execute(
        select(Target.id, Response.label, Target.module)
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, col(Target.sampled), col(Target.id).not_in(held))
        .where(col(Target.module).in_(modules))
        .order_by(Response.label, Target.module)
    ).all()
    rater_key = session.exec(select(Rater.key).where(Rater.id == rater_id)).one()
    by_module: dict[str, list[int]] = {}
    for row in targets:
        by_module.setdefault(row.module, []).append(row.id)
    last = session.exec(
        select(func.coalesce(func.max(Assignment.position), 0)).where(Assignment.rater_id == rater_id)
    ).one()
    repeats = 0 if last else study.hidden_repeats or 0
    places = _in_order(by_module, repeats, seed=study.seed, purpose=f"order of {rater_key}")
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


def _in_order(by_module: Mapping[str, list[int]], repeats: int, *, seed: str, purpose: str) -> list[tuple[int, int]]:
    """Draw a scorer's order: a stretch for each module, each with its part of the repeats."""
    if len(by_module) <= 1:
        order = shuffled([one for targets in by_module.values() for one in targets], seed=seed, purpose=purpose)
        return with_repeats(order, repeats, seed=seed, purpose=purpose)
    places: list[tuple[int, int]] = []
    for number, module in enumerate(shuffled(sorted(by_module), seed=seed, purpose=f"modules, {purpose}")):
        order = shuffled(by_module[module], seed=seed, purpose=f"{purpose}, {module}")
        share = min(repeats // (len(by_module) - number), most_repeats(len(order)))
        repeats -= share
        places += with_repeats(order, share, seed=seed, purpose=f"{purpose}, {module}")
    return places


_DONE = select(Sheet.id).where(Sheet.assignment_id == Assignment.id).exists() | col(Assignment.dropped_at).is_not(None)
_STANDING = select(
    func.count(col(Assignment.id)),
    func.count(col(Assignment.id)).filter(_DONE),
    func.min(Assignment.position).filter(~_DONE),
).where(col(Assignment.rater_id) == bindparam("rater_id"))


def standing(session: Session, *, rater_id: int) -> Standing:
    """Return how far a scorer is."""
    return Standing(*ask(session, _STANDING, {"rater_id": rater_id}).one())


_AHEAD = (
    select(Assignment.position, Assignment.key)
    .where(
        col(Assignment.rater_id) == bindparam("rater_id"),
        ~_DONE,
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
        Assignment.stage,
        Assignment.dropped_at,
        Assignment.target_id,
        Target.module,
        col(Prompt.key).label("prompt_key"),
        col(Prompt.details).label("details"),
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

    Raises
    ------
    Refused
        `first` for an adjudicator's final place before their own first scores are in.
    """
    row = ask(session, _PLACE, {"rater_id": rater_id, "position": position}).first()
    if row is None:
        return None
    version = row.version or 0
    draft = None
    if row.revision is not None and row.draft_version == version:
        draft = SavedDraft(row.revision, row.draft_version, row.entries, row.saved_at)
    final = row.stage == FINAL
    own = _own(session, rater_id, row.target_id) if final else None
    if final and not own:
        raise Refused("first", "Please give your own scores first; what the others said comes after that.")
    return Place(
        row.key,
        row.position,
        row.module,
        row.prompt,
        row.reference_answer,
        row.response,
        version,
        _submitted(session, row.id, version) if version else {},
        draft,
        scenario_of(row.prompt_key, row.prompt, row.details).expectations.get(row.module),
        row.stage,
        row.dropped_at is None,
        adjudicating.earlier(session, target_id=row.target_id) if final else None,
        own,
    )


def _own(session: Session, rater_id: int, target_id: int) -> dict[str, dict[str, Any]]:
    """Return what an adjudicator said of a target before they saw the others; empty before they have."""
    query = select(Assignment.id).where(Assignment.rater_id == rater_id, Assignment.target_id == target_id)
    place = session.exec(query.where(Assignment.stage == OWN)).first()
    return _submitted(session, place, 1) if place else {}


def _submitted(session: Session, assignment_id: int, version: int) -> dict[str, dict[str, Any]]:
    rows = session.execute(
        columns(Sheet.id, Score.axis, Score.kind, Score.value, Score.why)
        .select_from(Score)
        .join(Sheet, col(Score.sheet_id) == col(Sheet.id))
        .where(Sheet.assignment_id == assignment_id, Sheet.version == version)
    ).all()
    found = {axis: {"kind": kind, "value": value, "why": why or ""} for _, axis, kind, value, why in rows}
    if any(one["kind"] == "rubric_unclear" for one in found.values()):
        for axis, clause in clause_doubts.named_in(session, sheet_id=rows[0][0]).items():
            found[axis]["clause"] = clause
    words = session.exec(select(Resolution.words).where(Resolution.sheet_id == rows[0][0])).first() if rows else None
    return found if words is None else {**found, SENTENCE: {"kind": None, "value": None, "why": words}}
