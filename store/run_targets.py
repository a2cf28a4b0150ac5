"""The targets of a run: which are waiting, what a judge needs to know of them, and what was said about each so far."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import CALL
from store.runs import RUN_TARGET, TARGET
from store.tables import Row

RESPONSE = Row.metadata.tables["response"]
PROMPT = Row.metadata.tables["prompt"]
SYSTEM = Row.metadata.tables["system"]
CHARTER = Row.metadata.tables["charter"]
VERDICT = Row.metadata.tables["verdict"]
SCORE = Row.metadata.tables["verdict_score"]


class TargetFacts(NamedTuple):
    """A target with its prompt, the text that raters see, and who wrote it (never for a prompt)."""

    id: int
    label: str
    module: str
    prompt: str
    prompt_details: Mapping[str, Any]
    reference_answer: str | None
    text: str
    system: str
    family: str
    own: bool


class Said(NamedTuple):
    """A call on a target with what came of it; `verdict_id` is None where no reply could be stored."""

    call_id: int
    target_id: int
    judge: str
    stage: str
    replicate: int
    attempt: int
    state: str
    spec: Mapping[str, Any]
    verdict_id: int | None
    confidence: float | None
    details: Mapping[str, Any] | None


class Reason(NamedTuple):
    """One axis of a verdict; `why` is the judge's sentence."""

    verdict_id: int
    axis: str
    kind: str
    value: float | None
    why: str | None
    confidence: float | None


_WAITING = (
    select(RUN_TARGET.c.target_id)
    .where(RUN_TARGET.c.run_id == bindparam("run"), RUN_TARGET.c.state == "waiting")
    .order_by(RUN_TARGET.c.target_id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_LOCK = (
    select(RUN_TARGET.c.target_id)
    .where(RUN_TARGET.c.run_id == bindparam("run"), RUN_TARGET.c.target_id.in_(bindparam("ids", expanding=True)))
    .order_by(RUN_TARGET.c.target_id)
    .with_for_update()
)
_MOVE = (
    update(RUN_TARGET)
    .where(RUN_TARGET.c.run_id == bindparam("run"), RUN_TARGET.c.target_id == bindparam("target"))
    .values(state=bindparam("to"), path=bindparam("branch"), gaps=bindparam("missing", type_=RUN_TARGET.c.gaps.type))
)
_FACTS = (
    select(
        TARGET.c.id,
        RESPONSE.c.label,
        TARGET.c.module,
        PROMPT.c.text,
        PROMPT.c.details,
        PROMPT.c.reference_answer,
        func.coalesce(RESPONSE.c.shown_text, RESPONSE.c.text),
        SYSTEM.c.name,
        SYSTEM.c.family,
        SYSTEM.c.own,
    )
    .select_from(
        TARGET.join(RESPONSE, TARGET.c.response_id == RESPONSE.c.id)
        .join(PROMPT, RESPONSE.c.prompt_id == PROMPT.c.id)
        .join(SYSTEM, RESPONSE.c.system_id == SYSTEM.c.id)
    )
    .where(TARGET.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(TARGET.c.id)
)
_SAID = (
    select(
        CALL.c.id,
        CALL.c.target_id,
        *[CALL.c[name] for name in ("judge", "stage", "replicate", "attempt", "state", "spec")],
        VERDICT.c.id,
        VERDICT.c.confidence,
        VERDICT.c.details,
    )
    .select_from(CALL.outerjoin(VERDICT, VERDICT.c.call_id == CALL.c.id))
    .where(CALL.c.run_id == bindparam("run"), CALL.c.target_id.in_(bindparam("ids", expanding=True)))
    .order_by(CALL.c.id)
)
_REASONS = select(*[SCORE.c[name] for name in Reason._fields])
_REASONS = _REASONS.where(SCORE.c.verdict_id.in_(bindparam("ids", expanding=True)))
_COUNT = select(RUN_TARGET.c.state, func.count()).where(RUN_TARGET.c.run_id == bindparam("run"))
_COUNT = _COUNT.group_by(RUN_TARGET.c.state)


def waiting_targets(session: Session, *, run_id: int, most: int) -> list[int]:
    """Return targets that are to be begun or taken a step on, locked; on PostgreSQL other workers get others."""
    return [row[0] for row in ask(session, _WAITING, {"run": run_id, "most": most})]


def lock_targets(session: Session, *, run_id: int, ids: Sequence[int]) -> None:
    """Keep other workers away from these targets until the transaction ends, so that each sees all verdicts."""
    ask(session, _LOCK, {"run": run_id, "ids": sorted(ids)}).all()


class Moved(NamedTuple):
    """How far a target is; `path` and `gaps` say how it was settled."""

    target_id: int
    state: str
    path: str = ""
    gaps: tuple[str, ...] = ()


def move_targets(session: Session, *, run_id: int, moved: Sequence[Moved]) -> None:
    """Write down how far targets are."""
    if moved:
        rows = [{"target": one.target_id, "to": one.state, "branch": one.path} for one in moved]
        gaps = [{"run": run_id, "missing": list(one.gaps) or None} for one in moved]
        ask(session, _MOVE, [{**row, **more} for row, more in zip(rows, gaps, strict=True)])


def facts(session: Session, *, ids: Sequence[int]) -> list[TargetFacts]:
    """Return what is needed to ask about these targets, by id."""
    return [TargetFacts(*row) for row in ask(session, _FACTS, {"ids": list(ids)})]


def said(session: Session, *, run_id: int, ids: Sequence[int]) -> list[Said]:
    """Return every call of the run on these targets, with its verdict where there is one."""
    return [Said(*row) for row in ask(session, _SAID, {"run": run_id, "ids": list(ids)})]


def repeated_targets(session: Session, *, run_id: int) -> list[int]:
    """Return the targets of which some question was put twice, to measure a judge against itself."""
    query = select(CALL.c.target_id).where(CALL.c.run_id == run_id, CALL.c.replicate > 1, CALL.c.target_id.is_not(None))
    return [row[0] for row in ask(session, query.distinct().order_by(CALL.c.target_id), {})]


def targets_of_calls(session: Session, *, call_ids: Sequence[int]) -> list[int | None]:
    """Return the target of each of these calls, None for one that collects a response."""
    query = select(CALL.c.target_id).where(CALL.c.id.in_(call_ids))
    return [row[0] for row in ask(session, query, {})]


def reasons(session: Session, *, verdict_ids: Sequence[int]) -> list[Reason]:
    """Return the scores of these verdicts with the sentence on each."""
    if not verdict_ids:
        return []
    return [Reason(*row) for row in ask(session, _REASONS, {"ids": list(verdict_ids)})]


def target_counts(session: Session, *, run_id: int) -> dict[str, int]:
    """Return how many targets of a run are waiting, open and settled."""
    return dict(map(tuple, ask(session, _COUNT, {"run": run_id})))


def charters(session: Session, *, study_id: int, hashes: Sequence[str] | None = None) -> dict[str, tuple[str, str]]:
    """Return the newest charter of each module, as hash and text; of those with these hashes where they are given."""
    query = select(CHARTER.c.module, CHARTER.c.hash, CHARTER.c.text).where(CHARTER.c.study_id == study_id)
    if hashes is not None:
        query = query.where(CHARTER.c.hash.in_(hashes))
    return {module: (hash_, text) for module, hash_, text in ask(session, query.order_by(CHARTER.c.id), {})}


class Choice(NamedTuple):
    """Which targets of a study a run is about."""

    language: str | None = None
    only_sampled: bool = False


def chosen_targets(session: Session, *, study_id: int, choice: Choice) -> list[int]:
    """Return the ids of a study's targets that a run is about."""
    query = select(TARGET.c.id, PROMPT.c.details).select_from(
        TARGET.join(RESPONSE, TARGET.c.response_id == RESPONSE.c.id).join(PROMPT, RESPONSE.c.prompt_id == PROMPT.c.id)
    )
    query = query.where(TARGET.c.study_id == study_id).order_by(TARGET.c.id)
    if choice.only_sampled:
        query = query.where(TARGET.c.sampled)
    rows = ask(session, query, {}).all()
    return [one for one, details in rows if choice.language in (None, details.get("language"))]


def languages(session: Session, *, study_id: int) -> list[str]:
    """Return the languages that the prompts of a study name."""
    rows = ask(session, select(PROMPT.c.details).where(PROMPT.c.study_id == study_id), {})
    return sorted({str(details["language"]) for (details,) in rows if details.get("language")})
