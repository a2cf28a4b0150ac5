"""`bundle` and `verify` as a person types them; `verify` in another folder, without a store, whatever the locale."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.command import Command

RUN = "from cli.main import run; run()"
ROOT = Path(__file__).parents[2]


def verify_elsewhere(place: Path, *words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real command in a process of its own, with no store to find and a locale without Unicode."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SECONDREADER")}
    settings = {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", "LANG": "C", "LC_ALL": "C", **env}
    command = (sys.executable, "-c", RUN, "verify", ".", *words)
    return subprocess.run(command, check=False, capture_output=True, cwd=place, env=settings)


@pytest.fixture
def sealed(spring: Command, files: Path) -> Command:
    """The study `spring`, scored by two judges and sealed."""
    for words in (
        ("import", "scores", "spring", files / "scores.csv"),
        ("study", "open", "spring", "--marks", "keep"),
        ("study", "seal", "spring"),
    ):
        said = spring(*words)
        assert said.code == 0, said.err
    return spring


def unpacked(bundle: Path, place: Path) -> Path:
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(place)
    return place


def test_a_bundle_holds_where_it_is_unpacked(sealed: Command, tmp_path: Path) -> None:
    said = sealed("bundle", "spring", "--out", tmp_path / "b.zip")
    assert said.code == 0, said.err
    assert "What may not be claimed:\n- Invented; claims nothing." in said.err
    receipt = said.out.strip()
    assert re.fullmatch(r"[0-9a-f]{64}", receipt)
    place = unpacked(tmp_path / "b.zip", tmp_path / "elsewhere")
    found = verify_elsewhere(place, "--receipt", receipt)
    assert found.returncode == 0, found.stdout + found.stderr
    assert f"Receipt: {receipt}" in found.stdout.decode()
    assert not (place / "var").exists(), "verify made a store"


def test_a_changed_score_ends_with_exit_code_1_and_its_name(sealed: Command, tmp_path: Path) -> None:
    sealed("bundle", "spring", "--out", tmp_path / "b.zip")
    place = unpacked(tmp_path / "b.zip", tmp_path / "elsewhere")
    table = place / "data" / "scores.csv"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("J2,llm,truth,2,", "J2,llm,truth,3,"), encoding="utf-8", newline="")
    found = verify_elsewhere(place)
    assert found.returncode == 1
    said = found.stdout.decode()
    assert "rater J2, axis truth: the score is 3; released was 2" in said
    assert "judge J2, axis truth: scores has 3, the verdict 2" in said
    assert "IT DOES NOT HOLD" in said


def test_another_receipt_is_refused(sealed: Command, tmp_path: Path) -> None:
    sealed("bundle", "spring", "--out", tmp_path / "b.zip")
    said = sealed("verify", tmp_path / "b.zip", "--receipt", "0" * 64)
    assert said.code == 1
    assert "The receipt is another one" in said.out


def test_the_outcome_for_a_script(sealed: Command, tmp_path: Path) -> None:
    sealed("bundle", "spring", "--out", tmp_path / "b.zip")
    found = sealed.data("verify", tmp_path / "b.zip")
    assert found["holds"] is True
    assert found["moved"] == []


def test_systems_are_named_only_when_asked_for(sealed: Command, tmp_path: Path) -> None:
    for name, words in (("plain.zip", ()), ("named.zip", ("--with-systems",))):
        assert sealed("bundle", "spring", "--out", tmp_path / name, *words).code == 0
    texts = []
    for name in ("plain.zip", "named.zip"):
        with zipfile.ZipFile(tmp_path / name) as archive:
            texts.append(archive.read("data/responses.csv").decode("utf-8-sig"))
    assert ("Alder" in texts[0], "Alder" in texts[1]) == (False, True)


def test_nothing_leaves_before_the_study_is_sealed(spring: Command, tmp_path: Path) -> None:
    for words in (("bundle", "spring"), ("export", "report", "spring")):
        said = spring(*words, "--out", tmp_path / "out.html")
        assert said.code == 1
        assert "results leave only when scoring is closed" in said.err
    assert list(tmp_path.glob("out.*")) == []


def test_nothing_is_overwritten(sealed: Command, tmp_path: Path) -> None:
    out = tmp_path / "b.zip"
    out.write_text("mine")
    said = sealed("bundle", "spring", "--out", out)
    assert (said.code, out.read_text()) == (1, "mine")
    assert "nothing is overwritten" in said.err


@pytest.mark.parametrize(("name", "content"), [("a.zip", b"no zip"), ("b.zip", b"")])
def test_what_is_no_bundle_is_refused_in_words(command: Command, tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    said = command("verify", tmp_path / name)
    assert said.code == 1
    assert f"{name}: found no ZIP that can be read" in said.err


def test_a_folder_without_a_manifest_and_a_place_that_is_not_there(command: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "found no manifest.json" in command("verify", tmp_path / "empty").err
    assert "there is no such file or folder" in command("verify", tmp_path / "nowhere").err


@pytest.mark.parametrize(("suffix", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-"), ("md", b"# Spring")])
def test_a_report_in_each_form(sealed: Command, tmp_path: Path, suffix: str, begins: bytes) -> None:
    out = tmp_path / f"report.{suffix}"
    said = sealed("export", "report", "spring", "--out", out)
    assert said.code == 0, said.err
    assert out.read_bytes().startswith(begins)


def test_a_report_in_no_known_form_is_refused(sealed: Command, tmp_path: Path) -> None:
    said = sealed("export", "report", "spring", "--out", tmp_path / "report.docx")
    assert (said.code, "allowed: a name that ends with .html, .pdf or .md" in said.err) == (1, True)


@pytest.mark.parametrize("form", ["csv", "wide", "jsonl", "parquet", "xlsx"])
def test_scores_in_each_form(sealed: Command, tmp_path: Path, form: str) -> None:
    out = tmp_path / "scores"
    said = sealed("export", "scores", "spring", "--form", form, "--out", out)
    assert said.code == 0, said.err
    assert len(out.read_bytes()) > 100
