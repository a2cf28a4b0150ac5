"""Every value, jackknife value and draw of a pair is SciPy's on the same scores."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from analysis import pair_sums
from analysis.kernels import Kernel, distinct_rows, drawn, leave_one_out, value
from analysis.pair_sums import moments, ranks
from analysis.resampling import Plan
from analysis.scales import Floats
from blinding.resamples import resamples

PLAN = Plan("a seed", draws=30)
CHANCE = np.random.default_rng(5)
FIRST = CHANCE.integers(0, 7, 18) / 2
SECOND = np.clip(FIRST + CHANCE.integers(-2, 3, 18) / 2, 0, 3)
FIRST[4] = SECOND[11] = math.nan
ROWS = distinct_rows(FIRST[:, None])

PUBLIC: dict[str, Callable[[Floats, Floats], float]] = {
    "pearson": lambda x, y: float(stats.pearsonr(x, y).statistic),
    "spearman": lambda x, y: float(stats.spearmanr(x, y).statistic),
    "kendall": lambda x, y: float(stats.kendalltau(x, y).statistic),
    "concordance": lambda x, y: float(1 - ((x - y) ** 2).mean() / (x.var() + y.var() + (x.mean() - y.mean()) ** 2)),
    "bias": lambda x, y: float((y - x).mean()),
    "mae": lambda x, y: float(np.abs(y - x).mean()),
    "exact": lambda x, y: float((x == y).mean()),
    "within_one": lambda x, y: float((np.abs(x - y) <= 1).mean()),
}


def kernel_of(name: str, first: Floats = FIRST, second: Floats = SECOND) -> Kernel:
    kernel = ranks(first, second) if name in {"spearman", "kendall"} else moments(first, second)
    assert kernel is not None
    return kernel


def public(name: str, index: npt.NDArray[np.intp]) -> float:
    first, second = FIRST[index], SECOND[index]
    both = ~(np.isnan(first) | np.isnan(second))
    return PUBLIC[name](first[both], second[both])


@pytest.mark.parametrize("name", PUBLIC)
def test_the_value_is_the_public_one(name: str) -> None:
    assert value(kernel_of(name), ROWS)[name] == pytest.approx(public(name, np.arange(18)), rel=1e-12)


@pytest.mark.parametrize("name", PUBLIC)
def test_leaving_out_one_response_is_the_public_value_of_the_others(name: str) -> None:
    found = leave_one_out(kernel_of(name), ROWS)[name].values
    used = [unit for unit in range(18) if unit not in (4, 11)]
    assert len(found) == 16
    for value_, unit in zip(found, used, strict=True):
        assert value_ == pytest.approx(public(name, np.delete(np.arange(18), unit)), rel=1e-11)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_draw_is_the_public_value_of_the_drawn_responses(name: str) -> None:
    found = drawn([({"it": kernel_of(name)}, ROWS)], PLAN)[0]["it"][name]
    block = next(resamples(18, PLAN.draws, seed=PLAN.seed, purpose=PLAN.purpose))
    counts = block.counts.transpose(1, 0, 2).reshape(18, -1)[:, block.used]
    for draw in range(PLAN.draws):
        assert found[draw] == pytest.approx(public(name, np.repeat(np.arange(18), counts[:, draw])), rel=1e-11)


def test_a_side_that_does_not_vary_is_undefined_and_not_zero() -> None:
    steady, varied = np.full(6, 2.0), np.array([0.0, 1, 2, 3, 1, 2])
    for first, second in ((steady, varied), (varied, steady), (steady, steady)):
        for name in ("pearson", "spearman", "kendall", "concordance"):
            assert math.isnan(value(kernel_of(name, first, second), distinct_rows(first[:, None]))[name])


def test_too_many_different_pairs_of_values_are_not_ranked_draw_by_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_sums, "CELLS", 5)
    assert ranks(FIRST, SECOND) is None
    assert ranks(np.full(3, math.nan), np.ones(3)) is None


def test_scores_without_a_common_denominator_are_taken_to_a_millionth() -> None:
    first, second = np.sqrt(np.arange(1.0, 9)), np.log(np.arange(2.0, 10))
    found = value(moments(first, second), distinct_rows(first[:, None]))
    for name in ("pearson", "concordance", "bias", "mae"):
        assert found[name] == pytest.approx(PUBLIC[name](first, second), abs=2e-6)
