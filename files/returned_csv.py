"""A returned CSV (or the workbook that a spreadsheet made of it) opened: its rows as cards.

Semicolons, tabs and byte order marks are known by themselves. A file that is no Unicode is read as Windows writes it in
Western Europe, and said to be so: whether that is right shows in the charter's own text, which stands in every row.
"""

from files import packet
from files.decoding import UTF_16
from files.layouts import Layout
from files.packet_csv import COLUMNS
from files.problems import FileError, Problem
from files.returned_parts import Card, Fault, Held, UnreadableFile
from files.sources import ZIP
from files.tables import Columns, Row, Table

WINDOWS = "cp1252"
READ_AS_WINDOWS = (
    "The file is not Unicode. It was read as Windows writes it in Western Europe; please look whether letters such as "
    "é and ü are right below."
)
_READ = Columns(("place", "fingerprint"), tuple(one for one in COLUMNS if one not in ("place", "fingerprint")))
_CALLED = {"text": packet.TEXT, "expected": packet.EXPECTED}


def held_in_csv(content: bytes, name: str) -> Held:
    """Read a returned CSV.

    Raises
    ------
    UnreadableFile
        When it is nothing that can be read.
    """
    as_windows = not (content.startswith((ZIP, *UTF_16)) or _is_utf_8(content))
    try:
        table = Table(content, name, _READ, layout=Layout(encoding=WINDOWS if as_windows else ""))
        rows = list(table)
    except FileError as error:
        raise UnreadableFile(_fault(error.problems[0])) from None
    cards = [_card(table, name, row) for row in rows if any(map(row.text, packet.QUESTIONS)) or row.text("place")]
    fingerprints = tuple(dict.fromkeys(filter(None, (row.text("fingerprint") for row in rows))))
    faults = tuple(map(_fault, table.report.problems))
    return Held(fingerprints, tuple(cards), (), faults, (READ_AS_WINDOWS,) if as_windows else ())


def _card(table: Table, name: str, row: Row) -> Card:
    words = {column: row.text(column).replace("\r\n", "\n").replace("\r", "\n") for column in row.cells}
    cells = {asked: words[asked] for asked in packet.QUESTIONS if asked in words}
    cells |= {label: words[column] for column, label in _CALLED.items() if words.get(column)}
    return Card(f"{name}, {table.at(row.number)}", words.get("place", ""), cells, {})


def _is_utf_8(content: bytes) -> bool:
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return True


def _fault(problem: Problem) -> Fault:
    return Fault(str(problem).partition(": found ")[0], problem.found, problem.allowed)
