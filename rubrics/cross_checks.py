"""Checks that look across the tables of a benchmark file.

They run on the tables as read, before it is known whether each is sound, and use those that are: an axis with a
misspelt key does not hide that two others share an id.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from rubrics.axes import Axis, written
from rubrics.collecting import Tasks
from rubrics.counting import Ties, Totals
from rubrics.fields import Closed, Where
from rubrics.people import Example, PeopleSettings
from rubrics.protocols import Audited, Protocol, SecondReading
from rubrics.templates import JudgeRules, placeholders

Part = TypeVar("Part")
Table = TypeVar("Table", bound=Closed)
Found = Iterator[tuple[Where, str]]


@dataclass(frozen=True)
class _Readable:
    """The tables that could be read; None, or absent from the lists, where one could not."""

    raw: Mapping[str, Any]
    axes: dict[int, Axis]
    examples: dict[int, Example]
    tasks: Tasks | None
    protocol: Protocol | None
    judging: JudgeRules | None
    totals: Totals | None
    ties: Ties | None
    people: PeopleSettings | None

    @property
    def all_axes_read(self) -> bool:
        return len(self.axes) == len(_list(self.raw, "axes")) > 0

    @property
    def widest(self) -> float:
        return max((axis.highest - axis.lowest for axis in self.axes.values()), default=0.0)


def cross_check(raw: Mapping[str, Any]) -> list[tuple[Where, str]]:
    """List what is wrong between the tables of a benchmark file, as (place, message)."""
    file = _Readable(
        raw=raw,
        axes=_each(raw, "axes", Axis),
        examples=_each(raw, "examples", Example),
        tasks=_one(raw, "tasks", TypeAdapter(Tasks)),
        protocol=_one(raw, "protocol", _PROTOCOL),
        judging=_one(raw, "judging", TypeAdapter(JudgeRules)),
        totals=_one(raw, "totals", TypeAdapter(Totals)),
        ties=_one(raw, "ties", TypeAdapter(Ties)),
        people=_one(raw, "people", TypeAdapter(PeopleSettings)),
    )
    checks = (_empty, _repeats, _composite, _examples, _gaps, _second_reading, _audit, _templates, _figures)
    return [problem for check in checks for problem in check(file)]


_PROTOCOL: TypeAdapter[Protocol] = TypeAdapter(Protocol)


def _list(raw: Any, key: str) -> list[Any]:
    """What stands under a key when it is a list, else nothing."""
    there = raw.get(key) if isinstance(raw, Mapping) else getattr(raw, key, None)
    return list(there) if isinstance(there, list | tuple) else []


def _one(raw: Mapping[str, Any], key: str, adapter: TypeAdapter[Part]) -> Part | None:
    try:
        return adapter.validate_python(raw[key])
    except (KeyError, ValidationError):
        return None


def _each(raw: Mapping[str, Any], key: str, model: type[Table]) -> dict[int, Table]:
    read: dict[int, Table] = {}
    for place, table in enumerate(_list(raw, key)):
        try:
            read[place] = model.model_validate(table)
        except ValidationError:
            continue
    return read


def _field(table: Any, key: str) -> str | None:
    text = table.get(key) if isinstance(table, Mapping) else getattr(table, key, None)
    return text if isinstance(text, str) else None


MOST_TABLES = 50


def _empty(file: _Readable) -> Found:
    for key in ("axes", "modules", "claim_limits"):
        there = file.raw.get(key)
        if isinstance(there, list | tuple) and not 0 < len(there) <= MOST_TABLES:
            yield (key,), f"found {len(there)}; at least 1 and at most {MOST_TABLES} are allowed"
    if file.totals and not file.totals.shown:
        yield ("totals", "shown"), "the list is empty; at least one of 'total', 'possible', 'percent' is needed"


def _repeats(file: _Readable) -> Found:
    lists: list[tuple[Where, list[Any]]] = [(("axes",), _list(file.raw, "axes"))]
    lists.append((("modules",), _list(file.raw, "modules")))
    lists.append((("tasks", "tiers"), _list(file.raw.get("tasks"), "tiers")))
    for where, tables in lists:
        for key in ("id", "name"):
            first: dict[str, int] = {}
            for place, table in enumerate(tables):
                text = _field(table, key)
                if text is None:
                    continue
                if text in first:
                    earlier = ".".join(map(str, (*where, first[text])))
                    yield (*where, place, key), f"{text!r} was given to {earlier} already; each {key} must be its own"
                first.setdefault(text, place)


def _composite(file: _Readable) -> Found:
    counted = sum(axis.in_composite for axis in file.axes.values())
    if file.all_axes_read and not counted:
        yield ("axes",), "no axis has in_composite = true; at least one must count"
    if file.totals and file.totals.within_response == "only_axis" and file.all_axes_read and counted > 1:
        yield ("totals", "within_response"), f"'only_axis' needs one composite axis; the file has {counted}"
    applies_always = not any(axis.may_not_apply for axis in file.axes.values())
    if not applies_always and "nulls" not in file.raw:
        yield ("nulls",), "missing; an axis has may_not_apply = true, so the file must say what that does"


def _examples(file: _Readable) -> Found:
    known = dict.fromkeys(text for table in _list(file.raw, "axes") if (text := _field(table, "id")))
    axes = {axis.id: axis for axis in file.axes.values()}
    for place, example in file.examples.items():
        axis = axes.get(example.axis)
        if example.axis not in known:
            yield ("examples", place, "axis"), f"{example.axis!r} is no axis of this file; allowed: {', '.join(known)}"
        elif axis and not axis.allows(example.score):
            allowed = f"{written(axis.lowest)} to {written(axis.highest)} in steps of {written(axis.step)}"
            yield ("examples", place, "score"), f"{written(example.score)} is no score of {axis.id}; allowed: {allowed}"


def _gaps(file: _Readable) -> Found:
    if not file.all_axes_read:
        return
    if file.people and file.people.human_gap > file.widest:
        said = f"{written(file.people.human_gap)} can never be reached; the widest axis spans {written(file.widest)}"
        yield ("people", "human_gap"), said
    if isinstance(file.protocol, Audited) and file.protocol.dispute_gap > file.widest:
        said = f"{written(file.protocol.dispute_gap)} can never be reached; the widest axis spans "
        yield ("protocol", "dispute_gap"), said + written(file.widest)


def _second_reading(file: _Readable) -> Found:
    if isinstance(file.protocol, SecondReading):
        score = file.protocol.empty_answer_scores
        for axis in file.axes.values():
            if not axis.allows(score):
                scale = f"{written(axis.lowest)} to {written(axis.highest)}"
                said = f"{written(score)} is no score of axis {axis.id} ({scale})"
                yield ("protocol", "empty_answer_scores"), said


def _audit(file: _Readable) -> Found:
    if not isinstance(file.protocol, Audited) or file.judging is None:
        return
    if file.protocol.low_confidence > 0 and not file.judging.overall_confidence:
        yield ("judging", "overall_confidence"), "must be true; the protocol looks at the overall confidence"
    templates = file.judging.templates
    if templates and templates.adjudication_addition is None:
        yield (
            ("judging", "templates", "adjudication_addition"),
            "missing; the protocol sends disputes to an adjudicator",
        )


def _templates(file: _Readable) -> Found:
    templates = file.judging.templates if file.judging else None
    if templates is None:
        return
    where: Where = ("judging", "templates", "evaluation")
    used = set(placeholders(templates.evaluation)) | set(placeholders(templates.adjudication_addition or ""))
    if "CONDITION_NOTE" in used and templates.condition_note is None:
        yield ("judging", "templates", "condition_note"), "missing; the evaluation text has the place {CONDITION_NOTE}"
    if "MODULE_CHARTER" in used and "charters" not in file.raw:
        yield where, "has the place {MODULE_CHARTER}, but the file has no charters table"
    if "AUTHORITY_CLASSIFICATION" in used and not _list(file.raw, "authority_classes"):
        yield where, "has the place {AUTHORITY_CLASSIFICATION}, but authority_classes is empty"
    if "INSTRUCTIONS" in used and not _list(file.raw, "instructions"):
        yield where, "has the place {INSTRUCTIONS}, but the file has no instructions"


def _figures(file: _Readable) -> Found:
    if file.totals and file.totals.by_tier and file.tasks and not file.tasks.tiers:
        yield ("totals", "by_tier"), "is true, but tasks.tiers is empty"
    if file.ties and file.ties.rule == "overlapping_intervals" and "bootstrap" not in file.raw:
        yield ("bootstrap",), "missing; the tie rule looks at intervals"
