"""Where the spread of scores comes from."""

import pandas as pd
import pytest

from analysis.components import variance_components
from tests.analysis.benchmark_reference import a_reference_table, expected
from tests.analysis.frame_builders import a_table


@pytest.mark.parametrize("name", ["tenx_theological", "tenx_identity"])
def test_mean_squares_and_components_are_those_of_r(name: str) -> None:
    found = variance_components(a_reference_table(name))
    assert found.response
    assert found.rater
    assert found.rest
    sources = (found.response, found.rater, found.rest)
    mean_squares = expected(name, "G-study ANOVA mean squares")
    components = expected(name, "G-study variance components")
    assert [source.mean_square for source in sources] == pytest.approx(mean_squares, rel=1e-9)
    assert [source.component for source in sources] == pytest.approx(components, rel=1e-9)
    assert [source.df for source in sources] == [19, 5, 95]


def test_components_by_hand() -> None:
    # Scores 1 2 / 2 4 / 3 3, grand mean 2.5. Responses 1.5 3 3: 2 (1 + .25 + .25) / 2 = 1.5. Raters 2 3:
    # 3 (.25 + .25) = 1.5. Rest: gaps 1 2 0 about their mean 1, (0 + 1 + 1) / 2 = 1 over 2 degrees of freedom .5.
    # Components (1.5 - .5) / 2 = .5, (1.5 - .5) / 3 = 1/3, .5. Relative .5 / (.5 + .25), absolute
    # .5 / (.5 + 1/6 + .25).
    found = variance_components(a_table([1, 2, 3], [2, 4, 3]))
    assert found.response == pytest.approx((1.5, 2, 0.5, 0.5), rel=1e-12)
    assert found.rater == pytest.approx((1.5, 1, 1 / 3, 1 / 3), rel=1e-12)
    assert found.rest == pytest.approx((0.5, 2, 0.5, 0.5), rel=1e-12)
    assert found.relative == pytest.approx(2 / 3, rel=1e-12)
    assert found.absolute == pytest.approx(6 / 11, rel=1e-12)


def test_a_negative_component_is_reported_beside_its_truncation() -> None:
    # Raters disagree in opposite ways and responses have nearly the same mean.
    found = variance_components(a_table([1, 2, 3, 0], [3, 2, 1, 3]))
    assert found.response
    assert found.response.component < 0
    assert found.response.truncated == 0
    assert (found.relative, found.absolute) == (None, None)


def test_only_complete_responses_enter_and_the_others_are_counted() -> None:
    found = variance_components(a_table([1, 2, 3, 4, None], [2, 4, 3, None, None]))
    assert (found.n, found.n_incomplete) == (3, 1)
    assert found.response == variance_components(a_table([1, 2, 3], [2, 4, 3])).response


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (a_table(), "no rater has scores; 2 are needed"),
        (a_table([1, 2, 3]), "only one rater has scores; 2 are needed"),
        (a_table([1, 2, None], [1, 2, 3]), "2 responses were scored by all 2 raters; 3 are needed"),
        (a_table([2, 2, 2], [2, 2, 2]), "every score is 2"),
    ],
)
def test_without_components_there_is_a_reason(table: pd.DataFrame, reason: str) -> None:
    found = variance_components(table)
    assert (found.response, found.rater, found.rest, found.relative) == (None, None, None, None)
    assert found.why_undefined == reason
