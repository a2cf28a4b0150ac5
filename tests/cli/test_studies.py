"""A study from the command line: made, filled, opened, scored, exported, sealed; and refused in sentences."""

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.conftest import set_up_spring


def test_the_whole_road(database_url: str, files: Path, tmp_path: Path) -> None:
    command = Command(database_url)
    set_up_spring(command, files)
    early = command.data("invite", "Ruth", "--role", "scorer", "--study", "spring")
    assert command("study", "open", "spring").err == "spring is open: 2 responses for each scorer.\n"
    late = command.data("invite", "Naomi", "--role", "scorer", "--study", "spring")
    assert early["link"].startswith("http://localhost:8501/i/")
    assert early["link"] != late["link"]
    shown = command.data("study", "show", "spring")
    assert [(one["name"], one["assigned"], one["submitted"]) for one in shown["scorers"]] == [
        ("Ruth", 2, 0),
        ("Naomi", 2, 0),
    ]
    assert command.data("import", "scores", "spring", files / "scores.csv") == {"answers": 2, "new": 2}
    assert command.data("import", "scores", "spring", files / "scores.csv") == {"answers": 2, "new": 0}
    out = tmp_path / "out.csv"
    said = command("export", "scores", "spring", "--out", out)
    assert (said.code, said.out) == (0, "")
    assert "Invented; claims nothing." in said.err
    lines = out.read_text(encoding="utf-8-sig").splitlines()
    assert sum(",settled," in line for line in lines) == 4
    assert any(",median of judges,settled,truth,1.5,," in line for line in lines)
    assert command.data("import", "scores", "spring", out)["new"] == 0
    assert command("study", "seal", "spring").code == 0
    assert "the study is sealed" in command("import", "scores", "spring", files / "scores.csv").err
    assert command.data("study", "list")[0]["state"] == "sealed"


def test_a_queue_goes_to_scorers_whose_link_is_good_and_to_no_one_else(spring: Command) -> None:
    for name, role in (("Ruth", "scorer"), ("Gone", "scorer"), ("Reader", "researcher")):
        spring("invite", name, "--role", role, "--study", "spring")
    (gone,) = [one["invitation"] for one in spring.data("study", "show", "spring")["links"] if one["name"] == "Gone"]
    assert spring("revoke", gone).err == "The link of Gone (scorer) no longer opens anything.\n"
    spring("study", "open", "spring")
    assert [one["name"] for one in spring.data("study", "show", "spring")["scorers"]] == ["Ruth"]


def test_lists_are_for_people_and_json_for_scripts(spring: Command) -> None:
    assert spring("study", "list").out.splitlines() == [
        "study   state  benchmark    responses  sampled  title",
        "spring  draft  invented v1  2          0        Spring run",
    ]
    shown = spring("study", "show", "spring").out
    assert "spring: draft, invented v1" in shown
    assert "2 responses, 0 for people to score; 0 marks, 0 undecided" in shown
    assert spring.data("study", "list")[0]["slug"] == "spring"


def test_a_store_without_studies_says_what_to_do(command: Command) -> None:
    command("init")
    said = command("study", "list")
    assert (said.out, said.code) == ("", 0)
    assert "There are no studies yet." in said.err
    assert command.data("study", "list") == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("study", "show", "summer"), "there is no study 'summer'; studies here: spring"),
        (("study", "seal", "spring"), "the study is draft; only an open study can be sealed"),
        (
            ("study", "create", "spring", "--title", "Again", "--benchmark", "invented"),
            "a study called 'spring' is there already; choose another short name",
        ),
        (
            ("study", "create", "new", "--title", "New", "--benchmark", "unheard_of"),
            "'unheard_of' is no benchmark here; choose one of: ",
        ),
        (("export", "scores", "summer"), "there is no study 'summer'; studies here: spring"),
        (("invite", "Ruth", "--role", "scorer"), "a scorer is invited to one study; only an owner may have all"),
        (("revoke", "77"), "There is no such link."),
        (("revoke", "http://localhost:8501/i/forged"), "There is no such link."),
        (("import", "scores", "spring", "missing.csv"), "missing.csv: found no file that can be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(spring: Command, words: tuple[str, ...], sentence: str) -> None:
    said = spring(*words)
    assert (said.code, said.out) == (1, "")
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_every_problem_of_a_file_is_said_and_nothing_is_stored(spring: Command, files: Path) -> None:
    bad = files / "bad.csv"
    bad.write_text(
        "rater,rater_kind,prompt,system,axis,score\n"
        "J1,llm,P-1,Alder,truth,4\n"
        "J1,llm,P-9,Alder,truth,1\n"
        "J1,llm,P-1,Alder,kindness,1\n"
        "J1,llm,P-1,Beech,care,3\n",
        encoding="utf-8",
    )
    said = spring("import", "scores", "spring", bad)
    assert said.code == 1
    assert [line.split(": found")[0] for line in said.err.splitlines()] == [
        "bad.csv, row 2, column score",
        "bad.csv, row 3, column prompt",
        "bad.csv, row 4, column axis",
    ]
    assert len(spring("export", "scores", "spring").out.splitlines()) == 1


def test_undecided_marks_keep_a_study_closed_until_they_are_decided(spring: Command, files: Path) -> None:
    (files / "named.csv").write_text("prompt,system,replication,text\nP-1,Alder,2,I am Alder and I say yes.\n", "utf-8")
    said = spring("import", "responses", "spring", files / "named.csv")
    assert "1 places may name the author" in said.err
    said = spring("study", "open", "spring")
    assert (said.code, said.err) == (1, "1 marks in responses are undecided; redact or keep each of them first\n")
    said = spring("study", "open", "spring", "--marks", "redact")
    assert said.err.splitlines() == ["Decided 1 marks: redact.", "spring is open: 3 responses for each scorer."]


def test_an_open_study_takes_no_more_responses_and_does_not_open_twice(spring: Command, files: Path) -> None:
    spring("study", "open", "spring")
    assert (
        "responses come in while it is a draft" in spring("import", "responses", "spring", files / "responses.csv").err
    )
    assert "only a draft can be opened" in spring("study", "open", "spring").err


def test_an_export_names_authors_only_when_asked_and_overwrites_nothing(spring: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert spring("export", "scores", "spring", "--with-authors", "--out", out).code == 0
    assert out.read_text("utf-8-sig").splitlines()[0].endswith(",prompt,system,system_family,replication")
    assert "overwritten" in spring("export", "scores", "spring", "--out", out).err
