"""One axis of a benchmark: what is asked, which scores exist, and what each score means.

An axis has either anchors (a text for each score) or bands (a label and criteria for each range of scores). The
score is never moved to fit: ``values`` lists every score that may be given, and nothing else may.
"""

import math
from functools import lru_cache
from itertools import pairwise
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from rubrics.fields import (
    Choice,
    Closed,
    Flag,
    Identifier,
    Label,
    Number,
    Positive,
    Prose,
    Where,
    Wording,
    refuse,
    shaped,
)

MOST_VALUES = 1001
MOST_CHOICES = 11

AnchorKey = Annotated[str, shaped(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", 'a score such as 0, or in quotes "0.5"')]


class Band(Closed):
    """A range of scores that mean the same: both ends belong to it."""

    low: Number
    high: Number
    label: Label
    criteria: Choice


def written(value: float) -> str:
    """Write a score as people do: ``3``, not ``3.0``; ``0.5`` as it is."""
    return f"{value:.9f}".rstrip("0").rstrip(".")


class Axis(Closed):
    """One dimension that is scored, from ``lowest`` to ``highest`` in steps of ``step``.

    ``question`` is what a scorer is asked; where the file has none, it is the description. ``partial_anchors``
    says that only some scores, or none, have a text. ``in_composite`` is false for a measure that is reported
    beside the total and never counted in it. ``wording`` says whose words the name and description are,
    ``anchors_wording`` whose those of the anchors or bands.
    """

    id: Identifier
    name: Label
    description: Prose
    question: Prose = Field(default_factory=lambda data: str(data.get("description", "")))
    lowest: Number
    highest: Number
    step: Positive = Field(default=1.0, validate_default=True)
    may_not_apply: Flag
    in_composite: Flag
    wording: Wording = "published"
    anchors_wording: Wording = "published"
    partial_anchors: Flag = False
    bands: tuple[Band, ...] = ()
    anchors: dict[AnchorKey, Choice] = Field(default_factory=dict, validate_default=True)

    def values(self) -> tuple[float, ...]:
        """Every score that may be given, ascending."""
        return _grid(self.lowest, self.highest, self.step)

    @property
    def as_choices(self) -> bool:
        """True when there are few enough scores (at most 11) to show each as a choice of its own."""
        return len(self.values()) <= MOST_CHOICES

    def allows(self, value: float) -> bool:
        """Say whether the axis has exactly this score."""
        return any(math.isclose(value, allowed, abs_tol=1e-9) for allowed in self.values())

    def anchor(self, value: float) -> str | None:
        """Give the text of a score, or None where it has none."""
        for key, text in self.anchors.items():
            if math.isclose(float(key), value, abs_tol=1e-9):
                return text
        return None

    def band(self, value: float) -> Band | None:
        """Give the band a score lies in, or None where there is none."""
        return next((band for band in self.bands if band.low <= value <= band.high), None)

    @field_validator("highest")
    @classmethod
    def _highest_is_above_lowest(cls, highest: float, info: ValidationInfo) -> float:
        lowest = info.data.get("lowest", -math.inf)
        if lowest >= highest:
            refuse([((), f"lowest is {written(lowest)} and highest {written(highest)}; highest must be above lowest")])
        return highest

    @field_validator("step")
    @classmethod
    def _steps_reach_the_top(cls, step: float, info: ValidationInfo) -> float:
        lowest, highest = info.data.get("lowest"), info.data.get("highest")
        if lowest is not None and highest is not None:
            refuse(((), said) for said in _step_problems(lowest, highest, step))
        return step

    @field_validator("bands")
    @classmethod
    def _bands_cover_the_scale(cls, bands: tuple[Band, ...], info: ValidationInfo) -> tuple[Band, ...]:
        scale = _scale(info)
        if bands and scale:
            refuse(((), said) for said in _band_problems(bands, *scale))
        return bands

    @field_validator("anchors")
    @classmethod
    def _anchors_fit_the_scale(cls, anchors: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        has_bands = bool(info.data.get("bands", True))
        problems: list[tuple[Where, str]] = []
        if anchors and has_bands and "bands" in info.data:
            problems.append(((), "an axis has anchors or bands, not both"))
        scale = _scale(info)
        if scale:
            needs_all = not has_bands and not info.data.get("partial_anchors", True)
            problems += _anchor_problems(anchors, *scale, needs_all=needs_all)
        refuse(problems)
        return anchors


def _scale(info: ValidationInfo) -> tuple[float, float, float] | None:
    """The scale, where its three numbers were sound."""
    try:
        return info.data["lowest"], info.data["highest"], info.data["step"]
    except KeyError:
        return None


@lru_cache(maxsize=1024)
def _grid(lowest: float, highest: float, step: float) -> tuple[float, ...]:
    return tuple(round(lowest + n * step, 9) for n in range(round((highest - lowest) / step) + 1))


def _step_problems(lowest: float, highest: float, step: float) -> list[str]:
    steps = (highest - lowest) / step
    if steps > MOST_VALUES - 1:
        return [f"step {written(step)} makes more than {MOST_VALUES} scores; use a larger step"]
    if not math.isclose(steps, round(steps), abs_tol=1e-6):
        return [f"steps of {written(step)} from {written(lowest)} do not reach {written(highest)}"]
    return []


def _band_problems(bands: tuple[Band, ...], lowest: float, highest: float, step: float) -> list[str]:
    problems = []
    values = _grid(lowest, highest, step)
    for band in bands:
        name = f"band {written(band.low)} to {written(band.high)}"
        if band.low > band.high:
            problems.append(f"{name} ends before it begins")
        elif band.low not in values or band.high not in values:
            allowed = f"{written(lowest)} to {written(highest)} in steps of {written(step)}"
            problems.append(f"{name} must begin and end on a score of the axis ({allowed})")
    covered = [sum(band.low <= value <= band.high for band in bands) for value in values]
    whole = f"{written(lowest)} to {written(highest)}"
    for low, high in _runs(values, [n == 0 for n in covered]):
        problems.append(f"bands must cover {whole} without gaps; {low} to {high} is not covered")
    for low, high in _runs(values, [n > 1 for n in covered]):
        problems.append(f"bands must not overlap; {low} to {high} is in more than one")
    labels = [band.label for band in bands]
    problems += [f"two bands are both called {one!r}" for one in sorted({x for x in labels if labels.count(x) > 1})]
    return problems


def _runs(values: tuple[float, ...], marked: list[bool]) -> list[tuple[str, str]]:
    """First and last score of each stretch of marked scores."""
    edges = [False, *marked, False]
    starts = [n for n, (before, now) in enumerate(pairwise(edges)) if now and not before]
    ends = [n - 1 for n, (before, now) in enumerate(pairwise(edges)) if before and not now]
    return [(written(values[a]), written(values[b])) for a, b in zip(starts, ends, strict=True)]


def _anchor_problems(
    anchors: dict[str, str], lowest: float, highest: float, step: float, *, needs_all: bool
) -> list[tuple[Where, str]]:
    problems: list[tuple[Where, str]] = []
    values = _grid(lowest, highest, step)
    seen: dict[float, str] = {}
    for key in anchors:
        score = round(float(key), 9)
        if score in seen:
            problems.append(((key,), f"{seen[score]} and {key} are the same score; an anchor may be given once"))
        elif not lowest <= score <= highest:
            problems.append(((key,), f"anchor {key} is outside {written(lowest)} to {written(highest)}"))
        elif score not in values:
            problems.append(((key,), f"{key} is not a score of this axis (steps of {written(step)})"))
        seen.setdefault(score, key)
    missing = [written(value) for value in values if value not in seen]
    if needs_all and missing:
        which = ", ".join(missing) if len(missing) <= MOST_CHOICES else f"{len(missing)} of {len(values)} scores"
        hint = "give each its text, or bands, or declare partial_anchors = true"
        problems.append(((), f"no anchor for {which}; {hint}"))
    return problems
