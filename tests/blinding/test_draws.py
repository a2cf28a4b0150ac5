"""Draws are repeatable anywhere, fair, and balanced as far as the numbers allow."""

import hashlib
from collections import Counter
from itertools import count, islice, permutations

import pytest

from blinding.draws import WORDS, below, shuffled, stratified_subset, within_share, words

MASK = 2**64 - 1
MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)

Block = tuple[int, int, int, int]
Units = list[tuple[str, str, str]]


def philox(counter: Block, key: tuple[int, int]) -> Block:
    """Philox4x64-10 written out from Salmon and others (2011), section 3.3, without NumPy."""
    for _ in range(10):
        first, second = MULTIPLIERS[0] * counter[0], MULTIPLIERS[1] * counter[2]
        left, right = (second >> 64) ^ counter[1] ^ key[0], (first >> 64) ^ counter[3] ^ key[1]
        counter = (left, second & MASK, right, first & MASK)
        key = ((key[0] + WEYL[0]) & MASK, (key[1] + WEYL[1]) & MASK)
    return counter


def test_the_written_out_philox_gives_the_published_words() -> None:
    # Random123 1.14.0, tests/kat_vectors: philox4x64 10, counter and key all 0.
    assert philox((0, 0, 0, 0), (0, 0)) == (
        0x16554D9ECA36314C,
        0xDB20FE9D672D0FDC,
        0xD7E772CEE186176B,
        0x7E68B68AEC7BA23B,
    )


def test_the_stream_is_philox_keyed_with_the_hash_of_seed_and_purpose() -> None:
    digest = hashlib.sha256(b"2026|order of scorer 1").digest()
    key = (int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little"))
    by_hand = [word for number in (1, 2, 3) for word in philox((number, 0, 0, 0), key)]
    assert list(islice(words("2026", "order of scorer 1"), 12)) == by_hand


def test_an_order_once_drawn_never_changes() -> None:
    # From the written-out Philox above: Fisher-Yates from the end, each place drawn as word % (last + 1).
    digest = hashlib.sha256(b"2026|order").digest()
    key = (int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little"))
    stream = [word for number in range(1, 6) for word in philox((number, 0, 0, 0), key)]
    order = list("abcdefghij")
    for word, last in zip(stream, range(9, 0, -1), strict=False):
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert shuffled("abcdefghij", seed="2026", purpose="order") == order == list("jdeagfbhci")


def test_other_seeds_and_purposes_give_other_orders() -> None:
    orders = {tuple(shuffled(range(20), seed=s, purpose=p)) for s in ("1", "2") for p in ("order", "subset")}
    assert len(orders) == 4


def test_a_shuffle_keeps_every_item_and_leaves_its_input_alone() -> None:
    items = [3, 1, 1, 2]
    assert sorted(shuffled(items, seed="1", purpose="p")) == [1, 1, 2, 3]
    assert items == [3, 1, 1, 2]
    assert shuffled([], seed="1", purpose="p") == []
    assert shuffled(["only"], seed="1", purpose="p") == ["only"]


def test_every_order_of_four_is_about_equally_likely() -> None:
    times = Counter(tuple(shuffled("abcd", seed=str(seed), purpose="p")) for seed in range(4800))
    chi_squared = sum((times[order] - 200) ** 2 / 200 for order in permutations("abcd"))
    assert chi_squared < 49.73  # 99.9 % point of chi-squared with 23 degrees of freedom


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    # 2**64 = 3 * 6148914691236517205 + 1: the highest word is the odd one out.
    assert below(iter([WORDS - 1, 5]), 3) == 2
    assert below(iter([WORDS - 2, 5]), 3) == (WORDS - 2) % 3


def test_the_bounds_of_an_integer_draw() -> None:
    assert below(count(7), 1) == 0
    assert below(iter([WORDS - 1]), WORDS) == WORDS - 1
    for bound in (0, -1, WORDS + 1):
        with pytest.raises(ValueError, match="must lie between 1 and 2"):
            below(count(), bound)


@pytest.mark.parametrize(("seed", "purpose"), [("", "p"), ("1", ""), ("a|b", "c")])
def test_seeds_and_purposes_that_could_be_mixed_up_are_refused(seed: str, purpose: str) -> None:
    with pytest.raises(ValueError, match="neither may be empty"):
        shuffled("ab", seed=seed, purpose=purpose)


def units(counts: dict[tuple[str, str], int]) -> Units:
    return [(f"{s}-{c}-{i}", s, c) for (s, c), number in counts.items() for i in range(number)]


def drawn(pool: Units, n: int, seed: str = "1") -> tuple[Counter[str], Counter[str]]:
    ids = stratified_subset(pool, n, seed=seed, purpose="subset")
    assert len(ids) == len(set(ids)) == n
    by_id = {id: (system, category) for id, system, category in pool}
    return Counter(by_id[id][0] for id in ids), Counter(by_id[id][1] for id in ids)


def test_twenty_of_four_systems_and_ten_categories_fall_five_and_two_each() -> None:
    pool = units({(s, f"c{c}"): 3 for s in "wxyz" for c in range(10)})
    systems, categories = drawn(pool, 20)
    assert set(systems.values()) == {5}
    assert set(categories.values()) == {2}


def test_what_cannot_be_divided_differs_by_one() -> None:
    pool = units({(s, f"c{c}"): 3 for s in "wxyz" for c in range(10)})
    systems, categories = drawn(pool, 22)
    assert sorted(systems.values()) == [5, 5, 6, 6]
    assert sorted(categories.values()) == [2] * 8 + [3] * 2


def test_a_system_with_few_responses_gives_all_it_has() -> None:
    systems, _ = drawn(units({("w", "c"): 2, ("x", "c"): 30, ("y", "c"): 30}), 20)
    assert systems == {"w": 2, "x": 9, "y": 9}


@pytest.mark.parametrize("seed", [str(number) for number in range(20)])
def test_a_category_that_one_system_alone_has_is_not_missed(seed: str) -> None:
    # w has both categories, x only c1: the even answer is w-c2 and x-c1, whichever system is looked at first.
    _, categories = drawn(units({("w", "c1"): 5, ("w", "c2"): 5, ("x", "c1"): 5}), 2, seed)
    assert categories == {"c1": 1, "c2": 1}


def test_the_subset_does_not_depend_on_the_order_of_the_units() -> None:
    pool = units({(s, c): 4 for s in "wxyz" for c in "ab"})
    subset = stratified_subset(pool, 9, seed="1", purpose="subset")
    assert stratified_subset(pool[::-1], 9, seed="1", purpose="subset") == subset
    assert stratified_subset(pool, 9, seed="2", purpose="subset") != subset


def test_every_unit_of_a_cell_is_about_equally_likely() -> None:
    pool = units({("w", "a"): 4, ("x", "a"): 4})
    times = Counter(id for s in range(2000) for id in stratified_subset(pool, 2, seed=str(s), purpose="p"))
    assert len(times) == 8
    assert sum((number - 500) ** 2 / 500 for number in times.values()) < 24.32  # 99.9 %, 7 degrees of freedom


def test_none_and_all_can_be_drawn() -> None:
    pool = units({("w", "a"): 2, ("x", "b"): 1})
    assert stratified_subset(pool, 0, seed="1", purpose="p") == []
    assert stratified_subset(pool, 3, seed="1", purpose="p") == ["w-a-0", "w-a-1", "x-b-0"]


def test_impossible_subsets_are_refused() -> None:
    pool = units({("w", "a"): 2})
    with pytest.raises(ValueError, match="3 units were asked for; there are 2"):
        stratified_subset(pool, 3, seed="1", purpose="p")
    with pytest.raises(ValueError, match="-1 units were asked for"):
        stratified_subset(pool, -1, seed="1", purpose="p")
    with pytest.raises(ValueError, match="units w-a-0 occur more than once"):
        stratified_subset([*pool, pool[0]], 1, seed="1", purpose="p")


def test_a_share_is_picked_key_by_key_from_the_hash() -> None:
    """The first 16 digits of `printf '2026|KEY' | sha256sum`, beside 0x4000... for a quarter."""
    firsts = {
        "audit|R-0000000001|plain": "dfcbde1edc675d8b",
        "audit|R-0000000002|plain": "f43478c44f5acca0",
        "audit|R-0000000003|plain": "4d00a8cb060a0558",
        "audit|R-0000000004|plain": "19e5e71b855fe92f",
        "audit|R-0000000005|plain": "3124b91806f0ad12",
        "audit|R-0000000009|plain": "3dd3d9f1a7458458",
        "audit|R-0000000012|plain": "5376a19726f34435",
    }
    picked = {key for key in firsts if within_share("2026", key, 0.25)}
    assert picked == {key for key, digits in firsts.items() if int(digits, 16) < 0x4000000000000000}
    assert {key.split("|")[1][-2:] for key in picked} == {"04", "05", "09"}
    assert within_share("2026", "audit|R-0000000003|plain", 0x4D00A8CB060A0559 / 2**64 + 2**-50)
    assert not within_share("2026", "audit|R-0000000003|plain", 0x4D00A8CB060A0558 / 2**64 - 2**-50)


def test_a_quarter_of_many_keys_is_about_a_quarter() -> None:
    """Of 1,200 the number picked has mean 300 and standard deviation 15; four of these are allowed."""
    for seed in ("2026", "spring", "another"):
        assert 240 <= sum(within_share(seed, f"audit|R-{n}|plain", 0.25) for n in range(1200)) <= 360


def test_a_share_of_none_or_all_and_other_purposes() -> None:
    keys = [f"R-{n}" for n in range(400)]
    assert not any(within_share("2026", key, 0) for key in keys)
    assert all(within_share("2026", key, 1) for key in keys)
    audit, again = ([within_share("2026", f"{purpose}|{key}", 0.5) for key in keys] for purpose in ("audit", "repeat"))
    assert 140 <= sum(one == other for one, other in zip(audit, again, strict=True)) <= 260


@pytest.mark.parametrize(
    ("seed", "key", "share"), [("", "k", 0.5), ("a|b", "k", 0.5), ("a", "", 0.5), ("a", "k", -0.1), ("a", "k", 1.1)]
)
def test_a_share_that_could_mean_two_things_is_refused(seed: str, key: str, share: float) -> None:
    with pytest.raises(ValueError, match=r"(seed|share)"):
        within_share(seed, key, share)
