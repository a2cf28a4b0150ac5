"""What is changed in how Streamlit's answers travel, and that Streamlit is still as it was when that was needed."""

import socket
from pathlib import Path

import streamlit
from streamlit.web.server.starlette import starlette_server

import web.wire
from web.wire import ICON_FONT, icons_on_demand, without_delay

BUNDLE = Path(streamlit.__file__).parent / "static" / "static"


def test_a_connection_sends_at_once() -> None:
    listening, address = without_delay(starlette_server._bind_server_socket)("127.0.0.1", "127.0.0.1", 0, 1)
    with listening, socket.create_connection(listening.getsockname()):
        listening.setblocking(True)
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
    assert address == "127.0.0.1"


def test_the_icons_font_is_loaded_for_the_names_of_icons_alone() -> None:
    css = b"a{b:c}@font-face{font-family:Material Symbols Rounded;src:url(x)}@font-face{font-family:Other;src:url(y)}"
    assert icons_on_demand(css) == css.replace(b"Rounded;", b"Rounded;unicode-range:U+30-39,U+5F,U+61-7A;")


def test_any_other_style_sheet_stays_as_it_is() -> None:
    assert icons_on_demand(b"p{color:red}") == b"p{color:red}"


def test_streamlit_declares_the_icons_font_once_as_it_did() -> None:
    sheets = [file.read_bytes() for file in (BUNDLE / "css").glob("*.css")]
    assert sum(len(ICON_FONT.findall(sheet)) for sheet in sheets) == 1
    assert web.wire.ICON_NAMES not in b"".join(sheets)
