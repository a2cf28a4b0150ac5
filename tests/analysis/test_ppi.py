"""The people's mean sharpened by the judges, and left alone where they cannot help."""

import pandas as pd
import pytest

from analysis.ppi import CorrectedMean, corrected_mean
from tests.analysis.benchmark_reference import expected, given


def the_reference(**settings) -> CorrectedMean:  # type: ignore[no-untyped-def]
    """Twenty responses scored by people, a hundred more by judges alone."""
    scores = given("ppi_20_100")
    judges = pd.Series(scores["Yhat"] + scores["Yhat_unlabeled"], dtype=float)
    return corrected_mean(pd.Series(scores["Y"], dtype=float), judges, **settings)


@pytest.mark.parametrize(("lam", "case"), [(None, "tuned"), (1.0, 1), (0.0, 0)])
def test_mean_and_large_sample_interval_are_those_of_ppi_python(lam: float | None, case: object) -> None:
    found = the_reference(lam=lam, interval="z")
    assert [found.value, found.low, found.high] == pytest.approx(expected("ppi_20_100", "PPI mean", lam=case), rel=1e-9)


def test_without_the_judges_it_is_the_classical_interval() -> None:
    found = the_reference(lam=0.0, interval="z")
    assert [found.low, found.high] == pytest.approx(expected("ppi_20_100", "classical mean ci95"), rel=1e-9)


def test_the_default_interval_is_students_and_wider() -> None:
    by_t, by_z = the_reference(), the_reference(interval="z")
    assert by_t.value == by_z.value
    assert by_t.method == "PPI++, t with 18 degrees of freedom"
    assert by_t.low is not None
    assert by_z.low is not None
    assert by_t.low < by_z.low
    assert 0 < (by_t.helped or 0) < 1


def test_lam_by_hand() -> None:
    # People 0 1 2 3, judges 0 2 2 4 there and 1 3 elsewhere. Covariance mean((-1.5 -.5 .5 1.5)(-2 0 0 2)) = 1.5;
    # variance of 0 2 2 4 1 3 is 10/5 = 2; n / N = 2; lam = 1.5 / (3 * 2) = .25.
    # Mean .25 * 2 + mean(0 - 0, 1 - .5, 2 - .5, 3 - 1) = .5 + 1 = 1.5.
    people = pd.Series([0.0, 1, 2, 3, None, None])
    found = corrected_mean(people, pd.Series([0.0, 2, 2, 4, 1, 3]))
    assert [found.lam, found.value] == pytest.approx([0.25, 1.5], rel=1e-12)
    assert (found.n, found.n_judged_only, found.people_mean, found.judges_mean) == (4, 2, 1.5, 2.0)


def test_the_judges_bias_is_taken_off() -> None:
    # Judges are exactly 1 above the people. With lam 1: their mean elsewhere, (5 + 6) / 2, less 1.
    judges = pd.Series([1.0, 2, 3, 4, 5, 6])
    people = pd.Series([0.0, 1, 2, 3, None, None])
    found = corrected_mean(people, judges, lam=1.0)
    assert found.value == pytest.approx(5.5 - 1.0, rel=1e-12)
    assert found.judges_mean == 3.5


@pytest.mark.parametrize(
    ("people", "judges", "note"),
    [
        ([1.0, 2, None, None], [1.0, 2, 3, 4], "only 2 responses were scored by both"),
        ([1.0, 2, 2, 1], [1.0, 2, 3, 4], "no response was judged only"),
        ([1.0, 2, 2, None], [3.0, 3, 3, 3], "the judges' scores are all the same"),
        ([1.0, 2, 3, None], [3.0, 2, 1, 2], "they get no weight"),
    ],
)
def test_where_judges_cannot_help_it_is_the_peoples_mean(
    people: list[float | None], judges: list[float], note: str
) -> None:
    scores = pd.Series(people, dtype=float)
    found = corrected_mean(scores, pd.Series(judges))
    assert (found.lam, found.value) == (0.0, scores.mean())
    assert note in found.notes[0]


@pytest.mark.parametrize(
    ("people", "value", "reason"),
    [
        ([None, None], None, "no response was scored by people and judges"),
        ([2.0, None], 2.0, "only one response was scored"),
        ([2.0, 2.0], 2.0, "every score of the people is 2"),
    ],
)
def test_too_little_for_an_interval(people: list[float | None], value: float | None, reason: str) -> None:
    found = corrected_mean(pd.Series(people, dtype=float), pd.Series([1.0, 3.0]))
    assert (found.value, found.low, found.high, found.why_no_interval) == (value, None, None, reason)
    assert (found.why_undefined is None) == (value is not None)


def test_an_interval_never_shrinks_to_a_point() -> None:
    same = pd.Series([1.0, 2, 3, 1, 1])
    found = corrected_mean(same.iloc[:3], same.iloc[:3].reindex(range(4)).fillna(2.0), lam=1.0)
    assert found.low is None
    assert "no width" in str(found.why_no_interval)


def test_a_weight_beyond_one_is_refused() -> None:
    with pytest.raises(ValueError, match="it lies from 0 to 1"):
        the_reference(lam=1.5)
