"""Taking in a study's charters and scenarios, a team's own or the drafts that come with the software."""

from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, reading, writing
from cli.options import AsJson, StudyName
from cli.sentences import refuse, say, show_json
from rubrics import loader
from rubrics.scenarios import Scenario, parse_scenarios, shipped_scenarios
from rubrics.schema import Benchmark
from store import benchmarks, studies
from store.responses import Intake, NewPrompt, take_in

Drafts = Annotated[
    bool, typer.Option("--drafts", help="Take the unreviewed drafts that come with the software, and no file.")
]


def import_scenarios(
    study: StudyName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The file to read.")] = None,
    *,
    drafts: Drafts = False,
    as_json: AsJson = False,
) -> None:
    """Take in scenarios (TOML or JSON) as a draft study's prompts, with what each module expects.

    \b
    Example: secondreader import scenarios spring scenarios.toml
    """
    if drafts == (file is not None):
        refuse("Name one file of scenarios, or say --drafts.")
    with reading() as session:
        benchmark = benchmarks.of_study(session, study_id=studies.find_study(session, slug=study))
    scenarios = shipped_scenarios(benchmark) if file is None else _read(file, benchmark)
    if not scenarios:
        refuse(f"No drafts of scenarios come with the software for {benchmark.title}.")
    prompts = [NewPrompt(key=one.id, text=one.text, details=one.details()) for one in scenarios]
    intake = Intake(prompts=prompts, source=file.name if file else "drafts")
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        added = take_in(session, study_id=study_id, intake=intake, by=None, now=now())
    if as_json:
        show_json({"scenarios": len(scenarios), "new": added["prompts"]})
    say(f"{len(scenarios)} scenarios for {len(benchmark.modules)} modules, {added['prompts']} of them new.")


def _read(file: Path, benchmark: Benchmark) -> tuple[Scenario, ...]:
    return parse_scenarios(loader.read_text(file), file.name, benchmark)
