"""What the plots of the Axis page tell, as tables: lines of HTML cells."""

from collections.abc import Sequence
from html import escape

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.by_group import GroupFigures
from analysis.cross_tables import Level, levels, places
from analysis.frames import MISSING
from pages import address, figures
from pages.agreement_working import reasons_of
from pages.axis_sides import SETTLED, Compared, Sides, judge_options
from pages.raters_in_order import in_order
from pages.results import Results
from rubrics.axes import Axis

SHORT_HEADS = ("r", "Judges minus people, points", "Equal", "Within one point")
GROUP_HEADS = ("r", "Judges minus people, points", "Within one point")


def short(found: Compared) -> list[str]:
    """Return the figures of the two sides that are shown, as `SHORT_HEADS` names them."""
    return [
        figures.estimate(found.r),
        figures.estimate(found.bias, signed=True),
        figures.estimate(found.exact, percent=True),
        figures.estimate(found.within_one, percent=True),
    ]


def crossed(
    counts: npt.NDArray[np.intp], rows: Sequence[Level], columns: Sequence[Level], **asks: str
) -> list[list[str]]:
    """Return how many responses have which scores: a line for each score of people; a count opens its responses.

    Parameters
    ----------
    counts : array of int, (rows, columns)
    rows, columns
        Of people and of judges.
    asks
        What else the links ask for.
    """
    return [
        [escape(row.label), *(_opens(int(counts[r, c]), f"{r},{c}", asks) for c in range(len(columns)))]
        for r, row in enumerate(rows)
    ]


def _opens(count: int, cell: str, asks: dict[str, str]) -> str:
    return address.link(figures.count(count), **asks, cell=cell) if count else figures.BETWEEN


def responses(shown: Sides, labels: Sequence[str], **asks: str) -> list[list[str]]:
    """Return responses with both sides' scores; each label opens the response."""
    both = shown.both.reindex(list(labels))
    return [
        [
            address.link(escape(str(label)), **asks, response=str(label)).replace("sr-open", "sr-open word", 1),
            *(figures.number(float(score)) for score in (people, judges)),
            figures.number(float(gap), signed=True),
        ]
        for label, people, judges, gap in both.itertuples()
    ]


def response_heads(sides: tuple[str, str]) -> list[str]:
    """Return the heads of `responses`."""
    return ["Response", *sides, "Judges minus people"]


def given(results: Results, axis: Axis) -> tuple[pd.DataFrame, list[Level]]:
    """Count every rater's scores on an axis: raters by scores, and which scores the columns are."""
    tables = results.tables
    people, judges = (tables.scores(axis.id, kind) for kind in ("human", "llm"))
    settled = tables.settled(axis.id).rename(judge_options(results, axis.id)[SETTLED])
    whole = pd.concat([people[in_order(people.columns)], judges[in_order(judges.columns)], settled], axis=1)
    whole = whole.loc[:, whole.notna().any()]
    every = pd.Series(whole.to_numpy().ravel())
    lines = levels(every, axis.values(), [(band.low, band.high) for band in axis.bands])
    counts = {str(name): _counted(places(whole[name], lines), len(lines)) for name in whole.columns}
    table = pd.DataFrame.from_dict(counts, orient="index", columns=[line.label for line in lines])
    return table, lines


def _counted(place: npt.NDArray[np.intp], lines: int) -> npt.NDArray[np.intp]:
    return np.bincount(place[place >= 0], minlength=lines)


def raters(results: Results, axis: Axis, table: pd.DataFrame) -> tuple[list[str], list[list[str]]]:
    """Return heads and lines: every rater's scores counted, then what they left without a score, by reason."""
    reasons = reasons_of(results, axis.id)
    found = [reason for reason in MISSING if (reasons == reason).to_numpy().any()]
    heads = ["Rater", *table.columns, *(figures.MISSING_WORDS[reason] for reason in found)]
    lines = []
    for name, counts in zip(table.index, table.to_numpy(), strict=True):
        missed = [str(int((reasons[name] == reason).sum())) if name in reasons else figures.BETWEEN for reason in found]
        lines.append([escape(str(name)), *map(str, counts.tolist()), *missed])
    return heads, lines


def groups(found: Sequence[GroupFigures]) -> list[list[str]]:
    """Return the figures of groups, as `GROUP_HEADS` names them after the group."""
    return [
        [
            escape(one.group),
            figures.correlation(one.r),
            figures.estimate(one.bias, signed=True),
            figures.estimate(one.within_one, percent=True),
        ]
        for one in found
    ]
