"""Names taken out of what earlier judges wrote, before an adjudicator reads it.

A judge may guess in a reason who wrote the response, or name itself. The stored verdict keeps its words; what is sent
to another judge has a mark in the place of the name. A name that the response itself holds is left, since the
adjudicator reads it there.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from blinding.leak_clues import CITATIONS, NAMES, TOOLS, clues
from blinding.leaks import REMOVED
from judging.prompts.cards import Assessment

_OF_ANY_STUDY = frozenset((*NAMES, *TOOLS, *CITATIONS))


def without_names(assessment: Assessment, names: Sequence[str], *, response: str) -> Assessment:
    """Return an assessment in which none of the names stands, but for those that the response has too."""
    patterns = [one for name in names for one in _patterns(name) if not one.search(response)]

    def clean(text: str) -> str:
        for pattern in patterns:
            text = pattern.sub(REMOVED, text)
        return text

    entries = {axis: replace(entry, why=clean(entry.why)) for axis, entry in assessment.entries.items()}
    extras = {
        key: clean(value) if isinstance(value, str) else tuple(map(clean, value))
        for key, value in assessment.extras.items()
    }
    return Assessment(entries, assessment.confidence, extras)


@lru_cache(maxsize=4096)
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of one name alone; a single sign is no name."""
    if len(name.strip()) < 2:
        return ()
    return tuple(clue.pattern for clue in clues([name]) if clue not in _OF_ANY_STUDY)
