"""Charters: Markdown with numbered clauses in, a frozen ``Charter`` out, or every problem at once.

A charter is its text: `charter_hash` is its identity, and a sign-off is good for this one text only. What a judge is
sent, what an expert reads and what is signed are the same text. Any script and either direction of writing will do.

The file: `# Title`; optional lines `Module: ...` and `Status: ...`; a preamble; numbered clauses (see `clauses`).
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rubrics.clauses import Clause, Divided, Line, divide, lines_of
from rubrics.loader import FOLDER
from rubrics.markdown_faults import faults
from rubrics.problems import RubricError
from rubrics.schema import Module
from rubrics.words import has_words

__all__ = [
    "Charter",
    "CharterError",
    "Clause",
    "charter_from_bytes",
    "charter_hash",
    "module_of",
    "parse_charter",
    "shipped",
]

LONGEST = 200_000
MOST_CLAUSES = 500
SHOWN = 200
NUMBERED = "paragraphs or headings that begin with a number of their own, such as '1. Text' or '## 1. Heading'"
_KEYED = re.compile(
    r"^\s{0,3}(?:[*_]{1,2})?(?P<key>module|status)(?:[*_]{1,2})?\s*:(?:[*_]{1,2})?\s*(?P<text>.*)$", re.I
)


class CharterError(RubricError):
    """A charter that cannot be used; ``problems`` has one line for each thing wrong with it."""


@dataclass(frozen=True)
class Charter:
    """The written text of a module, with its clauses in the order of the file.

    `module` is what the file says, or its name without ending: an id or a name, which whoever takes the charter in
    compares with the benchmark's modules. `status_note` is what the charter says of its own standing, such as
    "draft, unreviewed". `preamble` and `closing` are Markdown that stands before the first and after the last clause.
    `text` is the whole file with LF line ends and no byte order mark; `hash` its SHA-256, in hex.
    """

    title: str
    module: str
    status_note: str
    preamble: str
    clauses: tuple[Clause, ...]
    text: str
    hash: str
    closing: str = ""

    def clause(self, number: str) -> Clause | None:
        """Give a clause by its number, None where there is none."""
        return next((one for one in self.clauses if one.number == number), None)


def parse_charter(text: str, name: str, *, module: str | None = None) -> Charter:
    """Read a charter.

    Parameters
    ----------
    text : str
        Markdown; line ends of any system, with or without byte order mark.
    name : str
        The file, as its reader knows it: put in front of every problem.
    module : str, optional
        The module, where it is known from elsewhere; it wins over what the file says.

    Raises
    ------
    CharterError
        With every problem: line, what was found, what is allowed.
    """
    text = _plain(text)
    if len(text) > LONGEST:
        _refuse(name, [(None, f"{len(text):,} characters", f"at most {LONGEST:,}, which are some 70 pages")])
    lines = lines_of(text)
    parts = divide(lines)
    _refuse(name, [*faults(lines), *_problems(parts, lines)])
    keyed, preamble = _opening(parts.opening)
    return Charter(
        title=parts.title or "",
        module=module or keyed.get("module") or Path(name).stem,
        status_note=keyed.get("status", ""),
        preamble=preamble,
        clauses=parts.clauses,
        text=text,
        hash=charter_hash(text),
        closing=parts.closing,
    )


def charter_from_bytes(content: bytes, name: str, *, module: str | None = None) -> Charter:
    """Read a charter from the bytes of its file, which are UTF-8.

    Raises
    ------
    CharterError
        As `parse_charter`; also when the bytes are no UTF-8 text.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{content[error.start]:02X}, which is not UTF-8"
        raise CharterError([_said(name, line, found, "Markdown, saved as UTF-8 text")]) from None
    return parse_charter(text, name, module=module)


def charter_hash(text: str) -> str:
    """SHA-256, in hex, of a charter's text with LF line ends and no byte order mark, encoded as UTF-8."""
    return hashlib.sha256(_plain(text).encode("utf-8", "surrogatepass")).hexdigest()


def module_of(charter: Charter, modules: Sequence[Module], name: str) -> str:
    """Return the id of the module a charter is for: by the id or name it says, or by its title.

    Raises
    ------
    CharterError
        When neither is that of a module; `name` is the charter's file.
    """
    for said in (charter.module, charter.title):
        for module in modules:
            if said.casefold() in (module.id.casefold(), module.name.casefold()):
                return module.id
    allowed = "; ".join(f"{module.id} ({module.name})" for module in modules)
    raise CharterError([_said(name, None, f"the module '{charter.module}'", f"a line 'Module: ...' with {allowed}")])


def shipped(benchmark_id: str) -> tuple[Charter, ...]:
    """Return the draft charters that come with the software for a benchmark, by file name; empty where none do."""
    paths = sorted((FOLDER / benchmark_id / "charters").glob("*.md"))
    return tuple(charter_from_bytes(path.read_bytes(), path.name) for path in paths)


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _problems(parts: Divided, lines: Sequence[Line]) -> Iterator[tuple[int | None, str, str]]:
    if not any(line.text.strip() for line in lines):
        yield None, "an empty file", "a title and numbered clauses"
        return
    if not parts.title:
        yield 1, "no title", "a first line such as '# Title of the charter'"
    if not parts.clauses:
        yield None, "no clause numbers", NUMBERED
    if len(parts.clauses) > MOST_CLAUSES:
        yield None, f"{len(parts.clauses)} clauses", f"at most {MOST_CLAUSES}"
    first: dict[str, int] = {}
    for clause in parts.clauses:
        if clause.number in first:
            found = f"the clause number {clause.number} again (first in line {first[clause.number]})"
            yield clause.line, found, "each number once; indent a list that stands within a clause"
        first.setdefault(clause.number, clause.line)
        if not has_words(clause.text):
            yield clause.line, f"no words in clause {clause.number}", "a clause that says something"


def _opening(lines: Sequence[Line]) -> tuple[dict[str, str], str]:
    """Part what stands before the first clause into `Module:` and `Status:` lines and the preamble."""
    keyed: dict[str, str] = {}
    kept = []
    for line in lines:
        found = None if line.fenced else _KEYED.match(line.text)
        key = found["key"].casefold() if found else ""
        if found and key not in keyed:
            keyed[key] = found["text"].strip().strip("*_").strip()
        else:
            kept.append(line.text.rstrip())
    return keyed, "\n".join(kept).strip("\n")


def _said(name: str, line: int | None, found: str, allowed: str) -> str:
    place = name if line is None else f"{name}, line {line}"
    return f"{place}: found {found}; allowed: {allowed}"


def _refuse(name: str, problems: Sequence[tuple[int | None, str, str]]) -> None:
    if not problems:
        return
    ordered = sorted(problems, key=lambda one: one[0] or 0)
    said = [_said(name, *one) for one in ordered[:SHOWN]]
    if more := len(ordered) - SHOWN:
        said += [f"... and {more:,} more"] if more > 0 else []
    raise CharterError(said)
