"""The JSON export of Label Studio: tasks with people's annotations and models' predictions.

A task's data becomes a response, whose columns are the data's own names; which of them is the prompt, the system and
the text is said by the layout. Each choice, rating, number or text of an annotation becomes a score: its axis is the
name of the control that was used (`from_name`). A text under the control's name with `why` or `reason` before or
behind it (`care_why`) is the reason of that control's score.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from files.documents import Document, objects, text_of
from files.json_lines import cell
from files.layouts import Numbered, column_name
from files.problems import Report, shown

PEOPLE, MODELS = "annotations", "predictions"
VALUES = ("rating", "number", "choices", "text", "taxonomy")
UNSCORED = ("labels", "rectanglelabels", "brushlabels", "keypointlabels", "polygonlabels", "ranker", "pairwise")


def fits(document: Any) -> bool:
    """Say whether a document is a list of tasks."""
    tasks = [one for _, one in objects(document)] if isinstance(document, list) else []
    return bool(tasks) and all(
        isinstance(one.get("data"), Mapping) and (PEOPLE in one or "completions" in one) for one in tasks
    )


def responses(document: Any, _report: Report) -> Iterator[Numbered]:
    """Give each task: own_id, and every plain value of its data under its own name."""
    for number, (_, task) in enumerate(objects(document), start=1):
        yield number, _data(task)


def _data(task: Document) -> dict[str, str]:
    told = {column_name(str(key)): text_of(task["data"], key) for key in task["data"]}
    return {"own_id": text_of(task, "id"), **told}


def scores(document: Any, report: Report) -> Iterator[Numbered]:
    """Give each result: own_id, rater, rater_kind, axis, score, why."""
    for number, (_, task) in enumerate(objects(document), start=1):
        own_id = text_of(task, "id")
        for kind, said in _given(task):
            if text_of(said, "was_cancelled").lower() == "true":
                continue
            rater = _rater(said, kind)
            reasons = _reasons(said)
            for result in _results(said):
                axis = text_of(result, "from_name")
                if axis in reasons.values():
                    continue
                score = _score(number, axis, result, report)
                row = {"rater": rater, "rater_kind": kind, "axis": axis, "score": score}
                yield number, {"own_id": own_id, **row, "why": _text(said, reasons.get(axis, ""))}


def _given(task: Document) -> Iterator[tuple[str, Document]]:
    """Each annotation of a person and prediction of a model."""
    for key, kind in (("completions", "human"), (PEOPLE, "human"), (MODELS, "llm")):
        yield from ((kind, one) for _, one in objects(task.get(key)))


def _rater(said: Document, kind: str) -> str:
    if kind == "llm":
        return text_of(said, "model_version", "model")
    who = said.get("completed_by")
    return text_of(who, "email", "username", "id") if isinstance(who, Mapping) else text_of(said, "completed_by")


def _results(said: Document) -> list[Document]:
    return [one for _, one in objects(said.get("result"))]


def _reasons(said: Document) -> dict[str, str]:
    """The controls whose text is the reason of another control: why_NAME, NAME_why or NAME_reason."""
    names = [text_of(one, "from_name") for one in _results(said)]
    return {
        name: reason
        for name in names
        for reason in names
        if reason in {f"why_{name}", f"{name}_why", f"reason_{name}", f"{name}_reason"}
    }


def _text(said: Document, name: str) -> str:
    found = [one for one in _results(said) if name and text_of(one, "from_name") == name]
    return "\n".join(text for one in found if (text := _plain(one.get("value"), ("text",))))


def _score(number: int, axis: str, result: Document, report: Report) -> str:
    value = result.get("value")
    kind = text_of(result, "type")
    if kind in UNSCORED:
        report.add(number, axis, f"marks of the kind {shown(kind)}", "a rating, a number, one choice or a text")
        return ""
    found = _plain(value, VALUES)
    if " | " in found and isinstance(value, Mapping) and "choices" in value:
        report.add(number, axis, f"several choices ({shown(found)})", "one choice")
    return found


def _plain(value: Any, keys: tuple[str, ...]) -> str:
    if not isinstance(value, Mapping):
        return ""
    for key in keys:
        if value.get(key) is not None:
            return cell(value[key])
    return ""
