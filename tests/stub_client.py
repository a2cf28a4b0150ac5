"""Starting the stub model and speaking to it from a test."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Stub:
    """A running stub model. `url` is the base address for clients, with `/v1`."""

    root: str
    journal_file: Path
    pid: int

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def control(self, **settings: Any) -> None:
        """Change how it behaves from now on; the names are those of `stub_llm.Settings`."""
        self._call("/control", settings)

    def stats(self) -> dict[str, Any]:
        """http, paid, paid_keys, paid_again, free, delivered, gone, modes, open, most_open."""
        answer: dict[str, Any] = self._call("/stats")
        return answer

    def requests(self) -> list[dict[str, Any]]:
        """The last thousand requests to the model: body and headers."""
        answer: list[dict[str, Any]] = self._call("/requests")
        return answer

    def journal(self) -> list[dict[str, Any]]:
        """Every fact so far."""
        return [json.loads(line) for line in self.journal_file.read_text().splitlines()]

    def _call(self, path: str, body: Any = None) -> Any:
        raw = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.root + path, data=raw), timeout=30) as reply:
            return json.load(reply)


@contextmanager
def running_stub(journal_file: Path, **settings: Any) -> Iterator[Stub]:
    """A stub model as a process of its own, ended afterwards."""
    changes = [part for name, value in settings.items() for part in ("--set", f"{name}={json.dumps(value)}")]
    command = [sys.executable, "-m", "tests.stub_llm", "--with-parent", "--journal", str(journal_file), *changes]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http"), "the stub model did not start; its error is above"
        try:
            yield Stub(address, journal_file, process.pid)
        finally:
            process.kill()
