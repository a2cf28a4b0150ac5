"""The command that analyses files: its figures, its refusals, the same answer for the same seed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command

PEOPLE: dict[str, list[float | None]] = {"Anna": [0, 1, 2, 3, 1, 2, 0, 3], "Ben": [0, 2, 1, 3, 1, 2, 1, 3]}
JUDGES: dict[str, list[float | None]] = {
    "J1": [0, 1, 1, 3, 2, 2, 0, 2],
    "J2": [1, 2, 2, 3.5, 1, 3, 0, 3],
    "J3": [0, 1, 3, 3, 1, 2, None, 3],
}
AXES = {"axes": [{"id": "truth", "min": 0, "max": 3, "levels": 4}, {"id": "care", "min": 0, "max": 3, "levels": 4}]}


@pytest.fixture
def data_set(tmp_path: Path) -> Path:
    """A folder with scores of two people and three judges on truth, and of nobody but Anna on care."""
    lines = ["item_id,model,rater_id,rater_kind,axis,score"]
    for kind, raters in (("human", PEOPLE), ("llm", JUDGES)):
        for rater, scores in raters.items():
            lines += [f"s{n},gpt,{rater},{kind},truth,{'' if v is None else v}" for n, v in enumerate(scores)]
    lines += [f"s{n},gpt,Anna,human,care,{v}" for n, v in enumerate(PEOPLE["Anna"])]
    (tmp_path / "scores.csv").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "axes.json").write_text(json.dumps(AXES), encoding="utf-8")
    return tmp_path


def analysed(command: Command, folder: Path, *words: object) -> Any:
    return command.data("analyse", folder / "scores.csv", "--axes", folder / "axes.json", "--draws", 200, *words)


def test_every_judge_and_their_median_stand_beside_the_people(command: Command, data_set: Path) -> None:
    truth = analysed(command, data_set)["axes"]["truth"]
    # People's means 0 1.5 1.5 3 1 2 .5 3, sum 12.5; J1 sums to 11 over 8 items: bias -1.5 / 8.
    assert truth["judges"]["J1"]["bias_judge_minus_human"]["value"] == pytest.approx(-1.5 / 8, rel=1e-12)
    # J1 minus the means: 0 -.5 -.5 0 1 0 -.5 -1, sizes 3.5 / 8.
    assert truth["judges"]["J1"]["mean_abs_error"]["value"] == pytest.approx(3.5 / 8, rel=1e-12)
    # Medians 0 1 2 3 1 2 0 3 (two judges on the seventh): differences 0 -.5 .5 0 0 0 -.5 0.
    median = truth["median_of_judges"]
    assert (median["n"], median["judges"]) == (8, ["J1", "J2", "J3"])
    assert median["bias_judge_minus_human"]["value"] == pytest.approx(-0.5 / 8, rel=1e-12)
    assert median["mean_abs_error"]["value"] == pytest.approx(1.5 / 8, rel=1e-12)
    assert median["pearson"]["low"] < median["pearson"]["value"] < median["pearson"]["high"]


def test_counts_tell_what_was_there(command: Command, data_set: Path) -> None:
    truth = analysed(command, data_set)["axes"]["truth"]
    assert (truth["n_human_scores"], truth["n_human_missing"], truth["ratings_per_item"]) == (16, 0, {"2": 8})
    assert (truth["human_raters"], truth["human_mean_of_all_scores"]) == (["Anna", "Ben"], 25 / 16)
    judges = truth["judges"]
    assert [(judges[j]["n_judge_scores"], judges[j]["n_judge_missing"]) for j in JUDGES] == [(8, 0), (8, 0), (7, 1)]
    assert truth["human_agreement"]["n_items_with_2plus_human_ratings"] == 8


def test_a_score_off_the_scale_is_used_counted_and_left_out_beside(command: Command, data_set: Path) -> None:
    judges = analysed(command, data_set)["axes"]["truth"]["judges"]
    assert [judges[judge]["n_out_of_range"] for judge in JUDGES] == [0, 1, 0]
    assert (judges["J2"]["n"], judges["J2"]["in_range_only"]["n"]) == (8, 7)
    assert "in_range_only" not in judges["J1"]


def test_what_cannot_be_said_has_a_reason(command: Command, data_set: Path) -> None:
    report = analysed(command, data_set)
    care = report["axes"]["care"]
    alpha = care["human_agreement"]["krippendorff_alpha_ordinal"]
    assert (alpha["value"], alpha["why_undefined"] is not None) == (None, True)
    assert care["median_of_judges"]["pearson"]["value"] is None
    verdict = report["axes"]["truth"]["alternative_annotator_test"]
    assert verdict["passes"] is None
    assert "30" in verdict["why_no_verdict"]
    assert report["tests_over_axes"]["m"] == 1
    assert report["tests_over_axes"]["holm"]["care"] is None


def test_the_same_seed_gives_the_same_report(command: Command, data_set: Path) -> None:
    first, again = analysed(command, data_set, "--seed", "s"), analysed(command, data_set, "--seed", "s")
    other = analysed(command, data_set, "--seed", "t")
    assert first == again
    assert first["axes"]["truth"]["judges"] != other["axes"]["truth"]["judges"]
    assert first["settings"] == {
        "scores": "scores.csv",
        "axes": "axes.json",
        "epsilon": 0.2,
        "seed": "s",
        "purpose": "bootstrap",
        "draws": 200,
        "level": 0.95,
    }


def test_the_report_goes_to_a_file_and_over_none(command: Command, data_set: Path) -> None:
    out = data_set / "report.json"
    words = (
        "analyse",
        data_set / "scores.csv",
        "--axes",
        data_set / "axes.json",
        "--json",
        "--draws",
        200,
        "--out",
        out,
    )
    said = command(*words)
    assert (said.code, said.out) == (0, "")
    assert "48 scores on 2 axes" in said.err
    assert set(json.loads(out.read_text(encoding="utf-8"))["axes"]) == {"truth", "care"}
    again = command(*words)
    assert (again.code, "nothing is overwritten" in again.err) == (1, True)


def test_without_json_a_person_reads_tables_and_reasons(command: Command, data_set: Path) -> None:
    said = command("analyse", data_set / "scores.csv", "--axes", data_set / "axes.json", "--draws", 200)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0].startswith("axis   n")
    assert any(line.startswith("truth  J3     7") for line in lines)
    assert any("care, alpha: " in line for line in lines)


def test_every_problem_of_both_files_is_told_with_its_place(command: Command, data_set: Path) -> None:
    scores, axes = data_set / "scores.csv", data_set / "axes.json"
    scores.write_text(scores.read_text("utf-8") + "\ns0,gpt,Zoe,robot,truth,1\ns1,gpt,Zoe,human,truth,9\n", "utf-8")
    said = command("analyse", scores, "--axes", axes)
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines() == [
        "scores.csv, row 50, column rater_kind: found 'robot'; allowed: human or llm",
        "scores.csv, row 51, column score: found '9'; allowed: a person's score on axis truth: 0, 1, 2, 3; or empty",
    ]
    axes.write_text('{"axes": [{"id": "truth", "min": 3, "max": 0}]}', encoding="utf-8")
    assert "axes.json, axis 1, column max" in command("analyse", scores, "--axes", axes).err


def test_what_is_not_there_or_not_allowed_is_told(command: Command, data_set: Path) -> None:
    axes = data_set / "axes.json"
    assert "nowhere.csv" in command("analyse", data_set / "nowhere.csv", "--axes", axes).err
    assert command("analyse", data_set / "scores.csv", "--axes", axes, "--draws", 3).code == 2
    refused = command("analyse", data_set / "scores.csv", "--axes", axes, "--seed", "a|b")
    assert (refused.code, "--seed" in refused.err) == (1, True)


def test_people_alone_or_judges_alone_are_reported_too(command: Command, data_set: Path) -> None:
    scores = data_set / "scores.csv"
    whole = scores.read_text("utf-8").splitlines()
    scores.write_text("\n".join([whole[0], *(line for line in whole if ",human," in line)]), "utf-8")
    alone = analysed(command, data_set)["axes"]["truth"]
    assert (alone["judges"], alone["median_of_judges"]["pearson"]["value"]) == ({}, None)
    assert alone["human_agreement"]["krippendorff_alpha_ordinal"]["value"] is not None
    scores.write_text("\n".join([whole[0], *(line for line in whole if ",llm," in line)]), "utf-8")
    judged = analysed(command, data_set)["axes"]["truth"]
    assert judged["human_raters"] == []
    assert judged["judge_agreement"]["krippendorff_alpha_interval"]["value"] is not None
