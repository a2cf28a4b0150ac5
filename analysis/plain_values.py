"""Results as what JSON has: every figure an object with value, n, interval, method, or the reason there is none."""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.intervals import Figure


def plain(found: Any) -> Any:
    """Turn results into what JSON has: named tuples to objects, a figure's own fields beside its bootstrap.

    Raises
    ------
    ValueError
        If a number is not finite: what is undefined is None with its reason.
    """
    if isinstance(found, Figure):
        return {**plain(found.estimate), "bootstrap": plain(found.bootstrap)}
    if (fields := _fields(found)) is not None:
        return {str(name): plain(value) for name, value in fields.items()}
    if isinstance(found, tuple | list):
        return [plain(value) for value in found]
    if isinstance(found, np.generic):
        return plain(found.item())
    if isinstance(found, float) and not math.isfinite(found):
        raise ValueError(f"a result is {found}; a figure is a number, or None with its reason")
    return found


def _fields(found: Any) -> Mapping[Any, Any] | None:
    """The parts of what has named parts, None of anything else."""
    if isinstance(found, tuple) and hasattr(found, "_asdict"):
        named: Mapping[Any, Any] = found._asdict()
        return named
    if dataclasses.is_dataclass(found) and not isinstance(found, type):
        return {field.name: getattr(found, field.name) for field in dataclasses.fields(found)}
    return found if isinstance(found, Mapping) else None
