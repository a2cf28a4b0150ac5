"""Reading replies and beginning targets beside the exchanges, in a thread of its own, a piece at a time.

A piece is small, so that an exchange which waits for the store behind it does not wait for long. None is begun when
there is nothing to do; what only other workers know of is looked for once a second.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from store.patience import keep_trying

BATCH = 32
"""Replies read, or targets begun, in one transaction."""


class Work(Protocol):
    """What a worker does between exchanges, each in a transaction of its own."""

    def read(self, most: int, *, of_all: bool = False) -> int:
        """Read replies that are stored, this worker's own or everybody's, and return how many."""

    def open(self, most: int) -> int:
        """Begin with targets nobody has begun, and return how many."""

    def look_around(self) -> None:
        """Say that this worker is alive, and see to what dead ones left."""

    def finish(self, wanted: str) -> str | None:
        """Say what has become of the run when nothing is on the wire; None when there is more to do."""


@dataclass
class Reading:
    """The pieces of one worker. `wake` is called when a piece has changed anything, or failed."""

    work: Work
    wake: Callable[[], None]
    _mine: bool = True
    _all: bool = True
    _targets: bool = True
    _piece: "asyncio.Task[int] | None" = None
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "reading"))

    def hear(self, *, answered: bool, refused: bool) -> None:
        """Take note of what was stored: replies to read, or calls that ended, whose targets go on."""
        self._mine |= answered
        self._targets |= refused

    def look_everywhere(self) -> None:
        """Read other workers' replies too, and look for targets that they set free."""
        self._all = self._targets = True

    async def go_on(self, *, hungry: bool) -> None:
        """Begin with the next piece where there is one and none is under way; targets are begun when `hungry`."""
        if self._piece is not None and self._piece.done():
            await self.finish_piece()
        if self._piece is None and (self._mine or self._all or (hungry and self._targets)):
            self._piece = asyncio.create_task(self._one_piece(hungry))
            self._piece.add_done_callback(self._ended)

    async def finish_piece(self) -> bool:
        """Wait for the piece under way and say whether it did anything; what went wrong in it is raised here."""
        if self._piece is None:
            return False
        piece, self._piece = self._piece, None
        return await piece > 0

    def close(self) -> None:
        """Wait for the thread."""
        self._thread.shutdown(wait=True)

    async def _one_piece(self, hungry: bool) -> int:
        """Begin targets, so that the wire does not run empty; then read."""
        done = 0
        if hungry and self._targets:
            self._targets = False
            done = await self._in_thread(partial(self.work.open, BATCH))
            self._targets |= done > 0
            if done:
                self.wake()
        if self._mine or self._all:
            of_all, self._mine, self._all = self._all, False, False
            read = await self._in_thread(partial(self.work.read, BATCH, of_all=of_all))
            if read >= BATCH:
                self._mine, self._all = True, of_all
            done += read
        return done

    def _ended(self, piece: "asyncio.Task[int]") -> None:
        if piece.cancelled() or piece.exception() is not None or piece.result() > 0:
            self.wake()

    async def _in_thread(self, work: Callable[[], int]) -> int:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(keep_trying, work))
