"""What is broken in a charter's Markdown, or must not be in it: by line, what was found, what is allowed.

Markdown has no errors: what is not closed is simply shown as it was typed, or swallows what follows. In a text that
experts sign, either is a slip of the pen that its author should see first.
"""

import re
from collections.abc import Iterator, Sequence

from rubrics.clauses import Line
from rubrics.words import unprintable

Fault = tuple[int | None, str, str]

_TAG = re.compile(r"<(?:/?[a-z][a-z0-9-]*(?=[\s/>]|$)|!--|!\[CDATA\[|!doctype|\?)", re.IGNORECASE)
_TIGHT_HEADING = re.compile(r"^ {0,3}#{1,6}[^#\s\\]")
_STRONG = re.compile(r"(?<!\\)(?:\*{2,}|(?<!\w)_{2,}|_{2,}(?!\w))")
_RULE = re.compile(r"^\s*([*_-])(?:\s*\1){2,}\s*$")
_CODE = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<!\\)\]\((?![^)]*\))")


def faults(lines: Sequence[Line]) -> Iterator[Fault]:
    """Give every fault of a text's Markdown."""
    yield from _unclosed_block(lines)
    for line in lines:
        if hidden := unprintable(line.text):
            yield line.number, f"a character that cannot be shown or stored: {', '.join(hidden)}", "visible text"
        if tag := _TAG.search(line.text):
            yield line.number, f"HTML ('{tag[0]}')", "Markdown without HTML; comments and scripts are not kept"
        if not line.fenced and _TIGHT_HEADING.match(line.text):
            yield line.number, f"'{line.text.strip()[:20]}'", "a blank between # and the heading"
    for block in _blocks(lines):
        yield from _unclosed_marks(block)


def _unclosed_block(lines: Sequence[Line]) -> Iterator[Fault]:
    """A code block that runs to the end of the file: everything below its first line is swallowed."""
    if not lines or not lines[-1].fenced:
        return
    start = len(lines) - 1
    while start and lines[start - 1].fenced:
        start -= 1
    fence = lines[start].text.strip()[:3]
    ends = len(lines) - 1 > start and lines[-1].text.strip().strip(fence[0]) == "" and lines[-1].text.strip()
    if not ends:
        yield lines[start].number, f"a code block ({fence}) that is not closed", f"a line {fence} below it"


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Paragraphs and the like: lines without a blank one between them."""
    block: list[Line] = []
    for line in lines:
        if line.fenced or not line.text.strip() or _RULE.match(line.text):
            yield block
            block = []
        elif line.heading is not None:
            yield block
            yield [line]
            block = []
        else:
            block.append(line)
    yield block


def _unclosed_marks(block: Sequence[Line]) -> Iterator[Fault]:
    for sign, what in (("*", "**"), ("_", "__")):
        marks = [(line, mark) for line in block for mark in _STRONG.findall(_bare(line.text)) if mark[0] == sign]
        if len(marks) % 2:
            yield marks[-1][0].number, f"{what} that is opened and not closed", f"{what} on both sides of what is bold"
    text = "\n".join(_bare(line.text) for line in block)
    if link := _LINK.search(text):
        at = block[0].number + text.count("\n", 0, link.start())
        yield at, "a link that is not closed: ](", "[words](address)"


def _bare(text: str) -> str:
    return _CODE.sub("", text)
