"""No name of a system, maker, judge or person reaches a judge through what a run puts into a prompt."""

from dataclasses import fields

import pytest

from judging.prompts.cards import Assessment, Card
from judging.prompts.leaks import leaks
from judging.prompts.render import Prompt, render
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from tests.judging.prompts.cards_to_render import a_card, an_assessment, ten_x, worldviews

TEN_X, WORLDVIEWS = ten_x(), worldviews()
NAMES = ["Ostler 4", "Brindle-Mini", "Quern Labs", "Ada Bellweather"]


def rendered(benchmark: Benchmark = TEN_X, **changes: object) -> Prompt:
    stage = "cross" if benchmark is TEN_X else "primary"
    return render(benchmark, a_card(benchmark, **changes), stage=stage)


def test_a_card_has_no_place_for_an_author() -> None:
    assert {field.name for field in fields(Card)} == {
        "label",
        "module_id",
        "prompt_text",
        "response_text",
        "reference_answer",
        "considerations",
        "authority_classification",
        "sources",
        "charter",
    }


@pytest.mark.parametrize("benchmark", [TEN_X, WORLDVIEWS], ids=["ours", "published"])
def test_an_ordinary_prompt_names_nobody(benchmark: Benchmark) -> None:
    assert leaks(rendered(benchmark), NAMES) == []


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("prompt_text", "what the system was asked"),
        ("reference_answer", "the reference answer"),
        ("considerations", "the expected considerations"),
        ("sources", "the sources"),
    ],
)
def test_a_name_in_anything_that_is_put_in_is_found(place: str, said: str) -> None:
    text = "As ostler-4 put it, yes."
    prompt = rendered(WORLDVIEWS, **{place: (text,) if place in ("considerations", "sources") else text})
    assert leaks(prompt, NAMES) == [
        f"'Ostler 4' stands in {said}; nothing sent to a judge may name a system, maker or rater"
    ]


def test_every_name_is_found_and_each_place_is_said() -> None:
    prompt = rendered(prompt_text="Ask Ada Bellweather.", reference_answer="Quern Labs says no; so does BRINDLE MINI.")
    assert [leak.split(";")[0] for leak in leaks(prompt, NAMES)] == [
        "'Ada Bellweather' stands in what the system was asked",
        "'Brindle-Mini' stands in the reference answer",
        "'Quern Labs' stands in the reference answer",
    ]


def test_what_the_response_says_was_decided_by_the_owner() -> None:
    assert leaks(rendered(response_text="I am Ostler 4."), NAMES) == []


def test_what_the_benchmark_and_the_charter_say_is_not_searched() -> None:
    assert leaks(rendered(WORLDVIEWS, charter="Quern Labs is no authority."), NAMES) == []
    assert leaks(rendered(), ["Lane Alignment", "prosperity"]) == []


def test_a_part_of_a_word_is_no_name() -> None:
    assert leaks(rendered(prompt_text="The hostlers met Adas."), ["Ostler", "Ada"]) == []


def test_a_name_the_owner_kept_a_blank_and_a_single_sign_are_passed_over() -> None:
    prompt = rendered(prompt_text="Is Ostler 4 a person? A man asks.")
    assert leaks(prompt, ["Ostler 4", "", "  ", "A"], kept=["Ostler 4"]) == []
    assert len(leaks(prompt, ["Ostler 4"])) == 1


def adjudication(summary: str, response: str = "Yes.") -> Prompt:
    earlier = [an_assessment(WORLDVIEWS, 1, summary), an_assessment(WORLDVIEWS, 4)]
    return render(WORLDVIEWS, a_card(WORLDVIEWS, response_text=response), stage="adjudication", earlier=earlier)


def test_an_earlier_judge_that_names_itself_or_the_author_is_found() -> None:
    (leak,) = leaks(adjudication("It is sound.\nOstler 4 agrees."), NAMES)
    assert leak.startswith("'Ostler 4' stands in the earlier assessments")


def test_a_name_in_an_earlier_reason_is_found() -> None:
    reasons = {axis: Entry("value", 1, "Written by\nQuern Labs.") for axis in TEN_X.axis_ids}
    both = [Assessment(reasons), Assessment(reasons)]
    assert len(leaks(render(TEN_X, a_card(TEN_X), stage="adjudication", earlier=both), NAMES)) == 1


def test_an_earlier_judge_may_quote_a_name_that_the_response_holds() -> None:
    assert leaks(adjudication("It says “Ostler 4”.", "Ostler 4 says yes."), NAMES) == []


@pytest.mark.parametrize("benchmark", [TEN_X, WORLDVIEWS], ids=["ours", "published"])
def test_all_that_differs_between_targets_is_searched(benchmark: Benchmark) -> None:
    """What is sent, without what `put_in` and the charter hold, is the same for two targets."""

    def frame(mark: str) -> str:
        considerations, sources = (f"considered{mark}",), (f"source{mark}",)
        prompt = rendered(
            benchmark,
            label=f"R-{mark}",
            prompt_text=f"asked{mark}",
            response_text=f"answer{mark}",
            reference_answer=f"reference{mark}",
            considerations=considerations,
            sources=sources,
        )
        text = "".join(message.text for message in prompt.messages)
        for put_in in prompt.put_in.values():
            text = text.replace(put_in, "")
        codes = {word for word in text.replace(">", "-").split("-") if len(word) == 16 and word.isalnum()}
        for code in codes:
            text = text.replace(code, "")
        assert mark not in text
        return text

    assert frame("qq1") == frame("qq2")
