"""Builders of valid things for tests: each returns something sound, and a test spoils exactly one part of it."""

import copy
from typing import Any

from rubrics.schema import Benchmark

_BENCHMARK: dict[str, Any] = {
    "id": "invented",
    "version": "v1",
    "title": "Invented benchmark",
    "description": "Invented for tests.",
    "source": {"name": "Invented for tests", "licence": "CC0 1.0"},
    "axes": [
        {
            "id": "truth",
            "name": "Truth",
            "description": "Is it true?",
            "lowest": 0,
            "highest": 3,
            "may_not_apply": False,
            "in_composite": True,
            "anchors": {"0": "All false.", "1": "Mostly false.", "2": "Mostly true.", "3": "All true."},
        },
        {
            "id": "care",
            "name": "Care",
            "description": "Is it kind?",
            "lowest": 0,
            "highest": 3,
            "may_not_apply": True,
            "in_composite": True,
            "anchors": {"0": "Cruel.", "1": "Cold.", "2": "Friendly.", "3": "Kind."},
        },
    ],
    "modules": [{"id": "plain", "name": "Plain sense", "standpoint": "Everyday judgement."}],
    "tasks": {"called": "Prompt", "languages": ["en"]},
    "collecting": {"prompt": "{PROMPT_TEXT}", "temperature": 0, "runs": 1},
    "protocol": {"kind": "cross_judge", "exclude": "model", "settle": "median", "fewest_judges": 1},
    "judging": {"temperature": 0, "attempts": 2, "reason_before_score": True},
    "nulls": {"judges": "more_than_half", "people": "more_than_half", "in_total": "left_out"},
    "totals": {
        "within_response": "sum",
        "shown": ["total", "possible", "percent"],
        "replications": "averaged_within_prompt",
        "across_prompts": "mean",
    },
    "rounding": {"rule": "none"},
    "ties": {"rule": "none"},
    "people": {
        "scorers_per_target": 2,
        "human_gap": 2,
        "third_score": "replaces",
        "settle": "mean",
        "justification": "always",
    },
    "claim_limits": [{"text": "Invented; claims nothing.", "wording": "ours"}],
}


def a_benchmark_table(**changes: Any) -> dict[str, Any]:
    """The tables of a valid benchmark file (two axes, 0 to 3; only ``care`` may not apply), with top-level changes."""
    return {**copy.deepcopy(_BENCHMARK), **changes}


def a_benchmark(**changes: Any) -> Benchmark:
    """A valid benchmark, as ``a_benchmark_table`` describes it."""
    return Benchmark.model_validate(a_benchmark_table(**changes))
