"""A returned Word file opened: its tables as cards, in the words that its writer sees.

Changes that were tracked count as they stand: what was put in is there, what was struck out is not. Comments in the
margin belong to the table they stand at. Nothing in the file is run, followed or fetched.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from docx import Document
from docx.document import Document as Doc
from docx.opc.exceptions import OpcError
from docx.oxml.ns import qn

from files import packet
from files.packet_word import CHOOSE
from files.returned_parts import Card, Fault, Held, Loose, UnreadableFile
from rubrics.plain_text import letters

MOST_UNPACKED = 60_000_000
WORD = "a Word file (.docx), as the packet is"
DAMAGED = "a damaged or encrypted file"
_PASSED_OVER = {
    qn("w:del"),
    qn("w:moveFrom"),
    qn("w:instrText"),
    qn("w:delText"),
    qn("w:rPr"),
    qn("w:pPr"),
    qn("w:sdtPr"),
}
_PASSED_OVER.add("{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback")
_SIGNS = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_LABELS = {letters(label).casefold(): asked for asked, label in packet.QUESTIONS.items()}
_LABELS |= {
    letters(label).casefold(): label
    for label in (packet.TEXT, packet.EXPECTED, packet.SOURCES, packet.SITUATION, packet.CLASSIFIED)
}
_PLACES = {letters(one).casefold() for one in (packet.CLAUSE, packet.SCENARIO, packet.WHOLE)}
_FINGERPRINT = letters(packet.FINGERPRINT).casefold()


def held_in_word(content: bytes, name: str) -> Held:
    """Read a returned Word file.

    Raises
    ------
    UnreadableFile
        When it is no Word file, or a damaged one.
    """
    document = _opened(content, name)
    body = document.element.body
    margin = _margin(document)
    cards: list[Card] = []
    fingerprints: list[str] = []
    faults: list[Fault] = []
    number = 0
    for table in body.iter(qn("w:tbl")):
        if _within(table, "w:tbl"):
            continue
        number += 1
        rows = [row for row in map(_cells, _rows(table)) if any(row)]
        if not rows:
            continue
        where = f"{name}, table {number}"
        if letters(_label(rows[0][0])).casefold() in _PLACES:
            cards.append(_card(where, rows, tuple(margin.pop(table, ()))))
        elif found := [row[1] for row in rows if letters(_label(row[0])).casefold() == _FINGERPRINT]:
            fingerprints += found
        else:
            said = "; ".join(" ".join(" ".join(row).split()) for row in rows)
            faults.append(
                Fault(
                    where,
                    f"a table that begins with no clause number: '{said}'",
                    "Clause and its number in the first row",
                )
            )
    if not fingerprints and document.core_properties.identifier:
        fingerprints = [document.core_properties.identifier]
    loose = [Loose(f"{name}, in the margin", words) for words in margin.pop(None, ())]
    loose += [Loose(f"{name}, in the margin of the first table", words) for rest in margin.values() for words in rest]
    return Held(tuple(fingerprints), tuple(cards), (*loose, *_outside(body, name)), tuple(faults))


def _opened(content: bytes, name: str) -> Doc:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(one.file_size for one in archive.infolist()) > MOST_UNPACKED:
                raise UnreadableFile(Fault(name, "a file that is far too large when unpacked", WORD))
            if not any(one.startswith("word/") for one in archive.namelist()):
                raise UnreadableFile(Fault(name, "a packed file (ZIP) of another kind", WORD))
        document = Document(io.BytesIO(content))
    except (zipfile.BadZipFile, zlib.error, EOFError, OpcError, NotImplementedError, RuntimeError):
        raise UnreadableFile(Fault(name, DAMAGED, WORD)) from None
    except (KeyError, SyntaxError, AttributeError, OSError):
        raise UnreadableFile(Fault(name, "a damaged Word file", WORD)) from None
    except ValueError as problem:
        if isinstance(problem, UnreadableFile):
            raise
        raise UnreadableFile(Fault(name, "a Word file of another kind, such as a template", WORD)) from None
    if document.element.getroottree().docinfo.doctype:
        raise UnreadableFile(Fault(name, "a Word file with a document type of its own", WORD))
    return document


def _card(where: str, rows: list[list[str]], margin: tuple[str, ...]) -> Card:
    head, *rest = rows
    cells: dict[str, str] = {}
    others: dict[str, str] = {}
    for label, words in rest:
        key = _LABELS.get(letters(_label(label)).casefold())
        into, name = (cells, key) if key is not None else (others, " ".join(label.split()))
        into[name] = "\n\n".join(filter(None, (into.get(name, ""), words)))
    return Card(where, f"{_label(head[0])} {' '.join(head[1].split())}".strip(), cells, others, margin)


def _label(cell: str) -> str:
    """The first line of a cell: what stands below it is a hint."""
    return cell.strip().partition("\n")[0].strip()


def _rows(table: Any) -> Iterator[Any]:
    """The rows of a table, without those that were struck out."""
    for row in table.iter(qn("w:tr")):
        if row.getparent() is not None and _owner(row, "w:tbl") is table:
            properties = row.find(qn("w:trPr"))
            if properties is None or properties.find(qn("w:del")) is None:
                yield row


def _cells(row: Any) -> list[str]:
    """The label of a row and everything beside it."""
    found = [_text(cell).strip() for cell in row.iter(qn("w:tc")) if _owner(cell, "w:tr") is row]
    label, *rest = found or [""]
    words = "\n".join(filter(None, rest))
    return [label, "" if words == CHOOSE else words]


def _text(node: Any) -> str:
    """What a reader sees of a part of the file; a paragraph ends in a line end."""
    parts: list[str] = []
    for child in node:
        tag = child.tag
        if tag in _PASSED_OVER or not isinstance(tag, str):
            continue
        if tag == qn("w:t"):
            parts.append(child.text or "")
        elif tag in _SIGNS:
            parts.append(_SIGNS[tag])
        elif tag == qn("w:sdt") and _only_asks(child):
            continue
        else:
            parts.append(_text(child))
            parts += ["\n"] if tag == qn("w:p") else []
    return "".join(parts)


def _only_asks(choice: Any) -> bool:
    """Whether a list to choose from still shows its own words."""
    properties = choice.find(qn("w:sdtPr"))
    return properties is not None and properties.find(qn("w:showingPlcHdr")) is not None


def _owner(node: Any, tag: str) -> Any:
    """The nearest element around a node with this tag, None where there is none."""
    return next(node.iterancestors(qn(tag)), None)


def _within(node: Any, tag: str) -> bool:
    return _owner(node, tag) is not None


def _outside(body: Any, name: str) -> Iterator[Loose]:
    """Every paragraph that stands in no table."""
    after = "at the beginning"
    for node in body.iter(qn("w:tbl"), qn("w:p")):
        if _within(node, "w:tbl") or _within(node, "w:p"):
            continue
        if node.tag == qn("w:tbl"):
            rows = [row for row in map(_cells, _rows(node)) if any(row)]
            after = f"after {_label(rows[0][0])} {rows[0][1]}".strip() if rows else after
        elif words := _text(node).strip():
            yield Loose(f"{name}, {after}", words)


def _margin(document: Doc) -> dict[Any, list[str]]:
    """The comments in the margin by the table that they stand at; None for those at no table."""
    said = {str(one.comment_id): _text(one._comment_elm).strip() for one in document.comments}
    found: dict[Any, list[str]] = {}
    for mark in document.element.body.iter(qn("w:commentReference")):
        words = said.pop(mark.get(qn("w:id")), "")
        tables = list(mark.iterancestors(qn("w:tbl")))
        if words:
            found.setdefault(tables[-1] if tables else None, []).append(words)
    for words in filter(None, said.values()):
        found.setdefault(None, []).append(words)
    return found
