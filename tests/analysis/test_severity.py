"""How severe raters are, also where they did not score the same responses."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies

from analysis.rating_scale import rating_scale
from analysis.severity import severity
from tests.analysis.benchmark_reference import a_reference_table, expected
from tests.analysis.frame_builders import a_table

SETS = ["tenx_theological", "tenx_identity"]


@pytest.mark.parametrize("name", SETS)
def test_with_every_score_there_the_effect_is_a_difference_of_means(name: str) -> None:
    found = severity(a_reference_table(name))
    wanted = expected(name, "rater mean minus grand mean")
    assert [one.value for _, one in found.raters] == pytest.approx(wanted, rel=1e-9)


def test_the_interval_by_hand() -> None:
    # Scores 1 2 / 2 4 / 3 3: gaps 1 2 0, mean 1, so effects -.5 and .5. Rest of the gaps 0 1 -1 has variance 2 / 2 = 1;
    # the effect is half a mean gap, standard error sqrt(1 / 3) / 2 = .288675; t(2) = 4.302653, half width 1.242069.
    first, second = severity(a_table([1, 2, 3], [2, 4, 3])).raters
    assert (first[1].value, second[1].value) == pytest.approx((-0.5, 0.5), rel=1e-12)
    assert (first[1].low, first[1].high) == pytest.approx((-0.5 - 1.2420689, -0.5 + 1.2420689), abs=1e-6)
    assert first[1].n == 3


def test_raters_of_different_responses_are_compared_through_those_they_share() -> None:
    # A and B share two responses (B one higher), B and C share two (C two higher). Plain means would put C lowest,
    # because its responses are bad; effects are A = x, B = x + 1, C = x + 3 with sum 0: -4/3, -1/3, 5/3.
    table = a_table([7, 8, None, None], [8, 9, 0, 1], [None, None, 2, 3])
    found = severity(table)
    assert [one.value for _, one in found.raters] == pytest.approx([-4 / 3, -1 / 3, 5 / 3], rel=1e-12)
    assert table["P3"].mean() < table["P1"].mean()
    assert {one.why_no_interval for _, one in found.raters} == {"raters and responses explain all"}


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (a_table(), "no rater has scores; 2 are needed"),
        (a_table([1, 2, 3]), "only one rater has scores; 2 are needed"),
        (a_table([1, None], [None, 2]), "no response was scored by two raters"),
        (a_table([1, None], [2, None], [None, 2]), "P3: no response shared with another rater"),
    ],
)
def test_without_shared_responses_no_effect_can_be_told(table: pd.DataFrame, reason: str) -> None:
    found = severity(table)
    assert found.why_undefined == reason
    assert all(one.value is None and one.why_undefined == reason for _, one in found.raters)


def test_groups_that_share_nothing_are_named() -> None:
    found = severity(a_table([1, None], [2, None], [None, 2], [None, 3]))
    assert found.why_undefined == "the raters fall into groups that share no response: P1 and P2; P3 and P4"


def test_one_shared_response_gives_effects_without_an_interval() -> None:
    found = severity(a_table([1], [3]))
    assert [one.value for _, one in found.raters] == pytest.approx([-1, 1])
    assert found.raters[0][1].why_no_interval == "there are too few scores to estimate their spread"
    assert found.residual_sd is None


@settings(deadline=None, derandomize=True)
@given(strategies.permutations(range(6)), strategies.permutations(range(20)))
def test_neither_names_nor_order_matter(raters: list[int], responses: list[int]) -> None:
    table = a_reference_table("tenx_identity")
    table.iloc[0, 0] = table.iloc[3, 4] = np.nan
    straight = dict(severity(table).raters)
    turned = dict(severity(table.iloc[responses, raters].assign(nobody=np.nan)).raters)
    assert set(turned) == set(straight)
    for rater, one in straight.items():
        assert turned[rater][:4] == pytest.approx(one[:4], rel=1e-9)


@pytest.mark.parametrize("name", SETS)
def test_severities_in_logits_are_those_of_erm(name: str) -> None:
    found = rating_scale(a_reference_table(name), (0, 1, 2, 3))
    assert [value for _, value in found.severity] == pytest.approx(expected(name, "rater severity, CML"), abs=1e-4)
    steps_and_likelihood = [*found.steps, found.log_likelihood]
    assert steps_and_likelihood == pytest.approx(expected(name, "rating scale thresholds"), abs=1e-4)


def test_two_raters_of_yes_and_no_in_logits_by_hand() -> None:
    # With two raters and two categories, given one yes the odds that it is A's are the ratio of the discordant counts,
    # 6 : 2, so A is more lenient by ln 3; severities -ln(3) / 2 and ln(3) / 2, standard error of ln 3 sqrt(1/6 + 1/2).
    a = [1.0] * 6 + [0.0] * 2 + [1.0, 0.0]
    b = [0.0] * 6 + [1.0] * 2 + [1.0, 0.0]
    found = rating_scale(a_table(a, b), (0, 1))
    assert dict(found.severity) == pytest.approx({"P1": -np.log(3) / 2, "P2": np.log(3) / 2}, abs=1e-6)
    assert found.standard_error[0][1] == pytest.approx(np.sqrt(1 / 6 + 1 / 2) / 2, rel=1e-5)
    assert (found.n, found.steps) == (8, ())


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (a_table(), "no response was scored by two raters"),
        (a_table([0, 3], [0, 3]), "no response was scored by two raters other than all lowest or all highest"),
        (a_table([1, 2, 3], [2, 1, 2]), "categories 0 (counted from 0) are unused"),
        (a_table([0, 0, 0, 0], [1, 2, 3, 1]), "P1: only the lowest or only the highest score given"),
        (a_table([0, 1, 2, 0], [1, 2, 3, 1]), "the likelihood has no maximum"),
        (a_table([0, 1], [1, 2], [None, None]).assign(P4=[np.nan, 3]).iloc[:1], "categories 2, 3"),
    ],
)
def test_where_logits_run_away_the_reason_is_told(table: pd.DataFrame, reason: str) -> None:
    found = rating_scale(table, (0, 1, 2, 3))
    assert (found.severity, found.log_likelihood) == ((), None)
    assert str(found.why_undefined).startswith(reason)


def test_half_points_and_long_scales_have_no_steps() -> None:
    with pytest.raises(ValueError, match="half points"):
        rating_scale(a_table([0.5], [1]), (0, 1, 2, 3))
    assert "101 values" in str(rating_scale(a_table([50], [60]), tuple(range(101))).why_undefined)
