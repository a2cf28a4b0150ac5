"""Scenarios: what systems are asked where answers are judged from several standpoints, and what each expects.

A file is TOML, or JSON with the same keys:

    note = "draft, unreviewed"            # optional: what the file says of its own standing

    [[scenarios]]
    id = "SC-01"
    title = "A few words"
    text = '''The situation, as systems are told it.'''

    [[scenarios.expected]]                # one for each module of the benchmark
    module = "..."
    classification = "..."                # one of the benchmark's authority_classes
    considerations = ["...", "..."]
    sources = ["...", "..."]

In a study a scenario is a prompt; what is expected stands in the prompt's details, by module.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from rubrics import loader
from rubrics.fields import Closed, Identifier, Label, PromptId, Prose
from rubrics.problems import RubricError, describe
from rubrics.schema import Benchmark

LARGEST = 2_000_000
MOST = 1_000


class ScenarioError(RubricError):
    """A file of scenarios that cannot be used; ``problems`` has one line for each thing wrong with it."""


@dataclass(frozen=True)
class Expectation:
    """What one module expects of an answer; `classification` is one of the benchmark's authority classes."""

    classification: str
    considerations: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Scenario:
    """One scenario; `expectations` are by module id. `note` is what its file says of its standing."""

    id: str
    title: str
    text: str
    expectations: Mapping[str, Expectation] = field(default_factory=dict)
    note: str = ""

    def details(self) -> dict[str, Any]:
        """Return what a prompt keeps of the scenario beside its text, in the form that judges' cards are made from."""
        of = self.expectations
        details: dict[str, Any] = {
            "title": self.title,
            "authority_classification": {module: one.classification for module, one in of.items()},
            "expected_considerations": {module: list(one.considerations) for module, one in of.items()},
            "sources": {module: list(one.sources) for module, one in of.items()},
        }
        return {**details, "note": self.note} if self.note else details


class _Expected(Closed):
    module: Identifier
    classification: Identifier
    considerations: tuple[Prose, ...]
    sources: tuple[Prose, ...] = ()


class _Scenario(Closed):
    id: PromptId
    title: Label
    text: Prose
    expected: tuple[_Expected, ...]


class _File(Closed):
    note: Prose | None = None
    scenarios: tuple[_Scenario, ...]


def parse_scenarios(text: str, name: str, benchmark: Benchmark) -> tuple[Scenario, ...]:
    """Read a file of scenarios for a benchmark.

    Parameters
    ----------
    text : str
        TOML or JSON; line ends of any system.
    name : str
        The file, as its reader knows it: put in front of every problem.
    benchmark : Benchmark
        Whose modules and authority classes are allowed.

    Raises
    ------
    ScenarioError
        With every problem: place in the file, what was found, what is allowed.
    """
    table = _table(text.removeprefix("\ufeff").replace("\r\n", "\n"), name)
    try:
        file = _File.model_validate(table)
    except ValidationError as error:
        raise ScenarioError(describe(error, name=name, schema=_File)) from None
    if problems := list(_problems(file, benchmark)):
        raise ScenarioError([f"{name}: {place}: {said}" for place, said in problems])
    return tuple(_scenario(one, file.note or "") for one in file.scenarios)


def scenario_of(key: str, text: str, details: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a study's prompt was made from; without expectations where the prompt has none."""
    classes, considerations, sources = (
        found if isinstance(found := details.get(name), Mapping) else {}
        for name in ("authority_classification", "expected_considerations", "sources")
    )
    expectations = {
        module: Expectation(
            str(classes.get(module) or ""),
            tuple(map(str, considerations.get(module) or ())),
            tuple(map(str, sources.get(module) or ())),
        )
        for module in dict.fromkeys([*classes, *considerations, *sources])
    }
    return Scenario(key, str(details.get("title") or key), text, expectations, str(details.get("note") or ""))


def shipped_scenarios(benchmark: Benchmark) -> tuple[Scenario, ...]:
    """Return the scenarios that come with the software for a benchmark, by file name; empty where none do."""
    paths = sorted((loader.FOLDER / benchmark.id / "scenarios").glob("*.toml"))
    return tuple(
        one for path in paths for one in parse_scenarios(loader.read_text(path), loader.shown_name(path), benchmark)
    )


def _table(text: str, name: str) -> Any:
    if len(text) > LARGEST:
        raise ScenarioError([f"{name}: found {len(text):,} characters; allowed: at most {LARGEST:,}"])
    if not text.strip():
        raise ScenarioError([f"{name}: found an empty file; allowed: at least one [[scenarios]]"])
    try:
        if text.lstrip().startswith("{"):
            return json.loads(text, object_pairs_hook=_once)
        return tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise ScenarioError([f"{name}: line {error.lineno}: found no JSON: {error.msg}"]) from None
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError([f"{name}: found neither TOML nor JSON: {error}"]) from None
    except RecursionError:
        raise ScenarioError([f"{name}: lists or tables are nested too deeply"]) from None
    except _Twice as error:
        raise ScenarioError([f"{name}: found {error}; allowed: each key once"]) from None


class _Twice(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if twice := _again([key for key, _ in pairs]):
        raise _Twice(f"the key {twice[0][1]!r} twice in one object")
    return dict(pairs)


def _problems(file: _File, benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    """Everything that the schema alone cannot know, as (place, what was found and is allowed)."""
    if not 0 < len(file.scenarios) <= MOST:
        yield "scenarios", f"found {len(file.scenarios)}; allowed: 1 to {MOST:,}"
    for at, key in _again([one.id for one in file.scenarios]):
        yield f"scenarios.{at}.id", f"found {key!r} again; allowed: each id once"
    modules = [module.id for module in benchmark.modules]
    for at, one in enumerate(file.scenarios):
        place = f"scenarios.{at} ({one.id})"
        there = [expected.module for expected in one.expected]
        for number, module in _again(there):
            yield f"{place}.expected.{number}.module", f"found {module!r} again; allowed: each module once"
        if missing := [module for module in modules if module not in there]:
            yield f"{place}.expected", f"found nothing for {', '.join(missing)}; allowed: one table for each module"
        for number, expected in enumerate(one.expected):
            yield from _of_expected(expected, f"{place}.expected.{number}", modules, benchmark.authority_classes)


def _of_expected(
    expected: _Expected, place: str, modules: Sequence[str], classes: Sequence[str]
) -> Iterator[tuple[str, str]]:
    if expected.module not in modules:
        yield f"{place}.module", f"found {expected.module!r}; allowed: {', '.join(modules)}"
    if expected.classification not in classes:
        allowed = ", ".join(classes) or "none; the benchmark has no authority classes"
        yield f"{place}.classification", f"found {expected.classification!r}; allowed: {allowed}"
    if not expected.considerations:
        yield f"{place}.considerations", "found an empty list; allowed: at least one consideration"


def _again(keys: Sequence[str]) -> list[tuple[int, str]]:
    """Every key that was there before, with its place."""
    return [(at, key) for at, key in enumerate(keys) if key in keys[:at]]


def _scenario(one: _Scenario, note: str) -> Scenario:
    expectations = {
        expected.module: Expectation(expected.classification, expected.considerations, expected.sources)
        for expected in one.expected
    }
    return Scenario(one.id, one.title, one.text.strip(), expectations, note)
