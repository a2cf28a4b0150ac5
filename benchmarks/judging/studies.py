"""A study to be judged: prompts of a published benchmark around generated responses, and two judges on the stub."""

from datetime import UTC, datetime
from pathlib import Path

from judging.panel import Panel, load_panel
from judging.run.options import RunOptions
from judging.run.plan import plan_run
from store.engine import Store
from store.migrate import migrate
from store.responses import Intake, NewPrompt, NewResponse, NewSystem
from tests.judging.whole_studies import a_panel_file, an_open_study

FILE = "christian_leader/v1.toml"
JUDGES = ("Aspen", "Birch")
AT_ONCE = 32
SENTENCE = "It is right to begin with prayer and to speak plainly with those whom the decision touches. "


def a_panel(url: str, *, per_minute: float | None = None) -> Panel:
    """Two judges of different makers, who together have 32 calls on the wire."""
    more = {} if per_minute is None else dict.fromkeys(JUDGES, f"requests_per_minute = {per_minute}")
    return load_panel(a_panel_file(url, JUDGES, **more), "benchmark")


def an_intake(responses: int) -> Intake:
    """So many responses of one system, of about 900 characters each, to as many prompts."""
    prompts = [NewPrompt(f"P{n}", f"Question {n}: how should I answer this letter?") for n in range(responses)]
    answers = [NewResponse(f"P{n}", "Cedar 1", f"Answer {n}. {SENTENCE * 9}") for n in range(responses)]
    return Intake(prompts, [NewSystem("Cedar 1", "Cedar Lab")], answers, "generated")


def a_planned_run(folder: Path, *, url: str, responses: int, per_minute: float | None = None) -> tuple[Store, int]:
    """Make a store on disk with a study and a run of two calls for each response."""
    store = Store(f"sqlite:///{folder / 'store.sqlite'}")
    migrate(store)
    with store.writing() as session:
        study_id = an_open_study(session, file=FILE, intake=an_intake(responses), slug="speed")
    with store.writing() as session:
        run_id = plan_run(
            session,
            study_id=study_id,
            panel=a_panel(url, per_minute=per_minute),
            options=RunOptions(),
            environ={},
            by=None,
            now=datetime.now(UTC),
        )
    return store, run_id
