"""A card has no place for the author."""

from dataclasses import FrozenInstanceError, fields

import pytest

from blinding.cards import Card


def a_card(*, label: str = "R-5E58K74BQ7", position: int = 1, total: int = 20) -> Card:
    return Card(label, "What is grace?", "A gift.", position, total)


def test_a_card_has_these_fields_and_no_other() -> None:
    assert [field.name for field in fields(Card)] == [
        "label",
        "prompt",
        "response",
        "position",
        "total",
        "standpoint",
    ]


def test_nothing_can_be_added_to_a_card() -> None:
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        a_card().system = "cedar"  # type: ignore[attr-defined]
    assert not hasattr(a_card(), "__dict__")


@pytest.mark.parametrize("label", ["cedar-TL-01", "", "R-CEDAR"])
def test_a_label_that_says_something_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="is not the label of a response"):
        a_card(label=label)


@pytest.mark.parametrize(("position", "total"), [(0, 20), (21, 20), (1, 0)])
def test_a_position_outside_the_queue_is_refused(position: int, total: int) -> None:
    with pytest.raises(ValueError, match=f"position {position} is outside 1 to {total}"):
        a_card(position=position, total=total)


def test_the_last_card_is_legal() -> None:
    assert a_card(position=20, total=20).position == 20
