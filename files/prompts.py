"""Prompts from a file: what the systems were asked, with what a good answer is expected to hold and to avoid."""

from collections.abc import Mapping

from files.cells import parts
from files.layouts import PLAIN, Layout
from files.tables import Columns, Table
from store.responses import NewPrompt

COLUMNS = Columns(
    required=("prompt", "text"),
    optional=("category", "expected_themes", "expected_avoidances", "reference_answer"),
    holding="prompts",
)
LISTS = ("expected_themes", "expected_avoidances")


def read_prompts(content: bytes, name: str, *, layout: Layout = PLAIN) -> list[NewPrompt]:
    """Read prompts: columns prompt (its id) and text, and optional category, expected_themes, expected_avoidances
    (several divided by ` | `) and reference_answer; or prompts as they are published in JSON.

    Raises
    ------
    FileError
        With every problem of the file.
    """
    table = Table(content, name, COLUMNS, layout=layout)
    prompts, rows = [], dict[str, int]()
    for row in table:
        key = table.need(row, "prompt", "the prompt's id, such as TL-01")
        table.need(row, "text", "what the systems were asked")
        if key and key in rows:
            table.report.add(row.number, "prompt", f"'{key}' again (first in {table.at(rows[key])})", "each id once")
        rows.setdefault(key, row.number)
        prompts.append(
            NewPrompt(
                key=key,
                text=with_line_feeds(row.text("text")),
                category=row.text("category"),
                reference_answer=with_line_feeds(row.text("reference_answer")) or None,
                details=_details({column: parts(row, column) for column in LISTS}),
            )
        )
    table.report.refuse()
    return prompts


def with_line_feeds(text: str) -> str:
    """Return a text with the line ends that every system reads the same."""
    return text.replace("\r\n", "\n")


def _details(lists: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {name: there for name, there in lists.items() if there}
