"""Runs for tests: a study of any size, a panel on the stub model, and a worker in this process or in one of its own."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from judging.panel import Panel, PanelJudge
from judging.run import control, plan
from judging.run.control import RunStatus
from judging.run.options import RunOptions
from judging.run.worker import work_on
from store import benchmarks, studies
from store.engine import Session, Store
from store.responses import NewPrompt, NewResponse, NewSystem, take_in
from tests.store.a_study import NOW, a_benchmark_text, a_plan, an_intake
from tests.template import Copy, Template

ROOT = Path(__file__).parents[3]
FAKE_KEY = "sk-fake-b7Qx9Lm2Rt5Vw8Zc"
KEY_NAME = "STUB_MODEL_KEY"
ENVIRON = {KEY_NAME: FAKE_KEY}
PRICE = {"input_per_million": 1.0, "output_per_million": 2.0, "source": "invented for tests", "date": "2026-07-01"}
NAMES = ("aspen", "pine", "teak", "fir")


def a_judge(url: str, judge_id: str = "aspen", **changes: Any) -> PanelJudge:
    """A judge on the stub model, of a maker of its own."""
    fields: dict[str, Any] = {
        "id": judge_id,
        "name": f"{judge_id.title()} 1",
        "model": f"openai/{judge_id}",
        "family": f"{judge_id.title()} Lab",
        "base_url": url,
        "key_env": KEY_NAME,
        "schema_mode": "json_schema",
        "temperature": "accepted",
        "max_tokens": 400,
        "timeout_s": 20,
        "concurrency": 8,
        "price": PRICE,
    }
    return PanelJudge.model_validate({**fields, **changes})


def a_panel(url: str, names: Sequence[str] = NAMES[:2], **changes: Any) -> Panel:
    """A panel of judges that are alike but for their names and makers."""
    return Panel(title="Stubs", judges=tuple(a_judge(url, name, **changes) for name in names))


def a_big_study(session: Session, responses: int = 4, *, state: str = "open", **changes: Any) -> int:
    """An open study of the invented benchmark with one prompt and so many responses of one system.

    `changes` are to the benchmark's table.
    """
    text = a_benchmark_text(**changes)
    content_hash = benchmarks.register(session, text=text, name="invented.toml", now=NOW)
    study_id = studies.create_study(session, plan=a_plan(), benchmark_hash=content_hash, now=NOW)
    many = [NewResponse("P-1", "Alder", f"Answer number {n} to the question.", n) for n in range(1, responses + 1)]
    intake = an_intake(
        prompts=[NewPrompt("P-1", "How can I forgive my brother?", "life")],
        systems=[NewSystem("Alder", "Alder Lab")],
        responses=many,
    )
    take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    if state == "open":
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def planned(store: Store, study_id: int, panel: Panel, **options: Any) -> int:
    """The id of a run that may start."""
    with store.writing() as session:
        return plan.plan_run(
            session,
            study_id=study_id,
            panel=panel,
            options=RunOptions(**{"first_pause_s": 0.05, **options}),
            environ=ENVIRON,
            by=None,
            now=datetime.now(UTC),
        )


def no_process(_store: Store, *, run_id: int) -> int:
    """In place of a worker's process."""
    return run_id


def go(store: Store, run_id: int) -> None:
    """Set a run going without a process."""
    control.start(store, run_id=run_id, now=datetime.now(UTC), spawn=no_process, offer=no_process)


def worked(store: Store, run_id: int) -> RunStatus:
    """Set a run going, work on it in this process until it ends or halts, and say where it stands."""
    go(store, run_id)
    work_on(store, run_id)
    return standing(store, run_id)


def standing(store: Store, run_id: int) -> RunStatus:
    """Where a run stands now."""
    with store.reading() as session:
        return control.status(session, run_id=run_id, now=datetime.now(UTC))


LOADING = """
import os, warnings
from judging import llm
from judging.run import worker
os.environ.update(llm.OFFLINE)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import litellm
"""
"""`llm.prepare` does the rest in each copy: it starts threads, and threads are not copied."""


@cache
def template() -> Template:
    """The process that the workers of this test process are copies of."""
    return Template(LOADING)


def a_worker_process(url: str, run_id: int, log: Path) -> Copy:
    """A worker in a process of its own."""
    environ = {**os.environ, **ENVIRON, "SECONDREADER_DATABASE_URL": url}
    with log.open("a") as out:
        return a_copy_at_work("--run", str(run_id), env=environ, out=out)


def a_copy_at_work(*words: str, env: Mapping[str, str], out: IO[str]) -> Copy:
    """What `python -m judging.run.worker` does with these words, in a copy."""
    code = "import sys; from judging.run.worker import main; sys.exit(main(sys.argv[1:]))"
    return template().copy(code, *words, env=env, out=out.fileno(), errors=out.fileno())


def quick_workers(patch: pytest.MonkeyPatch) -> None:
    """The workers that `judging.run.process.spawn` starts from now on are copies."""

    def started(command: Sequence[str], *, env: Mapping[str, str], stdout: IO[str], **_: object) -> Copy:
        assert command[1:3] == ["-m", "judging.run.worker"]
        return a_copy_at_work(*command[3:], env=env, out=stdout)

    patch.setattr("judging.run.process.subprocess", SimpleNamespace(Popen=started, DEVNULL=subprocess.DEVNULL))
