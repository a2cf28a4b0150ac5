"""Files of annotation and evaluation software: exports of Label Studio, logs of Inspect, workbooks, Parquet."""

import io
import json
import zipfile
from datetime import datetime
from typing import Any

import pandas as pd
import pytest
import xlsxwriter

from files.layouts import PLAIN, Layout
from files.problems import FileError
from files.responses import Declared, read_responses
from files.scores import read_scores
from files.tables import Columns, Row, Table
from rubrics.entries import Entry
from store.contents import Contents
from store.intake import NewPrompt, NewResponse, NewSystem
from store.score_intake import NewAnswer
from tests.builders import a_benchmark

COLUMNS = Columns(("name", "text"), ("note",))


def scores(content: bytes, responses: list[tuple[Any, ...]], layout: Layout = PLAIN) -> list[NewAnswer]:
    frame = pd.DataFrame(responses, columns=["response", "prompt", "system", "replication", "own_id"])
    return read_scores(content, "f", benchmark=a_benchmark(), responses=frame, layout=layout)


def a_task(number: int, *annotations: dict[str, Any], predictions: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    data = {"question": "What now?", "model": "Alder", "answer": f"Answer {number}.", "meta": {"n": number}}
    return {"id": number, "data": data, "annotations": list(annotations), "predictions": list(predictions)}


def said(name: str, kind: str, value: Any) -> dict[str, Any]:
    return {"from_name": name, "to_name": "answer", "type": kind, "value": {kind: value}}


TASKS = [
    a_task(
        7,
        {
            "completed_by": {"id": 3, "email": "ruth@example.org"},
            "result": [said("care", "rating", 2), said("quality", "choices", ["Good"])],
        },
        {"completed_by": 4, "was_cancelled": True, "result": [said("care", "rating", 1)]},
        predictions=(
            {
                "model_version": "Hollin 3",
                "result": [said("care", "number", 3), said("care_why", "text", ["It is kind."])],
            },
        ),
    ),
    a_task(8),
]
TASK_LAYOUT = Layout(
    columns={"prompt": "question", "prompt_text": "question", "system": "model", "text": "answer"},
    axes={"quality": "truth"},
    values={"Good": "3", "Bad": "0"},
)


def test_tasks_give_responses_with_their_own_ids() -> None:
    declared = Declared(new_systems=True, counted=True)
    intake = read_responses(as_bytes(TASKS), "f", there=Contents(), layout=TASK_LAYOUT, declared=declared)
    assert intake.responses == [
        NewResponse("What now?", "Alder", "Answer 7.", own_id="7"),
        NewResponse("What now?", "Alder", "Answer 8.", 2, own_id="8"),
    ]
    assert intake.systems == [NewSystem("Alder")]


def test_annotations_are_peoples_and_predictions_judges_scores() -> None:
    layout = Layout(axes=TASK_LAYOUT.axes, values=TASK_LAYOUT.values, raters={"ruth@example.org": "Ruth"})
    answers = scores(as_bytes(TASKS), [("R-AAAAAAAAAA", "What now?", "Alder", 1, "7")], layout)
    assert answers == [
        NewAnswer(
            "Ruth",
            "human",
            "R-AAAAAAAAAA",
            "plain",
            {"care": Entry("value", 2.0, ""), "truth": Entry("value", 3.0, "")},
        ),
        NewAnswer("Hollin 3", "llm", "R-AAAAAAAAAA", "plain", {"care": Entry("value", 3.0, "It is kind.")}),
    ]


def test_what_no_score_can_be_made_of_is_named_with_its_task() -> None:
    spoiled = [
        a_task(
            7, {"completed_by": 3, "result": [said("care", "choices", ["Good", "Bad"]), said("care", "labels", ["x"])]}
        )
    ]
    with pytest.raises(FileError) as refused:
        scores(as_bytes(spoiled), [("R-AAAAAAAAAA", "What now?", "Alder", 1, "7")])
    found = str(refused.value).splitlines()
    assert found[0] == "f, task 1, column care: found several choices ('Good | Bad'); allowed: one choice"
    assert (
        "f, task 1, column care: found marks of the kind 'labels'; allowed: a rating, a number, one choice or a text"
        in found
    )


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


def a_sample(number: int, value: Any, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"P-{number}",
        "epoch": 1,
        "input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "attachment://abc"}],
        "target": "It is so.",
        "messages": [],
        "output": {
            "model": "lab/alder-2",
            "choices": [{"message": {"role": "assistant", "content": [{"type": "text", "text": "So it is."}]}}],
        },
        "scores": {"grading": {"value": value, "answer": "x", "explanation": "Because."}},
        "metadata": {"topic": "ethics"},
        "attachments": {"abc": "Is it so?"},
        **changes,
    }


def a_log(*samples: dict[str, Any]) -> dict[str, Any]:
    evaluation = {"task": "t", "model": "lab/alder-2", "model_roles": {"grader": {"model": "other/hollin"}}}
    return {"version": 2, "status": "success", "eval": evaluation, "samples": list(samples)}


PLACES = [("R-AAAAAAAAAA", "P-1", "lab/alder-2", 1, "")]
CATEGORY = Layout(columns={"category": "metadata.topic"})


def test_a_log_gives_prompts_responses_and_the_system() -> None:
    intake = read_responses(as_bytes(a_log(a_sample(1, 3))), "f", there=Contents(), layout=CATEGORY)
    assert intake.responses == [NewResponse("P-1", "lab/alder-2", "So it is.")]
    assert intake.prompts == [NewPrompt("P-1", "Be brief.\n\nIs it so?", "ethics", "It is so.")]
    assert intake.systems == [NewSystem("lab/alder-2", "lab")]


def test_a_log_gives_scores_by_axis_or_by_scorer() -> None:
    of_parts = as_bytes(a_log(a_sample(1, {"care": 2, "truth": 3})))
    (answer,) = scores(of_parts, PLACES)
    assert answer == NewAnswer(
        "other/hollin",
        "llm",
        "R-AAAAAAAAAA",
        "plain",
        {"care": Entry("value", 2.0, "Because."), "truth": Entry("value", 3.0, "Because.")},
        "",
        "other/hollin",
    )
    letters = Layout(axes={"grading": "care"}, values={"C": "3", "I": "0"})
    assert scores(as_bytes(a_log(a_sample(1, "C"))), PLACES, letters)[0].entries["care"].value == 3.0


@pytest.mark.parametrize(
    ("value", "found"),
    [("C", "sample 1, column score: found 'C'"), (float("nan"), "sample 1, column score: found 'NaN'")],
)
def test_letters_and_nan_are_not_guessed_at(value: object, found: str) -> None:
    with pytest.raises(FileError, match=found):
        scores(as_bytes(a_log(a_sample(1, {"care": value}))), PLACES)


def test_a_sample_that_broke_off_is_named() -> None:
    broken = as_bytes(a_log(a_sample(1, {"care": 1}), a_sample(2, None, error={"message": "timeout"})))
    with pytest.raises(FileError, match="f, sample 2, column error: found a sample that ended with an error"):
        read_responses(broken, "f", there=Contents())


def an_archive(log: dict[str, Any], **others: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({key: log[key] for key in ("version", "status", "eval")}))
        for sample in reversed(log["samples"]):
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        for name, text in others.items():
            archive.writestr(name, text)
    return content.getvalue()


def test_the_archive_of_a_log_gives_the_same_as_its_json() -> None:
    log = a_log(a_sample(1, {"care": 2}), a_sample(2, {"care": 1}))
    whole = read_responses(as_bytes(log), "f", there=Contents(), layout=CATEGORY)
    assert read_responses(an_archive(log), "f", there=Contents(), layout=CATEGORY) == whole


def test_an_archive_of_something_else_is_called_so() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("a.csv", "x")
    with pytest.raises(FileError, match=r"f: found an archive \(ZIP\); allowed: .*; unpack it first"):
        rows_of(content.getvalue())


def rows_of(content: bytes, layout: Layout = PLAIN) -> list[Row]:
    table = Table(content, "f", COLUMNS, layout=layout)
    rows = list(table)
    table.report.refuse()
    return rows


def a_workbook(*sheets: tuple[str, list[list[Any]]]) -> bytes:
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"default_date_format": "dd/mm/yy"})
    for name, rows in sheets:
        sheet = book.add_worksheet(name)
        for number, cells in enumerate(rows):
            sheet.write_row(number, 0, cells)
    book.close()
    return content.getvalue()


HEAD = ["Name", "text", "note"]


def test_a_workbook_is_read_as_a_person_sees_it() -> None:
    rows = rows_of(
        a_workbook(("One", [HEAD, ["a", "two\nlines", 3], [], ["שלום", " x ", 2.5], ["c", "y", 1 / 3]]), ("Two", []))
    )
    assert rows == [
        Row(2, {"name": "a", "text": "two\nlines", "note": "3"}),
        Row(4, {"name": "שלום", "text": " x ", "note": "2.5"}),
        Row(5, {"name": "c", "text": "y", "note": "0.3333333333333333"}),
    ]


def test_a_score_that_a_spreadsheet_took_for_a_date_is_seen_as_one() -> None:
    assert rows_of(a_workbook(("One", [HEAD, ["a", "x", datetime(2026, 4, 3)]])))[0].cells["note"] == "2026-04-03"  # noqa: DTZ001


def test_of_several_sheets_one_must_be_named() -> None:
    content = a_workbook(("First", [HEAD, ["a", "x", ""]]), ("Second", [HEAD, ["b", "y", ""]]))
    with pytest.raises(
        FileError, match=r"several sheets with something in them \('First', 'Second'\); allowed: say which"
    ):
        rows_of(content)
    assert rows_of(content, Layout(sheet="Second"))[0].cells["name"] == "b"
    with pytest.raises(FileError, match="no sheet 'Third'; allowed: one of 'First', 'Second'"):
        rows_of(content, Layout(sheet="Third"))


def test_a_formula_counts_by_its_result_and_without_one_is_refused() -> None:
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, HEAD)
    sheet.write_formula(1, 0, '="a"&"b"', None, "ab")
    sheet.write_formula(1, 1, "=1+1", None, 2)
    book.close()
    assert rows_of(content.getvalue())[0].cells == {"name": "ab", "text": "2", "note": ""}
    with pytest.raises(FileError, match="f, row 2, column B: found a formula that was never worked out"):
        rows_of(changed(content.getvalue(), "xl/worksheets/sheet1.xml", b"<v>2</v>", b""))


def changed(archive: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """The archive with some bytes of one part changed."""
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as before, zipfile.ZipFile(content, "w") as after:
        for name in before.namelist():
            whole = before.read(name)
            after.writestr(name, whole.replace(old, new) if name == part else whole)
    return content.getvalue()


@pytest.mark.parametrize("new", [b"<!DOCTYPE x [<!ENTITY a 'b'>]><worksheet", b"<workshe", b""])
def test_a_damaged_or_hostile_workbook_is_refused(new: bytes) -> None:
    content = changed(a_workbook(("One", [HEAD, ["a", "x", ""]])), "xl/worksheets/sheet1.xml", b"<worksheet", new)
    with pytest.raises(FileError, match="f: found a damaged workbook; allowed: a workbook that opens"):
        rows_of(content)


def test_parquet_keeps_what_is_missing_empty_and_whole_numbers_whole() -> None:
    content = io.BytesIO()
    frame = pd.DataFrame({"name": ["a", "b"], "text": ["x", None], "note": [3.0, 1.5]})
    frame.to_parquet(content)
    assert rows_of(content.getvalue()) == [
        Row(1, {"name": "a", "text": "x", "note": "3"}),
        Row(2, {"name": "b", "text": "", "note": "1.5"}),
    ]
    frame.drop(columns="text").to_parquet(content := io.BytesIO())
    with pytest.raises(FileError, match=r"f, column text: found no such column \(there are: name, note\)"):
        rows_of(content.getvalue())
