"""The synthetic scenario study of the reference file: six scenarios, two systems, two runs, some audited."""

from typing import Any

import numpy as np
import pandas as pd

from analysis.frames import Row, long_frame
from rubrics import loader
from rubrics.schema import Benchmark
from tests.analysis.benchmark_reference import given


def the_benchmark() -> Benchmark:
    """The released benchmark with a composite of seven axes from 0 to 4, shown from 0 to 100."""
    (path,) = [path for path in loader.released() if path.parent.name == "worldviews"]
    return loader.load(path)


def records() -> list[dict[str, Any]]:
    return [{**record, "target": f"T{number:02}"} for number, record in enumerate(given("worldview_24")["matrix"])]


def targets() -> pd.DataFrame:
    """Every target with its system, prompt and module."""
    return pd.DataFrame(
        [(one["target"], one["model"], one["scenario"], "only") for one in records()],
        columns=["response", "system", "prompt", "module"],
    )


def readings(which: str) -> pd.DataFrame:
    """One reading's scores, targets by axes; only the targets that had it."""
    axes = [axis.id for axis in the_benchmark().composite_axes]
    had = [one for one in records() if one[which] is not None]
    return pd.DataFrame([one[which] for one in had], index=[one["target"] for one in had], columns=axes, dtype=float)


def settled() -> pd.DataFrame:
    """What counts: the adjudicator, else the mean of primary and audit, else primary."""
    axes = [axis.id for axis in the_benchmark().composite_axes]
    rows = []
    for one in records():
        both = np.mean([one["primary"], one["audit"] or one["primary"]], axis=0)
        counts = one["adjudicator"] or both
        rows += [Row(one["target"], axis, "rule", "settled", float(v)) for axis, v in zip(axes, counts, strict=True)]
    return long_frame(rows)
