"""The pieces protocols are built of: several raters' answers on an axis become what counts, and may lie too far apart.

Not applicable is counted and never turned into a number; an axis a rater left out is no answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Literal, TypeVar

from judging.protocols.terms import AxisScore, Heard, Settings
from rubrics.counting import NullRule, Rounding
from rubrics.gaps import axes_apart
from rubrics.protocols import Exclude
from rubrics.schema import Benchmark, Protocol

How = Literal["median", "mean", "lowest"]
Kind = TypeVar("Kind", bound=Protocol)

NOTHING = AxisScore("none", None, 0, 0)

_COMBINE: dict[How, Callable[[Sequence[float]], float]] = {"median": median, "mean": fmean, "lowest": min}
_NULLS: dict[NullRule, str] = {
    "more_than_half": "not applicable when more than half of the {}s say so",
    "any": "not applicable when any {} says so",
    "all": "not applicable when all {}s say so",
}


@dataclass(frozen=True)
class Counting:
    """How the answers on one axis are counted together.

    `nulls` is None where every axis always applies, `rounding` where half points are kept. With fewer than `fewest`
    answers nothing counts. `rater` is what one of them is called in words.
    """

    how: How
    nulls: NullRule | None = None
    fewest: int = 1
    rounding: Rounding | None = None
    rater: Literal["judge", "scorer"] = "judge"

    @property
    def words(self) -> tuple[str, ...]:
        """The rule in words, part by part, without what is counted."""
        nulls = () if self.nulls is None else (_NULLS[self.nulls].format(self.rater),)
        fewest = (f"no score with fewer than {self.fewest} {self.rater}s",) if self.fewest > 1 else ()
        kept = "half points kept" if self.how == "median" else "not rounded"
        return (*nulls, *fewest, kept if self.rounding is None else f"rounded ({self.rounding.rule})")


def counting(benchmark: Benchmark, how: How, *, fewest: int = 1) -> Counting:
    """Read off the file how judges' answers are counted together."""
    nulls = benchmark.nulls.judges if benchmark.nulls else None
    return Counting(how, nulls, fewest, settled_rounding(benchmark))


def settled_rounding(benchmark: Benchmark) -> Rounding | None:
    """Return the rounding that the file wants for settled scores, None where they stay as they are."""
    rounding = benchmark.rounding
    return rounding if rounding.rule != "none" and "settled" in rounding.applies_to else None


def combine(answers: Mapping[int, float | None], rule: Counting) -> AxisScore:
    """Count the answers on one axis together.

    Parameters
    ----------
    answers : mapping of verdict id to float or None
        On the axis's own scale; None where the rater said not applicable.
    rule : Counting

    Returns
    -------
    AxisScore
        `none` when nobody answered, or fewer than the rule needs; `not_applicable` by the null rule; else the
        median, mean or lowest of the scores, at nine decimals. `n` and `nulls` are counted in each case.
    """
    scores = [answer for answer in answers.values() if answer is not None]
    n, nulls, ids = len(answers), len(answers) - len(scores), tuple(sorted(answers))
    if n == 0 or n < rule.fewest:
        return AxisScore("none", None, n, nulls, ids)
    if _is_null(rule.nulls, n, nulls):
        return AxisScore("not_applicable", None, n, nulls, ids)
    value = round(float(_COMBINE[rule.how](scores)), 9)
    return AxisScore("value", rule.rounding.apply(value) if rule.rounding else value, n, nulls, ids)


def _is_null(rule: NullRule | None, n: int, nulls: int) -> bool:
    if rule == "more_than_half":
        return nulls * 2 > n
    return nulls > 0 if rule == "any" else nulls == n


def by_axis(benchmark: Benchmark, verdicts: Sequence[Heard], rule: Counting) -> dict[str, AxisScore]:
    """Count the verdicts together, axis by axis."""
    return {
        axis: combine({one.id: one.scores[axis] for one in verdicts if axis in one.scores}, rule)
        for axis in benchmark.axis_ids
    }


def nothing(benchmark: Benchmark) -> dict[str, AxisScore]:
    """Say of every axis that there is no score."""
    return dict.fromkeys(benchmark.axis_ids, NOTHING)


def far_apart(verdicts: Sequence[Heard], axes: Sequence[str], gap: float) -> tuple[str, ...]:
    """Return the axes on which two of the verdicts differ by at least the gap, as `rubrics.gaps` says."""
    return axes_apart([one.scores for one in verdicts], axes, gap)


def protocol_of(settings: Settings, kind: type[Kind]) -> Kind:
    """Return the protocol's settings from the file.

    Raises
    ------
    TypeError
        If the file has a protocol of another kind.
    """
    protocol = settings.benchmark.protocol
    if not isinstance(protocol, kind):
        raise TypeError(f"{settings.benchmark.id}: the protocol is {protocol.kind!r}; {kind.__name__} is needed here")
    return protocol


def excluded(settings: Settings) -> Exclude:
    """Return who may not judge: as the run says, else as the file does."""
    return settings.exclude or settings.benchmark.protocol.exclude
