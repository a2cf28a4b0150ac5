"""Scores from files entering a study: people's as sheets, judges' as verdicts, each rater's whole answer at once.

The same scores again add nothing; other scores for a rater and target that have some already are refused, and then
nothing at all is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session

from blinding.labels import is_person_label, person_label
from rubrics.entries import JUDGE_KINDS, KINDS, Entry
from rubrics.schema import Benchmark
from store import benchmarks, events, score_rows
from store.engine import StoreError
from store.studies import locked, the_id
from store.tables import Study


@dataclass(frozen=True)
class NewAnswer:
    """What one rater said of one target in a file: an entry for each axis the file has.

    A person is stored under a label made of the name, so that the name leaves in no export; the label itself, from
    an export, is known again.
    """

    rater: str
    kind: str
    label: str
    module: str
    entries: Mapping[str, Entry]
    family: str = ""
    model: str = ""
    invented: bool = False


class _Fresh(NamedTuple):
    """An answer that is new, the key of its rater, and the id of its target."""

    answer: NewAnswer
    rater: str
    target_id: int


def take_scores(
    session: Session,
    *,
    study_id: int,
    answers: Sequence[NewAnswer],
    source: str,
    by: int | None,
    now: datetime,
) -> int:
    """Store answers that are new and return how many.

    Raises
    ------
    StoreError
        With every problem at once; nothing is stored then. A study already sealed, a response or axis that is not
        in it, a score the axis does not have, a name that is a person here and a judge there, or an answer that is
        there (in the study, or twice among these) with other scores.
    """
    study = locked(session, study_id)
    if study.state not in ("draft", "open"):
        raise StoreError(f"the study is {study.state}; scores come in before it is sealed")
    problems: list[str] = []
    fresh = _new(session, study, answers, problems)
    if problems:
        raise StoreError(*dict.fromkeys(problems))
    if not fresh:
        return 0
    raters = _raters(session, study_id, fresh, now)
    keep = score_rows.Keep(study_id=the_id(study), benchmark_hash=study.benchmark_hash, source=source, now=now)
    for kind, store in (("llm", keep.verdicts), ("human", keep.sheets)):
        mine = [one for one in fresh if one.answer.kind == kind]
        store(session, [(raters[one.rater], one.target_id, one.answer.entries) for one in mine])
    details: events.Details = {"answers": len(fresh), "source": source}
    events.append(session, study_id=study_id, rater_id=by, act="imported scores", details=details, now=now)
    return len(fresh)


def _new(session: Session, study: Study, answers: Sequence[NewAnswer], problems: list[str]) -> list[_Fresh]:
    """Return the answers that are not there yet, and add whatever is wrong with any of them to the problems."""
    study_id = the_id(study)
    benchmark = benchmarks.of_study(session, study_id=study_id)
    targets = score_rows.targets(session, study_id=study_id)
    kinds = score_rows.rater_kinds(session, study_id=study_id)
    there = score_rows.said(session, study_id=study_id)
    fresh = []
    for answer in answers:
        problems += _unsound(benchmark, answer)
        label = person_label(study.label_secret, name=answer.rater)
        if {kinds.get(answer.rater), kinds.get(label), answer.kind} >= {"human", "llm"}:
            problems.append(f"{answer.rater!r} is both a person and an LLM judge; each needs a name of its own")
        named = answer.kind == "human" and not is_person_label(answer.rater)
        rater = label if named else answer.rater
        kinds.setdefault(rater, answer.kind)
        target_id = targets.get((answer.label, answer.module))
        if target_id is None:
            problems.append(f"response {answer.label!r} under {answer.module!r} is not in this study")
            continue
        now_said = {axis: score_rows.Said.of(entry) for axis, entry in answer.entries.items()}
        key = (rater, target_id)
        if key not in there:
            there[key] = now_said
            fresh.append(_Fresh(answer, rater, target_id))
        elif there[key] != now_said:
            problems.append(f"{answer.rater} has already scored {answer.label}, with other scores")
    return fresh


def _unsound(benchmark: Benchmark, answer: NewAnswer) -> Iterator[str]:
    """Say what no sheet or verdict of this benchmark can hold; the file's own reader says it with row and column."""
    where = f"{answer.rater!r} on {answer.label!r}"
    if answer.kind not in ("human", "llm"):
        yield f"{where}: a rater is 'human' or 'llm'; found {answer.kind!r}"
    if not answer.rater.strip() or not answer.entries:
        yield f"{where}: a rater's name and at least one score are needed"
    kinds = JUDGE_KINDS if answer.kind == "llm" else KINDS
    for axis_id, entry in answer.entries.items():
        if axis_id not in benchmark.axis_ids:
            yield f"{where}: {axis_id!r} is not one of the axes {', '.join(benchmark.axis_ids)}"
            continue
        axis = benchmark.axis(axis_id)
        if entry.kind not in kinds or (entry.kind == "not_applicable" and not axis.may_not_apply):
            yield f"{where}, {axis_id}: {entry.kind!r} cannot be said here"
        if entry.kind == "value" and (entry.value is None or not axis.allows(entry.value)):
            yield f"{where}, {axis_id}: {entry.value!r} is not one of its scores"
        if entry.kind != "value" and entry.value is not None:
            yield f"{where}, {axis_id}: both {entry.kind!r} and a score"


def _raters(session: Session, study_id: int, fresh: Sequence[_Fresh], now: datetime) -> dict[str, int]:
    return {
        one.rater: score_rows.rater(
            session,
            study_id=study_id,
            key=one.rater,
            name=one.answer.rater,
            kind=one.answer.kind,
            now=now,
            family=one.answer.family,
            model=one.answer.model,
            invented=one.answer.invented,
        )
        for one in {one.rater: one for one in reversed(fresh)}.values()
    }
