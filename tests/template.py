"""Processes that are ready at once, because they are copies of one that has loaded the libraries already.

A server or a worker takes seconds of processor time to load its libraries, and the tests start a hundred of them.
`Template` loads them once and forks itself for each. What runs in the copy is the same code, in a process of its own
that listens, writes and dies as any other does.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MOST = 1_000_000
"""Bytes of a message, at most."""


class Copy:
    """One running copy, with what the tests use of `subprocess.Popen`."""

    def __init__(self, template: "Template", pid: int) -> None:
        self.template, self.pid = template, pid
        self.returncode: int | None = None
        self._watch = os.pidfd_open(pid)

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._watch, number)

    def kill(self) -> None:
        """End it at once, as a machine does that loses power."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return its exit code (negative: the signal that ended it), None while it runs."""
        if self.returncode is None and select.select([self._watch], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended and return its exit code."""
        if self.returncode is None:
            if not select.select([self._watch], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a copy", timeout or 0.0)
            self.returncode = self.template.say({"ended": self.pid})
            os.close(self._watch)
        return self.returncode


class Template:
    """A process that has run `loading`, and makes copies of itself; it ends with the process that made it."""

    def __init__(self, loading: str) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._one_at_a_time = threading.Lock()
        with theirs:
            command = [sys.executable, "-m", "tests.template", str(theirs.fileno()), loading]
            environ = {**os.environ, "PYTHONPATH": str(ROOT)}
            self._process = subprocess.Popen(command, cwd=ROOT, env=environ, pass_fds=[theirs.fileno()])

    def copy(self, code: str, *words: str, env: Mapping[str, str], out: int, errors: int = 2) -> Copy:
        """Run `code` in a copy, with these words in `sys.argv[1:]` and these open files for what it says."""
        return Copy(self, self.say({"code": code, "words": words, "env": dict(env)}, out, errors))

    def say(self, message: Mapping[str, Any], *numbers: int) -> int:
        """Send a message with open files and return the number that is answered."""
        with self._one_at_a_time:
            socket.send_fds(self._line, [json.dumps(message).encode()], numbers)
            return int(self._line.recv(MOST))


def stand_ready(line: socket.socket) -> None:
    """Make copies until nobody asks any more; then end those that still run."""
    running = set()
    while True:
        text, numbers, _, _ = socket.recv_fds(line, MOST, 2)
        if not text:
            break
        message = json.loads(text)
        if "ended" in message:
            _, status = os.waitpid(message["ended"], 0)
            running.discard(message["ended"])
            answer = os.waitstatus_to_exitcode(status)
        else:
            answer = os.fork()
            if not answer:
                line.close()
                become(message["code"], message["words"], message["env"], *numbers)
            running.add(answer)
        for number in numbers:
            os.close(number)
        line.send(str(answer).encode())
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def become(code: str, words: Sequence[str], env: Mapping[str, str], out: int, errors: int) -> None:
    """Be the copy until its end."""
    ended = 1
    try:
        os.dup2(out, 1)
        os.dup2(errors, 2)
        os.close(out)
        os.close(errors)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = ["", *words]
        exec(code, {"__name__": "__main__"})
        ended = 0
    except SystemExit as end:
        ended = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - it ends here, and says why
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended)


if __name__ == "__main__":
    exec(sys.argv[2])
    assert threading.active_count() == 1, f"threads are not copied; found {threading.enumerate()}"
    gc.collect()
    gc.freeze()  # or each copy would look at, and so copy, all that they share
    stand_ready(socket.socket(fileno=int(sys.argv[1])))
