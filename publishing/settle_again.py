"""What counts of the judges, settled once more from the verdicts that a release holds: a number like any other.

Each settled score names the verdicts that count and says by which rule; the rule is repeated here from the benchmark
file alone. Which verdicts count is the protocol's choice and taken as it stands, but each must be of that very response
and standpoint. A score settled in a way that is not known here is taken as it stands, and how many are is said.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, median
from typing import NamedTuple

import pandas as pd

from rubrics.schema import Benchmark

Outcome = tuple[str | None, float | None]
"""Why there is no score, and the score; one of them is None."""


class Moved(NamedTuple):
    """A settled score that comes out otherwise: its place in the table, and both outcomes as text."""

    place: int
    was: str
    now: str


class SettledAgain(NamedTuple):
    """The table settled again, what came out otherwise, and how many rows have a rule that is not repeated here."""

    table: pd.DataFrame
    moved: tuple[Moved, ...]
    as_given: int


class _How(NamedTuple):
    """How several answers become one, and how few are too few."""

    combine: Callable[[Sequence[float]], float]
    fewest: Callable[[Benchmark], int]


def _fewest_judges(benchmark: Benchmark) -> int:
    return int(getattr(benchmark.protocol, "fewest_judges", 1))


_ONE = _How(fmean, lambda _: 1)
HOW: Mapping[str, _How] = {
    "median of the judges": _How(median, _fewest_judges),
    "the lower score of the first and a second, adversarial judge": _How(min, lambda _: 2),
    "the mean of the primary judge's and the auditor's scores": _ONE,
    "the first judge's score": _ONE,
    "the primary judge's score": _ONE,
    "the auditor's score": _ONE,
    "the adjudicator's score": _ONE,
}
"""By how the rule of a settled score begins. A mean of one score is that score."""

EMPTY_ANSWER = "an empty answer gets "


def settle_again(
    settled: pd.DataFrame, verdicts: pd.DataFrame, verdict_scores: pd.DataFrame, benchmark: Benchmark
) -> SettledAgain:
    """Settle every score again from the verdicts that it names.

    Parameters
    ----------
    settled, verdicts, verdict_scores : DataFrame
        Tables of a release (`publishing.dictionary`).
    benchmark : Benchmark
        Its rule for nulls, the fewest judges, rounding, and what an empty answer scores.
    """
    columns = (verdicts[one].tolist() for one in ("verdict", "response", "module"))
    homes = {f"{verdict:g}": home for verdict, *home in zip(*columns, strict=True)}
    said = zip(*(verdict_scores[one].tolist() for one in ("verdict", "axis", "score")), strict=True)
    answers = {(*homes.get(f"{one:g}", ()), f"{one:g}", axis): _number(score) for one, axis, score in said}
    names = ("response", "module", "axis", "rule", "verdicts", "missing", "score")
    found: list[Outcome] = []
    moved, as_given = [], 0
    for place, row in enumerate(zip(*(settled[one].tolist() for one in names), strict=True)):
        response, module, axis, rule, named, missing, score = row
        was = (missing or None, _number(score))
        keys = [(response, module, one, axis) for one in str(named or "").split()]
        now = by_rule(str(rule), [answers[one] for one in keys if one in answers], benchmark)
        as_given += now is None
        found.append(now or was)
        if now not in (None, was):
            moved.append(Moved(place, outcome_text(was), outcome_text(now or was)))
    missing_again = pd.Series([one[0] for one in found], index=settled.index, dtype=object)
    scores_again = pd.Series([one[1] for one in found], index=settled.index, dtype="float64")
    return SettledAgain(settled.assign(missing=missing_again, score=scores_again), tuple(moved), as_given)


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as people write it: the score, or the word for why there is none."""
    missing, score = outcome
    return str(missing) if score is None else f"{score:g}"


def _number(score: float) -> float | None:
    return None if pd.isna(score) else float(score)


def by_rule(rule: str, heard: Sequence[float | None], benchmark: Benchmark) -> Outcome | None:
    """Settle one score: not applicable by the benchmark's rule for nulls, else what the rule makes of the others.

    Parameters
    ----------
    rule : str
        As the release has it, in words.
    heard : sequence of float or None
        What each verdict that counts says on the axis; None for not applicable.
    benchmark : Benchmark

    Returns
    -------
    Outcome or None
        None for a rule that is not known here.
    """
    if rule.startswith(EMPTY_ANSWER):
        empty = getattr(benchmark.protocol, "empty_answer_scores", None)
        return None if empty is None else (None, float(empty))
    how = next((one for words, one in HOW.items() if rule.startswith(words)), None)
    if how is None:
        return None
    scores = [one for one in heard if one is not None]
    n, nulls = len(heard), len(heard) - len(scores)
    if n == 0 or n < how.fewest(benchmark):
        return "not_scored", None
    null_rule = benchmark.nulls.judges if benchmark.nulls else None
    enough = {"more_than_half": nulls * 2 > n, "any": nulls > 0}
    if enough.get(null_rule or "", nulls == n):
        return "not_applicable", None
    combined = round(float(how.combine(scores)), 9)
    return None, benchmark.rounding.apply(combined) if "settled" in benchmark.rounding.applies_to else combined


def contradictions(scores: pd.DataFrame, verdicts: pd.DataFrame, verdict_scores: pd.DataFrame) -> list[str]:
    """Say where a judge's score in force is not the one of the judge's verdict in force.

    Parameters
    ----------
    scores, verdicts, verdict_scores : DataFrame
        Tables of a release (`publishing.dictionary`).
    """
    counting = verdicts[verdicts["counts"]]
    said = verdict_scores.merge(counting[["verdict", "response", "module", "judge"]], on="verdict")
    said = said.rename(columns={"judge": "rater"})
    keys = ["response", "module", "rater", "axis"]
    judges = scores[scores["rater_kind"] == "llm"]
    beside = judges.merge(said[[*keys, "score", "missing"]], on=keys, how="inner", suffixes=("", "_said"))
    columns = zip(
        *(beside[one].tolist() for one in (*keys, "score", "missing", "score_said", "missing_said")), strict=True
    )
    found = []
    for *key, score, missing, score_said, missing_said in columns:
        one, other = outcome_text((missing, _number(score))), outcome_text((missing_said, _number(score_said)))
        if one != other:
            found.append(
                f"response {key[0]}, module {key[1]}, judge {key[2]}, axis {key[3]}: "
                f"scores has {one}, the verdict {other}"
            )
    return found
