"""A wire between browser and server that keeps every byte sent to the browser, and can be cut.

It asks the server for uncompressed answers, so that what was kept can be searched.
"""

import re
import socket
import threading
from contextlib import suppress

ENCODINGS = re.compile(rb"(?i)(accept-encoding|sec-websocket-extensions): [^\r\n]+")


class Wiretap:
    """Listens on a port of its own and passes everything on to the server's."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.heard = bytearray()
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._open = True
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection and refuse new ones, as a lost network does."""
        self._open = False
        self._drop()

    def mend(self) -> None:
        """Let connections through again."""
        self._open = True

    def close(self) -> None:
        """End for good."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._drop()

    def _drop(self) -> None:
        with self._lock:
            sockets, self._sockets = self._sockets, set()
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                if not self._open:
                    raise ConnectionError("the wire is cut")
                far = socket.create_connection(("127.0.0.1", self.server_port))
            except OSError:
                near.close()
                continue
            with self._lock:
                self._sockets |= {near, far}
            threading.Thread(target=self._carry, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, to_browser: bool) -> None:
        with suppress(OSError):
            while chunk := source.recv(65536):
                if to_browser:
                    with self._lock:
                        self.heard += chunk
                else:
                    chunk = ENCODINGS.sub(b"accept-encoding: identity", chunk)
                sink.sendall(chunk)
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
