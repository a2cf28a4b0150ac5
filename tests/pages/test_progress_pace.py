"""Pace and coverage: worked out by hand; nobody is called overdue without a reason."""

from datetime import UTC, datetime, timedelta

import pandas as pd
import pytest

from analysis.constancy import Constancy
from pages import progress_coverage, progress_pace
from pages.progress_pace import Pace, needs_a_word, pace_of
from pages.study_course import Work
from tests.pages.showing import without_tags

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def a_pace(**changes: object) -> Pace:
    """Four left, seven within the last week, so one a day; the link lasts a month."""
    sound = Pace("Ruth", 4, 7, 1.0, 6.0, 7, NOW + 30 * DAY, NOW - DAY, NOW - 20 * DAY)
    return sound._replace(**changes)  # type: ignore[arg-type]


def test_the_rest_takes_as_long_as_the_pace_says() -> None:
    assert a_pace().finished(NOW) == NOW + 4 * DAY
    assert a_pace(left=0).finished(NOW) is None
    assert a_pace(per_day=None).finished(NOW) is None
    assert a_pace(left=10_000, per_day=0.1).finished(NOW) is None


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, ""),
        ({"left": 0, "ends": NOW - DAY}, ""),
        ({"ends": NOW - DAY}, "The link ended on 19 March 2026 with 4 responses left"),
        ({"ends": NOW - DAY, "left": 1}, "with one response to go"),
        ({"ends": NOW + 2 * DAY}, "At this pace 4 responses will not be done when the link ends on 22 March 2026."),
        ({"per_day": None, "last": NOW - 7 * DAY}, "Nothing for 7 days."),
        ({"per_day": None, "last": NOW - 7 * DAY + timedelta(minutes=1)}, ""),
        ({"per_day": None, "last": None, "invited": NOW - 9 * DAY}, "Not begun, 9 days after the invitation."),
        ({"per_day": None, "last": None, "invited": NOW - DAY}, ""),
        ({"per_day": None, "last": None, "invited": None, "ends": None}, ""),
    ],
)
def test_who_needs_a_word_and_why(changes: dict[str, object], says: str) -> None:
    found = needs_a_word(a_pace(**changes), NOW)
    assert says.replace("left", "to go") in found
    assert bool(found) == bool(says)


def test_a_pace_is_over_the_days_since_the_first_submission_at_most_seven_and_at_least_one() -> None:
    """Six within two days: 3 a day. Seven with a first one long ago: 1 a day. Two within an hour: 2 a day."""
    work = [Work(name, 20, 10, 0, NOW) for name in ("A", "B", "C", "D")]
    rows = [
        ("a", "A", 6, NOW - 2 * DAY, NOW, NOW, NOW + DAY),
        ("b", "B", 7, NOW - 90 * DAY, NOW, NOW, NOW + DAY),
        ("c", "C", 2, NOW - timedelta(hours=1), NOW, NOW, NOW + DAY),
        ("d", "D", 0, None, None, None, None),
    ]
    pace = pd.DataFrame(rows, columns=["rater", "name", "lately", "first", "last", "invited", "link_ends"])
    minutes = pd.DataFrame({"rater": ["a", "a", "a"], "minutes": [2.0, 90.0, 4.0]})
    found = pace_of(work, pace, minutes, NOW)
    assert [one.per_day for one in found] == [3, 1, 2, None]
    assert [one.minutes for one in found] == [4.0, None, None, None]
    assert found[3].last is None
    assert found[3].ends is None


def test_the_table_says_what_is_not_known() -> None:
    quiet = a_pace(per_day=None, minutes=None, ends=None)
    (line,) = progress_pace.lines([quiet], NOW)
    assert without_tags(" ".join(line)).startswith("Ruth 4 7 – nothing scored here n = 0 cannot be said")
    assert "no link" in line


COVERAGE = pd.DataFrame(
    [("plain", "life", 0, 3), ("plain", "life", 2, 5), ("plain", "", 1, 2), ("plain", "", 3, 1)],
    columns=["module", "category", "people", "targets"],
)


def test_coverage_says_who_is_short_of_what_the_benchmark_asks() -> None:
    assert progress_coverage.in_words(COVERAGE, 2) == (
        "6 of 11 responses have been scored by 2 people or more, as the benchmark asks; 3 by nobody; 2 by one person."
    )


def test_coverage_by_kind_of_prompt() -> None:
    assert progress_coverage.heads(COVERAGE, 2)[1:] == [
        "Scored by nobody",
        "Scored by one person",
        "Scored by 2 or more",
    ]
    assert progress_coverage.lines(COVERAGE, 2, {}) == [["no kind given", "0", "2", "1"], ["life", "3", "0", "5"]]


def test_constancy_is_counts_out_of_n_or_a_reason() -> None:
    found = [Constancy("a", 2, 5, 3, 5, 0.4, -0.4, 1, 0), Constancy("b", 1, 0, 0, 0, None, None, 0, 2)]
    first, second = progress_coverage.constancy_lines(found, {"a": "Rater 1", "b": "Rater 2"})
    assert without_tags(" ".join(first)) == "Rater 1 2 5 scores 3 of 5 5 of 5 0.40 n = 5 -0.40 n = 5 1"
    assert without_tags(" ".join(second)).count("no axis has a score both times") == 4
