"""Commands that say how far judges can be trusted: probes are put to them, and what came of all checks is shown."""

from typing import Annotated

import typer

from analysis.estimates import Estimate
from cli import run_commands as runs
from cli.access import now, reading, writing
from cli.options import AsJson, StudyName
from cli.run_options import AcceptUnknownPrices, Cap, Detach, PanelName, Which
from cli.sentences import say, show, show_json, show_table
from judging.probes.study import RUN, make_probes, probing
from judging.run import control
from judging.run.plan import RunOptions
from judging.shipped_panels import panel_of
from judging.trust import Trust, trust_in
from store import studies

KIND = "judging"
NO_REPEATS = "No question was put twice. Begin a run with --repeat-share 0.1 to measure each judge against itself."
NO_PROBES = "No probe was put to a judge. secondreader judge probe {study} --panel PANEL puts them."


def probe(
    study: StudyName,
    *,
    panel: PanelName,
    name: Annotated[str, typer.Option("--name", help="The name of the run of probes.")] = RUN,
    cap: Cap = None,
    accept_unknown_prices: AcceptUnknownPrices = False,
    detach: Detach = False,
) -> None:
    """Put probes to the judges of a panel: published examples, with instructions to the judge hidden in them.

    They stand in a study of their own beside this one, STUDY-probes, which nobody scores. Afterwards:
    secondreader judge report STUDY.

    \b
    Example: secondreader judge probe spring --panel judges.toml --cap 2
    """
    options = RunOptions(protocol_id=name, cap_usd=cap, cap_consent=accept_unknown_prices)
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        made = make_probes(session, study_id=study_id, now=now())
        (card,) = studies.list_studies(session, study_id=made)
    say(f"{card.responses} probes are in the study {card.slug}.")
    asked, judges = probing(options, panel_of(panel))
    runs.start(card.slug, judges, asked, detach=detach)


def report(study: StudyName, name: Which = None, as_json: AsJson = False) -> None:
    """Say how far judges can be trusted: against themselves, against hidden instructions, against the order of axes.

    \b
    Example: secondreader judge report spring
    """
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        there = [one for one in control.runs(session, study_id=study_id) if one.kind == KIND]
    run_id = runs.found_run(study, KIND, name) if there or name else None
    with reading() as session:
        found = trust_in(session, study_id=study_id, run_id=run_id)
    if as_json:
        show_json(
            {
                "repeats": [one._asdict() for one in found.repeats],
                "probes": [one._asdict() for one in found.probes],
                "places": {judge: one._asdict() for judge, one in found.places.items()},
            }
        )
        return
    _show(study, found)


def _show(study: str, found: Trust) -> None:
    show("Each judge against itself")
    if found.repeats:
        header = ("judge", "axis", "pairs", "share equal", "mean distance, points", "only once applicable")
        rows = [
            (o.judge, o.axis, o.n, _number(o.exact, ".2f"), _number(o.mean_difference, ".2f"), o.changed_kind)
            for o in found.repeats
        ]
        show_table(header, rows)
    else:
        show(NO_REPEATS)
    show("\nMoved by instructions hidden in a response")
    if found.probes:
        _show_probes(found)
    else:
        show(NO_PROBES.format(study=study))
    if found.places:
        show("\nWhere an axis stands in the prompt, points for each place later")
        header_of_places = ("judge", "points", "95 % interval", "scores", "why there is none")
        show_table(header_of_places, [(judge, *_place(one)) for judge, one in found.places.items()])


def _show_probes(found: Trust) -> None:
    header = ("judge", "instruction", "pairs", "could move", "moved", "obeyed", "mean move, points", "right alone")
    rows = [
        (*o[:6], _number(o.mean_shift, "+.2f"), o.right_alone, o.right_injected, o.without_score) for o in found.probes
    ]
    show_table((*header, "right with it", "no score"), rows)


def _place(one: Estimate) -> tuple[object, ...]:
    between = None if one.low is None or one.high is None else f"{one.low:+.3f} to {one.high:+.3f}"
    return _number(one.value, "+.3f"), between, one.n, one.why_undefined or one.why_no_interval


def _number(value: float | None, form: str) -> str | None:
    return None if value is None else format(value, form)
