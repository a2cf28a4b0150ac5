"""Responses from a file: what the file describes itself, what must be known already, and every way to be wrong."""

import pytest

from files.problems import FileError
from files.responses import read_responses
from store import frames
from store.contents import Contents, contents
from store.engine import Store, StoreError
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from tests.files.study_builders import NOW, a_draft

KNOWN = Contents((NewPrompt("P-1", "Question?", "Truth"),), (NewSystem("Alder", "Alder Lab"),))


def read(text: str, there: Contents = KNOWN) -> Intake:
    return read_responses(text.encode(), "r.csv", there=there)


def problems(text: str, there: Contents = KNOWN) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(text, there)
    return str(refused.value).splitlines()


def test_responses_to_what_the_study_knows() -> None:
    intake = read('prompt,system,replication,text\nP-1,Alder,,"One\r\n two"\nP-1,Alder,2,  indented\n')
    assert intake.responses == [
        NewResponse("P-1", "Alder", "One\n two", 1),
        NewResponse("P-1", "Alder", "  indented", 2),
    ]
    assert (intake.prompts, intake.systems, intake.source) == ([], [], "r.csv")


def test_a_file_may_describe_its_prompts_and_systems_itself() -> None:
    text = "prompt,prompt_text,category,system,family,text\nP-9,Why?,Care,Beech,Beech Lab,Because.\nP-9,,,Cedar,,So.\n"
    intake = read(text, Contents())
    assert intake.prompts == [NewPrompt("P-9", "Why?", "Care")]
    assert intake.systems == [NewSystem("Beech", "Beech Lab"), NewSystem("Cedar", "")]


def test_what_is_known_is_not_described_anew() -> None:
    text = "prompt,prompt_text,category,system,family,text\nP-1,Question?,Truth,Alder,Alder Lab,Yes.\n"
    intake = read(text)
    assert (intake.prompts, intake.systems) == ([], [])


def test_an_unknown_prompt_or_system_is_refused_with_those_known() -> None:
    found = problems("prompt,system,text\nP-l,Alder,Yes.\nP-1,Adler,Yes.\n")
    assert found == [
        "r.csv, row 2, column prompt: found 'P-l', which is unknown; "
        "allowed: P-1; or give its text in column prompt_text or in a file of prompts, "
        "or say that such prompts are new",
        "r.csv, row 3, column system: found 'Adler', which is unknown; "
        "allowed: Alder; or give its maker in column family or in a file of systems, or say that such systems are new",
    ]


def test_with_nothing_known_the_way_to_describe_is_named() -> None:
    found = problems("prompt,system,text\nP-1,Alder,Yes.\n", Contents())
    assert "allowed: give its text in column prompt_text or in a file of prompts" in found[0]


def test_a_description_that_differs_is_refused_with_both() -> None:
    found = problems("prompt,prompt_text,system,family,text\nP-1,Other?,Alder,Alder,a\nP-2,A?,B,X,b\nP-2,B?,B,Y,c\n")
    assert found[:2] == [
        "r.csv, row 2, column prompt_text: found 'Other?' for 'P-1'; allowed: what is known already: 'Question?'",
        "r.csv, row 2, column family: found 'Alder' for 'Alder'; allowed: what is known already: 'Alder Lab'",
    ]
    assert "r.csv, row 4, column prompt_text: found 'B?' for 'P-2'; allowed: the same as in row 3: 'A?'" in found
    assert "r.csv, row 4, column family: found 'Y' for 'B'; allowed: the same as in row 3: 'X'" in found


def test_everything_else_wrong_is_in_the_same_report() -> None:
    text = (
        "prompt,system,replication,text,response\n"
        "P-1,Alder,0,Yes.,\n"
        "P-1,Alder,1.5,Yes.,R-2345678ABC\n"
        "P-1,Alder,two,,R-2345678ABC\n"
        ",Alder,1,Yes.,R-short\n"
        "P-1,,1, \n"
    )
    found = [line.removeprefix("r.csv, ") for line in problems(text)]
    assert [line for line in found if "replication:" in line] == [
        "row 2, column replication: found '0'; allowed: a whole number of at least 1",
        "row 3, column replication: found '1.5'; allowed: a whole number of at least 1",
        "row 4, column replication: found 'two'; allowed: a whole number of at least 1",
    ]
    assert "row 4, column text: found an empty cell; allowed: the whole response" in found
    assert "row 4, column response: found R-2345678ABC again (first in row 3); allowed: each label once" in found
    assert any(line.startswith("row 5, column prompt: found an empty cell") for line in found)
    assert any(line.startswith("row 5, column response: found 'R-short'") for line in found)
    assert any(line.startswith("row 6: found 4 cells") for line in found)


def test_the_same_response_twice_is_named_with_both_rows() -> None:
    found = problems("prompt,system,text\nP-1,Alder,Yes.\nP-1,Alder,No.\n")
    assert found == [
        "r.csv, row 3: found the same prompt, system and replication as in row 2; "
        "allowed: each once; number further answers in column replication, "
        "or say that the order of the file numbers them"
    ]


FULL = (
    "prompt;prompt_text;category;system;family;text\r\n"
    "P-1;Wer?;Truth;Alder;Alder Lab;Ἐν ἀρχῇ ἦν ὁ λόγος 🙂\r\n"
    "P-1;;;Beech;Beech Lab;בְּרֵאשִׁית\r\n"
).encode("utf-8-sig")


def test_what_was_taken_in_is_there_and_the_same_again_changes_nothing(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session, responses=False)
    added = []
    for _ in range(2):
        with store.writing() as session:
            intake = read_responses(FULL, "r.csv", there=contents(session, study_id=study_id))
            added.append(take_in(session, study_id=study_id, intake=intake, by=None, now=NOW))
    assert added == [
        {"prompts": 1, "systems": 2, "responses": 2, "marks": 0},
        {"prompts": 0, "systems": 0, "responses": 0, "marks": 0},
    ]
    with store.reading() as session:
        texts = set(frames.responses(session, study_id=study_id)["text"])
    assert texts == {"Ἐν ἀρχῇ ἦν ὁ λόγος 🙂", "בְּרֵאשִׁית"}


def test_another_text_for_a_stored_response_is_refused_and_nothing_is_kept(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
        there = contents(session, study_id=study_id)
    text = "prompt,system,replication,text\nP-1,Alder,1,Something else.\nP-1,Alder,2,A new one.\n"
    intake = read(text, there)
    with pytest.raises(StoreError, match="another text"), store.writing() as session:
        take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    with store.reading() as session:
        assert len(frames.responses(session, study_id=study_id)) == 4
