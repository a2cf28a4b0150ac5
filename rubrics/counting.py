"""How scores are added up: not-applicable answers, totals, rounding, ties and intervals."""

from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from rubrics.fields import Closed, Count, Flag, Positive, Prose, refuse

NullRule = Literal["more_than_half", "any", "all"]


class Nulls(Closed):
    """When an axis counts as not applying, and what that does to the total.

    ``judges`` and ``people`` say how many of those who answered must say so: more than half of them, any, or all.
    Otherwise the others' scores count. ``in_total``: the axis is left out of that response's total, or the whole
    total is missing.
    """

    judges: NullRule
    people: NullRule
    in_total: Literal["left_out", "total_missing"]


class Totals(Closed):
    """From settled scores to one figure per system.

    ``within_response``: the composite axes are summed, averaged with equal weight, or there is only one.
    ``scaled_to``: before that each axis is put on 0 to this number; None leaves the axes' own scale. ``shown``
    says which figures stand beside each other; nothing is rescaled silently. ``replications``: several runs of one
    prompt are averaged first, or every response counts by itself. ``by_tier``: tiers are reported too.
    """

    within_response: Literal["sum", "mean", "only_axis"]
    scaled_to: Positive | None = None
    shown: tuple[Literal["total", "possible", "percent"], ...]
    replications: Literal["averaged_within_prompt", "pooled"]
    across_prompts: Literal["mean"]
    by_tier: Flag = False


class Rounding(Closed):
    """How published figures are rounded.

    ``rule``: none at all, halves up, or halves to the even neighbour. ``to`` is the unit: 1 for whole numbers.
    ``applies_to``: which figures; everything else stays as computed.
    """

    rule: Literal["none", "half_up", "half_even"]
    to: Positive = 1.0
    applies_to: tuple[Literal["settled", "response_total", "tier", "overall"], ...] = ()

    def apply(self, value: float) -> float:
        """Round a figure by the declared rule.

        Sums that differ only by the order of adding are first brought together at nine decimals, so that a half
        is a half. Halves up means upwards, also below zero: -0.5 becomes 0.
        """
        if self.rule == "none":
            return value
        unit = Decimal(str(self.to))
        steps = Decimal(str(round(value, 9))) / unit
        if self.rule == "half_up":
            whole = (steps + Decimal("0.5")).to_integral_value(rounding=ROUND_FLOOR)
        else:
            whole = steps.to_integral_value(rounding=ROUND_HALF_EVEN)
        return float(whole * unit)


class Ties(Closed):
    """When two systems are reported as tied.

    ``rule``: never, when they differ by less than ``below``, or when their intervals overlap. ``text`` is printed
    beside the ranking.
    """

    rule: Literal["none", "gap", "overlapping_intervals"]
    below: Positive | None = Field(default=None, validate_default=True)
    text: Prose | None = None

    @field_validator("below")
    @classmethod
    def _gap_is_stated(cls, below: float | None, info: ValidationInfo) -> float | None:
        rule = info.data.get("rule")
        if rule == "gap" and below is None:
            refuse([((), "missing; the rule 'gap' needs the difference below which systems are tied")])
        if rule in ("none", "overlapping_intervals") and below is not None:
            refuse([((), f"the rule {rule!r} has no gap; leave this key out or use the rule 'gap'")])
        return below


class Bootstrap(Closed):
    """How intervals are drawn: whole prompts, with all their responses, from a stored seed."""

    draws: Count
    unit: Literal["prompt"]
