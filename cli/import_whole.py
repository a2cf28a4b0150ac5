"""The command for files that hold responses and scores together: published results, evaluation logs, annotations."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cli import layout_options as how
from cli.access import now, reading, writing_or_trying
from cli.options import AsJson, StudyName
from cli.reading_progress import ReadingProgress
from cli.sentences import say, show_json
from files.layouts import Layout
from files.prompts import read_prompts
from files.responses import Declared, read_responses
from files.systems import read_systems
from files.tables import read_file
from files.whole_files import WholeFile, take_whole
from judging.settle_study import take_scores
from store import benchmarks, studies
from store.contents import contents
from store.responses import Intake


def results(
    study: StudyName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to read.")],
    *,
    prompts: Annotated[Path | None, typer.Option("--prompts", help="The prompts or task set, as a file.")] = None,
    systems: Annotated[
        Path | None, typer.Option("--systems", help="A file of systems: system, family, own, ...")
    ] = None,
    columns: how.Columns = None,
    fixed: how.Fixed = None,
    axes: how.Axes = None,
    raters: how.Raters = None,
    values: how.Values = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would come of it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take in responses and their scores from one file: published results (JSON), an evaluation log of Inspect,
    an export of Label Studio.

    \b
    Example: secondreader import results spring benchmark-results.json --prompts task-set.json
    """
    asked = read_prompts(read_file(prompts), prompts.name) if prompts else []
    told = read_systems(read_file(systems), systems.name) if systems else []
    layout = how.layout_of(columns, fixed, axes, raters, values, others=True)
    added = _take(study, file, Intake(prompts=asked, systems=told), layout, dry_run=dry_run)
    if as_json:
        show_json(added)
    new = "Nothing was kept. It would be new:" if dry_run else "New:"
    of_prompts = f"{added['prompts']} prompts, {added['systems']} systems, {added['responses']} responses"
    say(f"{new} {of_prompts}, {added['new']} answers (one rater on one response each).")
    if added["marks"]:
        say(f"{added['marks']} places may name the author; decide on each before opening (see the study's page).")


def _take(study: str, file: Path, beside: Intake, layout: Layout, *, dry_run: bool) -> dict[str, int]:
    """Read the responses of a file, then take them in with their scores; `beside` are its prompts and systems."""
    content = read_file(file)
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        benchmark = benchmarks.of_study(session, study_id=study_id)
        there = contents(session, study_id=study_id)
    intake = read_responses(
        content,
        file.name,
        there=there,
        prompts=beside.prompts,
        systems=beside.systems,
        layout=layout,
        declared=Declared(empty_texts=benchmark.scores_empty_answers, new_systems=True),
    )
    with writing_or_trying(dry_run=dry_run) as session:
        keep = partial(take_scores, session, study_id=study_id, source=file.name, by=None, now=now())
        return take_whole(
            session,
            WholeFile(content, file.name, intake, layout),
            study_id=study_id,
            benchmark=benchmark,
            keep=lambda answers: keep(answers=answers),
            by=None,
            now=now(),
            progress=ReadingProgress(),
        )
