"""How often a rater gave a score, and why not: every kind of missing apart."""

from analysis.frames import Row, long_frame
from analysis.rater_counts import RaterCounts, rater_counts
from analysis.score_tables import score_tables

TABLES = score_tables(
    long_frame(
        [
            Row("R-1", "truth", "Hollin", "llm", 2.0),
            Row("R-2", "truth", "Hollin", "llm", None, "not_applicable"),
            Row("R-3", "truth", "Hollin", "llm", None, "unreadable"),
            Row("R-1", "care", "Hollin", "llm", None, "not_scored"),
            Row("R-1", "truth", "Marlpit", "llm", 0.0),
            Row("R-1", "truth", "Rater 1", "human", None, "cannot_assess"),
        ]
    )
)


def test_each_judge_is_counted_by_kind() -> None:
    hollin, marlpit = rater_counts(TABLES, "truth", "llm")
    assert hollin == RaterCounts("Hollin", 3, 1, {"not_applicable": 1, "unreadable": 1, "not_scored": 0})
    assert marlpit == RaterCounts("Marlpit", 1, 1, {"not_applicable": 0, "unreadable": 0, "not_scored": 0})


def test_who_was_never_asked_has_no_line() -> None:
    assert [one.rater for one in rater_counts(TABLES, "care", "llm")] == ["Hollin"]
    assert rater_counts(TABLES, "no such axis", "llm") == ()


def test_people_may_miss_in_other_ways() -> None:
    (one,) = rater_counts(TABLES, "truth", "human")
    assert one.missing == {"not_applicable": 0, "cannot_assess": 1, "rubric_unclear": 0, "not_scored": 0}
