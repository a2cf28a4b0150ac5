"""When a request that has its place really goes out.

Places are one spacing apart. But a process that was kept waiting for its processor finds that several of them have
come at once; these go out one after the other then, never closer together than the limit itself says. The spacing of
places is a little wider than that, so what was late catches up.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from store.gate import Key


@dataclass
class Turns:
    """The turns of one process at its gates, by `time.monotonic`."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _free_at: dict[Key, float] = field(default_factory=dict)

    async def wait(self, key: Key, *, go_at: float, gap: float) -> None:
        """Return when a request may go out: not before its place, nor less than `gap` seconds after the last one."""
        while (early := max(go_at, self._free_at.get(key, go_at)) - self.clock()) > 0:
            await self.sleep(early)
        self._free_at[key] = self.clock() + gap
