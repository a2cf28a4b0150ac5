"""Who may judge whom."""

import pytest

from judging.protocols.eligible import eligible, is_author, may_judge, of_other_families, seated
from judging.protocols.terms import Author, Judge
from rubrics.protocols import Exclude
from tests.judging.protocol_builders import AUTHOR, panel_of


@pytest.mark.parametrize(
    "judge",
    [
        Judge("x", model="Alder"),
        Judge("x", model="ALDER"),
        Judge("x", model="openrouter/alder-lab/alder"),
        Judge("x", model="other", name="alder "),
    ],
)
def test_the_author_is_known_by_model_or_name(judge: Judge) -> None:
    assert is_author(judge, AUTHOR)


@pytest.mark.parametrize(
    ("model", "system"),
    [
        ("anthropic/claude-opus-4.7", "Claude Opus 4.7"),
        ("gpt_5", "openai/GPT-5"),
        ("openai/gpt-5", "openrouter/openai/gpt-5"),
    ],
)
def test_a_provider_in_front_and_the_mark_between_words_make_no_difference(model: str, system: str) -> None:
    assert is_author(Judge("x", model=model), Author(system))


@pytest.mark.parametrize(
    ("model", "system"),
    [("alder-2", "Alder"), ("openai/gpt-5-mini", "gpt-5"), ("", ""), ("", "Alder"), ("search", "Alder w/ search")],
)
def test_another_model_is_not_the_author(model: str, system: str) -> None:
    assert not is_author(Judge("x", model=model), Author(system))


@pytest.mark.parametrize(
    ("exclude", "model", "family", "may"),
    [
        ("model", "alder", "Oxbow", False),
        ("model", "Hollin 3", "Alder Lab", True),
        ("family", "Hollin 3", "Alder Lab", False),
        ("family", "Hollin 3", " alder lab", False),
        ("family", "Hollin 3", "Oxbow", True),
        ("family", "Hollin 3", "", True),
        ("family", "Alder", "", False),
    ],
)
def test_the_model_or_the_whole_family_is_kept_out(exclude: Exclude, model: str, family: str, may: bool) -> None:
    assert may_judge(Judge("x", model, family), AUTHOR, exclude) is may


def test_an_author_of_no_known_maker_keeps_only_itself_out() -> None:
    assert may_judge(Judge("x", "Hollin 3", ""), Author("Alder"), "family")
    assert not may_judge(Judge("x", "Alder", ""), Author("Alder"), "family")


def test_a_role_is_needed_where_roles_are_given() -> None:
    free, second = Judge("free"), Judge("second", roles=frozenset({"second"}))
    assert eligible([second, free], "first", AUTHOR, "model") == [free]
    assert eligible([second, free], "second", AUTHOR, "model") == [second, free]


def test_a_judge_of_no_known_maker_is_not_of_another_maker() -> None:
    pine, fir, nobody, upper = panel_of("Pine Lab", "Fir Lab", "", "PINE LAB")
    assert of_other_families([pine, fir, nobody, upper], "Pine Lab") == [fir]
    assert of_other_families([pine, fir, nobody, upper], "Pine Lab", "") == [fir]


def test_seats_are_filled_as_far_as_they_can_be() -> None:
    """j0 first would leave the second seat empty, for only j2, of the same maker, may take it."""
    j0, j1, j2 = panel_of("Pine Lab", "Fir Lab", "Pine Lab")
    rules = [lambda _: [j0, j1], lambda taken: of_other_families([j2], taken[0].family)]
    assert seated(rules) == (j1, j2)


def test_seats_nobody_can_fill_stay_empty_and_the_panels_order_decides() -> None:
    j0, j1 = panel_of("Pine Lab", "Fir Lab")
    assert seated([lambda _: [j0, j1], lambda _: []]) == (j0,)
    assert seated([lambda _: [j1, j0]]) == (j1,)
    assert seated([lambda _: []]) == ()
    assert seated([]) == ()
