"""A table in every form: the same numbers and words, nothing that runs, each kind of missing kept apart."""

import csv
import gc
import io
import json
import re
import zipfile
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from files.export_forms import (
    CUT,
    FORMS,
    LONGEST_CELL,
    TooLong,
    csv_bytes,
    json_lines,
    number_text,
    parquet,
    workbook,
)
from files.export_wide import is_wide, long_csv, wide
from files.formulas import restored
from files.problems import FileError

HOSTILE = [
    '=HYPERLINK("http://bad.example","click")',
    " +1",
    "\u200b=1+1",
    "@SUM(A1)",
    "'=already",
    "בְּרֵאשִׁית",
    "Ἐν ἀρχῇ 🙂",
    "two\nlines; and, commas",
]
TABLE = pd.DataFrame(
    {
        "=name": pd.Series([*HOSTILE, None], dtype=object),
        "score": [0.0, 1.0, 2.5, -1.0, 1 / 3, 100.0, 3.0, np.nan, np.nan],
        "missing": pd.Series([None] * 7 + ["not_applicable", "cannot_assess"], dtype=object),
        "sampled": [True, False] * 4 + [True],
    }
)
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


class Cell(NamedTuple):
    """A cell of a workbook: where, its text or number, whether it is a text, and the number of its style."""

    place: str
    text: str
    is_text: bool
    style: int


def cells_of(content: bytes) -> list[Cell]:
    """The cells of a workbook's first sheet; none of them may hold a formula."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
        words = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    texts = ["".join(one.itertext()) for one in words.iter(f"{SHEET}si")]
    assert sheet.find(f".//{SHEET}f") is None
    cells = []
    for cell in sheet.iter(f"{SHEET}c"):
        said, is_text = "".join(cell.itertext()), cell.get("t") == "s"
        cells.append(Cell(cell.get("r", ""), texts[int(said)] if is_text else said, is_text, int(cell.get("s", "0"))))
    return cells


def test_csv_comes_back_letter_by_letter_and_digit_by_digit() -> None:
    header, *rows = rows_of(csv_bytes(TABLE))
    assert header == ["'=name", "score", "missing", "sampled"]
    assert [restored(row[0]) for row in rows] == [*HOSTILE, ""]
    assert [row[1] for row in rows] == ["0", "1", "2.5", "-1", repr(1 / 3), "100", "3", "", ""]
    assert rows[7][2:] == ["not_applicable", "false"]


def test_no_cell_of_a_csv_runs_heads_included() -> None:
    for row in rows_of(csv_bytes(TABLE)):
        for cell in (row[0], row[2]):
            assert cell.lstrip(" \u200b\t\r\n")[:1] not in ("=", "+", "-", "@")


def test_the_bytes_of_a_small_table() -> None:
    table = pd.DataFrame({"a": ["x", 'say "y"'], "b": [1.0, np.nan]})
    assert csv_bytes(table) == '\ufeffa,b\r\nx,1\r\n"say ""y""",\r\n'.encode()


def test_json_lines_have_null_and_their_own_letters() -> None:
    content = json_lines(TABLE)
    lines = [json.loads(line) for line in content.decode().splitlines()]
    assert lines[4]["score"] == 1 / 3
    assert lines[8] == {"=name": None, "score": None, "missing": "cannot_assess", "sampled": True}
    assert "בְּרֵאשִׁית".encode() in content


def test_parquet_has_types_and_null() -> None:
    table = pd.read_parquet(io.BytesIO(parquet(TABLE)))
    assert str(table["score"].dtype) == "float64"
    assert table["score"].tolist()[:4] == [0.0, 1.0, 2.5, -1.0]
    assert table["=name"].tolist()[:8] == HOSTILE
    assert pd.isna(table["missing"].iloc[0])
    assert str(table["sampled"].dtype) == "bool"


def test_a_workbook_has_text_as_text_and_numbers_as_numbers() -> None:
    """A cell that could run carries the mark by which Excel keeps it a text even when somebody edits it."""
    content = workbook({"scores": TABLE})
    cells = cells_of(content)
    assert set(HOSTILE) <= {cell.text for cell in cells if cell.is_text}
    numbers = [float(cell.text) for cell in cells if not cell.is_text]
    assert sorted(numbers) == pytest.approx(sorted([0.0, 1.0, 2.5, -1.0, 1 / 3, 100.0, 3.0]))
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        styles = book.read("xl/styles.xml").decode().split("<cellXfs")[1]
    marked = [number for number, one in enumerate(re.findall(r"<xf [^>]*>", styles)) if "quotePrefix" in one]
    dangerous = {*HOSTILE[:5], "=name"}
    assert {cell.text for cell in cells if cell.style in marked} >= dangerous


def test_a_workbook_cuts_what_its_cells_cannot_hold_and_says_so() -> None:
    cells = cells_of(workbook({"s": pd.DataFrame({"a": ["x" * 40_000]})}))
    (cell,) = [one.text for one in cells if one.place == "A2"]
    assert len(cell) == LONGEST_CELL
    assert cell.endswith(CUT)


def test_a_table_that_no_sheet_holds_is_refused() -> None:
    with pytest.raises(TooLong, match="1,048,576 rows; a sheet holds 1,048,575"):
        workbook({"s": pd.DataFrame({"a": np.zeros(1_048_576)})})
    assert gc.isenabled(), "a file that was not written leaves the collection of garbage off"


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_table_goes_out_too(form: str) -> None:
    empty = pd.DataFrame({"a": pd.Series(dtype=object), "b": pd.Series(dtype="float64")})
    assert isinstance(FORMS[form].write(empty), bytes)


def test_a_number_is_written_so_that_exactly_it_comes_back() -> None:
    for value in (0.1 + 0.2, 1e-12, 2.0, 1.5, 123456789.125):
        assert float(number_text(value)) == value
    assert number_text(2.0) == "2"


LONG = pd.DataFrame(
    [
        ("R-1", "plain", "Hollin", "llm", "care", 1.0, None),
        ("R-1", "plain", "=Ann", "human", "care", np.nan, "cannot_assess"),
        ("R-1", "plain", "median", "settled", "care", 1.5, None),
        ("R-2", "plain", "Hollin", "llm", "care", -1.0, None),
    ],
    columns=["response", "module", "rater", "rater_kind", "axis", "score", "missing"],
)


def test_wide_has_a_column_for_each_rater_people_first() -> None:
    header, *rows = rows_of(csv_bytes(wide(LONG)))
    assert header == ["response", "module", "axis", "human: =Ann", "llm: Hollin", "settled: median"]
    assert rows == [["R-1", "plain", "care", "cannot_assess", "1", "1.5"], ["R-2", "plain", "care", "", "-1", ""]]


def test_wide_comes_back_long() -> None:
    header, *rows = rows_of(long_csv(csv_bytes(wide(LONG)), "wide.csv"))
    assert header == ["response", "module", "rater", "rater_kind", "axis", "score", "missing"]
    assert sorted([restored(cell) for cell in row] for row in rows) == sorted(
        [
            ["R-1", "plain", "=Ann", "human", "care", "", "cannot_assess"],
            ["R-1", "plain", "Hollin", "llm", "care", "1", ""],
            ["R-1", "plain", "median", "settled", "care", "1.5", ""],
            ["R-2", "plain", "Hollin", "llm", "care", "-1", ""],
        ]
    )


def test_another_table_is_not_taken_for_a_wide_one() -> None:
    assert is_wide(["Response", "module", "axis", "llm: Hollin"])
    assert not is_wide(["response", "module", "axis", "score"])
    with pytest.raises(FileError, match="one for each rater"):
        long_csv(b"response,score\r\nR-1,2\r\n", "other.csv")


def test_a_spoiled_wide_table_is_refused_with_every_row() -> None:
    with pytest.raises(FileError) as refused:
        long_csv(b"response,module,axis,llm: Hollin\r\nR-1,plain,care\r\nR-2,plain,care,1,2\r\n", "wide.csv")
    assert [one.row for one in refused.value.problems] == [2, 3]
    with pytest.raises(FileError, match="UTF-8"):
        long_csv("response,module,axis,llm: Hollin\r\nR-1,plain,care,é\r\n".encode("latin-1"), "wide.csv")
