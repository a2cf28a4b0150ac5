"""A charter as a file for experts who work offline, and what they send back."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, reading, writing
from cli.options import AsJson, InFile, StudyName
from cli.sentences import refuse, say, show_json, show_table
from files.packet import QUESTIONS, written
from files.returned import Returned, read_back
from files.tables import read_file
from publishing import packets
from rubrics.reviews import ReviewEntry, named
from store import review_work, reviews, studies
from store.engine import Session
from store.review_drafts import take_in_entries
from store.review_work import ReviewRow

app = typer.Typer(
    help="A charter as a file to work offline with, and what comes back.", no_args_is_help=True, rich_markup_mode=None
)
ModuleName = Annotated[str, typer.Argument(metavar="MODULE", help="The module whose charter it is.")]
SHOWN = 60


@app.command()
def packet(
    study: StudyName,
    module: ModuleName,
    out: Annotated[Path, typer.Option("--out", help="The file to write: .docx, .pdf, .html or .csv.")],
) -> None:
    """Write the charter in force as a form for an expert: Word, PDF or a web page to print, or CSV.

    \b
    Example: secondreader charter packet spring catholic --out catholic.docx
    """
    form = next((one for one in packets.FORMS.values() if out.suffix.lower() == f".{one.suffix}"), None)
    if form is None:
        allowed = ", ".join(f".{one.suffix}" for one in packets.FORMS.values())
        refuse(f"found {out.name}; allowed: a name that ends with one of {allowed}")
        return
    if out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        made = packets.packet_of(session, study_id=study_id, module=module)
    out.write_bytes(form.write(made))
    say(f"“{made.charter.title}”, version {made.version}, is in {out}.")


@app.command("read-back")
def read(
    study: StudyName,
    module: ModuleName,
    file: InFile,
    *,
    reviewer: Annotated[
        str | None, typer.Option("--reviewer", help="Take it in as this reviewer's drafts, which they then sign.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a filled-in packet (Word, CSV or XLSX): what it says, and everything in it that is not understood.

    Nothing is kept unless a reviewer is named. What they have written on their own page stays; what is left alone for
    that is named. The exit code is 1 when something was not understood.

    \b
    Example: secondreader charter read-back spring catholic returned.docx --reviewer "Ruth Okafor"
    """
    content = read_file(file)
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        packets.packet_of(session, study_id=study_id, module=module)
        known = packets.known(session, study_id=study_id, module=module)
        review = None if reviewer is None else _review(session, study_id, module, reviewer)
    returned = read_back(content, file.name, known)
    _tell(returned, as_json=as_json)
    if review is not None and returned.charter_hash:
        with writing() as session:
            kept, left = take_in_entries(
                session, review=review, charter_hash=returned.charter_hash, entries=returned.entries, now=now()
            )
        say(f"{len(kept)} of {len(returned.entries)} are drafts of {reviewer} now, who signs behind their own link.")
        if left:
            say(f"Left alone, because they have written something else there: {', '.join(map(named, left))}")
    if returned.problems:
        raise typer.Exit(1)


def _review(session: Session, study_id: int, module: str, name: str) -> ReviewRow:
    """Find one reviewer's review by their name."""
    here = [one for one in reviews.reviewers(session, study_id=study_id, now=now()) if one.module == module]
    found = [one for one in here if one.name == name]
    if len(found) != 1:
        allowed = ", ".join(one.name for one in here) or "nobody, invite somebody first"
        refuse(f"found {len(found)} reviewers of {module} named {name!r}; allowed: one of {allowed}")
    return review_work.held(session, rater_id=found[0].rater_id, key=found[0].key)


def _tell(returned: Returned, *, as_json: bool) -> None:
    if as_json:
        show_json(
            {
                "version": returned.version or None,
                "entries": [asdict(one) for one in returned.entries],
                "problems": returned.problems,
                "notes": returned.notes,
            }
        )
    elif returned.entries:
        show_table(("place", *QUESTIONS), [_row(one) for one in returned.entries])
    for one in (*returned.notes, *returned.problems):
        say(one)


def _row(entry: ReviewEntry) -> tuple[str | None, ...]:
    cells = (" ".join(written(entry, asked).split()) for asked in QUESTIONS)
    return (named(entry.subject), *(_short(one) or None for one in cells))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
