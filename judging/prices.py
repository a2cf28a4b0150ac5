"""What a call may cost at most, and what it did cost, in US dollars; None where the price is not known, never 0.

The prices are our own table in `prices.toml`, each with source and date, or the ones in the panel. A price in the
panel goes before the table; a server of one's own has no price but the one in its panel, whatever its model is called.
"""

import tomllib
from functools import cache
from math import ceil
from pathlib import Path

from judging.panel import PanelJudge, Price
from judging.wire import Usage

FILE = Path(__file__).with_name("prices.toml")
FEWEST_BYTES_A_TOKEN = 2
"""A prompt has at most a token for every two bytes of UTF-8: the tokenizers of today's models need fewer."""
FRAME_TOKENS = 100
"""What a provider puts around the messages, at most."""
GRAIN = 2.0**-30
"""US dollars, about a billionth: sums of multiples of it are exact up to millions, so that what is reserved and given
back comes to nothing."""


@cache
def price_table() -> dict[str, Price]:
    """Every known price, by model string."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["prices"]
    fields = set(Price.model_fields)
    return {
        model: Price.model_validate({name: value for name, value in row.items() if name in fields})
        for row in rows
        for model in row["models"]
    }


def price_of(judge: PanelJudge) -> Price | None:
    """The price that counts for a judge; None where none is known."""
    if judge.price is not None or judge.base_url is not None:
        return judge.price
    return price_table().get(judge.model)


def reserve(judge: PanelJudge, prompt_bytes: int, max_tokens: int) -> float | None:
    """The most that a call can cost.

    Parameters
    ----------
    judge : PanelJudge
    prompt_bytes : int
        Length of everything sent, in bytes of UTF-8.
    max_tokens : int
        The longest reply, with its reasoning, in tokens.

    Returns
    -------
    float or None
        US dollars, rounded up to a multiple of GRAIN; None where the price is not known.
    """
    price = price_of(judge)
    if price is None:
        return None
    tokens_in = ceil(prompt_bytes / FEWEST_BYTES_A_TOKEN) + FRAME_TOKENS
    most = (tokens_in * price.input_per_million + max_tokens * price.output_per_million) / 1e6
    return ceil(most / GRAIN) * GRAIN


def actual(judge: PanelJudge, usage: Usage | None, provider_cost_usd: float | None) -> float | None:
    """What a call did cost.

    Parameters
    ----------
    judge : PanelJudge
    usage : Usage or None
        Tokens as the provider counted them; reasoning is part of the completion, cached tokens part of the prompt.
    provider_cost_usd : float or None
        The provider's own figure, which goes before any table.

    Returns
    -------
    float or None
        US dollars; None where there is neither a figure nor both count and price. The reservation then stands.
    """
    if provider_cost_usd is not None:
        return provider_cost_usd
    price = price_of(judge)
    if price is None or usage is None:
        return None
    cheaper = price.cached_input_per_million
    cached = min(usage.cached, usage.prompt) if cheaper is not None else 0
    cost_in = (usage.prompt - cached) * price.input_per_million + cached * (cheaper or 0.0)
    return (cost_in + usage.completion * price.output_per_million) / 1e6
