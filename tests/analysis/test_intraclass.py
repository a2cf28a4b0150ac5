"""Intraclass correlations by mean squares and by REML: by hand, and against a likelihood with full matrices."""

import math

import numpy as np
import pytest
from scipy import optimize

from analysis.intraclass import FORMS, f_tests, intraclass, mean_squares, unit_sums
from analysis.reliability import intraclass_figures, intraclass_kernel
from analysis.reml import Variances, variances
from analysis.resampling import Plan
from analysis.scales import Floats

NAN = math.nan
PLAN = Plan("a seed")


def squares_of(scores: Floats) -> dict[str, float]:
    return {
        form: float(found[0])
        for form, found in intraclass(mean_squares(unit_sums(scores).sum(axis=1, keepdims=True))).items()
    }


def test_by_hand() -> None:
    # Units (1, 2) (2, 4) (5, 4): means 1.5 3 4.5, grand 3; raters 8/3 and 10/3. Sums of squares: between units
    # 2 * (2.25 + 0 + 2.25) = 9, raters 3 * 2 / 9 = 2/3, within .5 + 2 + .5 = 3, rest 7/3.
    # R = 4.5, C = 2/3, E = 7/6, W = 1.
    found = squares_of(np.array([[1, 2], [2, 4], [5, 4]], dtype=float))
    assert found["ICC(1,1)"] == pytest.approx((4.5 - 1) / (4.5 + 1))
    assert found["ICC(1,k)"] == pytest.approx((4.5 - 1) / 4.5)
    assert found["ICC(C,1)"] == pytest.approx((4.5 - 7 / 6) / (4.5 + 7 / 6))
    assert found["ICC(C,k)"] == pytest.approx((4.5 - 7 / 6) / 4.5)
    agreement = 4.5 + 7 / 6 + 2 * (2 / 3 - 7 / 6) / 3
    assert found["ICC(A,1)"] == pytest.approx((4.5 - 7 / 6) / agreement)
    assert found["ICC(A,k)"] == pytest.approx((4.5 - 7 / 6) / (4.5 + (2 / 3 - 7 / 6) / 3))


def test_a_stricter_rater_lowers_agreement_and_leaves_consistency() -> None:
    scores = np.array([[0, 0], [1, 1], [3, 2], [2, 3], [1, 2]], dtype=float)
    plain, stricter = squares_of(scores), squares_of(scores + np.array([0, 2]))
    assert stricter["ICC(C,1)"] == pytest.approx(plain["ICC(C,1)"])
    assert stricter["ICC(A,1)"] < plain["ICC(A,1)"] - 0.1


def test_the_f_test_by_hand() -> None:
    squares = mean_squares(unit_sums(np.array([[1, 2], [2, 4], [5, 4]], dtype=float)).sum(axis=1, keepdims=True))
    test = f_tests(squares, level=0.95)["ICC(C,1)"]
    assert test[:3] == pytest.approx((4.5 / (7 / 6), 2, 2))
    # F(2, 2) has the closed form P(F > f) = 1 / (1 + f).
    assert test.p == pytest.approx(1 / (1 + 4.5 / (7 / 6)))


def test_units_with_a_missing_score_are_no_part_of_mean_squares() -> None:
    scores = np.array([[1, 2], [2, 4], [NAN, 3], [5, 4]])
    assert squares_of(scores)["ICC(A,1)"] == pytest.approx(squares_of(scores[[0, 1, 3]])["ICC(A,1)"])
    assert intraclass_kernel(scores) is None


def dense(scores: Floats, guess: Variances) -> float:
    """Twice the negative restricted log likelihood with full matrices, up to a constant."""
    unit, rater = np.nonzero(~np.isnan(scores))
    y = scores[unit, rater]
    same = [np.equal.outer(index, index).astype(float) for index in (unit, rater)]
    inverse = np.linalg.inv(cover := guess.unit * same[0] + guess.rater * same[1] + guess.rest * np.eye(len(y)))
    ones = inverse.sum()
    rest = y - (inverse @ y).sum() / ones
    return float(np.linalg.slogdet(cover)[1] + np.log(ones) + rest @ inverse @ rest)


def with_holes(units: int, raters: int, missing: float, seed: int) -> Floats:
    chance = np.random.default_rng(seed)
    effects = chance.normal(size=(units, 1)) + 0.4 * chance.normal(size=(1, raters))
    scores = np.round(1.5 + effects + 0.7 * chance.normal(size=(units, raters))).clip(0, 3)
    scores[chance.random(scores.shape) < missing] = NAN
    return scores


@pytest.mark.parametrize(("units", "raters", "missing", "seed"), [(15, 2, 0.2, 1), (20, 4, 0.3, 2), (25, 9, 0.7, 3)])
def test_reml_is_the_maximum_of_the_likelihood(units: int, raters: int, missing: float, seed: int) -> None:
    scores = with_holes(units, raters, missing, seed)
    found = variances(scores)
    start = np.log([0.5, 0.2, 0.5])
    search = {"fatol": 1e-12, "xatol": 1e-9, "maxiter": 4000}

    def by_logarithms(at: Floats) -> float:
        return dense(scores, Variances(*np.exp(at)))

    best = optimize.minimize(by_logarithms, start, method="Nelder-Mead", options=search)  # type: ignore[call-overload]
    assert dense(scores, found) <= best.fun + 1e-9
    assert found.unit == pytest.approx(math.exp(best.x[0]), rel=1e-4)


def test_reml_of_complete_scores_is_mean_squares() -> None:
    scores = with_holes(20, 3, 0.0, 4)
    r, c, e, w, *_ = (float(np.ravel(part)[0]) for part in mean_squares(unit_sums(scores).sum(axis=1, keepdims=True)))
    assert variances(scores) == pytest.approx(((r - e) / 3, (c - e) / 20, e), rel=1e-9)
    assert variances(scores, raters=False) == pytest.approx(((r - w) / 3, 0.0, w), rel=1e-9)


def test_reml_stops_at_zero_where_mean_squares_go_below() -> None:
    found = variances(np.array([[1, 3], [2, 2], [3, 1], [0, 3]], dtype=float))
    assert found.unit == 0
    assert found.rest > 0


def test_a_few_missing_scores_change_little_and_it_is_said_how() -> None:
    complete = with_holes(40, 3, 0.0, 5)
    holes = complete.copy()
    holes[3, 1] = holes[20, 0] = NAN
    kernel = intraclass_kernel(complete)
    assert kernel is not None
    found = intraclass_figures(holes, None, PLAN)
    assert found.how == "REML"
    assert found.average_of == pytest.approx(40 / (38 / 3 + 2 / 2))
    for form in FORMS:
        figure = found.figures[form].estimate
        assert figure.value == pytest.approx(squares_of(complete)[form], abs=0.05)
        assert figure.method == "F from REML's components"
        assert figure.n == 40


def test_reml_that_loses_nothing_has_the_limits_of_mean_squares() -> None:
    # One more response with a single score on the others' mean: the components hardly move, so neither do limits.
    complete = with_holes(60, 3, 0.0, 6)
    holes = np.vstack([complete, [[round(float(complete.mean()), 1), NAN, NAN]]])
    squares = mean_squares(unit_sums(complete).sum(axis=1, keepdims=True))
    tests, found = f_tests(squares, level=0.95), intraclass_figures(holes, None, PLAN).figures
    for form in ("ICC(1,1)", "ICC(A,1)", "ICC(C,1)"):
        figure = found[form].estimate
        assert (figure.low, figure.high) == pytest.approx((tests[form].low, tests[form].high), abs=0.01)


def test_a_search_that_starts_far_away_still_finds_a_difference_between_responses() -> None:
    # Where standard deviations are searched instead of variances, 0 looks flat and the search stays there.
    for seed in range(40):
        scores = with_holes(20, 2, 0.15, seed)
        found = variances(scores)
        zero = found._replace(unit=1e-9, rest=found.unit + found.rest)
        assert dense(scores, found._replace(unit=max(found.unit, 1e-9), rater=max(found.rater, 1e-9))) <= dense(
            scores, zero._replace(rater=max(found.rater, 1e-9))
        )


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        (np.full((5, 1), 2.0), "fewer than two raters have scored"),
        (np.array([[1.0, 2], [2, 1]]), "2 responses were scored by two raters; 3 are needed"),
        (np.full((5, 3), 2.0), "every score is 2, so agreement cannot be told from habit"),
    ],
)
def test_without_enough_there_is_no_figure_but_a_reason(scores: Floats, reason: str) -> None:
    found = intraclass_figures(scores, None, PLAN)
    assert {figure.estimate.why_undefined for figure in found.figures.values()} == {reason}
    assert found.tests is None
