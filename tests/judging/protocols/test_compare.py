"""Two ways of settling side by side, worked out by hand."""

from judging.protocols.compare import Compared, compare
from judging.protocols.terms import AxisScore, Settled


def settled(**scores: float | None) -> Settled:
    """A settled target; None for not applicable."""
    kinds = {
        axis: AxisScore("not_applicable" if value is None else "value", value, 1, int(value is None))
        for axis, value in scores.items()
    }
    return Settled(kinds, "a rule", "a path")


def test_mean_difference_and_share_of_equals() -> None:
    """Differences b - a: 0, 0.5, -1. Their mean is -1/6, one of three is 0."""
    a = {1: settled(truth=2), 2: settled(truth=1), 3: settled(truth=3)}
    b = {1: settled(truth=2), 2: settled(truth=1.5), 3: settled(truth=2)}
    assert compare(a, b) == [Compared("truth", 3, 0, 0, -1 / 6, 1 / 3)]


def test_only_targets_with_a_score_under_both_count() -> None:
    a = {1: settled(truth=0, care=1), 2: settled(truth=None, care=1), 4: settled(truth=1, care=1)}
    b = {1: settled(truth=0, care=None), 2: settled(truth=2, care=None), 3: settled(truth=2, care=2)}
    assert compare(a, b) == [
        Compared("truth", 1, 1, 2, 0.0, 1.0),
        Compared("care", 0, 3, 1, None, None, "no target has a score under both"),
    ]


def test_the_other_way_round_only_the_sign_changes() -> None:
    a, b = {1: settled(truth=0)}, {1: settled(truth=3)}
    assert (compare(a, b)[0].mean_difference, compare(b, a)[0].mean_difference) == (3.0, -3.0)


def test_tenths_that_differ_in_binary_alone_are_equal() -> None:
    assert compare({1: settled(truth=0.1 + 0.2)}, {1: settled(truth=0.3)})[0].exact == 1.0


def test_nothing_at_all() -> None:
    assert compare({}, {}) == []
    assert compare({1: settled(truth=1)}, {}) == [
        Compared("truth", 0, 1, 0, None, None, "no target has a score under both")
    ]
