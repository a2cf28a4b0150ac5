"""A report as parts that know nothing of their form: headings, paragraphs, lists, tables, pictures, room to write.

HTML, PDF, Markdown and LaTeX are made from the same parts, so that they say the same.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Heading(NamedTuple):
    """A heading; level 1 is the report's title."""

    text: str
    level: int = 2


class Words(NamedTuple):
    """A paragraph."""

    text: str


class Points(NamedTuple):
    """A list."""

    texts: tuple[str, ...]


class Grid(NamedTuple):
    """A table. `name` is what its files are called; the first column names the rows; cells are plain text."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Picture(NamedTuple):
    """A figure: what its files are called, its title, and what it shows, in words."""

    name: str
    title: str
    says: str


class Room(NamedTuple):
    """Room to write by hand: what belongs there, and how many lines."""

    label: str
    lines: int


Part = Heading | Words | Points | Grid | Picture | Room


class Image(NamedTuple):
    """A drawn figure in both its forms."""

    svg: bytes
    png: bytes


Images = Mapping[str, Image]
"""By the picture's name."""
