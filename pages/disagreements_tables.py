"""The list of the Disagreements page as lines of HTML cells, one line for each response."""

from collections.abc import Mapping
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from analysis.disagreements import Between
from analysis.frames import Kind
from pages import address, figures
from pages.figures import BETWEEN
from pages.results import Results
from rubrics.axes import written

GAPS: dict[Between, str] = {
    "sides": "Apart, points",
    "people": "Apart, points",
    "judges": "Apart, points",
    "applies": "Raters on the smaller side",
}
NOT_APPLICABLE = "n/a"
CHOICES = ("between", "on", "category", "system", "discussed", "module")
"""What the address keeps of the filter."""


def asks() -> dict[str, str]:
    """Return the filter as the address has it, so that a link keeps it."""
    return {name: st.query_params[name] for name in CHOICES if name in st.query_params}


def heads(between: Between, *, named: bool) -> list[str]:
    """Return the heads of `lines`."""
    system = ["System"] if named else []
    return ["Response", "Axis", GAPS[between], "People", "Judges", "What counts", "Prompt", *system, "Notes"]


def lines(
    found: Results, listed: pd.DataFrame, counts: pd.Series, kept: Mapping[str, str], *, named: bool
) -> list[list[str]]:
    """Return a line for each response listed.

    Parameters
    ----------
    listed
        response, axis, gap: what is listed, in order.
    counts
        Number of notes by response.
    kept
        What a link keeps of the address.
    named
        Whether systems are named.
    """
    axes = {one.id: one.name for one in found.benchmark.axes}
    said = {
        axis: {kind: _said(found, axis, kind, mine["response"]) for kind in KINDS}
        for axis, mine in listed.groupby("axis")
    }
    facts = found.facts
    prompts, systems = facts["prompt"].to_dict(), facts["system"].to_dict()
    return [
        [
            address.link(escape(label), **kept, response=label).replace("sr-open", "sr-open word", 1),
            escape(axes[axis]),
            f'<span class="sr-figure">{_points(gap)}</span>',
            *(said[axis][kind][label] for kind in KINDS),
            escape(str(prompts[label])),
            *([escape(str(systems[label]))] if named else []),
            str(counts.get(label, "")),
        ]
        for label, axis, gap in listed[["response", "axis", "gap"]].itertuples(index=False, name=None)
    ]


def _points(gap: float) -> str:
    """Write whole and half points as people do, anything else with two decimals."""
    return figures.number(gap) if gap * 2 % 1 else written(gap)


KINDS: tuple[Kind, ...] = ("human", "llm", "settled")


def _said(found: Results, axis: object, kind: Kind, labels: pd.Series) -> dict[str, str]:
    """Return what one kind of rater said of each response: scores, the lowest first, then each "does not apply"."""
    places = found.tables.responses.get_indexer(pd.Index(labels))
    scores = found.tables.scores(str(axis), kind).to_numpy()[places]
    not_applicable = (found.tables.applies(str(axis), kind)[places] == 0).sum(axis=1)
    told = {}
    for label, row, none in zip(labels, np.sort(scores, axis=1), not_applicable, strict=True):
        words = [written(float(one)) for one in row[~np.isnan(row)]] + [NOT_APPLICABLE] * int(none)
        told[str(label)] = ", ".join(words) if words else BETWEEN
    return told
