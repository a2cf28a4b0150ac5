"""The words of a protocol: what is judged, by whom, what was asked, what was heard, and what counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rubrics.protocols import Exclude
from rubrics.schema import Benchmark

Stage = str
"""Why a verdict was asked for: `cross`, `first`, `second`, `primary`, `audit`, `adjudication`, `person`, `third`."""

HeardState = Literal["valid", "unreadable", "refused", "failed"]
ScoreKind = Literal["value", "not_applicable", "none"]


@dataclass(frozen=True)
class Author:
    """Who wrote a response; known to protocols, never to a prompt. `family` is the maker, "" where not known."""

    system: str
    family: str = ""
    own: bool = False


@dataclass(frozen=True)
class Target:
    """A response under one module. `key` is `label|module`, the same on every machine; draws hash it."""

    id: int
    key: str
    module: str
    author: Author
    empty: bool = False


@dataclass(frozen=True)
class Judge:
    """A rater a protocol may ask; a person where people are settled. `roles` empty: may take any stage.

    `name` is what a system of this very model would be called, by which the author of a response is known again.
    """

    id: str
    model: str = ""
    family: str = ""
    roles: frozenset[Stage] = frozenset()
    name: str = ""


@dataclass(frozen=True)
class Call:
    """One question to one judge. `replicate` above 1 measures the judge against itself and never counts.

    `attempt` counts fresh calls after a reply that could not be read. `earlier` are ids of the verdicts an
    adjudicator is shown.
    """

    stage: Stage
    judge: str
    replicate: int = 1
    attempt: int = 1
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True)
class Heard:
    """What came of a call: `scores` maps axis to score, None for not applicable; empty unless `valid`.

    `failed`: no reply came and none will be asked for again in this run. `confidence` is the overall one, 0 to 1.
    """

    id: int
    call: Call
    state: HeardState
    scores: Mapping[str, float | None] = field(default_factory=dict)
    confidence: float | None = None


@dataclass(frozen=True)
class Settings:
    """The benchmark file, the study's seed, and what a run may set otherwise than the file.

    `exclude` overrides the file's rule; `repeat_share` is the share of calls asked a second time (0 to 1). `audited`
    are the ids of the targets that were audited, where files say so; None where the seed draws them.
    """

    benchmark: Benchmark
    seed: str
    exclude: Exclude | None = None
    repeat_share: float = 0.0
    audited: frozenset[int] | None = None


@dataclass(frozen=True)
class AxisScore:
    """What counts on one axis: `value` is None unless the kind is `value`.

    `n` is how many raters answered the axis, `nulls` how many of them said not applicable, `verdicts` whom it
    came from.
    """

    kind: ScoreKind
    value: float | None
    n: int
    nulls: int
    verdicts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Put these calls; those already on their way are among them and are not put twice."""

    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Settled:
    """What counts on every axis, by which rule (words for people), and how it came about.

    `path` names the branch taken, such as `single`, `audited_mean`, `adjudicated`; `gaps` are sentences on what is
    missing (a judge that could not be read, too few judges).
    """

    scores: Mapping[str, AxisScore]
    rule: str
    path: str
    gaps: tuple[str, ...] = ()


Step = Callable[[Target, Sequence[Judge], Sequence[Heard], Settings], Ask | Settled]
