"""Two versions of a charter, clause by clause and word by word.

Clauses are matched by their numbers. What stands unnumbered (title, status, preamble, closing) is compared too, under
an empty number, so that no change of words is ever without a place. Where a line is broken within a paragraph makes no
difference to a reader, and none here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rubrics.charters import Charter
from rubrics.clauses import Clause

Kind = Literal["added", "removed", "changed", "same"]
RunKind = Literal["same", "removed", "added"]

LONG = 2_000
"""Words from which on the comparison passes over the most frequent ones, which would make it take minutes."""

_BREAK = re.compile(r"(?<![\s])[ \t]*\n[ \t]*(?![\s\d#>|+~=-]|\*\s)")
_WORDS = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")


@dataclass(frozen=True)
class WordRun:
    """Words in a row that are in both texts, or in the old or the new one only; `text` keeps its blanks."""

    kind: RunKind
    text: str


@dataclass(frozen=True)
class ClauseChange:
    """What became of one clause; `number` is empty for what stands outside the clauses.

    The runs that are not `added` make up the old text, those that are not `removed` the new one. Texts include heading,
    introduction and sources.
    """

    number: str
    kind: Kind
    words: tuple[WordRun, ...]


def diff(old: Charter, new: Charter) -> list[ClauseChange]:
    """Compare two versions of a charter.

    Returns
    -------
    list of ClauseChange
        One for each clause of either version, in the order of the new one; a removed clause stands where it was. The
        unnumbered text comes first, and only where it changed.
    """
    outside = _change("", _outside(old), _outside(new))
    changes = [] if outside.kind == "same" else [outside]
    before = {clause.number: clause for clause in old.clauses}
    after = {clause.number: clause for clause in new.clauses}
    for number in _merged([one.number for one in old.clauses], [one.number for one in new.clauses]):
        was, is_now = before.get(number), after.get(number)
        changes.append(_change(number, _whole(was) if was else None, _whole(is_now) if is_now else None))
    return changes


def word_runs(old: str, new: str) -> tuple[WordRun, ...]:
    """Compare two texts word by word; neighbouring words of one kind are one run."""
    if old == new:
        return (WordRun("same", new),) if new else ()
    first, second = _WORDS.findall(old), _WORDS.findall(new)
    runs: list[WordRun] = []
    matcher = SequenceMatcher(None, first, second, autojunk=max(len(first), len(second)) > LONG)
    for kind, low, high, from_, to in matcher.get_opcodes():
        if kind == "equal":
            runs += _run("same", second[from_:to])
        else:
            runs += _run("removed", first[low:high])
            runs += _run("added", second[from_:to])
    return tuple(runs)


def unbroken(text: str) -> str:
    """Return a text with every paragraph in one line, as a reader sees it; lists and tables keep their lines."""
    return _BREAK.sub(" ", text)


def _run(kind: RunKind, words: Sequence[str]) -> Iterator[WordRun]:
    if words:
        yield WordRun(kind, "".join(words))


def _change(number: str, old: str | None, new: str | None) -> ClauseChange:
    if old is None:
        return ClauseChange(number, "added", tuple(_run("added", [new or ""])))
    if new is None:
        return ClauseChange(number, "removed", tuple(_run("removed", [old])))
    return ClauseChange(number, "same" if old == new else "changed", word_runs(old, new))


def _whole(clause: Clause) -> str:
    """A clause as it is compared: what stands before it, its text, its sources."""
    sources = f"Sources: {'; '.join(clause.sources)}" if clause.sources else ""
    return _joined(clause.heading, clause.intro, clause.text, sources)


def _outside(charter: Charter) -> str:
    return _joined(charter.title, charter.status_note, charter.preamble, charter.closing)


def _joined(*parts: str | None) -> str:
    return unbroken("\n\n".join(part for part in parts if part))


def _merged(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Every number once, in the new order; one that is gone stands behind the one it followed."""
    merged = list(new)
    for place, number in enumerate(old):
        if number not in new:
            before = next((one for one in reversed(old[:place]) if one in merged), None)
            merged.insert(merged.index(before) + 1 if before is not None else 0, number)
    return merged
