"""What a run must know of a study before it starts: its state, its benchmark, and every name in it."""

from typing import NamedTuple

from sqlalchemy import select
from sqlmodel import Session

from store.asking import ask
from store.run_targets import RESPONSE, SYSTEM
from store.tables import Row

STUDY = Row.metadata.tables["study"]
RATER = Row.metadata.tables["rater"]
MARK = Row.metadata.tables["leak_mark"]


class Known(NamedTuple):
    """A rater as the study has it."""

    key: str
    kind: str
    name: str
    family: str
    model: str


def state_of(session: Session, *, study_id: int) -> str:
    """Return the state of a study."""
    return str(ask(session, select(STUDY.c.state).where(STUDY.c.id == study_id), {}).scalar_one())


def benchmark_hash(session: Session, *, study_id: int) -> str:
    """Return the hash of the benchmark a study scores by."""
    return str(ask(session, select(STUDY.c.benchmark_hash).where(STUDY.c.id == study_id), {}).scalar_one())


def raters(session: Session, *, study_id: int) -> dict[str, Known]:
    """Return the raters of a study by their keys."""
    query = select(*[RATER.c[name] for name in Known._fields]).where(RATER.c.study_id == study_id)
    return {row[0]: Known(*row) for row in ask(session, query, {})}


def systems(session: Session, *, study_id: int) -> list[str]:
    """Return the names of a study's systems, sorted."""
    query = select(SYSTEM.c.name).where(SYSTEM.c.study_id == study_id).order_by(SYSTEM.c.name)
    return [row[0] for row in ask(session, query, {})]


def names(session: Session, *, study_id: int) -> list[str]:
    """Return the names of systems, makers, judges and people of a study, that no judge may read.

    Of people only names of two words or more: Ruth alone may be a book of the Bible.
    """
    systems = ask(session, select(SYSTEM.c.name, SYSTEM.c.family).where(SYSTEM.c.study_id == study_id), {}).all()
    people = [
        one for one in raters(session, study_id=study_id).values() if one.kind == "llm" or " " in one.name.strip()
    ]
    found = {name for row in systems for name in row}
    found |= {name for one in people for name in (one.name, one.family, one.model)}
    return sorted(name for name in found if name.strip())


def kept(session: Session, *, study_id: int) -> list[str]:
    """Return what leak marks found and the owner let stand."""
    query = select(MARK.c.found).join(RESPONSE, MARK.c.response_id == RESPONSE.c.id)
    rows = ask(session, query.where(RESPONSE.c.study_id == study_id, MARK.c.decision == "keep").distinct(), {})
    return sorted(row[0] for row in rows)
