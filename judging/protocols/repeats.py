"""A seeded share of calls put a second time, to measure each judge against itself; what counts is never touched."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from blinding.draws import within_share
from judging.protocols.hearing import hear
from judging.protocols.terms import Ask, Call, Heard, Judge, Settings, Settled, Step, Target

AGAIN = 2


def with_repeats(step: Step) -> Step:
    """Make a step also ask the repeats that are due; without `repeat_share` it is the step as it was.

    The step itself never sees a repeat. A call is repeated once its first reply could be read. The target is settled
    when nothing more is due, repeats included; to settle without waiting for them, set `repeat_share` to 0.
    """

    def step_with_repeats(
        target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings
    ) -> Ask | Settled:
        counted = [one for one in verdicts if one.call.replicate == 1]
        found = step(target, panel, counted, settings)
        valid = [one.call for one in counted if one.state == "valid" and is_repeated(target, one.call, settings)]
        due = hear(_again(valid), verdicts, settings).due
        if isinstance(found, Ask):
            return Ask((*found.calls, *due))
        return Ask(due) if due else found

    return step_with_repeats


def is_repeated(target: Target, call: Call, settings: Settings) -> bool:
    """Say whether a call belongs to the share that is put twice: by seed, target, stage and judge alone."""
    return within_share(settings.seed, f"repeat|{target.key}|{call.stage}|{call.judge}", settings.repeat_share)


def _again(calls: Sequence[Call]) -> list[Call]:
    """Each question once more, in an order that does not depend on that of the verdicts."""
    latest = {(one.stage, one.judge): one for one in sorted(calls, key=lambda one: (one.attempt, one.earlier))}
    return [replace(call, replicate=AGAIN, attempt=1) for _, call in sorted(latest.items())]


class AgainstItself(NamedTuple):
    """How far one judge's repeats on an axis agree with its first scores.

    `n` counts pairs of scores; `changed_kind` those, not among them, of which one was not applicable and one a score.
    `exact` is the share of pairs that are equal (0 to 1), `mean_difference` the mean distance in points; both None
    without a pair.
    """

    judge: str
    axis: str
    n: int
    exact: float | None
    mean_difference: float | None
    changed_kind: int


def against_itself(heard: Iterable[Sequence[Heard]]) -> list[AgainstItself]:
    """Measure each judge against itself, axis by axis.

    Parameters
    ----------
    heard : iterable of sequences of Heard
        The verdicts of one target each.

    Returns
    -------
    list of AgainstItself
        By judge and axis, only those of which there was a repeat.
    """
    gaps: dict[tuple[str, str], list[float | None]] = {}
    for first, second in (pair for verdicts in heard for pair in _pairs(verdicts)):
        for axis in sorted(first.scores.keys() & second.scores.keys()):
            one, other = first.scores[axis], second.scores[axis]
            found = gaps.setdefault((first.call.judge, axis), [])
            if one is not None and other is not None:
                found.append(abs(one - other))
            elif one is not other:
                found.append(None)
    return [_measured(judge, axis, found) for (judge, axis), found in sorted(gaps.items())]


def _measured(judge: str, axis: str, gaps: Sequence[float | None]) -> AgainstItself:
    points = [gap for gap in gaps if gap is not None]
    exact = fmean(gap == 0 for gap in points) if points else None
    mean = fmean(points) if points else None
    return AgainstItself(judge, axis, len(points), exact, mean, len(gaps) - len(points))


def _pairs(verdicts: Sequence[Heard]) -> Iterator[tuple[Heard, Heard]]:
    last: dict[tuple[str, str, int], Heard] = {}
    for one in sorted(verdicts, key=lambda one: (one.call.attempt, one.id)):
        if one.state == "valid":
            last[one.call.stage, one.call.judge, one.call.replicate] = one
    for (stage, judge, replicate), first in sorted(last.items()):
        if replicate == 1 and (second := last.get((stage, judge, AGAIN))) is not None:
            yield first, second
