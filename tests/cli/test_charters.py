"""Charters and scenarios from the command line: a team's own, the drafts, and what is refused."""

from pathlib import Path

import pytest

from rubrics.loader import FOLDER
from tests.cli.command import Command

DRAFTS = FOLDER / "worldviews"


@pytest.fixture
def spring(sqlite_store_url: str) -> Command:
    """Commands on a store with an empty draft study `spring` of a benchmark with charters."""
    command = Command(sqlite_store_url)
    for words in (("init",), ("study", "create", "spring", "--title", "Spring", "--benchmark", "worldviews")):
        said = command(*words)
        assert said.code == 0, said.err
    return command


def test_drafts_come_in_and_are_listed_and_shown(spring: Command) -> None:
    assert "has no charters yet" in spring("charters", "spring").err
    said = spring.data("import", "charters", "spring", "--drafts")
    assert (said[0]["module"], said[0]["new"]) == ("catholic", True)
    assert len(said) == 5
    again = spring("import", "charters", "spring", "--drafts")
    assert again.err.splitlines()[0] == "catholic: 19 clauses, 1 to 19; there already"
    assert len(again.err.splitlines()) == 5
    lines = spring("charters", "spring").out.splitlines()
    assert len(lines) == 6
    assert lines[1].split("  ")[0] == "catholic"
    assert "draft, written for this software, unreviewed" in lines[1]
    text = (DRAFTS / "charters" / "sunni.md").read_text("utf-8")
    assert spring("charters", "spring", "sunni").out == text
    assert spring.data("charters", "spring", "sunni")[0]["text"] == text


def test_a_teams_own_charters_replace_the_drafts_and_every_version_is_kept(spring: Command, tmp_path: Path) -> None:
    spring("import", "charters", "spring", "--drafts")
    mine = tmp_path / "mine.md"
    mine.write_bytes("\ufeff# الميثاق\r\n\r\nModule: sunni\r\n\r\n١. العدل واجب على الناس.\r\n".encode())
    other = tmp_path / "catholic.md"
    other.write_text("# Ours\n\n1. Do good.\n\n   Sources: Romans 12:21\n", "utf-8")
    said = spring("import", "charters", "spring", mine, other)
    assert said.err.splitlines() == [
        "sunni: 1 clause, 1; without sources: 1; new",
        "catholic: 1 clause, 1; new",
    ]
    assert spring("charters", "spring", "sunni").out.startswith("# الميثاق\n")
    again = spring("import", "charters", "spring", "--drafts").err.splitlines()
    assert [line.rpartition("; ")[2] for line in again] == [
        "not taken in, one is in force",
        "there already",
        "there already",
        "not taken in, one is in force",
        "there already",
    ]
    assert spring("charters", "spring", "catholic").out.startswith("# Ours\n")


def test_charters_with_problems_are_all_named_and_none_comes_in(spring: Command, tmp_path: Path) -> None:
    good, numbers, script, big, latin = (tmp_path / f"{name}.md" for name in ("sunni", "b", "c", "d", "e"))
    good.write_text("# Ours\n\n1. Do good.\n", "utf-8")
    numbers.write_text("# Ours\n\nDo good.\n", "utf-8")
    script.write_text("# Ours\n\n1. Do <script>good</script>.\n\n1. **Again.\n", "utf-8")
    big.write_text("# Ours\n\n1. " + "word " * 100_000, "utf-8")
    latin.write_bytes(b"# Ours\n\n1. caf\xe9")
    said = spring("import", "charters", "spring", good, numbers, script, big, latin, tmp_path / "none.md")
    assert said.code == 1
    places = [line.split(": ")[0] for line in said.err.splitlines()]
    assert [place.removeprefix(f"{tmp_path}/") for place in places] == [
        "b.md",
        "c.md, line 3",
        "c.md, line 5",
        "c.md, line 5",
        "d.md",
        "e.md",
        "none.md",
    ]
    assert spring.data("charters", "spring") == []


def test_each_charter_says_its_module_and_each_module_has_one(spring: Command, tmp_path: Path) -> None:
    for name, module in (("a", "sunni"), ("b", "sunni"), ("c", "pagan")):
        (tmp_path / f"{name}.md").write_text(f"# Ours\n\nModule: {module}\n\n1. Do good.\n", "utf-8")
    said = spring("import", "charters", "spring", *(tmp_path / f"{name}.md" for name in "abc"))
    first, second = said.err.splitlines()
    assert first == "b.md: found another charter of sunni (first in a.md); allowed: one each"
    assert second.startswith("c.md: found the module 'pagan'; allowed: a line 'Module: ...' with catholic (Catholic")
    assert spring.data("charters", "spring") == []


def test_scenarios_become_prompts_and_come_in_once(spring: Command, tmp_path: Path) -> None:
    assert spring.data("import", "scenarios", "spring", "--drafts") == {"scenarios": 6, "new": 6}
    assert spring.data("import", "scenarios", "spring", DRAFTS / "scenarios" / "drafts.toml")["new"] == 0
    edited = tmp_path / "mine.toml"
    edited.write_text((DRAFTS / "scenarios" / "drafts.toml").read_text("utf-8").replace("bakery", "forge"), "utf-8")
    said = spring("import", "scenarios", "spring", edited)
    assert (said.code, said.err) == (1, "prompt 'SC-01' is there already with another text\n")


def test_a_file_of_scenarios_with_problems_changes_nothing(spring: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (DRAFTS / "scenarios" / "drafts.toml").read_text("utf-8")
    path.write_text(text.replace('"settled"', '"certain"').replace('"SC-02"', '"SC-01"'), "utf-8")
    said = spring("import", "scenarios", "spring", path)
    assert said.code == 1
    assert len(said.err.splitlines()) == 10
    assert all(line.startswith("mine.toml: scenarios.") for line in said.err.splitlines())
    assert spring.data("import", "scenarios", "spring", "--drafts")["new"] == 6


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("import", "charters", "spring"), "Name at least one file, or say --drafts."),
        (("import", "charters", "spring", "a.md", "--drafts"), "Name at least one file, or say --drafts."),
        (("import", "charters", "summer", "--drafts"), "there is no study 'summer'; studies here: spring"),
        (("charters", "spring", "sunni"), "spring has no charter of 'sunni'; there are: none"),
        (("import", "scenarios", "spring"), "Name one file of scenarios, or say --drafts."),
        (("import", "scenarios", "spring", "a.toml", "--drafts"), "Name one file of scenarios, or say --drafts."),
        (("import", "scenarios", "spring", "missing.toml"), "missing.toml: cannot be read: No such file or directory"),
        (("import", "scenarios", "summer", "--drafts"), "there is no study 'summer'; studies here: spring"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(spring: Command, words: tuple[str, ...], sentence: str) -> None:
    said = spring(*words)
    assert (said.code, said.out) == (1, "")
    assert sentence in said.err


def test_a_comparison_of_judges_says_what_may_not_be_claimed_while_charters_are_not_released(
    spring: Command, tmp_path: Path
) -> None:
    (tmp_path / "r.csv").write_text("prompt,prompt_text,system,family,text\nQ-1,Who?,Alder,Alder Lab,Somebody.\n")
    rows = "".join(f"{judge},llm,Q-1,Alder,catholic,non_evasion,3,So it is.\n" for judge in ("J1", "J2"))
    (tmp_path / "s.csv").write_text(f"rater,rater_kind,prompt,system,module,axis,score,why\n{rows}")
    for what, file in (("responses", "r.csv"), ("scores", "s.csv")):
        said = spring("import", what, "spring", tmp_path / file)
        assert said.code == 0, said.err
    said = spring("judge", "compare", "spring", "median", "median")
    assert said.code == 0, said.err
    assert said.err.startswith("research benchmark, ")
    assert "mean difference" in said.out


def test_a_benchmark_without_drafts_says_so(command: Command) -> None:
    command("init")
    command("study", "create", "other", "--title", "Other", "--benchmark", "credo")
    assert "No drafts of charters come with" in command("import", "charters", "other", "--drafts").err
    assert "No drafts of scenarios come with" in command("import", "scenarios", "other", "--drafts").err
