"""Taking in a study's charters and scenarios, its own or the drafts shipped with the software; showing charters."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, reading, writing
from cli.options import AsJson, StudyName
from cli.sentences import refuse, say, show, show_json, show_table
from rubrics import loader
from rubrics.charters import Charter, CharterError, module_of, parse_charter, shipped
from rubrics.problems import RubricError
from rubrics.scenarios import Scenario, parse_scenarios, shipped_scenarios
from rubrics.schema import Benchmark
from store import benchmarks, run_targets, studies
from store.charters import in_force, take_in_charters
from store.responses import Intake, NewPrompt, take_in

Drafts = Annotated[
    bool, typer.Option("--drafts", help="Take the unreviewed drafts that come with the software, and no file.")
]


def import_charters(
    study: StudyName,
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILES", help="One Markdown file a module.")] = None,
    *,
    drafts: Drafts = False,
    as_json: AsJson = False,
) -> None:
    """Take in charters (Markdown with numbered clauses); each says in a line `Module: ...` which it is for.

    \b
    Example: secondreader import charters spring catholic.md sunni.md
    """
    if drafts == bool(files):
        refuse("Name at least one file, or say --drafts.")
    benchmark = _benchmark(study)
    read = [(one.module, one) for one in shipped(benchmark.id)] if drafts else _read_all(files or [])
    if not read:
        refuse(f"No drafts of charters come with the software for {benchmark.title}.")
    charters = _by_module(read, benchmark)
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        there = in_force(session, study_id=study_id) if drafts else {}
        left = {module for module, one in there.items() if module in charters and one.hash != charters[module].hash}
        taken = {module: one for module, one in charters.items() if module not in left}
        new = take_in_charters(session, study_id=study_id, charters=taken, by=None, now=now())
    if as_json:
        show_json([{**_facts(module, one), "new": module in new} for module, one in charters.items()])
    for module, one in charters.items():
        without = [clause.number for clause in one.clauses if not clause.sources]
        told = f"; without sources: {', '.join(without)}" if without else ""
        say(f"{module}: {_range(one)}{told}; {_became(module, new, left)}")


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
    benchmark = _benchmark(study)
    scenarios = shipped_scenarios(benchmark) if file is None else _scenarios(file, benchmark)
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


def show_charters(
    study: StudyName,
    module: Annotated[str | None, typer.Argument(metavar="MODULE", help="Give out this module's charter.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the charters in force in a study, or give out the text of one.

    \b
    Example: secondreader charters spring catholic
    """
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        texts = run_targets.charters(session, study_id=study_id)
    charters = {key: parse_charter(text, key, module=key) for key, (_, text) in texts.items()}
    if module is not None and module not in charters:
        refuse(f"{study} has no charter of '{module}'; there are: {', '.join(charters) or 'none'}")
    chosen = charters if module is None else {module: charters[module]}
    if as_json:
        show_json([{**_facts(key, one), "status": one.status_note, "text": one.text} for key, one in chosen.items()])
    elif module is not None:
        show(charters[module].text.rstrip("\n"))
    elif not charters:
        say(f"{study} has no charters yet. secondreader import charters --help shows how to take some in.")
    else:
        rows = [(key, one.title, len(one.clauses), one.status_note, one.hash[:12]) for key, one in charters.items()]
        show_table(("module", "title", "clauses", "status", "hash"), rows)


def _became(module: str, new: Collection[str], left: Collection[str]) -> str:
    """Say what became of a charter; a draft of ours never replaces one that is in force."""
    if module in new:
        return "new"
    return "not taken in, one is in force" if module in left else "there already"


def _benchmark(study: str) -> Benchmark:
    with reading() as session:
        return benchmarks.of_study(session, study_id=studies.find_study(session, slug=study))


def _read_all(files: Sequence[Path]) -> list[tuple[str, Charter]]:
    """Read every file, so that what is wrong with any of them is said at once."""
    read: list[tuple[str, Charter]] = []
    problems: list[str] = []
    for path in files:
        try:
            read.append((path.name, parse_charter(loader.read_text(path), path.name)))
        except RubricError as error:
            problems += error.problems
    if problems:
        raise CharterError(problems)
    return read


def _by_module(read: Sequence[tuple[str, Charter]], benchmark: Benchmark) -> dict[str, Charter]:
    """Say which module each charter is for; each module once."""
    found: dict[str, Charter] = {}
    first: dict[str, str] = {}
    problems: list[str] = []
    for name, charter in read:
        try:
            module = module_of(charter, benchmark.modules, name)
        except CharterError as error:
            problems += error.problems
            continue
        if module in first:
            problems.append(f"{name}: found another charter of {module} (first in {first[module]}); allowed: one each")
        first.setdefault(module, name)
        found[module] = charter
    if problems:
        raise CharterError(problems)
    return found


def _scenarios(file: Path, benchmark: Benchmark) -> tuple[Scenario, ...]:
    return parse_scenarios(loader.read_text(file), file.name, benchmark)


def _facts(module: str, charter: Charter) -> dict[str, object]:
    return {"module": module, "title": charter.title, "clauses": len(charter.clauses), "hash": charter.hash}


def _range(charter: Charter) -> str:
    first, last = charter.clauses[0].number, charter.clauses[-1].number
    if len(charter.clauses) == 1:
        return f"1 clause, {first}"
    return f"{len(charter.clauses)} clauses, {first} to {last}"
