"""Releases of small studies, and bundles of them to be spoiled in one place."""

import hashlib
import json
from collections.abc import Callable

from publishing.bundle import MANIFEST, Files, bundle_files
from publishing.bundle_reading import Read
from publishing.release_tables import Release, release_of
from store import studies
from store.engine import Store
from tests.pages.scored import JUDGES, PEOPLE, Scores, a_scored_study
from tests.store.a_study import NOW


def a_sealed_study(store: Store, people: Scores = PEOPLE, judges: Scores = JUDGES) -> int:
    """Four responses of two systems to two prompts, scored, with scoring closed."""
    with store.writing() as session:
        study_id = a_scored_study(session, people, judges)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def a_release(store: Store, *, named: bool = True) -> Release:
    """The release of a sealed study."""
    study_id = a_sealed_study(store)
    with store.reading() as session:
        return release_of(session, study_id=study_id, named=named)


def a_bundle(store: Store, *, named: bool = True) -> Files:
    """The files of a bundle of that release."""
    return bundle_files(a_release(store, named=named), made_at=NOW)


def as_read(files: Files) -> Read:
    """A bundle as it is read, its files compared with the manifest."""
    manifest = json.loads(files[MANIFEST])
    there = {path: hashlib.sha256(content).hexdigest() for path, content in files.items() if path != MANIFEST}
    known = manifest["files"]
    return Read(
        files,
        manifest,
        hashlib.sha256(files[MANIFEST]).hexdigest(),
        tuple(sorted(path for path in there.keys() & known.keys() if there[path] != known[path])),
        tuple(sorted(known.keys() - there.keys())),
        tuple(sorted(there.keys() - known.keys())),
    )


def spoiled(files: Files, path: str, change: Callable[[str], str], *, forge: bool = False) -> Files:
    """A bundle with one file changed; a forger also writes the file's new hash into the manifest."""
    before = files[path].decode("utf-8")
    after = change(before)
    assert after != before, "the test changed nothing"
    changed = {**files, path: after.encode()}
    if forge:
        manifest = json.loads(files[MANIFEST])
        manifest["files"][path] = hashlib.sha256(changed[path]).hexdigest()
        changed[MANIFEST] = json.dumps(manifest).encode()
    return changed
