"""One row's score: the number, or which kind of none, checked against its axis.

A score is never moved to fit, and a code such as 99 is never taken for a missing score: the file says in column
missing which kind it is.
"""

from files.cells import NOT_THERE, NUMBER_FIRST, number, share
from files.layouts import DECIMAL_COMMA
from files.problems import shown
from files.tables import Row, Table
from rubrics.axes import Axis, written
from rubrics.entries import JUDGE_KINDS, KINDS, Entry, Kind
from rubrics.words import has_words

NO_ANSWER = ("not_scored", "unreadable")
"""What an export writes where a rater has not answered, or a judge's reply could not be read: no entry at all."""

CODES = {-1.0, -9.0, -99.0, -999.0, 9.0, 88.0, 99.0, 999.0, 9999.0}
LARGEST = 1_000_000
"""What the store holds; no scale goes that far."""
IN_COLUMN_MISSING = "a score; when there is none, leave the cell empty and say which kind in column missing"


def read_entry(table: Table, row: Row, axis: Axis, kind: str, *, any_number: bool = False) -> Entry | None:
    """Read what a row says on an axis, None when that was reported or is no answer.

    `kind` is the rater's; with `any_number` a judge's score need not be one of the axis's.
    """
    report, before = table.report, table.report.count
    score, missing = row.text("score"), row.text("missing").lower().replace(" ", "_")
    why = row.cells.get("why", "").strip()
    if why and not has_words(why):
        report.add(row.number, "why", f"{shown(why)}, without a word in it", "a sentence in words, or empty")
    confidence = share(row, "confidence", report)
    value = _value(table, row, axis, score, any_number=any_number and kind == "llm") if score else None
    said = _kind(table, row, axis, missing, kind) if missing else "value"
    if score and missing:
        report.add(row.number, "missing", f"{shown(missing)} beside the score {shown(score)}", "one of the two")
    elif not score and not missing and not table.has_no("score", row):
        report.add(row.number, "score", "an empty cell, and none in column missing", IN_COLUMN_MISSING)
    if report.count > before or missing in NO_ANSWER or not (score or missing):
        return None
    return Entry(said, value, why, confidence)


def _kind(table: Table, row: Row, axis: Axis, missing: str, kind: str) -> Kind:
    kinds = JUDGE_KINDS if kind == "llm" else KINDS
    allowed = [one for one in kinds if one != "value" and (one != "not_applicable" or axis.may_not_apply)]
    for one in allowed:
        if one == missing:
            return one
    if missing not in NO_ANSWER:
        words = f"empty or {', '.join(allowed)}" if allowed else "empty"
        who = "a judge has" if kind == "llm" else "a person has"
        table.report.add(row.number, "missing", shown(missing), f"{words} ({who} no other on axis {axis.id})")
    return "value"


def _value(table: Table, row: Row, axis: Axis, score: str, *, any_number: bool) -> float | None:
    value = number(score)
    if value is not None and (axis.allows(value) or (any_number and abs(value) <= LARGEST)):
        return value
    table.report.add(row.number, "score", shown(score), _allowed(axis, score, value))
    return None


def _allowed(axis: Axis, score: str, value: float | None) -> str:
    scores = possible_scores(axis)
    if DECIMAL_COMMA.fullmatch(score):
        return f"a decimal point, not a comma ({score.replace(',', '.')}); on axis {axis.id}: {scores}"
    if score.lower() in NOT_THERE:
        return IN_COLUMN_MISSING
    if value is None:
        alone = "the number alone, without words" if NUMBER_FIRST.match(score) else "a number"
        return f"{alone}; on axis {axis.id}: {scores}"
    if value in CODES and not axis.lowest <= value <= axis.highest:
        return f"on axis {axis.id}: {scores}; a code for a missing score is not guessed, use column missing"
    return f"on axis {axis.id}: {scores}"


def possible_scores(axis: Axis) -> str:
    """Say which scores an axis has."""
    if axis.as_choices:
        return ", ".join(written(value) for value in axis.values())
    return f"{written(axis.lowest)} to {written(axis.highest)} in steps of {written(axis.step)}"
