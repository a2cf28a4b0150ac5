"""The command that helps with runs from this machine, where the store is a PostgreSQL."""

import typer

from cli.access import opened
from cli.sentences import refuse, say


def worker() -> None:
    """Help with runs of judges until Ctrl+C; any number of these, on any machines that reach the PostgreSQL store.

    Keys must be in the environment of each machine. What is on the wire at the end is waited for.

    \b
    Example: secondreader worker
    """
    from judging.run import worker as process

    with opened() as store:
        if store.is_sqlite:
            refuse(
                "The store is an SQLite file, where each run has one worker, started with it. "
                "Several workers need PostgreSQL: set SECONDREADER_DATABASE_URL to its address."
            )
    say("Waiting for runs to help with. Ctrl+C waits for what is on the wire, and ends.")
    raise typer.Exit(process.main(["--queue"]))
