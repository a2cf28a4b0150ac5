"""Groups of ties and places, derived by hand: a tie that does not pass on, an interval that is not there."""

from analysis.estimates import Estimate, without_interval
from analysis.tie_groups import Place, places, tie_groups
from analysis.ties import Tie, ties
from rubrics.counting import Ties

GAP = Ties(rule="gap", below=10)
NO_RULE = Ties(rule="none")


def a_system(name: str, value: float, half: float) -> tuple[str, float | None, Estimate]:
    return name, value, Estimate(value, 20, value - half, value + half)


def test_a_system_between_two_stands_in_both_groups() -> None:
    """50, 44, 38: the outer two are 12 apart, each is 6 from the middle; 20 is alone."""
    systems = [a_system(name, value, 1) for name, value in (("A", 50), ("B", 44), ("C", 38), ("D", 20))]
    assert tie_groups(["A", "B", "C", "D"], ties(systems, GAP)) == [("A", "B"), ("B", "C")]


def test_a_gap_of_exactly_the_limit_is_no_tie() -> None:
    systems = [a_system("A", 50, 1), a_system("B", 40, 1), a_system("C", 31, 1)]
    assert tie_groups(["A", "B", "C"], ties(systems, GAP)) == [("B", "C")]


def test_all_tied_is_one_group_and_none_tied_is_none() -> None:
    near = [a_system(name, value, 1) for name, value in (("A", 50), ("B", 48), ("C", 46))]
    assert tie_groups(["A", "B", "C"], ties(near, GAP)) == [("A", "B", "C")]
    assert tie_groups(["A", "B", "C"], ties(near, NO_RULE)) == []
    assert tie_groups([], []) == []


def test_an_undecided_pair_is_not_grouped() -> None:
    assert tie_groups(["A", "B"], [Tie("A", "B", None, None, "B has no figure")]) == []


def test_a_place_is_told_only_as_far_as_intervals_and_rule_allow() -> None:
    """A 50 ± 3 and B 40 ± 3 are apart by exactly 10 and their intervals do not meet; C 38 ± 3 is tied with B."""
    systems = [a_system("A", 50, 3), a_system("B", 40, 3), a_system("C", 38, 3)]
    found = places(systems, ties(systems, GAP))
    assert found == {"A": Place(1, 1), "B": Place(2, 3), "C": Place(2, 3)}


def test_overlapping_intervals_leave_the_place_open_whatever_the_rule_says() -> None:
    systems = [a_system("A", 50, 8), a_system("B", 35, 8)]
    assert [one.tied for one in ties(systems, GAP)] == [False]
    assert places(systems, ties(systems, GAP)) == {"A": Place(1, 2), "B": Place(1, 2)}


def test_intervals_apart_do_not_break_a_tie_of_the_rule() -> None:
    systems = [a_system("A", 50, 1), a_system("B", 45, 1)]
    assert places(systems, ties(systems, GAP)) == {"A": Place(1, 2), "B": Place(1, 2)}


def test_without_an_interval_or_a_figure_nothing_is_claimed() -> None:
    systems = [
        a_system("A", 50, 1),
        ("B", 20.0, without_interval(20.0, 1, "one prompt")),
        ("C", None, a_system("", 0, 1)[2]),
    ]
    assert places(systems, ties(systems, NO_RULE)) == {"A": Place(1, 2), "B": Place(1, 2)}
