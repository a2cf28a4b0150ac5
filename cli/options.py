"""The arguments and options that several commands share, and the address that links begin with."""

from pathlib import Path
from typing import Annotated

import typer

PORT = 8501
HOST = "127.0.0.1"

StudyName = Annotated[str, typer.Argument(metavar="STUDY", help="The study's short name.")]
InFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file to read.")]
AsJson = Annotated[bool, typer.Option("--json", help="Give out JSON, for a script.")]
Host = Annotated[str, typer.Option("--host", help="The network address to listen on; 0.0.0.0 for all.")]
Port = Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to listen on.")]
Address = Annotated[
    str | None,
    typer.Option(
        "--address",
        envvar="SECONDREADER_ADDRESS",
        help="What links begin with: where people reach the app.",
        show_default="http://localhost:PORT",
    ),
]


def base_address(address: str | None, port: int = PORT) -> str:
    """Return what links begin with, without a slash at the end."""
    found = (address or f"http://localhost:{port}").rstrip("/")
    if not found.startswith(("http://", "https://")):
        raise typer.BadParameter(f"found {found}; it begins with http:// or https://", param_hint="--address")
    return found


def link(address: str, token: str) -> str:
    """Return a personal link."""
    return f"{address}/i/{token}"
