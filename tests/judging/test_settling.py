"""What a file's judges said becomes what counts: under the benchmark's own protocol wherever that can be known."""

from typing import Any

import pytest

from judging.protocols.terms import Author, AxisScore, Settings, Settled, Target
from judging.settling import settle_given
from store.settling import GivenVerdict
from tests.judging.protocol_builders import a_target, audited_settings, cross_settings, second_settings

OWN = Author("Alder", "Alder Lab", own=True)


def given(judge: str, id: int, truth: float | None, stage: str = "imported", **changes: Any) -> GivenVerdict:
    """What a judge of a maker of its own said of both axes."""
    fields: dict[str, Any] = {
        "id": id,
        "target_id": 1,
        "judge": judge,
        "model": "",
        "family": f"{judge} Lab",
        "stage": stage,
        "attempt": 1,
        "state": "valid",
        "confidence": None,
        "scores": {"truth": truth, "care": truth},
    }
    return GivenVerdict(**{**fields, **changes})


def truth(settled: Settled) -> tuple[str, float | None, int, int]:
    score = settled.scores["truth"]
    return score.kind, score.value, score.n, score.nulls


def test_judges_of_a_file_are_cross_judges() -> None:
    found = settle_given(a_target(), [given("J1", 1, 1), given("J2", 2, 2), given("J3", 3, None)], cross_settings())
    assert found.scores["truth"] == AxisScore("value", 1.5, 3, 1, (1, 2, 3))
    assert found.rule == (
        "median of the judges; nobody counts on a response of their own; "
        "not applicable when more than half of the judges say so; half points kept"
    )
    assert found.gaps == ()


def test_the_order_of_a_files_lines_makes_no_difference() -> None:
    said = [given("J1", 1, 1), given("J2", 2, 2), given("J3", 3, 3)]
    assert settle_given(a_target(), said, cross_settings()) == settle_given(a_target(), said[::-1], cross_settings())


def test_a_judge_named_like_the_system_does_not_count_on_it() -> None:
    """The file has no model for it: its name says what it is."""
    found = settle_given(a_target(), [given("alder", 1, 3), given("J2", 2, 1)], cross_settings())
    assert found.scores["truth"] == AxisScore("value", 1.0, 1, 0, (2,))


def test_an_axis_the_file_leaves_out_has_its_own_count() -> None:
    said = [given("J1", 1, 1), given("J2", 2, 3, scores={"truth": 3.0})]
    found = settle_given(a_target(), said, cross_settings())
    assert found.scores["truth"] == AxisScore("value", 2.0, 2, 0, (1, 2))
    assert found.scores["care"] == AxisScore("value", 1.0, 1, 0, (1,))


def test_nobody_said_anything_is_none_and_never_zero() -> None:
    found = settle_given(a_target(), [], cross_settings())
    assert found.scores["truth"] == AxisScore("none", None, 0, 0)
    assert found.gaps == ("no judge could be heard; there is no score",)


def test_a_reply_in_a_file_that_could_not_be_read_is_not_asked_for_again() -> None:
    said = [given("J1", 1, None, state="unreadable", scores={}), given("J2", 2, 2)]
    found = settle_given(a_target(), said, cross_settings())
    assert truth(found) == ("value", 2.0, 1, 0)
    assert found.gaps == ("J1: no reply came",)


def test_a_later_try_counts_before_an_earlier_one() -> None:
    said = [given("J1", 4, 1, attempt=1), given("J1", 5, 3, attempt=2)]
    assert settle_given(a_target(), said, cross_settings()).scores["truth"] == AxisScore("value", 3.0, 1, 0, (5,))


def test_one_judge_alone_is_the_first_judge() -> None:
    found = settle_given(a_target(), [given("J1", 1, 2)], second_settings())
    assert (found.path, found.rule.split(";")[0]) == ("first", "the first judge's score")
    assert truth(found) == ("value", 2.0, 1, 0)


def test_the_lower_of_two_counts_whoever_was_first() -> None:
    found = settle_given(a_target(OWN), [given("J1", 1, 3), given("J2", 2, 1)], second_settings())
    assert found.path == "lower_of_two"
    assert found.scores["truth"] == AxisScore("value", 1.0, 2, 0, (1, 2))


def test_a_system_of_ones_own_read_by_one_judge_alone_has_no_score() -> None:
    found = settle_given(a_target(OWN), [given("J1", 1, 3)], second_settings())
    assert truth(found) == ("none", None, 0, 0)
    assert "the panel has no second judge of another maker than the first for this author" in found.gaps


def test_where_it_matters_who_was_first_the_median_stands_in_and_says_so() -> None:
    """Two judges on a system that one judge should read: (1 + 2) / 2."""
    found = settle_given(a_target(), [given("J1", 1, 1), given("J2", 2, 2)], second_settings())
    assert found.scores["truth"] == AxisScore("value", 1.5, 2, 0, (1, 2))
    assert found.rule.startswith("median of the judges, in place of the benchmark's own way")


def test_nobody_counts_on_their_own_where_the_median_stands_in_either() -> None:
    said = [given("J1", 1, 1), given("J2", 2, 2), given("Alder", 3, 3)]
    assert settle_given(a_target(), said, second_settings()).scores["truth"] == AxisScore("value", 1.5, 2, 0, (1, 2))


def test_a_file_that_says_the_stages_is_settled_by_the_benchmarks_own_protocol() -> None:
    """Primary 0 and auditor 3 are 3 apart: adjudicated. A further judge of no stage does not count."""
    said = [
        given("J1", 1, 0, "primary"),
        given("J2", 2, 3, "audit"),
        given("J3", 3, 2, "adjudication"),
        given("J4", 4, 0),
    ]
    found = settle_given(a_target(), said, audited_settings(audit_share=1))
    assert (found.path, found.scores["truth"]) == ("adjudicated", AxisScore("value", 2.0, 1, 0, (3,)))


def test_a_file_is_taken_on_its_word_where_it_does_not_say_who_made_its_judges() -> None:
    """First 3 and second 1 on their own system: the lower counts, and the rule says what nobody could check."""
    said = [given("J1", 1, 3, "first", family=""), given("J2", 2, 1, "second", family="")]
    found = settle_given(a_target(OWN), said, second_settings())
    assert (found.path, found.scores["truth"]) == ("lower_of_two", AxisScore("value", 1.0, 2, 0, (1, 2)))
    assert found.gaps == (
        "the file does not say who made J1 and J2; that makers differ where the rule wants it is taken on its word",
    )


def test_an_adjudicator_of_no_known_maker_is_taken_on_the_files_word_too() -> None:
    said = [given("J1", 1, 0, "primary"), given("J2", 2, 3, "audit"), given("J3", 3, 2, "adjudication", family="")]
    found = settle_given(a_target(), said, audited_settings(audit_share=1))
    assert (found.path, truth(found)) == ("adjudicated", ("value", 2.0, 1, 0))
    assert "who made J3;" in found.gaps[0]


def test_two_judges_known_to_be_of_one_maker_are_not_taken_on_its_word() -> None:
    said = [given("J1", 1, 3, "first", family="Lab"), given("J2", 2, 1, "second", family="Lab")]
    found = settle_given(a_target(OWN), said, second_settings())
    assert truth(found) == ("none", None, 0, 0)
    assert not any("on its word" in gap for gap in found.gaps)


def test_a_second_reading_that_is_not_there_is_not_made_up_for_by_its_word() -> None:
    found = settle_given(a_target(OWN), [given("J1", 1, 3, "first", family="")], second_settings())
    assert truth(found) == ("none", None, 0, 0)
    assert not any("on its word" in gap for gap in found.gaps)


def test_a_stage_the_file_should_have_and_has_not_is_a_gap() -> None:
    said = [given("J1", 1, 0, "primary"), given("J2", 2, 3, "audit")]
    found = settle_given(a_target(), said, audited_settings(audit_share=1))
    assert (found.path, truth(found)) == ("unadjudicated", ("value", 1.5, 2, 0))
    assert found.gaps[0] == "the panel has no adjudicator of a further maker for this author"


def test_three_readings_without_stages_cannot_be_adjudicated() -> None:
    said = [given("J1", 1, 0), given("J2", 2, 3), given("J3", 3, 1)]
    found = settle_given(a_target(), said, audited_settings(audit_share=1))
    assert (found.path, truth(found)) == ("median_in_place", ("value", 1.0, 3, 0))


@pytest.mark.parametrize("settings", [cross_settings(), second_settings(), audited_settings()])
def test_nothing_said_settles_under_every_protocol(settings: Settings) -> None:
    found = settle_given(a_target(), [], settings)
    assert {score.kind for score in found.scores.values()} == {"none"}
    assert found.gaps


def test_an_empty_answer_has_its_score_without_a_judge() -> None:
    target = Target(1, "R-1|plain", "plain", Author("Alder"), empty=True)
    assert truth(settle_given(target, [], second_settings())) == ("value", 0.0, 0, 0)
