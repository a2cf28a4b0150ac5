"""Commands that take files in: responses, scores, rubrics. A file with any problem changes nothing."""

from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, reading, writing
from cli.options import AsJson, InFile, StudyName
from cli.sentences import refuse, say, show, show_json
from files.prompts import read_prompts
from files.responses import read_responses
from files.scores import read_scores
from files.systems import read_systems
from files.tables import read_file
from judging.settle_study import take_scores
from rubrics import loader
from rubrics.published_json import toml_from_published
from store import benchmarks, frames, studies
from store.contents import contents
from store.responses import take_in

app = typer.Typer(help="Take files in.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def responses(
    study: StudyName,
    file: InFile,
    prompts: Annotated[Path | None, typer.Option("--prompts", help="A file of prompts: prompt, text, ...")] = None,
    systems: Annotated[Path | None, typer.Option("--systems", help="A file of systems: system, family, ...")] = None,
    as_json: AsJson = False,
) -> None:
    """Take in responses (CSV or JSONL: prompt, system, text; optional replication, prompt_text, category, family).

    \b
    Example: secondreader import responses spring responses.csv --prompts prompts.csv --systems systems.csv
    """
    answers = read_file(file)
    asked = read_prompts(read_file(prompts), prompts.name) if prompts else []
    asked_of = read_systems(read_file(systems), systems.name) if systems else []
    # Reading a large file takes long: it is done before the store is locked, so that scorers can go on meanwhile.
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        there = contents(session, study_id=study_id)
    intake = read_responses(answers, file.name, there=there, prompts=asked, systems=asked_of)
    with writing() as session:
        added = take_in(session, study_id=study_id, intake=intake, by=None, now=now())
    if as_json:
        show_json(added)
    say(f"New: {added['prompts']} prompts, {added['systems']} systems, {added['responses']} responses.")
    if added["marks"]:
        say(f"{added['marks']} places may name the author; decide on each before opening (see the study's page).")


@app.command()
def scores(study: StudyName, file: InFile, as_json: AsJson = False) -> None:
    """Take in scores of people and judges (CSV or JSONL: rater, rater_kind, axis, score, missing; and response, or
    prompt, system, replication; optional why, confidence, module, family, model).

    \b
    Example: secondreader import scores spring judge_scores.csv
    """
    content = read_file(file)
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        benchmark = benchmarks.of_study(session, study_id=study_id)
        known = frames.responses(session, study_id=study_id)
    answers = read_scores(content, file.name, benchmark=benchmark, responses=known)
    with writing() as session:
        new = take_scores(session, study_id=study_id, answers=answers, source=file.name, by=None, now=now())
    if as_json:
        show_json({"answers": len(answers), "new": new})
    say(f"{len(answers)} answers (one rater on one response each), {new} of them new.")


@app.command()
def rubric(
    file: InFile,
    benchmark_id: Annotated[
        str | None, typer.Option("--id", help="For JSON: the benchmark's id, as in my_bench.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="For JSON: the benchmark's name.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Also write the benchmark file (TOML) here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take in a benchmark: a rubric published as JSON, or a benchmark file (TOML).

    \b
    Example: secondreader import rubric rubric.json --id christian_leader --title "Christian Leader" --out mine.toml
    """
    text = loader.read_text(file)
    if text.lstrip().startswith("{"):
        if not benchmark_id or not title:
            refuse("A rubric in JSON says neither its id nor its name. Add --id and --title.")
        else:
            text = toml_from_published(text, name=file.name, benchmark_id=benchmark_id, title=title)
    elif benchmark_id or title:
        refuse("A benchmark file says its own id and title. Leave --id and --title out.")
    if out is not None and out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with writing() as session:
        content_hash = benchmarks.register(session, text=text, name=file.name, now=now())
        if out is not None:
            out.write_text(text, encoding="utf-8", newline="\n")
    benchmark = loader.parse(text, file.name)
    if as_json:
        show_json({"id": benchmark.id, "version": benchmark.version, "hash": content_hash})
    else:
        show(f"{benchmark.id} {benchmark.version} {content_hash}")
    say(f"{benchmark.title}: {len(benchmark.axes)} axes. Use it with: secondreader study create --benchmark ...")
