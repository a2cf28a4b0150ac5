"""The protocol of a benchmark file: what to do next, whether a panel can do it, and how many calls it takes.

To add a protocol, write a step function in a file of its own and give it a line in `WAYS`, under the `kind` by which
the `[protocol]` table of a benchmark file names it (`rubrics.protocols`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, get_args

from judging.protocols import audited, cross_judge, panel_check, second_reading
from judging.protocols.expected import CallRange, Likely, call_range, likely_calls
from judging.protocols.paired_people import paired_people
from judging.protocols.repeats import with_repeats
from judging.protocols.terms import Author, Heard, Judge, Settings, Settled, Stage, Step, Target
from rubrics.protocols import Exclude, Protocol
from rubrics.schema import Benchmark


class Way(NamedTuple):
    """A protocol: its step, its stages, and what the panel lacks for an author's responses, in sentences.

    `in_any_order` where it never matters which judge of a panel is named first.
    """

    step: Step
    stages: tuple[Stage, ...]
    empty_seats: Callable[[Author, Sequence[Judge], Settings], list[str]]
    in_any_order: bool = False


WAYS: Mapping[str, Way] = {
    "cross_judge": Way(cross_judge.cross_judge, (cross_judge.STAGE,), cross_judge.empty_seats, in_any_order=True),
    "second_reading": Way(
        second_reading.second_reading, (second_reading.FIRST, second_reading.SECOND), second_reading.empty_seats
    ),
    "audited": Way(audited.audited, (audited.PRIMARY, audited.AUDIT, audited.ADJUDICATION), audited.empty_seats),
}

people_step: Step = paired_people


def step_for(benchmark: Benchmark) -> Step:
    """Return what a run asks after each verdict: the file's protocol, with the repeats the settings want."""
    return with_repeats(WAYS[benchmark.protocol.kind].step)


def stages_of(benchmark: Benchmark) -> tuple[Stage, ...]:
    """Return the stages of the file's protocol, in the order in which they come."""
    return WAYS[benchmark.protocol.kind].stages


def panel_problems(
    benchmark: Benchmark, panel: Sequence[Judge], authors: Iterable[Author], settings: Settings
) -> list[str]:
    """Say in plain sentences why this panel cannot judge these authors' responses under the file's protocol.

    Returns
    -------
    list of str
        Empty when it can. A judge that would judge itself with nobody in its place, makers too few or not known, two
        judges of one id, a judge that would never be asked.
    """
    way = WAYS[benchmark.protocol.kind]
    settings = replace(settings, benchmark=benchmark)
    return [
        *panel_check.unsound(panel, way.stages),
        *panel_check.makers_not_known(panel, authors := list(dict.fromkeys(authors)), settings),
        *panel_check.short(panel, authors, settings, way.empty_seats),
    ]


def needed_families(benchmark: Benchmark, exclude: Exclude | None = None) -> int:
    """Return of how many makers, beside the author's, the judges of one response must be."""
    return panel_check.needed_families(benchmark, exclude)


def expected_calls(targets: Iterable[Target], panel: Sequence[Judge], settings: Settings) -> CallRange:
    """Return the fewest and the most calls a run will make when every reply can be read."""
    return call_range(one for target in targets for one in expected_of(target, panel, settings))


def expected_of(target: Target, panel: Sequence[Judge], settings: Settings) -> tuple[Likely, ...]:
    """Return the calls that one target needs, for sure or at most."""
    return likely_calls(step_for(settings.benchmark), target, panel, settings)


def by_exclusion(
    target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings
) -> dict[Exclude, Settled | None]:
    """Settle the same verdicts under each rule of who may not judge, so that both can be shown.

    None where that rule would have asked a judge who has not been heard.
    """
    step = WAYS[settings.benchmark.protocol.kind].step
    counted = [one for one in verdicts if one.call.replicate == 1]
    each = {one: step(target, panel, counted, replace(settings, exclude=one)) for one in get_args(Exclude)}
    return {one: found if isinstance(found, Settled) else None for one, found in each.items()}


def under_protocol(benchmark: Benchmark, protocol: Protocol) -> Benchmark:
    """Return the benchmark with another protocol, to run two on the same responses.

    Raises
    ------
    pydantic.ValidationError
        If the rest of the file does not go with it, with every reason.
    """
    return Benchmark.model_validate({**benchmark.model_dump(), "protocol": protocol.model_dump()})
