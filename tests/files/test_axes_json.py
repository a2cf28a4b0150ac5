"""Axes of a data set in JSON: read as published, refused with every problem named."""

import json

import pytest

from files.axes_json import PlainAxis, read_axes
from files.problems import FileError


def read(*axes: object) -> tuple[PlainAxis, ...]:
    return read_axes(json.dumps({"axes": axes}).encode(), "axes.json")


def problems(*axes: object) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(*axes)
    return str(refused.value).splitlines()


def test_levels_or_a_step_say_which_scores_there_are() -> None:
    found = read(
        {"id": "truth", "min": 1, "max": 5, "levels": 5, "short": "TR"},
        {"id": "care", "label": "Care", "min": 0, "max": 1, "levels": 3},
        {"id": "total", "min": 0, "max": 2},
        {"id": "half", "name": "Halves", "min": 0, "max": 1, "step": 0.5},
    )
    assert found == (
        PlainAxis("truth", "truth", (1, 2, 3, 4, 5)),
        PlainAxis("care", "Care", (0, 0.5, 1)),
        PlainAxis("total", "total", (0, 1, 2)),
        PlainAxis("half", "Halves", (0, 0.5, 1)),
    )


def test_a_list_alone_will_do() -> None:
    assert read_axes(b'\xef\xbb\xbf[{"id": "a", "min": 0, "max": 1}]', "axes.json")[0].values() == (0, 1)


def test_every_problem_is_told_at_once() -> None:
    assert problems(
        {"id": "", "min": 1, "max": 5},
        {"id": "a", "min": "1", "max": True},
        {"id": "b", "min": 5, "max": 5},
        "truth",
        {"id": "c", "min": 0, "max": 1, "levels": 1},
        {"id": "d", "min": 0, "max": 1, "step": 0.3},
        {"id": "e", "min": 0, "max": 1},
        {"id": "e", "min": 0, "max": 1},
        {"id": "f", "max": 1},
    ) == [
        """axes.json, axis 1, column id: found '""'; allowed: a text""",
        """axes.json, axis 2, column min: found '"1"'; allowed: a number""",
        "axes.json, axis 2, column max: found 'true'; allowed: a number",
        "axes.json, axis 3, column max: found '5.0'; allowed: a number above min (5)",
        """axes.json, axis 4: found '"truth"'; allowed: an object with id, min and max""",
        "axes.json, axis 5, column levels: found '1'; allowed: a whole number from 2 to 10,001",
        "axes.json, axis 6, column step: found '0.3'; allowed: a number that divides 0 to 1 evenly, or levels",
        "axes.json, axis 9, column min: found nothing; allowed: a number",
        "axes.json, axis 8, column id: found 'e' again; allowed: each id once; axis 7 has it",
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"{", "axes.json, line 1: found no JSON"),
        (b"\xff\xfe{", "bytes that are not UTF-8"),
        (b"{}", "no list of axes"),
        (b'{"axes": []}', "no list of axes"),
        (b'{"axes": "truth"}', "no list of axes"),
        (b"3", "no list of axes"),
    ],
)
def test_what_is_no_list_of_axes_is_refused(content: bytes, found: str) -> None:
    with pytest.raises(FileError, match="found") as refused:
        read_axes(content, "axes.json")
    assert found in str(refused.value)


@pytest.mark.parametrize("step", [0, -1, "1", True, 1e-9])
def test_a_step_that_leads_nowhere_is_refused(step: object) -> None:
    assert "column step" in problems({"id": "a", "min": 0, "max": 1, "step": step})[0]
