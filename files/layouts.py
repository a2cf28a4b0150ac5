"""How somebody's file is laid out: which of its columns is what, and what its own words for scores stand for.

Nothing here is guessed. Whoever takes the file in says it, on the page or on the command line; what is not said is
read as this software writes its own files. A scale in several columns, one for each axis or each rater, becomes one
row for each while it is read; the row keeps its number, and problems name the column of the file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from files.problems import Report

Cells = dict[str, str]
Numbered = tuple[int, Cells]
Progress = Callable[[str, int], None]
"""Is told what is being done, and how many rows of it are done."""

NONE: Mapping[str, str] = MappingProxyType({})
KINDS_OF_NONE = ("not_applicable", "cannot_assess", "rubric_unclear", "not_scored", "unreadable")
NUMERIC = ("score", "confidence")
DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


def column_name(text: str) -> str:
    """Return a column's name as it is compared: small letters, no blanks around it, underscores for those inside."""
    return text.strip().lower().replace(" ", "_")


@dataclass(frozen=True)
class Layout:
    """What a person says of a file.

    Attributes
    ----------
    columns : mapping
        Our column to the file's column that holds it; one of the file's columns may stand for several of ours.
    fixed : mapping
        Our column to a text that stands in it in every row.
    axes : mapping
        The file's name for an axis to the axis's id. Where the name is a column, that column holds the axis's scores.
    raters : mapping
        The file's name for a rater to the rater's name here; where it is a column, it holds the rater's scores.
    values : mapping
        What stands in a score's cell to the score, as text, or to one of `KINDS_OF_NONE`. The empty text is a cell
        with nothing in it.
    ignored : frozenset of str
        Columns that are not read; with `others`, so is every column that is not named anywhere.
    decimal_comma : bool
        Whether 2,5 is two and a half.
    encoding, sheet : str
        The character set of a text, where it is not Unicode; the sheet of a workbook, where it has several.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    axes: Mapping[str, str] = field(default_factory=dict)
    raters: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    others: bool = False
    decimal_comma: bool = False
    encoding: str = ""
    sheet: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether rows can be read as they stand."""
        named = (self.columns, self.fixed, self.axes, self.raters, self.values)
        return not any(named) and not self.decimal_comma

    @property
    def read_columns(self) -> frozenset[str]:
        """The file's own columns that this layout names, as they are compared."""
        named = (*self.columns.values(), *self.axes, *self.raters)
        return frozenset(map(column_name, named))


PLAIN = Layout()


def laid_out(rows: Iterable[Numbered], layout: Layout, report: Report) -> Iterator[Numbered]:
    """Bring the rows of a file into our columns.

    A column that is read under another name is no longer there under its own; one that is named nowhere stays.
    """
    if layout.is_plain:
        yield from rows
        return
    change = _Change(layout, report)
    for number, cells in rows:
        for one in change.of(cells):
            yield number, one


class _Change:
    """Changes row after row; what the columns are is settled with the first."""

    def __init__(self, layout: Layout, report: Report) -> None:
        self.layout, self.report = layout, report
        self.columns = {ours: column_name(theirs) for ours, theirs in layout.columns.items()}
        self.axes = {column_name(name): axis for name, axis in layout.axes.items()}
        self.raters = {column_name(name): rater for name, rater in layout.raters.items()}
        self.values = {" ".join(text.split()): meant for text, meant in layout.values.items()}
        self.seen: set[str] = set()

    def of(self, cells: Cells) -> Iterator[Cells]:
        """Give the rows that one row of the file stands for."""
        self._notice(cells)
        taken = {*self.columns.values()}
        wide = {"axis": [name for name in self.axes if name in cells]}
        wide["rater"] = [name for name in self.raters if name in cells]
        inside = {*taken, *wide["axis"], *wide["rater"]}
        changed = {name: cell for name, cell in cells.items() if name not in inside}
        for ours, theirs in self.columns.items():
            if theirs in cells:
                changed[ours] = cells[theirs]
        changed |= self.layout.fixed
        for ours, known in (("axis", self.axes), ("rater", self.raters)):
            if not wide[ours] and ours in changed:
                changed[ours] = known.get(column_name(changed[ours]), changed[ours])
        yield from self._spread(cells, changed, wide)

    def _notice(self, cells: Cells) -> None:
        """Say which of our columns stands under which name in the file, for the problems that follow."""
        for ours, theirs in self.columns.items():
            if theirs in cells and ours != theirs:
                self.report.called[ours] = theirs
            elif theirs not in cells and theirs not in self.seen:
                self.seen.add(theirs)
                there = ", ".join(cells) or "none"
                row = 1 if self.report.counted == "row" else None
                self.report.add(row, theirs, f"no such column (there are: {there})", f"the column that holds {ours}")

    def _spread(self, cells: Cells, changed: Cells, wide: Mapping[str, list[str]]) -> Iterator[Cells]:
        for ours, known in (("axis", self.axes), ("rater", self.raters)):
            if wide[ours]:
                for name in wide[ours]:
                    self.report.called["score"] = name
                    yield self._scored({**changed, ours: known[name], "score": cells[name]})
                return
        yield self._scored(changed)

    def _scored(self, cells: Cells) -> Cells:
        if "score" in cells and self.values:
            meant = self.values.get(" ".join(cells["score"].split()))
            if meant is not None:
                is_none = meant in KINDS_OF_NONE
                cells["score"] = "" if is_none else meant
                if is_none and not cells.get("missing", "").strip():
                    cells["missing"] = meant
        if self.layout.decimal_comma:
            for name in NUMERIC:
                if DECIMAL_COMMA.fullmatch(cells.get(name, "").strip()):
                    cells[name] = cells[name].strip().replace(",", ".")
        return cells
