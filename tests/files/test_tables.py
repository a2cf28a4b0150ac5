"""Bytes to rows: delimiters, encodings, rows as a person counts them, and everything wrong in one report."""

from pathlib import Path

import pytest

from files import tables
from files.layouts import Layout
from files.problems import SHOWN, FileError
from files.tables import Columns, Row, Table, check_size, read_file

COLUMNS = Columns(required=("name", "text"), optional=("note",))


def read(content: bytes | str) -> list[Row]:
    """Rows of a sound file; FileError with the whole report else."""
    raw = content.encode() if isinstance(content, str) else content
    table = Table(raw, "f.csv", COLUMNS)
    rows = list(table)
    table.report.refuse()
    return rows


def problems(content: bytes | str) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(content)
    return str(refused.value).splitlines()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_every_usual_form_gives_the_same_rows(delimiter: str, line_end: str, mark: bytes) -> None:
    lines = [["name", "text", "note"], ["a", "one, two; three", "x"], ["b", "שלום", ""]]
    text = line_end.join(delimiter.join(f'"{cell}"' for cell in line) for line in lines) + line_end
    rows = read(mark + text.encode())
    assert rows == [
        Row(2, {"name": "a", "text": "one, two; three", "note": "x"}),
        Row(3, {"name": "b", "text": "שלום", "note": ""}),
    ]


def test_a_cell_of_several_lines_is_one_row_of_the_spreadsheet() -> None:
    rows = read('name,text\na,"first\r\nsecond\n\nfourth"\nb,x\n')
    assert [(row.number, row.cells["text"]) for row in rows] == [(2, "first\r\nsecond\n\nfourth"), (3, "x")]


def test_empty_rows_are_passed_over_and_counted() -> None:
    rows = read("name,text\n\na,x\n,\n  \nb,y\n")
    assert [(row.number, row.cells["name"]) for row in rows] == [(3, "a"), (6, "b")]


def test_quotes_within_cells_and_long_cells_are_read() -> None:
    long = "word " * 60_000
    rows = read(f'name,text\na,"he said ""yes"""\nb,he said "yes"\nc,{long}\n')
    assert [row.cells["text"] for row in rows] == ['he said "yes"', 'he said "yes"', long]


def test_utf_16_with_its_mark_is_read() -> None:
    assert read("name\ttext\na\tπίστις\n".encode("utf-16"))[0].cells["text"] == "πίστις"


def test_a_named_character_set_is_used_and_none_is_tried_out() -> None:
    content = "name;text\na;Güte\n".encode("cp1252")
    table = Table(content, "f.csv", COLUMNS, layout=Layout(encoding="cp1252"))
    assert [row.cells["text"] for row in table] == ["Güte"]
    with pytest.raises(FileError, match="found the byte 0xFC, which is not UTF-8"):
        Table(content, "f.csv", COLUMNS)
    with pytest.raises(FileError, match="found the character set 'runes', which is unknown"):
        Table(content, "f.csv", COLUMNS, layout=Layout(encoding="runes"))


def test_a_list_of_json_objects_is_a_table() -> None:
    assert read(b'[{"name": "a", "text": "x"},\n {"name": "b", "text": null}]') == [
        Row(1, {"name": "a", "text": "x"}),
        Row(2, {"name": "b", "text": ""}),
    ]
    assert problems(b'[{"name": "a", "text": "x"}, 3]') == [
        'f.csv, entry 2: found no object; allowed: an object such as {"rater": "Ruth", "score": 3}'
    ]


def test_headers_may_be_written_with_capitals_and_blanks() -> None:
    columns = Columns(required=("rater_kind",))
    table = Table(b" Rater Kind \nhuman\n", "f.csv", columns)
    assert [row.cells for row in table] == [{"rater_kind": "human"}]


def test_a_delimiter_is_known_by_the_columns_it_makes() -> None:
    rows = read('name;text;note\na;"x, y, z";1,5\n')
    assert rows[0].cells == {"name": "a", "text": "x, y, z", "note": "1,5"}


def test_a_missing_column_is_named_with_those_that_are_there() -> None:
    found = problems("name,note\na,x\n")
    assert found == [
        "f.csv, row 1, column text: found no such column (there are: name, note); allowed: this column is needed"
    ]


def test_an_unknown_column_is_named_once_with_those_allowed() -> None:
    found = problems("name,text,colour\na,x,red\nb,y,blue\n")
    assert found == ["f.csv, row 1, column colour: found an unknown column; allowed: the columns name, text, note"]


def test_a_column_twice_is_named() -> None:
    assert "column name: found the column 'name' twice" in problems("name,text,name\na,x,b\n")[0]


def test_nameless_columns_are_left_out_when_empty_and_refused_when_not() -> None:
    assert read("name,text,,\na,x,,\n") == [Row(2, {"name": "a", "text": "x"})]
    assert problems("name,text,\na,x,lost\n") == [
        "f.csv, row 2: found a cell under a column without a name; allowed: a name in the header"
    ]


def test_rows_with_too_many_or_too_few_cells_are_all_named() -> None:
    found = problems("name,text\na,x,y\nb\nc,z\n")
    assert [line.split(": found ")[0] for line in found] == ["f.csv, row 2", "f.csv, row 3"]
    assert "found 3 cells; allowed: 2, as in the header" in found[0]
    assert "found 1 cells" in found[1]


def test_a_quotation_mark_never_closed_is_named_at_its_row() -> None:
    found = problems('name,text\na,x\nb,"never closed\nc,y\nd,z\n')
    assert len(found) == 1
    assert found[0].startswith("f.csv, row 3: found a quotation mark that is not closed")


def test_text_behind_a_closing_quotation_mark_is_not_guessed_at() -> None:
    assert problems('name,text\na,"x" y\n')[0].startswith("f.csv, row 2: found a quotation mark")


def test_an_encoding_other_than_utf_8_is_named_with_line_and_byte() -> None:
    found = problems("name,text\na,x\nb,café\n".encode("latin-1"))
    assert found == [
        "f.csv, line 3: found the byte 0xE9, which is not UTF-8; "
        "allowed: UTF-8 text; in a spreadsheet save as 'CSV UTF-8', or say which character set it is"
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 20, "a workbook of the old kind (XLS)"),
        (b"PK\x03\x04" + b"\x00" * 20, "a damaged archive"),
        (b"PAR1" + b"\x00" * 20, "a damaged Parquet file"),
        (b"", "an empty file"),
        (b"\xef\xbb\xbf \n\n", "an empty file"),
        (b"name,text\n", "no rows"),
        (b'{"name":\n "a"}', "JSON of an unknown form"),
        (b'[{"name": "a",]', "no JSON at character"),
    ],
)
def test_what_is_no_table_is_called_what_it_is(content: bytes, found: str) -> None:
    assert f"found {found}" in problems(content)[0]


def test_a_spreadsheet_error_and_an_unstorable_character_are_refused() -> None:
    found = problems("name,text\na,#NAME?\nb,nul \x00 here\n")
    assert found[0].startswith("f.csv, row 2, column text: found #NAME?, a spreadsheet's error")
    assert found[1].startswith("f.csv, row 3, column text: found a character that cannot be stored")


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    with pytest.raises(FileError, match=r"large.csv: found a file of 100 MB; allowed: at most 50 MB"):
        read_file(path)


def test_the_limit_itself_is_allowed() -> None:
    check_size(tables.MOST_BYTES, "f.csv")
    with pytest.raises(FileError):
        check_size(tables.MOST_BYTES + 1, "f.csv")


@pytest.mark.parametrize("name", ["missing.csv", "."])
def test_a_path_that_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match="no file that can be read"):
        read_file(tmp_path / name)


def test_only_the_first_problems_are_kept_and_the_rest_counted() -> None:
    found = problems("name,text\n" + "a,#REF!\n" * (SHOWN + 25))
    assert len(found) == SHOWN + 1
    assert found[-1] == "... and 25 more problems"
