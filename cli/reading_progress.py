"""Says how far a long import is: nothing in the first two seconds, then a line every two."""

from collections.abc import Callable
from time import monotonic

from cli.sentences import say

QUIET_SECONDS = 2.0
DOING = {"reading": "Read", "storing": "Stored"}


class ReadingProgress:
    """Told of every few thousand rows; speaks when a person would begin to wonder."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.spoken = clock()

    def __call__(self, doing: str, count: int) -> None:
        """Say how many rows are done, unless something was said just now."""
        if self.clock() - self.spoken >= QUIET_SECONDS:
            self.spoken = self.clock()
            say(f"{DOING.get(doing, doing)} {count:,} rows ...")
