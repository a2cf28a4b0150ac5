"""The command that measures the scorer's screen runs, with counts so small that its figures say nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.screens.__main__ import main

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person would."""
    command = [sys.executable, "-m", "benchmarks.screens", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=300)


def test_every_figure_is_measured() -> None:
    ended = run("--rounds", "1", "--submits", "1", "--crowd", "2", "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    names = {figure["what"].split(", median")[0].split(", 95th")[0] for figure in found["figures"]}
    assert names == {
        "submit to next usable",
        "of that, until it is in the page",
        "2 people submitting at once",
        "processor time of the server for a submit",
        "first load, all bytes, 1280 pixels wide",
        "first load, all bytes, 390 pixels wide",
    }
    assert all(figure["ours"] >= 0 for figure in found["figures"])
    assert any(file["file"].endswith("/ballot.js") for file in found["files"])
    assert {"date", "cores", "Python", "Chromium"} <= set(found["machine"])


@pytest.mark.parametrize("wrong", [("--rounds", "0"), ("--submits", "19"), ("--crowd", "-1")])
def test_counts_that_cannot_be_are_refused_before_anything_starts(
    wrong: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks.screens", *wrong])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "each count is at least 1, and --submits at most 18 (a queue has 20)" in capsys.readouterr().err
