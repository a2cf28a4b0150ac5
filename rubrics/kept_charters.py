"""Charters that were taken in once: read and compared again without doing the work twice in one process."""

from functools import lru_cache

from rubrics.charters import Charter, parse_charter
from rubrics.clause_diff import ClauseChange, diff

KEPT = 64


@lru_cache(maxsize=KEPT)
def charter_of(text: str, module: str) -> Charter:
    """Return the charter with this text, which was sound when it was taken in."""
    return parse_charter(text, module, module=module)


@lru_cache(maxsize=KEPT)
def changes(old: str, new: str) -> tuple[ClauseChange, ...]:
    """Return what is added, removed or changed from one text to another, in the order of the new one."""
    if old == new:
        return ()
    return tuple(one for one in diff(charter_of(old, ""), charter_of(new, "")) if one.kind != "same")


@lru_cache(maxsize=KEPT)
def changed_numbers(old: str, new: str) -> frozenset[str]:
    """Return the clauses that are not the same in both texts; an empty number for what stands outside the clauses."""
    return frozenset(one.number for one in changes(old, new))
