"""Whole studies of two published benchmarks through the real worker, against a model on the wire, to the end.

What was settled is worked out once more from the stored verdicts by the pure protocol alone, and counted by hand where
counting is enough: audits, empty answers, second readings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from sqlmodel import select

from judging.panel import load_panel
from judging.protocols.of_benchmark import step_for
from judging.protocols.terms import Ask, AxisScore, Call, Heard, Settings, Settled, Target
from judging.run import control
from judging.run.control import RunStatus
from judging.run.plan import RunOptions, plan_run
from judging.settling import targets_of
from store import benchmarks, settling, verdicts
from store.engine import Session, Store
from store.tables import Rater, RunCall, Verdict, VerdictScore
from tests.judging.run.a_run import a_worker_process
from tests.judging.whole_studies import (
    EMPTY_OF,
    MAKERS,
    OWN,
    a_panel_file,
    an_open_study,
    graded_intake,
    scenario_intake,
)
from tests.store.a_study import a_store
from tests.stub_client import Stub

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(sqlite_store_url: str) -> Iterator[Store]:
    with a_store(sqlite_store_url) as one:
        yield one


def run_to_the_end(store: Store, study_id: int, panel_text: str, log: Path) -> RunStatus:
    """Plan a run and let a worker process do it."""
    panel = load_panel(panel_text, "panel.toml")
    now = datetime.now(UTC)
    with store.writing() as session:
        run_id = plan_run(session, study_id=study_id, panel=panel, options=RunOptions(), environ={}, by=None, now=now)
    control.start(store, run_id=run_id, now=now, spawn=lambda *_, **__: 0)
    worker = a_worker_process(str(store.engine.url), run_id, log)
    assert worker.wait(600) == 0, log.read_text()
    with store.reading() as session:
        return control.status(session, run_id=run_id, now=datetime.now(UTC))


def heard_in(session: Session) -> dict[int, list[Heard]]:
    """Read every verdict from the tables, by target."""
    scores: dict[int, dict[str, float | None]] = defaultdict(dict)
    for row in session.exec(select(VerdictScore)):
        scores[row.verdict_id][row.axis] = row.value
    raters = {one.id: one.key for one in session.exec(select(Rater))}
    specs = {one.id: one.spec for one in session.exec(select(RunCall))}
    found: dict[int, list[Heard]] = defaultdict(list)
    for one in session.exec(select(Verdict)):
        earlier = tuple(specs[one.call_id]["earlier"])
        call = Call(one.stage, raters[one.rater_id], one.replicate, one.attempt, earlier)
        found[one.target_id].append(Heard(one.id or 0, call, one.state, scores[one.id or 0], one.confidence))  # type: ignore[arg-type]
    return found


def settled_again(store: Store, study_id: int, panel_text: str) -> dict[int, tuple[Target, Settled, list[Heard]]]:
    """Settle every target by the pure protocol from the stored verdicts, and hold it against what was stored."""
    panel = [one.as_judge() for one in load_panel(panel_text, "panel.toml").judges]
    found = {}
    with store.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=study_id)
        settings = Settings(benchmark, settling.seed(session, study_id=study_id))
        heard, step = heard_in(session), step_for(benchmark)
        stored = verdicts.settled(session, study_id=study_id, protocol=benchmark.protocol.kind)
        targets = targets_of(session, study_id=study_id)
        assert len(stored) == len(targets) * len(benchmark.axes)
        for target in targets:
            settled = step(target, panel, heard[target.id], settings)
            assert not isinstance(settled, Ask), settled
            for axis, score in settled.scores.items():
                row = stored[target.id, axis]
                there = AxisScore(row.kind, row.value, row.n, row.nulls, tuple(row.verdict_ids))  # type: ignore[arg-type]
                assert there == score, (target, axis)
            found[target.id] = (target, settled, heard[target.id])
    return found


def test_a_graded_benchmark_is_judged_to_the_end(store: Store, stub: Stub, tmp_path: Path) -> None:
    with store.writing() as session:
        study_id = an_open_study(session, file="credo/v1.1.toml", intake=graded_intake(), slug="graded")
    panel = a_panel_file(stub.url, ("Juniper", "Kumquat"))
    status = run_to_the_end(store, study_id, panel, tmp_path / "log")
    assert (status.state, status.targets_done, status.targets) == ("done", 115, 115)
    found = settled_again(store, study_id, panel)
    paths = Counter(one.path for _, one, _ in found.values())
    # 23 questions; the own system's answers 1, 10 and 19 are empty and asked of nobody; its other 20 are read twice.
    empty = len(range(0, 23, EMPTY_OF))
    assert paths == {"first": 4 * 23, "empty_unasked": empty, "lower_of_two": 23 - empty}
    assert stub.stats()["paid"] == 4 * 23 + 2 * (23 - empty)
    for target, settled, heard in found.values():
        score = settled.scores["reliability"]
        given = [one.scores["reliability"] or 0 for one in heard]
        assert score.value == min(given, default=0)
        assert (target.author.system == OWN) == (len(heard) != 1)


def test_a_benchmark_of_many_standpoints_is_judged_audited_and_adjudicated(
    store: Store, stub: Stub, tmp_path: Path
) -> None:
    alike = {"score": 3, "overall_confidence": 0.9}
    stub.control(
        rules=[
            {"contains": "It is plain.", "fill": alike},
            {"contains": "It is contested.", "fill": {"overall_confidence": 0.9}},
            {"contains": "It is murky.", "fill": {"score": 2, "overall_confidence": 0.3}},
        ]
    )
    with store.writing() as session:
        study_id = an_open_study(session, file="worldviews/v1.toml", intake=scenario_intake(), slug="standpoints")
    panel = a_panel_file(stub.url, MAKERS)
    status = run_to_the_end(store, study_id, panel, tmp_path / "log")
    assert (status.state, status.targets_done, status.targets) == ("done", 1200, 1200)
    found = settled_again(store, study_id, panel)
    for target, settled, heard in found.values():
        stages = sorted(one.call.stage for one in heard)
        audited = in_the_quarter(target)
        assert ("audit" in stages) == audited, target
        assert ("adjudication" in stages) == (settled.path == "adjudicated")
        assert author_and_judges_differ(target, heard)
    paths = Counter(one.path for _, one, _ in found.values())
    audits = sum(in_the_quarter(target) for target, _, _ in found.values())
    # A quarter of 1,200 is 300, with a standard deviation of 15.
    assert 240 < audits < 360
    assert paths["primary"] == 1200 - audits
    assert paths["audited_mean"] + paths["adjudicated"] == audits
    assert paths["audited_mean"] > 50
    assert paths["adjudicated"] > 100
    assert stub.stats()["paid"] == 1200 + audits + paths["adjudicated"]


def in_the_quarter(target: Target) -> bool:
    """The rule of the audit set, written once more: the first eight bytes of SHA-256 below a quarter of 2 to the 64."""
    digest = sha256(f"whole studies, first edition|audit|{target.key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") < 2**62


def author_and_judges_differ(target: Target, heard: list[Heard]) -> bool:
    """Whether author and judges are all of different makers."""
    makers = [target.author.family.split()[0].lower(), *(one.call.judge for one in heard)]
    return len(set(makers)) == len(makers)
