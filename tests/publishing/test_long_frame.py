"""The frame that statistics read: nobody's name in it, missing kept by kind, one module at a time."""

import numpy as np
import pandas as pd

from analysis.frame_check import check_frame
from publishing.study_figures import SETTLED_RATER, long_frame
from tests.builders import a_benchmark

SCORES = pd.DataFrame(
    [
        ("R-1", "plain", "Ann", "human", "truth", 2.0, None),
        ("R-1", "plain", "Ann", "human", "care", np.nan, "cannot_assess"),
        ("R-1", "plain", "Hollin", "llm", "truth", 1.0, None),
        ("R-1", "other", "Hollin", "llm", "truth", 3.0, None),
    ],
    columns=["response", "module", "rater", "kind", "axis", "value", "missing"],
)
SETTLED = pd.DataFrame(
    [
        ("R-1", "plain", "truth", 1.0, None, 1, 0, "median"),
        ("R-1", "plain", "care", np.nan, "not_scored", 0, 0, "median"),
        ("R-1", "other", "truth", 3.0, None, 1, 0, "median"),
    ],
    columns=["response", "module", "axis", "value", "missing", "n", "nulls", "rule"],
)


def test_people_are_numbers_and_judges_keep_their_names() -> None:
    frame = long_frame(SCORES, SETTLED, module="plain", names={"Ann": "Rater 1"})
    assert set(frame["rater"]) == {"Rater 1", "Hollin", SETTLED_RATER}


def test_one_module_at_a_time() -> None:
    frame = long_frame(SCORES, SETTLED, module="plain", names={"Ann": "Rater 1"})
    assert len(frame) == 5
    check_frame(frame, a_benchmark().axes)


def test_what_is_missing_keeps_its_kind() -> None:
    frame = long_frame(SCORES, SETTLED, module="plain", names={"Ann": "Rater 1"})
    missing = frame.set_index(["rater", "axis"])["missing"]
    assert missing["Rater 1", "care"] == "cannot_assess"
    assert missing[SETTLED_RATER, "care"] == "not_scored"
    assert missing["Rater 1", "truth"] is None


def test_nothing_at_all_is_a_frame_too() -> None:
    frame = long_frame(SCORES.iloc[:0], SETTLED.iloc[:0], module="plain", names={})
    check_frame(frame, a_benchmark().axes)
    assert frame.empty
