"""An anonymised file and its key: together they say who wrote what, and each must know what the other says."""

import json
from typing import Any

import pytest

from files.problems import FileError
from files.responses import Declared, read_responses
from files.scoring_keys import Author, read_key
from store.contents import Contents
from store.intake import Intake, NewPrompt, NewResponse

A, B = "R-2A3B4C5D6E", "R-ZZZZZZZZZ9"
CSV = f"response,prompt,text\n{A},TL-01,One answer.\n{B},TL-01,Another.\n"
THERE = Contents((NewPrompt("TL-01", "Is God going to bless my business?"),))


def key(document: Any) -> dict[str, Author]:
    return read_key(json.dumps(document).encode(), "key.json")


def read(csv: str, document: Any) -> Intake:
    return read_responses(
        csv.encode(), "blind.csv", there=THERE, key=key(document), declared=Declared(new_systems=True)
    )


@pytest.mark.parametrize(
    "document",
    [
        {A: "Alder", B: "Beech"},
        {"version": "v1", "key": {A: {"model": "Alder", "promptId": "TL-01"}, B: {"model": "Beech"}}},
        [{"responseId": A, "system": "Alder", "run": 1}, {"responseId": B, "system": "Beech"}],
        {"responses": [{"id": A, "model": "Alder"}, {"id": B, "model": "Beech"}]},
    ],
)
def test_a_key_in_any_usual_form_says_who_wrote_each(document: Any) -> None:
    assert read(CSV, document).responses == [
        NewResponse("TL-01", "Alder", "One answer.", label=A),
        NewResponse("TL-01", "Beech", "Another.", label=B),
    ]


def test_ids_that_could_not_be_our_labels_are_kept_as_their_own() -> None:
    csv = CSV.replace("response,", "own_id,").replace(A, "R-0000000001").replace(B, "R-CLAUDEOPUS")
    found = read(csv, {"R-0000000001": "Alder", "R-CLAUDEOPUS": "Beech"}).responses
    assert [(one.own_id, one.label, one.system) for one in found] == [
        ("R-0000000001", None, "Alder"),
        ("R-CLAUDEOPUS", None, "Beech"),
    ]


def test_a_response_that_the_key_does_not_know_and_a_prompt_that_it_knows_otherwise_are_refused() -> None:
    with pytest.raises(FileError) as refused:
        read(CSV, {A: {"model": "Alder", "promptId": "TL-02"}})
    assert str(refused.value).splitlines() == [
        f"blind.csv, row 2, column prompt: found 'TL-01'; allowed: what the scoring key says of {A}: 'TL-02'",
        f"blind.csv, row 3, column response: found '{B}'; allowed: a response that the scoring key names",
    ]


def test_a_key_without_a_system_or_with_a_label_twice_is_refused() -> None:
    with pytest.raises(FileError) as refused:
        key(
            [
                {"responseId": A, "system": ""},
                {"system": "Alder"},
                {"responseId": B, "model": "x"},
                {"responseId": B, "model": "x"},
            ]
        )
    assert str(refused.value).splitlines() == [
        f"key.json, entry 1, column system: found nothing for '{A}'; allowed: the system that wrote it",
        "key.json, entry 2, column responseId: found nothing; allowed: the label of a response",
        f"key.json, entry 4, column responseId: found '{B}' again; allowed: each label once",
    ]
    with pytest.raises(FileError, match=r"key.json: found no list of responses; allowed: a key such as"):
        key([])
