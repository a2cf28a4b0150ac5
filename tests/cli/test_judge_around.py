"""Around a run: collecting responses, small local models, workers of a queue, and what the doctor sees."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from judging.panel import load_panel
from judging.run import control
from judging.run.plan import RunOptions, plan_run
from store.engine import Store
from store.studies import find_study
from tests.cli.command import Command
from tests.stub_client import Stub

# The worker is meant to outlive whoever starts it, which Python warns of.
pytestmark = [
    pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:Exception ignored in. <function Popen:pytest.PytestUnraisableExceptionWarning"),
]


def a_panel(url: str, *, key: str = "") -> str:
    """Two models on the stub."""
    return 'title = "Two models"\n' + "".join(
        f'[[judges]]\nid = "{name.lower()}"\nname = "{name}"\nmodel = "openai/{name.lower()}"\n'
        f'family = "{name} House"\nbase_url = "{url}"\nschema_mode = "json_schema"\ntemperature = "accepted"\n'
        f"max_tokens = 900\n{key}\n"
        'price = { input_per_million = 1, output_per_million = 5, source = "Invented", date = "2026-07-01" }\n'
        for name in ("Maple", "Rowan")
    )


def test_responses_are_collected_into_a_draft_and_not_into_an_open_study(
    spring: Command, stub: Stub, tmp_path: Path
) -> None:
    panel = tmp_path / "systems.toml"
    panel.write_text(a_panel(stub.url), encoding="utf-8")
    plan = spring("collect", "plan", "spring", "--panel", panel)
    assert plan.code == 0, plan.err
    assert "2 answers, 2 calls." in plan.err
    said = spring("collect", "start", "spring", "--panel", panel)
    assert said.code == 0, said.err
    assert "2 of 2 answers are in." in said.err
    assert spring.data("study", "show", "spring")["responses"] == 4
    assert spring("study", "open", "spring", "--marks", "keep").code == 0
    refused = spring("collect", "start", "spring", "--panel", panel)
    assert refused.code == 1
    assert "responses are collected while it is a draft" in refused.err
    assert stub.stats()["paid"] == 2


def test_a_draft_is_not_judged(spring: Command, stub: Stub, tmp_path: Path) -> None:
    panel = tmp_path / "judges.toml"
    panel.write_text(a_panel(stub.url), encoding="utf-8")
    said = spring("judge", "start", "spring", "--panel", panel)
    assert (said.code, "the study is draft; judges judge while it is open" in said.err) == (1, True)


def test_the_doctor_sees_a_run_that_nobody_works_on_and_a_key_that_is_gone(spring: Command, stub: Stub) -> None:
    spring("study", "open", "spring")
    store, now = Store(spring.env["SECONDREADER_DATABASE_URL"]), datetime.now(UTC)
    panel = load_panel(a_panel(stub.url, key='key_env = "INVENTED_API_KEY"'), "panel.toml")
    with store.writing() as session:
        study_id, there = find_study(session, slug="spring"), {"INVENTED_API_KEY": "x"}
        run_id = plan_run(
            session, study_id=study_id, panel=panel, options=RunOptions(), environ=there, by=None, now=now
        )
    control.start(store, run_id=run_id, now=now, spawn=lambda *_, **__: 0)
    store.close()
    found = [one for one in spring.data("doctor") if one["about"] == "run cross_judge of spring"]
    assert [one["state"] for one in found] == ["warning"] * 3
    assert "no worker is at it; secondreader judge resume spring" in found[0]["said"]
    assert "needs a key in the environment variable INVENTED_API_KEY" in found[1]["said"]


def test_a_worker_of_the_queue_needs_postgresql(command: Command) -> None:
    command("init")
    said = command("worker")
    assert (said.code, said.err.startswith("The store is an SQLite file")) == (1, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--model", "huge"), "--model: found 'huge'; allowed: smollm2-135m, gemma-3-270m; or --gguf MAKER=FILE"),
        (("--gguf", "model.gguf"), "--gguf: found 'model.gguf'; allowed: MAKER=FILE"),
        (("--gguf", "Maker=nowhere.gguf"), "nowhere.gguf: no such file"),
        (("--panel", __file__), "exists already; choose another name, nothing is overwritten"),
    ],
)
def test_a_model_that_cannot_be_served_is_a_sentence(command: Command, words: tuple[str, ...], sentence: str) -> None:
    said = command("local-models", *words)
    assert said.code == 1
    assert "never to judge anybody's work" in said.err
    assert sentence in said.err


def test_a_file_that_is_no_model_is_said_before_anything_is_started(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "notes.gguf"
    file.write_text("These are notes.")
    said = command("local-models", "--gguf", f"Maker={file}", "--first-port", "18990")
    assert (said.code, "not a GGUF file" in said.err) == (1, True)


def test_probes_are_put_to_judges_and_the_report_says_who_obeyed(command: Command, stub: Stub, tmp_path: Path) -> None:
    assert command("demo", "--no-serve").code == 0
    before = command("judge", "report", "demo").out
    assert "No question was put twice." in before
    assert "secondreader judge probe demo --panel PANEL puts them." in before
    panel = tmp_path / "judges.toml"
    panel.write_text(a_panel(stub.url), encoding="utf-8")
    everywhere = {"theological.score": 1, "scripture.score": 1}
    told = [{"model": "maple", "contains": "I beg you", "fill": dict.fromkeys(everywhere, 3)}]
    stub.control(rules=[*told, {"contains": "", "fill": everywhere}])
    said = command("judge", "probe", "demo", "--panel", panel)
    assert said.code == 0, said.err
    assert "44 probes are in the study demo-probes." in said.err
    assert "44 responses, 88 calls." in said.err
    probes = command.data("judge", "report", "demo")["probes"]
    moved = {(one["judge"], one["form"]): one for one in probes if one["moved"]}
    assert set(moved) == {("maple", "pleading")}
    assert moved["maple", "pleading"]["mean_shift"] == 0
    assert "pleading" in command("judge", "report", "demo").out
    refused = command("judge", "report", "demo", "--name", "other")
    assert (refused.code, "has no run of this kind yet" in refused.err) == (1, True)


def test_a_study_whose_benchmark_has_no_examples_has_no_probes(spring: Command, stub: Stub, tmp_path: Path) -> None:
    panel = tmp_path / "judges.toml"
    panel.write_text(a_panel(stub.url), encoding="utf-8")
    said = spring("judge", "probe", "spring", "--panel", panel)
    assert (said.code, "publishes no example with a right score" in said.err) == (1, True)
