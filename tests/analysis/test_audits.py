"""Agreement of two readings before anyone adjudicated."""

import pandas as pd
import pytest

from analysis.audits import audit_report
from analysis.resampling import Plan
from tests.analysis import worldview_reference as worldview
from tests.analysis.benchmark_reference import expected

PLAN = Plan("a seed", draws=1000)


def test_every_audited_target_counts_also_those_adjudicated_later() -> None:
    third = pd.Series(True, index=readings_index("adjudicator"))
    prompts = worldview.targets().set_index("response")["prompt"]
    found = audit_report(worldview.readings("primary"), worldview.readings("audit"), third, prompts, PLAN)
    overall = (found.overall.mean_absolute_error.mean.value, found.overall.within_one.mean.value)
    assert list(overall) == pytest.approx(expected("worldview_24", "primary-audit"), rel=1e-9)
    assert found.overall.mean_absolute_error.units == 98
    assert found.n == 14
    assert dict(found.paths) == {
        "primary_only": 10,
        "mean_of_both": 14 - len(third),
        "adjudicated": len(third),
        "audited": 14,
    }
    assert len(found.axes) == 7


def readings_index(which: str) -> pd.Index:
    return worldview.readings(which).index


def test_closeness_by_hand() -> None:
    # Audit minus primary: truth 1 0, care -2 and missing: MAE 1, exact 1/3, within one 2/3, bias -1/3.
    primary = pd.DataFrame({"truth": [1.0, 2, 3], "care": [3.0, 1, 0]}, index=["a", "b", "c"])
    audit = pd.DataFrame({"truth": [2.0, 2], "care": [1.0, None]}, index=["a", "b"])
    prompts = pd.Series({"a": "P", "b": "Q", "c": "Q"})
    found = audit_report(primary, audit, pd.Series(dtype=bool), prompts, PLAN)
    values = [one.mean.value for one in found.overall]
    assert values == pytest.approx([1, 1 / 3, 2 / 3, -1 / 3], rel=1e-12)
    assert [(axis, one.bias.mean.value, one.bias.units) for axis, one in found.axes] == [
        ("truth", 0.5, 2),
        ("care", -2, 1),
    ]


def test_without_audits_there_is_nothing_to_compare() -> None:
    primary = pd.DataFrame({"truth": [1.0]}, index=["a"])
    found = audit_report(primary, primary.iloc[:0], pd.Series(dtype=bool), pd.Series({"a": "P"}), PLAN)
    assert (found.n, found.overall.exact.mean.why_undefined) == (0, "there is no score")
    assert dict(found.paths)["primary_only"] == 1


def test_an_audit_without_a_primary_reading_is_refused() -> None:
    primary = pd.DataFrame({"truth": [1.0]}, index=["a"])
    other = primary.set_axis(["b"])
    with pytest.raises(ValueError, match="targets b were audited"):
        audit_report(primary, other, pd.Series(dtype=bool), pd.Series({"a": "P"}), PLAN)
    with pytest.raises(ValueError, match="targets a were adjudicated"):
        audit_report(primary, primary.iloc[:0], pd.Series({"a": True}), pd.Series({"a": "P"}), PLAN)
