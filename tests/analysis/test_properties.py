"""Names, order and absent raters change nothing; another scale does what theory says; missing is no number."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from analysis.axis_statistics import AxisStatistics, axis_statistics
from analysis.resampling import Plan
from analysis.scales import Floats
from analysis.statistics_table import figures
from tests.analysis.frame_builders import AScale
from tests.analysis.full_statistics import frame_of, of_matrix
from tests.analysis.soundness import check_sound

NAN = float("nan")
PLAN = Plan("properties", draws=64)
CHECK = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


@st.composite
def tables(draw: st.DrawFn, *, missing: bool = True) -> tuple[Floats, Floats]:
    """People's and judges' scores 0 to 3 of a few responses, some of them missing."""
    n = draw(st.integers(1, 12))
    values = st.sampled_from([0.0, 1.0, 2.0, 3.0, *([NAN] if missing else [])])
    people = draw(arrays.arrays(float, (n, draw(st.integers(1, 3))), elements=values))
    judges = draw(arrays.arrays(float, (n, draw(st.integers(1, 4))), elements=values))
    return people, judges


def numbers(statistics: AxisStatistics, *, without: tuple[str, ...] = ()) -> dict[str, tuple[float, ...]]:
    """Value, interval and bootstrap interval of every figure; what is not there is -9."""
    found = {}
    for group, name, figure, _ in figures(statistics):
        if group.startswith("judges and") and group != "judges and people's mean":
            continue
        parts = [figure.estimate.value, figure.estimate.low, figure.estimate.high, figure.estimate.n]
        if figure.bootstrap is not None:
            parts += [figure.bootstrap.low, figure.bootstrap.high, figure.bootstrap.undefined_draws]
        if name not in without:
            found[f"{group}: {name}"] = tuple(-9.0 if part is None else float(part) for part in parts)
    return found


def assert_same(first: AxisStatistics, second: AxisStatistics, rel: float = 1e-9) -> None:
    one, other = numbers(first), numbers(second)
    assert one.keys() == other.keys()
    for name, values in one.items():
        assert values == pytest.approx(other[name], rel=rel, abs=1e-9), name


@CHECK
@given(tables())
def test_every_figure_keeps_its_promises(scores: tuple[Floats, Floats]) -> None:
    check_sound(of_matrix(*scores, plan=PLAN))


@CHECK
@given(tables(), st.randoms(use_true_random=False))
def test_relabelling_raters_changes_nothing(scores: tuple[Floats, Floats], chance: "st.DataObject") -> None:
    people, judges = scores
    shuffled = [list(range(table.shape[1])) for table in scores]
    for order in shuffled:
        chance.shuffle(order)  # type: ignore[attr-defined]
    again = of_matrix(people[:, shuffled[0]], judges[:, shuffled[1]], plan=PLAN)
    assert_same(of_matrix(people, judges, plan=PLAN), again)


@CHECK
@given(tables(), st.integers(0, 1000))
def test_the_order_of_the_rows_of_the_frame_changes_nothing(scores: tuple[Floats, Floats], seed: int) -> None:
    frame = frame_of(*scores)
    shuffled = frame.iloc[np.random.default_rng(seed).permutation(len(frame))].reset_index(drop=True)
    first, second = (axis_statistics(rows, [AScale()], PLAN)["truth"] for rows in (frame, shuffled))
    assert repr(first) == repr(second)


@CHECK
@given(tables())
def test_a_rater_without_any_score_changes_nothing(scores: tuple[Floats, Floats]) -> None:
    people, judges = scores
    nobody = np.full((len(people), 1), NAN)
    again = of_matrix(np.hstack([people, nobody]), np.hstack([judges, nobody]), plan=PLAN)
    assert_same(of_matrix(people, judges, plan=PLAN), again)


@CHECK
@given(tables())
def test_why_a_score_is_missing_changes_no_figure(scores: tuple[Floats, Floats]) -> None:
    frame = frame_of(*scores)
    other = frame.assign(missing=frame["missing"].where(frame["value"].notna(), "not_scored"))
    first, second = (axis_statistics(rows, [AScale()], PLAN)["truth"] for rows in (frame, other))
    assert numbers(first) == numbers(second)


@CHECK
@given(tables(missing=False), st.integers(0, 11), st.sampled_from([0.0, 3.0]))
def test_missing_is_never_a_number(scores: tuple[Floats, Floats], at: int, number: float) -> None:
    people, judges = scores
    at %= len(people)
    dropped = people.copy()
    dropped[at] = NAN
    others = np.delete(people, at, axis=0)
    if not others.size:
        return
    found, alone = of_matrix(dropped, judges, plan=PLAN), of_matrix(others, np.delete(judges, at, axis=0), plan=PLAN)
    for name in ("pearson", "spearman", "kendall", "concordance", "bias", "mae", "exact", "within_one"):
        one, other = (getattr(each.judges_people, name).estimate for each in (found, alone))
        assert one == other, (name, number)
    assert found.people.alpha_ordinal.estimate.value == alone.people.alpha_ordinal.estimate.value


SAME_UNDER_AFFINE = (
    *("pearson", "spearman", "kendall", "concordance"),
    *("alpha_nominal", "alpha_ordinal", "alpha_interval", "kappa", "kappa_linear", "kappa_quadratic", "ac1", "ac2"),
    *("ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)", "ceiling", "of_ceiling"),
)


@CHECK
@given(tables(missing=False), st.sampled_from([0.5, 1.0, 2.0, 10.0, 25.0]), st.sampled_from([-7.0, 0.0, 1.0, 40.0]))
def test_another_unit_and_zero_changes_only_what_is_in_points(
    scores: tuple[Floats, Floats], unit: float, zero: float
) -> None:
    people, judges = scores
    scale = AScale(allowed=tuple(zero + unit * value for value in (0.0, 1.0, 2.0, 3.0)))
    plain = of_matrix(people, judges, plan=PLAN)
    other = of_matrix(zero + unit * people, zero + unit * judges, plan=PLAN, scale=scale)
    one, two = numbers(plain), numbers(other)
    for name, values in one.items():
        if name.split(": ")[1] in SAME_UNDER_AFFINE:
            assert values == pytest.approx(two[name], rel=1e-6, abs=1e-7), name
    for name in ("bias", "mae"):
        first, second = (getattr(each.judges_people, name).estimate for each in (plain, other))
        assert second.value == pytest.approx(unit * first.value)
        if first.low is not None:
            assert (second.low, second.high) == pytest.approx((unit * first.low, unit * first.high), abs=1e-7)


@CHECK
@given(tables(missing=False))
def test_turning_the_scale_around_turns_nothing_but_the_bias(scores: tuple[Floats, Floats]) -> None:
    people, judges = scores
    plain, turned = of_matrix(people, judges, plan=PLAN), of_matrix(3 - people, 3 - judges, plan=PLAN)
    one, two = numbers(plain, without=("bias",)), numbers(turned, without=("bias",))
    for name, values in one.items():
        assert values == pytest.approx(two[name], rel=1e-6, abs=1e-7), name
    first, second = plain.judges_people.bias.estimate.value, turned.judges_people.bias.estimate.value
    assert first is not None
    assert second == pytest.approx(-first)


@CHECK
@given(tables(missing=False))
def test_turning_one_side_around_turns_the_correlation(scores: tuple[Floats, Floats]) -> None:
    people, judges = scores
    plain, turned = of_matrix(people, judges, plan=PLAN), of_matrix(3 - people, judges, plan=PLAN)
    for name in ("pearson", "spearman", "kendall"):
        first, second = (getattr(each.judges_people, name).estimate.value for each in (plain, turned))
        assert (first is None) == (second is None)
        assert first is None or second == pytest.approx(-first)


@CHECK
@given(tables())
def test_agreement_lies_where_it_can(scores: tuple[Floats, Floats]) -> None:
    for name, (value, *_) in numbers(of_matrix(*scores, plan=PLAN)).items():
        if value == -9 or name.split(": ")[1] in {"mae", "bias", "of_ceiling", "disattenuated", "ac2", "ICC(A,1)"}:
            continue
        assert -1 - 1e-9 <= value <= 1 + 1e-9, name


@CHECK
@given(tables(missing=False))
def test_clusters_of_one_are_no_clusters_for_the_bootstrap(scores: tuple[Floats, Floats]) -> None:
    people, judges = scores
    responses = pd.Index(sorted(frame_of(people, judges)["response"].unique()))
    own = pd.Series(responses, index=responses)
    plain, clustered = of_matrix(people, judges, plan=PLAN), of_matrix(people, judges, plan=PLAN, clusters=own)
    for name in ("pearson", "bias", "exact"):
        one, other = (getattr(each.judges_people, name).bootstrap for each in (plain, clustered))
        assert one == other
    assert clustered.clusters == len(people)
    assert math.isfinite(sum(part for values in numbers(clustered).values() for part in values))
