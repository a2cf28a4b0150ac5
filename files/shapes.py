"""The JSON files that other software and published benchmarks write, told apart by what is in them.

Each shape turns a document into rows in the columns of our own tables, so that everything after that (checks, layout,
problems) is the same for all. A shape that holds several things (responses and their scores) is asked for one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from files import inspect_logs, label_studio, published_prompts, published_results
from files.layouts import Layout, Numbered
from files.problems import Report

Holding = Literal["prompts", "systems", "responses", "scores"]
Rows = Callable[[Any, Report], Iterator[Numbered]]
OTHERS = Layout(others=True)


@dataclass(frozen=True)
class Shape:
    """One kind of JSON file: its name in words, what its rows are counted as, and the rows it holds, by what they are.

    `layouts` says what is known of the file before anybody says anything; `needs_layout` that it is not enough.
    """

    name: str
    counted: str
    rows: Mapping[Holding, Rows]
    fits: Callable[[Any], bool]
    layouts: Mapping[Holding, Layout] = field(default_factory=dict)
    needs_layout: bool = False

    def layout(self, holding: Holding) -> Layout:
        """Return what is known of the rows of one kind."""
        return self.layouts.get(holding, OTHERS)


SHAPES = (
    Shape(
        "an evaluation log (Inspect)",
        "sample",
        {"responses": inspect_logs.responses, "scores": inspect_logs.scores},
        inspect_logs.fits,
        {"scores": Layout(others=True), "responses": Layout(others=True)},
    ),
    Shape(
        "an export of Label Studio",
        "task",
        {"responses": label_studio.responses, "scores": label_studio.scores},
        label_studio.fits,
        needs_layout=True,
    ),
    Shape(
        "published results",
        "question",
        {
            "prompts": published_results.prompts,
            "systems": published_results.systems,
            "responses": published_results.responses,
            "scores": published_results.scores,
        },
        published_results.fits,
    ),
    Shape("published prompts", "prompt", {"prompts": published_prompts.prompts}, published_prompts.fits),
)
"""Tried in this order; the first that fits is taken."""


def shape_of(document: Any) -> Shape | None:
    """Return the shape of a document, None when it is none of those known."""
    return next((shape for shape in SHAPES if shape.fits(document)), None)
