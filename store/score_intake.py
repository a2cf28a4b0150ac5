"""Scores from files entering a study: people's as sheets, judges' as verdicts, each rater's whole answer at once.

The same scores again add nothing; other scores for a rater and target that have some already are refused, and then
nothing at all is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session

from blinding.labels import is_person_label, person_label
from rubrics.entries import Entry
from store import adjudicating, benchmarks, events, score_rows
from store.answer_check import AnswerCheck, first_of
from store.engine import StoreError
from store.many_rows import without_collecting
from store.studies import locked, the_id
from store.tables import Study


@dataclass(frozen=True)
class NewAnswer:
    """What one rater said of one target in a file: an entry for each axis the file has.

    A person is stored under a label made of the name, so that the name leaves in no export; the label itself, from
    an export, is known again. `stage` is which of several readings a judge's answer is; empty where that is not said.
    """

    rater: str
    kind: str
    label: str
    module: str
    entries: Mapping[str, Entry]
    family: str = ""
    model: str = ""
    invented: bool = False
    stage: str = ""


class _Fresh(NamedTuple):
    """An answer that is new, the key of its rater, and the id of its target."""

    answer: NewAnswer
    rater: str
    target_id: int


@without_collecting()
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
        raise StoreError(*first_of(problems))
    if not fresh:
        return 0
    raters = _raters(session, study_id, fresh, now)
    keep = score_rows.Keep(study_id=the_id(study), benchmark_hash=study.benchmark_hash, source=source, now=now)
    for kind, store in (("llm", keep.verdicts), ("human", keep.sheets)):
        mine = [one for one in fresh if one.answer.kind == kind]
        store(session, [(raters[one.rater], one.target_id, one.answer.entries, one.answer.stage) for one in mine])
    details: events.Details = {"answers": len(fresh), "source": source}
    events.append(session, study_id=study_id, rater_id=by, act="imported scores", details=details, now=now)
    adjudicating.follow_all(session, study_id=study_id, now=now)
    return len(fresh)


def _new(session: Session, study: Study, answers: Sequence[NewAnswer], problems: list[str]) -> list[_Fresh]:
    """Return the answers that are not there yet, and add whatever is wrong with any of them to the problems."""
    study_id = the_id(study)
    check = AnswerCheck(benchmarks.of_study(session, study_id=study_id))
    targets = score_rows.targets(session, study_id=study_id)
    kinds = score_rows.rater_kinds(session, study_id=study_id)
    there = score_rows.said(session, study_id=study_id)
    adjudicating = score_rows.adjudicating(session, study_id=study_id)
    # Answers that are new are only compared with one another: what they say is laid out when one comes up again.
    new: dict[tuple[str, int], NewAnswer] = {}
    keys: dict[tuple[str, str], str] = {}
    for answer in answers:
        problems += check.problems(answer.rater, answer.kind, answer.label, answer.entries)
        problems += check.stage_problems(answer.rater, answer.kind, answer.label, answer.stage)
        rater = keys.get((answer.rater, answer.kind))
        if rater is None:
            rater = keys[answer.rater, answer.kind] = _key(study, answer, kinds, problems)
        target_id = targets.get((answer.label, answer.module))
        if target_id is None:
            problems.append(f"response {answer.label!r} under {answer.module!r} is not in this study")
            continue
        key = (rater, target_id)
        if key in adjudicating:
            problems.append(f"{answer.rater} settles {answer.label} between two others, and cannot be one of the two")
            continue
        before = _said(new[key]) if key in new else there.get(key)
        if before is None:
            new[key] = answer
        elif before != _said(answer):
            problems.append(f"{answer.rater} has already scored {answer.label}, with other scores")
    return [_Fresh(answer, rater, target_id) for (rater, target_id), answer in new.items()]


def _said(answer: NewAnswer) -> dict[str, score_rows.Said]:
    return {axis: score_rows.Said.of(entry) for axis, entry in answer.entries.items()}


def _key(study: Study, answer: NewAnswer, kinds: dict[str, str], problems: list[str]) -> str:
    """Return the key of an answer's rater; a person who is named in a file goes by a label made of the name."""
    label = person_label(study.label_secret, name=answer.rater)
    if {kinds.get(answer.rater), kinds.get(label), answer.kind} >= {"human", "llm"}:
        problems.append(f"{answer.rater!r} is both a person and an LLM judge; each needs a name of its own")
    named = answer.kind == "human" and not is_person_label(answer.rater)
    rater = label if named else answer.rater
    kinds.setdefault(rater, answer.kind)
    return rater


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
