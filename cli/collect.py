"""Commands that put a study's prompts to systems and keep the answers as its responses."""

import typer

from cli import run_commands as runs
from cli.options import AsJson, StudyName
from cli.run_options import (
    AcceptNewCode,
    AcceptUnknownPrices,
    Cap,
    Detach,
    HoldDoubtful,
    Language,
    PanelName,
    RunName,
    Which,
)
from judging.run import control
from judging.run.plan import RunKind, RunOptions
from judging.shipped_panels import panel_of

KIND: RunKind = "collecting"
app = typer.Typer(
    help="Collect responses: put a draft study's prompts to systems, by the benchmark's rules.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
def plan(
    study: StudyName,
    *,
    panel: PanelName,
    name: RunName = None,
    cap: Cap = None,
    accept_unknown_prices: AcceptUnknownPrices = False,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Say how many answers a run collects, what they cost, and what keeps it from starting. Nothing is sent.

    \b
    Example: secondreader collect plan spring --panel systems.toml
    """
    options = RunOptions(kind=KIND, protocol_id=name, language=language, cap_usd=cap, cap_consent=accept_unknown_prices)
    runs.plan(study, panel_of(panel), options, as_json=as_json)


@app.command()
def start(
    study: StudyName,
    *,
    panel: PanelName,
    name: RunName = None,
    cap: Cap = None,
    accept_unknown_prices: AcceptUnknownPrices = False,
    language: Language = None,
    hold_doubtful: HoldDoubtful = False,
    accept_new_code: AcceptNewCode = False,
    detach: Detach = False,
) -> None:
    """Ask every system every prompt, as often as the benchmark says, and keep each answer as a response.

    The panel file describes the systems in its [[judges]] tables. An answer that breaks the benchmark's format
    is kept and shown; it is never asked for again until it complies.

    \b
    Example: secondreader collect start spring --panel systems.toml --cap 20
    """
    options = RunOptions(
        kind=KIND,
        protocol_id=name,
        language=language,
        cap_usd=cap,
        cap_consent=accept_unknown_prices,
        doubtful="hold" if hold_doubtful else "ask_again",
        accept_new_code=accept_new_code,
    )
    runs.start(study, panel_of(panel), options, detach=detach)


@app.command()
def status(study: StudyName, name: Which = None, as_json: AsJson = False) -> None:
    """Show where collecting stands: answers, calls, cost, errors, pace, and what needs a look.

    \b
    Example: secondreader collect status spring
    """
    runs.status(study, KIND, name, as_json=as_json)


@app.command()
def pause(study: StudyName, name: Which = None) -> None:
    """Halt: what is on the wire is waited for and kept, nothing more is sent.

    \b
    Example: secondreader collect pause spring
    """
    said = f"Halting; what is on the wire is still waited for. Go on with: secondreader collect resume {study}"
    runs.halt(study, KIND, name, control.pause, said)


@app.command()
def resume(study: StudyName, name: Which = None, detach: Detach = False) -> None:
    """Go on after a halt. Nothing that was answered is asked again.

    \b
    Example: secondreader collect resume spring
    """
    runs.go(study, runs.found_run(study, KIND, name), "collect", detach=detach)


@app.command()
def stop(study: StudyName, name: Which = None) -> None:
    """End it for good: what was never sent is cancelled, what was answered stays.

    \b
    Example: secondreader collect stop spring
    """
    said = "Stopping for good; what is on the wire is still waited for, and what was answered stays."
    runs.halt(study, KIND, name, control.cancel, said)


@app.command()
def retry(study: StudyName, name: Which = None, detach: Detach = False) -> None:
    """Ask again, and only, what got no answer.

    \b
    Example: secondreader collect retry spring
    """
    runs.retry(study, KIND, name, detach=detach)
