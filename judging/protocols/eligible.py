"""Who may judge a response: never its author, of other makers where the file asks for it, each in its own role.

A judge is the author when its model or its name is the name of the system that wrote the response; letter case, a
provider in front (`openrouter/maker/model`), and blank, `-` or `_` between words make no difference.
"""

import re
from collections.abc import Callable, Sequence

from judging.protocols.terms import Author, Judge, Stage
from rubrics.protocols import Exclude

Rule = Callable[[tuple[Judge, ...]], Sequence[Judge]]
"""From the judges seated before to those who may take the next seat, in the panel's order."""

_PROVIDER = re.compile(r"^(?:[^\s/]+/)+(?=\S)")
_BETWEEN_WORDS = re.compile(r"[\s_-]+")


def plain_name(name: str) -> str:
    """Return a model's or system's name as it compares with another; "" stays ""."""
    return _BETWEEN_WORDS.sub("-", _PROVIDER.sub("", name.strip()).casefold())


def plain_family(family: str) -> str:
    """Return a maker's name as it compares with another; "" stays ""."""
    return family.strip().casefold()


def is_author(judge: Judge, author: Author) -> bool:
    """Say whether a judge is the very model that wrote a response."""
    system = plain_name(author.system)
    return system != "" and system in {plain_name(judge.model), plain_name(judge.name)}


def may_judge(judge: Judge, author: Author, exclude: Exclude) -> bool:
    """Say whether a judge may judge a response at all.

    By `family` every model of the author's maker is kept out, and the author itself also where a maker is not known;
    another judge whose maker is not known is let in, which `panel_problems` reports before a run.
    """
    if is_author(judge, author):
        return False
    family = plain_family(author.family)
    return exclude == "model" or not family or plain_family(judge.family) != family


def eligible(panel: Sequence[Judge], stage: Stage, author: Author, exclude: Exclude) -> list[Judge]:
    """Return the judges who may take a stage on an author's response, in the panel's order."""
    return [judge for judge in panel if _takes(judge, stage) and may_judge(judge, author, exclude)]


def _takes(judge: Judge, stage: Stage) -> bool:
    return not judge.roles or stage in judge.roles


def of_other_families(judges: Sequence[Judge], *families: str) -> list[Judge]:
    """Return the judges known to be of a maker that is none of these; a judge of no known maker is not."""
    taken = {plain_family(family) for family in families}
    return [judge for judge in judges if judge.family.strip() and plain_family(judge.family) not in taken]


def seated(rules: Sequence[Rule], taken: tuple[Judge, ...] = ()) -> tuple[Judge, ...]:
    """Seat a judge by each rule in turn, so that as many seats as can be are filled.

    Returns
    -------
    tuple of Judge
        Of the seatings that fill the most seats from the first on, the one that takes judges earliest in the panel.
        Shorter than the rules where the panel cannot fill the rest.
    """
    best = taken
    for judge in rules[0](taken) if rules else ():
        found = seated(rules[1:], (*taken, judge))
        if len(found) > len(best):
            best = found
        if len(best) == len(taken) + len(rules):
            break
    return best
