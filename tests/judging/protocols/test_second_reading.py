"""One reading for everyone, a second and adversarial one for the maintainers' own systems."""

import pytest

from judging.protocols.second_reading import empty_seats, seats, second_reading
from judging.protocols.terms import Author, AxisScore, Call, Judge
from tests.judging.protocol_builders import (
    AUTHOR,
    a_target,
    asked,
    done,
    heard,
    panel_of,
    said,
    second_settings,
    unheard,
)

OWN = Author("Alder", "Alder Lab", own=True)
PANEL = panel_of("Pine Lab", "Pine Lab", "Fir Lab")
NONE = ("none", None, 0, 0)


def test_one_judge_reads_another_makers_system() -> None:
    assert asked(second_reading(a_target(), PANEL, [], second_settings())) == (Call("first", "j0"),)
    found = done(second_reading(a_target(), PANEL, [heard("j0", "first", 1, 2)], second_settings()))
    assert (said(found), found.path, found.gaps) == (("value", 2.0, 1, 0), "first", ())


def test_ones_own_system_is_read_by_two_of_different_makers_at_once() -> None:
    assert asked(second_reading(a_target(OWN), PANEL, [], second_settings())) == (
        Call("first", "j0"),
        Call("second", "j2"),
    )


def test_without_that_rule_the_second_may_be_of_the_same_maker() -> None:
    settings = second_settings(other_family=False)
    assert asked(second_reading(a_target(OWN), PANEL, [], settings))[1] == Call("second", "j1")


def test_every_system_is_read_twice_where_the_file_says_so() -> None:
    assert len(asked(second_reading(a_target(), PANEL, [], second_settings(systems="all")))) == 2


@pytest.mark.parametrize(("first", "second", "lower"), [(3, 1, 1.0), (0, 2, 0.0), (2, 2, 2.0)])
def test_the_lower_counts_and_both_are_kept(first: float, second: float, lower: float) -> None:
    verdicts = [heard("j2", "second", 2, second), heard("j0", "first", 1, first)]
    found = done(second_reading(a_target(OWN), PANEL, verdicts, second_settings()))
    assert found.scores["truth"] == AxisScore("value", lower, 2, 0, (1, 2))
    assert found.path == "lower_of_two"
    assert found.rule.startswith("the lower score of the first and a second, adversarial judge; ")


@pytest.mark.parametrize(
    ("nulls", "first", "second", "counts"),
    [
        ("more_than_half", None, 2, ("value", 2.0, 2, 1)),  # 1 of 2 is not more than half
        ("more_than_half", None, None, ("not_applicable", None, 2, 2)),
        ("any", 3, None, ("not_applicable", None, 2, 1)),
        ("all", 3, None, ("value", 3.0, 2, 1)),
    ],
)
def test_not_applicable_is_no_lowest_score(nulls: str, first: float, second: float, counts: object) -> None:
    verdicts = [heard("j0", "first", 1, first), heard("j2", "second", 2, second)]
    assert said(done(second_reading(a_target(OWN), PANEL, verdicts, second_settings(nulls)))) == counts


def test_an_empty_answer_is_zero_and_asks_nobody() -> None:
    for author in (AUTHOR, OWN):
        found = done(second_reading(a_target(author, empty=True), PANEL, [], second_settings()))
        assert found.scores["truth"] == AxisScore("value", 0.0, 0, 0)
        assert (found.path, found.rule) == ("empty_unasked", "an empty answer gets 0 and is not sent to a judge")


def test_a_first_judge_that_could_not_be_read_is_no_score() -> None:
    tries = [unheard("j0", "first", n, "unreadable", attempt=n) for n in (1, 2)]
    assert asked(second_reading(a_target(), PANEL, tries[:1], second_settings())) == (Call("first", "j0", attempt=2),)
    found = done(second_reading(a_target(), PANEL, tries, second_settings()))
    assert (said(found), found.path) == (NONE, "first_missing")
    assert found.gaps == ("j0: no reply could be read in 2 tries",)


@pytest.mark.parametrize(
    ("missing", "path"), [(("j2", "second"), "second_missing"), (("j0", "first"), "first_missing")]
)
def test_one_reading_alone_is_no_lower_of_two(missing: tuple[str, str], path: str) -> None:
    whole = {("j0", "first"): heard("j0", "first", 1, 3), ("j2", "second"): heard("j2", "second", 2, 3)}
    whole[missing] = unheard(*missing, 3, "failed")
    found = done(second_reading(a_target(OWN), PANEL, list(whole.values()), second_settings()))
    assert (said(found), found.path) == (NONE, path)
    assert found.gaps == (
        f"{missing[0]}: no reply came",
        "the lower of two readings counts here and one is missing; there is no score",
    )


def test_neither_reading_is_said_so() -> None:
    verdicts = [unheard("j0", "first", 1, "failed"), unheard("j2", "second", 2, "failed")]
    assert done(second_reading(a_target(OWN), PANEL, verdicts, second_settings())).path == "both_missing"


def test_a_panel_of_one_maker_has_no_second_judge() -> None:
    found = done(second_reading(a_target(OWN), PANEL[:2], [heard("j0", "first", 1, 3)], second_settings()))
    assert (said(found), found.path) == (NONE, "second_missing")
    assert found.gaps[0] == "the panel has no second judge of another maker than the first for this author"
    assert empty_seats(OWN, PANEL[:2], second_settings()) == [found.gaps[0]]
    assert empty_seats(AUTHOR, PANEL[:2], second_settings()) == []


def test_a_panel_of_the_author_alone_has_no_first_judge() -> None:
    alone = [Judge("x", "Alder", "Alder Lab")]
    assert empty_seats(AUTHOR, alone, second_settings()) == ["the panel has no first judge for this author"]
    assert empty_seats(OWN, alone, second_settings(other_family=False)) == [
        "the panel has no first judge for this author",
        "the panel has no second judge for this author",
    ]


def test_roles_seat_the_judges_whatever_the_panels_order() -> None:
    gemini, claude = Judge("g", "", "G", frozenset({"first"})), Judge("c", "", "C", frozenset({"second"}))
    for panel in ([gemini, claude], [claude, gemini]):
        assert seats(OWN, panel, second_settings()) == (gemini, claude)
