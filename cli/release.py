"""Commands that release a study and check a release."""

from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, reading, writing
from cli.options import AsJson, StudyName
from cli.sentences import refuse, say, show, show_json
from publishing.bundle import bundle_files, packed
from publishing.bundle_reading import BundleError, read_bundle
from publishing.charter_report import limits_of
from publishing.release import fetch, record_bundle
from publishing.report import claim_limits
from publishing.verdict_in_words import as_json as outcome_json
from publishing.verdict_in_words import lines
from publishing.verify import verify as check
from rubrics import loader
from store import studies


def bundle(
    study: StudyName,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The ZIP to write.")],
    with_systems: Annotated[
        bool, typer.Option("--with-systems", help="Name the systems and their makers; without it they are numbered.")
    ] = False,
) -> None:
    """Write a sealed study as one ZIP from which anyone can compute every number again.

    Data, transcripts, raw replies, settled scores, numbers, report, tables, figures, method and what may not be
    claimed. People are numbered. The receipt that is printed is the hash of the bundle; the study's log keeps it too.

    \b
    Example: secondreader bundle spring --out spring-release.zip
    """
    if out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        release = fetch(session, study_id=study_id, named=with_systems)
    made = packed(bundle_files(release, made_at=now()))
    with writing() as session:
        record_bundle(session, study_id=study_id, by=None, named=with_systems, bundle=made, now=now())
        out.write_bytes(made.content)
    say(f"{made.files} files in {out}. Check it anywhere with: secondreader verify {out.name}")
    say("\nWhat may not be claimed:")
    benchmark = loader.parse(release.study.benchmark_text, "benchmark.toml")
    for limit in claim_limits(benchmark, limits_of(benchmark, release.tables)):
        say(f"- {limit}")
    say("\nReceipt, to be published beside the bundle:")
    show(made.receipt)


def verify(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The ZIP, or the folder it was unpacked into.")],
    *,
    receipt: Annotated[
        str | None, typer.Option("--receipt", help="What was published beside it; a bundle with another is refused.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute every number of a release again, from its own files, and say which differ.

    Needs no store and no network. Ends with exit code 1 when a file, a row, a settled score or a number differs.

    \b
    Example: secondreader verify spring-release.zip
    """
    if not bundle.exists():
        refuse(f"{bundle}: there is no such file or folder")
    try:
        checked = check(read_bundle(bundle))
    except BundleError as problem:
        refuse(*problem.problems)
    other = receipt is not None and receipt.strip().lower() != checked.read.receipt
    if as_json:
        show_json({**outcome_json(checked), **({"receipt_is_another": other} if receipt is not None else {})})
    else:
        for line in lines(checked):
            show(line)
        if other:
            show(f"\nThe receipt is another one: found {checked.read.receipt}, published was {receipt}.")
    if other or not checked.holds:
        raise typer.Exit(1)
