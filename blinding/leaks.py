"""Text by which a response names its author, marked for the study's owner, who decides to redact or to keep
it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from blinding.leak_clues import Clue, Kind, clues, folded

REMOVED = "⟦removed⟧"
"""What a scorer reads in place of redacted text.

The white square brackets (U+27E6, U+27E7) are a mathematical sign that prose has no use for, where an
ellipsis or a square bracket would look like a quotation shortened by the author. A response that does hold
such brackets is marked.
"""

KINDS: tuple[Kind, ...] = ("self_name", "maker", "tool", "citation_style")

Span = tuple[int, int]
"""From the first character to the one after the last, counted in code points (a browser counts UTF-16 units)."""


class Mark(NamedTuple):
    """A place where a response may give itself away.

    Attributes
    ----------
    start, end : int
        The place as a `Span`.
    kind : Kind
        The most telling kind where several fall together, in the order of `KINDS`.
    found : str
        The text at this place.
    reason : str
        Plain words for the owner, one sentence for each clue.
    """

    start: int
    end: int
    kind: Kind
    found: str
    reason: str


class _Find(NamedTuple):
    start: int
    end: int
    kind: Kind
    reason: str


def find_marks(text: str, *, names: Sequence[str]) -> list[Mark]:
    """Mark every place where a response may name itself, its maker, its tools, or its own style of citing.

    Parameters
    ----------
    text : str
        The response as stored. The work is proportional to its length (see `blinding.leak_clues`).
    names : sequence of str
        The study's own system names and families.

    Returns
    -------
    list of Mark
        By position, without overlaps: finds that overlap are one mark.
    """
    return find_all_marks([text], names=names)[0]


def find_all_marks(texts: Sequence[str], *, names: Sequence[str]) -> list[list[Mark]]:
    """Mark each of many responses, as `find_marks` does; words that none of them has are sought only once."""
    search = _search(tuple(names))
    plain = [folded(text) for text in texts]
    together = "\n".join(plain)
    words = [word for word in search.by_word if word in together]
    return [
        _merged(text, sorted([*_sought(text, bare, search, words), *_source_lists(text)]))
        for text, bare in zip(texts, plain, strict=True)
    ]


def _sought(text: str, plain: str, search: "_Search", words: Sequence[str]) -> Iterator[_Find]:
    wanted = set(search.always).union(*[search.by_word[word] for word in words if word in plain])
    for place in sorted(wanted):
        kind, reason, pattern, _ = search.clues[place]
        group = "mark" if "mark" in pattern.groupindex else 0
        for match in pattern.finditer(text):
            yield _Find(*match.span(group), kind, reason)


class _Search(NamedTuple):
    """Every clue, the places of those that are always sought, and of those that a word calls for."""

    clues: tuple[Clue, ...]
    always: tuple[int, ...]
    by_word: dict[str, list[int]]


@lru_cache(maxsize=16)
def _search(names: tuple[str, ...]) -> _Search:
    every = tuple(clues(names))
    by_word: dict[str, list[int]] = {}
    for place, clue in enumerate(every):
        for word in clue.needs:
            by_word.setdefault(word, []).append(place)
    return _Search(every, tuple(place for place, clue in enumerate(every) if not clue.needs), by_word)


HEADER = re.compile(
    r"[ \t>#*_\-]{0,12}+(?i:(?>source list|sources?+|references|citations|works cited|bibliography|footnotes))"
    r"[ \t*_]{0,6}+(?>:|$)"
)
ENTRY = re.compile(r"[ \t>]{0,12}+(?>[\-*•–]\s|\d{1,3}+[.)]|\[|https?+://|[⁰¹²³⁴⁵⁶⁷⁸⁹])")
LIST_REASON = "A list of sources, written in the way of one system."


def _source_lists(text: str) -> Iterator[_Find]:
    """Find each line that announces sources, with the list that follows it, blank lines between passed
    over."""
    start = end = position = 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip()
        if HEADER.match(bare):
            if end > start:
                yield _Find(start, end, "citation_style", LIST_REASON)
            start, end = position, position + len(bare)
        elif end > start and ENTRY.match(bare):
            end = position + len(bare)
        elif end > start and bare:
            yield _Find(start, end, "citation_style", LIST_REASON)
            start = end = 0
        position += len(line)
    if end > start:
        yield _Find(start, end, "citation_style", LIST_REASON)


def _merged(text: str, finds: Sequence[_Find]) -> list[Mark]:
    groups: list[list[_Find]] = []
    reach = 0
    for find in finds:
        if groups and find.start < reach:
            groups[-1].append(find)
        else:
            groups.append([find])
        reach = max(reach, find.end)
    return [_mark(text, group) for group in groups]


def _mark(text: str, group: Sequence[_Find]) -> Mark:
    start, end = group[0].start, max(find.end for find in group)
    telling = sorted(group, key=lambda find: KINDS.index(find.kind))
    reasons = dict.fromkeys(find.reason for find in telling)
    return Mark(start, end, telling[0].kind, text[start:end], " ".join(reasons))


def redact(text: str, spans: Iterable[Span]) -> str:
    """Put `REMOVED` in place of each span; spans that touch or overlap become one.

    Parameters
    ----------
    text : str
        The text in which the spans were found.
    spans : iterable of (start, end)
        In any order, for example ``(mark.start, mark.end)`` of each `Mark` to be redacted.

    Returns
    -------
    str
        The text without the spans; without any span, the text itself.

    Raises
    ------
    ValueError
        If a span is empty or not within the text; names every such span.
    """
    ordered = sorted(spans)
    if wrong := [f"{start} to {end}" for start, end in ordered if not 0 <= start < end <= len(text)]:
        places = ", ".join(wrong)
        raise ValueError(f"spans {places} are empty or not within the text's {len(text)} characters")
    pieces: list[str] = []
    reach = 0
    for start, end in ordered:
        if start > reach or not pieces:
            pieces += [text[reach:start], REMOVED]
        reach = max(reach, end)
    return "".join(pieces) + text[reach:]
