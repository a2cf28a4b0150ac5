"""Scores with one column for each rater, for people who work in spreadsheets and statistics programs; and back.

A row is a response, module and axis. A column's head says whose scores it holds, `human: ...`, `llm: ...`,
`adjudicator: ...` or `settled: ...`; a cell is a score, or the word for why there is none (`not_applicable`, ...); it
is empty where the rater was never asked. Reasons and confidence stand in the long form only.
"""

import csv
import io

import pandas as pd

from files.export_forms import csv_bytes
from files.formulas import restored
from files.problems import Report, refuse_whole

KEYS = ("response", "module", "axis")
KINDS = ("human", "llm", "adjudicator", "settled")
LONG = ("response", "module", "rater", "rater_kind", "axis", "score", "missing")
LONGEST_HEAD = 100_000
HEADS = tuple(f"{kind}: " for kind in KINDS)


def wide(frame: pd.DataFrame) -> pd.DataFrame:
    """Lay out a long table of scores with one column for each rater.

    Parameters
    ----------
    frame : DataFrame
        response, module, rater, rater_kind, axis, score (float), missing; perhaps limit, the same in every row, which
        stays the last column; others are left out.

    Returns
    -------
    DataFrame of object
        `KEYS` in the order of `frame`, text; then columns of floats and words: people's, judges', adjudicators' and
        what is settled, each by name.
    """
    cells = frame["score"].astype(object).where(frame["score"].notna(), frame["missing"])
    heads = frame["rater_kind"].astype(str) + ": " + frame["rater"].astype(str)
    table = frame[list(KEYS)].assign(head=heads, cell=cells)
    order = table[list(KEYS)].drop_duplicates()
    spread = table.set_index([*KEYS, "head"])["cell"].unstack("head")
    names = sorted(spread.columns, key=lambda head: (KINDS.index(str(head).split(": ", 1)[0]), str(head)))
    index = pd.MultiIndex.from_frame(order)
    found = spread.reindex(index=index, columns=names).reset_index()
    found.columns = pd.Index([str(name) for name in found.columns])
    if "limit" in frame and len(frame):
        found["limit"] = frame["limit"].iloc[0]
    return found.astype(object).where(found.notna(), None)


def is_wide(heads: list[str]) -> bool:
    """Say whether the heads of a table are those that `wide` writes."""
    names = [head.strip().lower() for head in heads]
    return set(KEYS) <= set(names) and any(name.startswith(HEADS) for name in names)


def looks_wide(content: bytes) -> bool:
    """Say whether a file begins like a table that `wide` wrote."""
    head = content[:LONGEST_HEAD].decode("utf-8-sig", errors="replace").split("\n", 1)[0]
    return is_wide([restored(one) for one in next(csv.reader([head]), [])])


def long_csv(content: bytes, name: str) -> bytes:
    """Turn a wide CSV of ours into a long one, which `files.scores` reads; a cell left empty has no row.

    Raises
    ------
    FileError
        If it is no such table.
    """
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as problem:
        refuse_whole(name, f"text that cannot be read ({problem})", "the file as it was exported, UTF-8")
    heads = [restored(head) for head in rows[0]] if rows else []
    if not is_wide(heads):
        refuse_whole(name, f"the columns {', '.join(heads) or 'none'}", f"{', '.join(KEYS)} and one for each rater")
    report = Report(name)
    for number, cells in enumerate(rows[1:], start=2):
        if cells and len(cells) != len(heads):
            report.add(number, None, f"{len(cells)} cells", f"{len(heads)}, as in the header")
    report.refuse()
    found = []
    for cells in filter(None, rows[1:]):
        row = dict(zip(heads, (restored(cell) for cell in cells), strict=True))
        key = [row[one] for one in KEYS]
        for head in heads:
            if head.startswith(HEADS) and row.get(head):
                kind, rater = head.split(": ", 1)
                found.append((key[0], key[1], rater, kind, key[2], *_score_or_reason(row[head])))
    return csv_bytes(pd.DataFrame(found, columns=list(LONG), dtype=object))


def _score_or_reason(cell: str) -> tuple[str, str]:
    return ("", cell) if cell[:1].isalpha() else (cell, "")
