"""Requests that come late do not go out in a heap."""

import asyncio

import pytest

from judging.run.turns import Turns

ONE, OTHER = ("here|KEY", "openai/one"), ("here|KEY", "openai/other")


class Clock:
    """Seconds that pass only while somebody sleeps, or by a jerk."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)


def sent(places: list[float], *, late: float, keys: list[tuple[str, str]] | None = None) -> list[float]:
    """When requests with these places went out, after the process stood still until `late`."""
    clock, times = Clock(), []
    turns = Turns(clock=lambda: clock.now, sleep=clock.sleep)

    async def one(key: tuple[str, str], place: float) -> None:
        await turns.wait(key, go_at=place, gap=0.05)
        times.append(clock.now)

    async def everything() -> None:
        clock.now = late
        await asyncio.gather(*(one(key, place) for key, place in zip(keys or [ONE] * 9, places, strict=False)))

    asyncio.run(everything())
    return times


def test_a_request_waits_for_its_place() -> None:
    assert sent([0.0, 0.06, 0.12], late=0.0) == pytest.approx([0.0, 0.06, 0.12])


def test_requests_that_are_late_go_out_one_gap_apart() -> None:
    """All places have passed at 1 s: they go out at 1, 1.05 and 1.1 s."""
    assert sent([0.0, 0.06, 0.12], late=1.0) == pytest.approx([1.0, 1.05, 1.1])


def test_one_gate_does_not_hold_up_another() -> None:
    assert sent([0.0, 0.0], late=1.0, keys=[ONE, OTHER]) == pytest.approx([1.0, 1.0])
