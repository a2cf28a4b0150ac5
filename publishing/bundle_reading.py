"""A bundle as it lies somewhere: a ZIP, or the folder it was unpacked into. Nothing is written, nothing is run."""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from publishing.bundle import EDITION, FORM, FORMAT, MANIFEST
from publishing.bundle_tables import TextTable, UnreadableTable, frame_of, read_text_table
from publishing.dictionary import TABLES
from publishing.dictionary_people import PEOPLE_TABLES
from publishing.dictionary_records import CHARTER_TABLES

MOST_BYTES = 2_000_000_000
Files = dict[str, bytes]


class BundleError(ValueError):
    """What was given is no bundle that can be checked; `problems` are sentences, all of them."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Read(NamedTuple):
    """A bundle that was read: its files, manifest and receipt, and which files are not as the manifest says."""

    files: Files
    manifest: Mapping[str, Any]
    receipt: str
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    added: tuple[str, ...]


def read_bundle(place: Path) -> Read:
    """Read a bundle from its ZIP or its folder, and compare every file with its hash.

    Raises
    ------
    BundleError
        When it is no bundle, or its manifest cannot be read.
    """
    files = _from_folder(place) if place.is_dir() else _from_zip(place)
    if MANIFEST not in files:
        raise BundleError(f"{place.name}: found no {MANIFEST}; allowed: a bundle, as a ZIP or unpacked into a folder")
    try:
        manifest = json.loads(files[MANIFEST])
        known, form = manifest["files"], manifest["format"]
    except (ValueError, KeyError, TypeError) as problem:
        raise BundleError(f"{MANIFEST}: cannot be read ({problem})") from problem
    if form != FORMAT:
        raise BundleError(f"{MANIFEST}: {_other_format(str(form), str(manifest.get('software', 'not named')))}")
    there = {path: hashlib.sha256(content).hexdigest() for path, content in files.items() if path != MANIFEST}
    return Read(
        files,
        manifest,
        hashlib.sha256(files[MANIFEST]).hexdigest(),
        tuple(sorted(path for path in there.keys() & known.keys() if there[path] != known[path])),
        tuple(sorted(known.keys() - there.keys())),
        tuple(sorted(there.keys() - known.keys())),
    )


def _other_format(form: str, software: str) -> str:
    """Say why a bundle of another edition is not checked, and that this says nothing against it."""
    found = f"found the format {form!r}; allowed: {FORMAT!r}"
    name, _, edition = form.rpartition(" ")
    if name != FORM or not edition.isdecimal():
        return found
    age, what = ("an older", "has fewer tables than") if int(edition) < EDITION else ("a newer", "may have more than")
    return (
        f"{found}. This is {age} bundle: it {what} this version checks, so this version cannot check it. That says "
        f"nothing against it; check it with the software that made it, version {software}"
    )


def _from_zip(place: Path) -> Files:
    try:
        with zipfile.ZipFile(place) as archive:
            entries = [one for one in archive.infolist() if not one.is_dir()]
            if (size := sum(one.file_size for one in entries)) > MOST_BYTES:
                raise BundleError(
                    f"{place.name}: found {size / 1e9:.1f} GB unpacked; allowed: {MOST_BYTES / 1e9:.0f} GB"
                )
            return {one.filename: archive.read(one) for one in entries}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as problem:
        raise BundleError(f"{place.name}: found no ZIP that can be read ({problem}); allowed: a bundle") from problem


def _from_folder(place: Path) -> Files:
    paths = [path for path in place.rglob("*") if path.is_file() and not path.is_symlink()]
    return {PurePosixPath(path.relative_to(place)).as_posix(): path.read_bytes() for path in paths}


def tables_of(files: Files) -> dict[str, TextTable]:
    """Read every table of a bundle.

    Raises
    ------
    BundleError
        With every problem of every table.
    """
    found: dict[str, TextTable] = {}
    problems: list[str] = []
    for name in TABLES:
        path = f"data/{name}.csv"
        if name in {**CHARTER_TABLES, **PEOPLE_TABLES} and path not in files:
            continue  # without charters there are none; with them, nothing is then approved
        try:
            if path not in files:
                raise UnreadableTable(f"{path} is not there; without it nothing can be computed")
            found[name] = read_text_table(files[path], name)
            frame_of(found[name], name)
        except UnreadableTable as problem:
            problems += str(problem).splitlines()
    if problems:
        raise BundleError(*problems)
    return found
