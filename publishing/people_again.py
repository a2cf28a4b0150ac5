"""What counts of the people, settled once more from the scores that a release holds, by the benchmark's file alone."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median

import pandas as pd

from publishing.settle_again import Outcome, outcome_text
from rubrics.gaps import axes_apart
from rubrics.schema import Benchmark

Answers = dict[str, float | None]
"""One person's answers on a target by axis, None for not applicable; what could not be assessed is none."""


def people_again(tables: Mapping[str, pd.DataFrame], benchmark: Benchmark) -> list[str]:
    """Say which settled scores of people do not follow from the people's scores and the adjudicators' final ones.

    Parameters
    ----------
    tables : mapping of name to DataFrame
        Tables of a release (`publishing.dictionary`); nothing is said where people's scores are not settled.
    benchmark : Benchmark
        Its rules for people: how many, the gap, what counts after it, nulls, and rounding.
    """
    if "people_settled" not in tables:
        return []
    scores = tables["scores"]
    first = _answers(scores[scores["rater_kind"] == "human"])
    adjudicated = tables.get("adjudications")
    final = {} if adjudicated is None else _answers(adjudicated[adjudicated["stage"] == "final"])
    return [*_differing(tables["people_settled"], first, final, benchmark)]


def _differing(
    settled: pd.DataFrame,
    first: Mapping[tuple[str, str], Sequence[Answers]],
    final: Mapping[tuple[str, str], Sequence[Answers]],
    benchmark: Benchmark,
) -> Iterator[str]:
    names = ("response", "module", "axis", "missing", "score")
    for response, module, axis, missing, score in zip(*(settled[one].tolist() for one in names), strict=True):
        target = (response, module)
        was = (missing or None, None if pd.isna(score) else float(score))
        now = settle(first.get(target, ()), final.get(target, ()), axis, benchmark)
        if was != now:
            said = f"the bundle says {outcome_text(was)}; the people's scores give {outcome_text(now)}"
            yield f"response {response}, module {module}, axis {axis}, people: {said}"


def _answers(scores: pd.DataFrame) -> dict[tuple[str, str], list[Answers]]:
    """Return each person's answers by response and module; who has said nothing on a target is not there."""
    names = ("response", "module", "rater", "axis", "score", "missing")
    people: dict[tuple[str, str, str], Answers] = {}
    for *key, axis, score, missing in zip(*(scores[one].tolist() for one in names), strict=True):
        if missing != "not_scored":
            answers = people.setdefault((key[0], key[1], key[2]), {})
            if not missing or missing == "not_applicable":
                answers[axis] = None if pd.isna(score) else float(score)
    found: dict[tuple[str, str], list[Answers]] = {}
    for (response, module, _), answers in people.items():
        found.setdefault((response, module), []).append(answers)
    return found


def settle(first: Sequence[Answers], final: Sequence[Answers], axis: str, benchmark: Benchmark) -> Outcome:
    """Settle one axis of one target: too few people give no score, and after a gap the adjudicator's final one counts.

    Parameters
    ----------
    first, final : sequence of Answers
        What people scored without sight of each other; what an adjudicator concluded, at most one.
    """
    people = benchmark.people
    if len(first) < people.scorers_per_target:
        return "not_scored", None
    if final and axes_apart(first, benchmark.axis_ids, people.human_gap):
        if people.third_score == "replaces":
            return _combine(final[:1], axis, "mean", benchmark)
        return _combine([*first, *final[:1]], axis, "median", benchmark)
    return _combine(first, axis, people.settle, benchmark)


def _combine(answers: Sequence[Answers], axis: str, how: str, benchmark: Benchmark) -> Outcome:
    heard = [one[axis] for one in answers if axis in one]
    scores = [one for one in heard if one is not None]
    n, nulls = len(heard), len(heard) - len(scores)
    if n == 0:
        return "not_scored", None
    rule = benchmark.nulls.people if benchmark.nulls else None
    enough = {"more_than_half": nulls * 2 > n, "any": nulls > 0}
    if enough.get(rule or "", nulls == n):
        return "not_applicable", None
    value = round(median(scores) if how == "median" else fmean(scores), 9)
    rounding = benchmark.rounding
    applies = rounding.rule != "none" and "settled" in rounding.applies_to
    return None, rounding.apply(value) if applies else value
