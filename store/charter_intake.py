"""Charters entering a study: every version is kept, known by the hash of its text; a module's newest is in force."""

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import Session, col, select

from rubrics.charters import Charter as CharterText
from store import events
from store.engine import StoreError
from store.studies import locked, modules_of
from store.tables import Charter


def take_in_charters(
    session: Session, *, study_id: int, charters: Mapping[str, CharterText], by: int | None, now: datetime
) -> tuple[str, ...]:
    """Store charters by module id as a whole and return the modules whose text is new; the same text adds nothing.

    Raises
    ------
    StoreError
        With every problem: no such module, or a text that was in force before another replaced it. Nothing is stored.
    """
    locked(session, study_id)
    modules = modules_of(session, study_id)
    problems = [
        f"there is no module {module!r}; allowed: {', '.join(modules)}" for module in charters if module not in modules
    ]
    fresh = []
    for module, charter in charters.items():
        known = _hashes(session, study_id, module)
        if charter.hash in known[:-1]:
            problems.append(f"{module}: this text was in force before and has been replaced; say in it what is new")
        elif charter.hash not in known:
            fresh.append(module)
    if problems:
        raise StoreError(*problems)
    for module in fresh:
        charter = charters[module]
        session.add(Charter(study_id=study_id, module=module, hash=charter.hash, text=charter.text, added_at=now))
        session.flush()
        details: events.Details = {"module": module, "hash": charter.hash, "clauses": len(charter.clauses)}
        events.append(session, study_id=study_id, rater_id=by, act="added charter", details=details, now=now)
    return tuple(fresh)


def _hashes(session: Session, study_id: int, module: str) -> list[str]:
    """The hashes of a module's charters, the one in force last."""
    query = select(Charter.hash).where(Charter.study_id == study_id, Charter.module == module)
    return list(session.exec(query.order_by(col(Charter.id))).all())
