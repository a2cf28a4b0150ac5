"""May a study be released, and as what: nothing before scoring is closed; every release stands in the study's log."""

import hashlib
from datetime import datetime

from publishing.bundle import Bundle
from publishing.bundle_tables import table_bytes
from publishing.charter_tables import charter_tables
from publishing.published import ACT, FILE_ACT
from publishing.release_tables import Release, release_of
from publishing.study_figures import data_version
from store import events, studies
from store.engine import Session, StoreError

SHOWN = ("sealed", "released")


def check_may_be_released(session: Session, *, study_id: int) -> None:
    """Do nothing when a study's results may leave.

    Raises
    ------
    StoreError
        Before its scoring is closed: nobody's scores may be swayed by results.
    """
    (card,) = studies.list_studies(session, study_id=study_id)
    if card.state not in SHOWN:
        raise StoreError(f"the study is {card.state}; results leave only when scoring is closed: seal it first")


def fetch(session: Session, *, study_id: int, named: bool) -> Release:
    """Fetch a study for release.

    Parameters
    ----------
    session, study_id
    named : bool
        Whether systems keep their names: for the owner to say.

    Raises
    ------
    StoreError
        As `check_may_be_released`.
    """
    check_may_be_released(session, study_id=study_id)
    return release_of(session, study_id=study_id, named=named)


def version_of(session: Session, *, study_id: int) -> str:
    """Return a text that changes whenever a score, a charter or what its reviewers signed does: the key of caches."""
    tables = charter_tables(session, study_id=study_id)
    found = [data_version(session, study_id=study_id), *(table_bytes(one, name).hex() for name, one in tables.items())]
    return hashlib.sha256("|".join(found).encode()).hexdigest()


def record_bundle(
    session: Session, *, study_id: int, by: int | None, named: bool, bundle: Bundle, now: datetime
) -> None:
    """Note in the study's log that a bundle was made, with its receipt.

    Raises
    ------
    StoreError
        As `check_may_be_released`.
    """
    check_may_be_released(session, study_id=study_id)
    details: events.Details = {"receipt": bundle.receipt, "systems_named": named}
    events.record(session, study_id=study_id, rater_id=by, act=ACT, details=details, now=now)


def record_file(session: Session, *, study_id: int, by: int | None, named: bool, path: str, now: datetime) -> None:
    """Note in the study's log that one file of a release left.

    Raises
    ------
    StoreError
        As `check_may_be_released`.
    """
    check_may_be_released(session, study_id=study_id)
    details: events.Details = {"file": path, "systems_named": named}
    events.record(session, study_id=study_id, rater_id=by, act=FILE_ACT, details=details, now=now)


def missing_file(path: str) -> StoreError:
    """Say that a study has no such file to give."""
    return StoreError(f"this study has no {path}: there is nothing to put into it")
