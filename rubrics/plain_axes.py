"""A benchmark file for scores that were published without one: made from nothing but their axes.

What the data set does not say is filled in with the same defaults as for a rubric published as JSON, and the file says
that it is so. It is a frame for numbers that exist already, not a rubric to score by.
"""

import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from pydantic import ValidationError

from rubrics.axes import written
from rubrics.problems import RubricError, describe
from rubrics.published_json import OPEN_KEYS
from rubrics.schema import Benchmark
from rubrics.toml_text import toml_text
from rubrics.words import has_words

NOTE = "Made from the axes of a data set. Everything but the axes' names and scales is a default of this software."
LIMIT = (
    "These scores were given elsewhere. What the axes mean, and who scored how, is said by the data set's own source."
)
STANDPOINT = "The standpoint of the data set, which its own source describes."


class AxisFacts(Protocol):
    """What a data set says of an axis."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> str:
        """Its name for readers."""

    @property
    def question(self) -> str:
        """What was asked; empty where that is not said."""

    @property
    def labels(self) -> Mapping[str, str]:
        """What some scores were called, by score."""

    def values(self) -> Sequence[float]:
        """Every score, from lowest to highest."""


def toml_from_axes(
    axes: Sequence[AxisFacts],
    *,
    name: str,
    benchmark_id: str,
    title: str,
    licence: str = "not stated",
    any_number: bool = False,
) -> str:
    """Write a benchmark file with these axes.

    Parameters
    ----------
    axes : sequence of AxisFacts
    name : str
        How the reader knows the file the axes are from.
    benchmark_id, title, licence : str
        What the axes do not say.
    any_number : bool
        Whether a judge's score may lie between the axes' scores or beyond them.

    Returns
    -------
    str
        TOML that ``rubrics.loader.parse`` accepts.

    Raises
    ------
    RubricError
        With every problem.
    """
    ids = [identifier(axis.id) for axis in axes]
    problems = [f"{name}: the axes {one} cannot be told apart" for one in _alike(axes, ids)]
    step = max((axis.values()[1] - axis.values()[0] for axis in axes), default=1.0)
    widest = max((axis.values()[-1] - axis.values()[0] for axis in axes), default=1.0)
    defaults = tomllib.loads(OPEN_KEYS)
    defaults["protocol"]["fewest_judges"] = 1
    defaults["judging"]["any_number"] = any_number
    defaults["people"]["human_gap"] = round(max(step, math.ceil(widest / 2 / step) * step), 9)
    table: dict[str, Any] = {
        "id": benchmark_id,
        "version": "v1",
        "title": title,
        "description": f"The axes of the data set {title}.",
        "source": {"name": title, "licence": licence, "note": NOTE},
        "axes": [_axis(axis, axis_id) for axis, axis_id in zip(axes, ids, strict=True)],
        "modules": [{"id": "data_set", "name": "Data set", "standpoint": STANDPOINT}],
        **defaults,
        "claim_limits": [{"text": LIMIT, "wording": "ours"}],
    }
    try:
        Benchmark.model_validate(table)
    except ValidationError as error:
        problems += describe(error, name=name, schema=Benchmark)
    if problems:
        raise RubricError(problems)
    return toml_text(table)


def identifier(text: str) -> str:
    """Return an axis's id as a benchmark file writes it: small letters, digits and underscores, a letter first."""
    made = re.sub(r"[^a-z0-9]+", "_", text.strip().lower()).strip("_")
    return made if made[:1].isalpha() else f"axis_{made}".rstrip("_")


def _alike(axes: Sequence[AxisFacts], ids: Sequence[str]) -> Iterator[str]:
    for one in dict.fromkeys(ids):
        same = [axis.id for axis, axis_id in zip(axes, ids, strict=True) if axis_id == one]
        if len(same) > 1:
            yield " and ".join(same)


def _axis(axis: AxisFacts, axis_id: str) -> dict[str, Any]:
    values = axis.values()
    question = axis.question if has_words(axis.question) else f"The axis {axis.name} of the data set."
    anchors = {
        written(float(key)): text for key, text in axis.labels.items() if _is_score(key, values) and has_words(text)
    }
    return {
        "id": axis_id,
        "name": axis.name if axis_id == identifier(axis.name) else f"{axis.id}: {axis.name}",
        "description": question,
        "lowest": _plain(values[0]),
        "highest": _plain(values[-1]),
        "step": _plain(values[1] - values[0]),
        "may_not_apply": True,
        "in_composite": True,
        "wording": "published" if axis.question else "ours",
        "partial_anchors": True,
        "anchors": anchors,
    }


def _is_score(key: str, values: Sequence[float]) -> bool:
    try:
        return any(math.isclose(float(key), value, abs_tol=1e-9) for value in values)
    except ValueError:
        return False


def _plain(value: float) -> int | float:
    rounded = round(value, 9)
    return int(rounded) if rounded.is_integer() else rounded
