"""Systems' figures: totals, tiers, modules, differences on the same draws, ties."""

import numpy as np
import pandas as pd
import pytest

from analysis.frames import long_frame
from analysis.resampling import Plan
from analysis.response_totals import response_totals
from analysis.system_means import SystemReport, system_report
from tests.analysis import worldview_reference as worldview
from tests.analysis.benchmark_reference import expected
from tests.analysis.frame_builders import rows
from tests.builders import a_benchmark, a_benchmark_table

PLAN = Plan("a seed", draws=2000)


@pytest.fixture(scope="module")
def scenarios() -> SystemReport:
    return system_report(worldview.settled(), worldview.targets(), worldview.the_benchmark(), PLAN)


def test_composites_of_targets_are_those_of_r() -> None:
    found = response_totals(worldview.settled(), worldview.the_benchmark())
    assert found["total"].tolist() == pytest.approx(expected("worldview_24", "final composite per target"), rel=1e-9)


def test_replications_are_averaged_inside_the_scenario(scenarios: SystemReport) -> None:
    means = expected("worldview_24", "scenario x model means")
    by_system = [np.mean(means[::2]), np.mean(means[1::2])]
    assert [one.total.mean.value for one in scenarios.systems] == pytest.approx(by_system, rel=1e-9)
    assert by_system == pytest.approx(expected("worldview_24", "model means"), rel=1e-9)
    assert [(one.total.mean.n, one.responses, one.without_total) for one in scenarios.systems] == [(6, 12, 0)] * 2


def test_standard_errors_of_the_draws_in_closed_form(scenarios: SystemReport) -> None:
    found = [one.total.standard_error for one in scenarios.systems]
    assert found == pytest.approx(expected("worldview_24", "cluster bootstrap SE"), rel=1e-9)


def test_the_difference_is_taken_on_the_same_scenarios(scenarios: SystemReport) -> None:
    (one,) = scenarios.differences
    mean, error = expected("worldview_24", "paired model difference m2-m1")
    assert (one.first, one.second) == ("m1", "m2")
    assert one.difference.mean.value == pytest.approx(-mean, rel=1e-9)
    assert one.difference.standard_error == pytest.approx(error, rel=1e-9)


def test_overlapping_intervals_are_a_tie_by_this_benchmark(scenarios: SystemReport) -> None:
    assert [tie.tied for tie in scenarios.ties] == [True]


def test_the_draws_come_near_all_draws_there_are(scenarios: SystemReport) -> None:
    # The exact figure counts out all 6^6 draws; 2,000 of them miss its percentiles by about a standard error of 1.
    assert scenarios.systems[0].total.as_drawn == pytest.approx(
        expected("worldview_24", "exhaustive scenario bootstrap"), abs=1.5
    )


def four_answers(**changes) -> SystemReport:  # type: ignore[no-untyped-def]
    """System A answers P1 twice (truth 1, 3) and P2 once (3); B answers P1 (3) and P2 (3, care does not apply)."""
    truth = rows("median", "settled", [1, 3, 3, 3, 3], "truth")
    care = rows("median", "settled", [0, 0, 0, 0, "not_applicable"], "care")
    targets = pd.DataFrame(
        {
            "response": ["R01", "R02", "R03", "R04", "R05"],
            "system": list("AAABB"),
            "prompt": ["P1", "P1", "P2", "P1", "P2"],
            "tier": ["easy", "easy", "hard", "easy", "hard"],
        }
    )
    return system_report(long_frame([*truth, *care]), targets, a_benchmark(**changes), PLAN)


def totals_that(**changes: object) -> dict[str, object]:
    return {"totals": {**a_benchmark_table()["totals"], **changes}}


def test_a_prompt_counts_once_or_every_response_counts() -> None:
    # A: averaged within prompts first ((1 + 3) / 2 + 3) / 2 = 2.5; pooled (1 + 3 + 3) / 3.
    averaged, pooled = four_answers(), four_answers(**totals_that(replications="pooled"))
    assert (averaged.systems[0].total.mean.n, averaged.systems[0].total.units) == (2, 2)
    assert (pooled.systems[0].total.mean.n, pooled.systems[0].total.units) == (2, 3)
    assert averaged.systems[0].total.mean.value == 2.5
    assert pooled.systems[0].total.mean.value == pytest.approx(7 / 3, rel=1e-12)


def test_possible_and_percent_stand_beside_the_total() -> None:
    # B: 3 of 6 and, care not applying, 3 of 3: total 3, possible 4.5, percent 66.7 (the mean of percents would be 75).
    system = four_answers().systems[1]
    assert (system.total.mean.value, system.possible) == (3, 4.5)
    assert system.percent == pytest.approx(200 / 3, rel=1e-12)


def test_axes_count_where_they_apply() -> None:
    truth, care = four_answers().systems[1].axes
    assert (truth.part, truth.mean.mean.value, truth.mean.mean.n) == ("truth", 3, 2)
    assert (care.part, care.mean.mean.value, care.mean.mean.n) == ("care", 0, 1)


def test_tiers_are_reported_where_the_benchmark_has_them_and_rounded_as_it_says() -> None:
    assert four_answers().systems[0].tiers == ()
    half_up = {"rule": "half_up", "to": 1, "applies_to": ["tier"]}
    truth = rows("median", "settled", [1, 2, 2], "truth")
    care = rows("median", "settled", [0, 0, 0], "care")
    targets = pd.DataFrame(
        {"response": ["R01", "R02", "R03"], "system": list("AAA"), "prompt": list("PQR"), "tier": ["x", "x", "y"]}
    )
    tiers = [{"id": name, "name": name, "description": "Invented."} for name in ("x", "y")]
    tasks = {**a_benchmark_table()["tasks"], "tiers": tiers}
    benchmark = a_benchmark(rounding=half_up, tasks=tasks, **totals_that(by_tier=True))
    (system,) = system_report(long_frame([*truth, *care]), targets, benchmark, PLAN).systems
    assert [(tier.part, tier.mean.mean.value, tier.shown) for tier in system.tiers] == [("x", 1.5, 2.0), ("y", 2, 2.0)]
    assert system.shown == system.total.mean.value == pytest.approx(5 / 3, rel=1e-12)


def test_a_single_prompt_has_no_interval_and_one_without_scores_no_mean() -> None:
    targets = pd.DataFrame({"response": ["R01", "R02"], "system": ["A", "B"], "prompt": ["P1", "P1"]})
    frame = long_frame(
        [*rows("median", "settled", [1, "unreadable"], "truth"), *rows("median", "settled", [1, 1], "care")]
    )
    first, second = system_report(frame, targets, a_benchmark(), PLAN).systems
    assert (first.total.mean.value, first.total.mean.low) == (2, None)
    assert "needs two" in str(first.total.mean.why_no_interval)
    assert (second.total.mean.value, second.shown, second.percent, second.without_total) == (None, None, None, 1)
    assert second.total.mean.why_undefined == "there is no score"


def test_a_response_without_a_target_is_refused() -> None:
    frame = long_frame(rows("median", "settled", [1, 2], "truth"))
    targets = pd.DataFrame({"response": ["R01"], "system": ["A"], "prompt": ["P1"]})
    with pytest.raises(ValueError, match="responses R02 have scores and no target"):
        system_report(frame, targets, a_benchmark(), PLAN)
    with pytest.raises(ValueError, match="R01 occur more than once"):
        system_report(frame, pd.concat([targets, targets]), a_benchmark(), PLAN)
