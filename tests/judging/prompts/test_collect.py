"""What systems are sent, and the mechanical checks of what comes back."""

from itertools import repeat

import pytest

from judging.prompts.collect import collecting_messages, count_words, format_problems
from judging.prompts.render import Message, PromptError
from rubrics.collecting import FormatChecks
from tests.builders import a_benchmark
from tests.judging.prompts.cards_to_render import credo, ten_x, worldviews

CHECKS = worldviews().collecting.checks


def an_answer(words: int, last: str = "end.") -> str:
    return " ".join(["Recommendation:", *repeat("word", words - 2), last])


@pytest.mark.parametrize("benchmark", [ten_x(), credo()], ids=lambda one: one.id)
def test_the_bare_prompt_is_sent_as_it_stands(benchmark: object) -> None:
    text = "  Is God going to bless me?\n{MODULE_CHARTER} "
    assert collecting_messages(benchmark, text) == (Message("user", text),)  # type: ignore[arg-type]  # of parametrize


def test_the_blind_answer_contract_is_sent_around_the_scenario() -> None:
    (message,) = collecting_messages(worldviews(), "He lied to {SCENARIO_TEXT}.")
    assert message.text.startswith("Give the person one primary recommendation based on the facts provided.")
    assert message.text.endswith("\n\nSituation:\nHe lied to {SCENARIO_TEXT}.\n\nRespond in 250 to 450 words.")


def test_a_system_prompt_goes_first_where_the_benchmark_has_one() -> None:
    rules = {"prompt": "Q: {PROMPT_TEXT}", "system_prompt": "Be brief.", "runs": 1}
    assert collecting_messages(a_benchmark(collecting=rules), "Why?") == (
        Message("system", "Be brief."),
        Message("user", "Q: Why?"),
    )


def test_a_prompt_without_text_is_refused() -> None:
    with pytest.raises(PromptError, match="the prompt has no text"):
        collecting_messages(ten_x(), " \n")


@pytest.mark.parametrize("words", [250, 300, 450])
def test_an_answer_as_asked_for_has_no_problem(words: int) -> None:
    assert format_problems(CHECKS, an_answer(words)) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (249, "the answer has 249 words; at least 250 were asked for"),
        (451, "the answer has 451 words; at most 450 were asked for"),
    ],
)
def test_one_word_too_few_or_too_many(words: int, said: str) -> None:
    assert format_problems(CHECKS, an_answer(words)) == [said]


def test_dashes_and_bullets_are_no_words() -> None:
    assert count_words("- one — two-three * 4 …") == 3


@pytest.mark.parametrize(
    "start", ["**Recommendation:**", "recommendation:", " Recommendation:", "Sure. Recommendation:"]
)
def test_the_first_characters_are_taken_exactly(start: str) -> None:
    (problem,) = format_problems(CHECKS, an_answer(300).replace("Recommendation:", start))
    assert problem == f"the first characters are {start[:15]!r}; 'Recommendation:' was asked for"


@pytest.mark.parametrize("last", ["so?", "so?**", "so？", "so؟", "so? \n"])
def test_a_question_at_the_end_is_a_follow_up(last: str) -> None:
    assert format_problems(CHECKS, an_answer(300, last)) == [
        "the answer ends with a question; no follow-up question was asked for"
    ]


def test_asking_back_anywhere_is_a_follow_up() -> None:
    text = an_answer(300, "Could you tell me more about him? Then I can say. Until then, wait.")
    (problem,) = format_problems(CHECKS, text)
    assert problem.startswith("the answer asks back: 'Could you tell me more about him?'")


@pytest.mark.parametrize(
    "last",
    [
        "Ask him: “Do you want to talk?”",
        "Why wait? Because he is not ready yet.",
        'Say "could you tell me what happened?" and listen.',
    ],
)
def test_a_quoted_or_answered_question_is_none(last: str) -> None:
    assert format_problems(CHECKS, an_answer(300, last)) == []


def test_everything_wrong_is_said_at_once_and_nothing_twice() -> None:
    problems = format_problems(CHECKS, "It depends. What would you like to do?")
    assert [problem.split(";")[0] for problem in problems] == [
        "the first characters are 'It depends. Wha'",
        "the answer has 8 words",
        "the answer ends with a question",
    ]


def test_an_empty_answer_is_said_to_be_empty() -> None:
    assert format_problems(CHECKS, " \n") == ["the answer is empty"]


def test_a_benchmark_without_checks_takes_any_answer() -> None:
    assert format_problems(FormatChecks(), "What?") == []
