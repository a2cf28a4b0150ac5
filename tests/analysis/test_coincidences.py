"""Alpha in closed form is Krippendorff's alpha, whole sample, draw by draw, and by either route."""

import math

import krippendorff
import numpy as np
import pytest

from analysis import coincidences
from analysis.coincidences import LEVELS, Level, alpha, alpha_kernel, meetings
from analysis.kernels import distinct_rows, leave_one_out
from analysis.resampling import Columns, Plan, sums
from analysis.scales import Floats
from blinding.resamples import resamples

NAN = math.nan
PLAN = Plan("a seed", draws=20)


def invented(units: int, raters: int, values: int, missing: float) -> Floats:
    """Draw related scores of some raters, some of them missing."""
    chance = np.random.default_rng(units * raters * values)
    quality = chance.integers(0, values, (units, 1))
    scores: Floats = np.clip(quality + chance.integers(-1, 2, (units, raters)), 0, values - 1).astype(float)
    scores[chance.random(scores.shape) < missing] = NAN
    return scores


def by_package(scores: Floats, level: Level) -> float:
    return float(krippendorff.alpha(reliability_data=scores.T, level_of_measurement=level))


def test_by_hand() -> None:
    # Responses (0,0) (1,1) (2,2) (0,1) (1,2): 10 scores, n0 = 3, n1 = 4, n2 = 3. Disagreeing pairs: 4 of 10.
    # Nominal: expected 2 * (12 + 9 + 12) / 90; alpha = 1 - .4 / (66 / 90) = .454545.
    # Interval: expected (2 * 12 + 2 * 12 + 2 * 9 * 4) / 90 = 120 / 90; alpha = 1 - .4 / (120 / 90) = .7.
    found = alpha(np.array([[0, 0], [1, 1], [2, 2], [0, 1], [1, 2]], dtype=float))
    assert found["nominal"] == pytest.approx(1 - 0.4 * 90 / 66)
    assert found["interval"] == pytest.approx(0.7)
    assert found["ordinal"] == pytest.approx(0.7)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("units", "raters", "values", "missing"), [(20, 2, 4, 0), (30, 5, 4, 0.3), (40, 3, 101, 0.2)])
def test_the_package_gives_the_same(units: int, raters: int, values: int, missing: float, level: Level) -> None:
    scores = invented(units, raters, values, missing)
    assert alpha(scores)[level] == pytest.approx(by_package(scores, level), rel=1e-12)


@pytest.mark.parametrize("cells", [300, 0])
@pytest.mark.parametrize(("raters", "values"), [(2, 4), (4, 4), (3, 30)])
def test_every_draw_is_the_alpha_of_that_draw(
    monkeypatch: pytest.MonkeyPatch, cells: int, raters: int, values: int
) -> None:
    monkeypatch.setattr(coincidences, "CELLS", cells)
    scores = invented(25, raters, values, 0.15)
    kernel = alpha_kernel(scores)
    assert kernel is not None
    drawn = kernel.compute(sums([Columns(kernel.columns)], PLAN)[0])
    block = next(resamples(25, PLAN.draws, seed=PLAN.seed, purpose=PLAN.purpose))
    counts = block.counts.transpose(1, 0, 2).reshape(25, -1)[:, block.used]
    for draw in range(PLAN.draws):
        again = np.repeat(scores, counts[:, draw], axis=0)
        for level in LEVELS:
            assert drawn[level][draw] == pytest.approx(by_package(again, level), rel=1e-10)


@pytest.mark.parametrize("cells", [300, 0])
def test_leaving_out_a_unit_is_the_alpha_of_the_others(monkeypatch: pytest.MonkeyPatch, cells: int) -> None:
    monkeypatch.setattr(coincidences, "CELLS", cells)
    scores = invented(12, 3, 4, 0.3)
    kernel = alpha_kernel(scores)
    assert kernel is not None
    left_out = leave_one_out(kernel, distinct_rows(scores))["ordinal"]
    used = np.flatnonzero((~np.isnan(scores)).sum(axis=1) >= 2)
    assert len(left_out.values) == len(used)
    for value, unit in zip(left_out.values, used, strict=True):
        assert value == pytest.approx(by_package(np.delete(scores, unit, axis=0), "ordinal"), rel=1e-12)


def test_many_values_on_many_units_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coincidences, "CELLS", 0)
    monkeypatch.setattr(coincidences, "UNITS", 10)
    assert alpha_kernel(invented(30, 2, 30, 0)) is None


def test_nothing_pairable_and_nothing_that_varies_are_undefined() -> None:
    for scores in (np.full((4, 2), NAN), np.array([[1, NAN], [NAN, 2]]), np.ones((5, 3)), np.zeros((0, 2))):
        assert all(math.isnan(value) for value in alpha(scores).values())


def test_values_that_differ_by_rounding_noise_are_the_same_value() -> None:
    met = meetings(np.array([[0.1 + 0.2, 0.3], [1.0, 1.0]]))
    assert met.values.tolist() == [0.3, 1.0]


def test_a_single_rating_of_a_unit_meets_nobody() -> None:
    scores = np.array([[0, 0, NAN], [1, NAN, NAN], [2, 1, 2]], dtype=float)
    met = meetings(scores)
    assert set(met.unit.tolist()) == {0, 2}
    # Weights 1 / (m - 1) times 2: the pair of the first unit 2 * 2, the three of the last 2 * 1, 1 and 1.
    assert met.times == 2
    assert sorted(met.weight.tolist()) == [1, 1, 2, 4]
