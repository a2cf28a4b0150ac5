"""How many calls a run needs, counted by hand."""

from dataclasses import replace

import pytest

from judging.protocols.expected import CallRange, likely_calls
from judging.protocols.of_benchmark import expected_calls, expected_of, people_step
from judging.protocols.terms import Ask, Author, Call, Judge, Settings, Target
from tests.judging.protocol_builders import (
    AUTHOR,
    a_target,
    audited_settings,
    cross,
    cross_settings,
    panel_of,
    second_settings,
)

PANEL = panel_of("Pine Lab", "Fir Lab", "Teak Lab")
TARGETS = [a_target(key=f"R-{n:010}|plain") for n in range(1, 13)]
OWN = Author("Alder", "Alder Lab", own=True)


def test_cross_judges_are_counted_without_the_author() -> None:
    panel = [*cross(0, 0, 0)[0], Judge("own", "alder")]
    found = expected_calls(TARGETS, panel, cross_settings())
    assert found == CallRange(36, 36, {"cross": (36, 36)}, {f"j{n}": (12, 12) for n in range(3)})


def test_adjudication_is_a_range() -> None:
    """Six of the twelve are audited (test_audited): 12 + 6 for sure, and up to 6 adjudications."""
    found = expected_calls(TARGETS, PANEL, audited_settings())
    assert (found.least, found.most) == (18, 24)
    assert found.by_stage == {"primary": (12, 12), "audit": (6, 6), "adjudication": (0, 6)}
    assert found.by_judge == {"j0": (12, 12), "j1": (6, 6), "j2": (0, 6)}


def test_ones_own_systems_are_read_twice_and_empty_answers_not_at_all() -> None:
    targets = [a_target(), a_target(OWN), a_target(OWN, empty=True)]
    assert expected_calls(targets, PANEL, second_settings())[:2] == (3, 3)


def test_repeats_are_counted_with_their_stage() -> None:
    found = expected_calls(TARGETS[:1], PANEL, replace(cross_settings(), repeat_share=1.0))
    assert found.by_stage == {"cross": (6, 6)}


def test_each_call_of_a_target_says_whether_it_is_certain() -> None:
    found = expected_of(TARGETS[3], PANEL, audited_settings())
    assert [(one.call.stage, one.call.judge, one.certain) for one in found] == [
        ("primary", "j0", True),
        ("audit", "j1", True),
        ("adjudication", "j2", False),
    ]


def test_people_are_counted_alike() -> None:
    people = [Judge("P-1"), Judge("P-2"), Judge("P-3")]
    found = likely_calls(people_step, a_target(AUTHOR), people, cross_settings())
    assert [(one.call.stage, one.certain) for one in found] == [("person", True), ("person", True), ("third", False)]


def test_nothing_to_judge_needs_no_call() -> None:
    assert expected_calls([], PANEL, cross_settings()) == CallRange(0, 0, {}, {})
    assert expected_calls(TARGETS, [], cross_settings()).most == 0


def test_a_protocol_that_never_ends_is_found_out() -> None:
    def endless(target: Target, panel: object, verdicts: object, settings: Settings) -> Ask:
        return Ask((Call("cross", "j0"),))

    with pytest.raises(RuntimeError, match="asks for what was answered"):
        likely_calls(endless, a_target(), PANEL, cross_settings())


def test_an_adjudication_is_expected_with_the_two_before_it() -> None:
    settings = audited_settings(audit_share=1)
    called = {one.call for one in expected_of(a_target(), PANEL, settings)}
    assert called == {Call("primary", "j0"), Call("audit", "j1"), Call("adjudication", "j2", earlier=(1, 2))}
