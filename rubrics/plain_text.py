"""A charter's Markdown as plain text, for forms that know no Markdown: a Word file, a table, a printed page.

Nothing that was written is left out: where Markdown would, the whole text is given as it was typed instead.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN = (
    MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    .enable("table")
    .disable(["image", "link", "autolink", "reference", "html_inline", "html_block", "entity"])
)
"""Without links, pictures and HTML: what is written of these stays as it was typed."""

_NO_LETTERS = re.compile(r"[\W_]+")
_BULLET = "\u2022"
_LISTS = {"bullet_list_open", "ordered_list_open"}


def plain(markdown: str) -> str:
    """Return Markdown as text without marks: a line for each paragraph, entry of a list, or row of a table."""
    tokens = MARKDOWN.parse(markdown)
    text = "\n".join(line for line in _lines(tokens) if line.strip())
    return text if letters(text) == letters(markdown) else markdown.strip()


def letters(text: str) -> str:
    """Return the letters and digits of a text alone: what is compared where blanks, marks and quotes may differ."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFC", text))


def is_right_to_left(text: str) -> bool:
    """Say whether a text is written from right to left: by its first letter with a direction."""
    for letter in text:
        direction = unicodedata.bidirectional(letter)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    depth = 0
    mark = ""
    cells: list[str] | None = None
    for token in tokens:
        depth += (token.type in _LISTS) - (token.type.replace("close", "open") in _LISTS and token.nesting < 0)
        if token.type == "list_item_open":
            mark = f"{token.info}{token.markup}" if token.info else _BULLET
        elif token.type == "tr_open":
            cells = []
        elif token.type == "tr_close" and cells is not None:
            yield " | ".join(cells)
            cells = None
        elif token.type == "inline" and cells is not None:
            cells.append(_said(token))
        elif token.type in ("inline", "fence", "code_block"):
            head = f"{'    ' * (depth - 1)}{mark} " if mark else "    " * depth
            mark = ""
            yield head + (_said(token) if token.type == "inline" else f"{token.info}\n{token.content}".strip("\n"))


def _said(token: Token) -> str:
    parts = {"softbreak": " ", "hardbreak": "\n"}
    return "".join(parts.get(child.type, child.content) for child in token.children or ())
