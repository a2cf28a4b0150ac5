"""Commands that take files in: prompts, responses, scores, both together. A file with any problem changes nothing."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cli import charters, import_preview, import_rubric, import_whole
from cli import layout_options as how
from cli.access import now, reading, writing_or_trying
from cli.options import AsJson, InFile, StudyName
from cli.reading_progress import ReadingProgress
from cli.sentences import say, show_json
from files.layouts import Layout
from files.prompts import read_prompts
from files.responses import Declared, read_responses
from files.scores import outside_the_scale, read_scores
from files.scoring_keys import read_key
from files.systems import read_systems
from files.tables import read_file
from judging.settle_study import take_scores
from store import benchmarks, studies
from store.contents import contents, known_responses
from store.responses import Intake, take_in

app = typer.Typer(help="Take files in.", no_args_is_help=True, rich_markup_mode=None)
app.command("charters")(charters.import_charters)
app.command("scenarios")(charters.import_scenarios)
app.command("rubric")(import_rubric.rubric)
app.command("preview")(import_preview.preview)
app.command("results")(import_whole.results)

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would come of it; nothing is kept.")]
Prompts = Annotated[Path | None, typer.Option("--prompts", help="A file of prompts: prompt, text, ...")]
Systems = Annotated[Path | None, typer.Option("--systems", help="A file of systems: system, family, ...")]
Key = Annotated[Path | None, typer.Option("--key", help="The scoring key (JSON) of an anonymised file.")]
EmptyTexts = Annotated[bool, typer.Option("--empty-texts", help="Some responses have no text, and that is right.")]
NewSystems = Annotated[bool, typer.Option("--new-systems", help="Systems that nothing describes are new.")]
NewPrompts = Annotated[bool, typer.Option("--new-prompts", help="Prompts that nothing describes are new.")]
Counted = Annotated[bool, typer.Option("--count-answers", help="Number several answers to one prompt in their order.")]


@app.command()
def prompts(
    study: StudyName,
    file: InFile,
    *,
    columns: how.Columns = None,
    fixed: how.Fixed = None,
    ignored: how.Ignored = None,
    others: how.Others = False,
    encoding: how.Encoding = "",
    sheet: how.Sheet = "",
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Take in prompts: a table, or a list published as JSON with themes or reference answers.

    \b
    Example: secondreader import prompts spring prompts.json
    """
    layout = how.layout_of(columns, fixed, ignored=ignored, others=others, encoding=encoding, sheet=sheet)
    asked = read_prompts(read_file(file), file.name, layout=layout)
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
    with writing_or_trying(dry_run=dry_run) as session:
        intake = Intake(prompts=asked, source=file.name)
        added = take_in(session, study_id=study_id, intake=intake, by=None, now=now())
    _told(added, dry_run=dry_run, as_json=as_json)


@app.command()
def responses(
    study: StudyName,
    file: InFile,
    *,
    prompts: Prompts = None,
    systems: Systems = None,
    key: Key = None,
    columns: how.Columns = None,
    fixed: how.Fixed = None,
    ignored: how.Ignored = None,
    others: how.Others = False,
    encoding: how.Encoding = "",
    sheet: how.Sheet = "",
    empty_texts: EmptyTexts = False,
    new_systems: NewSystems = False,
    new_prompts: NewPrompts = False,
    counted: Counted = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Take in responses: prompt, system, text; optional replication, prompt_text, category, family, own_id, ...

    \b
    Example: secondreader import responses spring responses.csv --prompts prompts.csv --systems systems.csv
    """
    # Reading a large file takes long: it is done before the store is locked, so that scorers can go on meanwhile.
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        there = contents(session, study_id=study_id)
    intake = read_responses(
        read_file(file),
        file.name,
        there=there,
        prompts=read_prompts(read_file(prompts), prompts.name) if prompts else [],
        systems=read_systems(read_file(systems), systems.name) if systems else [],
        layout=how.layout_of(columns, fixed, ignored=ignored, others=others, encoding=encoding, sheet=sheet),
        declared=Declared(empty_texts, new_systems, new_prompts, counted),
        key=read_key(read_file(key), key.name) if key else None,
        progress=ReadingProgress(),
    )
    with writing_or_trying(dry_run=dry_run) as session:
        added = take_in(session, study_id=study_id, intake=intake, by=None, now=now())
    _told(added, dry_run=dry_run, as_json=as_json)


def _told(added: dict[str, int], *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        show_json(added)
    say(f"{_new(dry_run)} {added['prompts']} prompts, {added['systems']} systems, {added['responses']} responses.")
    if added["marks"]:
        say(f"{added['marks']} places may name the author; decide on each before opening (see the study's page).")


def _new(dry_run: bool) -> str:
    return "Nothing was kept. It would be new:" if dry_run else "New:"


@app.command()
def scores(
    study: StudyName,
    file: InFile,
    *,
    columns: how.Columns = None,
    fixed: how.Fixed = None,
    axes: how.Axes = None,
    raters: how.Raters = None,
    values: how.Values = None,
    ignored: how.Ignored = None,
    others: how.Others = False,
    decimal_comma: how.DecimalComma = False,
    encoding: how.Encoding = "",
    sheet: how.Sheet = "",
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Take in scores of people and judges: rater, rater_kind, axis, score, missing; and response, or own_id, or prompt,
    system, replication; optional why, confidence, module, family, model.

    \b
    Example: secondreader import scores spring judge_scores.csv
    """
    named = how.layout_of(columns, fixed, axes, raters, values, ignored=ignored, others=others)
    layout = replace(named, decimal_comma=decimal_comma, encoding=encoding, sheet=sheet)
    _scores(study, file, layout, dry_run=dry_run, as_json=as_json)


def _scores(study: str, file: Path, layout: Layout, *, dry_run: bool, as_json: bool) -> None:
    content = read_file(file)
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        benchmark = benchmarks.of_study(session, study_id=study_id)
        known = known_responses(session, study_id=study_id)
    progress = ReadingProgress()
    answers = read_scores(content, file.name, benchmark=benchmark, responses=known, layout=layout, progress=progress)
    with writing_or_trying(dry_run=dry_run) as session:
        new = take_scores(session, study_id=study_id, answers=answers, source=file.name, by=None, now=now())
    if as_json:
        show_json({"answers": len(answers), "new": new})
    would = "Nothing was kept. " if dry_run else ""
    say(f"{would}{len(answers)} answers (one rater on one response each), {new} of them new.")
    if outside := outside_the_scale(answers, benchmark):
        say(f"{outside} scores of judges lie outside their scale; they are kept as they are.")
