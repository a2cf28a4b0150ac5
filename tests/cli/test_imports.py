"""Files through the command line: tried first, laid out by options, refused with every problem, taken in once."""

import json
from pathlib import Path

import pytest

from rubrics import loader
from tests.cli.command import Command
from tests.files.published_files import a_results_file, a_task_set, as_json

AXES = [
    {"id": "Relevance", "min": 1, "max": 5, "levels": 5},
    {
        "id": "Q1",
        "label": "Clear ending",
        "question": "Is the end earned?",
        "min": 0,
        "max": 1,
        "labels": {"0": "No", "1": "Yes"},
    },
]
RESPONSES = "item_id,topic,system,text\nt1,Who?,Alder,One.\nt2,Who?,Alder,Another.\n"
SCORES = """item_id,rater_id,rater_kind,axis,score
t1,ann,human,Relevance,4
t1,jay,llm,Relevance,4.333
t2,jay,llm,Q1,Yes
t2,ann,human,Q1,
"""
LAID_OUT = (
    "--column",
    "own_id=item_id",
    "--column",
    "prompt=topic",
    "--column",
    "prompt_text=topic",
    "--new-systems",
    "--count-answers",
)
WORDS = ("--column", "own_id=item_id", "--column", "rater=rater_id", "--value", "Yes=1", "--value", "=not_scored")


@pytest.fixture
def data(command: Command, tmp_path: Path) -> Path:
    """A draft study on a benchmark made from nothing but axes, and the files of a data set."""
    command("init")
    (tmp_path / "axes.json").write_text(json.dumps({"axes": AXES}), "utf-8")
    (tmp_path / "responses.csv").write_text(RESPONSES, "utf-8")
    (tmp_path / "scores.csv").write_text(SCORES, "utf-8")
    for words in (
        (
            "import",
            "rubric",
            tmp_path / "axes.json",
            "--id",
            "tales",
            "--title",
            "Tales",
            "--any-number",
            "--out",
            tmp_path / "t.toml",
        ),
        ("study", "create", "tales", "--title", "Tales", "--benchmark", "tales", "--seed", "s"),
    ):
        said = command(*words)
        assert said.code == 0, said.err
    return tmp_path


def test_axes_alone_make_a_benchmark(data: Path) -> None:
    benchmark = loader.load(data / "t.toml")
    assert benchmark.axis_ids == ("relevance", "q1")
    relevance, ending = benchmark.axes
    assert (relevance.name, relevance.values()) == ("Relevance", (1, 2, 3, 4, 5))
    assert (ending.name, ending.question, ending.anchors) == (
        "Q1: Clear ending",
        "Is the end earned?",
        {"0": "No", "1": "Yes"},
    )
    assert benchmark.judging.any_number
    assert benchmark.people.human_gap == 2


def test_axes_that_cannot_be_told_apart_are_refused(command: Command, data: Path) -> None:
    (data / "axes.json").write_text(
        json.dumps([{"id": "a b", "min": 0, "max": 1}, {"id": "A-B", "min": 0, "max": 1}]), "utf-8"
    )
    said = command("import", "rubric", data / "axes.json", "--id", "x", "--title", "X")
    assert said.code == 1
    assert "axes.json: the axes a b and A-B cannot be told apart" in said.err


def test_a_data_set_in_its_own_words_comes_in_once(command: Command, data: Path) -> None:
    tried = command("import", "responses", "tales", data / "responses.csv", *LAID_OUT, "--dry-run")
    assert (tried.code, tried.err) == (0, "Nothing was kept. It would be new: 1 prompts, 1 systems, 2 responses.\n")
    for new in (2, 0):
        assert command.data("import", "responses", "tales", data / "responses.csv", *LAID_OUT)["responses"] == new
    tried = command("import", "scores", "tales", data / "scores.csv", *WORDS, "--dry-run")
    assert tried.err == "Nothing was kept. 3 answers (one rater on one response each), 3 of them new.\n"
    for new in (3, 0):
        assert command.data("import", "scores", "tales", data / "scores.csv", *WORDS) == {"answers": 3, "new": new}


def test_scores_off_the_scale_are_kept_and_said(command: Command, data: Path) -> None:
    command("import", "responses", "tales", data / "responses.csv", *LAID_OUT)
    (data / "scores.csv").write_text(SCORES.replace("4.333", "-0.333"), "utf-8")
    said = command("import", "scores", "tales", data / "scores.csv", *WORDS)
    assert said.err.splitlines()[1] == "1 scores of judges lie outside their scale; they are kept as they are."


def test_without_a_word_everything_strange_is_refused_at_once(command: Command, data: Path) -> None:
    assert command("import", "responses", "tales", data / "responses.csv", *LAID_OUT).code == 0
    said = command("import", "scores", "tales", data / "scores.csv", *WORDS[:4])
    assert said.code == 1
    assert [line.partition(": found")[0] for line in said.err.splitlines()] == [
        "scores.csv, row 4, column score",
        "scores.csv, row 5, column score",
    ]
    assert command.data("import", "scores", "tales", data / "scores.csv", *WORDS)["new"] == 3


def test_a_preview_says_what_a_file_is_and_which_column_is_most_likely_which(command: Command, data: Path) -> None:
    found = command.data("import", "preview", data / "scores.csv")
    assert (found["format"], found["holds"]) == ("CSV", "scores")
    assert found["suggested"] == {"own_id": "item_id", "rater": "rater_id"}
    said = command("import", "preview", data / "responses.csv", "--rows", "1")
    assert "--column own_id=item_id --column prompt=topic" in said.err
    (data / "results.json").write_bytes(as_json(a_results_file()))
    said = command("import", "preview", data / "results.json")
    assert said.out == "This is published results. It holds prompts, systems, responses, scores.\n"


@pytest.mark.parametrize("told", ["rater", "=x=y"])
def test_a_pair_without_its_sign_is_explained(command: Command, data: Path, told: str) -> None:
    said = command("import", "scores", "tales", data / "scores.csv", "--column", told)
    assert said.code == (2 if told == "rater" else 1)
    assert "rater" in said.err


def test_published_results_and_their_task_set_come_in_whole(command: Command, tmp_path: Path) -> None:
    command("init")
    (tmp_path / "tasks.json").write_bytes(as_json(a_task_set()))
    (tmp_path / "results.json").write_bytes(as_json(a_results_file()))
    command("study", "create", "one", "--title", "One", "--benchmark", "credo v1.1")
    assert command.data("import", "prompts", "one", tmp_path / "tasks.json")["prompts"] == 23
    tried = command("import", "results", "one", tmp_path / "results.json", "--dry-run")
    assert tried.err.startswith("Nothing was kept. It would be new: 0 prompts, 6 systems, 138 responses, 161 answers")
    for responses, new in ((138, 161), (0, 0)):
        added = command.data("import", "results", "one", tmp_path / "results.json")
        assert (added["responses"], added["new"]) == (responses, new)


def test_results_with_a_wrong_score_leave_no_response_behind(command: Command, tmp_path: Path) -> None:
    command("init")
    command("study", "create", "one", "--title", "One", "--benchmark", "credo v1.1")
    path = tmp_path / "results.json"
    path.write_bytes(as_json(a_results_file()).replace(b'"score": 86', b'"score": 186', 1))
    said = command("import", "results", "one", path)
    assert said.code == 1
    assert "results.json, question 8, column score: found '186'; allowed: on axis reliability: 0 to 100" in said.err
    assert command.data("study", "show", "one")["responses"] == 0
