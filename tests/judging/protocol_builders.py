"""Targets, panels, verdicts and settings for tests of protocols: each sound, for a test to spoil one part."""

from collections.abc import Sequence
from typing import Any

from judging.protocols.terms import Ask, Author, Call, Heard, HeardState, Judge, Settings, Settled, Target
from rubrics.schema import Benchmark
from tests.builders import a_benchmark, a_benchmark_table

AUTHOR = Author("Alder", "Alder Lab")

PRIMARY, AUDITOR, THIRD, FOURTH = (
    Judge("p", "p-model", "Pine Lab"),
    Judge("a", "a-model", "Aspen Lab"),
    Judge("t", "t-model", "Teak Lab"),
    Judge("f", "f-model", "Fir Lab"),
)

SECOND_READING = {
    "kind": "second_reading",
    "exclude": "model",
    "empty_answer_scores": 0,
    "second_judge": {"systems": "own", "other_family": True, "counts": "lower", "instruction": "Find what is wrong."},
}

AUDITED = {
    "kind": "audited",
    "exclude": "family",
    "audit_share": 0.25,
    "audit_family": "other_than_author_and_primary",
    "adjudicator_family": "other_than_author_and_both",
    "adjudicate": "audited_only",
    "dispute_on": "composite",
    "dispute_gap": 2,
    "low_confidence": 0.5,
    "audited_counts": "mean",
    "adjudicator_replaces": "all",
}


def a_target(author: Author = AUTHOR, **changes: Any) -> Target:
    """A response under the one module."""
    return Target(**{"id": 1, "key": "R-1|plain", "module": "plain", "author": author, **changes})


def judging(**changes: Any) -> dict[str, Any]:
    """The rules for judges: two tries."""
    return {**a_benchmark_table()["judging"], "overall_confidence": True, **changes}


def settings_of(benchmark: Benchmark, **changes: Any) -> Settings:
    return Settings(**{"benchmark": benchmark, "seed": "2026", **changes})


def cross_settings(nulls: str = "more_than_half", *, top: dict[str, Any] | None = None, **changes: Any) -> Settings:
    """Cross-judging, with changes to the protocol's table and, in `top`, to the file's other tables."""
    table = {"kind": "cross_judge", "exclude": "model", "settle": "median", "fewest_judges": 1, **changes}
    both = {"judges": nulls, "people": "more_than_half", "in_total": "left_out"}
    return settings_of(a_benchmark(protocol=table, nulls=both, **(top or {})))


def second_settings(nulls: str = "more_than_half", **changes: Any) -> Settings:
    """A second, adversarial judge for the maintainers' own systems; changes to the table of the second judge."""
    second = {**SECOND_READING, "second_judge": {**SECOND_READING["second_judge"], **changes}}  # type: ignore[dict-item]
    both = {"judges": nulls, "people": "more_than_half", "in_total": "left_out"}
    return settings_of(a_benchmark(protocol=second, nulls=both))


def audited_settings(**changes: Any) -> Settings:
    """Audits, with changes to the protocol's table; the axis `care` stands outside the composite."""
    table = a_benchmark_table(protocol={**AUDITED, **changes}, judging=judging())
    table["axes"][1]["in_composite"] = False
    return settings_of(Benchmark.model_validate(table))


def heard(judge: str, stage: str, id: int, truth: float | None, care: float | None = None, **changes: Any) -> Heard:
    """A valid verdict; without a score for care it is as the one for truth. `changes` may hold parts of the call."""
    parts = {name: changes.pop(name) for name in ("replicate", "attempt", "earlier") if name in changes}
    scores = {"truth": truth, "care": truth if care is None else care}
    call = Call(stage, judge, **parts)
    return Heard(**{"id": id, "call": call, "state": "valid", "scores": scores, "confidence": 0.9, **changes})


def unheard(judge: str, stage: str, id: int, state: HeardState, **changes: Any) -> Heard:
    """A call of which no verdict came; `changes` are parts of the call."""
    return Heard(id, Call(stage, judge, **changes), state)


def asked(found: Ask | Settled) -> tuple[Call, ...]:
    """The calls of an Ask."""
    assert isinstance(found, Ask), found
    return found.calls


def done(found: Ask | Settled) -> Settled:
    """What is settled."""
    assert isinstance(found, Settled), found
    return found


def said(settled: Settled, axis: str = "truth") -> tuple[str, float | None, int, int]:
    """Kind, value, n and nulls of an axis."""
    score = settled.scores[axis]
    return score.kind, score.value, score.n, score.nulls


def cross(*answers: float | None) -> tuple[list[Judge], list[Heard]]:
    """A panel of as many judges as answers, each of a maker of its own, and what they said of both axes."""
    panel = [Judge(f"j{n}", f"model-{n}", f"Lab {n}") for n in range(len(answers))]
    return panel, [heard(f"j{n}", "cross", n + 1, answer) for n, answer in enumerate(answers)]


def panel_of(*families: str) -> Sequence[Judge]:
    """Judges called j0, j1, ..., of these makers, in this order."""
    return [Judge(f"j{n}", f"model-{n}", family) for n, family in enumerate(families)]
