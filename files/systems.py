"""Systems and judges from a file: who answered, who judged, and of which maker each is."""

from typing import NamedTuple

from files.cells import yes_or_no
from files.layouts import PLAIN, Layout
from files.tables import Columns, Table
from store.responses import NewSystem

SYSTEM_COLUMNS = Columns(required=("system",), optional=("family", "grounded", "own"), holding="systems")
JUDGE_COLUMNS = Columns(required=("judge",), optional=("family", "model"))


class Judge(NamedTuple):
    """An LLM judge's maker and model, empty where a file does not say."""

    family: str
    model: str


def read_systems(content: bytes, name: str, *, layout: Layout = PLAIN) -> list[NewSystem]:
    """Read systems: column system (its name), and optional family, grounded, own (true or false).

    Raises
    ------
    FileError
        With every problem of the file.
    """
    table = Table(content, name, SYSTEM_COLUMNS, layout=layout)
    found: dict[str, NewSystem] = {}
    for row in table:
        system = table.need(row, "system", "the system's name")
        if system and system in found:
            table.report.add(row.number, "system", f"'{system}' again", "each system once")
        grounded, own = (yes_or_no(row, column, table.report) for column in ("grounded", "own"))
        found[system] = NewSystem(system, row.text("family"), grounded, own)
    table.report.refuse()
    return list(found.values())


def read_judges(content: bytes, name: str) -> dict[str, Judge]:
    """Read judges: column judge (its name), and optional family and model.

    Raises
    ------
    FileError
        With every problem of the file.
    """
    table = Table(content, name, JUDGE_COLUMNS)
    found: dict[str, Judge] = {}
    for row in table:
        judge = table.need(row, "judge", "the judge's name")
        if judge and judge in found:
            table.report.add(row.number, "judge", f"'{judge}' again", "each judge once")
        found[judge] = Judge(row.text("family"), row.text("model"))
    table.report.refuse()
    return found
