"""What the dictionary of a release is made of, and the columns that several of its tables have."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from analysis.frames import MISSING

Kind = Literal["text", "number", "whole", "yes_no"]


class Column(NamedTuple):
    """One column: what kind of thing stands in it, what it means, and whether every release has it."""

    kind: Kind
    means: str
    always: bool = True


class TableMeaning(NamedTuple):
    """One table: what a row is, which columns name a row, and its columns in the order of the file."""

    row: str
    keys: tuple[str, ...]
    columns: Mapping[str, Column]


WHY_MISSING = "Empty where there is a score; else " + "; ".join(f"{word}: {says}" for word, says in MISSING.items())
RESPONSE = Column("text", "The response's label. It says nothing about who wrote it.")
MODULE = Column("text", "The standpoint from which the response is judged; see benchmark.toml.")
AXIS = Column("text", "The axis's id; its question and scale are in benchmark.toml.")
SCORE = Column("number", "The score on the axis's own scale; empty where there is none. Never a code for missing.")
WHY = Column("text", "The reason, in the rater's own words.")
CONFIDENCE = Column("number", "How sure the rater was, 0 to 1; empty where not asked or not said.")
REVIEWER = Column("text", "A number: reviewers are named only where they wished it.")
LIMIT = Column("text", "What must be said while the charters are not released; only until then.", always=False)
