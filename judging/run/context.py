"""What stays the same while a run goes on: its benchmark, panel and settings, read once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from judging.panel import Panel, PanelJudge
from judging.protocols.of_benchmark import step_for, under_protocol
from judging.protocols.terms import Judge, Settings, Step
from judging.run.options import BATCH_POLL_S
from rubrics.protocols import Protocol
from rubrics.schema import Benchmark
from store import benchmarks, runs, study_names
from store.engine import Session
from store.run_targets import charters


@dataclass(frozen=True)
class Context:
    """A run as its worker needs it. `batched` are the judges that are asked in batches.

    `charters` are the texts in force when it was planned, by module; `names` those of systems, makers, judges and
    people, which no judge may read.
    """

    run_id: int
    study_id: int
    kind: Literal["judging", "collecting"]
    protocol: str
    benchmark: Benchmark
    benchmark_hash: str
    panel: Panel
    judges: Mapping[str, PanelJudge]
    raters: Mapping[str, int]
    settings: Settings
    step: Step
    charters: Mapping[str, str]
    names: Sequence[str]
    shuffle_axes: bool
    hold: bool
    retries: int
    first_pause_s: float
    batched: frozenset[str] = frozenset()
    batch_poll_s: float = BATCH_POLL_S

    @property
    def as_judges(self) -> tuple[Judge, ...]:
        """The panel as protocols know it."""
        return tuple(judge.as_judge() for judge in self.panel.judges)


def names_in(panel: Panel) -> list[str]:
    """Return every name by which a judge of a panel could be known."""
    each = [(judge.id, judge.name, judge.model, judge.family) for judge in panel.judges]
    return [name for names in each for name in names]


def panel_from(table: Mapping[str, Any]) -> Panel:
    """Return a panel as it was stored."""
    return Panel.model_validate_json(json.dumps(table))


def benchmark_under(benchmark: Benchmark, protocol: Protocol | None) -> Benchmark:
    """Return a benchmark, under another protocol where one is given."""
    return benchmark if protocol is None else under_protocol(benchmark, protocol)


def read_context(session: Session, *, run_id: int) -> Context:
    """Read a run."""
    run = runs.read_run(session, run_id=run_id)
    identity, options = run.manifest, run.options
    file = benchmarks.by_hash(session, content_hash=run.benchmark_hash)
    benchmark = Benchmark.model_validate({**file.model_dump(), "protocol": identity["protocol"]})
    panel = panel_from(run.panel)
    settings = Settings(benchmark, identity["seed"], identity["exclude"], identity["repeat_share"])
    raters = {one.judge: one.rater_id or 0 for one in runs.judges_of(session, run_id=run_id)}
    kept: Mapping[str, str] = identity["charters"]
    texts = charters(session, study_id=run.study_id, hashes=list(kept.values()))
    return Context(
        run_id=run_id,
        study_id=run.study_id,
        kind="collecting" if run.kind == "collecting" else "judging",
        protocol=run.protocol,
        benchmark=benchmark,
        benchmark_hash=run.benchmark_hash,
        panel=panel,
        judges={judge.id: judge for judge in panel.judges},
        raters=raters,
        settings=settings,
        step=step_for(benchmark),
        charters={module: text for module, (_, text) in texts.items()},
        names=[*study_names.names(session, study_id=run.study_id), *names_in(panel)],
        shuffle_axes=identity["shuffle_axes"],
        hold=options.get("doubtful") == "hold",
        retries=options.get("retries", 5),
        first_pause_s=options.get("first_pause_s", 1.0),
        batched=frozenset(options.get("batched", ())),
        batch_poll_s=options.get("batch_poll_s", BATCH_POLL_S),
    )
