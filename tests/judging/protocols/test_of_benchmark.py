"""The way from a benchmark file to its protocol, both rules of exclusion side by side, and every released file."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from judging.protocols.compare import compare
from judging.protocols.of_benchmark import WAYS, by_exclusion, people_step, stages_of, step_for, under_protocol
from judging.protocols.terms import Ask, Heard, Judge, Settings, Settled, Target
from rubrics.loader import load, released
from rubrics.protocols import CrossJudge
from rubrics.schema import Benchmark
from tests.judging.protocol_builders import (
    AUTHOR,
    a_target,
    audited_settings,
    cross,
    cross_settings,
    done,
    heard,
    panel_of,
    said,
    second_settings,
)

FILES = {path.parent.name: load(path) for path in released()}
PANEL = panel_of("Pine Lab", "Fir Lab", "Teak Lab", "Oak Lab")


def to_the_end(target: Target, panel: list[Judge], settings: Settings) -> Settled:
    """Answer every call with the highest scores until the target is settled; each round must ask something new."""
    verdicts: list[Heard] = []
    step = step_for(settings.benchmark)
    while isinstance(found := step(target, panel, verdicts, settings), Ask):
        assert not {one.call for one in verdicts} & set(found.calls)
        top = {axis.id: axis.highest for axis in settings.benchmark.axes}
        verdicts += [Heard(len(verdicts) + n + 1, call, "valid", top, 0.9) for n, call in enumerate(found.calls)]
    return found


@pytest.mark.parametrize("benchmark", FILES.values(), ids=list(FILES))
def test_every_released_file_is_settled_by_its_protocol(benchmark: Benchmark) -> None:
    settings = Settings(benchmark, "2026", repeat_share=0.5)
    for number in range(20):
        target = a_target(key=f"R-{number}|{benchmark.modules[0].id}")
        found = to_the_end(target, list(PANEL), settings)
        assert {axis: score.value for axis, score in found.scores.items()} == {
            axis.id: axis.highest for axis in benchmark.axes
        }
        assert found.gaps == ()


def test_every_kind_of_protocol_has_its_step() -> None:
    assert {benchmark.protocol.kind for benchmark in FILES.values()} == set(WAYS)
    assert stages_of(audited_settings().benchmark) == ("primary", "audit", "adjudication")


def test_people_are_settled_by_the_same_mechanism_under_any_of_them() -> None:
    for settings in (cross_settings(), second_settings(), audited_settings()):
        verdicts = [heard("P-1", "person", 1, 2), heard("P-2", "person", 2, 3)]
        assert said(done(people_step(a_target(), [Judge("P-1"), Judge("P-2")], verdicts, settings)))[1] == 2.5


def test_both_rules_of_exclusion_from_the_same_verdicts() -> None:
    """With the sister's 0: the middle of 0, 2, 3; without it the middle of 2 and 3."""
    panel, verdicts = cross(2, 3)
    sister = Judge("sister", "alder-mini", AUTHOR.family)
    verdicts = [heard("sister", "cross", 9, 0), *verdicts, heard("j0", "cross", 10, 0, replicate=2)]
    both = by_exclusion(a_target(), [*panel, sister], verdicts, cross_settings())
    assert {rule: found and found.scores["truth"].value for rule, found in both.items()} == {
        "model": 2.0,
        "family": 2.5,
    }


def test_a_rule_that_would_have_asked_more_settles_nothing() -> None:
    panel, verdicts = cross(2, 3)
    sister = Judge("sister", "alder-mini", AUTHOR.family)
    both = by_exclusion(a_target(), [*panel, sister], verdicts, cross_settings(exclude="family"))
    assert both["model"] is None
    assert both["family"] is not None


def test_two_protocols_on_the_same_responses() -> None:
    """The primary's 0 and the auditor's 1 have the mean 0.5; the cross-judges' 0, 1, 3 have the middle 1."""
    settings = audited_settings(audit_share=1)
    table = CrossJudge(kind="cross_judge", exclude="family", settle="median", fewest_judges=2)
    other = replace(settings, benchmark=under_protocol(settings.benchmark, table))
    panel = list(PANEL[:3])
    pair = [heard("j0", "primary", 1, 0), heard("j1", "audit", 2, 1)]
    crossed = [heard(f"j{n}", "cross", 3 + n, score) for n, score in enumerate((0, 1, 3))]
    verdicts = [*pair, *crossed]
    ways = [step_for(one.benchmark)(a_target(), panel, verdicts, one) for one in (settings, other)]
    a, b = ({1: done(found)} for found in ways)
    assert (said(a[1])[1], said(b[1])[1]) == (0.5, 1.0)
    assert [(one.axis, one.n, one.mean_difference, one.exact) for one in compare(a, b)] == [
        ("truth", 1, 0.5, 0.0),
        ("care", 1, 0.5, 0.0),
    ]


def test_a_protocol_that_does_not_go_with_the_file_is_refused() -> None:
    with pytest.raises(ValidationError, match="overall_confidence"):
        under_protocol(cross_settings().benchmark, audited_settings().benchmark.protocol)
