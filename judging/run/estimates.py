"""How many calls a run will make and what they cost, before any is made.

Each target is played through its protocol twice (`judging.protocols.expected`), so what only a dispute asks for is the
width of the range. Costs go by prompts that are really rendered: at least with replies of a sentence an axis, at most
with the longest prompt and reply. Replies that cannot be read, and are asked for again, come on top.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judging import prices
from judging.panel import PanelJudge
from judging.prompts.render import PromptError, render
from judging.protocols.of_benchmark import expected_of, stages_of
from judging.run.cards import card_of, target_of
from judging.run.intent import Intent
from judging.run.questions import sent_text
from judging.run.start_check import each_target
from judging.wire import Usage
from store.engine import Session

MOST_PLAYED = 5000
"""Targets that are played; of more than that every so many, and the counts are scaled up."""
MOST_RENDERED = 100
BYTES_A_TOKEN = 4
TOKENS_AN_AXIS = 60


@dataclass(frozen=True)
class JudgeEstimate:
    """One judge's part: calls and US dollars, None where its price is not known."""

    judge: str
    calls_least: int
    calls_most: int
    usd_least: float | None
    usd_most: float | None


@dataclass(frozen=True)
class Estimate:
    """What a run will ask and cost; a range, because what is disputed shows only on the way.

    `usd_least` and `usd_most` are None when a price is not known; `unknown_prices` are those judges' ids. `by_stage`
    has the fewest and the most calls of each stage.
    """

    targets: int
    calls_least: int
    calls_most: int
    usd_least: float | None
    usd_most: float | None
    by_judge: tuple[JudgeEstimate, ...] = ()
    by_stage: Mapping[str, tuple[int, int]] | None = None
    unknown_prices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sizes:
    """Bytes of prompts: the mean and the largest."""

    mean: float
    largest: int


def estimate_judging(session: Session, intent: Intent) -> Estimate:
    """Estimate a judging run."""
    played = _every(intent.targets, MOST_PLAYED)
    scale = len(intent.targets) / len(played) if played else 1.0
    panel = [judge.as_judge() for judge in intent.panel.judges]
    counts: Counter[tuple[str, str, bool]] = Counter()
    for one in each_target(session, played):
        for call, certain in expected_of(target_of(one), panel, intent.settings):
            counts[call.judge, call.stage, certain] += 1
    scaled = {key: round(number * scale) for key, number in counts.items()}
    sizes, axes = _sizes(session, intent), len(intent.benchmark.axes)
    judges = [_of_judge(judge, scaled, sizes, axes * TOKENS_AN_AXIS) for judge in intent.panel.judges]
    stages = {stage: _range(scaled, stage=stage) for stage in stages_of(intent.benchmark)}
    by_stage = {stage: found for stage, found in stages.items() if found[1]}
    return total(judges, targets=len(intent.targets), by_stage=by_stage)


def total(judges: Sequence[JudgeEstimate], *, targets: int, by_stage: Mapping[str, tuple[int, int]]) -> Estimate:
    """Add up what the judges cost; a price that is not known makes the sum unknown, never less."""
    asked = [one for one in judges if one.calls_most]
    return Estimate(
        targets=targets,
        calls_least=sum(one.calls_least for one in judges),
        calls_most=sum(one.calls_most for one in judges),
        usd_least=_sum(one.usd_least for one in asked),
        usd_most=_sum(one.usd_most for one in asked),
        by_judge=tuple(judges),
        by_stage=by_stage,
        unknown_prices=tuple(one.judge for one in asked if one.usd_most is None),
    )


def of_calls(judge: PanelJudge, calls: tuple[int, int], sizes: Sizes, tokens: int, longest: int) -> JudgeEstimate:
    """Price some calls: `tokens` is a usual reply, `longest` the longest one."""
    usage = Usage(prompt=round(sizes.mean / BYTES_A_TOKEN), completion=min(tokens, longest))
    one, most = prices.actual(judge, usage, None), prices.reserve(judge, sizes.largest, longest)
    least = None if one is None else one * calls[0]
    return JudgeEstimate(judge.id, *calls, least, None if most is None else most * calls[1])


def _of_judge(
    judge: PanelJudge, counts: Mapping[tuple[str, str, bool], int], sizes: Sizes, tokens: int
) -> JudgeEstimate:
    return of_calls(judge, _range(counts, judge=judge.id), sizes, tokens, judge.max_tokens)


def _range(
    counts: Mapping[tuple[str, str, bool], int], *, judge: str | None = None, stage: str | None = None
) -> tuple[int, int]:
    mine = {key: n for key, n in counts.items() if judge in (None, key[0]) and stage in (None, key[1])}
    return sum(n for key, n in mine.items() if key[2]), sum(mine.values())


def _sizes(session: Session, intent: Intent) -> Sizes:
    """Measure prompts that are really rendered; those with holes in them are told of elsewhere."""
    found = []
    for one in each_target(session, _every(intent.targets, MOST_RENDERED)):
        try:
            card = card_of(one, intent.charter_texts)
            prompt = render(intent.benchmark, card, stage=stages_of(intent.benchmark)[0])
        except PromptError:
            continue
        found.append(len(sent_text(prompt.messages, prompt.schema).encode()))
    return Sizes(sum(found) / len(found), max(found)) if found else Sizes(0.0, 0)


def _every(targets: Sequence[int], most: int) -> Sequence[int]:
    return targets[:: max(1, -(-len(targets) // most))]


def _sum(costs: Iterable[float | None]) -> float | None:
    known = list(costs)
    return None if any(one is None for one in known) else sum(one for one in known if one is not None)
