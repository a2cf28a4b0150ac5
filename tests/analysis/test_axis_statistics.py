"""The full statistics fit together: who is compared on which responses, and what is shared."""

import math

import numpy as np
import pandas as pd
import pytest

from analysis.axis_statistics import axis_statistics
from analysis.categories import chance_corrected, classified
from analysis.frames import Row, long_frame
from analysis.report import report
from analysis.resampling import Plan
from analysis.scales import Floats, places
from analysis.statistics_table import COLUMNS, statistics_table
from tests.analysis.frame_builders import AScale, rows
from tests.analysis.full_statistics import frame_of, of_matrix
from tests.analysis.reference_values import matrix
from tests.analysis.soundness import check_sound, figure_of

NAN = float("nan")
PLAN = Plan("a seed", draws=300)
SCORES = matrix("tenx_identity")


def test_judges_among_themselves_count_on_all_responses_and_people_on_theirs() -> None:
    people = SCORES[:, :2].copy()
    people[12:] = NAN
    found = of_matrix(people, SCORES[:, 2:], plan=PLAN)
    check_sound(found)
    assert found.judges_people.n == 12
    assert (found.people.n, found.judges.n, found.everybody.n) == (12, 20, 12)
    alone = of_matrix(people[:12], SCORES[:12, 2:], plan=PLAN)
    assert found.people == alone.people
    assert found.judges_people == alone.judges_people


def test_another_axis_beside_it_changes_no_figure() -> None:
    first = frame_of(SCORES[:, :2], SCORES[:, 2:])
    other = frame_of(3 - SCORES[:, :2], SCORES[::-1, 2:]).assign(axis="care")
    axes = [AScale(), AScale("care", "Care")]
    both = axis_statistics(pd.concat([first, other], ignore_index=True), axes, PLAN)
    assert repr(both["truth"]) == repr(axis_statistics(first, axes[:1], PLAN)["truth"])


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_draws() -> None:
    one, same, other = (of_matrix(SCORES[:, :2], SCORES[:, 2:], plan=Plan(seed)) for seed in ("a", "a", "b"))
    assert repr(one) == repr(same)
    assert one.judges_people.pearson.estimate == other.judges_people.pearson.estimate
    assert one.judges_people.pearson.bootstrap != other.judges_people.pearson.bootstrap
    assert one.fingerprint == same.fingerprint != other.fingerprint


def test_every_person_alone_is_compared_and_the_ceiling_is_the_peoples() -> None:
    found = of_matrix(SCORES[:, :2], SCORES[:, 2:], plan=PLAN)
    assert [person for person, _ in found.judges_each_person] == ["person 0", "person 1"]
    icc = np.array(found.people.icc.figures["ICC(C,k)"].estimate[:4], dtype=float)
    ceiling = np.array(found.ceiling.ceiling.estimate[:4], dtype=float)
    assert ceiling[[0, 2, 3]] == pytest.approx(np.sqrt(icc[[0, 2, 3]]))
    r = np.float64(found.judges_people.pearson.estimate.value)
    judges = np.float64(found.judges.icc.figures["ICC(C,k)"].estimate.value)
    assert found.ceiling.of_ceiling.estimate.value == pytest.approx(r / ceiling[0])
    assert found.ceiling.disattenuated.estimate.value == pytest.approx(r / np.sqrt(icc[0] * judges))


def test_a_ratio_above_one_is_flagged_and_not_cut_off() -> None:
    # Two people who hardly agree (r = .2) and judges who give their mean: r is 1 with a mean that has little in it.
    first = np.array([0, 1, 2, 3, 0, 1, 2, 3, 1, 2], dtype=float)
    second = np.array([2, 1, 3, 2, 1, 3, 0, 3, 2, 1], dtype=float)
    mean = (first + second) / 2
    found = of_matrix(np.column_stack([first, second]), np.column_stack([mean, mean, mean]), plan=PLAN)
    check_sound(found)
    value = found.ceiling.of_ceiling.estimate.value
    assert value is not None
    assert value > 1
    assert "of_ceiling" in found.ceiling.above_one


def test_people_who_agree_not_at_all_have_no_ceiling() -> None:
    against = 3 - SCORES[:, 0]
    against[0] = SCORES[0, 0]
    people = np.column_stack([SCORES[:, 0], against])
    found = of_matrix(people, SCORES[:, 2:], plan=PLAN)
    check_sound(found)
    assert found.ceiling.of_ceiling.estimate.value is None
    assert "no reliability" in str(found.ceiling.of_ceiling.estimate.why_undefined)


def test_clusters_make_intervals_wider_where_answers_hang_together() -> None:
    people, judges = np.repeat(SCORES[:, :2], 3, axis=0), np.repeat(SCORES[:, 2:], 3, axis=0)
    responses = sorted(frame_of(people, judges)["response"].unique())
    clusters = pd.Series([f"prompt {at // 3}" for at in range(60)], index=responses)
    alone, together = (of_matrix(people, judges, plan=PLAN, clusters=c) for c in (None, clusters))
    check_sound(together)
    assert together.clusters == 20
    assert together.judges_people.tests is not None
    assert together.judges_people.tests.permutation is None
    for name in ("pearson", "bias", "mae", "exact"):
        one, other = (figure_of(each, "judges and people's mean", name).estimate for each in (alone, together))
        assert other.value == pytest.approx(one.value)
        assert other.method is not None
        assert "jackknife" in other.method.lower()
        assert (other.high or 0) - (other.low or 0) > 1.3 * ((one.high or 0) - (one.low or 0))


def test_a_response_without_a_cluster_is_an_error_that_names_it() -> None:
    frame = frame_of(SCORES[:, :2], SCORES[:, 2:])
    clusters = pd.Series("all", index=sorted(frame["response"].unique())[:-1])
    with pytest.raises(ValueError, match="1 responses have no cluster, such as R20"):
        axis_statistics(frame, [AScale()], PLAN, clusters=clusters)


def test_applicability_is_kept_apart_from_scores() -> None:
    frame = long_frame(
        [
            *rows("ruth", "human", [1, "not_applicable", "not_applicable", 2, "cannot_assess"]),
            *rows("paul", "human", [1, "not_applicable", 2, 2, 1]),
            *rows("median", "settled", [1, 2, "not_applicable", 2, 1]),
        ]
    )
    found = axis_statistics(frame, [AScale()], PLAN)["truth"]
    people = found.people_apply
    # Both said something on four responses and agree on three; "cannot assess" says neither.
    assert (people.n, people.applies, people.does_not) == (4, 6, 3)
    assert people.agreement == pytest.approx(3 / 4)
    # pi = (1 + 0 + .5 + 1 + 1) / 5 says it applies; by chance 2 * .7 * .3.
    assert people.ac1 == pytest.approx((3 / 4 - 0.42) / (1 - 0.42))
    assert found.settled_and_people_apply == (5, 2, 1, 1)
    assert found.people.n == 2
    assert found.judges_apply.why_undefined == "no response was judged for applicability by two raters"


def test_the_report_carries_the_statistics_when_it_has_a_plan() -> None:
    frame = frame_of(SCORES[:, :2], SCORES[:, 2:])
    without, found = report(frame, [AScale()])[0], report(frame, [AScale()], plan=PLAN)[0]
    assert without.statistics is None
    assert found.statistics is not None
    assert found.statistics.judges_people.pearson.estimate.value == pytest.approx(found.judges_people.r)
    assert found.statistics.people.alpha_ordinal.estimate.value == pytest.approx(found.alpha.value)
    assert found.sentence == without.sentence


def test_an_axis_without_a_single_row_is_reported_all_the_same() -> None:
    frame = long_frame([Row("R01", "truth", "ruth", "human", 1.0)])
    found = axis_statistics(frame, [AScale(), AScale("care", "Care")], PLAN)
    for one in found.values():
        check_sound(one)
    assert found["care"].people.alpha_ordinal.estimate.why_undefined == "no person has scored"


def test_the_table_has_a_row_for_every_figure_and_no_nan() -> None:
    people = SCORES[:, :2].copy()
    people[:, 1] = 2
    found = of_matrix(people, SCORES[:, 2:], plan=PLAN)
    table = statistics_table({"truth": found})
    assert tuple(table.columns) == COLUMNS
    assert not table.map(lambda cell: isinstance(cell, float) and math.isnan(cell)).any(axis=None)
    one = table[(table["group"] == "people") & (table["statistic"] == "kappa")].iloc[0]
    assert (one["value"], one["reason"]) == (None, "one person gives 2 every time")
    exact = table[(table["group"] == "judges and people's mean") & (table["statistic"] == "exact")].iloc[0]
    assert exact["by_chance"] == found.judges_people.chance.exact  # type: ignore[union-attr]
    assert exact["method"] == "Wilson"


def test_with_a_missing_score_kappa_is_of_what_both_scored_and_ac_of_everything() -> None:
    people = SCORES[:, :2].copy()
    people[3, 0] = people[8, 1] = NAN
    found, both = of_matrix(people, SCORES[:, 2:], plan=PLAN), ~np.isnan(people).any(axis=1)
    complete = of_matrix(people[both], SCORES[both, 2:], plan=PLAN)
    for name in ("kappa", "kappa_linear", "kappa_quadratic"):
        one, other = (getattr(each.people, name).estimate for each in (found, complete))
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
    place = places(people, (0.0, 1.0, 2.0, 3.0))
    everything = [np.delete(place, unit, axis=0) for unit in range(20)]
    ac1 = np.array([ac1_of(rest) for rest in everything])
    error = math.sqrt(19 / 20 * float(((ac1 - ac1.mean()) ** 2).sum()))
    shown = found.people.ac1.estimate
    assert shown.value == pytest.approx(ac1_of(place))
    assert ((shown.high or 0) - (shown.low or 0)) / 2 == pytest.approx(2.093024 * error, rel=1e-6)


def ac1_of(place: Floats) -> float:
    table = classified(place, 4)
    return float(chance_corrected(table, table.columns.sum(axis=1, keepdims=True))["identity"].gwet[0])
