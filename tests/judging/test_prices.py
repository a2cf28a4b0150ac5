"""What calls cost, worked out by hand; an unknown price is unknown and never nothing."""

import pytest

from judging.panel import Price
from judging.prices import actual, price_of, price_table, reserve
from judging.shipped_panels import shipped
from judging.wire import Usage
from tests.judging.judges import a_judge

PRICE = Price(
    input_per_million=2, output_per_million=10, cached_input_per_million=0.5, source="Invented", date="2026-11"
)


def test_the_reservation_is_the_most_a_call_can_cost() -> None:
    # 4,001 bytes are at most 2,001 tokens, with 100 around them: 2,101 x 2 + 400 x 10 = 8,202 millionths.
    assert reserve(a_judge(price=PRICE), 4001, 400) == pytest.approx(0.008202)


def test_reasoning_is_paid_as_completion_and_cached_tokens_at_their_own_price() -> None:
    usage = Usage(prompt=1000, completion=300, reasoning=200, cached=400)
    # 600 x 2 + 400 x 0.5 + 300 x 10 = 4,400 millionths.
    assert actual(a_judge(price=PRICE), usage, None) == pytest.approx(0.0044)


def test_without_a_price_for_cached_tokens_they_cost_as_much_as_others() -> None:
    price = PRICE.model_copy(update={"cached_input_per_million": None})
    # 1,000 x 2 + 300 x 10 = 5,000 millionths.
    assert actual(a_judge(price=price), Usage(1000, 300, cached=400), None) == pytest.approx(0.005)


def test_the_providers_own_figure_goes_before_the_table() -> None:
    assert actual(a_judge(price=PRICE), Usage(1000, 300), 0.5) == 0.5
    assert actual(a_judge(price=PRICE), None, 0.0) == 0.0


def test_what_is_not_known_is_none_and_never_zero() -> None:
    unknown = a_judge(model="openai/never-heard-of")
    assert reserve(unknown, 4000, 400) is None
    assert actual(unknown, Usage(1000, 300), None) is None
    assert actual(a_judge(price=PRICE), None, None) is None


def test_a_server_of_ones_own_is_not_priced_as_the_model_it_is_named_after() -> None:
    assert price_of(a_judge(model="openai/gpt-5")) == price_table()["openai/gpt-5"]
    assert price_of(a_judge(model="openai/gpt-5", base_url="http://127.0.0.1:1/v1")) is None


def test_every_price_says_where_and_when_it_was_read() -> None:
    assert price_table()
    assert all(price.source and price.date for price in price_table().values())


def test_every_shipped_panel_loads_and_its_prices_are_known_or_named_unknown() -> None:
    panels = shipped()
    assert {"christian_leader", "credo", "worldviews", "local"} <= panels.keys()
    unpriced = {judge.id for panel in panels.values() for judge in panel.judges if price_of(judge) is None}
    assert unpriced == {"deepseek-v3"}
