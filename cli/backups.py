"""Commands that copy the store and bring a copy back."""

from pathlib import Path
from typing import Annotated

import typer

from cli.sentences import say
from store import backup as copies
from store.reach import connect, in_words, where


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file for the copy.")],
) -> None:
    """Copy the whole store into one new file; the app may go on running.

    \b
    Example: secondreader backup monday.db
    """
    store = connect()
    with in_words(store):
        copies.backup(store, file)
    say(f"Copied {where(store)} to {file}, and read the copy through.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to bring back.")],
    replace: Annotated[bool, typer.Option("--replace", help="Put the present store aside first.")] = False,
) -> None:
    """Put a copy in the store's place; stop the app first.

    \b
    Example: secondreader restore monday.db --replace
    """
    store = connect()
    with in_words(store):
        copies.restore(store, file, replace=replace)
    say(f"The store at {where(store)} is now the copy {file}.")
