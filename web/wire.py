"""How Streamlit's answers travel: each at once, and the icons' font only where an icon is shown."""

import re
import socket
from collections.abc import Callable
from typing import ParamSpec

Where = ParamSpec("Where")

ICON_FONT = re.compile(rb'@font-face\s*{\s*font-family:\s*"?Material Symbols Rounded"?;')
ICON_NAMES = b"unicode-range:U+30-39,U+5F,U+61-7A;"


def without_delay(bind: Callable[Where, tuple[socket.socket, str]]) -> Callable[Where, tuple[socket.socket, str]]:
    """Return Streamlit's way to make its socket, its connections now without Nagle's wait before they send.

    Streamlit's socket does not say that it is TCP, so asyncio leaves the wait in place: the body of an answer goes out
    only when the browser has confirmed its head, up to 40 ms later.
    """

    def bound(*where: Where.args, **named: Where.kwargs) -> tuple[socket.socket, str]:
        listening, address = bind(*where, **named)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening, address

    return bound


def icons_on_demand(css: bytes) -> bytes:
    """Return Streamlit's style sheet with the icons' font (375 kB) for the letters of icons' names alone.

    Streamlit asks for the font as soon as it starts, with a space for its text; now that loads nothing, and the first
    icon that is shown does.
    """
    return ICON_FONT.sub(lambda found: found[0] + ICON_NAMES, css)
