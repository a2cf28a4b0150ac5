"""How a study stands and what comes next, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import pandas as pd

from pages import when
from store.studies import StudyCard


@dataclass(frozen=True)
class Work:
    """One person's work: how many responses are theirs, how many submitted, how many only begun."""

    name: str
    assigned: int
    submitted: int
    started: int
    last: datetime | None

    @property
    def left(self) -> int:
        """Responses still to score."""
        return self.assigned - self.submitted


class Coverage(NamedTuple):
    """How many of the responses that people score one judge has answered, and of how many no reply could be read."""

    judge: str
    answered: int
    unreadable: int


def work_of(scorers: pd.DataFrame, names: dict[str, str] | None = None) -> list[Work]:
    """Lay out `store.progress.scorers` as one record per person; `names` by key replace the people's own."""
    return [
        Work(
            names[row["rater"]] if names else row["name"],
            int(row["assigned"]),
            int(row["submitted"]),
            int(row["started"]),
            when.known(row["last"]),
        )
        for row in scorers.to_dict("records")
    ]


def coverage_of(judges: pd.DataFrame) -> list[Coverage]:
    """Lay out `store.progress.judges` as one record per judge."""
    return [Coverage(row["judge"], int(row["answered"]), int(row["unreadable"])) for row in judges.to_dict("records")]


def next_step(card: StudyCard, work: Sequence[Work], judges: Sequence[Coverage], undecided: int) -> str:
    """Say in a sentence or two what to do next in a study.

    Parameters
    ----------
    card
        The study.
    work
        Everyone who has a queue.
    judges
        Every judge with an answer.
    undecided
        Marks in responses that nobody has decided on.
    """
    if card.state == "draft":
        return _before_opening(card, undecided)
    if card.state == "open":
        return _while_open(work, judges)
    return "Scoring has ended, and nothing can be changed any more. The results are on the page Agreement."


def _before_opening(card: StudyCard, undecided: int) -> str:
    if card.responses == 0:
        return "There are no responses yet. The page Prepare says how they come in."
    if undecided:
        places = "one place" if undecided == 1 else f"{undecided} places"
        return (
            f"On the page Prepare, decide on {places} where a response may give away who wrote it; then open the study."
        )
    return "Everything is decided. Open the study for scoring on the page Prepare."


def _while_open(work: Sequence[Work], judges: Sequence[Coverage]) -> str:
    if not work:
        return "Nobody has been asked to score yet. Invite people on the page People."
    left = sum(one.left for one in work)
    if left:
        waiting = sum(one.left > 0 for one in work)
        who = "One person is" if waiting == 1 else f"{waiting} people are"
        whole = "one response" if left == 1 else f"{left} responses"
        return f"{who} still scoring; {whole} to go. Nothing to do but wait, or remind them."
    if not judges:
        return "Everyone has finished. The judges' scores are not in yet; they must come in before scoring is closed."
    return "Everyone has finished. Close scoring to see the results."


def unfinished(work: Sequence[Work], judges: Sequence[Coverage], targets: int) -> list[str]:
    """Say what is missing from a study, one sentence each; nothing when all is there."""
    found = []
    if not work:
        found.append("Nobody has scored.")
    for one in work:
        if one.left:
            begun = f", and has begun {one.started} of them" if one.started else ""
            found.append(f"{one.name} still has {one.left} of {one.assigned} responses to score{begun}.")
    if not judges:
        found.append("No judge's scores are in, so there will be nothing to compare with.")
    for judge in judges:
        if judge.answered < targets:
            found.append(f"The judge {judge.judge} has answered {judge.answered} of {targets} responses.")
    return found
