"""A mark in a response as its owner reads it: some of the text around the place, with the place itself set off."""

from html import escape
from typing import NamedTuple

import pandas as pd

AROUND = 220
LONGEST_FOUND = 900
KINDS = {
    "self_name": "Names itself",
    "maker": "Names its maker",
    "tool": "Shows a tool or a search at work",
    "citation_style": "Cites in the manner of one system",
}
DECIDED = {"redact": "Will be removed", "keep": "Stays as it is"}


class Mark(NamedTuple):
    """One row of `store.responses.marks`."""

    id: int
    label: str
    prompt: str
    text: str
    start: int
    stop: int
    kind: str
    reason: str
    decision: str | None


def of_frame(marks: pd.DataFrame) -> list[Mark]:
    """Lay out `store.responses.marks` as records."""
    return [
        Mark(
            row["mark"],
            row["label"],
            row["prompt"],
            row["text"],
            row["start"],
            row["stop"],
            row["kind"],
            row["reason"],
            row["decision"] if isinstance(row["decision"], str) else None,
        )
        for row in marks.to_dict("records")
    ]


def in_context(mark: Mark) -> str:
    """Return the place and what stands around it as HTML; every character of the response is escaped.

    A place that is very long is shown by its beginning and its end.
    """
    before = mark.text[max(0, mark.start - AROUND) : mark.start]
    after = mark.text[mark.stop : mark.stop + AROUND]
    if mark.start > AROUND:
        before = "… " + before.partition(" ")[2]
    if mark.stop + AROUND < len(mark.text):
        after = after.rpartition(" ")[0] + " …"
    found = mark.text[mark.start : mark.stop]
    if len(found) > LONGEST_FOUND:
        half = LONGEST_FOUND // 2
        found = f"{found[:half]} … {found[-half:]}"
    return f'<p class="sr-context" dir="auto">{escape(before)}<mark>{escape(found)}</mark>{escape(after)}</p>'


def by_kind(marks: list[Mark]) -> dict[str, list[Mark]]:
    """Group marks by their kind, in the order of `KINDS`."""
    return {kind: same for kind in KINDS if (same := [one for one in marks if one.kind == kind])}
