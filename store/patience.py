"""Work that must not be lost because the database was away for a moment.

Answers that were paid for wait in memory until they can be stored; the same work is done again from its start, so it
must be such that doing it twice counts once.
"""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from store.engine import StoreBusy

T = TypeVar("T")
LOG = logging.getLogger(__name__)
LONGEST = 600.0
"""Seconds after which the database counts as gone for good."""


def keep_trying(work: Callable[[], T], *, longest: float = LONGEST, clock: Callable[[], float] = time.monotonic) -> T:
    """Do a piece of work that is one transaction, again and again while the database cannot be reached.

    Raises
    ------
    DBAPIError, StoreBusy
        The last failure, when it lasts longer than `longest` seconds, or when it is no matter of reach.
    """
    until, pause = clock() + longest, 0.05
    while True:
        try:
            return work()
        except StoreBusy:
            if clock() > until:
                raise
        except DBAPIError as problem:
            passing = problem.connection_invalidated or _deadlock_or_busy(problem)
            if not passing or clock() > until:
                raise
            LOG.warning("the database could not be reached (%s); trying again", type(problem.orig).__name__)
        time.sleep(pause)
        pause = min(pause * 2, 5.0)


def _deadlock_or_busy(problem: DBAPIError) -> bool:
    code = getattr(problem.orig, "sqlstate", None) or getattr(problem.orig, "sqlite_errorname", "")
    return str(code).startswith(("40", "57", "08", "SQLITE_BUSY")) or type(problem.orig).__name__ == "OperationalError"
