"""Everything of a study that a release holds, beside its scores: no name, key or declaration of a person.

What people declared (tradition, qualification, conflicts) is never asked for here.
"""

import hashlib
import hmac
import json
from typing import Any, NamedTuple

import pandas as pd
from sqlalchemy import case
from sqlmodel import Session, col, select

from store.columns import columns
from store.settling_people import PEOPLE
from store.tables import (
    Benchmark,
    Event,
    Prompt,
    Rater,
    Response,
    SettledScore,
    Study,
    System,
    Target,
    Verdict,
    VerdictScore,
)
from store.verdicts import in_force, newest_settled

PROMPTS = ("prompt", "category", "text", "reference_answer", "details")
VERDICTS = (
    "verdict",
    "response",
    "module",
    "judge",
    "stage",
    "replicate",
    "attempt",
    "state",
    "counts",
    "source",
    "prompt_hash",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "latency_ms",
    "recorded_at",
    "raw_reply",
)
VERDICT_SCORES = ("verdict", "axis", "score", "missing", "why", "confidence")
SETTLED = ("response", "module", "axis", "protocol", "version", "score", "missing", "n", "nulls", "rule", "verdicts")


class StudyFacts(NamedTuple):
    """The study itself. `event` and `event_hash` are the last event's number and hash; 0 and "" where there is none."""

    slug: str
    title: str
    note: str
    state: str
    seed: str
    invented: bool
    benchmark_hash: str
    benchmark_text: str
    event: int
    event_hash: str


def study_facts(session: Session, *, study_id: int) -> StudyFacts:
    """Return what a release says of its study."""
    row = session.execute(
        columns(
            Study.slug,
            Study.title,
            Study.note,
            Study.state,
            Study.seed,
            Study.invented,
            Benchmark.hash,
            Benchmark.text,
        )
        .join(Benchmark, col(Study.benchmark_hash) == col(Benchmark.hash))
        .where(Study.id == study_id)
    ).one()
    last = session.exec(
        select(Event.number, Event.hash).where(Event.study_id == study_id).order_by(col(Event.number).desc()).limit(1)
    ).first()
    return StudyFacts._make((*row, *(last or (0, ""))))


def system_codes(session: Session, *, study_id: int) -> dict[str, str]:
    """Return "System 1" to "System n" by name, in an order that only the study's own secret gives."""
    secret = session.exec(select(Study.label_secret).where(Study.id == study_id)).one()
    names = session.exec(select(System.name).where(System.study_id == study_id)).all()
    mixed = sorted(names, key=lambda name: hmac.new(secret, f"system|{name}".encode(), hashlib.sha256).digest())
    return {name: f"System {number}" for number, name in enumerate(mixed, start=1)}


def prompts(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the prompts, columns as `PROMPTS`; details as JSON, None where there are none."""
    rows = session.execute(
        columns(Prompt.key, Prompt.category, Prompt.text, Prompt.reference_answer, Prompt.details)
        .where(Prompt.study_id == study_id)
        .order_by(Prompt.key)
    ).all()
    return frame_of([(*row[:4], _json(row[4])) for row in rows], PROMPTS)


def _json(found: Any) -> str | None:
    return json.dumps(found, ensure_ascii=False, sort_keys=True) if found else None


def verdicts(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every verdict with its raw reply, columns as `VERDICTS`; `counts` says which one is in force."""
    rows = session.execute(
        columns(
            Verdict.id,
            Response.label,
            Target.module,
            Rater.key,
            Verdict.stage,
            Verdict.replicate,
            Verdict.attempt,
            Verdict.state,
            case((col(Verdict.id) == in_force(), 1), else_=0),
            Verdict.source,
            Verdict.prompt_hash,
            Verdict.tokens_in,
            Verdict.tokens_out,
            Verdict.cost_usd,
            Verdict.latency_ms,
            Verdict.recorded_at,
            Verdict.raw_reply,
        )
        .select_from(Verdict)
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Rater.study_id == study_id)
        .order_by(col(Verdict.id))
    ).all()
    frame = frame_of(rows, VERDICTS)
    return frame.assign(counts=frame["counts"].astype(bool), recorded_at=_times(frame["recorded_at"]))


def _times(column: pd.Series) -> pd.Series:
    return pd.Series([one.isoformat(timespec="seconds") for one in column], index=column.index, dtype=object)


def verdict_scores(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the scores of every verdict, columns as `VERDICT_SCORES`."""
    missing = case((col(VerdictScore.kind) == "value", None), else_=col(VerdictScore.kind))
    rows = session.execute(
        columns(
            VerdictScore.verdict_id,
            VerdictScore.axis,
            VerdictScore.value,
            missing,
            VerdictScore.why,
            VerdictScore.confidence,
        )
        .join(Verdict, col(VerdictScore.verdict_id) == col(Verdict.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .where(Target.study_id == study_id)
        .order_by(col(VerdictScore.verdict_id), VerdictScore.axis)
    ).all()
    return frame_of(rows, VERDICT_SCORES)


def settled(session: Session, *, study_id: int, people: bool = False) -> pd.DataFrame:
    """Return every settled score of judges, or of people, in force, columns as `SETTLED`.

    `verdicts` are ids of verdicts, or of sheets, divided by blanks.
    """
    missing = case(
        (col(SettledScore.kind) == "value", None),
        (col(SettledScore.kind) == "none", "not_scored"),
        else_=col(SettledScore.kind),
    )
    rows = session.execute(
        columns(
            Response.label,
            Target.module,
            SettledScore.axis,
            SettledScore.protocol,
            SettledScore.version,
            SettledScore.value,
            missing,
            SettledScore.n,
            SettledScore.nulls,
            SettledScore.rule,
            SettledScore.verdict_ids,
        )
        .select_from(SettledScore)
        .join(Target, col(SettledScore.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, SettledScore.version == newest_settled())
        .where((col(SettledScore.protocol) == PEOPLE) if people else (col(SettledScore.protocol) != PEOPLE))
        .order_by(Response.label, Target.module, SettledScore.protocol, SettledScore.axis)
    ).all()
    return frame_of([(*row[:-1], " ".join(map(str, row[-1]))) for row in rows], SETTLED)


def person_ids(session: Session, *, study_id: int) -> dict[int, str]:
    """Return the key of each person of a study by the number that rules name them by."""
    rows = session.exec(select(Rater.id, Rater.key).where(Rater.study_id == study_id, Rater.kind == "human")).all()
    return {one: key for one, key in rows if one is not None}


NUMBERS = {
    "verdict",
    "replicate",
    "attempt",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "latency_ms",
    "score",
    "confidence",
    "version",
    "n",
    "nulls",
    "repeat",
    "note",
}


def frame_of(rows: Any, names: tuple[str, ...]) -> pd.DataFrame:
    """Make a frame in which missing text stays None and a missing number is NaN."""
    told = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    return pd.DataFrame(
        {
            name: pd.Series(list(one), dtype="float64" if name in NUMBERS else object)
            for name, one in zip(names, told, strict=True)
        }
    )
