"""How long something takes, for tests that only tell "at once" from "never"."""

import time
from collections.abc import Callable


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor seconds a piece of work takes, whatever else the machine is doing."""
    before = time.process_time()
    work()
    return time.process_time() - before
