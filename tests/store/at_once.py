"""Doing things at once, in real threads with real transactions."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")
LONGEST = 120
"""Seconds after which a test counts as stuck; far more than any takes."""


def at_once(works: Sequence[Callable[[], T]]) -> list[T]:
    """Run every piece of work in a thread of its own, all released together; return what they return, in order."""
    start = Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        start.wait(LONGEST)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return [one.result(LONGEST) for one in [threads.submit(run, work) for work in works]]
