"""How high could a judge's correlation with these people be? The human ceiling, and r freed from chance.

People's mean score has chance in it, so even a perfect judge would not reach r = 1 with it. With reliability
rel = ICC(C,k) of the people's mean, the ceiling is sqrt(rel) (Spearman 1904). Beside r itself two figures follow:

* r / ceiling: how much of what is reachable the judges reach;
* r / sqrt(rel of people * rel of judges): r as it would be without chance on either side ("disattenuated").

Both can exceed 1 in small samples; that is said, not cut off.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from analysis.estimates import Estimate, undefined, without_interval
from analysis.intervals import Figure, Moved, jackknife, with_bootstrap
from analysis.kernels import Kernel, Rows, leave_one_out
from analysis.resampling import Plan
from analysis.scales import Floats, over

NAMES = ("ceiling", "of_ceiling", "disattenuated")
MISSING_SCORES = "some scores are missing, so it cannot be computed without each response in turn"


class Ceiling(NamedTuple):
    """The three figures, n counts responses; `above_one` names those whose value exceeds 1, to be read as 1."""

    ceiling: Figure
    of_ceiling: Figure
    disattenuated: Figure
    above_one: tuple[str, ...]


def ceiling_kernel(moments: Kernel, people: Kernel | None, judges: Kernel | None) -> Kernel | None:
    """Combine the kernels of r and of both reliabilities; None where the people's scores are not complete."""
    if people is None:
        return None
    parts = [part for part in (moments, people, judges) if part is not None]
    ends = np.cumsum([len(part.columns) for part in parts])

    def compute(sums: Floats) -> dict[str, Floats]:
        each = np.split(sums, ends[:-1])
        r = moments.compute(each[0])["pearson"]
        found = [part.compute(piece)["ICC(C,k)"] for part, piece in zip(parts[1:], each[1:], strict=True)]
        with np.errstate(invalid="ignore"):
            of_people = np.where(found[0] > 0, found[0], math.nan)
            of_judges = np.where(found[1] > 0, found[1], math.nan) if judges is not None else np.full(r.shape, math.nan)
            return {
                "ceiling": np.sqrt(of_people),
                "of_ceiling": over(r, np.sqrt(of_people)),
                "disattenuated": over(r, np.sqrt(of_people * of_judges)),
            }

    return Kernel(np.vstack([part.columns for part in parts]), compute)


def ceiling_figures(
    r: Estimate,
    people: Estimate,
    judges: Estimate,
    moving: tuple[Kernel, Rows, Mapping[str, Floats]] | None,
    plan: Plan,
) -> Ceiling:
    """Compute the three figures.

    Parameters
    ----------
    r : Estimate
        Pearson's r of the judges' settled scores with the mean of the people.
    people, judges : Estimate
        ICC(C,k) of each.
    moving : (Kernel, Rows, drawn) or None
        The `ceiling_kernel`, its rows, and its statistics in the bootstrap draws.
    plan : Plan
    """
    left_out = leave_one_out(moving[0], moving[1]) if moving else {}
    values = {
        "ceiling": _root(people.value),
        "of_ceiling": _ratio(r.value, people.value),
        "disattenuated": _ratio(r.value, people.value, judges.value),
    }
    reasons = {
        "ceiling": people.why_undefined,
        "of_ceiling": r.why_undefined or people.why_undefined,
        "disattenuated": r.why_undefined or people.why_undefined or judges.why_undefined,
    }
    figures = {}
    for name, value in values.items():
        n = people.n if name == "ceiling" else r.n
        drawn = moving[2][name] if moving else None
        if value is None:
            reason = reasons[name] or "a reliability of 0 leaves nothing to divide by"
            figures[name] = Figure(undefined(reason, n, level=plan.level))
        elif name == "ceiling":
            figures[name] = with_bootstrap(_ceiling(value, people), drawn, plan)
        elif drawn is None:
            figures[name] = Figure(without_interval(value, n, MISSING_SCORES, level=plan.level))
        else:
            moved = Moved(left_out[name], drawn)
            made = jackknife(value, n, moved, plan, on="log", within=(-math.inf, math.inf))
            figures[name] = with_bootstrap(made, drawn, plan)
    above = tuple(name for name, value in values.items() if value is not None and value > 1)
    return Ceiling(**figures, above_one=above)


def _ceiling(value: float, people: Estimate) -> Estimate:
    """Take the root of the reliability's limits; a limit below 0 gives 0."""
    if people.low is None or people.high is None:
        return people._replace(value=value)
    low, high = (math.sqrt(max(limit, 0.0)) for limit in (people.low, people.high))
    return people._replace(value=value, low=low, high=high, method=f"root of the limits of ICC(C,k): {people.method}")


def _root(reliability: float | None) -> float | None:
    return math.sqrt(reliability) if reliability is not None and reliability > 0 else None


def _ratio(r: float | None, *reliabilities: float | None) -> float | None:
    if r is None or any(reliability is None or reliability <= 0 for reliability in reliabilities):
        return None
    return r / math.sqrt(math.prod(reliability or 0.0 for reliability in reliabilities))
