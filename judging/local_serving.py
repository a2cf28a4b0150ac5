"""Serving small models on this computer: a process for each, on loopback, until it is enough.

Needs the extra `local`. A judge of a panel reaches such a server by its `base_url`; `panel_of_served` writes the panel.
"""

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep

from judging.local_models import FIRST_PORT, GGUF, LocalModelError

STARTS_WITHIN_S = 120.0
HOME = Path(__file__).parents[1]


@dataclass(frozen=True)
class ToServe:
    """A model file, the id it is asked by, its name and maker as judges are named, and its port."""

    file: Path
    id: str
    name: str
    family: str
    port: int

    @property
    def base_url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}/v1"


def to_serve(files: Sequence[tuple[Path, str, str, str]], first_port: int = FIRST_PORT) -> list[ToServe]:
    """Give each model (file, id, name, maker) a port, one after the other."""
    return [ToServe(*one, port=first_port + number) for number, one in enumerate(files)]


def serving_problems(models: Sequence[ToServe]) -> list[str]:
    """Say everything that keeps models from being served: the engine, a file, a port."""
    problems = []
    if importlib.util.find_spec("xllamacpp") is None:
        problems.append("the engine for local models is not installed; `make local` installs it")
    for model in models:
        if not model.file.is_file():
            problems.append(f"{model.file}: no such file")
        elif _first_bytes(model.file) != GGUF:
            problems.append(f"{model.file}: not a GGUF file, the one format that can be served")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", model.port)) == 0:
                problems.append(f"port {model.port} is taken; another one can be chosen")
    return problems


def _first_bytes(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(len(GGUF))


@contextmanager
def serve(models: Sequence[ToServe], *, within_s: float = STARTS_WITHIN_S) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Serve models while the block runs; each is ready when it begins, and ended when it is left.

    Parameters
    ----------
    models : sequence of ToServe
    within_s : float
        How long a model may take to load, in seconds.

    Yields
    ------
    list of Popen
        The servers' processes, in order; wait for them to serve until somebody ends them.

    Raises
    ------
    LocalModelError
        With every problem found beforehand; or when a server ended or did not become ready.
    """
    if problems := serving_problems(models):
        raise LocalModelError("\n".join(problems))
    with ExitStack() as stack:
        processes = []
        for model in models:
            arguments = ["--model", str(model.file.resolve()), "--name", model.id, "--port", str(model.port)]
            command = [sys.executable, "-m", "judging.local_server", *arguments, "--started-by", str(os.getpid())]
            process = subprocess.Popen(command, cwd=HOME, stdout=subprocess.DEVNULL)  # noqa: S603 - our own program
            stack.callback(_end, process)
            processes.append(process)
        for model, process in zip(models, processes, strict=True):
            _wait_until_ready(model, process, monotonic() + within_s)
        yield processes


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_until_ready(model: ToServe, process: subprocess.Popen[bytes], until: float) -> None:
    while not is_ready(model.port):
        if process.poll() is not None:
            raise LocalModelError(f"{model.name}: its server ended with code {process.returncode}; see above")
        if monotonic() > until:
            raise LocalModelError(f"{model.name}: its server did not become ready in time")
        sleep(0.1)


def is_ready(port: int) -> bool:
    """Whether a server has loaded its model."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def panel_of_served(models: Sequence[ToServe]) -> str:
    """Write the panel file by which these servers can be asked, as TOML."""
    judges = "".join(
        f"""
[[judges]]
id = "{model.id}"
name = "{model.name}"
model = "openai/{model.id}"
family = "{model.family}"
base_url = "{model.base_url}"
schema_mode = "json_schema"
temperature = "accepted"
seed = 1
max_tokens = 1200
longest_reason = 200
timeout_s = 600.0
concurrency = 1
price = {{ input_per_million = 0.0, output_per_million = 0.0, source = "Runs on this computer", date = "2026-11" }}
extra = {{ cache_prompt = false }}
"""
        for model in models
    )
    return f'title = "Models served on this computer"\n{judges}'
