"""Whatever has been said, in whatever order it is told: the same calls are due, and the same counts."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.protocols.of_benchmark import people_step, step_for
from judging.protocols.terms import Ask, Author, Call, Heard, HeardState, Judge, Settings, Settled, Stage, Step
from tests.judging.protocol_builders import a_target, audited_settings, cross_settings, second_settings

OWN = a_target(Author("Alder", "Alder Lab", own=True))
MAKERS = ("Pine Lab", "Fir Lab", "Teak Lab")

WAYS: dict[str, tuple[Settings, tuple[Stage, ...]]] = {
    "cross": (cross_settings(fewest_judges=2), ("cross",)),
    "second": (second_settings(), ("first", "second")),
    "audited": (audited_settings(audit_share=1), ("primary", "audit", "adjudication")),
    "people": (cross_settings(), ("person", "third")),
}
STATES: tuple[HeardState, ...] = ("valid", "valid", "valid", "unreadable", "refused", "failed")


SEATS: dict[str, tuple[Stage, ...]] = {
    "cross": ("cross", "cross", "cross"),
    "second": ("first", "second"),
    "audited": ("primary", "audit", "adjudication"),
    "people": ("person", "person", "third"),
}


def a_panel(way: str) -> list[Judge]:
    """A judge for each seat, known by its role, so that the panel's order says nothing."""
    seats = zip(SEATS[way], MAKERS, strict=False)
    return [Judge(f"j{n}", f"m{n}", maker, frozenset({stage})) for n, (stage, maker) in enumerate(seats)]


def step_of(way: str) -> Step:
    return people_step if way == "people" else step_for(WAYS[way][0].benchmark)


@st.composite
def anything_said(draw: st.DrawFn, stages: Sequence[Stage]) -> list[Heard]:
    scores = st.dictionaries(st.sampled_from(["truth", "care"]), st.none() | st.sampled_from([0.0, 1.0, 2.0, 3.0]))
    calls = st.builds(
        Call,
        st.sampled_from(stages),
        st.sampled_from(["j0", "j1", "j2", "stranger"]),
        st.integers(1, 2),
        st.integers(1, 3),
    )
    heard = []
    for id, call in enumerate(draw(st.lists(calls, max_size=14))):
        state = draw(st.sampled_from(STATES))
        said = draw(scores) if state == "valid" else {}
        heard.append(Heard(id + 1, call, state, said, draw(st.none() | st.sampled_from([0.1, 0.5, 0.9]))))
    return heard


@pytest.mark.parametrize("way", WAYS)
@given(st.data())
def test_neither_the_order_of_verdicts_nor_of_a_panel_with_roles_matters(way: str, data: st.DataObject) -> None:
    settings, stages = WAYS[way]
    settings = replace(settings, repeat_share=data.draw(st.sampled_from([0.0, 1.0])))
    verdicts, panel = data.draw(anything_said(stages)), a_panel(way)
    found = step_of(way)(OWN, panel, verdicts, settings)
    other = step_of(way)(OWN, data.draw(st.permutations(panel)), data.draw(st.permutations(verdicts)), settings)
    if isinstance(found, Ask):
        assert isinstance(other, Ask)
        if way != "people":  # of several people who may score, the panel's order says who is asked
            assert set(found.calls) == set(other.calls)
    else:
        assert isinstance(other, Settled)
        assert (found.scores, found.path, found.rule) == (other.scores, other.path, other.rule)
        assert sorted(found.gaps) == sorted(other.gaps)


@pytest.mark.parametrize("way", WAYS)
@given(st.data())
def test_the_same_again_is_the_same_and_nothing_answered_is_asked(way: str, data: st.DataObject) -> None:
    settings, stages = WAYS[way]
    verdicts, panel = data.draw(anything_said(stages)), a_panel(way)
    found = step_of(way)(OWN, panel, verdicts, settings)
    assert found == step_of(way)(OWN, panel, verdicts, settings)
    if isinstance(found, Ask):
        assert found.calls
        answered = {(one.call.stage, one.call.judge, one.call.replicate) for one in verdicts if one.state == "valid"}
        assert not answered & {(one.stage, one.judge, one.replicate) for one in found.calls}


@pytest.mark.parametrize("way", ["cross", "second", "audited"])
@given(st.data())
def test_repeats_never_change_what_counts(way: str, data: st.DataObject) -> None:
    settings, stages = WAYS[way]
    verdicts, panel = data.draw(anything_said(stages)), a_panel(way)
    once = step_of(way)(OWN, panel, [one for one in verdicts if one.call.replicate == 1], settings)
    assert step_of(way)(OWN, panel, verdicts, settings) == once
    again = step_of(way)(OWN, panel, verdicts, replace(settings, repeat_share=1.0))
    assert isinstance(again, Ask) or again == once


@pytest.mark.parametrize("way", WAYS)
@given(st.data())
def test_no_score_ever_lies_outside_what_was_said(way: str, data: st.DataObject) -> None:
    """Neither what is missing nor what failed becomes a low score, or any."""
    settings, stages = WAYS[way]
    verdicts, panel = data.draw(anything_said(stages)), a_panel(way)
    found = step_of(way)(OWN, panel, verdicts, settings)
    if isinstance(found, Settled):
        for axis, score in found.scores.items():
            said = [one.scores[axis] for one in verdicts if one.id in score.verdicts]
            values = [value for value in said if value is not None]
            assert (score.n, score.nulls) == (len(said), len(said) - len(values))
            assert score.value is None or min(values) <= score.value <= max(values)
