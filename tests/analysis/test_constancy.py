"""People beside themselves: counted by hand."""

import numpy as np
import pandas as pd
import pytest

from analysis.constancy import Constancy, constancy

ROWS = [
    ("Ann", "R-1", "plain", 2.0, 2.0, "value", "value"),
    ("Ann", "R-1", "plain", 1.0, 3.0, "value", "value"),
    ("Ann", "R-2", "plain", 3.0, 2.0, "value", "value"),
    ("Ann", "R-2", "plain", np.nan, 1.0, "not_applicable", "value"),
    ("Ann", "R-3", "plain", np.nan, np.nan, "not_applicable", "not_applicable"),
    ("Ann", "R-3", "plain", np.nan, np.nan, "not_applicable", "cannot_assess"),
    ("Ben", "R-1", "plain", np.nan, np.nan, "cannot_assess", "cannot_assess"),
]
COLUMNS = ["rater", "response", "module", "first", "again", "first_kind", "again_kind"]


def test_each_person_is_compared_with_themselves() -> None:
    """Ann's changes are 0, 2, -1: one equal, two within a point, mean distance 1, mean change 1/3."""
    ann, _ = constancy(pd.DataFrame(ROWS, columns=COLUMNS))
    assert (ann.rater, ann.responses, ann.n, ann.equal, ann.within_one) == ("Ann", 3, 3, 1, 2)
    assert ann.mean_distance == pytest.approx(1)
    assert ann.mean_change == pytest.approx(1 / 3)


def test_kinds_of_none_are_kept_apart_and_are_no_zero() -> None:
    ann, ben = constancy(pd.DataFrame(ROWS, columns=COLUMNS))
    assert (ann.changed_kind, ann.same_none) == (2, 1)
    assert ben == Constancy("Ben", 1, 0, 0, 0, None, None, 0, 1)


def test_nobody_repeated_anything() -> None:
    assert constancy(pd.DataFrame(columns=COLUMNS)) == ()
