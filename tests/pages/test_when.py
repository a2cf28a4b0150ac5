"""Times in plain words."""

from datetime import timedelta

import pandas as pd
import pytest

from pages.when import ago, known
from tests.store.a_study import NOW


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (timedelta(seconds=-3), "just now"),
        (timedelta(seconds=119), "just now"),
        (timedelta(minutes=2), "2 minutes ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(minutes=60), "an hour ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(hours=24), "yesterday"),
        (timedelta(days=2), "2 days ago"),
        (timedelta(days=13), "13 days ago"),
        (timedelta(days=14), "on 17 June 2026"),
    ],
)
def test_how_long_ago(before: timedelta, says: str) -> None:
    assert ago(NOW - before, NOW) == says


def test_never() -> None:
    assert ago(None, NOW) == "never"


@pytest.mark.parametrize("missing", [None, pd.NaT, float("nan")])
def test_a_missing_time_is_none(missing: object) -> None:
    assert known(missing) is None


def test_a_time_of_a_frame_is_a_time() -> None:
    assert known(pd.Timestamp(NOW)) == NOW


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(TypeError, match="'noon' is no time"):
        known("noon")
