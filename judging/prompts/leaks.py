"""The search of a prompt for names it must not hold: of systems, makers, judges and people.

What the benchmark publishes (template, axes, instructions) and the charter are the same for everyone and are not
searched. What the response itself says was looked at before, by the study's owner, who redacted or kept it. All else
that a run puts in is searched strictly; an earlier assessment may only repeat a name that the response holds.
"""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from blinding.leak_clues import CITATIONS, NAMES, TOOLS, clues
from judging.prompts.render import ASSESSMENTS, RESPONSE, Prompt

_OF_ANY_STUDY = frozenset((*NAMES, *TOOLS, *CITATIONS))


def leaks(prompt: Prompt, forbidden: Sequence[str], *, kept: Collection[str] = ()) -> list[str]:
    """List every forbidden name in what was put into a prompt, with where it stands.

    Parameters
    ----------
    prompt : Prompt
    forbidden : sequence of str
        Names of systems, makers, judges and people, found as `blinding.leak_clues.clues` finds them: whole words, in
        any case, also the part before a version. Blank ones and single signs ("A") are passed over.
    kept : collection of str
        Names that the study's owner has looked at and lets stand, because a question is about them, say.

    Returns
    -------
    list of str
        One sentence for each name and place; empty when nothing was found.
    """
    response = prompt.put_in.get(RESPONSE, "")
    names = {name.strip() for name in forbidden} - {name.strip() for name in kept}
    found = []
    for name in sorted(name for name in names if len(name) > 1):
        for what, text in prompt.put_in.items():
            repeats = what == ASSESSMENTS and _holds(response, name)
            if what != RESPONSE and not repeats and _holds(text, name):
                found.append(f"{name!r} stands in {what}; nothing sent to a judge may name a system, maker or rater")
    return found


def _holds(text: str, name: str) -> bool:
    return any(pattern.search(text) for pattern in _patterns(name))


@lru_cache(maxsize=4096)
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of one name alone."""
    return tuple(clue.pattern for clue in clues([name]) if clue not in _OF_ANY_STUDY)
