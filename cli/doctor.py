"""The command `doctor`: is everything there that the app needs?"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import typer

from cli.disk import free_bytes, thrown_away
from cli.options import AsJson
from cli.run_checks import look_at_runs
from cli.sentences import say, show_json, show_table
from store.engine import Store, StoreError
from store.events import broken_links
from store.reach import check_ready, check_whole, check_writable, connect, where
from store.studies import list_studies

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
KEYS = (
    "OPENROUTER_API_KEY",
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "DEEPSEEK_API_KEY",
    "MISTRAL_API_KEY",
)
LITTLE_ROOM = 1_000_000_000
NO_ROOM = 100_000_000


class Finding(NamedTuple):
    """One thing looked at; a problem keeps the app from working, a warning may cost you something later."""

    about: str
    state: Literal["ok", "warning", "problem", "information"]
    said: str


def doctor(as_json: AsJson = False) -> None:
    """Check database, runs, disk, browser and keys; exit code 1 when something keeps the app from working.

    \b
    Example: secondreader doctor --json
    """
    findings = list(examine())
    if as_json:
        show_json([finding._asdict() for finding in findings])
    else:
        show_table(("what", "state", "found"), findings)
    problems = sum(finding.state == "problem" for finding in findings)
    if problems:
        say(f"{problems} of these keep the app from working.")
        raise typer.Exit(1)


def examine() -> Iterator[Finding]:
    """Look at everything in turn."""
    try:
        store = connect()
    except StoreError as problem:
        yield Finding("database", "problem", str(problem))
    else:
        yield from _database(store)
        yield from _disk(store)
        store.close()
    yield _browser()
    yield from map(_key, KEYS)


def _database(store: Store) -> Iterator[Finding]:
    try:
        check_ready(store)
        check_whole(store)
        yield Finding("database", "ok", f"{where(store)} is set up")
        check_writable(store)
        yield Finding("writing", "ok", "the database takes changes")
        yield from _logs(store)
        yield from (Finding(*seen) for seen in look_at_runs(store))
    except StoreError as problem:
        yield Finding("database", "problem", str(problem))


def _logs(store: Store) -> Iterator[Finding]:
    """Look whether any study's log was altered behind the software's back."""
    with store.reading() as session:
        for study in list_studies(session):
            broken = broken_links(session, study_id=study.id)
            if broken:
                yield Finding(f"log of {study.slug}", "problem", "; ".join(broken[:3]))
            else:
                yield Finding(f"log of {study.slug}", "ok", "no event was altered or taken out")


def _disk(store: Store) -> Iterator[Finding]:
    if store.file is None:
        yield Finding("disk", "information", "PostgreSQL keeps the data; its disk is not looked at from here")
        return
    folder = store.file.parent
    why = thrown_away(folder)
    yield Finding("disk", "warning" if why else "ok", why or f"{folder} is on a disk that lasts")
    free = free_bytes(folder)
    state: Literal["ok", "warning", "problem"] = "ok" if free >= LITTLE_ROOM else "warning"
    yield Finding("room", "problem" if free < NO_ROOM else state, f"{free / 1e9:,.1f} GB free")


def _browser() -> Finding:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    bundled = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    if found is None and any(bundled.glob("chromium*")):
        found = str(bundled)
    said = f"Chromium: {found}" if found else "no Chromium on this computer; only the tests need it"
    return Finding("browser", "information", said)


def _key(name: str) -> Finding:
    return Finding(name, "information", "set" if os.environ.get(name) else "not set (only needed to run judges)")
