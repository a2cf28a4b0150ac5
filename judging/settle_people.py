"""Settling what people scored, by the same pieces as judges: two who agree, or an adjudicator after a gap.

A person is known here by a number, never by a name, because the rule that is kept says who is missing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from judging.protocols.paired_people import AFTER_A_GAP, PERSON, THIRD, paired_people
from judging.protocols.terms import Ask, Call, Heard, Judge, Settings, Settled, Stage, Target
from judging.settling import keep_settled, targets_of
from store import benchmarks, settling
from store.engine import Session
from store.settling_people import PEOPLE, GivenSheet, adjudicators_of_targets, given_sheets, scorers_of_targets

CHANGED = "one of the two has changed their answer since; the final scores were given before"


def people_steps(session: Session, *, study_id: int) -> dict[int, Ask | Settled]:
    """Say of every target that people score what comes next: who is still to score it, or what counts.

    Returns
    -------
    dict of target id to Ask or Settled
        A call of stage `third` asks an adjudicator, since two lie too far apart; its `earlier` are their sheets.
    """
    settings = _settings(session, study_id)
    return {
        one.target.id: paired_people(one.target, one.panel, one.heard, settings) for one in _works(session, study_id)
    }


def settle_people(session: Session, *, study_id: int, now: datetime) -> int:
    """Settle every target by the sheets that were given, as if nobody else will score, and return how many are new.

    They stand under the name `people`, each with its rule, which says who is missing and which gap was left open. Later
    only what changed gets a further row.
    """
    settings = _settings(session, study_id)
    settled = {one.target.id: _closed(one, settings) for one in _works(session, study_id)}
    return keep_settled(session, protocol=PEOPLE, settled=settled, now=now)


def person(rater_id: int) -> str:
    """The number by which a person is known in rules."""
    return f"person {rater_id}"


class _Work(NamedTuple):
    """A target that people score, who has it, and what they said; `stale` if a final sheet was given on other ones."""

    target: Target
    panel: list[Judge]
    heard: list[Heard]
    stale: bool


def _works(session: Session, study_id: int) -> Iterator[_Work]:
    sheets: dict[int, list[GivenSheet]] = defaultdict(list)
    for one in given_sheets(session, study_id=study_id):
        sheets[one.target_id].append(one)
    scorers = scorers_of_targets(session, study_id=study_id)
    adjudicators = adjudicators_of_targets(session, study_id=study_id)
    for target in targets_of(session, study_id=study_id):
        if target.id in scorers:
            panel = _panel(scorers[target.id], PERSON) + _panel(adjudicators.get(target.id, ()), THIRD)
            given = sheets[target.id]
            first = tuple(sorted(one.id for one in given if not one.final))
            stale = any(one.final and one.earlier != first for one in given)
            yield _Work(target, panel, [_heard(one) for one in given], stale)


def _settings(session: Session, study_id: int) -> Settings:
    return Settings(benchmarks.of_study(session, study_id=study_id), seed=settling.seed(session, study_id=study_id))


def _panel(people: Sequence[int], stage: Stage) -> list[Judge]:
    return [Judge(person(one), roles=frozenset({stage})) for one in people]


def _heard(sheet: GivenSheet) -> Heard:
    call = Call(THIRD if sheet.final else PERSON, person(sheet.rater_id), earlier=sheet.earlier)
    return Heard(sheet.id, call, "valid", sheet.scores)


def _closed(one: _Work, settings: Settings) -> Settled:
    heard = one.heard
    found = paired_people(one.target, one.panel, heard, settings)
    while not isinstance(found, Settled):
        heard = [*heard, *(Heard(0, call, "failed") for call in found.calls)]
        found = paired_people(one.target, one.panel, heard, settings)
    if one.stale and found.path in AFTER_A_GAP:
        return replace(found, gaps=(*found.gaps, CHANGED))
    return found
