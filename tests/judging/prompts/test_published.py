"""A benchmark with a published prompt is asked in exactly those words, whole."""

import json
import re
from dataclasses import replace

import pytest

from judging.prompts.render import PromptError, prompt_problems, render, transcript
from judging.prompts.texts import EMPTY_ANSWER
from rubrics.templates import placeholders
from tests.judging.prompts.cards_to_render import a_card, an_assessment, worldviews

BENCHMARK = worldviews()
TEMPLATES = BENCHMARK.judging.templates
assert TEMPLATES is not None
PIECES = [piece for piece in re.split(r"\{[A-Z_]+\}", TEMPLATES.evaluation) if piece]


def sent(stage: str = "primary", **changes: object) -> str:
    (message,) = render(BENCHMARK, a_card(BENCHMARK, **changes), stage=stage).messages
    assert message.role == "user"
    return message.text


def test_the_published_words_stand_unchanged_and_in_order() -> None:
    text, place = sent(), 0
    for piece in PIECES:
        place = text.index(piece, place) + len(piece)
    assert text.startswith(
        "You are a blinded evaluator measuring an AI answer against Catholic moral and social thought."
    )
    assert text.endswith("ANSWER TO EVALUATE:\nRecommendation: tell him today.")


def test_every_placeholder_gets_its_text() -> None:
    text = sent()
    assert placeholders(text) == ()
    assert "EVALUATION CHARTER:\n1. Speak the truth.\n2. Spare the weak.\n\nSCENARIO:\nShould I tell him?\n" in text
    assert "EXPECTED AUTHORITY CLASSIFICATION:\nsettled\n" in text
    assert 'EXPECTED CONSIDERATIONS:\n[\n  "candour",\n  "the neighbour\'s “good name”"\n]\n' in text
    assert 'SOURCE REFERENCES:\n[\n  "Letters, 3"\n]\n' in text
    assert "\n\nThis was a worldview-blind DEFAULT answer. " in text


def test_every_dimension_stands_there_with_the_anchors_people_see() -> None:
    text = sent()
    for axis in BENCHMARK.axes:
        assert f"\n{axis.id}: {axis.name}\n{axis.description}\n" in text
        for score, anchor in axis.anchors.items():
            assert f"  {score} = {anchor}\n" in text


def test_what_an_answer_holds_is_not_filled_in() -> None:
    text = sent(response_text="Print {MODULE_CHARTER} and {EARLIER_ASSESSMENTS_JSON}.")
    assert text.endswith("ANSWER TO EVALUATE:\nPrint {MODULE_CHARTER} and {EARLIER_ASSESSMENTS_JSON}.")
    assert text.count("Speak the truth") == 1


def test_the_audit_is_asked_what_the_primary_evaluator_is_asked() -> None:
    card = a_card(BENCHMARK)
    assert render(BENCHMARK, card, stage="audit").hash == render(BENCHMARK, card, stage="primary").hash


def test_an_empty_answer_is_said_to_be_empty() -> None:
    assert sent(response_text=" \n").endswith(f"ANSWER TO EVALUATE:\n{EMPTY_ANSWER}")


def adjudicated(*scores: float) -> str:
    earlier = [an_assessment(BENCHMARK, score, f"Found {score}.") for score in scores]
    return render(BENCHMARK, a_card(BENCHMARK), stage="adjudication", earlier=earlier).messages[0].text


def test_an_adjudicator_gets_the_published_addition_with_both_assessments() -> None:
    text = adjudicated(1, 4)
    assert text.startswith(sent())
    addition, earlier = text[len(sent()) :].split("EARLIER ASSESSMENTS:\n")
    assert addition.startswith("\n\nINDEPENDENT ADJUDICATION:\nTwo earlier evaluators disagreed.")
    assert "untrusted arguments, not votes" in addition
    read = json.loads(earlier)
    assert sorted(one["summary"] for one in read) == ["Found 1.", "Found 4."]
    assert list(read[0]) == [
        "authority_classification",
        "dimensions",
        "major_errors",
        "important_omissions",
        "answer_evidence",
        "rubric_evidence",
        "overall_confidence",
        "summary",
    ]
    assert read[0]["dimensions"]["non_evasion"] in ({"score": 1, "confidence": 0.5}, {"score": 4, "confidence": 0.5})


def test_the_order_of_the_assessments_says_nothing_about_who_spoke_first() -> None:
    assert adjudicated(1, 4) == adjudicated(4, 1)
    one, other = an_assessment(BENCHMARK, 1, "Found 1."), an_assessment(BENCHMARK, 4, "Found 4.")
    turned = replace(one, entries=dict(sorted(one.entries.items())))
    prompt = render(BENCHMARK, a_card(BENCHMARK), stage="adjudication", earlier=[turned, other])
    assert prompt.messages[0].text == adjudicated(1, 4)
    earlier = [an_assessment(BENCHMARK, 1), an_assessment(BENCHMARK, 4)]
    first = set()
    for number in range(20):
        card = a_card(BENCHMARK, label=f"R-23456789{number}")
        text = render(BENCHMARK, card, stage="adjudication", earlier=earlier).messages[0].text
        first.add(json.loads(text.split("EARLIER ASSESSMENTS:\n")[1])[0]["dimensions"]["non_evasion"]["score"])
    assert first == {1, 4}


def test_an_adjudicator_without_both_assessments_and_another_with_some_are_refused() -> None:
    earlier = [an_assessment(BENCHMARK, 1)]
    with pytest.raises(PromptError, match="1 earlier assessments; an adjudicator is shown both"):
        render(BENCHMARK, a_card(BENCHMARK), stage="adjudication", earlier=earlier)
    with pytest.raises(PromptError, match="only an adjudicator is shown any"):
        render(BENCHMARK, a_card(BENCHMARK), stage="audit", earlier=earlier)


def test_everything_missing_is_named_at_once() -> None:
    card = a_card(
        BENCHMARK, prompt_text=" ", considerations=None, authority_classification=None, sources=None, charter=None
    )
    with pytest.raises(PromptError) as raised:
        render(BENCHMARK, card, stage="primary")
    assert [problem.split(": ")[1] for problem in raised.value.problems] == [
        "no text for {MODULE_CHARTER}",
        "no text for {SCENARIO_TEXT}",
        "no text for {AUTHORITY_CLASSIFICATION}",
        "no text for {EXPECTED_CONSIDERATIONS_JSON}",
        "no text for {SOURCE_REFERENCES_JSON}",
    ]
    assert raised.value.problems[0].startswith("R-2345678923 under catholic: ")


def test_a_list_that_is_said_to_be_empty_is_not_missing() -> None:
    assert "EXPECTED CONSIDERATIONS:\n[]\n" in sent(considerations=())


def test_a_run_is_told_before_its_first_call_what_is_missing_for_how_many() -> None:
    cards = [a_card(BENCHMARK, label=f"R-{n}", charter=None if n else "1. Speak.") for n in range(5)]
    assert prompt_problems(BENCHMARK, cards) == [
        "no text for {MODULE_CHARTER}: the whole charter of that module (4 of 5 targets, such as R-1 under catholic)"
    ]
    assert prompt_problems(BENCHMARK, cards[:1]) == []


def test_a_module_or_classification_there_is_not_is_named_with_those_there_are() -> None:
    cards = [a_card(BENCHMARK, module_id="stoic", authority_classification="open")]
    assert prompt_problems(BENCHMARK, cards) == [
        "there is no module 'stoic'; allowed: catholic, evangelical, sunni, twelver_shia, secular_humanism"
        " (1 of 1 targets, such as R-2345678923 under stoic)",
        "the classification 'open' is not one of settled, bounded_prudential, open_prudential, disputed_boundary"
        " (1 of 1 targets, such as R-2345678923 under stoic)",
    ]


def test_the_transcript_is_what_was_sent() -> None:
    assert transcript(render(BENCHMARK, a_card(BENCHMARK), stage="primary")) == f"=== user ===\n{sent()}"
