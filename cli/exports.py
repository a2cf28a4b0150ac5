"""Commands that write files out."""

from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, writing
from cli.options import StudyName
from cli.sentences import refuse, say
from files.export import export_scores
from publishing import study_gate
from store import studies

app = typer.Typer(help="Write files out.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Write files out."""


@app.command()
def scores(
    study: StudyName,
    out: Annotated[Path | None, typer.Option("--out", help="The file to write; default standard output.")] = None,
    with_authors: Annotated[
        bool, typer.Option("--with-authors", help="Add which system wrote each response; this unblinds.")
    ] = False,
) -> None:
    """Write every score of a study as CSV, one row for each response, axis and rater, and the judges' medians.

    The benchmark's claim limits go to standard error, beside the table.

    \b
    Example: secondreader export scores spring --out scores.csv
    """
    if out is not None and out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        limits = study_gate.limits(session, study_id=study_id)
        export = export_scores(session, study_id=study_id, by=None, now=now(), with_authors=with_authors, limits=limits)
        if out is not None:
            out.write_bytes(export.content)
    if out is None:
        typer.get_binary_stream("stdout").write(export.content)
    say(f"{export.rows} rows.\n\n{export.claim_limits}")
