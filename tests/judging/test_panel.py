"""Panels of judges: what a file may say, and what it never shows."""

import pytest

from judging.panel import Panel, PanelError, key_problems, load_panel

GOOD = """
title = "Two judges"

[[judges]]
id = "one"
name = "Model One"
model = "openrouter/maker/one"
family = "Maker"
key_env = "OPENROUTER_API_KEY"
schema_mode = "json_schema"
temperature = "refused"
max_tokens = 800
upstream = ["Maker"]
price = { input_per_million = 1, output_per_million = 5, source = "The maker's price list", date = "2026-11-01" }

[[judges]]
id = "two"
name = "Model Two"
model = "openai/two"
family = "Other"
base_url = "http://127.0.0.1:8000/v1"
schema_mode = "text"
temperature = "accepted"
max_tokens = 600
roles = ["second"]
"""


def problems_of(text: str) -> list[str]:
    with pytest.raises(PanelError) as caught:
        load_panel(text, "mine.toml")
    return list(caught.value.problems)


def test_a_panel_is_read_with_its_judges_in_order() -> None:
    panel = load_panel(GOOD, "mine.toml")
    assert [judge.id for judge in panel.judges] == ["one", "two"]
    second = panel.judge("two").as_judge()
    assert (second.id, second.model, second.family, second.roles) == (
        "two",
        "Model Two",
        "Other",
        frozenset({"second"}),
    )


def test_every_problem_is_said_at_once_with_its_place() -> None:
    text = (
        GOOD.replace('"refused"', '"sometimes"')
        .replace("max_tokens = 600", "max_tokens = 0")
        .replace('"text"', '"xml"')
    )
    assert problems_of(text) == [
        "mine.toml: judges.0.temperature: found 'sometimes'; allowed: 'accepted' or 'refused'",
        "mine.toml: judges.1.schema_mode: found 'xml'; allowed: 'json_schema', 'json_object' or 'text'",
        "mine.toml: judges.1.max_tokens: found 0; allowed: greater than or equal to 1",
    ]


def test_a_key_pasted_into_the_file_is_refused_and_not_repeated() -> None:
    text = GOOD.replace('"OPENROUTER_API_KEY"', '"sk-or-v1-secret"').replace("127.0.0.1", "me:secret@127.0.0.1")
    found = problems_of(text + 'api_key = "secret"\n')
    assert len(found) == 3
    assert not any("secret" in problem for problem in found)


def test_a_panel_without_judges_is_refused() -> None:
    assert problems_of('title = "None"\njudges = []') == ["mine.toml: judges: found 0 judges; 1 to 50 are allowed"]


def test_two_judges_of_one_id_are_refused() -> None:
    assert problems_of(GOOD.replace('"two"', '"one"', 1)) == [
        "mine.toml: judges: the id 'one' is given to more than one judge"
    ]


def test_an_upstream_can_only_be_chosen_where_one_is_passed_on_to() -> None:
    assert problems_of(GOOD.replace("openrouter/maker/one", "anthropic/one")) == [
        "mine.toml: judges.0.upstream: is for models of openrouter/; found a model of anthropic/"
    ]


def test_a_judge_without_server_of_its_own_needs_the_name_of_a_key() -> None:
    assert problems_of(GOOD.replace('key_env = "OPENROUTER_API_KEY"', "")) == [
        "mine.toml: judges.0.key_env: missing; only a judge with a base_url can do without a key"
    ]


def test_text_that_is_no_toml_is_refused_with_its_line() -> None:
    assert problems_of("title = ") == ["mine.toml: Invalid value (at end of document)"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("http://127.0.0.1:8000/v1", "http://localhost:9999/v1"), ("OPENROUTER_API_KEY", "OTHER_KEY"), ("= 5,", "= 6,")],
)
def test_port_key_and_price_do_not_change_what_a_panel_is(old: str, new: str) -> None:
    assert load_panel(GOOD.replace(old, new), "x").hash == load_panel(GOOD, "x").hash


@pytest.mark.parametrize(
    ("old", "new"),
    [("max_tokens = 800", "max_tokens = 801"), ("maker/one", "maker/uno"), ('"refused"', '"accepted"')],
)
def test_what_may_change_an_answer_changes_the_panel(old: str, new: str) -> None:
    assert load_panel(GOOD.replace(old, new), "x").hash != load_panel(GOOD, "x").hash


def test_a_missing_or_blank_key_is_named_and_a_local_server_needs_none() -> None:
    panel: Panel = load_panel(GOOD, "x")
    said = "judge 'one' needs a key in the environment variable OPENROUTER_API_KEY, which is not set"
    assert key_problems(panel, {}) == key_problems(panel, {"OPENROUTER_API_KEY": " "}) == [said]
    assert key_problems(panel, {"OPENROUTER_API_KEY": "abc"}) == []


def test_calls_are_paced_by_account_and_model() -> None:
    one, two = load_panel(GOOD, "x").judges
    assert one.gate == ("openrouter|OPENROUTER_API_KEY", "openrouter/maker/one")
    assert two.gate == ("127.0.0.1:8000|", "openai/two")
