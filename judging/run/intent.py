"""A run as it is wanted, with what the store says to it: the ground for checking, estimating and planning it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judging.panel import Panel
from judging.protocols.terms import Settings
from judging.run.context import benchmark_under, names_in
from judging.run.manifest import manifest_of
from judging.run.options import RunOptions
from rubrics.schema import Benchmark
from store import benchmarks, settling, study_names
from store.engine import Session
from store.run_targets import Choice, charters, chosen_targets


@dataclass(frozen=True)
class Intent:
    """What is wanted, checked against nothing yet. `targets` are ids; `charter_texts` are by module."""

    study_id: int
    panel: Panel
    options: RunOptions
    protocol_id: str
    benchmark: Benchmark
    benchmark_hash: str
    settings: Settings
    manifest: Mapping[str, Any]
    targets: Sequence[int]
    charter_texts: Mapping[str, str]

    @property
    def judge_names(self) -> list[str]:
        """Every name by which a judge of the panel could be known."""
        return names_in(self.panel)


def intend(session: Session, *, study_id: int, panel: Panel, options: RunOptions) -> Intent:
    """Read off the store what a run would be."""
    benchmark_hash = study_names.benchmark_hash(session, study_id=study_id)
    file = benchmarks.by_hash(session, content_hash=benchmark_hash)
    benchmark = benchmark_under(file, options.protocol)
    seed = settling.seed(session, study_id=study_id)
    choice = Choice(options.language, options.only_sampled)
    kept = charters(session, study_id=study_id)
    targets = chosen_targets(session, study_id=study_id, choice=choice) if options.kind == "judging" else []
    manifest = manifest_of(
        kind=options.kind,
        benchmark=benchmark,
        benchmark_hash=benchmark_hash,
        panel=panel,
        seed=seed,
        exclude=options.exclude,
        shuffle_axes=options.shuffle_axes,
        repeat_share=options.repeat_share,
        choice=choice._asdict(),
        charters={module: hash_ for module, (hash_, _) in kept.items()},
    )
    name = options.protocol_id or (benchmark.protocol.kind if options.kind == "judging" else "responses")
    return Intent(
        study_id=study_id,
        panel=panel,
        options=options,
        protocol_id=name,
        benchmark=benchmark,
        benchmark_hash=benchmark_hash,
        settings=Settings(benchmark, seed, options.exclude, options.repeat_share),
        manifest=manifest,
        targets=targets,
        charter_texts={module: text for module, (_, text) in kept.items()},
    )


def lasting_options(options: RunOptions) -> dict[str, Any]:
    """What of the options is kept with the run beside its manifest: how, and not what, is asked."""
    names = ("doubtful", "retries", "first_pause_s", "batch_poll_s")
    return {**{name: getattr(options, name) for name in names}, "batched": list(options.batched)}
