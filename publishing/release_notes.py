"""The discussion of a study as it leaves: everybody's notes, and nobody's name in them."""

import re
from collections.abc import Mapping

import pandas as pd

from store import release_records, release_rows
from store.engine import Session

A_PERSON, A_MAKER = "[a person]", "[a maker]"
SHORTEST_PART = 3


def released_notes(session: Session, *, study_id: int, named: bool) -> pd.DataFrame:
    """Return the notes of a study: authors are "Author 1" to "Author n", and known names are taken out of the text.

    Parameters
    ----------
    session, study_id
    named : bool
        Whether systems keep their names; if not, they are numbered here too.
    """
    notes = release_records.notes(session, study_id=study_id)
    codes = {one: f"Author {number}" for number, one in enumerate(notes["author"].unique(), start=1)}
    people = release_records.names_of_people(session, study_id=study_id)
    instead = dict.fromkeys(people, A_PERSON)
    parts = {part for name in people for part in name.split() if len(part) >= SHORTEST_PART and part[0].isupper()}
    if not named:
        systems = release_records.names_of_systems(session, study_id=study_id)
        instead |= dict.fromkeys((maker for maker in systems.values() if maker), A_MAKER)
        instead |= release_rows.system_codes(session, study_id=study_id)
    texts = [_parts_out(without_names(text, instead), parts) for text in notes["text"]]
    return notes.assign(author=notes["author"].map(codes), text=pd.Series(texts, index=notes.index, dtype=object))


def without_names(text: str, instead: Mapping[str, str]) -> str:
    """Return a text in which every name, as whole words and in any case, is what stands for it; longest first."""
    by_case = {name.casefold(): word for name, word in instead.items()}
    if not by_case:
        return text
    longest = sorted(by_case, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: by_case.get(found[0].casefold(), A_PERSON), text)


def _parts_out(text: str, parts: set[str]) -> str:
    """Take single parts of people's names out, where they are written with their capital."""
    if not parts:
        return text
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(parts)))})(?!\w)"
    return re.sub(pattern, A_PERSON, text)
