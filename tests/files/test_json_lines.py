"""JSONL: one flat object a line, its lines as an editor counts them."""

import pytest

from files.problems import FileError
from files.tables import Columns, Table

COLUMNS = Columns(required=("name", "text"), optional=("note",))


def read(text: str) -> list[tuple[int, dict[str, str]]]:
    table = Table(text.encode(), "f.jsonl", COLUMNS)
    rows = [(row.number, row.cells) for row in table]
    table.report.refuse()
    return rows


def problems(text: str) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(text)
    return str(refused.value).splitlines()


def test_values_are_the_texts_of_cells() -> None:
    text = '{"name": "a", "text": "x\\ny", "note": 3}\n\n{"name": "b", "text": true, "note": null}\r\n'
    assert read(text) == [
        (1, {"name": "a", "text": "x\ny", "note": "3"}),
        (3, {"name": "b", "text": "true", "note": ""}),
    ]


def test_numbers_stay_as_they_are_written() -> None:
    assert read('{"name": "a", "text": 2.50}')[0][1]["text"] == "2.50"


def test_a_list_of_texts_is_one_cell() -> None:
    assert read('{"name": "a", "text": ["one", "two"]}')[0][1]["text"] == "one | two"


def test_formulas_are_not_touched_here() -> None:
    assert read('{"name": "a", "text": "\'=1"}')[0][1]["text"] == "'=1"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"name": "a", "text": NaN}', "NaN, which is no number in JSON"),
        ('{"name": "a", "text": "x", "name": "b"}', "the key 'name' twice"),
        ('{"name": "a", "text": {"x": 1}}', "a value with parts of its own"),
        ('{"name": "a", "text": "x"', "no JSON at character 26"),
        ('{"name": "a", "text": "\\ud800"}', "a character that cannot be stored"),
        ('{"name": "a", "text": "x", "colour": 1}', "an unknown column"),
        ('{"name": ' + "[" * 100_000 + "}", "f.jsonl, line 2: found "),
        ("3", "no object"),
    ],
)
def test_a_wrong_line_is_named_and_the_others_are_still_checked(line: str, found: str) -> None:
    text = '{"name": "a", "text": "x"}\n' + line + '\n{"name": "c"\n'
    said = problems(text)
    assert said[0].startswith("f.jsonl, line 2")
    assert found in said[0]
    assert said[-1].startswith("f.jsonl, line 3")
