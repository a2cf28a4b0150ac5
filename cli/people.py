"""Commands on people: invite, revoke."""

from typing import Annotated, Literal

import typer

from cli.access import now, writing
from cli.options import Address, AsJson, base_address, link
from cli.sentences import refuse, say, show, show_json
from store import people, studies
from store.links import find_link
from store.opening import invite_scorer

Role = Literal["owner", "researcher", "scorer", "adjudicator"]


def invite(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The person's name; only owners see it.")],
    *,
    role: Annotated[Role, typer.Option("--role", help="What the person may do.")],
    study: Annotated[str | None, typer.Option("--study", help="The study's short name; an owner needs none.")] = None,
    module: Annotated[
        list[str] | None,
        typer.Option("--module", help="A standpoint the scorer or adjudicator is qualified for; may be repeated."),
    ] = None,
    days: Annotated[int, typer.Option("--days", min=1, help="How long the link works.")] = people.INVITATION_DAYS,
    address: Address = None,
    as_json: AsJson = False,
) -> None:
    """Invite a person and print the personal link, once. A scorer of an open study gets a queue with it.

    Where a study has several standpoints, a scorer sees only those named with --module. An adjudicator settles
    responses on which two scorers lie too far apart.

    \b
    Example: secondreader invite "Ruth Okafor" --role scorer --study spring
    Example: secondreader invite "Ruth Okafor" --role scorer --study worldviews --module sunni --module catholic
    """
    base = base_address(address)
    with writing() as session:
        study_id = None if study is None else studies.find_study(session, slug=study)
        if role in ("scorer", "adjudicator") and study_id is not None:
            token = invite_scorer(
                session,
                study_id=study_id,
                name=name,
                now=now(),
                days=days,
                modules=module or (),
                adjudicates=role == "adjudicator",
            )
        elif role == "adjudicator" or module:
            refuse("Only scorers and adjudicators of one study (--study) are asked for modules; adjudicators need one.")
        else:
            token = people.invite(session, study_id=study_id, name=name, role=role, now=now(), days=days)
        found = find_link(session, token=token)
    number = found.invitation_id if found else None
    if as_json:
        show_json({"number": number, "name": name, "role": role, "study": study, "link": link(base, token)})
        return
    say(f"The personal link of {name} ({role}). It is shown once; to take it back: secondreader revoke {number}")
    show(link(base, token))


def revoke(
    which: Annotated[str, typer.Argument(metavar="LINK", help="The link itself, or its number (see study show).")],
) -> None:
    """Take a personal link back: every browser it was opened in loses access.

    \b
    Example: secondreader revoke 7
    """
    number = int(which) if which.isdecimal() and len(which) < 19 else None
    token = None if number is not None else which.rstrip("/").rsplit("/", 1)[-1]
    with writing() as session:
        found = find_link(session, number=number, token=token)
        if found is None:
            refuse("There is no such link. Give the whole link, or its number from: secondreader study show STUDY")
        elif found.revoked:
            say(f"The link of {found.name} ({found.role}) was taken back before.")
        else:
            people.revoke(session, invitation_id=found.invitation_id, by=None, now=now())
            say(f"The link of {found.name} ({found.role}) no longer opens anything.")
