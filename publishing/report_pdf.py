"""A report as PDF: A4, tables that break over pages with their heads repeated, figures as pictures.

The letters are DejaVu Sans, which comes with the library that draws the figures. A letter that it lacks is printed as
a box; the HTML report has it. Hebrew and Arabic run from right to left, with their letters joined.
"""

import io
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import matplotlib as mpl
from fpdf import FPDF
from fpdf.fonts import FontFace

from publishing.report_parts import Grid, Heading, Images, Part, Picture, Points, Room, Words
from rubrics.plain_text import is_right_to_left

FONT = "DejaVu"
LINE = 5.0
SIZES = {1: 18, 2: 13, 3: 11}
TEXT, SMALL = 9.5, 7.5
KEPT_BELOW = 22
"""Millimetres that must be left below a heading's top, so that none stands alone at the end of a page."""
RULED = 7.5
HIGHEST = 85
"""Millimetres of a picture, so that two fit on a page."""

NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in the file for the day it was made, so that the same report is the same file."""


class Paper(FPDF):
    """The pages: a number at the foot of each."""

    def footer(self) -> None:
        """Print the number of the page."""
        self.set_y(-12)
        self.set_font(FONT, size=SMALL)
        self.cell(0, 6, f"{self.page_no()}", align="C")


def pdf_report(parts: list[Part], images: Images, *, title: str) -> bytes:
    """Write a report as PDF; parameters as in `publishing.report_html.html_report`."""
    paper = Paper(format="A4")
    fonts = Path(mpl.get_data_path()) / "fonts" / "ttf"
    paper.add_font(FONT, fname=fonts / "DejaVuSans.ttf")
    paper.add_font(FONT, "B", fname=fonts / "DejaVuSans-Bold.ttf")
    paper.set_title(title)
    paper.set_lang("en")
    paper.set_creation_date(NO_DAY)
    paper.set_auto_page_break(auto=True, margin=18)
    paper.add_page()
    for part in parts:
        _part(paper, part, images)
    return bytes(paper.output())


def _part(paper: Paper, part: Part, images: Images) -> None:
    if isinstance(part, Heading):
        paper.ln(2 if part.level == 1 else 4)
        if paper.will_page_break(KEPT_BELOW):
            paper.add_page()
        paper.set_font(FONT, "B", SIZES[part.level])
        _write(paper, part.text, LINE * 1.4)
    elif isinstance(part, Words):
        _words(paper, part.text)
    elif isinstance(part, Points):
        for one in part.texts:
            _words(paper, f"\u2022 {one}")
    elif isinstance(part, Grid):
        _grid(paper, part)
    elif isinstance(part, Room):
        _room(paper, part)
    else:
        _picture(paper, part, images)


def _write(paper: Paper, text: str, height: float) -> None:
    """Write a paragraph in the direction in which it runs."""
    paper.set_text_shaping(_turns(text))
    align = "R" if is_right_to_left(text) else "L"
    paper.multi_cell(0, height, text, new_x="LMARGIN", new_y="NEXT", align=align)
    paper.set_text_shaping(False)


def _turns(text: str) -> bool:
    """Whether letters in a text run from right to left, and so have to be ordered and joined."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


def _words(paper: Paper, text: str, size: float = TEXT) -> None:
    paper.set_font(FONT, size=size)
    _write(paper, text, LINE * size / TEXT)
    paper.ln(1.2)


def _room(paper: Paper, room: Room) -> None:
    """Draw lines to write on, with what belongs there above them, on one page."""
    if paper.will_page_break(LINE + room.lines * RULED):
        paper.add_page()
    paper.set_font(FONT, "B", TEXT)
    _write(paper, room.label, LINE)
    paper.set_draw_color(170)
    for _ in range(room.lines):
        paper.ln(RULED)
        paper.line(paper.l_margin, paper.y, paper.l_margin + paper.epw, paper.y)
    paper.set_draw_color(0)
    paper.ln(2.5)


def _grid(paper: Paper, grid: Grid) -> None:
    paper.ln(2)
    paper.set_font(FONT, "B", TEXT)
    _write(paper, grid.title, LINE)
    paper.set_font(FONT, size=SMALL)
    bold = FontFace(emphasis="BOLD")
    paper.set_text_shaping(any(_turns(cell) for row in grid.rows for cell in row))
    with paper.table(
        headings_style=bold,
        line_height=3.6,
        text_align="LEFT",
        borders_layout="HORIZONTAL_LINES",
        padding=(0.6, 1.2),
        first_row_as_headings=True,
    ) as table:
        for row in (grid.heads, *grid.rows):
            table.row(list(row))
    paper.set_text_shaping(False)
    paper.ln(2)


def _picture(paper: Paper, picture: Picture, images: Images) -> None:
    image = images.get(picture.name)
    if image is not None:
        paper.image(io.BytesIO(image.png), w=paper.epw, h=HIGHEST, keep_aspect_ratio=True, alt_text=picture.says)
    _words(paper, f"{picture.title}. {picture.says}", SMALL)
