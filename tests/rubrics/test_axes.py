"""An axis has exactly the scores its file says, and each score means one thing."""

from typing import Any

import pytest
from pydantic import ValidationError

from rubrics.schema import Axis

ANCHORED: dict[str, Any] = {
    "id": "truth",
    "name": "Truth",
    "description": "Is it true?",
    "lowest": 0,
    "highest": 3,
    "may_not_apply": False,
    "in_composite": True,
    "anchors": {"0": "All false.", "1": "Mostly false.", "2": "Mostly true.", "3": "All true."},
}


def a_band(low: float, high: float, label: str) -> dict[str, Any]:
    return {"low": low, "high": high, "label": label, "criteria": f"Criteria of {label}."}


BANDED = {
    **{key: value for key, value in ANCHORED.items() if key != "anchors"},
    "highest": 100,
    "bands": [a_band(50, 100, "Good"), a_band(0, 49, "Poor")],
}


def an_axis(table: dict[str, Any], **changes: Any) -> Axis:
    return Axis.model_validate({**table, **changes})


def refusal(table: dict[str, Any], **changes: Any) -> str:
    """All messages, one a line, with their places."""
    with pytest.raises(ValidationError) as refused:
        an_axis(table, **changes)
    return "\n".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in refused.value.errors())


def test_values_run_from_lowest_to_highest() -> None:
    assert an_axis(ANCHORED).values() == (0, 1, 2, 3)


def test_small_steps_do_not_drift() -> None:
    tenths = an_axis(ANCHORED, step=0.1, partial_anchors=True)
    assert tenths.values()[3] == 0.3
    assert len(tenths.values()) == 31


def test_a_scale_may_lie_below_zero() -> None:
    axis = an_axis(ANCHORED, lowest=-1, highest=1, anchors={"-1": "Against.", "0": "Neither.", "1": "For it."})
    assert axis.values() == (-1, 0, 1)
    assert axis.anchor(-1) == "Against."


def test_up_to_eleven_scores_are_shown_as_choices() -> None:
    assert an_axis(ANCHORED, highest=10, partial_anchors=True).as_choices
    assert not an_axis(ANCHORED, highest=11, partial_anchors=True).as_choices


def test_the_question_is_the_description_unless_the_file_has_one() -> None:
    assert an_axis(ANCHORED).question == "Is it true?"
    assert an_axis(ANCHORED, question="Can it be believed?").question == "Can it be believed?"


def test_an_anchor_is_found_by_its_score_and_absent_where_there_is_none() -> None:
    axis = an_axis(ANCHORED, partial_anchors=True, anchors={"0": "All false.", "3": "All true."})
    assert axis.anchor(3.0) == "All true."
    assert axis.anchor(1) is None


def test_a_band_holds_both_its_ends() -> None:
    axis = an_axis(BANDED)
    found = [axis.band(score) for score in (0, 49, 50, 100)]
    assert [band.label for band in found if band] == ["Poor", "Poor", "Good", "Good"]
    assert axis.band(101) is None


def test_an_anchor_outside_the_scale_is_refused() -> None:
    said = refusal(ANCHORED, anchors={**ANCHORED["anchors"], "4": "Too much."})
    assert said == "anchors.4: anchor 4 is outside 0 to 3"


def test_an_anchor_between_the_scores_is_refused() -> None:
    said = refusal(ANCHORED, anchors={**ANCHORED["anchors"], "1.5": "Half."})
    assert said == "anchors.1.5: 1.5 is not a score of this axis (steps of 1)"


@pytest.mark.parametrize("twin", ["1.0", "01"])
def test_one_score_written_two_ways_is_a_duplicate(twin: str) -> None:
    assert "1 and" in refusal(ANCHORED, anchors={**ANCHORED["anchors"], twin: "Again."})


def test_a_missing_anchor_is_named() -> None:
    assert "no anchor for 1, 2;" in refusal(ANCHORED, anchors={"0": "All false.", "3": "All true."})


def test_an_axis_may_have_no_anchor_at_all_when_it_says_so() -> None:
    assert an_axis(ANCHORED, anchors={}, partial_anchors=True).anchors == {}
    assert "no anchor for 0, 1, 2, 3" in refusal(ANCHORED, anchors={})


def test_partial_anchors_must_still_fit_the_scale() -> None:
    assert "outside 0 to 3" in refusal(ANCHORED, anchors={"9": "Far off."}, partial_anchors=True)


def test_anchors_and_bands_exclude_each_other() -> None:
    assert "anchors or bands, not both" in refusal(BANDED, anchors={"0": "None of it."})


def test_a_gap_between_bands_is_named() -> None:
    said = refusal(BANDED, bands=[a_band(0, 38, "Poor"), a_band(66, 100, "Good")])
    assert said == "bands: bands must cover 0 to 100 without gaps; 39 to 65 is not covered"


def test_gaps_at_both_ends_and_an_overlap_are_all_named() -> None:
    said = refusal(BANDED, bands=[a_band(1, 60, "Poor"), a_band(50, 99, "Good")])
    assert said.splitlines() == [
        "bands: bands must cover 0 to 100 without gaps; 0 to 0 is not covered",
        "bands: bands must cover 0 to 100 without gaps; 100 to 100 is not covered",
        "bands: bands must not overlap; 50 to 60 is in more than one",
    ]


def test_a_band_beyond_the_scale_is_refused() -> None:
    assert "band 50 to 101 must begin and end on a score" in refusal(
        BANDED, bands=[a_band(0, 49, "Poor"), a_band(50, 101, "Good")]
    )


def test_a_band_that_ends_before_it_begins_is_refused() -> None:
    assert "band 49 to 0 ends before it begins" in refusal(
        BANDED, bands=[a_band(49, 0, "Poor"), a_band(0, 100, "Good")]
    )


def test_two_bands_of_one_name_are_refused() -> None:
    assert "both called 'Good'" in refusal(BANDED, bands=[a_band(0, 49, "Good"), a_band(50, 100, "Good")])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"highest": 0}, "highest must be above lowest"),
        ({"step": 0.4}, "steps of 0.4 from 0 do not reach 3"),
        ({"step": 0.001}, "makes more than 1001 scores"),
        ({"step": 0}, "greater than 0"),
        ({"highest": float("inf")}, "finite"),
        ({"highest": float("nan")}, "finite"),
        ({"lowest": "0"}, "valid number"),
        ({"lowest": False}, "valid number"),
        ({"may_not_apply": "no"}, "valid boolean"),
    ],
)
def test_an_unsound_scale_is_refused(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(ANCHORED, **changes)


def test_an_axis_cannot_be_changed_after_loading() -> None:
    axis = an_axis(ANCHORED)
    with pytest.raises(ValidationError):
        axis.highest = 4
