"""Is the port free? Asked before anything starts, and answered in words."""

import errno
import socket
import sys

from store.engine import StoreError

LOOK_AHEAD = 20


def check_port(host: str, port: int, *, otherwise: str) -> None:
    """Refuse a port that cannot be listened on.

    Parameters
    ----------
    host, port
        Where to listen.
    otherwise : str
        The command for another port, with `{port}` where a free one is put in.

    Raises
    ------
    StoreError
        With a command that would work.
    """
    problem = _problem(host, port)
    if problem is None:
        return
    hint = otherwise.format(port=_free(host, port))
    if problem.errno == errno.EADDRINUSE:
        raise StoreError(f"Port {port} is already in use. Stop the other program or choose another: {hint}")
    if problem.errno == errno.EACCES:
        raise StoreError(f"Port {port} is kept for administrators. Choose another: {hint}")
    raise StoreError(f"This computer cannot listen on {host}: {problem.strerror or problem}. Try --host 127.0.0.1")


def _problem(host: str, port: int) -> OSError | None:
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(1)
    except OSError as problem:
        return problem
    return None


def _free(host: str, port: int) -> int:
    start = max(port, 8500)
    free = (one for one in range(start + 1, start + LOOK_AHEAD) if one <= 65535 and _problem(host, one) is None)
    return next(free, start + 1)
