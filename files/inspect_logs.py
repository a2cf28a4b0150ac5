"""Evaluation logs of Inspect: JSON, or the archive `.eval` that holds the same in parts.

A sample is a response: its id the prompt, its model the system, its epoch the replication. Each score of a sample is a
judge's: the scorer is the judge, or the grader model where the log names one. A score of several parts has one axis
for each part; any other is on the axis that is called like the scorer.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from files.documents import Document, first_of, objects, read_document, text_of
from files.json_lines import cell
from files.layouts import Numbered, column_name
from files.problems import Report, refuse_whole

HEADERS = ("header.json", "_journal/start.json", "start.json")
MOST_UNPACKED = 500_000_000
ATTACHED = "attachment://"


def is_archive(names: list[str]) -> bool:
    """Say whether an archive with these names in it is a log."""
    return any(header in names for header in HEADERS)


def unpacked(archive: zipfile.ZipFile, name: str) -> Document:
    """Return the document that an archive holds in parts.

    Raises
    ------
    FileError
        When a part is damaged, packed in a way that cannot be read, or too large.
    """
    size = sum(one.file_size for one in archive.infolist())
    if size > MOST_UNPACKED:
        refuse_whole(name, f"{size / 1e6:,.0f} MB when unpacked", f"at most {MOST_UNPACKED / 1e6:,.0f} MB")
    names = archive.namelist()
    parts = sorted({one for one in names if one.startswith("samples/") and one.endswith(".json")})
    header = next(one for one in HEADERS if one in names)
    try:
        texts = {one: archive.read(one).decode("utf-8") for one in (header, *parts)}
    except (NotImplementedError, zipfile.BadZipFile, zlib.error, UnicodeDecodeError, RuntimeError) as problem:
        refuse_whole(name, f"an archive that cannot be unpacked ({problem})", "the log as JSON: inspect log convert")
    head = read_document(texts[header], name)
    samples = [read_document(texts[one], f"{name}, {one}") for one in parts]
    samples.sort(key=lambda one: (_number(text_of(one, "epoch")), _natural(text_of(one, "id"))))
    return {**head, "samples": samples}


def archive_of(content: bytes) -> zipfile.ZipFile | None:
    """Open an archive, None when it is none."""
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except zipfile.BadZipFile:
        return None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _natural(text: str) -> tuple[int, str]:
    return (_number(text), text)


def fits(document: Any) -> bool:
    """Say whether a document is such a log."""
    return isinstance(document, Mapping) and isinstance(document.get("eval"), Mapping) and "samples" in document


def responses(document: Document, report: Report) -> Iterator[Numbered]:
    """Give each sample: prompt, prompt_text, reference_answer, system, family, replication, text; and metadata."""
    system, family = _system(document)
    for number, sample in _samples(document, report):
        extra = sample.get("metadata")
        facts = {f"metadata.{column_name(key)}": text_of(extra, key) for key in extra} if _is_object(extra) else {}
        yield (
            number,
            {
                **facts,
                **_place(sample, system),
                "family": family,
                "prompt_text": _said(sample.get("input"), sample),
                "reference_answer": text_of(sample, "target"),
                "text": _output(sample),
            },
        )


def scores(document: Document, report: Report) -> Iterator[Numbered]:
    """Give each score: rater, rater_kind, model, prompt, system, replication, axis, score, why."""
    system, _ = _system(document)
    grader = _grader(document)
    for number, sample in _samples(document, report):
        for scorer, said in objects(sample.get("scores")):
            judge = {
                "rater": grader or scorer,
                "rater_kind": "llm",
                "model": grader,
                "why": text_of(said, "explanation"),
            }
            value = said.get("value")
            parts = value.items() if _is_object(value) else [(scorer, value)]
            for axis, score in parts:
                yield number, {**_place(sample, system), **judge, "axis": str(axis), "score": _score(score)}


def _samples(document: Document, report: Report) -> Iterator[tuple[int, Document]]:
    """The samples that were finished; one that broke off is named, because its answer is no answer."""
    for number, (_, sample) in enumerate(objects(document.get("samples")), start=1):
        if sample.get("error") is not None:
            report.add(number, "error", "a sample that ended with an error", "samples that were finished; run it again")
        else:
            yield number, sample


def _is_object(value: Any) -> TypeGuard[Document]:
    return isinstance(value, Mapping)


def _place(sample: Document, system: str) -> dict[str, str]:
    return {"prompt": text_of(sample, "id"), "system": system, "replication": text_of(sample, "epoch") or "1"}


def _system(document: Document) -> tuple[str, str]:
    """The model's name as the log has it, and the maker in front of it."""
    model = text_of(document["eval"], "model")
    return model, model.split("/")[0] if "/" in model else ""


def _grader(document: Document) -> str:
    roles = first_of(document["eval"], "model_roles")
    grader = roles.get("grader") if _is_object(roles) else None
    return text_of(grader, "model") if _is_object(grader) else str(grader or "")


def _score(value: Any) -> str:
    return json.dumps(value) if isinstance(value, list | Mapping) else cell(value)


def _output(sample: Document) -> str:
    output = sample.get("output")
    if not _is_object(output):
        return ""
    choices = [one for _, one in objects(output.get("choices"))]
    message = choices[0].get("message") if choices else None
    if _is_object(message):
        return _content(message.get("content"), sample)
    return _attached(text_of(output, "completion"), sample)


def _said(found: Any, sample: Document) -> str:
    """What was asked: the text itself, or the messages of the user and the system, one below the other."""
    if isinstance(found, str):
        return _attached(found, sample)
    told = [one for _, one in objects(found) if text_of(one, "role") in ("user", "system")]
    return "\n\n".join(text for one in told if (text := _content(one.get("content"), sample)))


def _content(found: Any, sample: Document) -> str:
    if isinstance(found, str):
        return _attached(found, sample)
    texts = [text_of(one, "text") for _, one in objects(found) if text_of(one, "type") == "text"]
    return "\n\n".join(_attached(text, sample) for text in texts)


def _attached(text: str, sample: Document) -> str:
    """The text, which a log may keep once, beside its samples' messages, and name by its hash."""
    if not text.startswith(ATTACHED):
        return text
    kept = sample.get("attachments")
    return text_of(kept, text.removeprefix(ATTACHED)) if _is_object(kept) else text
