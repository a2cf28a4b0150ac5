"""Commands that set the store up and start the app: init, serve, demo."""

from typing import Annotated

import typer

from cli.access import now, reading, writing
from cli.disk import thrown_away
from cli.options import HOST, PORT, Address, AsJson, Host, Port, base_address, link
from cli.ports import check_port
from cli.sentences import say, show, show_json
from demo.guests import Guest, welcome
from demo.load import load_demo
from store import people
from store.links import has_owner
from store.migrate import migrate
from store.reach import connect, in_words, where


def init(address: Address = None) -> None:
    """Set the store up, or bring it to this version; the first time, print the owner's link.

    \b
    Example: secondreader init
    """
    base = base_address(address)
    _set_up()
    with writing() as session:
        if has_owner(session, now=now()):
            say("There is an owner already. For another link: secondreader invite NAME --role owner")
            return
        token = people.invite(session, study_id=None, name="Owner", role="owner", now=now())
    say("This is the owner's link. Keep it: it is shown once, and whoever has it may do everything.")
    show(link(base, token))


def serve(host: Host = HOST, port: Port = PORT) -> None:
    """Start the app and keep it running until Ctrl+C.

    \b
    Example: secondreader serve --host 0.0.0.0 --port 8600
    """
    check_port(host, port, otherwise="secondreader serve --port {port}")
    with reading():
        pass  # says so when the store is not set up
    _warn_of_disk()
    _start(host, port)


def demo(
    host: Host = HOST,
    port: Port = PORT,
    address: Address = None,
    start: Annotated[bool, typer.Option("--serve/--no-serve", help="Start the app, or only print the links.")] = True,
    as_json: AsJson = False,
) -> None:
    """Set the store up with the demo study, print fresh links into it, and start the app.

    \b
    Example: secondreader demo --port 8600
    """
    base = base_address(address, port)
    if start:
        check_port(host, port, otherwise="make run PORT={port}")
    _set_up()
    with writing() as session:
        study_id = load_demo(session, now=now())
        guests = welcome(session, study_id=study_id, now=now())
    if as_json:
        show_json([{"who": one.who, "what": one.what, "link": link(base, one.token)} for one in guests])
    else:
        _print_links(guests, base)
    if start:
        _warn_of_disk()
        _start(host, port)


def _print_links(guests: list[Guest], base: str) -> None:
    say("\nSecond Reader with its demo study. Everything in it is invented.")
    say("Open one of these links in your browser; each opens what that person sees:\n")
    for guest in guests:
        show(f"  {guest.who} ({guest.what})\n    {link(base, guest.token)}\n")


def _set_up() -> None:
    store = connect()
    with in_words(store):
        migrate(store)
    say(f"The store is {where(store)}")
    store.close()


def _warn_of_disk() -> None:
    """Say so when what people write would not last."""
    file = connect().file
    why = thrown_away(file.parent) if file else None
    if why:
        say(f"Warning: scores may be lost. {why}.")


def _start(host: str, port: int) -> None:
    from web.serving import serve as serve_app

    say(f"Starting on port {port}. Stop with Ctrl+C.")
    try:
        serve_app(host, port)
    except KeyboardInterrupt:
        say("Stopped.")
