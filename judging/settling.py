"""The median of several judges on one axis, with the null rule that the benchmark file declares.

Pure: answers and a rule go in, what counts comes out. Half points are kept unless the file says otherwise, and an
answer that there is no score is counted, never turned into a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, NamedTuple

from rubrics.counting import NullRule, Rounding
from rubrics.protocols import Exclude
from rubrics.schema import Benchmark, CrossJudge

NULL_WORDS: dict[NullRule, str] = {
    "more_than_half": "not applicable when more than half of the judges say so",
    "any": "not applicable when any judge says so",
    "all": "not applicable when all judges say so",
}


MEDIAN = "median of the judges"
NOT_ITS_OWN = "median of the judges, in place of the benchmark's own way of settling, which is not applied yet"
EXCLUDED: dict[Exclude, str] = {
    "model": "nobody counts on a response of their own",
    "family": "nobody counts on a response of their own maker",
}


class Settled(NamedTuple):
    """What counts on one axis of one target: a value, not applicable, or none for want of judges.

    `n` is how many judges answered and `nulls` how many of them said not applicable.
    """

    kind: Literal["value", "not_applicable", "none"]
    value: float | None
    n: int
    nulls: int


@dataclass(frozen=True)
class MedianRule:
    """What a benchmark file says on medians.

    `nulls` is None where every axis always applies, `rounding` where half points are kept. `exclude` says which
    judges do not count on a response: its very author, or all of the author's maker. A benchmark that settles in
    another way than by medians has a rule of its own, which is not applied here, and the words say so.
    """

    nulls: NullRule | None
    fewest_judges: int = 1
    rounding: Rounding | None = None
    exclude: Exclude | None = None
    is_the_benchmarks: bool = True

    @property
    def words(self) -> str:
        """The rule in words, as it is stored with each settled score."""
        parts = [MEDIAN if self.is_the_benchmarks else NOT_ITS_OWN]
        if self.exclude is not None:
            parts.append(EXCLUDED[self.exclude])
        if self.nulls is not None:
            parts.append(NULL_WORDS[self.nulls])
        if self.fewest_judges > 1:
            parts.append(f"no score with fewer than {self.fewest_judges} judges")
        parts.append("half points kept" if self.rounding is None else f"rounded ({self.rounding.rule})")
        return "; ".join(parts)


def median_rule(benchmark: Benchmark) -> MedianRule:
    """Read the rule off a benchmark; one whose protocol needs no fewest number of judges is settled from one."""
    protocol = benchmark.protocol
    crossed = protocol if isinstance(protocol, CrossJudge) else None
    return MedianRule(
        nulls=benchmark.nulls.judges if benchmark.nulls else None,
        fewest_judges=crossed.fewest_judges if crossed else 1,
        rounding=benchmark.rounding if "settled" in benchmark.rounding.applies_to else None,
        exclude=crossed.exclude if crossed else None,
        is_the_benchmarks=crossed is not None,
    )


def may_count(rule: MedianRule, *, model: str, family: str, system: str, system_family: str) -> bool:
    """Say whether a judge counts on a response; where a model or maker is not known, the judge does."""
    if rule.exclude == "model":
        return not model or model.casefold() != system.casefold()
    if rule.exclude == "family":
        return not family or family.casefold() != system_family.casefold()
    return True


def settle_by_median(answers: Sequence[float | None], rule: MedianRule) -> Settled:
    """Settle one axis of one target.

    Parameters
    ----------
    answers : sequence of float or None
        One for each judge that answered, on the axis's own scale; None where the judge said not applicable.
        A judge whose reply could not be read, or who was not asked, is not among them.
    rule : MedianRule

    Returns
    -------
    Settled
        `none` when nobody answered, or fewer judges than the rule needs; `not_applicable` by the null rule; else the
        median of the scores.
    """
    scores = [answer for answer in answers if answer is not None]
    n, nulls = len(answers), len(answers) - len(scores)
    if n == 0 or n < rule.fewest_judges:
        return Settled("none", None, n, nulls)
    if _is_null(rule.nulls, n, nulls):
        return Settled("not_applicable", None, n, nulls)
    middle = round(median(scores), 9)
    return Settled("value", rule.rounding.apply(middle) if rule.rounding else middle, n, nulls)


def _is_null(rule: NullRule | None, n: int, nulls: int) -> bool:
    if rule == "more_than_half":
        return nulls * 2 > n
    return nulls > 0 if rule == "any" else nulls == n
