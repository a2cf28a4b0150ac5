"""The three servers, each a process of its own, and how much processor time each has used."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.error import URLError

from benchmarks.screens.studies import Stores

Name = Literal["app", "empty", "bare"]
ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
SERVE_APP = "import sys; from web.serving import serve; serve('127.0.0.1', int(sys.argv[1]))"


class Server(NamedTuple):
    """A server that answers."""

    name: Name
    port: int
    pid: int

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def cpu_seconds(self) -> float:
        """Processor time that its process has used so far, user and system, from /proc (Linux only)."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(stores: Stores, folder: Path, first_port: int) -> Iterator[dict[Name, Server]]:
    """Start all three on free ports from `first_port` on, and stop them at the end.

    Raises
    ------
    RuntimeError
        When one does not answer within PATIENCE seconds, with what it said.
    """
    ports = _free_ports(first_port, 3)
    bare = ["-m", "benchmarks.screens.bare.server", str(stores.bare), str(ports["bare"])]
    commands: dict[Name, list[str]] = {
        "app": ["-c", SERVE_APP, str(ports["app"])],
        "empty": ["-m", "benchmarks.screens.empty.server", str(ports["empty"])],
        "bare": bare,
    }
    env = {**os.environ, "SECONDREADER_DATABASE_URL": f"sqlite:///{stores.app}"}
    started: list[subprocess.Popen[bytes]] = []
    servers: dict[Name, Server] = {}
    try:
        for name, command in commands.items():
            with (folder / f"{name}.log").open("wb") as log:
                process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, stdout=log, stderr=log)
            started.append(process)
            servers[name] = Server(name, ports[name], process.pid)
            _wait(servers[name], process, folder / f"{name}.log")
        yield servers
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(20)


def _free_ports(first: int, wanted: int) -> dict[Name, int]:
    found = []
    for port in range(first, first + 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                found.append(port)
        if len(found) == wanted:
            return dict(zip(("app", "empty", "bare"), found, strict=True))
    raise RuntimeError(f"no {wanted} free ports from {first} to {first + 99}; choose others with --port")


def _wait(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(server.address, timeout=5):
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"the {server.name} server does not answer; it said:\n{log.read_text(errors='replace')}")
