"""Settling what people scored, by the same pieces as judges: two who agree, or a further one after a gap.

A person is known here by a number, never by a name, because the rule that is kept says who is missing.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from judging.protocols.paired_people import PERSON, paired_people
from judging.protocols.terms import Ask, Call, Heard, Judge, Settings, Settled, Stage, Target
from judging.settling import keep_settled, targets_of
from store import benchmarks, settling
from store.engine import Session
from store.settling_people import PEOPLE, GivenSheet, given_sheets, scorers_of_targets


def people_steps(
    session: Session, *, study_id: int, stages: Mapping[int, Stage] | None = None
) -> dict[int, Ask | Settled]:
    """Say of every target that people score what comes next: who is still to score it, or what counts.

    Parameters
    ----------
    session : Session
    study_id : int
    stages : mapping of sheet id to stage, optional
        Sheets that were not given without sight of others': `third` for those of a further scorer after a gap.

    Returns
    -------
    dict of target id to Ask or Settled
        A call of stage `third` asks for a further scorer, since two lie too far apart; its `earlier` are their sheets.
    """
    settings = _settings(session, study_id)
    return {
        target.id: paired_people(target, _panel(scorers), _heard(sheets, stages or {}), settings)
        for target, scorers, sheets in _targets(session, study_id)
    }


def settle_people(session: Session, *, study_id: int, now: datetime, stages: Mapping[int, Stage] | None = None) -> int:
    """Settle every target by the sheets that were given, as if nobody else will score, and return how many are new.

    They stand under the name `people`, each with its rule, which says who is missing and which gap was left open. Later
    only what changed gets a further row. `stages` as in `people_steps`.
    """
    settings = _settings(session, study_id)
    settled = {
        target.id: _closed(target, _panel(scorers), _heard(sheets, stages or {}), settings)
        for target, scorers, sheets in _targets(session, study_id)
    }
    return keep_settled(session, protocol=PEOPLE, settled=settled, now=now)


def person(rater_id: int) -> str:
    """The number by which a person is known in rules."""
    return f"person {rater_id}"


def _targets(session: Session, study_id: int) -> Iterator[tuple[Target, list[int], list[GivenSheet]]]:
    """Every target that people score, with who has it and the sheets that were given on it."""
    sheets: dict[int, list[GivenSheet]] = defaultdict(list)
    for one in given_sheets(session, study_id=study_id):
        sheets[one.target_id].append(one)
    scorers = scorers_of_targets(session, study_id=study_id)
    for target in targets_of(session, study_id=study_id):
        if target.id in scorers:
            yield target, scorers[target.id], sheets[target.id]


def _settings(session: Session, study_id: int) -> Settings:
    return Settings(benchmarks.of_study(session, study_id=study_id), seed=settling.seed(session, study_id=study_id))


def _panel(scorers: Sequence[int]) -> list[Judge]:
    return [Judge(person(one)) for one in scorers]


def _heard(sheets: Sequence[GivenSheet], stages: Mapping[int, Stage]) -> list[Heard]:
    return [Heard(one.id, _call(one, sheets, stages.get(one.id, PERSON)), "valid", one.scores) for one in sheets]


def _call(sheet: GivenSheet, sheets: Sequence[GivenSheet], stage: Stage) -> Call:
    earlier = () if stage == PERSON else tuple(sorted(one.id for one in sheets if one.id != sheet.id))
    return Call(stage, person(sheet.rater_id), earlier=earlier)


def _closed(target: Target, panel: Sequence[Judge], heard: Sequence[Heard], settings: Settings) -> Settled:
    found = paired_people(target, panel, heard, settings)
    while not isinstance(found, Settled):
        heard = [*heard, *(Heard(0, call, "failed") for call in found.calls)]
        found = paired_people(target, panel, heard, settings)
    return found
