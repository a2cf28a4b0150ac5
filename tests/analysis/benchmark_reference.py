"""The reference values of the judges' and benchmarks' statistics, with their inputs as tables."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

REFERENCE: Any = json.loads((Path(__file__).parent / "reference_benchmarks.json").read_text("utf-8"))

RATERS = ["H1", "H2", "J1", "J2", "J3", "J4"]


def given(name: str) -> Any:
    """One input as it stands in the file."""
    return REFERENCE["inputs"][name]


def a_reference_table(name: str) -> pd.DataFrame:
    """One input as responses by raters; those with six columns are two people and four judges."""
    table = pd.DataFrame(given(name)["matrix"], dtype=float)
    return table.set_axis(RATERS, axis=1) if table.shape[1] == len(RATERS) else table


def expected(name: str, beginning: str, **params: Any) -> Any:
    """What the one case of an input whose statistic begins so, with at least these parameters, should give."""
    found = [
        case["expected"]
        for case in REFERENCE["cases"]
        if case["input"] == name
        and case["statistic"].startswith(beginning)
        and params.items() <= case["params"].items()
    ]
    assert len(found) == 1, f"{len(found)} cases of {name} begin with {beginning!r}"
    return found[0]
