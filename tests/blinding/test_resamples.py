"""Bootstrap draws are exactly multinomial, the same for ever, and the same however they are cut into blocks."""

import hashlib
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from blinding import resamples as module
from blinding.resamples import CELLS, UNSETTLED, fingerprint, resamples

SEED = "a seed"


def drawn(units: int, draws: int, *, seed: str = SEED, purpose: str = "test") -> npt.NDArray[np.uint8]:
    """All counts as (units, draws)."""
    blocks = [
        block.counts.transpose(1, 0, 2).reshape(units, -1)[:, block.used]
        for block in resamples(units, draws, seed=seed, purpose=purpose)
    ]
    return np.concatenate(blocks, axis=1)


@pytest.mark.parametrize("units", [1, 2, 4, 5, 20, 333, 5000])
def test_every_draw_takes_as_many_units_as_there_are(units: int) -> None:
    counts = drawn(units, 130)
    assert counts.shape == (units, 130)
    assert (counts.sum(axis=0, dtype=int) == units).all()


@pytest.mark.parametrize("units", [3, 12, 400])
def test_counts_have_the_moments_of_a_multinomial(units: int) -> None:
    # Each count has mean 1, variance 1 - 1/n, third central moment (1 - 1/n)(1 - 2/n); two units -1/n.
    draws = 2_000_000 // units
    off = drawn(units, draws).astype(float) - 1
    assert off.mean() == 0
    assert (off**2).mean() == pytest.approx(1 - 1 / units, rel=0.01)
    third = (1 - 1 / units) * (1 - 2 / units)
    assert (off**3).mean() == pytest.approx(third, abs=0.02)
    assert (off[0] * off[1]).mean() == pytest.approx(-1 / units, abs=4 / math.sqrt(draws))


def test_three_units_come_out_as_often_as_the_multinomial_says() -> None:
    # 27 equally likely ways: 6 take each unit once, 3 take one unit three times, 18 take one twice.
    largest = drawn(3, 100_000).max(axis=0)
    for most, ways in ((1, 6), (2, 18), (3, 3)):
        assert (largest == most).mean() == pytest.approx(ways / 27, abs=4 * 0.5 / math.sqrt(100_000))


def test_the_units_left_out_of_a_draw_are_as_many_as_theory_says() -> None:
    assert (drawn(1200, 4000) == 0).mean() == pytest.approx((1 - 1 / 1200) ** 1200, abs=0.0005)


@pytest.mark.parametrize("units", [10, 1200, 100_000])
def test_the_table_is_poisson_to_the_last_word(units: int) -> None:
    table = module._table(units)
    assert table is not None
    mean = 1 - 2 / math.sqrt(units)
    cells = Counter(table.cells.tolist())
    ends = [0, *(int(end) for end in table.ends), 2**64]
    shares = {
        pair: (cells[pair] + cells[UNSETTLED] * Fraction(ends[at + 1] - ends[at], 2**64)) / CELLS
        for at, pair in enumerate(table.pairs.tolist())
    }
    assert sum(shares.values()) == 1
    for pair, share in shares.items():
        second, first = divmod(pair, 256)
        chance = math.exp(-2 * mean) * mean ** (first + second) / math.factorial(first) / math.factorial(second)
        assert float(share) == pytest.approx(chance, rel=1e-9, abs=1e-19)


def test_blocks_of_another_size_give_the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = drawn(500, 3000)
    monkeypatch.setattr(module, "BLOCK_BYTES", 1)
    assert np.array_equal(drawn(500, 3000), whole)


def test_the_first_draws_do_not_depend_on_how_many_follow() -> None:
    assert np.array_equal(drawn(500, 1000), drawn(500, 3000)[:, :1000])


def test_draws_that_would_need_more_units_than_there_are_are_replaced() -> None:
    # Two standard deviations below: about 2.3 draws in a hundred.
    made = sum(block.used.size for block in resamples(100, 20_000, seed=SEED, purpose="test"))
    used = sum(int(block.used.sum()) for block in resamples(100, 20_000, seed=SEED, purpose="test"))
    assert used == 20_000
    assert 0.015 < (made - used) / used < 0.035


def test_the_draws_are_the_same_for_ever() -> None:
    # Pinned: a change here changes every published interval.
    digests = [hashlib.sha256(drawn(units, 200).tobytes()).hexdigest()[:16] for units in (5, 20, 1200)]
    assert digests == PINNED


def test_the_fingerprint_tells_draws_apart() -> None:
    one = fingerprint(20, seed=SEED, purpose="test")
    assert len(one) == 16
    assert one == fingerprint(20, seed=SEED, purpose="test")
    assert len({one, fingerprint(21, seed=SEED, purpose="test"), fingerprint(20, seed="another", purpose="test")}) == 3


def test_seed_and_purpose_change_the_draws() -> None:
    assert not np.array_equal(drawn(50, 64), drawn(50, 64, seed="another"))
    assert not np.array_equal(drawn(50, 64), drawn(50, 64, purpose="another"))


@pytest.mark.parametrize(("units", "draws"), [(0, 10), (2**32 + 1, 10), (10, 0), (-1, 10)])
def test_impossible_numbers_are_refused(units: int, draws: int) -> None:
    with pytest.raises(ValueError, match=f"{draws} draws of {units} units"):
        next(resamples(units, draws, seed=SEED, purpose="test"))


PINNED = ["3662bc69c2ccc566", "785cf8232ea57913", "747f6daafa23e5d1"]
