"""Tables of a report as Markdown and LaTeX, and the whole report as Markdown."""

import re

from publishing.report_parts import Grid, Heading, Part, Picture, Points, Room, Words

LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\u2013": "--",
    "\u2019": "'",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
MARKDOWN = re.compile(r"([\\`*_\[\]<>|#~$])")


def markdown_table(grid: Grid, note: str = "") -> str:
    """Write a table as Markdown, with a line below it; what would be a mark in it is escaped."""
    lines = [grid.heads, tuple("---" for _ in grid.heads), *grid.rows]
    head, rule, *rows = (
        f"| {' | '.join(_markdown(cell) if cell != '---' else cell for cell in row)} |" for row in lines
    )
    below = ["", _markdown(note)] if note else []
    return "\n".join([f"**{_markdown(grid.title)}**", "", head, rule, *rows, *below]) + "\n"


def _markdown(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def latex_table(grid: Grid, note: str = "") -> str:
    """Write a table as LaTeX, with a line below it.

    It needs the packages booktabs and tabularx, and fontspec for scripts beyond Latin.
    """
    columns = "l" + "X" * (len(grid.heads) - 1)
    below = f"\\par\\medskip {latex(note)}\n" if note else ""
    rows = "\n".join(f"{_row(row)} \\\\" for row in grid.rows)
    return (
        f"\\begin{{table}}\n\\caption{{{latex(grid.title)}}}\n\\label{{tab:{grid.name}}}\n\\small\n"
        f"\\begin{{tabularx}}{{\\linewidth}}{{{columns}}}\n\\toprule\n{_row(grid.heads)} \\\\\n\\midrule\n{rows}\n"
        f"\\bottomrule\n\\end{{tabularx}}\n{below}\\end{{table}}\n"
    )


def _row(cells: tuple[str, ...]) -> str:
    return " & ".join(map(latex, cells))


def latex(text: str) -> str:
    """Return a text as LaTeX prints it."""
    return "".join(LATEX.get(one, one) for one in " ".join(text.split()))


def markdown_report(parts: list[Part]) -> bytes:
    """Write a whole report as Markdown; figures are told in words, with the names of their files."""
    return ("\n".join(_part(part) for part in parts)).encode()


def _part(part: Part) -> str:
    if isinstance(part, Heading):
        return f"{'#' * part.level} {_markdown(part.text)}\n"
    if isinstance(part, Words):
        return f"{_markdown(part.text)}\n"
    if isinstance(part, Points):
        return "".join(f"- {_markdown(one)}\n" for one in part.texts)
    if isinstance(part, Picture):
        return f"![{_markdown(part.says)}](figures/{part.name}.svg)\n"
    if isinstance(part, Room):
        return f"{_markdown(part.label)}:\n"
    return markdown_table(part)
