"""Commands that write files out."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.access import now, reading, writing
from cli.options import StudyName
from cli.sentences import refuse, say
from files.export import export_scores
from publishing import study_gate
from publishing.bundle import bundle_files
from publishing.release import fetch, record_file
from store import studies

app = typer.Typer(help="Write files out.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def scores(
    study: StudyName,
    out: Annotated[Path | None, typer.Option("--out", help="The file to write; default standard output.")] = None,
    with_authors: Annotated[
        bool, typer.Option("--with-authors", help="Add which system wrote each response; this unblinds.")
    ] = False,
    form: Annotated[
        Literal["csv", "wide", "jsonl", "parquet", "xlsx"],
        typer.Option("--form", help="wide is a CSV with one column for each rater."),
    ] = "csv",
) -> None:
    """Write every score of a study, one row for each response, axis and rater, and the judges' medians.

    The benchmark's claim limits go to standard error, beside the table.

    \b
    Example: secondreader export scores spring --form xlsx --out scores.xlsx
    """
    if out is not None and out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        limits = study_gate.limits(session, study_id=study_id)
        export = export_scores(
            session, study_id=study_id, by=None, now=now(), with_authors=with_authors, form=form, limits=limits
        )
        if out is not None:
            out.write_bytes(export.content)
    if out is None:
        typer.get_binary_stream("stdout").write(export.content)
    say(f"{export.rows} rows.\n\n{export.claim_limits}")


@app.command()
def report(
    study: StudyName,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write: .html, .pdf or .md.")],
    with_systems: Annotated[
        bool, typer.Option("--with-systems", help="Name the systems; without it they are numbered.")
    ] = False,
) -> None:
    """Write the report of a sealed study as a page for a browser, as PDF or as Markdown.

    \b
    Example: secondreader export report spring --out report.pdf
    """
    path = f"report{out.suffix.lower()}"
    if path not in ("report.html", "report.pdf", "report.md"):
        refuse(f"--out: found {out.name}; allowed: a name that ends with .html, .pdf or .md")
    if out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        release = fetch(session, study_id=study_id, named=with_systems)
    content = bundle_files(release, made_at=now())[path]
    with writing() as session:
        record_file(session, study_id=study_id, by=None, named=with_systems, path=path, now=now())
        out.write_bytes(content)
    say(f"The report is in {out}. It says what may not be claimed; pass that on with it.")
