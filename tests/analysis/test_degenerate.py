"""Scores with which other programs fail, warn or invent a number: here each has a stated outcome and a reason."""

from collections.abc import Sequence

import numpy as np
import pytest

from analysis.axis_statistics import AxisStatistics
from analysis.estimates import Estimate
from analysis.resampling import Plan
from analysis.scales import Floats
from analysis.statistics_table import figures
from tests.analysis.frame_builders import AScale
from tests.analysis.full_statistics import of_matrix
from tests.analysis.reference_values import matrix
from tests.analysis.soundness import check_sound, figure_of

NAN = float("nan")
MEAN = "judges and people's mean"
CORRELATIONS = ("pearson", "spearman", "kendall", "concordance")


def shown(statistics: AxisStatistics, group: str, name: str) -> Estimate:
    return figure_of(statistics, group, name).estimate


def table(*columns: Sequence[float]) -> Floats:
    return np.array(columns, dtype=float).T


VARIED = [0, 1, 1, 2, 3, 2, 0, 3, 1, 2, 3, 0]
OTHER = [0, 1, 2, 2, 3, 1, 0, 2, 1, 3, 3, 1]
STEADY = [2.0] * 12


@pytest.mark.parametrize(
    ("people", "judges", "who"),
    [
        (table(STEADY, STEADY), table(VARIED, OTHER), "the people's mean scores are all 2"),
        (table(VARIED, OTHER), table(STEADY, STEADY), "the judges' scores are all 2"),
        (table(STEADY, STEADY), table(STEADY, STEADY), "the people's mean scores are all 2"),
    ],
)
def test_a_constant_side_has_no_correlation_but_its_distance(people: Floats, judges: Floats, who: str) -> None:
    found = of_matrix(people, judges)
    check_sound(found)
    for name in CORRELATIONS:
        assert shown(found, MEAN, name)[:2] == (None, 12)
        assert str(shown(found, MEAN, name).why_undefined).startswith(who)
    assert found.judges_people.tests is None
    for name in ("bias", "mae", "exact", "within_one"):
        assert shown(found, MEAN, name).value is not None


def test_raters_who_always_say_the_same_have_no_coefficient_but_full_agreement() -> None:
    found = of_matrix(table(STEADY, STEADY), table(VARIED, OTHER))
    for name in ("alpha_ordinal", "kappa", "kappa_quadratic", "fleiss", "ac1", "ac2", "ICC(A,1)", "ICC(C,k)"):
        figure = shown(found, "people", name)
        assert figure.value is None
        assert figure.why_undefined == "every score is 2, so agreement cannot be told from habit"
    exact = shown(found, "people", "exact")
    assert (exact.value, exact.high) == (1.0, 1.0)
    assert found.people.chance is not None
    assert found.people.chance.exact == 1.0
    assert found.people.w.why_undefined == "no rater tells any responses apart"


def test_kappa_with_one_constant_rater_is_undefined_and_not_zero() -> None:
    found = of_matrix(table(VARIED, STEADY), table(VARIED, OTHER))
    for name in ("kappa", "kappa_linear", "kappa_quadratic"):
        assert shown(found, "people", name).why_undefined == "one person gives 2 every time"
    assert shown(found, "people", "alpha_ordinal").value is not None
    check_sound(found)


@pytest.mark.parametrize("n", [1, 2])
def test_below_three_responses_there_is_no_correlation(n: int) -> None:
    found = of_matrix(table(VARIED[2 : 2 + n], OTHER[2 : 2 + n]), table(VARIED[3 : 3 + n], OTHER[3 : 3 + n]))
    check_sound(found)
    assert shown(found, MEAN, "pearson").value is None
    assert "3 are needed" in str(shown(found, MEAN, "pearson").why_undefined)
    assert "3 are needed" in str(shown(found, "people", "ICC(A,1)").why_undefined)
    assert shown(found, MEAN, "mae").n == n


def test_three_responses_have_r_but_no_interval() -> None:
    found = of_matrix(table([0, 1, 3], [0, 2, 3]), table([0, 1, 2], [1, 1, 3]))
    check_sound(found)
    for name in CORRELATIONS:
        assert shown(found, MEAN, name).value is not None
        assert "too few for an interval" in str(shown(found, MEAN, name).why_no_interval)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_perfect_line_has_r_but_no_interval_that_is_a_point(sign: int) -> None:
    up = [0.0, 1, 2, 3, 1, 2]
    other = [1.5 + sign * (score - 1.5) for score in up]
    found = of_matrix(table(up, up), table(other, other))
    check_sound(found)
    assert shown(found, MEAN, "pearson").value == pytest.approx(sign)
    assert (
        shown(found, MEAN, "pearson").why_no_interval == "the scores lie on one line, where the interval has no width"
    )
    assert figure_of(found, MEAN, "pearson").bootstrap is not None
    assert shown(found, "people", "ICC(C,1)").value == pytest.approx(1.0)
    assert shown(found, "people", "ICC(C,1)").low is None


def test_everything_missing_is_said_and_nothing_else() -> None:
    nothing = np.full((6, 2), NAN)
    found = of_matrix(nothing, nothing)
    check_sound(found)
    for group, name, figure, _ in figures(found):
        assert figure.estimate.value is None, (group, name)
    assert shown(found, "people", "alpha_ordinal").why_undefined == "no person has scored"
    assert shown(found, "judges", "ac2").why_undefined == "no judge has scored"


def test_one_rater_has_nobody_to_agree_with() -> None:
    found = of_matrix(table(VARIED), table(OTHER, VARIED))
    check_sound(found)
    assert shown(found, "people", "alpha_interval").why_undefined == "only one person has scored"
    assert shown(found, MEAN, "pearson").value is not None
    assert shown(found, MEAN, "ceiling").why_undefined == "fewer than two raters have scored"
    assert found.person_or_judges == ()


def test_raters_who_share_no_response_have_no_agreement() -> None:
    apart = np.array([[1, NAN], [NAN, 2], [3, NAN], [NAN, 0], [2, NAN]])
    found = of_matrix(apart, table(VARIED[:5], OTHER[:5]))
    check_sound(found)
    assert (
        shown(found, "people", "alpha_ordinal").why_undefined == "no response was scored by two persons; 2 are needed"
    )
    assert shown(found, "people", "exact").why_undefined == "no response was scored by two persons; 1 is needed"


def test_one_shared_response_in_agreement_is_not_alpha_one() -> None:
    one = np.array([[1, 1], [NAN, 2], [3, NAN], [2, NAN]])
    found = of_matrix(one, table(VARIED[:4], OTHER[:4]))
    check_sound(found)
    assert shown(found, "people", "alpha_ordinal").value is None
    assert shown(found, "people", "exact").value == 1.0


def test_half_points_and_unequal_numbers_of_judges_are_taken_as_they_are() -> None:
    scores = matrix("tenx_identity")
    judges = scores[:, 2:].copy()
    judges[0, 0] = NAN
    found = of_matrix(scores[:, :2], judges)
    check_sound(found)
    assert found.judges_people.n == 20
    # Judges of the first response: 2, 3, 2, 2 with the first left out gives 3, 2, 2; its median stays 2.
    assert found.judges_people.pearson.estimate.value == pytest.approx(0.642975569234974, rel=1e-9)


def test_settled_scores_between_the_declared_values_have_no_kappa_but_everything_else() -> None:
    scale = AScale(allowed=(0.0, 1.0, 2.0, 3.0))
    people = table([0, 1, 2, 3, 1.5, 2], [0, 1, 1, 3, 2, 2])
    found = of_matrix(people, table(VARIED[:6], OTHER[:6]), scale=scale)
    check_sound(found)
    assert shown(found, "people", "kappa").why_undefined == "some scores lie between the declared values"
    assert shown(found, "people", "alpha_ordinal").value is not None


def test_scores_from_0_to_100_work_throughout() -> None:
    scores = matrix("credo_23x2")
    scale = AScale(allowed=tuple(float(score) for score in range(101)))
    found = of_matrix(scores, scores + np.array([[-3, 2]]), scale=scale)
    check_sound(found)
    assert found.people.alpha_ordinal.estimate.value == pytest.approx(0.752877613658678, rel=1e-9)
    assert found.people.alpha_ordinal.estimate.low is not None
    assert found.people.categories == 101
    assert found.people.kappa_quadratic.estimate.value is not None


def test_negative_variance_between_responses_leaves_averages_undefined() -> None:
    # Sums of squares .375 between responses, 1.125 between raters, 7.375 the rest: R = .125, E = 2.458333 and
    # ICC(C,1) = (R - E) / (R + E). Another program gives ICC(A,k) = 11.2 here.
    people = np.array([[1, 3], [2, 2], [3, 1], [0, 3]], dtype=float)
    found = of_matrix(people, table(VARIED[:4], OTHER[:4]))
    check_sound(found)
    assert shown(found, "people", "ICC(C,1)").value == pytest.approx(-0.903225806451613)
    for form in ("ICC(1,k)", "ICC(A,k)", "ICC(C,k)"):
        assert "an average has no reliability" in str(shown(found, "people", form).why_undefined)
    assert shown(found, MEAN, "of_ceiling").value is None


def test_a_slightly_negative_average_is_told_without_an_interval() -> None:
    # Sums of squares 11/3 between 6 responses, 4/3 between 2 raters, 14/3 the rest: R = 11/15, C = 4/3, E = 14/15,
    # W = 1. ICC(1,k) = (R - W) / R = -4/11, ICC(A,k) = (R - E) / (R + (C - E) / 6) = -1/4, ICC(C,k) = -3/11.
    people = np.array([[0, 0], [2, 1], [1, 2], [1, 1], [2, 1], [3, 0]], dtype=float)
    found = of_matrix(people, table(VARIED[:6], OTHER[:6]))
    check_sound(found)
    for form, value in (("ICC(1,k)", -4 / 11), ("ICC(A,k)", -0.25), ("ICC(C,k)", -3 / 11)):
        figure = shown(found, "people", form)
        assert figure.value == pytest.approx(value, rel=1e-12)
        assert figure.low is None
        assert "an average has no reliability; the value only says so" in str(figure.why_no_interval)


def test_ties_only_rank_as_ties() -> None:
    two = [1.0, 1, 1, 1, 2, 2, 2, 2]
    found = of_matrix(table(two, two), table([1.0, 1, 2, 2, 2, 2, 1, 1], [1.0, 1, 2, 2, 2, 2, 1, 1]))
    check_sound(found)
    assert shown(found, MEAN, "kendall").value == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("different", "share"),
    [(1, (19 / 20) ** 20), (2, (18 / 20) ** 20), (3, (17 / 20) ** 20)],
)
def test_undefined_draws_are_counted_flagged_and_refused(different: int, share: float) -> None:
    # All scores equal except those of some responses: a draw without any of these has no correlation. The
    # draws with nothing else are so few that they do not show.
    people = np.ones((20, 2))
    people[:different] = [[2, 2], [2, 3], [3, 2]][:different]
    judges = np.tile(np.array(VARIED + OTHER[:8], dtype=float)[:, None], 2)
    found = of_matrix(people, judges, plan=PLAN_OF_MANY)
    second = figure_of(found, MEAN, "pearson").bootstrap
    assert second is not None
    assert second.undefined_draws == pytest.approx(share, abs=0.02)
    assert second.flagged == (share > 0.05)
    assert (second.low is None) == (share > 0.2)


def test_rescaled_input_with_float_noise_is_still_constant() -> None:
    noisy = [0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2, 0.3, 0.3]
    scale = AScale(allowed=(0.0, 0.3, 0.6))
    found = of_matrix(table(noisy, noisy), table(VARIED[:6], OTHER[:6]), scale=scale)
    assert "all 0.3" in str(shown(found, MEAN, "pearson").why_undefined)
    check_sound(found)


PLAN_OF_MANY = Plan("a seed", draws=4000)
