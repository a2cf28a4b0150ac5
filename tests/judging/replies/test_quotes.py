"""A quotation must stand in the response; a paraphrase need not."""

import pytest

from judging.replies.quotes import quotes_not_found

RESPONSE = "Recommendation: tell him today.\nHe isn’t a child, and  “truth” is owed to\nevery neighbour."


@pytest.mark.parametrize(
    "text",
    [
        "“Tell him today.”",
        '"he isn\'t a child"',
        "It says «truth is owed to every neighbour» — no: “owed to every neighbour”.",
        "“tell him … every neighbour”",
        "“Tell him today [...] is owed to”",
        "The answer tells him to speak soon.",
        "“never ever”",
        "",
    ],
)
def test_words_that_stand_there_and_words_that_are_not_quoted(text: str) -> None:
    found = quotes_not_found([text], RESPONSE)
    assert found == (["truth is owed to every neighbour"] if "«" in text else [])


def test_words_that_do_not_stand_there_are_named() -> None:
    texts = ["“Tell him next week”", 'He says "tell him today" and "wait a while first".']
    assert quotes_not_found(texts, RESPONSE) == ["Tell him next week", "wait a while first"]
    assert quotes_not_found(["“tell him … every stranger”"], RESPONSE) == ["tell him … every stranger"]


def test_nothing_stands_in_an_empty_response() -> None:
    assert quotes_not_found(["“Tell him today”"], "") == ["Tell him today"]
