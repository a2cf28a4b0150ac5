"""Import of a rubric published as JSON: axes with anchors for every score, instructions, example anchors.

Wording is carried over byte for byte. What such a JSON leaves open (null rule, totals, rounding, human gap and so
on) is added from ``OPEN_KEYS``: our defaults, each a key in the file that comes out. All axes are taken to share one
scale, from the lowest to the highest score that any of them has an anchor for.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from rubrics.loader import LARGEST, parse
from rubrics.problems import RubricError, describe
from rubrics.published_examples import read_examples
from rubrics.schema import Benchmark
from rubrics.toml_text import toml_text

_REQUIRED = ("version", "license", "description", "axes")
_OPTIONAL = ("publishedAt", "lastRevised", "scoringInstructions", "scoringMethodologyHistory", "exampleAnchors")

OPEN_KEYS = """
[tasks]
called = "Prompt"
languages = ["en"]

[collecting]
prompt = "{PROMPT_TEXT}"
temperature = 0.7
runs = 3

[protocol]
kind = "cross_judge"
exclude = "model"
settle = "median"
fewest_judges = 2

[judging]
temperature = 0
attempts = 3
reason_before_score = true

[nulls]
judges = "more_than_half"
people = "more_than_half"
in_total = "left_out"

[totals]
within_response = "sum"
shown = ["total", "possible", "percent"]
replications = "averaged_within_prompt"
across_prompts = "mean"

[rounding]
rule = "none"

[ties]
rule = "none"

[people]
scorers_per_target = 2
human_gap = 2
third_score = "replaces"
settle = "mean"
justification = "always"
"""


def toml_from_published(
    text: str,
    *,
    name: str,
    benchmark_id: str,
    title: str,
    standpoint: str | None = None,
    address: str | None = None,
) -> str:
    """Turn a published JSON rubric into the text of a benchmark file.

    Parameters
    ----------
    text : str
        The JSON as published.
    name : str
        How the reader knows the file; put in front of every problem.
    benchmark_id, title : str
        What the JSON does not have: the benchmark's id (lower-case letters, digits, underscores) and its name.
    standpoint : str, optional
        From where it judges; without one, the JSON's description.
    address : str, optional
        Where the JSON was published.

    Returns
    -------
    str
        TOML that ``rubrics.loader.parse`` accepts, with anchors equal to the JSON's byte for byte.

    Raises
    ------
    RubricError
        With a line for every problem.
    """
    rubric, problems = _read_json(text)
    if not isinstance(rubric, Mapping):
        raise RubricError([f"{name}: {said}" for said in problems])
    problems += _key_problems(rubric)
    table = _benchmark_table(rubric, benchmark_id=benchmark_id, title=title, standpoint=standpoint, address=address)
    axes = [axis for axis in table["axes"] if isinstance(axis, Mapping)] if isinstance(table["axes"], list) else []
    examples, unread = read_examples(rubric.get("exampleAnchors", {}), axes)
    table["examples"] = examples
    lines = [f"{name}: {said}" for said in [*problems, *unread]]
    try:
        Benchmark.model_validate(table)
    except ValidationError as error:
        lines += describe(error, name=name, schema=Benchmark)
    if lines:
        raise RubricError(list(dict.fromkeys(lines)))
    toml = toml_text(table)
    parse(toml, name)
    return toml


def _read_json(text: str) -> tuple[Any, list[str]]:
    """Read JSON strictly: a key given twice and a number that is none are problems; None when it is no JSON."""
    problems: list[str] = []

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        problems.extend(f"key {key!r} is given twice" for key in dict.fromkeys(keys) if keys.count(key) > 1)
        return dict(pairs)

    def no_number(found: str) -> None:
        problems.append(f"{found} is not a number that JSON has")

    if len(text) > LARGEST:
        return None, [f"the file has {len(text):,} characters; at most {LARGEST:,} are allowed"]
    try:
        rubric = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=table, parse_constant=no_number)
    except json.JSONDecodeError as error:
        return None, [f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}"]
    except RecursionError:
        return None, ["lists or tables are nested too deeply"]
    if not isinstance(rubric, Mapping):
        problems.append("found no table of keys; a rubric is an object with axes")
    return rubric, problems


def _key_problems(rubric: Mapping[str, Any]) -> list[str]:
    allowed = (*_REQUIRED, *_OPTIONAL)
    problems = [f"{key}: missing; this key must be given" for key in _REQUIRED if key not in rubric]
    problems += [f"{key}: unknown key; allowed here: {', '.join(allowed)}" for key in rubric if key not in allowed]
    return problems


def _benchmark_table(
    rubric: Mapping[str, Any], *, benchmark_id: str, title: str, standpoint: str | None, address: str | None
) -> dict[str, Any]:
    """The tables of the benchmark file; what the JSON has in a wrong form goes in as it is and fails the schema."""
    description = rubric.get("description", "")
    added = "Protocol, totals and human rules are defaults of this software where the source is silent."
    table: dict[str, Any] = {
        "id": benchmark_id,
        "version": rubric.get("version", ""),
        "title": title,
        "description": description,
        "published": rubric.get("publishedAt"),
        "revised": rubric.get("lastRevised"),
        "instructions": rubric.get("scoringInstructions", []),
        "source": {"name": title, "address": address, "licence": rubric.get("license", ""), "note": added},
        "axes": _axes(rubric.get("axes")),
        "modules": [{"id": "lane", "name": "Declared lane", "standpoint": standpoint or description}],
        **tomllib.loads(OPEN_KEYS),
        "claim_limits": [{"text": _LIMIT, "wording": "ours"}],
        "history": rubric.get("scoringMethodologyHistory", []),
    }
    return table


_LIMIT = (
    "Scores are judgements from the standpoint this benchmark declares. Judges that are language models share biases; "
    "read their scores together with their agreement with people."
)


def _axes(found: Any) -> Any:
    """The axes with a scale; each axis's own keys win over what is added, so a wrong one is seen."""
    if not isinstance(found, list):
        return found
    anchors = [axis.get("anchors") for axis in found if isinstance(axis, Mapping)]
    scores = [float(key) for texts in anchors if isinstance(texts, Mapping) for key in texts if _SCORE.fullmatch(key)]
    scale = {"lowest": min(scores, default=0.0), "highest": max(scores, default=0.0)}
    added = {**{key: int(end) if end.is_integer() else end for key, end in scale.items()}, **_EVERY_AXIS}
    return [_axis(axis, added) if isinstance(axis, Mapping) else axis for axis in found]


_SCORE = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
_EVERY_AXIS = {"may_not_apply": True, "in_composite": True}


def _axis(axis: Mapping[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    own = {key: value for key, value in axis.items() if key != "anchors"}
    return {**added, **own, "anchors": axis.get("anchors", {})}
