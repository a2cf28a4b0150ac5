"""Percentiles, ratios and aims, by hand."""

import pytest

from benchmarks.screens.figures import Figure, Reference, compared, percentile, table


def test_a_percentile_is_one_of_the_samples() -> None:
    # Nearest rank: of 20 samples the 95th percentile is the 19th, since 0.95 * 20 = 19; the median is the 10th.
    samples = [float(number) for number in range(20, 0, -1)]
    assert percentile(samples, 95) == 19
    assert percentile(samples, 50) == 10


def test_of_one_sample_every_percentile_is_that_sample() -> None:
    assert [percentile([7.5], percent) for percent in (1, 50, 95, 100)] == [7.5] * 4


def test_a_ratio_is_held_against_its_aim() -> None:
    # Medians (2nd of 3): 30 and 20, so 1.5; 95th percentiles (3rd of 3): 90 and 40, so 2.25.
    ours, theirs = [10.0, 30.0, 90.0], [40.0, 20.0, 10.0]
    median, tail = compared("a submit", ours, Reference("the bare page", theirs, 1.5), 50, 95)
    assert (median.judged, median.met) == (1.5, True)
    assert (tail.judged, tail.met) == (2.25, False)


@pytest.mark.parametrize(("megabytes", "met"), [(1.2, True), (1.21, False)])
def test_a_figure_without_a_reference_is_held_against_its_limit(megabytes: float, met: bool) -> None:
    one = Figure("first load", "MB", 1, megabytes, 1.2)
    assert one.met is met
    assert one.as_record()["ratio"] is None


def test_a_figure_without_an_aim_is_neither_met_nor_missed() -> None:
    one = Figure("a part", "ms", 3, 5.0, None, "the bare page", 2.0)
    assert one.met is None
    assert one.judged == 2.5


def test_nothing_is_a_multiple_of_zero() -> None:
    # A clock that counts hundredths of a second sees none pass in two quick submits.
    one = Figure("processor time", "ms", 2, 5.0, 3.0, "the bare page", 0.0)
    assert (one.judged, one.met) == (None, None)
    assert "| met" not in table([one])
    assert "missed" not in table([one])


def test_the_table_says_what_was_missed() -> None:
    shown = table(
        [Figure("first load", "MB", 1, 1.5, 1.2), Figure("a submit", "ms", 3, 30.0, 1.5, "the bare page", 25.0)]
    )
    *_, first, second = shown.splitlines()
    assert [cell.strip() for cell in first.strip("|").split("|")] == [
        "first load",
        "1",
        "1.50 MB",
        "",
        "",
        "at most 1.2 MB",
        "missed",
    ]
    assert [cell.strip() for cell in second.strip("|").split("|")] == [
        "a submit, against the bare page",
        "3",
        "30.00 ms",
        "25.00 ms",
        "1.20",
        "at most 1.5",
        "met",
    ]
