"""The real server in a process of its own, on a store of the test's own; it can be stopped and started again."""

import os
import socket
import subprocess
import sys

START = "import sys; from web.serving import serve; serve('127.0.0.1', int(sys.argv[1]))"


class AppServer:
    """One server, always on the same port."""

    def __init__(self, database_url: str) -> None:
        self.database_url = database_url
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start, and come back when the port is open (a request then waits until the app answers)."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, str(self.port)],
            env={**os.environ, "SECONDREADER_DATABASE_URL": self.database_url},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "URL:" in line:
                return
        raise RuntimeError("the server ended before it was ready; what it said is above")

    def stop(self) -> None:
        """Stop at once, as a machine does that loses power."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def restart(self) -> None:
        """Stop at once and start again."""
        self.stop()
        self.start()
