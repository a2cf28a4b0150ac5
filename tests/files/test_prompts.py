"""Prompts, systems and judges from files."""

import pytest

from files.problems import FileError
from files.prompts import read_prompts
from files.systems import Judge, read_judges, read_systems
from store.responses import NewPrompt, NewSystem


def test_a_prompt_comes_with_what_an_answer_should_hold_and_avoid() -> None:
    content = (
        "prompt,category,text,expected_themes,expected_avoidances,reference_answer\n"
        'TL-01,Theology,"Is it?\r\nReally?",One | Two, ,\n'
        "TL-02,,What?,,Never | Ever,The answer\n"
    )
    assert read_prompts(content.encode(), "prompts.csv") == [
        NewPrompt("TL-01", "Is it?\nReally?", "Theology", None, {"expected_themes": ["One", "Two"]}),
        NewPrompt("TL-02", "What?", "", "The answer", {"expected_avoidances": ["Never", "Ever"]}),
    ]


def test_every_problem_of_a_prompts_file_is_reported() -> None:
    with pytest.raises(FileError) as refused:
        read_prompts(b"prompt,text\nTL-01,What?\nTL-01,Why?\n,How?\nTL-02,  \n", "prompts.csv")
    assert str(refused.value).splitlines() == [
        "prompts.csv, row 3, column prompt: found 'TL-01' again (first in row 2); allowed: each id once",
        "prompts.csv, row 4, column prompt: found an empty cell; allowed: the prompt's id, such as TL-01",
        "prompts.csv, row 5, column text: found an empty cell; allowed: what the systems were asked",
    ]


def test_systems_come_with_maker_and_whether_grounded_or_own() -> None:
    content = b"system,family,grounded,own\nAlder,Alder Lab,Yes,0\nBeech,,,TRUE\n"
    assert read_systems(content, "systems.csv") == [
        NewSystem("Alder", "Alder Lab", grounded=True, own=False),
        NewSystem("Beech", "", grounded=False, own=True),
    ]


def test_every_problem_of_a_systems_file_is_reported() -> None:
    with pytest.raises(FileError) as refused:
        read_systems(b"system,grounded\nAlder,perhaps\nAlder,no\n,no\n", "systems.csv")
    found = str(refused.value).splitlines()
    assert found[0].startswith("systems.csv, row 2, column grounded: found 'perhaps'; allowed: true or false")
    assert found[1] == "systems.csv, row 3, column system: found 'Alder' again; allowed: each system once"
    assert found[2].startswith("systems.csv, row 4, column system: found an empty cell")


def test_judges_come_with_maker_and_model() -> None:
    content = b"judge,family,model\nHollin,Westerby,Hollin 3\n"
    assert read_judges(content, "judges.csv") == {"Hollin": Judge("Westerby", "Hollin 3")}


def test_a_judge_twice_is_refused() -> None:
    with pytest.raises(FileError, match=r"judges.csv, row 3, column judge: found 'Hollin' again"):
        read_judges(b"judge\nHollin\nHollin\n", "judges.csv")
