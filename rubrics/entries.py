"""The check of one rater's entries on one target, before anything is stored.

The messages are for the scorer and use the names they see on the screen. A score is never moved to fit: what no
anchor has is refused.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rubrics.axes import Axis, written
from rubrics.schema import Benchmark
from rubrics.words import has_words, unprintable

Kind = Literal["value", "not_applicable", "cannot_assess", "rubric_unclear"]
KINDS: tuple[Kind, ...] = get_args(Kind)
JUDGE_KINDS: tuple[Kind, ...] = ("value", "not_applicable")
LONGEST_WHY = 1000


@dataclass(frozen=True)
class Entry:
    """What a rater says on one axis: a score, or why there is none, and the reason in a sentence.

    ``value`` is on the axis's own scale and None unless the kind is ``value``. ``confidence`` is from 0 to 1, None
    when not stated.
    """

    kind: Kind
    value: float | None
    why: str
    confidence: float | None = None


@dataclass(frozen=True)
class Problem:
    """One thing to put right: the id of the axis it concerns, and what to do in plain words."""

    axis: str
    message: str


def check(benchmark: Benchmark, entries: Mapping[str, Entry]) -> list[Problem]:
    """List everything that keeps a person's entries from being submitted, in the order of the axes.

    Parameters
    ----------
    benchmark : Benchmark
    entries : mapping of axis id to Entry
        As filled in so far; an axis without an entry is reported as missing.

    Returns
    -------
    list of Problem
        Empty when the entries are complete.
    """
    return _check(benchmark, entries, kinds=KINDS)


def check_judge(benchmark: Benchmark, entries: Mapping[str, Entry]) -> list[Problem]:
    """List everything wrong with a judge's entries: as ``check``, but a judge scores or says not applicable."""
    return _check(benchmark, entries, kinds=JUDGE_KINDS)


def _check(benchmark: Benchmark, entries: Mapping[str, Entry], *, kinds: tuple[Kind, ...]) -> list[Problem]:
    problems: list[Problem] = []
    for axis in benchmark.axes:
        entry = entries.get(axis.id)
        if entry is None:
            problems.append(Problem(axis.id, f"{axis.name} has no score yet. Please choose one."))
            continue
        said = [*_kind_and_value(axis, entry, kinds), *_why(benchmark, axis, entry), *_confidence(axis, entry)]
        problems += [Problem(axis.id, message) for message in said]
    known = set(benchmark.axis_ids)
    for axis_id in entries:
        if axis_id not in known:
            names = ", ".join(axis.name for axis in benchmark.axes)
            problems.append(Problem(axis_id, f"{axis_id!r} is not part of this benchmark. Its parts are: {names}."))
    return problems


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _kind_and_value(axis: Axis, entry: Entry, kinds: tuple[Kind, ...]) -> Iterator[str]:
    if entry.kind not in kinds:
        allowed = ", ".join(kind.replace("_", " ") for kind in kinds)
        yield f"{axis.name}: the answer {str(entry.kind)!r} is not one that can be given here. Possible: {allowed}."
    elif entry.kind == "not_applicable" and not axis.may_not_apply:
        yield f"{axis.name} applies to every response, so it cannot be marked as not applicable."
    if entry.kind == "value":
        if entry.value is None:
            yield f"{axis.name} has no score yet. Please choose one."
        elif not _is_number(entry.value) or not axis.allows(entry.value):
            found = written(entry.value) if _is_number(entry.value) else repr(entry.value)
            yield f"{axis.name}: {found} is not one of its scores. Possible: {_possible(axis)}."
    elif entry.value is not None:
        yield f"{axis.name} has both a score and an answer without a score. Please keep only one."


def _possible(axis: Axis) -> str:
    if axis.as_choices:
        return ", ".join(written(value) for value in axis.values())
    steps = "whole numbers" if axis.step == 1 and axis.lowest.is_integer() else f"steps of {written(axis.step)}"
    return f"{steps} from {written(axis.lowest)} to {written(axis.highest)}"


def _reason_is_due(benchmark: Benchmark, axis: Axis, entry: Entry) -> bool:
    people = benchmark.people
    if people.justification in ("always", "never") or entry.kind != "value" or not _is_number(entry.value):
        return people.justification != "never"
    value = entry.value or 0.0
    if people.justification == "extremes":
        return value <= axis.lowest or value >= axis.highest
    return people.justification_below is not None and value < people.justification_below


def _why(benchmark: Benchmark, axis: Axis, entry: Entry) -> Iterator[str]:
    why = entry.why.strip()
    if not has_words(why):
        if _reason_is_due(benchmark, axis, entry):
            yield f"{axis.name} has no reason yet. Please write one sentence, in words, saying why."
        elif why:
            yield f"{axis.name}: the reason has no words in it. Please write it in words, or leave it empty."
    if len(why) > LONGEST_WHY:
        yield f"{axis.name}: the reason has {len(why):,} characters. Please shorten it to {LONGEST_WHY:,} or fewer."
    if hidden := unprintable(why):
        which = ", ".join(hidden)
        yield f"{axis.name}: the reason has a hidden character that cannot be saved ({which}). Please retype it."


def _confidence(axis: Axis, entry: Entry) -> Iterator[str]:
    confidence = entry.confidence
    if confidence is not None and not (_is_number(confidence) and 0 <= confidence <= 1):
        yield f"{axis.name}: how sure you are must lie between 0 and 1; found {confidence!r}."
