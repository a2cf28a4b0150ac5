"""How many calls a run will need, found by playing each target through its protocol with invented verdicts.

Once with judges who agree and are sure, once with judges who contradict each other and are not: what only the second
asks for, such as an adjudication, is the range. Calls for replies that cannot be read come on top.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from judging.protocols.terms import Ask, Call, Heard, Judge, Settings, Step, Target


class Likely(NamedTuple):
    """A call that a target needs; `certain` when it needs it whatever the judges say."""

    call: Call
    certain: bool


class CallRange(NamedTuple):
    """The fewest and the most calls, together and for each stage and judge; repeats are among them."""

    least: int
    most: int
    by_stage: Mapping[str, tuple[int, int]]
    by_judge: Mapping[str, tuple[int, int]]


def likely_calls(step: Step, target: Target, panel: Sequence[Judge], settings: Settings) -> tuple[Likely, ...]:
    """List the calls one target needs at most, in the order in which they become due."""
    certain = set(_played(step, target, panel, settings, agree=True))
    return tuple(Likely(one, one in certain) for one in _played(step, target, panel, settings, agree=False))


def call_range(likely: Iterable[Likely]) -> CallRange:
    """Count the calls of any number of targets."""
    counts: dict[bool, tuple[Counter[str], Counter[str]]] = {
        True: (Counter(), Counter()),
        False: (Counter(), Counter()),
    }
    for call, certain in likely:
        for by_stage, by_judge in (counts[False], *([counts[True]] if certain else [])):
            by_stage[call.stage] += 1
            by_judge[call.judge] += 1
    (least_stage, least_judge), (most_stage, most_judge) = counts[True], counts[False]
    return CallRange(
        least=least_stage.total(),
        most=most_stage.total(),
        by_stage={stage: (least_stage[stage], most) for stage, most in most_stage.items()},
        by_judge={judge: (least_judge[judge], most) for judge, most in most_judge.items()},
    )


def _played(step: Step, target: Target, panel: Sequence[Judge], settings: Settings, *, agree: bool) -> dict[Call, None]:
    heard: list[Heard] = []
    asked: dict[Call, None] = {}
    while isinstance(found := step(target, panel, heard, settings), Ask):
        new = [call for call in found.calls if call not in asked]
        if not new:
            raise RuntimeError(f"{settings.benchmark.id}: the protocol asks for what was answered: {found.calls}")
        for call in new:
            heard.append(_invented(call, len(heard), settings, agree=agree))
            asked[call] = None
    return asked


def _invented(call: Call, number: int, settings: Settings, *, agree: bool) -> Heard:
    """The lowest scores; of judges who contradict each other every other one gives the highest."""
    high = not agree and number % 2 == 1
    scores = {axis.id: axis.highest if high else axis.lowest for axis in settings.benchmark.axes}
    return Heard(number + 1, call, "valid", scores, confidence=1.0 if agree else 0.0)
