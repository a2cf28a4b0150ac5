"""Commands on studies: create, list, show, open, seal."""

import secrets
from typing import Annotated, Literal

import pandas as pd
import typer

from cli.access import now, reading, writing
from cli.options import AsJson, StudyName
from cli.sentences import say, show, show_json, show_table
from judging.settle_people import settle_people
from store import people, progress, responses, studies
from store.benchmark_choice import choose
from store.engine import Session
from store.opening import open_and_assign

app = typer.Typer(help="Make studies and move them on.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def create(
    study: StudyName,
    *,
    title: Annotated[str, typer.Option("--title", help="What the study is called on screen.")],
    benchmark: Annotated[str, typer.Option("--benchmark", help="The benchmark's id, or id and version.")],
    sample: Annotated[
        int | None, typer.Option("--sample", help="How many responses people score; default all.")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", help="What every draw comes from; default a new one.")] = None,
    note: Annotated[str, typer.Option("--note", help="A note for the study's pages.")] = "",
    hidden_repeats: Annotated[
        int | None,
        typer.Option("--hidden-repeats", help="How many responses each scorer gets twice, untold; default none."),
    ] = None,
) -> None:
    """Make an empty draft study.

    \b
    Example: secondreader study create spring --title "Spring run" --benchmark "christian_leader v1" --sample 20
    """
    plan = studies.StudyPlan(
        slug=study,
        title=title,
        seed=seed or secrets.token_hex(8),
        sample_size=sample,
        note=note,
        hidden_repeats=hidden_repeats,
    )
    with writing() as session:
        content_hash = choose(session, wanted=benchmark, now=now())
        studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=now())
    say(f"Made the study {study}. Next: secondreader import responses {study} FILE")


@app.command("list")
def list_all(as_json: AsJson = False) -> None:
    """List every study.

    \b
    Example: secondreader study list --json
    """
    with reading() as session:
        cards = studies.list_studies(session)
    if as_json:
        show_json([card._asdict() for card in cards])
        return
    if not cards:
        say("There are no studies yet. secondreader study create --help shows how to make one.")
        return
    rows = [(one.slug, one.state, one.benchmark, one.responses, one.sampled, one.title) for one in cards]
    show_table(("study", "state", "benchmark", "responses", "sampled", "title"), rows)


@app.command("show")
def show_one(study: StudyName, as_json: AsJson = False) -> None:
    """Show a study: its state, who has done what, its links, what scorers flagged, what is undecided.

    \b
    Example: secondreader study show spring
    """
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        card = studies.list_studies(session, study_id=study_id)[0]
        frames = {
            "scorers": progress.scorers(session, study_id=study_id),
            "links": people.invitations(session, study_id=study_id).drop(columns="rater"),
            "flags": progress.flags(session, study_id=study_id),
        }
        marks = responses.marks(session, study_id=study_id)
    undecided = int(marks["decision"].isna().sum())
    lists = {name: _records(frame) for name, frame in frames.items()}
    if as_json:
        show_json({**card._asdict(), "marks": len(marks), "undecided_marks": undecided, **lists})
        return
    show(f"{card.title}\n{card.note}".strip())
    show(f"{card.slug}: {card.state}, {card.benchmark}{', invented' if card.invented else ''}")
    show(f"{card.responses} responses, {card.sampled} for people to score; {len(marks)} marks, {undecided} undecided")
    for name, records in lists.items():
        if records:
            show(f"\n{name}")
            show_table(list(records[0]), [list(record.values()) for record in records])


def _records(frame: pd.DataFrame) -> list[dict[str, object]]:
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(key): value for key, value in record.items()} for record in plain.to_dict("records")]


@app.command("open")
def open_one(
    study: StudyName,
    marks: Annotated[
        Literal["redact", "keep"] | None,
        typer.Option("--marks", help="First decide every undecided mark this way."),
    ] = None,
) -> None:
    """Open a draft study for scoring and give every invited scorer a queue; what scorers see is fixed then.

    \b
    Example: secondreader study open spring --marks redact
    """
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        if marks is not None:
            _decide(session, study_id, marks)
        targets = open_and_assign(session, study_id=study_id, by=None, now=now())
    say(f"{study} is open: {targets} responses for each scorer.")


def _decide(session: Session, study_id: int, decision: str) -> None:
    frame = responses.marks(session, study_id=study_id)
    ids = [int(mark) for mark in frame.loc[frame["decision"].isna(), "mark"]]
    if ids:
        responses.decide_marks(session, study_id=study_id, mark_ids=ids, decision=decision, by=None, now=now())
    say(f"Decided {len(ids)} marks: {decision}.")


@app.command()
def seal(study: StudyName) -> None:
    """End scoring for good and let results show.

    \b
    Example: secondreader study seal spring
    """
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        studies.seal_study(session, study_id=study_id, by=None, now=now())
        settle_people(session, study_id=study_id, now=now())
    say(f"{study} is sealed: no more scores, results may be seen.")
