"""Benchmarks and cards for the tests of prompts."""

from pathlib import Path
from typing import Any

from judging.prompts.cards import Assessment, Card
from rubrics.entries import Entry
from rubrics.loader import load
from rubrics.schema import Benchmark

FOLDER = Path(__file__).parents[3] / "rubrics"


def ten_x() -> Benchmark:
    return load(FOLDER / "christian_leader" / "v1.toml")


def credo() -> Benchmark:
    return load(FOLDER / "credo" / "v1.1.toml")


def worldviews() -> Benchmark:
    return load(FOLDER / "worldviews" / "v1.toml")


def a_card(benchmark: Benchmark, **changes: Any) -> Card:
    """A card with everything any benchmark needs, under the first module."""
    card = {
        "label": "R-2345678923",
        "module_id": benchmark.modules[0].id,
        "prompt_text": "Should I tell him?",
        "response_text": "Recommendation: tell him today.",
        "reference_answer": "Yes, because truth is owed.",
        "considerations": ("candour", "the neighbour's “good name”"),
        "authority_classification": "settled",
        "sources": ("Letters, 3",),
        "charter": "1. Speak the truth.\n2. Spare the weak.",
    }
    return Card(**{**card, **changes})


def an_assessment(benchmark: Benchmark, score: float, summary: str = "It decides.") -> Assessment:
    """An earlier assessment with the same score on every axis, in the published shape."""
    entries = {axis: Entry("value", score, "", 0.5) for axis in benchmark.axis_ids}
    lists = dict.fromkeys(("major_errors", "important_omissions", "answer_evidence", "rubric_evidence"), ())
    return Assessment(entries, 0.25, {"authority_classification": "settled", **lists, "summary": summary})
