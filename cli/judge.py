"""Commands that run LLM judges over a study. A process of its own does the work; these plan, show and halt it."""

from typing import Annotated, Literal

import typer

from cli import judge_checks
from cli import run_commands as runs
from cli.access import reading
from cli.options import AsJson, StudyName
from cli.run_options import (
    AcceptNewCode,
    AcceptUnknownPrices,
    Batched,
    Cap,
    Detach,
    Excluded,
    HoldDoubtful,
    Language,
    OnlySampled,
    PanelName,
    RepeatShare,
    RunName,
    ShuffleAxes,
    Which,
)
from cli.sentences import say, show_json, show_table
from judging.compare_runs import compare_settled
from judging.run import control
from judging.run.plan import RunOptions
from judging.shipped_panels import panel_of
from publishing import study_gate
from store import studies

KIND = "judging"
app = typer.Typer(help="Run LLM judges over a study.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def plan(
    study: StudyName,
    *,
    panel: PanelName,
    name: RunName = None,
    cap: Cap = None,
    accept_unknown_prices: AcceptUnknownPrices = False,
    exclude: Excluded = None,
    shuffle_axes: ShuffleAxes = False,
    repeat_share: RepeatShare = 0.0,
    language: Language = None,
    only_sampled: OnlySampled = False,
    batch: Batched = None,
    as_json: AsJson = False,
) -> None:
    """Say how many calls a run takes, what it costs, and what keeps it from starting. Nothing is sent or recorded.

    \b
    Example: secondreader judge plan spring --panel judges.toml
    """
    options = RunOptions(
        protocol_id=name,
        exclude=exclude,
        shuffle_axes=shuffle_axes,
        repeat_share=repeat_share,
        language=language,
        only_sampled=only_sampled,
        cap_usd=cap,
        cap_consent=accept_unknown_prices,
        batched=tuple(batch or ()),
    )
    runs.plan(study, panel_of(panel), options, as_json=as_json)


@app.command()
def start(
    study: StudyName,
    *,
    panel: PanelName,
    name: RunName = None,
    cap: Cap = None,
    accept_unknown_prices: AcceptUnknownPrices = False,
    exclude: Excluded = None,
    shuffle_axes: ShuffleAxes = False,
    repeat_share: RepeatShare = 0.0,
    language: Language = None,
    only_sampled: OnlySampled = False,
    batch: Batched = None,
    hold_doubtful: HoldDoubtful = False,
    accept_new_code: AcceptNewCode = False,
    detach: Detach = False,
) -> None:
    """Say what a run takes and costs, start it, and show its progress. The same again resumes the same run.

    A process of its own does the work: closing this terminal changes nothing.

    \b
    Example: secondreader judge start spring --panel judges.toml --cap 20
    """
    options = RunOptions(
        protocol_id=name,
        exclude=exclude,
        shuffle_axes=shuffle_axes,
        repeat_share=repeat_share,
        language=language,
        only_sampled=only_sampled,
        cap_usd=cap,
        cap_consent=accept_unknown_prices,
        batched=tuple(batch or ()),
        doubtful="hold" if hold_doubtful else "ask_again",
        accept_new_code=accept_new_code,
    )
    runs.start(study, panel_of(panel), options, detach=detach)


@app.command()
def status(study: StudyName, name: Which = None, as_json: AsJson = False) -> None:
    """Show where a run stands: responses, calls, cost, errors, pace, and what needs a look.

    \b
    Example: secondreader judge status spring
    """
    runs.status(study, KIND, name, as_json=as_json)


@app.command()
def pause(study: StudyName, name: Which = None) -> None:
    """Halt a run: what is on the wire is waited for and kept, nothing more is sent.

    \b
    Example: secondreader judge pause spring
    """
    said = f"Halting; what is on the wire is still waited for. Go on with: secondreader judge resume {study}"
    runs.halt(study, KIND, name, control.pause, said)


@app.command()
def resume(study: StudyName, name: Which = None, detach: Detach = False) -> None:
    """Go on with a halted run. Nothing that was answered is asked again.

    \b
    Example: secondreader judge resume spring
    """
    runs.go(study, runs.found_run(study, KIND, name), "judge", detach=detach)


@app.command()
def stop(study: StudyName, name: Which = None) -> None:
    """End a run for good: what was never sent is cancelled, what was answered stays.

    \b
    Example: secondreader judge stop spring
    """
    said = "Stopping for good; what is on the wire is still waited for, and what was answered stays."
    runs.halt(study, KIND, name, control.cancel, said)


@app.command()
def retry(study: StudyName, name: Which = None, detach: Detach = False) -> None:
    """Ask again, and only, the calls that got no answer.

    \b
    Example: secondreader judge retry spring
    """
    runs.retry(study, KIND, name, detach=detach)


@app.command()
def again(
    study: StudyName,
    calls: Annotated[
        list[int] | None, typer.Argument(metavar="[CALL]...", help="Numbers from the list; none: all of it.")
    ] = None,
    *,
    name: Which = None,
    detach: Detach = False,
) -> None:
    """Ask afresh for replies that could not be read or were refused; they stay unreadable until you do.

    \b
    Example: secondreader judge again spring 17 23
    """
    runs.again(study, KIND, name, calls or [], detach=detach)


@app.command("list")
def list_all(
    study: StudyName,
    calls: Annotated[
        Literal["unreadable", "failed", "doubtful", "parked", "all"] | None,
        typer.Option("--calls", help="List calls of one run that need a look, in place of the runs."),
    ] = None,
    name: Which = None,
    as_json: AsJson = False,
) -> None:
    """List the runs of a study, or with --calls what could not be read, failed, may have been paid, was put aside.

    \b
    Example: secondreader judge list spring --calls unreadable
    """
    if calls is None:
        runs.list_runs(study, KIND, as_json=as_json)
    else:
        runs.list_calls(study, KIND, name, calls)


@app.command()
def compare(
    study: StudyName,
    first: Annotated[str, typer.Argument(metavar="A", help="The name of a run; 'median' is what came with files.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    as_json: AsJson = False,
) -> None:
    """Compare what counts under two runs on the same responses, axis by axis; differences are B minus A, in points.

    \b
    Example: secondreader judge compare spring cross_judge family_kept_out
    """
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        found = compare_settled(session, study_id=study_id, a=first, b=second)
        limits = study_gate.limits(session, study_id=study_id)
    for limit in limits:
        say(limit)
    if as_json:
        show_json([one._asdict() for one in found])
        return
    rows = [
        (o.axis, o.n, _shown(o.mean_difference, "+.3f"), _shown(o.exact, ".2f"), o.only_a, o.only_b, o.why_undefined)
        for o in found
    ]
    header = (
        "axis",
        "on both",
        "mean difference",
        "share equal",
        f"only {first}",
        f"only {second}",
        "why there is none",
    )
    show_table(header, rows)


def _shown(value: float | None, form: str) -> str | None:
    return None if value is None else format(value, form)


app.command()(judge_checks.probe)
app.command()(judge_checks.report)
