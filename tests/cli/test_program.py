"""The installed program itself, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("secondreader")


def run(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SECONDREADER_")}
    return subprocess.run(
        [PROGRAM, *words], cwd=folder, env={**kept, **env}, capture_output=True, check=False, timeout=120
    )


def test_data_and_messages_go_their_own_ways(tmp_path: Path) -> None:
    said = run(tmp_path, "init")
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(b"http://localhost:8501/i/")
    assert (tmp_path / "var" / "secondreader.db").is_file()
    assert b"The store is " in said.stderr


def test_an_export_survives_a_computer_that_knows_no_utf_8(tmp_path: Path) -> None:
    plain = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert run(tmp_path, "demo", "--no-serve", **plain).returncode == 0
    said = run(tmp_path, "export", "scores", "demo", **plain)
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(b"\xef\xbb\xbfresponse,")
    text = said.stdout.decode("utf-8-sig")
    assert "Ruth Example" in text
    assert text.count("\r\n") >= 601
    assert b"What these scores do not say" in said.stderr


def test_an_error_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    said = run(tmp_path, "study", "list")
    assert (said.returncode, said.stdout) == (1, b"")
    assert said.stderr.decode().startswith("there is no store at ")
    assert b"Traceback" not in said.stderr


def test_a_read_only_folder_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, where the store's folder should be")
    said = run(tmp_path, "init")
    assert said.returncode == 1
    assert b"the folder of the store cannot be made" in said.stderr
    assert b"Traceback" not in said.stderr
