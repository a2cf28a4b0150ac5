"""Systems on screen: rounded as the benchmark rounds, tied as it ties, never a bare rank; worked out by hand."""

from collections.abc import Mapping

import pandas as pd
import pytest

from analysis.frames import Row, long_frame
from analysis.resampling import Plan
from analysis.system_means import SystemReport, system_report
from pages import systems_names, systems_tables
from rubrics.schema import Benchmark
from tests.builders import a_benchmark, a_benchmark_table
from tests.pages.showing import without_tags

TABLE = a_benchmark_table()
WIDE = {**TABLE["axes"][0], "highest": 100, "anchors": {}, "partial_anchors": True}
TIERS = [
    {"id": "one", "name": "Tier one", "description": "Settled."},
    {"id": "two", "name": "Tier two", "description": "Disputed."},
]
HUNDRED = a_benchmark(
    axes=[WIDE],
    tasks={**TABLE["tasks"], "tiers": TIERS},
    totals={**TABLE["totals"], "within_response": "only_axis", "shown": ["total"], "by_tier": True},
    rounding={"rule": "half_up", "to": 1, "applies_to": ["tier", "overall"]},
    ties={"rule": "gap", "below": 10, "text": "Gaps under 10 points are ties."},
)
PLAN = Plan("systems", draws=500)
SCORES = {"Alder": (90, 81, 70, 69), "Beech": (84, 75, 61, 60), "Cedar": (60, 60, 60, 60)}
"""Two prompts of each tier. Alder: tiers 85.5 and 69.5, overall 77.5. Beech: 79.5 and 60.5, overall 70. Cedar: 60."""


def report_of(scores: Mapping[str, tuple[float, ...]], benchmark: Benchmark = HUNDRED) -> SystemReport:
    rows = [
        Row(f"{system} {number}", "truth", "median", "settled", float(score))
        for system, of_system in scores.items()
        for number, score in enumerate(of_system)
    ]
    targets = pd.DataFrame(
        [
            (f"{system} {number}", system, f"P-{number}", "Tier one" if number < 2 else "Tier two", "plain")
            for system, of_system in scores.items()
            for number in range(len(of_system))
        ],
        columns=["response", "system", "prompt", "tier", "module"],
    )
    return system_report(long_frame(rows), targets, benchmark, PLAN)


def names_of(report: SystemReport) -> dict[str, str]:
    return {one.system: one.system for one in report.systems}


def plain(lines: list[list[str]]) -> list[str]:
    return [" ".join(without_tags(cell) for cell in line) for line in lines]


def test_overall_and_tiers_are_rounded_halves_up_beside_what_they_were() -> None:
    report = report_of(SCORES)
    totals = plain(systems_tables.totals(report, ["total"], HUNDRED.rounding, names_of(report)))
    assert totals[0].startswith("Alder 78 unrounded 77.50 ")
    assert totals[1].startswith("Beech 70 unrounded 70.00 ")
    tiers = plain(systems_tables.parts(report, "tiers", HUNDRED.rounding, names_of(report)))
    assert tiers[0].startswith("Alder 86 unrounded 85.50 ")
    assert "70 unrounded 69.50" in tiers[0]
    assert tiers[1].startswith("Beech 80 unrounded 79.50 ")
    assert "61 unrounded 60.50" in tiers[1]


def test_gaps_below_ten_of_the_published_figures_are_ties() -> None:
    """78 and 70 are 8 apart: tied. 70 and 60 are 10 apart: not."""
    report = report_of(SCORES)
    told = systems_tables.ties_in_words(report, names_of(report))
    assert told == ["Tied: Alder and Beech.", "Tied with no other: Cedar."]
    assert systems_tables.rule_in_words(HUNDRED.ties) == "Gaps under 10 points are ties."


def test_ties_that_do_not_pass_on_are_two_groups_and_said_to_be() -> None:
    report = report_of({"Alder": (60, 60), "Beech": (54, 54), "Cedar": (48, 48)})
    told = systems_tables.ties_in_words(report, names_of(report))
    assert told[:2] == ["Tied: Alder and Beech.", "Tied: Beech and Cedar."]
    assert "A system may stand in two groups" in told[2]


def test_a_place_is_a_range_where_intervals_overlap_or_systems_are_tied() -> None:
    report = report_of(SCORES)
    totals = plain(systems_tables.totals(report, ["total"], HUNDRED.rounding, names_of(report)))
    assert [line.split(" n = 4 ")[1] for line in totals[:2]] == ["1 to 3 4", "1 to 3 4"]


def test_differences_put_the_higher_system_first_and_say_what_they_tell() -> None:
    """Alder - Beech: 6, 6, 9, 9 on the same prompts: 7.5; no draw of prompts gives 0 or less."""
    report = report_of(SCORES)
    lines = plain(systems_tables.differences(report, names_of(report)))
    assert [line.split(" n = ")[0].rsplit(" +", 2)[0].split(" +")[0] for line in lines] == [
        "Alder minus Beech",
        "Alder minus Cedar",
        "Beech minus Cedar",
    ]
    assert lines[0].startswith("Alder minus Beech +7.50 ")
    assert lines[0].endswith("n = 4 Alder is above Beech.")


def test_a_difference_turned_round_keeps_its_interval() -> None:
    """Zinnia is higher and comes later by name: the difference that was computed is Alder - Zinnia = -20 (±)."""
    report = report_of({"Alder": (40, 50, 60), "Zinnia": (60, 75, 75)})
    (line,) = plain(systems_tables.differences(report, names_of(report)))
    (one,) = report.differences
    assert one.difference.mean.value == pytest.approx(-20)
    low, high = one.difference.mean.low, one.difference.mean.high
    assert low is not None
    assert high is not None
    assert line.startswith(f"Zinnia minus Alder +20.00 +{-high:.2f} to +{-low:.2f} n = 3")


def test_total_possible_and_percent_where_an_axis_may_not_apply() -> None:
    """Truth 3 and care 1 of 6; truth 2 alone of 3: mean total (4 + 2) / 2 = 3 of 4.5, so 66.7 %."""
    rows = [
        Row("R-1", "truth", "median", "settled", 3.0),
        Row("R-1", "care", "median", "settled", 1.0),
        Row("R-2", "truth", "median", "settled", 2.0),
        Row("R-2", "care", "median", "settled", None, "not_applicable"),
        Row("R-3", "truth", "median", "settled", None, "not_scored"),
        Row("R-3", "care", "median", "settled", 1.0),
    ]
    targets = pd.DataFrame(
        {"response": ["R-1", "R-2", "R-3"], "system": "Alder", "prompt": ["P-1", "P-2", "P-3"], "module": "plain"}
    )
    benchmark = a_benchmark()
    report = system_report(long_frame(rows), targets, benchmark, PLAN)
    (line,) = plain(systems_tables.totals(report, benchmark.totals.shown, benchmark.rounding, {"Alder": "Alder"}))
    assert line.startswith("Alder 3.00 ")
    assert "n = 2 4.50 66.7 % 1 3 1 without a total" in line
    assert systems_tables.total_heads(benchmark.totals.shown)[1:4] == [
        "Mean total",
        "Highest possible",
        "Percent of it",
    ]


def test_a_benchmark_without_a_rule_claims_no_tie_and_no_order() -> None:
    benchmark = HUNDRED.model_copy(update={"ties": a_benchmark().ties})
    assert "has no rule for ties" in systems_tables.rule_in_words(benchmark.ties)
    report = report_of({"Alder": (3, 2), "Beech": (1, 2)}, benchmark)
    assert systems_tables.ties_in_words(report, names_of(report)) == []


def test_systems_have_letters_in_an_order_by_chance_until_they_are_unblinded() -> None:
    names = [f"Name {number}" for number in range(30)]
    found = systems_names.shown_names(names, seed="seed", named=False)
    assert sorted(found.values()) == sorted(
        f"System {one}" for one in [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB", "AC", "AD"]
    )
    assert list(found) != names
    assert found == systems_names.shown_names(reversed(names), seed="seed", named=False)
    assert systems_names.shown_names(names, seed="seed", named=True)["Name 3"] == "Name 3"


def test_the_reason_of_an_open_tie_has_the_name_on_screen_and_not_the_real_one() -> None:
    report = report_of({"Alder": (60, 60), "Alder 2": (float("nan"), float("nan"))})
    names = {"Alder": "System B", "Alder 2": "System A"}
    told = systems_tables.ties_in_words(report, names)
    assert "System B and System A cannot be compared: System A has no figure." in told
    assert not any("Alder" in one for one in told)
