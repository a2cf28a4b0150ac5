"""Untrusted text as safe HTML: headings, lists, tables, quotes and emphasis; no HTML, picture, link or request.

Links stay as the text that was written. Every block carries `dir="auto"`, so Hebrew and Arabic run their own way.
Nothing that was written is ever left out: where Markdown would (a cell beyond a table's columns, nesting without end),
the whole text is shown as it was typed instead.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from markdown_it.token import Token

from rubrics.plain_text import MARKDOWN, letters

BLOCKS = {"paragraph_open", "heading_open", "blockquote_open", "list_item_open", "td_open", "th_open"}
NAMED = {"fence", "list_item_open"}
"""Tokens with something written that is shown beside their content: the language of code, the number in a list."""

HEADINGS = {"heading_open", "heading_close"}
LONGEST = 200_000
MOST_HTML_PER_CHARACTER = 10
SHORT = 2_000


@lru_cache(maxsize=1024)
def render(text: str) -> str:
    """Return safe HTML for a response or a prompt; headings become level 4, below the page's own."""
    if len(text) > LONGEST:
        return _as_typed(text)
    tokens = MARKDOWN.parse(text)
    if letters("".join(_said(tokens))) != letters(text):
        return _as_typed(text)
    for token in tokens:
        if token.type in BLOCKS:
            token.attrSet("dir", "auto")
        if token.type in HEADINGS:
            token.tag = "h4"
        token.attrs.pop("style", None)
    html = str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    return html if len(html) <= MOST_HTML_PER_CHARACTER * max(len(text), SHORT) else _as_typed(text)


def _said(tokens: Sequence[Token]) -> Iterator[str]:
    """Give everything that tokens will show, in order, with the numbers of lists and the languages of code."""
    for token in tokens:
        if token.type in NAMED:
            yield token.info
        if token.children is None:
            yield token.content
        else:
            yield from _said(token.children)


def _as_typed(text: str) -> str:
    """Show a text without any marking up: its paragraphs and lines as they are."""
    paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
    return "".join(f'<p dir="auto">{escape(one).replace(chr(10), "<br>")}</p>\n' for one in paragraphs)
