"""The demo study judged to the end through the commands, against a model on the wire; and everything that refuses."""

import os
import signal
import subprocess
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import pytest
from sqlmodel import col

from cli.run_progress import line_of
from judging.run import control
from store import verdicts
from store.columns import columns
from store.engine import Store
from store.studies import list_studies
from store.tables import Rater, Response, System, Target, Verdict, VerdictScore
from tests.cli.command import Command
from tests.judging.run.a_run import quick_workers
from tests.stub_client import Stub

PROGRAM = (sys.executable, "-c", "from cli.main import run; run()")
ROOT = Path(__file__).parents[2]
SECRET = "sk-very-secret-key-of-the-tests"
JUDGES = {"larkspur": ("Larkspur 2", "Northgate Lab"), "oak": ("Oak 1", "Oak House"), "yew": ("Yew 1", "Yew House")}
CALLS = 55
"""Twenty responses and three judges, one of whom is the very model that wrote five of them."""


def a_panel(folder: Path, url: str, **changes: str) -> Path:
    """A panel on the stub; `changes` give further lines to a judge, by its id."""
    tables = [
        f'[[judges]]\nid = "{id}"\nname = "{name}"\nmodel = "openai/{id}"\nfamily = "{family}"\n'
        f'base_url = "{url}"\nkey_env = "INVENTED_API_KEY"\nschema_mode = "json_schema"\ntemperature = "accepted"\n'
        f"max_tokens = 1500\nconcurrency = 8\n{changes.get(id, '')}\n"
        "[judges.price]\ninput_per_million = 1\noutput_per_million = 5\n"
        'source = "Invented"\ndate = "2026-07-01"\n'
        for id, (name, family) in JUDGES.items()
    ]
    file = folder / "judges.toml"
    file.write_text('title = "Invented judges"\n' + "\n".join(tables), encoding="utf-8")
    return file


@pytest.fixture
def demo(sqlite_store_url: str, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Commands on a store with the demo study, and a key for its judges."""
    quick_workers(monkeypatch)
    command = Command(sqlite_store_url, INVENTED_API_KEY=SECRET)
    assert command("demo", "--no-serve").code == 0
    return command


def medians_by_hand(store: Store) -> dict[tuple[int, str], float | None]:
    """The median of every judge but the very author on each target and axis, from the rows of the run alone."""
    said: dict[tuple[int, str], list[float | None]] = defaultdict(list)
    with store.reading() as session:
        rows = session.execute(
            columns(Verdict.target_id, VerdictScore.axis, VerdictScore.value, Rater.model, System.name)
            .join(VerdictScore, col(VerdictScore.verdict_id) == col(Verdict.id))
            .join(Rater, col(Rater.id) == col(Verdict.rater_id))
            .join(Target, col(Target.id) == col(Verdict.target_id))
            .join(Response, col(Response.id) == col(Target.response_id))
            .join(System, col(System.id) == col(Response.system_id))
            .where(Verdict.source == "run")
        ).all()
    for target, axis, value, judge, author in rows:
        assert judge != author, "a model judged itself"
        said[target, axis].append(value)
    found: dict[tuple[int, str], float | None] = {}
    for key, values in said.items():
        numbers = [one for one in values if one is not None]
        found[key] = None if 2 * (len(values) - len(numbers)) > len(values) else median(numbers)
    return found


def test_the_demo_study_is_judged_to_the_end(demo: Command, stub: Stub, tmp_path: Path) -> None:
    panel = a_panel(tmp_path, stub.url)
    plan = demo("judge", "plan", "demo", "--panel", panel)
    assert (plan.code, stub.stats()["http"]) == (0, 0), plan.err
    assert "20 responses, 55 calls." in plan.err
    said = demo("judge", "start", "demo", "--panel", panel)
    assert said.code == 0, said.err
    assert "Ctrl+C closes this bar and does not stop the run." in said.err
    assert "Judging cross_judge: done." in said.err
    assert "20 of 20 responses are settled." in said.err
    assert (stub.stats()["paid"], stub.stats()["paid_again"]) == (CALLS, 0)
    status = demo.data("judge", "status", "demo")
    assert status["calls"] == {"valid": CALLS}
    assert status["usd_spent"] > 0
    assert status["usd_reserved"] == pytest.approx(0)
    assert (status["usd_doubtful"], status["usd_unknown_calls"]) == (0, 0)
    store = Store(demo.env["SECONDREADER_DATABASE_URL"])
    by_hand = medians_by_hand(store)
    with store.reading() as session:
        study_id = list_studies(session)[0].id
        stored = verdicts.settled(session, study_id=study_id, protocol="cross_judge")
    assert {key: row.value for key, row in stored.items()} == by_hand
    assert len(by_hand) == 100
    with store.reading() as session:
        found = control.status(session, run_id=1, now=datetime.now(UTC))
    store.close()
    assert line_of(found, width=10).startswith("[##########] 20 of 20 · 55 replies · $0.")
    assert demo("judge", "start", "demo", "--panel", panel).code == 0, "the same again goes on with the same run"
    assert (stub.stats()["paid"], stub.stats()["paid_again"]) == (CALLS, 0)


def test_no_key_is_in_store_log_export_or_message(demo: Command, stub: Stub, tmp_path: Path) -> None:
    stub.control(mix={"500": 0.2, "malformed": 0.2}, times=1)
    said = demo("judge", "start", "demo", "--panel", a_panel(tmp_path, stub.url))
    assert said.code == 0, said.err
    assert f"Bearer {SECRET}" in {one["headers"]["authorization"] for one in stub.requests()}
    export = demo("export", "scores", "demo", "--out", tmp_path / "scores.csv")
    status = demo("judge", "status", "demo", "--json")
    for text in (said.out, said.err, export.err, status.out, demo("doctor").out):
        assert SECRET not in text
    kept = [one for one in tmp_path.rglob("*") if one.is_file() and one.name != "stub.jsonl"]
    assert any(one.suffix == ".log" for one in kept)
    assert [one.name for one in kept if SECRET.encode() in one.read_bytes()] == []


def test_what_cannot_be_read_is_listed_and_asked_again_only_on_request(
    demo: Command, stub: Stub, tmp_path: Path
) -> None:
    panel = a_panel(tmp_path, stub.url)
    stub.control(rules=[{"model": "oak", "mode": "out_of_range"}])
    said = demo("judge", "start", "demo", "--panel", panel)
    assert said.code == 0, said.err
    calls = demo.data("judge", "status", "demo")["calls"]
    assert calls["valid"] == CALLS - 20
    assert calls["unreadable"] >= 20
    assert "could not be read" in said.err
    assert "oak" in demo("judge", "list", "demo", "--calls", "unreadable").out
    before = stub.stats()["paid"]
    assert demo("judge", "start", "demo", "--panel", panel).code == 0
    assert stub.stats()["paid"] == before
    stub.control(rules=[])
    lines = demo.data("judge", "status", "demo")["unreadable"]
    first = lines[0]["call_id"]
    assert demo("judge", "again", "demo", first).code == 0
    assert stub.stats()["paid"] == before + 1
    assert demo.data("judge", "status", "demo")["calls"]["valid"] == CALLS - 20 + 1


def test_what_failed_is_retried_alone(demo: Command, stub: Stub, tmp_path: Path) -> None:
    stub.control(rules=[{"model": "yew", "mode": "400"}])
    panel = a_panel(tmp_path, stub.url)
    said = demo("judge", "start", "demo", "--panel", panel)
    assert said.code == 1, said.err
    assert "yew" in said.err
    answered = stub.stats()["paid"]
    stub.control(rules=[])
    assert demo("judge", "resume", "demo").code == 0
    assert stub.stats()["paid"] - answered == CALLS - 35
    assert demo("judge", "retry", "demo").err.startswith("No call failed; nothing is asked again.")
    assert demo.data("judge", "status", "demo")["calls"] == {"valid": CALLS}


def a_process(command: Command, *words: object) -> subprocess.Popen[str]:
    """The program in a process of its own, on the store of the test."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, words)],
        cwd=ROOT,
        env={**os.environ, **command.env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_bar_that_is_closed_or_killed_leaves_the_run_alone(
    demo: Command, stub: Stub, tmp_path: Path, how: signal.Signals
) -> None:
    stub.control(latency_s=0.5)
    with a_process(demo, "judge", "start", "demo", "--panel", a_panel(tmp_path, stub.url)) as process:
        assert process.stderr is not None
        line = next(one for one in process.stderr if one.startswith("["))
        assert "of 20" in line
        process.send_signal(how)
        _, rest = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 0
        assert "The run goes on without this bar." in rest
    assert demo("judge", "resume", "demo").code == 0
    assert demo.data("judge", "status", "demo")["calls"] == {"valid": CALLS}
    assert (stub.stats()["paid"], stub.stats()["paid_again"], stub.stats()["gone"]) == (CALLS, 0, 0)


def test_a_run_is_halted_and_goes_on(demo: Command, stub: Stub, tmp_path: Path) -> None:
    stub.control(latency_s=0.3)
    assert demo("judge", "start", "demo", "--panel", a_panel(tmp_path, stub.url), "--detach").code == 0
    assert "Go on with: secondreader judge resume demo" in demo("judge", "pause", "demo").err
    assert demo("judge", "resume", "demo").code == 0
    assert demo.data("judge", "status", "demo")["state"] == "done"
    assert stub.stats()["paid_again"] == 0


def test_a_run_is_stopped_for_good(demo: Command, stub: Stub, tmp_path: Path) -> None:
    stub.control(latency_s=0.5)
    demo("judge", "start", "demo", "--panel", a_panel(tmp_path, stub.url), "--detach")
    said = demo("judge", "stop", "demo")
    assert said.code == 0
    assert "what was answered stays" in said.err
    again = demo("judge", "pause", "demo")
    assert (again.code, "nothing to stop" in again.err) in {(0, False), (1, True)}


def test_two_runs_are_told_apart_and_compared(demo: Command, stub: Stub, tmp_path: Path) -> None:
    panel = a_panel(tmp_path, stub.url)
    assert demo("judge", "start", "demo", "--panel", panel).code == 0
    options = ("--name", "kept_apart", "--exclude", "family", "--shuffle-axes", "--repeat-share", "0.2")
    said = demo("judge", "start", "demo", "--panel", panel, *options)
    assert said.code == 0, said.err
    names = [one["protocol"] for one in demo.data("judge", "list", "demo")]
    assert names == ["cross_judge", "kept_apart"]
    unclear = demo("judge", "status", "demo")
    assert unclear.code == 1
    assert "give --name with one of: cross_judge, kept_apart" in unclear.err
    assert demo.data("judge", "status", "demo", "--name", "kept_apart")["state"] == "done"
    compared = demo.data("judge", "compare", "demo", "cross_judge", "kept_apart")
    assert len(compared) == 5
    assert "mean difference" in demo("judge", "compare", "demo", "median", "kept_apart").out
    refused = demo("judge", "compare", "demo", "cross_judge", "nothing")
    assert refused.err == "found 'nothing'; settled scores are there under: cross_judge, kept_apart, median\n"


def test_everything_in_the_way_is_said_at_once_and_nothing_is_sent(demo: Command, stub: Stub, tmp_path: Path) -> None:
    del demo.env["INVENTED_API_KEY"]
    panel = a_panel(tmp_path, stub.url)
    panel.write_text(panel.read_text().replace('id = "oak"', 'id = "Hollin"'.lower()), encoding="utf-8")
    for words in (("plan",), ("start",)):
        said = demo("judge", *words, "demo", "--panel", panel, "--language", "tlh")
        assert said.code == 1
        assert said.err.count("needs a key in the environment variable INVENTED_API_KEY, which is not set") == 3
        assert "'tlh'" in said.err
    assert stub.stats()["http"] == 0
    assert demo.data("judge", "list", "demo") == []


def test_a_sealed_study_is_not_judged(demo: Command, stub: Stub, tmp_path: Path) -> None:
    assert demo("study", "seal", "demo").code == 0
    said = demo("judge", "start", "demo", "--panel", a_panel(tmp_path, stub.url))
    assert (said.code, said.err.startswith("the study is sealed")) == (1, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("judge", "start", "demo", "--panel", "nothing.toml"), "--panel: found 'nothing.toml'; allowed: the path of"),
        (("judge", "status", "demo"), "demo has no run of this kind yet. Begin one: secondreader judge start demo"),
        (("judge", "pause", "demo", "--name", "x"), "demo has no run of this kind yet."),
        (("judge", "status", "summer"), "there is no study 'summer'"),
        (("collect", "status", "demo"), "demo has no run of this kind yet. Begin one: secondreader collect start"),
    ],
)
def test_what_is_not_there_is_a_sentence(demo: Command, words: tuple[str, ...], sentence: str) -> None:
    said = demo(*words)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(sentence)


def test_looking_at_runs_does_not_load_what_calls_models(demo: Command) -> None:
    code = (
        "import sys; from cli.main import app\n"
        "for words in (['judge', '--help'], ['judge', 'list', 'demo']): app(words, standalone_mode=False)\n"
        "print('litellm' in sys.modules)"
    )
    environ = {**os.environ, **demo.env}
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    assert said.stdout.splitlines()[-1] == "False"
