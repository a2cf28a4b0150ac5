"""Links into the demo study for everyone who tries it: fresh ones each time, for the same people."""

from datetime import datetime
from typing import NamedTuple

from store import people, progress
from store.engine import Session
from store.opening import invite_scorer

YOU = "you"


class Guest(NamedTuple):
    """One way into the demo study: who comes in, what for, and the token of the personal link."""

    who: str
    what: str
    token: str


def welcome(session: Session, *, study_id: int, now: datetime) -> list[Guest]:
    """Make a fresh link for owner, researcher, the invented scorer (all done), and you as the second scorer."""

    def invite(who: str, role: str, study: int | None) -> str:
        return people.invite(session, study_id=study, name=who, role=role, now=now, key=f"demo-{role}")

    guests = [
        Guest("Owner", "all studies: who has done what, links, files", invite("Owner", "owner", None)),
        Guest("Researcher", "how far judges and people agree", invite("Researcher", "researcher", study_id)),
    ]
    for key, name in _invented(session, study_id):
        token = invite_scorer(session, study_id=study_id, name=name, now=now, key=key)
        guests.append(Guest(name, "first scorer, who has scored every response", token))
    token = invite_scorer(session, study_id=study_id, name="You, the second scorer", now=now, key=YOU)
    return [*guests, Guest("You", "second scorer, with every response still to score", token)]


def _invented(session: Session, study_id: int) -> list[tuple[str, str]]:
    """Key and name of the scorers whose scores came with the demo study."""
    found = progress.scorers(session, study_id=study_id)
    return [(row["rater"], row["name"]) for row in found.to_dict("records") if row["rater"] != YOU]
