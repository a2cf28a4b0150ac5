"""Benchmarks taken in: as published JSON, as a file of ours, and refused with every problem."""

import json
from pathlib import Path

from rubrics import loader
from tests.cli.command import Command

PUBLISHED = Path(__file__).parents[1] / "rubrics" / "ten_x_rubric_v1.json"


def test_a_published_rubric_comes_in_and_goes_out_as_a_file(command: Command, tmp_path: Path) -> None:
    command("init")
    out = tmp_path / "mine.toml"
    said = command.data("import", "rubric", PUBLISHED, "--id", "mine", "--title", "Mine", "--out", out)
    assert (said["id"], said["version"]) == ("mine", "v1")
    anchors = {axis["id"]: axis["anchors"] for axis in json.loads(PUBLISHED.read_text("utf-8"))["axes"]}
    written = loader.load(out)
    assert {axis.id: dict(axis.anchors) for axis in written.axes} == anchors
    assert loader.content_hash(out.read_text("utf-8")) == said["hash"]
    made = command("study", "create", "one", "--title", "One", "--benchmark", "mine@v1")
    assert made.code == 0, made.err


def test_json_needs_an_id_and_a_title_and_a_file_of_ours_has_them(command: Command, files: Path) -> None:
    command("init")
    assert "Add --id and --title." in command("import", "rubric", PUBLISHED).err
    assert "Leave --id and --title out." in command("import", "rubric", files / "invented.toml", "--id", "x").err


def test_other_text_under_a_used_version_is_refused(command: Command, files: Path) -> None:
    command("init")
    path = files / "invented.toml"
    assert command("import", "rubric", path).code == 0
    assert command("import", "rubric", path).code == 0
    path.write_text(path.read_text("utf-8").replace("Is it true?", "Is it so?"), "utf-8")
    assert "was already used with other text; save the change as a new version" in command("import", "rubric", path).err


def test_every_problem_of_a_benchmark_file_is_said(command: Command, files: Path) -> None:
    command("init")
    path = files / "invented.toml"
    text = path.read_text("utf-8").replace('"Is it kind?"', '"..."').replace("[rounding]", "colour = 1\n[rounding]")
    path.write_text(text, "utf-8")
    said = command("import", "rubric", path, "--out", files / "out.toml")
    assert said.code == 1
    assert len(said.err.splitlines()) >= 2
    assert all("invented.toml: " in line for line in said.err.splitlines())
    assert not (files / "out.toml").exists()


def test_a_benchmark_with_several_versions_must_be_chosen_exactly(command: Command, files: Path) -> None:
    command("init")
    path = files / "invented.toml"
    command("import", "rubric", path)
    path.write_text(path.read_text("utf-8").replace('version = "v1"', 'version = "v2"'), "utf-8")
    command("import", "rubric", path)
    said = command("study", "create", "one", "--title", "One", "--benchmark", "invented")
    assert "is the id of several versions; choose one of: 'invented v1', 'invented v2'" in said.err
    assert command("study", "create", "one", "--title", "One", "--benchmark", "invented v2").code == 0
    assert command.data("study", "list")[0]["benchmark"] == "invented v2"
