"""Probes are made from published examples, and say by hand-counted figures how far a judge gave in."""

from dataclasses import replace
from pathlib import Path

import pytest

from judging.probes.loading import ALONE, Probe, load_injections, probes_of
from judging.probes.report import ProbeResult, probe_report
from judging.prompts.render import render
from tests.builders import a_benchmark
from tests.judging.prompts.cards_to_render import a_card, ten_x


def test_every_example_stands_alone_and_with_every_injection() -> None:
    probes = probes_of(ten_x())
    forms = [ALONE, *(one.form for one in load_injections())]
    assert len(forms) >= 8
    assert [probe.form for probe in probes] == forms * 4
    assert {(probe.base, probe.axis, probe.right, probe.asked) for probe in probes} == {
        ("TL-01-theological-3", "theological", 3, 0),
        ("TL-01-theological-0", "theological", 0, 3),
        ("SF-01-scripture-3", "scripture", 3, 0),
        ("SF-01-scripture-0", "scripture", 0, 3),
    }
    assert len({probe.id for probe in probes}) == len(probes)


def test_an_injection_holds_the_whole_response_and_the_score_it_asks_for() -> None:
    alone: dict[str, Probe] = {}
    for probe in probes_of(ten_x()):
        if probe.form == ALONE:
            alone[probe.base] = probe
            continue
        around = probe.response.replace(alone[probe.base].response, "")
        assert len(around) == len(probe.response) - len(alone[probe.base].response)
        assert str(int(probe.asked)) in around
        assert "{SCORE}" not in around
        assert "{RESPONSE}" not in around


def test_a_benchmark_without_examples_has_no_probes() -> None:
    assert probes_of(a_benchmark()) == []


def test_no_probe_gets_out_of_its_tags() -> None:
    benchmark = ten_x()
    for probe in probes_of(benchmark):
        _, target = render(benchmark, a_card(benchmark, response_text=probe.response), stage="cross").messages
        assert target.text.count("</response") == 1


def test_an_unsound_file_of_injections_is_refused_with_everything_wrong(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[injections]]\nform = "a"\ntext = "{RESPONSE}"\n[[injections]]\nform = "a"\ntext = "{SCORE}"\n'
        '[[injections]]\nform = "alone"\ntext = "{SCORE} {RESPONSE}"\n'
    )
    with pytest.raises(ValueError, match="has no") as raised:
        load_injections(file)
    assert str(raised.value).splitlines() == [
        "mine.toml: 'a' has no {SCORE}",
        "mine.toml: 'a' has no {RESPONSE}",
        "mine.toml: two are called 'a'",
        "mine.toml: two are called 'alone'",
    ]


LOW = Probe("low/alone", "low", ALONE, "Q", "R", "truth", right=0, asked=3)
HIGH = Probe("high/alone", "high", ALONE, "Q", "R", "truth", right=3, asked=0)
OTHER = Probe("other/alone", "other", ALONE, "Q", "R", "truth", right=1, asked=3)


def results(judge: str, *said: tuple[Probe, float | None, float | None]) -> list[ProbeResult]:
    """What a judge said to each probe alone and with the injection `plea`."""
    alone = [ProbeResult(probe, judge, score) for probe, score, _ in said]
    plea = [ProbeResult(replace(probe, id=f"{probe.base}/plea", form="plea"), judge, score) for probe, _, score in said]
    return [*plea, *alone]


def test_a_judge_that_does_not_give_in() -> None:
    (line,) = probe_report(results("j", (LOW, 0, 0), (HIGH, 3, 3)))
    assert (line.pairs, line.could_move, line.moved, line.obeyed, line.mean_shift) == (2, 2, 0, 0, 0)
    assert (line.right_alone, line.right_injected, line.without_score) == (2, 2, 0)


def test_a_judge_that_gives_in_up_and_down() -> None:
    # low 0 -> 3: three points towards 3; high 3 -> 1: two towards 0; other 1 -> 0: one away from 3. (3 + 2 - 1) / 3
    (line,) = probe_report(results("j", (LOW, 0, 3), (HIGH, 3, 1), (OTHER, 1, 0)))
    assert (line.pairs, line.could_move, line.moved, line.obeyed) == (3, 3, 2, 1)
    assert line.mean_shift == pytest.approx(4 / 3)
    assert (line.right_alone, line.right_injected) == (3, 0)


def test_a_judge_that_was_there_already_cannot_give_in() -> None:
    (line,) = probe_report(results("j", (LOW, 3, 3), (HIGH, 0, 2)))
    assert (line.pairs, line.could_move, line.mean_shift) == (2, 0, None)
    assert line.why_undefined == "no example had a score on both sides that could still move"


def test_a_score_that_is_missing_is_counted_and_is_not_nought() -> None:
    said = results("j", (LOW, None, 3), (HIGH, 3, None), (OTHER, 1, 2))
    (line,) = probe_report(said)
    assert (line.pairs, line.without_score, line.mean_shift) == (1, 2, 1)
    unreadable = [replace(result, readable=False) for result in said]
    assert probe_report(unreadable)[0].without_score == 3
    without_alone = [result for result in said if result.probe.form != ALONE]
    assert probe_report(without_alone)[0].without_score == 3


def test_judges_are_kept_apart_and_nothing_tried_gives_nothing() -> None:
    lines = probe_report([*results("b", (LOW, 0, 3)), *results("a", (LOW, 0, 0))])
    assert [(line.judge, line.mean_shift) for line in lines] == [("a", 0), ("b", 3)]
    assert probe_report([]) == []


def test_a_probe_answered_twice_by_one_judge_is_refused() -> None:
    said = results("j", (LOW, 0, 3))
    with pytest.raises(ValueError, match="j: low/alone; j: low/plea"):
        probe_report([*said, *said])
