"""Hidden repeats: from the first third, in the last, each once, the same for the same seed."""

import pytest

from blinding.repeats import most_repeats, with_repeats

ORDER = [f"R-{number:02d}" for number in range(12)]


def test_the_first_two_thirds_stay_and_repeats_come_after_them() -> None:
    found = with_repeats(ORDER, 3, seed="s", purpose="order of Ann")
    assert found[:8] == [(one, 0) for one in ORDER[:8]]
    assert sorted(one for one, repeat in found if not repeat) == ORDER
    again = [one for one, repeat in found if repeat]
    assert len(again) == len(set(again)) == 3
    assert set(again) <= set(ORDER[:4])


def test_the_same_seed_and_purpose_give_the_same_queue_and_others_another() -> None:
    one = with_repeats(ORDER, 4, seed="s", purpose="order of Ann")
    assert one == with_repeats(ORDER, 4, seed="s", purpose="order of Ann")
    assert one != with_repeats(ORDER, 4, seed="s", purpose="order of Ben")


def test_every_response_of_the_first_third_is_repeated_as_often() -> None:
    """1,200 draws of one in four: 300 each, standard deviation 15; within four of them."""
    drawn = [with_repeats(ORDER, 1, seed=str(seed), purpose="x") for seed in range(1200)]
    times = [sum((one, 1) in draw for draw in drawn) for one in ORDER[:4]]
    assert all(240 <= one <= 360 for one in times)


def test_without_repeats_the_order_is_as_it_was() -> None:
    assert with_repeats(ORDER, 0, seed="s", purpose="x") == [(one, 0) for one in ORDER]
    assert with_repeats([], 0, seed="s", purpose="x") == []


@pytest.mark.parametrize("repeats", [-1, 5])
def test_more_than_a_third_is_refused(repeats: int) -> None:
    assert most_repeats(12) == 4
    with pytest.raises(ValueError, match="of 12 places 0 to 4 can be repeated"):
        with_repeats(ORDER, repeats, seed="s", purpose="x")
