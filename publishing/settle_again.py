"""What counts of the judges, settled once more from the verdicts that a release holds: a number like any other.

The rule of a median is repeated here from the benchmark file alone. A score settled in another way is taken as it
stands, and how many are is said.
"""

from statistics import median
from typing import NamedTuple

import pandas as pd

from rubrics.schema import Benchmark

MEDIAN = "median of the judges"
"""How the rule of a settled score begins that is repeated here."""

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


def settle_again(settled: pd.DataFrame, verdict_scores: pd.DataFrame, benchmark: Benchmark) -> SettledAgain:
    """Settle every score again from the verdicts that it names.

    Parameters
    ----------
    settled, verdict_scores : DataFrame
        Tables of a release (`publishing.dictionary`).
    benchmark : Benchmark
        Its rule for nulls, the fewest judges, and rounding.
    """
    said = zip(*(verdict_scores[one].tolist() for one in ("verdict", "axis", "score")), strict=True)
    answers = {(f"{verdict:g}", axis): _number(score) for verdict, axis, score in said}
    given = zip(*(settled[one].tolist() for one in ("axis", "rule", "verdicts", "missing", "score")), strict=True)
    found: list[Outcome] = []
    moved, as_given = [], 0
    for place, (axis, rule, verdicts, missing, score) in enumerate(given):
        was = (missing or None, _number(score))
        now = was
        if str(rule).startswith(MEDIAN):
            names = [(one, axis) for one in str(verdicts or "").split()]
            now = by_median([answers[one] for one in names if one in answers], benchmark)
        else:
            as_given += 1
        found.append(now)
        if now != was:
            moved.append(Moved(place, outcome_text(was), outcome_text(now)))
    missing_again = pd.Series([one[0] for one in found], index=settled.index, dtype=object)
    scores_again = pd.Series([one[1] for one in found], index=settled.index, dtype="float64")
    return SettledAgain(settled.assign(missing=missing_again, score=scores_again), tuple(moved), as_given)


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as people write it: the score, or the word for why there is none."""
    missing, score = outcome
    return str(missing) if score is None else f"{score:g}"


def _number(score: float) -> float | None:
    return None if pd.isna(score) else float(score)


def by_median(heard: list[float | None], benchmark: Benchmark) -> Outcome:
    """Settle one score: not applicable by the benchmark's rule for nulls, else the median of the others.

    Parameters
    ----------
    heard : list of float or None
        What each judge answered that counts; None for not applicable.
    """
    scores = [one for one in heard if one is not None]
    n, nulls = len(heard), len(heard) - len(scores)
    if n == 0 or n < getattr(benchmark.protocol, "fewest_judges", 1):
        return "not_scored", None
    rule = benchmark.nulls.judges if benchmark.nulls else None
    enough = {"more_than_half": nulls * 2 > n, "any": nulls > 0}
    if enough.get(rule or "", nulls == n):
        return "not_applicable", None
    middle = round(median(scores), 9)
    return None, benchmark.rounding.apply(middle) if "settled" in benchmark.rounding.applies_to else middle


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
