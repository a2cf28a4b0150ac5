"""The tables of a release, from the store: every score, verdict, raw reply and settled score; nobody's name.

People are "Rater 1" to "Rater n". Systems are "System 1" to "System n", and their makers left out, unless the owner
asks for names. Which file somebody's scores came from is left out too: files are named after people.
"""

import re
from typing import NamedTuple

import pandas as pd

from publishing import study_gate
from publishing.charter_tables import charter_tables
from publishing.rater_names import numbered
from publishing.release_notes import released_notes
from publishing.study_figures import protocol_of, response_facts
from store import adjudicated, contents, frames, release_records, release_rows, study_facts
from store.engine import Session
from store.release_rows import StudyFacts

SCORES = ("response", "module", "rater", "rater_kind", "axis", "score", "missing", "why", "confidence", "source")
OPEN_SOURCES = {"ballot": "ballot", "run": "run"}
FROM_A_FILE = "file"
JUDGED = ("scores", "settled", "verdicts", "verdict_scores", "people_settled", "adjudications", "repeats")
"""Tables that say what somebody judged: each row carries the limit while charters are not released."""

PERSON = re.compile(r"\bperson \d+")
NAMED = ("family", "own", "grounded", "own_id")
"""Columns of responses by which a system could be known."""

NAMED_COLLECTED = ("finish_reason", "provider_model", "parameters", "cost_usd", "latency_ms", "raw_reply")
"""Columns of collected answers by which a system could be known."""

ReleaseTables = dict[str, pd.DataFrame]
"""By name, as in `publishing.dictionary.TABLES`; those of people settled, adjudications and charters may lack."""


class Release(NamedTuple):
    """A study as it goes out: its facts, the tables, the protocol whose settled scores count, and whether systems
    are named."""

    study: StudyFacts
    protocol: str
    named: bool
    tables: ReleaseTables


def release_of(session: Session, *, study_id: int, named: bool) -> Release:
    """Fetch everything that a release of a study holds.

    Parameters
    ----------
    session, study_id
    named : bool
        Whether systems keep their names and makers.
    """
    responses = _responses(session, study_id, named)
    tables = {
        "scores": _scores(session, study_id),
        "responses": responses,
        "prompts": release_rows.prompts(session, study_id=study_id),
        "raters": _raters(session, study_id),
        **_verdicts(session, study_id),
        **charter_tables(session, study_id=study_id),
        "repeats": _repeats(session, study_id),
        "sent": release_records.sent(session, study_id=study_id),
        "collected": _collected(session, study_id, named),
        "notes": released_notes(session, study_id=study_id, named=named),
    }
    tables |= _people(session, study_id)
    for limit in study_gate.limits(session, study_id=study_id)[:1]:
        tables |= {name: tables[name].assign(limit=limit) for name in JUDGED if name in tables}
    facts = release_rows.study_facts(session, study_id=study_id)
    return Release(facts, protocol_of(session, study_id=study_id), named, tables)


def _scores(session: Session, study_id: int) -> pd.DataFrame:
    keys = ["response", "module", "rater", "kind"]
    found = frames.scores(session, study_id=study_id)
    found = found.merge(contents.sources(session, study_id=study_id), on=keys, how="left")
    found = _without_names(found, numbered(session, study_id=study_id), found["kind"] == "human")
    source = [None if pd.isna(one) else OPEN_SOURCES.get(one, FROM_A_FILE) for one in found["source"]]
    found = found.assign(source=pd.Series(source, index=found.index, dtype=object))
    named = found.rename(columns={"value": "score", "kind": "rater_kind"})[list(SCORES)]
    return named.sort_values(["response", "module", "rater_kind", "rater"], kind="stable", ignore_index=True)


def _repeats(session: Session, study_id: int) -> pd.DataFrame:
    found = release_records.repeats(session, study_id=study_id)
    return found.assign(rater=found["rater"].map(numbered(session, study_id=study_id)))


def _collected(session: Session, study_id: int, named: bool) -> pd.DataFrame:
    found = release_records.collected(session, study_id=study_id)
    return found if named else found.drop(columns=list(NAMED_COLLECTED))


def _without_names(frame: pd.DataFrame, numbers: dict[str, str], people: pd.Series) -> pd.DataFrame:
    return frame.assign(rater=frame["rater"].where(~people, frame["rater"].map(numbers)))


def _responses(session: Session, study_id: int, named: bool) -> pd.DataFrame:
    facts = response_facts(session, study_id=study_id)
    texts = study_facts.responses(session, study_id=study_id).drop_duplicates("response").set_index("response")["text"]
    own = contents.known_responses(session, study_id=study_id).set_index("response")["own_id"]
    one_each = facts.drop_duplicates("response").drop(columns="module")
    one_each = one_each.assign(text=one_each["response"].map(texts), own_id=one_each["response"].map(own))
    if not named:
        codes = release_rows.system_codes(session, study_id=study_id)
        one_each = one_each.drop(columns=list(NAMED)).assign(system=one_each["system"].map(codes))
    return one_each.sort_values("response", ignore_index=True)


def _raters(session: Session, study_id: int) -> pd.DataFrame:
    people = [(name, "human", None, None) for name in numbered(session, study_id=study_id).values()]
    judges = study_facts.judges(session, study_id=study_id)
    rows = [*people, *((one.judge, "llm", one.family, one.model) for one in judges.itertuples())]
    return pd.DataFrame(rows, columns=["rater", "rater_kind", "family", "model"], dtype=object)


def _people(session: Session, study_id: int) -> ReleaseTables:
    """What is settled of people, and what adjudicators said; nothing where there is none."""
    settled = release_rows.settled(session, study_id=study_id, people=True)
    numbers = numbered(session, study_id=study_id)
    persons = release_rows.person_ids(session, study_id=study_id)
    people_settled = settled.drop(columns=["protocol", "version", "verdicts"])
    ids = {f"person {one}": numbers.get(key, "somebody") for one, key in persons.items()}
    rules = [PERSON.sub(lambda found: ids.get(found[0], "somebody"), one) for one in settled["rule"]]
    people_settled = people_settled.assign(rule=pd.Series(rules, index=settled.index, dtype=object))
    found = adjudicated.adjudications(session, study_id=study_id).rename(columns={"value": "score"})
    found = found.assign(rater=found["rater"].map(numbers))
    tables = {"people_settled": people_settled, "adjudications": found}
    return {name: table for name, table in tables.items() if len(table)}


def _verdicts(session: Session, study_id: int) -> ReleaseTables:
    """Verdicts, their scores and what is settled; verdicts are numbered within the release, the store's ids stay."""
    verdicts = release_rows.verdicts(session, study_id=study_id)
    scores = release_rows.verdict_scores(session, study_id=study_id)
    settled = release_rows.settled(session, study_id=study_id)
    numbers = {int(one): number for number, one in enumerate(verdicts["verdict"], start=1)}
    source = pd.Series([OPEN_SOURCES.get(one, FROM_A_FILE) for one in verdicts["source"]], index=verdicts.index)
    named = [" ".join(str(numbers[int(one)]) for one in ids.split()) for ids in settled["verdicts"]]
    return {
        "verdicts": verdicts.assign(verdict=verdicts["verdict"].map(numbers), source=source.astype(object)),
        "verdict_scores": scores.assign(verdict=scores["verdict"].map(numbers)),
        "settled": settled.assign(verdicts=pd.Series(named, index=settled.index, dtype=object)),
    }
