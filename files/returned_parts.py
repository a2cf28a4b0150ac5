"""What a returned file holds, before anybody asks what it means: its cards, and what stands beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Card(NamedTuple):
    """One table of a Word file or one row of a CSV: which place it says it is, and its cells by what they are.

    `where` is its place in the file, as a person counts. `said` is what stands for the place: "Clause 3".
    `cells` are by question, or by the label of what is to be read; `others` by labels that are not ours.
    """

    where: str
    said: str
    cells: dict[str, str]
    others: dict[str, str]
    margin: tuple[str, ...] = ()


class Loose(NamedTuple):
    """Words that stand in no field: where, and what."""

    where: str
    words: str


class Fault(NamedTuple):
    """One thing that is wrong: prints as `where: found ...; allowed: ...`."""

    where: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.where}: found {self.found}; allowed: {self.allowed}"


class Held(NamedTuple):
    """Everything in a returned file. `fingerprints` are all that it names, in its order."""

    fingerprints: tuple[str, ...]
    cards: tuple[Card, ...]
    loose: tuple[Loose, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass
class Findings:
    """What is found on the way: faults, notes, and the classes that are allowed."""

    classes: Sequence[str]
    faults: list[Fault]
    notes: list[str]


class UnreadableFile(ValueError):
    """A file of which nothing can be read."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))
