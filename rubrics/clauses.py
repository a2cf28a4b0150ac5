"""The numbered clauses of a charter, found in its Markdown line by line.

A clause begins where a paragraph or a heading begins with its number: `1. Text`, `2a) Text`, `(3) Text`, `§ 4 Text`,
`**5.** Text`, `1.2 Text`, `## 6. Heading`, `Article 7: Text`; digits of any script. Where the first number of the text
stands in a heading, only headings begin clauses; else only paragraphs do, and headings divide the charter. The number
is the clause's name for good: nothing is counted, so a clause taken out leaves a gap and moves no other.

Sources stand in a clause behind `Sources:`, divided by semicolons or as a list.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_WORDS = ("clause", "article", "المادة", "مادة", "البند", "بند", "ماده", "סעיף")
_SOURCES = ("sources", "source", "المصادر", "المصدر", "منابع", "מקורות", "מקור")
_DIRECTION = "[\u200e\u200f\u061c\u202a-\u202c\u2066-\u2069]*"
_OPENING = re.compile(
    rf"^(?P<indent> {{0,3}}){_DIRECTION}(?P<bold>\*\*|__)?(?P<word>§\s*|\(|(?:{'|'.join(_WORDS)})\s+)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})*[^\W\d_]?)(?P<mark>\\?[.):]|\s?[-–—](?=\s))?"
    r"(?P<bold_ends>\*\*|__)?(?P<late_mark>[.):])?(?:\s+(?P<rest>.*))?$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]+(?P<text>.*))?$")
_CLOSING_SIGNS = re.compile(r"(?:^|(?<=[ \t]))#+$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_LABEL = re.compile(
    rf"^\s*{_DIRECTION}(?P<mark>\*\*|__|\*|_)?(?:{'|'.join(_SOURCES)})(?:\*\*|__|\*|_)?\s*:(?:\*\*|__|\*|_)?\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-+*]|\d{1,3}[.)])\s+(?P<text>\S.*)$")
_DIVIDES = re.compile("[;؛]")


@dataclass(frozen=True)
class Clause:
    """One numbered clause.

    `text` is Markdown without the number and the sources. `heading` is the clause's own heading, or that of the section
    it stands in. `intro` is what stands unnumbered between the section's heading and this clause; it is part of what is
    reviewed. `line` is where the clause begins in its file.
    """

    number: str
    text: str
    sources: tuple[str, ...] = ()
    heading: str | None = None
    intro: str = ""
    line: int = 0


class Line(NamedTuple):
    """One line of a charter; `heading` is None where it is none, `fenced` says that it stands in a code block."""

    number: int
    text: str
    heading: str | None
    fenced: bool


class Divided(NamedTuple):
    """A charter's parts in the order of the file; `title` is its first heading, None where there is none."""

    title: str | None
    opening: tuple[Line, ...]
    clauses: tuple[Clause, ...]
    closing: str


class _Opening(NamedTuple):
    number: str
    rest: str
    indent: int
    width: int
    in_list: bool


@dataclass
class _Open:
    """A clause that is being read."""

    number: str
    line: int
    heading: str | None
    intro: str
    width: int
    is_heading: bool
    lines: list[str] = field(default_factory=list)


def lines_of(text: str) -> list[Line]:
    """Number the lines of a text, from 1, and say which are headings and which stand in a code block."""
    lines, fence = [], ""
    for number, line in enumerate(text.split("\n"), start=1):
        found = _FENCE.match(line)
        fenced = bool(fence or found)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not line.strip(" `~"):
            fence = ""
        heading = None if fenced else _HEADING.match(line)
        lines.append(Line(number, line, _heading(heading["text"] or "") if heading else None, fenced))
    return lines


def _heading(text: str) -> str:
    """Return a heading's words, without the signs that may stand behind them."""
    return _CLOSING_SIGNS.sub("", text.strip()).strip()


def divide(lines: Sequence[Line]) -> Divided:
    """Find a charter's title and clauses, and what stands before and after them."""
    title_at = next((at for at, line in enumerate(lines) if line.heading is not None), None)
    if title_at is not None and _opening(lines[title_at].heading or "", heading=True):
        title_at = None  # the first heading begins a clause
    body = [line for at, line in enumerate(lines) if at != title_at]
    starts = _starts(body)
    first = min(starts, default=len(body))
    if title_at is not None and first < title_at:
        title_at, body = None, list(lines)
        starts = _starts(body)
    opening = body[:first]
    while starts and opening and (opening[-1].heading is not None or not opening[-1].text.strip()):
        opening.pop()  # the headings right above the first clause belong to it
    clauses, closing = _clauses(body[len(opening) :], {at - len(opening): one for at, one in starts.items()}, opening)
    title = lines[title_at].heading if title_at is not None else None
    return Divided(title, tuple(opening), tuple(clauses), closing)


def plain_number(number: str) -> str:
    """Write a clause's number with the digits 0 to 9 and a small letter, as it is stored and compared."""
    digits = (str(unicodedata.decimal(ch)) if ch.isdecimal() else ch for ch in number)
    return "".join(digits).casefold()


def _starts(body: Sequence[Line]) -> dict[int, _Opening]:
    """Where clauses begin: by headings where the first number stands in one, by paragraphs elsewhere."""
    starts: dict[int, _Opening] = {}
    by_heading: bool | None = None
    last: _Opening | None = None
    for at, line in enumerate(body):
        if line.fenced:
            continue
        is_heading = line.heading is not None
        found = _opening(line.text if line.heading is None else line.heading, heading=is_heading)
        if found is None or (not is_heading and not _begins(body, at, found, last)):
            continue
        if by_heading is None:
            by_heading = is_heading
        if is_heading == by_heading:
            starts[at] = last = found
    return starts


def _begins(body: Sequence[Line], at: int, found: _Opening, last: _Opening | None) -> bool:
    """Say whether a clause may begin here: below a blank line or a heading, or as the next entry of a list; not where
    the indent says that it is within an entry."""
    above = body[at - 1] if at else None
    if last and last.in_list and found.indent >= last.width:
        return False
    if above is None or not above.text.strip() or above.heading is not None:
        return True
    return bool(last and last.in_list and found.in_list)


def _opening(text: str, *, heading: bool) -> _Opening | None:
    found = _OPENING.match(text)
    if found is None:
        return None
    mark, word = found["mark"] or found["late_mark"] or "", found["word"] or ""
    bold_number = found["bold"] and found["bold_ends"]
    if word == "(":
        if ")" not in mark:
            return None
    elif not (mark or word or bold_number) and (heading or "." not in found["number"]):
        return None
    rest = found["rest"] or ""
    if found["bold"] and not found["bold_ends"]:
        rest = found["bold"] + rest
    in_list = not found["bold"] and not word and mark in (".", ")")
    width = len(text) - len(found["rest"] or "") if rest else 3
    return _Opening(plain_number(found["number"]), rest, len(found["indent"]), width, in_list)


def _clauses(body: Sequence[Line], starts: dict[int, _Opening], opening: Sequence[Line]) -> tuple[list[Clause], str]:
    """Read the clauses; also what stands below an unnumbered heading after the last."""
    section = next((line.heading for line in reversed(opening) if line.heading is not None), None)
    clauses: list[Clause] = []
    current: _Open | None = None
    between: list[Line] = []
    for at, line in enumerate(body):
        start = starts.get(at)
        if start is not None:
            clauses += _ended(current)
            own = start.rest.strip() if line.heading is not None else ""
            if not own:
                section, between = _section(between, section)
            intro = _trimmed([one.text for one in between])
            current = _Open(start.number, line.number, own or section, intro, start.width, bool(own))
            current.lines += [] if line.heading is not None else [start.rest]
            between = []
        elif line.heading is None and current is not None:
            current.lines.append(_outdented(line.text, current.width))
        else:
            clauses += _ended(current)
            current = None
            between.append(line)
    clauses += _ended(current)
    return clauses, _trimmed([one.text for one in between])


def _section(between: Sequence[Line], section: str | None) -> tuple[str | None, list[Line]]:
    """Take the last heading out of what stands before a clause; it is the clause's section, which else goes on."""
    last = next((at for at in range(len(between) - 1, -1, -1) if between[at].heading is not None), None)
    if last is None:
        return section, list(between)
    return between[last].heading, [line for at, line in enumerate(between) if at != last]


def _ended(clause: _Open | None) -> Iterator[Clause]:
    if clause is not None:
        text, sources = _without_sources(clause.lines)
        if clause.is_heading and not text:
            text, clause.heading = clause.heading or "", None  # the heading is all that the clause says
        yield Clause(clause.number, text, sources, clause.heading, clause.intro, clause.line)


def _outdented(line: str, width: int) -> str:
    """Take the indent of a list entry from a line that goes on with it."""
    blank = len(line) - len(line.lstrip(" "))
    return line[min(blank, width) :]


def _trimmed(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _without_sources(lines: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Take the sources out of a clause's lines."""
    kept: list[str] = []
    sources: list[str] = []
    at = 0
    while at < len(lines):
        label = _LABEL.match(lines[at])
        if label is None:
            kept.append(lines[at])
            at += 1
            continue
        at, found = _sources(lines, at + 1, label)
        sources += found
    return _trimmed(kept), tuple(sources)


def _sources(lines: Sequence[str], at: int, label: re.Match[str]) -> tuple[int, list[str]]:
    """Read sources behind their label: to the end of the paragraph, or the list below it."""
    rest = label["rest"]
    if rest.strip():
        while at < len(lines) and lines[at].strip() and not _LABEL.match(lines[at]):
            rest += f" {lines[at].strip()}"
            at += 1
        if label["mark"] in ("*", "_") and rest.rstrip().endswith(label["mark"]):
            rest = rest.rstrip()[:-1]
        return at, [one for part in _DIVIDES.split(rest) if (one := part.strip().rstrip(".").rstrip())]
    found: list[str] = []
    while at < len(lines):
        bullet = _BULLET.match(lines[at])
        if bullet:
            found.append(bullet["text"].strip())
        elif lines[at].strip() and found and lines[at - 1].strip():
            found[-1] += f" {lines[at].strip()}"
        elif lines[at].strip():
            break
        at += 1
    return at, found
