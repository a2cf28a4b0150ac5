"""Choosing a benchmark by its name: from those in the store, and from those that come with the software."""

import re
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, select

from rubrics import loader
from store import benchmarks
from store.engine import StoreError
from store.tables import Benchmark


class Choice(NamedTuple):
    """A benchmark version a study can be made with; `text` is its whole file, `name` how messages call the file."""

    slug: str
    version: str
    title: str
    text: str
    name: str


def choices(session: Session) -> list[Choice]:
    """Return every benchmark version at hand, by id and version; the store's own text wins over a file of that name."""
    found = {}
    for path in loader.released():
        text, name = loader.read_text(path), loader.shown_name(path)
        file = loader.parse(text, name)
        found[file.id, file.version] = Choice(file.id, file.version, file.title, text, name)
    for row in session.exec(select(Benchmark)).all():
        name = f"{row.slug} {row.version}"
        found[row.slug, row.version] = Choice(row.slug, row.version, loader.parse(row.text, name).title, row.text, name)
    return [found[key] for key in sorted(found)]


def choose(session: Session, *, wanted: str, now: datetime) -> str:
    """Return the hash of a benchmark by id, or id and version (`name v1` or `name@v1`), keeping its file if need be.

    Raises
    ------
    StoreError
        When nothing, or more than one version, has that name; with those that can be chosen.
    """
    slug, _, version = re.sub(r"[\s@]+", " ", wanted.strip()).partition(" ")
    every = choices(session)
    fitting = [one for one in every if one.slug == slug and version in ("", one.version)]
    if len(fitting) != 1:
        names = ", ".join(f"'{one.slug} {one.version}'" for one in fitting or every) or "none"
        what = "is the id of several versions" if fitting else "is no benchmark here"
        raise StoreError(f"'{wanted}' {what}; choose one of: {names}")
    chosen = fitting[0]
    return benchmarks.register(session, text=chosen.text, name=chosen.name, now=now)
