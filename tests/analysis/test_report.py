"""One axis after the other, from the long frame: numbers, counts of what is missing, points and reasons."""

import json
import math
import statistics
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from scipy import stats

from analysis.frames import Row, long_frame
from analysis.report import AxisReport, Point, report
from analysis.resampling import Plan
from analysis.table import agreement_table
from tests.analysis.frame_builders import AScale, Given, a_frame, rows
from tests.builders import a_benchmark

REFERENCE: Any = json.loads((Path(__file__).parent / "reference.json").read_text("utf-8"))


def a_report(people: dict[str, list[Given]], median: list[Given]) -> AxisReport:
    return report(a_frame(people, median), [AScale()])[0]


def reference_frame(name: str) -> pd.DataFrame:
    """Two people, four judges and their median, as in the reference's table."""
    made = []
    for number, scores in enumerate(REFERENCE["inputs"][name]["matrix"], start=1):
        judges = [score for score in scores[2:] if score is not None]
        everyone = [*scores, statistics.median(judges) if judges else None]
        for rater, score in zip(["H1", "H2", "J1", "J2", "J3", "J4", "median"], everyone, strict=True):
            kind: Any = {"H": "human", "J": "llm", "m": "settled"}[rater[0]]
            missing: Any = "not_applicable" if score is None else None
            made.append(Row(f"R{number:02}", "truth", rater, kind, score, missing))
    return long_frame(made)


@pytest.mark.parametrize("name", ["tenx_theological", "tenx_marketplace", "tenx_identity"])
def test_reference_values_of_a_whole_report(name: str) -> None:
    result = report(reference_frame(name), [AScale()])[0]
    of_name = [c for c in REFERENCE["cases"] if c["input"] == name]
    cases = {c["statistic"]: c["expected"] for c in of_name if c["params"].get("level", "ordinal") == "ordinal"}
    first, second = (each.correlation.r for each in result.judges_each_person)
    for statistic, value in {
        "pearson_r(LLM median, mean of available humans)": result.judges_people.r,
        "pearson_ci95_fisher(LLM median, mean of available humans)": result.judges_people[2:4],
        "pearson_r(LLM median,H1)": first,
        "pearson_r(LLM median,H2)": second,
        "pearson_r(H1,H2)": result.people_people.r,
        "krippendorff_alpha(H1,H2)": result.alpha.value,
        "exact,within1(H1,H2)": result.people_closeness[:2],
    }.items():
        assert value == pytest.approx(cases[statistic], rel=1e-9), statistic
    assert result.with_mean.bias == pytest.approx(cases["bias,sd,loa(LLM median - human mean)"][0], rel=1e-9)
    medians = [score for score in cases["llm_median_per_response"] if score is not None]
    assert [point.judges for point in result.points] == medians


def test_the_numbers_are_scipys_on_the_same_rows() -> None:
    frame = reference_frame("tenx_identity")
    table = frame.pivot(index="response", columns="rater", values="value")
    by_scipy = stats.pearsonr(table[["H1", "H2"]].mean(axis=1), table["median"])
    result = report(frame, [AScale()])[0].judges_people
    assert result.r == pytest.approx(by_scipy.statistic, rel=1e-12)
    assert result[2:4] == pytest.approx(tuple(by_scipy.confidence_interval()), rel=1e-12)


def test_points_are_the_responses_with_both_scores_and_say_how_many_people() -> None:
    result = a_report(
        {"ruth": [0, 1, "cannot_assess", 3, "not_scored"], "amos": [1, "not_applicable", "not_applicable", 3, None]},
        [0.5, 2, 1, "not_applicable", 2],
    )
    assert result.points == (Point("R01", 0.5, 0.5, 2), Point("R02", 1.0, 2.0, 1))
    assert (result.n, result.n_responses, result.n_people) == (2, 5, 2)


def test_missing_is_counted_by_reason_for_people_judges_and_settled_scores_apart() -> None:
    frame = long_frame(
        [
            *rows("ruth", "human", ["not_applicable", "cannot_assess", "rubric_unclear", "not_scored"]),
            *rows("amos", "human", ["not_applicable", 1, 2, 3]),
            *rows("judge", "llm", ["not_applicable", "unreadable", 2, "not_scored"]),
            *rows("median", "settled", ["not_applicable", "unreadable", 2, None]),
        ]
    )
    assert report(frame, [AScale()])[0].missing == {
        "human": {"not_applicable": 2, "cannot_assess": 1, "rubric_unclear": 1, "not_scored": 1},
        "llm": {"not_applicable": 1, "unreadable": 1, "not_scored": 1},
        "settled": {"not_applicable": 1, "unreadable": 1, "not_scored": 0},
    }


def test_people_are_compared_also_where_the_judges_have_nothing() -> None:
    result = a_report({"ruth": [0, 1, 2, 3], "amos": [0, 1, 1, 3]}, ["not_applicable"] * 4)
    assert result.n == 0
    assert result.people_people.n == 4
    assert result.people_people.r is not None
    assert result.judges_people.why_undefined == (
        "no response has both the people's mean scores and the judges' scores"
    )


def test_single_judges_without_a_settled_score_are_not_turned_into_one() -> None:
    frame = long_frame([*rows("ruth", "human", [1, 2, 3]), *rows("judge", "llm", [1, 2, 3])])
    assert report(frame, [AScale()])[0].n == 0


def test_an_axis_without_a_score_is_reported_with_reasons_beside_the_others() -> None:
    frame = a_frame({"ruth": [0, 1, 2, 3], "amos": [0, 1, 1, 3]}, [0, 1, 2, 2.5])
    truth, care = report(frame, [AScale(), AScale("care", "Care")])
    assert truth.judges_people.r is not None
    assert (care.axis, care.n, care.n_responses, care.n_people, care.points) == ("care", 0, 0, 0, ())
    assert care.alpha.why_undefined == "nobody has scored yet"
    assert all(
        reason
        for reason in (
            care.judges_people.why_undefined,
            care.people_people.why_undefined,
            care.people_closeness.why_undefined,
            care.with_mean.why_undefined,
            care.with_each.why_undefined,
        )
    )


def test_a_frame_without_rows_is_reported_without_warnings() -> None:
    result = report(long_frame([]), [AScale()])[0]
    assert result.n == 0
    assert result.sentence.startswith("It cannot be said how far the judges' median follows the people")
    assert result.people_sentence == (
        "It cannot be said how far the people agree with one another: nobody has scored yet."
    )


@pytest.mark.parametrize(
    ("people", "median", "reason"),
    [
        ({"ruth": [1, 1, 1, 1]}, [0, 1, 2, 3], "the people's mean scores are all 1 on these 4 responses"),
        ({"ruth": [0, 1, 2, 3]}, [2, 2, 2, 2], "the judges' scores are all 2 on these 4 responses"),
        ({"ruth": [0, 1]}, [0, 1], "only 2 responses have scores on both sides; 3 are needed"),
        (
            {"ruth": ["not_applicable"] * 3, "amos": ["cannot_assess"] * 3},
            [1, 2, 3],
            "no response has both the people's mean scores and the judges' scores",
        ),
    ],
)
def test_degenerate_axes_have_a_reason_and_no_number(
    people: dict[str, list[Given]], median: list[Given], reason: str
) -> None:
    result = a_report(people, median)
    assert result.judges_people.r is None
    assert result.judges_people.why_undefined == reason
    assert reason in result.sentence


def test_one_person_alone_gives_judges_a_figure_and_people_none() -> None:
    result = a_report({"ruth": [0, 1, 2, 3, 1]}, [0, 1, 2, 2.5, 0.5])
    assert result.judges_people.r == result.judges_each_person[0].correlation.r
    assert result.people_people.why_undefined == "only one person has scored"
    assert result.alpha.why_undefined == "only one person has scored"


def test_not_applicable_is_not_a_nought_in_any_figure() -> None:
    with_null = a_report(
        {"ruth": [0, 1, 2, 3, "not_applicable"], "amos": [0, 2, 2, 3, "not_applicable"]}, [0, 1, 2.5, 3, 2]
    )
    without = a_report({"ruth": [0, 1, 2, 3], "amos": [0, 2, 2, 3]}, [0, 1, 2.5, 3])
    assert with_null.judges_people == without.judges_people
    assert with_null.people_people == without.people_people
    assert with_null.alpha == without.alpha
    assert with_null.with_mean == without.with_mean
    assert with_null.points == without.points


def test_the_axes_of_a_benchmark_are_scales() -> None:
    reports = report(a_frame({"ruth": [0, 1, 2, 3]}, [0, 1, 2.5, 3]), a_benchmark().axes)
    assert [(result.axis, result.name, result.n) for result in reports] == [("truth", "Truth", 4), ("care", "Care", 0)]


def test_a_broken_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="score 7 is not on the scale"):
        report(a_frame({"ruth": [7]}), [AScale()])


def test_the_table_has_one_row_for_each_axis_and_never_nan() -> None:
    frame = a_frame({"ruth": [0, 1, 2, 3], "amos": [0, 1, 1, 3]}, [0, 1, 2, 2.5])
    reports = report(frame, [AScale(), AScale("care", "Care")])
    table = agreement_table(reports)
    assert table["axis"].tolist() == ["truth", "care"]
    assert table["r"].tolist() == [reports[0].judges_people.r, None]
    assert table["r_reason"].tolist() == [None, reports[1].judges_people.why_undefined]
    assert table["with_mean_bias"].tolist() == [reports[0].with_mean.bias, None]
    assert table["missing_people_not_applicable"].tolist() == [0, 0]
    for value in table.to_numpy().ravel():
        assert not (isinstance(value, float) and math.isnan(value))


def test_a_table_of_no_axes_is_empty() -> None:
    assert agreement_table([]).empty


def test_the_table_shows_the_main_figures_of_the_full_statistics() -> None:
    found = report(reference_frame("tenx_identity"), [AScale()], plan=Plan("a seed", draws=100))
    row = agreement_table(found).iloc[0]
    assert row["full_people_alpha_ordinal"] == pytest.approx(0.699885145482389, rel=1e-9)
    assert row["full_mae_low"] < row["full_mae"] < row["full_mae_high"]
    assert 0 < row["full_exact_by_chance"] < 1
    assert row["full_of_ceiling_reason"] is None
    short = agreement_table(report(reference_frame("tenx_identity"), [AScale()])).iloc[0]
    assert not any(str(name).startswith("full_") for name in short.index)
