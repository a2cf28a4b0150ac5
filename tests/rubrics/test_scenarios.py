"""Scenarios are read whole, from TOML or JSON, or refused with every problem."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from judging.prompts.render import prompt_problems
from judging.run.cards import card_of
from rubrics.charters import shipped
from rubrics.loader import FOLDER, load
from rubrics.scenarios import Scenario, ScenarioError, parse_scenarios, scenario_of, shipped_scenarios
from store.run_targets import TargetFacts

WORLDVIEWS = load(FOLDER / "worldviews" / "v1.toml")
MODULES = [module.id for module in WORLDVIEWS.modules]
DRAFTS = FOLDER / "worldviews" / "scenarios" / "drafts.toml"


def a_file(**changes: Any) -> dict[str, Any]:
    expected = [
        {"module": module, "classification": "settled", "considerations": ["Think."], "sources": ["Book 1"]}
        for module in MODULES
    ]
    one = {"id": "A-1", "title": "A title", "text": "What should I do?", "expected": expected}
    return {"note": "invented", "scenarios": [{**one, **changes}]}


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(ScenarioError) as refused:
        parse_scenarios(text, "mine.json", WORLDVIEWS)
    return refused.value.problems


def test_six_drafts_say_what_each_module_expects() -> None:
    scenarios = shipped_scenarios(WORLDVIEWS)
    assert len(scenarios) == 6
    classes = {one.classification for scenario in scenarios for one in scenario.expectations.values()}
    assert classes == set(WORLDVIEWS.authority_classes)
    for scenario in scenarios:
        assert scenario.note == "draft, written for this software, unreviewed"
        assert list(scenario.expectations) == MODULES
        assert all(len(one.considerations) >= 2 and one.sources for one in scenario.expectations.values())
        assert scenario.text.endswith("?")
        assert 70 <= len(scenario.text.split()) <= 120


def test_clauses_that_the_drafts_refer_to_are_there() -> None:
    charters = {charter.module: charter for charter in shipped("worldviews")}
    for scenario in shipped_scenarios(WORLDVIEWS):
        for module, expected in scenario.expectations.items():
            numbers = [one.removeprefix("charter, clause ") for one in expected.sources if one.startswith("charter,")]
            assert numbers
            assert all(charters[module].clause(number) for number in numbers), (scenario.id, module)


def test_charters_and_scenarios_are_all_that_a_judge_needs() -> None:
    charters = {charter.module: charter.text for charter in shipped("worldviews")}
    cards = [
        card_of(
            TargetFacts(1, "R-1", module, one.text, one.details(), None, "Recommendation: pay.", "S", "F", False),
            charters,
        )
        for one in shipped_scenarios(WORLDVIEWS)
        for module in MODULES
    ]
    assert prompt_problems(WORLDVIEWS, cards) == []
    assert cards[0].authority_classification == "settled"
    assert len(cards[0].considerations or ()) == 3


def test_toml_and_json_are_read_the_same() -> None:
    text = DRAFTS.read_text(encoding="utf-8")
    as_json = json.dumps(tomllib.loads(text), ensure_ascii=False)
    assert parse_scenarios(text, "x.toml", WORLDVIEWS) == parse_scenarios(as_json, "x.json", WORLDVIEWS)
    bare = text[text.index("[[") :]
    assert [one.id for one in parse_scenarios(bare, "x.toml", WORLDVIEWS)] == [
        f"SC-0{number}" for number in range(1, 7)
    ]
    assert parse_scenarios("\ufeff" + text.replace("\n", "\r\n"), "x.toml", WORLDVIEWS) == shipped_scenarios(WORLDVIEWS)


def test_a_scenario_comes_back_from_what_a_prompt_keeps() -> None:
    for scenario in shipped_scenarios(WORLDVIEWS):
        assert scenario_of(scenario.id, scenario.text, json.loads(json.dumps(scenario.details()))) == scenario
    assert scenario_of("P-1", "Who?", {"expected_themes": ["x"]}) == Scenario("P-1", "P-1", "Who?")


def test_arabic_is_read() -> None:
    (one,) = parse_scenarios(json.dumps(a_file(title="سؤال", text="ماذا أفعل؟")), "mine.json", WORLDVIEWS)
    assert (one.title, one.text) == ("سؤال", "ماذا أفعل؟")


def test_everything_wrong_is_said_at_once() -> None:
    file = a_file()
    file["scenarios"].append(json.loads(json.dumps(file["scenarios"][0])))
    first, second = file["scenarios"]
    first["expected"][0]["classification"] = "certain"
    first["expected"][1]["module"] = "pagan"
    second["expected"][2]["considerations"] = []
    second["expected"].append(dict(second["expected"][0]))
    assert problems_of(json.dumps(file)) == (
        "mine.json: scenarios.1.id: found 'A-1' again; allowed: each id once",
        "mine.json: scenarios.0 (A-1).expected: found nothing for evangelical; allowed: one table for each module",
        "mine.json: scenarios.0 (A-1).expected.0.classification: found 'certain'; allowed: settled, "
        "bounded_prudential, open_prudential, disputed_boundary",
        f"mine.json: scenarios.0 (A-1).expected.1.module: found 'pagan'; allowed: {', '.join(MODULES)}",
        "mine.json: scenarios.1 (A-1).expected.5.module: found 'catholic' again; allowed: each module once",
        "mine.json: scenarios.1 (A-1).expected.2.considerations: found an empty list; "
        "allowed: at least one consideration",
    )


def test_the_shape_is_checked_before() -> None:
    file = a_file(colour="red", id="a b", text="...")
    problems = problems_of(json.dumps(file))
    assert len(problems) == 3
    assert any("scenarios.0.colour: unknown key; allowed here: id, title, text, expected" in one for one in problems)
    assert any("scenarios.0.id: found 'a b'" in one for one in problems)
    assert any("scenarios.0.text: found '...', which has no word in it" in one for one in problems)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "mine.json: found an empty file; allowed: at least one [[scenarios]]"),
        ("{}", "mine.json: scenarios: missing; this key must be given"),
        ("[]", "mine.json: found neither TOML nor JSON: "),
        ("note = 1", "mine.json: note: found 1; allowed: text in quotes"),
        ('{"scenarios": []}', "mine.json: scenarios: found 0; allowed: 1 to 1,000"),
        ("{\n\n,}", "mine.json: line 3: found no JSON: Expecting property name enclosed in double quotes"),
        ("[[scenarios]\n", "mine.json: found neither TOML nor JSON: "),
        ("title : A\n", "mine.json: found neither TOML nor JSON: "),
        ('{"note": "a", "note": "b"}', "mine.json: found the key 'note' twice in one object; allowed: each key once"),
        ('{"a":' * 100_000, "mine.json: lists or tables are nested too deeply"),
        ("x" * 2_000_001, "mine.json: found 2,000,001 characters; allowed: at most 2,000,000"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, said: str) -> None:
    assert problems_of(text)[0].startswith(said)


def test_a_benchmark_without_authority_classes_takes_none() -> None:
    other = load(Path(__file__).parent / "invented_0_to_10.toml")
    file = a_file()
    file["scenarios"][0]["expected"] = [
        {"module": module.id, "classification": "settled", "considerations": ["Think."]} for module in other.modules
    ]
    with pytest.raises(ScenarioError, match="none; the benchmark has no authority classes"):
        parse_scenarios(json.dumps(file), "mine.json", other)
