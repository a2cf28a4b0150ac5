"""The files of the Agreement page. Each is made for the person behind a browser, after the role is asked once more."""

import csv
import io
from collections.abc import Sequence

import pandas as pd

from files.export import export_scores
from files.formulas import inert
from pages import acting
from pages.results import SHOWN
from publishing import study_gate
from store import events, studies
from store.engine import Session, Store, StoreError
from store.people import Person
from web.identity import now


def csv_of(
    store: Store, login: str | None, roles: Sequence[str], study_id: int, *, with_authors: bool = False
) -> bytes:
    """Write the scores of a study whose scoring has ended, for the person behind a browser; the log keeps that it was.

    Raises
    ------
    StoreError
        When the person may not have it (any more), or the results do not show yet.
    """
    with store.writing() as session:
        person = _allowed(session, login, roles, study_id)
        limits = study_gate.limits(session, study_id=study_id)
        return export_scores(
            session, study_id=study_id, by=person.rater_id, now=now(), with_authors=with_authors, limits=limits
        ).content


def working_csv(
    store: Store, login: str | None, roles: Sequence[str], study_id: int, *, title: str, used: pd.DataFrame
) -> bytes:
    """Write the responses and scores behind one figure, unrounded; raises as `csv_of`, and is logged as it is."""
    with store.writing() as session:
        person = _allowed(session, login, roles, study_id)
        events.record(
            session,
            study_id=study_id,
            rater_id=person.rater_id,
            act="exported working",
            details={"figure": title, "rows": len(used)},
            now=now(),
        )
        limits = study_gate.limits(session, study_id=study_id)[:1]
    head = ["limit"] * len(limits)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["response", *(inert(str(name)) for name in used.columns), *head])
    for label, *said in used.itertuples():
        cells = (repr(one) if isinstance(one, float) else inert(str(one)) for one in said)
        writer.writerow([inert(str(label)), *cells, *map(inert, limits)])
    return text.getvalue().encode("utf-8-sig")


def _allowed(session: Session, login: str | None, roles: Sequence[str], study_id: int) -> Person:
    person = acting.allowed(session, login, roles, study_id)
    if studies.list_studies(session, study_id=study_id)[0].state not in SHOWN:
        raise StoreError("Results are hidden until scoring is closed.")
    return person
