"""What the columns of somebody's file most likely are, by their names: a suggestion for a person to confirm.

Nothing is taken in on the strength of it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from blinding.labels import is_label
from files.cells import number
from files.layouts import Layout, column_name, laid_out
from files.problems import FileError, Report
from files.shapes import Holding
from files.sources import Source, opened
from files.tables import together
from rubrics.schema import Benchmark

FIRST_ROWS = 200
COMMON = {
    "own_id": ("item_id", "text_id", "sample_id", "example_id", "doc_id", "story_id", "conversation_id", "uid", "id"),
    "prompt": ("prompt_id", "promptid", "question_id", "questionid", "task_id", "topic", "scenario"),
    "system": ("model", "system_id", "model_id", "model_name", "dialogue_system", "generator", "author"),
    "replication": ("run", "epoch", "replicate", "sample"),
}
ALSO_CALLED: Mapping[Holding, Mapping[str, Sequence[str]]] = {
    "responses": {
        **COMMON,
        "response": ("label", "responseid", "response_id", "anonymous_id", "anon_id"),
        "text": ("response", "response_text", "answer", "output", "completion", "story", "generation", "reply"),
        "prompt_text": ("question", "prompt", "input", "instruction"),
        "category": ("tier", "group", "section", "domain"),
        "reference_answer": ("reference", "target", "gold", "expected_answer"),
        "family": ("provider", "maker", "lab", "vendor", "developer"),
    },
    "scores": {
        **COMMON,
        "prompt": (*COMMON["prompt"], "question"),
        "response": ("label", "responseid", "response_id", "anonymous_id", "anon_id"),
        "rater": (
            *("rater_id", "annotator", "annotator_id", "judge", "judge_id", "scorer", "evaluator", "worker_id"),
            *("assessor", "reviewer", "reader"),
        ),
        "rater_kind": ("kind", "rater_type", "annotator_type", "judge_type"),
        "axis": ("criterion", "dimension", "metric", "aspect", "attribute", "trait", "measure"),
        "score": ("rating", "value", "grade", "points", "rank", "sample_llm"),
        "why": ("reason", "justification", "rationale", "explanation", "comment", "critique"),
        "missing": ("not_scored", "missing_kind", "na"),
        "confidence": ("certainty", "probability"),
        "family": ("provider", "maker", "lab"),
    },
    "prompts": {
        "prompt": ("prompt_id", "promptid", "question_id", "id", "key"),
        "text": ("prompt_text", "question", "input", "instruction"),
        "category": ("tier", "group", "section", "domain"),
        "reference_answer": ("reference", "target", "gold", "expected_answer"),
    },
    "systems": {"system": ("model", "name", "id"), "family": ("provider", "maker", "lab", "vendor")},
}
NEEDLESS_WITH_ID = frozenset({"prompt", "system", "replication"})
"""What a row of scores need not say once it names its response by an id."""

SCORE_SIGNS = frozenset({"rater", "rater_kind", "score"})


def glimpse(
    content: bytes, name: str, *, holding: Holding | None, layout: Layout
) -> tuple[Source, list[dict[str, str]]]:
    """Open a file and return its first rows, as they stand in it; what is wrong with them is not yet said.

    Raises
    ------
    FileError
        When it cannot be read at all.
    """
    source = opened(content, name, holding=holding, layout=layout)
    rows: list[dict[str, str]] = []
    for _, cells in source.rows:
        rows.append(cells)
        if len(rows) == FIRST_ROWS:
            break
    if not rows and source.report.count:
        raise FileError(source.report.problems, more=source.report.more)
    return source, rows


def columns_of(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the columns that occur in rows, in the order of their first one."""
    return list(dict.fromkeys(column for row in rows for column in row))


def likely(columns: Sequence[str]) -> Holding:
    """Say what a table with these columns most likely holds."""
    there = set(columns)
    names = {ours for ours, theirs in ALSO_CALLED["scores"].items() if there & {ours, *theirs}}
    if names & {"rater", "rater_kind"} or (names & SCORE_SIGNS and "axis" in names):
        return "scores"
    if there & {"text", *ALSO_CALLED["responses"]["text"]} and there & {"system", *COMMON["system"]}:
        return "responses"
    return "prompts" if there & {"prompt", *ALSO_CALLED["prompts"]["prompt"]} else "systems"


def suggested(rows: Sequence[Mapping[str, str]], known: Sequence[str], holding: Holding) -> dict[str, str]:
    """Return, for each of our columns that the file has not, which of the file's columns it most likely is.

    Parameters
    ----------
    rows : sequence of mappings
        The first rows of the file.
    known : sequence of str
        Our columns.
    holding : str
        What the rows are.
    """
    columns = columns_of(rows)
    free = [column for column in columns if column not in known]
    found: dict[str, str] = {}
    for ours, theirs in ALSO_CALLED[holding].items():
        if holding == "scores" and ours in NEEDLESS_WITH_ID and "own_id" in {*columns, *found}:
            continue
        if ours in known and ours not in columns:
            match = next((one for one in theirs if one in free and one not in found.values()), None)
            if match is not None and (ours != "response" or _are_labels(rows, match)):
                found[ours] = match
    if "response" in columns and holding != "prompts" and not _are_labels(rows, "response"):
        text = holding == "responses" and "text" not in columns
        found |= {"text": "response"} if text else {"own_id": "response"}
    if holding == "responses" and "prompt_text" not in columns and "prompt_text" not in found and "prompt" in columns:
        found |= {"prompt": "prompt", "prompt_text": "prompt"}
    return found


def _are_labels(rows: Sequence[Mapping[str, str]], column: str) -> bool:
    return all(is_label(row[column].strip()) for row in rows if row.get(column, "").strip())


def odd_scores(content: bytes, name: str, *, benchmark: Benchmark, layout: Layout) -> Counter[str]:
    """Count what stands in the scores' cells and is no number, or a number that no axis has: it needs a word.

    Where the benchmark lets judges' scores be any number, that holds for people's alone.

    Parameters
    ----------
    content, name
    benchmark : Benchmark
    layout : Layout
        Where the scores stand; what is said of their values is left out of account.
    """
    source = opened(content, name, holding="scores", layout=layout)
    known = together(source.layout, replace(layout, values={}, others=True))
    found: Counter[tuple[str, bool]] = Counter()
    for _, cells in laid_out(source.rows, known, Report(name)):
        if "score" in cells and not cells.get("missing", "").strip():
            is_judge = cells.get("rater_kind", "").strip().lower() != "human"
            found[cells["score"].strip(), is_judge] += 1
    odd: Counter[str] = Counter()
    for (text, is_judge), count in found.items():
        if not _may_stand(text, benchmark, any_number=is_judge and benchmark.judging.any_number):
            odd[text] += count
    return odd


def _may_stand(text: str, benchmark: Benchmark, *, any_number: bool) -> bool:
    value = number(text)
    return value is not None and (any_number or any(axis.allows(value) for axis in benchmark.axes))


def axis_columns(columns: Sequence[str], benchmark: Benchmark) -> dict[str, str]:
    """Return the columns that are called as an axis is, with that axis: most likely, each holds its scores."""
    names = {column_name(axis.name): axis.id for axis in benchmark.axes}
    names |= {column_name(axis.id): axis.id for axis in benchmark.axes}
    return {column: names[column] for column in columns if column in names}
