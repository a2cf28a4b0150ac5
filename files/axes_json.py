"""The axes of somebody's scores as they publish them: JSON with id, min, max, and levels or step.

For a data set that has no benchmark file. The question that was asked and what each score was called are kept where
they are told; what else stands there is not read.
"""

import json
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeGuard

from files.problems import Report, refuse_whole, shown

MOST_LEVELS = 10_001


class PlainAxis(NamedTuple):
    """One axis: its id, its name for readers, every score that may be given, and what is asked and meant by a score."""

    id: str
    name: str
    allowed: tuple[float, ...]
    question: str = ""
    labels: Mapping[str, str] = MappingProxyType({})

    def values(self) -> tuple[float, ...]:
        """Every score, from lowest to highest."""
        return self.allowed


def read_axes(content: bytes, name: str) -> tuple[PlainAxis, ...]:
    """Read the axes of a data set.

    Parameters
    ----------
    content : bytes
        A JSON object with the list ``axes``, or that list alone. Each axis has id, min and max; the scores between
        them from ``levels`` (how many there are) or ``step``, which is 1 when neither is given; and maybe a name
        (``name`` or ``label``).
    name : str
        The file, as its reader knows it.

    Raises
    ------
    FileError
        With every problem found.
    """
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        refuse_whole(name, "bytes that are not UTF-8", "a JSON file in UTF-8")
    except json.JSONDecodeError as problem:
        refuse_whole(name, f"no JSON ({problem.msg})", "a JSON object with the list axes", row=problem.lineno)
    listed = document.get("axes") if isinstance(document, Mapping) else document
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
        refuse_whole(name, "no list of axes", 'a JSON object with the list axes, such as {"axes": [{"id": ...}]}')
    report = Report(name, counted="axis")
    axes = [_axis(number, told, report) for number, told in enumerate(listed, start=1)]
    seen: dict[str, int] = {}
    for number, axis in enumerate(axes, start=1):
        if axis is not None and seen.setdefault(axis.id, number) != number:
            report.add(number, "id", f"{shown(axis.id)} again", f"each id once; axis {seen[axis.id]} has it")
    report.refuse()
    return tuple(axis for axis in axes if axis is not None)


def has_axes_only(text: str) -> bool:
    """Say whether a JSON text is the axes of a data set, with scales in numbers, and no rubric with anchors."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    listed = document.get("axes") if isinstance(document, Mapping) else document
    axes = listed if isinstance(listed, list) else []
    return bool(axes) and all(isinstance(one, Mapping) and "min" in one and "anchors" not in one for one in axes)


def _axis(number: int, told: Any, report: Report) -> PlainAxis | None:
    before = report.count
    if not isinstance(told, Mapping):
        report.add(number, None, _json(told), "an object with id, min and max")
        return None
    axis_id = told.get("id")
    if not isinstance(axis_id, str) or not axis_id.strip():
        report.add(number, "id", _json(axis_id), "a text")
    lowest, highest = (_number(number, told, key, report) for key in ("min", "max"))
    if lowest is not None and highest is not None and not lowest < highest:
        report.add(number, "max", _json(highest), f"a number above min ({lowest:g})")
    if report.count > before or lowest is None or highest is None:
        return None
    allowed = _allowed(number, told, lowest, highest, report)
    label = told.get("name", told.get("label"))
    name = label if isinstance(label, str) else str(axis_id).strip()
    question, labels = told.get("question"), told.get("labels")
    words = {str(key): one for key, one in labels.items() if isinstance(one, str)} if _is_object(labels) else {}
    return PlainAxis(str(axis_id).strip(), name, allowed, question if isinstance(question, str) else "", words)


def _is_object(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def _number(number: int, told: Mapping[str, Any], key: str, report: Report) -> float | None:
    value = told.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        report.add(number, key, _json(value), "a number")
        return None
    return float(value)


def _allowed(number: int, told: Mapping[str, Any], lowest: float, highest: float, report: Report) -> tuple[float, ...]:
    levels, step = told.get("levels"), told.get("step", 1)
    if levels is None:
        fits = isinstance(step, int | float) and not isinstance(step, bool) and step > 0
        steps = (highest - lowest) / step if fits else math.nan
        if not fits or abs(steps - round(steps)) > 1e-9 or round(steps) >= MOST_LEVELS:
            report.add(
                number, "step", _json(step), f"a number that divides {lowest:g} to {highest:g} evenly, or levels"
            )
            return ()
        levels = round(steps) + 1
    if isinstance(levels, bool) or not isinstance(levels, int) or not 2 <= levels <= MOST_LEVELS:
        report.add(number, "levels", _json(levels), f"a whole number from 2 to {MOST_LEVELS:,}")
        return ()
    return tuple(lowest + (highest - lowest) * place / (levels - 1) for place in range(levels))


def _json(value: Any) -> str:
    return "nothing" if value is None else shown(json.dumps(value, ensure_ascii=False))
