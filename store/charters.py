"""A study's charters: every version is kept; the newest of a module is in force, known by the hash of its text."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from rubrics.charters import Charter as CharterText
from rubrics.words import unprintable
from store import events
from store.asking import ask
from store.engine import StoreError
from store.studies import locked, modules_of
from store.tables import Charter

LONGEST_NOTE = 2_000


class CharterVersion(NamedTuple):
    """One version of a module's charter; `note` is what its owner says is new in it."""

    id: int
    module: str
    version: int
    hash: str
    text: str
    note: str
    added_at: datetime


def versions(session: Session, *, study_id: int) -> list[CharterVersion]:
    """Return every version of every charter of a study, the oldest first."""
    rows = session.exec(
        select(Charter).where(Charter.study_id == study_id).order_by(col(Charter.module), col(Charter.version))
    ).all()
    return [
        CharterVersion(one.id or 0, one.module, one.version, one.hash, one.text, one.note, one.added_at) for one in rows
    ]


def in_force(session: Session, *, study_id: int) -> dict[str, CharterVersion]:
    """Return the charter in force of each module that has one."""
    return {one.module: one for one in versions(session, study_id=study_id)}


_HASH = (
    select(Charter.hash)
    .where(col(Charter.study_id) == bindparam("study_id"), col(Charter.module) == bindparam("module"))
    .order_by(col(Charter.version).desc())
    .limit(1)
)


def hash_in_force(session: Session, *, study_id: int, module: str) -> str | None:
    """Return the hash of a module's charter in force, None where it has none."""
    row = ask(session, _HASH, {"study_id": study_id, "module": module}).first()
    return str(row[0]) if row else None


def take_in_charters(
    session: Session,
    *,
    study_id: int,
    charters: Mapping[str, CharterText],
    by: int | None,
    now: datetime,
    note: str = "",
    replacing: Mapping[str, str | None] | None = None,
) -> tuple[str, ...]:
    """Store charters by module id as a whole and return the modules whose text is new; the text in force adds nothing.

    A text that was in force before may come back, as a version of its own. `note` says what is new, for those who
    signed the earlier text. `replacing` names the hash that was in force when the change was made, where it is known.

    Raises
    ------
    StoreError
        With every problem: no such module, a charter that somebody else replaced meanwhile, or a note that cannot be
        kept. Nothing is stored.
    """
    locked(session, study_id)
    modules = modules_of(session, study_id)
    problems = [
        f"there is no module {module!r}; allowed: {', '.join(modules)}" for module in charters if module not in modules
    ]
    there = in_force(session, study_id=study_id)
    for module, hash_ in (replacing or {}).items():
        if module in there and there[module].hash != hash_:
            problems.append(
                f"{module}: version {there[module].version} was put in force meanwhile; nothing was changed. "
                "Compare your text with it and try again"
            )
    problems += _of_note(note)
    if problems:
        raise StoreError(*problems)
    fresh = tuple(
        module for module, charter in charters.items() if module not in there or there[module].hash != charter.hash
    )
    for module in fresh:
        version = there[module].version + 1 if module in there else 1
        text, hash_ = charters[module].text, charters[module].hash
        row = Charter(study_id=study_id, module=module, version=version, hash=hash_, text=text, added_at=now)
        row.note = note.strip()
        session.add(row)
        session.flush()
        clauses = len(charters[module].clauses)
        details: events.Details = {"module": module, "version": version, "hash": hash_, "clauses": clauses}
        events.append(session, study_id=study_id, rater_id=by, act="added charter", details=details, now=now)
    return fresh


def _of_note(note: str) -> list[str]:
    """Say why what was said of a change cannot be kept."""
    problems = []
    if len(note.strip()) > LONGEST_NOTE:
        problems.append(f"what is new takes {len(note.strip()):,} characters; at most {LONGEST_NOTE:,} can be kept")
    if hidden := unprintable(note):
        problems.append(f"there is a hidden character in what is new ({', '.join(hidden)}); please retype it")
    return problems
