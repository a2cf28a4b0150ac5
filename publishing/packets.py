"""The review packet of a study's charter, from the store: what an expert who works offline is given.

It never says how other reviewers have decided, unless that has been published: dissent stands in it only where it was
signed before a bundle or a report of the study went out.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

import pandas as pd

from files.packet import Packet
from files.packet_csv import packet_csv
from files.packet_word import MEDIA, packet_word
from files.returned import Known, Reading
from publishing import study_gate
from publishing.charter_report import dissent
from publishing.charter_tables import charter_tables
from publishing.published import last_published
from rubrics.reviews import ReviewEntry, Subject
from store import benchmarks, charters, review_work, studies
from store.engine import Session, StoreError


class Form(NamedTuple):
    """One form of a packet: what its file's name ends with, what browsers call it, and who writes it."""

    suffix: str
    media: str
    says: str
    write: Callable[[Packet], bytes]


def _printed_html(packet: Packet) -> bytes:
    from publishing.packet_print import packet_html

    return packet_html(packet)


def _printed_pdf(packet: Packet) -> bytes:
    from publishing.packet_print import packet_pdf

    return packet_pdf(packet)


FORMS: Mapping[str, Form] = {
    "word": Form("docx", MEDIA, "Word file", packet_word),
    "pdf": Form("pdf", "application/pdf", "PDF to print", _printed_pdf),
    "html": Form("html", "text/html", "Web page to print", _printed_html),
    "csv": Form("csv", "text/csv", "Spreadsheet (CSV)", packet_csv),
}
"""What prints a page is loaded when it is first asked for: it brings the fonts of the library that draws figures."""


def packet_of(
    session: Session, *, study_id: int, module: str, entries: Mapping[Subject, ReviewEntry] | None = None
) -> Packet:
    """Return the packet of the charter in force.

    Parameters
    ----------
    session, study_id, module
    entries : mapping, optional
        What the reviewer whom it is for has said so far.

    Raises
    ------
    StoreError
        When the module is unknown or has no charter.
    """
    benchmark = benchmarks.of_study(session, study_id=study_id)
    names = {one.id: one.name for one in benchmark.modules}
    there = charters.in_force(session, study_id=study_id)
    if module not in there:
        allowed = ", ".join(one for one in names if one in there) or "none, take in a charter first"
        raise StoreError(f"there is no charter of {module!r} in this study; allowed: {allowed}")
    version = there[module]
    return Packet(
        study=studies.list_studies(session, study_id=study_id)[0].title,
        module=module,
        tradition=names.get(module, module),
        charter=review_work.reading(version),
        version=version.version,
        added_at=version.added_at,
        scenarios=review_work.scenarios_for(session, study_id=study_id, module=module),
        classes=tuple(benchmark.authority_classes),
        limit=next(iter(study_gate.limits(session, study_id=study_id)), ""),
        dissent=_published_dissent(session, study_id, module),
        entries=entries or {},
    )


def file_name(module: str, version: int, form: Form) -> str:
    """Return what a packet's file is called."""
    return f"{module}-version-{version}.{form.suffix}"


def known(session: Session, *, study_id: int, module: str) -> Known:
    """Return what a returned packet is read against: every version of the charter, the scenarios and the classes."""
    texts = [one for one in charters.versions(session, study_id=study_id) if one.module == module]
    return Known(
        tuple(Reading(one.version, review_work.reading(one)) for one in texts),
        review_work.scenarios_for(session, study_id=study_id, module=module),
        module,
        tuple(benchmarks.of_study(session, study_id=study_id).authority_classes),
    )


def _published_dissent(session: Session, study_id: int, module: str) -> tuple[str, ...]:
    published = last_published(session, study_id=study_id)
    if published is None:
        return ()
    tables = charter_tables(session, study_id=study_id)
    signed = _until(tables["sign_offs"], published)
    objections = tables["objections"].merge(signed[["module", "reviewer"]], on=["module", "reviewer"])
    benchmark = benchmarks.of_study(session, study_id=study_id)
    return dissent(benchmark, {**tables, "sign_offs": signed, "objections": objections}, module)


def _until(signed: pd.DataFrame, published: datetime) -> pd.DataFrame:
    """The sign-offs that were there when something was published."""
    before = [datetime.fromisoformat(str(one)) <= published for one in signed["signed_at"]]
    return signed[pd.Series(before, index=signed.index, dtype=bool)]
