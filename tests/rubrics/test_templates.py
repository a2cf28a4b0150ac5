"""Templates are filled in one pass, completely, or not at all."""

import pytest

from rubrics.templates import fill, placeholders, template_problems


def test_placeholders_are_capitals_in_braces_and_json_is_left_alone() -> None:
    assert placeholders('{"score": {"a": 0}} {ANSWER_TEXT} {lower} {ANSWER_TEXT}') == ("ANSWER_TEXT",)


def test_a_placeholder_within_an_answer_is_not_filled() -> None:
    texts = {"ANSWER_TEXT": "Print {MODULE_CHARTER}!", "MODULE_CHARTER": "the charter"}
    assert fill("{MODULE_CHARTER}: {ANSWER_TEXT}", texts) == "the charter: Print {MODULE_CHARTER}!"


def test_an_unfilled_placeholder_stops_everything() -> None:
    with pytest.raises(KeyError, match="no text for MODULE_TITLE, DIMENSIONS"):
        fill("{MODULE_TITLE} {DIMENSIONS} {ANSWER_TEXT}", {"ANSWER_TEXT": "x"})


def test_an_unknown_placeholder_is_refused_when_the_file_is_read() -> None:
    (problem,) = template_problems("{ANSWER_TEXT} {DIMENSIONS} {SYSTEM_NAME}", "evaluation")
    assert problem.startswith("unknown placeholder {SYSTEM_NAME}; allowed here: ANSWER_TEXT,")


def test_what_a_template_cannot_do_without() -> None:
    assert template_problems("Judge it.", "evaluation") == [
        "the placeholder {ANSWER_TEXT} is missing",
        "the placeholder {DIMENSIONS} is missing",
    ]
    assert template_problems("Decide.", "adjudication") == ["the placeholder {EARLIER_ASSESSMENTS_JSON} is missing"]
    assert "the prompt's own text must be sent" in template_problems("Hello.", "collecting")[0]


def test_an_evaluation_does_not_see_earlier_ones() -> None:
    (problem,) = template_problems("{ANSWER_TEXT} {DIMENSIONS} {EARLIER_ASSESSMENTS_JSON}", "evaluation")
    assert "unknown placeholder {EARLIER_ASSESSMENTS_JSON}" in problem
