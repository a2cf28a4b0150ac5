"""Untrusted text as safe HTML: headings, lists, tables, quotes and emphasis; no HTML, picture, link or request.

Links stay as the text that was written. Every block carries `dir="auto"`, so Hebrew and Arabic run their own way.
"""

from functools import lru_cache

from markdown_it import MarkdownIt

BLOCKS = {"paragraph_open", "heading_open", "blockquote_open", "list_item_open", "td_open", "th_open"}
HEADINGS = {"heading_open", "heading_close"}
LONGEST = 200_000

_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    .enable("table")
    .disable(["image", "link", "autolink", "reference", "html_inline", "html_block", "entity"])
)


@lru_cache(maxsize=4096)
def render(text: str) -> str:
    """Return safe HTML for a response or a prompt; headings become level 4, below the page's own."""
    tokens = _MARKDOWN.parse(text[:LONGEST])
    for token in tokens:
        if token.type in BLOCKS:
            token.attrSet("dir", "auto")
        if token.type in HEADINGS:
            token.tag = "h4"
        token.attrs.pop("style", None)
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
