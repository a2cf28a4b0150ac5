"""The arithmetic of gates, by hand: 1,200 a minute at 95 % is 19 a second, a spacing of 1/19 s."""

import pytest

from judging.run import gate
from store.engine import Session
from store.gate import GateRow, clock, locked_gates, move_gate, open_gates, read_gate

KEY = ("here|KEY", "openai/m")


def test_a_gate_without_a_limit_lets_everything_pass() -> None:
    assert gate.places(GateRow(), per_minute=None, now=100.0, most=3) == [100.0, 100.0, 100.0]
    assert gate.passed(GateRow(), per_minute=None, now=100.0, number=50).spacing == 0.0


def test_places_are_one_spacing_apart_and_given_out_a_quarter_of_a_second_ahead() -> None:
    """Within 0.25 s there is room for 0.25 x 19 = 4.75, so for four beyond the one that is due now."""
    places = gate.places(GateRow(), per_minute=1200, now=100.0, most=9)
    assert places == pytest.approx([100 + n / 19 for n in range(5)])
    assert gate.places(GateRow(), per_minute=1200, now=100.0, most=2) == pytest.approx([100, 100 + 1 / 19])


def test_requests_that_are_late_keep_the_spacing_of_the_limit_itself() -> None:
    assert gate.least_gap(GateRow(), 1200) == pytest.approx(1 / 20)
    assert gate.least_gap(GateRow(), None) == 0.0


def test_a_place_is_given_out_once() -> None:
    row = gate.passed(GateRow(), per_minute=1200, now=100.0, number=5)
    assert row.next_at == pytest.approx(100 + 5 / 19)
    assert gate.places(row, per_minute=1200, now=100.0, most=9) == []
    # 5/19 s is 0.263 s: the next place is given out from 0.25 s before on, and asked for 0.125 s before.
    assert gate.places(row, per_minute=1200, now=100.02, most=9) == pytest.approx([100 + 5 / 19])
    assert gate.look_again_at(row) == pytest.approx(100 + 5 / 19 - 0.125)


def test_a_stated_limit_that_refusals_disprove_is_not_gone_by() -> None:
    assert gate.spacing(GateRow(spacing=0.5), 1200) == 0.5
    assert gate.spacing(GateRow(spacing=0.01), 1200) == pytest.approx(1 / 19)


def test_a_long_rest_saves_up_nothing() -> None:
    """At 60,000 a minute the spacing is 1/950 s; 0.25 s have room for 237, beyond the one that is due now."""
    places = gate.places(GateRow(next_at=0.0), per_minute=60_000, now=1000.0, most=500)
    assert (len(places), places[0]) == (238, 1000.0)


def test_a_refusal_pauses_the_gate_for_as_long_as_the_provider_says() -> None:
    paused = gate.refused(GateRow(), now=100.0, retry_after=7.0, jitter=0.5)
    assert (paused.paused_until, paused.strikes, paused.spacing) == (107.0, 1, gate.FIRST_SPACING)
    assert gate.places(paused, per_minute=None, now=106.7, most=5) == []
    # Places are given out ahead, but none is before the pause ends; the spacing learned is 0.02 s.
    assert gate.places(paused, per_minute=None, now=106.9, most=2) == pytest.approx([107.0, 107.02])
    assert gate.passed(paused, per_minute=None, now=106.9, number=2).next_at == pytest.approx(107.04)


def test_without_a_word_from_the_provider_the_pause_doubles_and_is_jittered() -> None:
    """1 x (0.5 + 0.5 x 0.5) = 0.75 s at the first, 2 x (0.5 + 0) = 1 s at the second, never above 60 s."""
    one = gate.refused(GateRow(), now=0.0, retry_after=None, jitter=0.5)
    assert one.paused_until == pytest.approx(0.75)
    two = gate.refused(one, now=10.0, retry_after=None, jitter=0.0)
    assert two.paused_until == pytest.approx(11.0)
    assert two.strikes == 2
    many = gate.refused(GateRow(strikes=30), now=0.0, retry_after=None, jitter=1.0)
    assert many.paused_until == 60.0


def test_refusals_that_were_on_the_wire_together_are_one_strike() -> None:
    one = gate.refused(GateRow(), now=100.0, retry_after=5.0, jitter=0.0)
    other = gate.refused(one, now=100.1, retry_after=9.0, jitter=0.0)
    assert other.strikes == 1
    assert other.paused_until == pytest.approx(109.1)
    assert gate.refused(other, now=100.2, retry_after=None, jitter=0.0).paused_until == other.paused_until


def test_a_learned_spacing_fades_while_nothing_is_refused() -> None:
    row = GateRow(paused_until=100.0, spacing=0.1)
    assert gate.passed(row, per_minute=None, now=159.0, number=1).spacing == 0.1
    assert gate.passed(row, per_minute=None, now=161.0, number=1).spacing == pytest.approx(0.09)
    assert gate.accepted(GateRow(strikes=4)).strikes == 0


def test_a_gate_is_kept_in_the_store(session: Session) -> None:
    open_gates(session, keys=[KEY, KEY])
    assert locked_gates(session, keys=[KEY]) == {KEY: GateRow()}
    move_gate(session, key=KEY, gate=GateRow(1.5, 2.5, 3, 0.25))
    open_gates(session, keys=[KEY])
    assert read_gate(session, key=KEY) == GateRow(1.5, 2.5, 3, 0.25)
    assert read_gate(session, key=("nobody", "m")) == GateRow()


def test_the_clock_counts_seconds_since_1970(session: Session) -> None:
    """2026 begins at 1,767,225,600 and 2100 at 4,102,444,800."""
    assert 1_767_225_600 < clock(session) < 4_102_444_800
