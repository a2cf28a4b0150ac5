"""A report as PDF: A4, tables that break over pages with their heads repeated, figures as pictures.

The letters are DejaVu Sans, which comes with the library that draws the figures. A letter that it lacks is printed as
a box; the HTML report has it.
"""

import io
from datetime import UTC, datetime
from pathlib import Path

import matplotlib as mpl
from fpdf import FPDF
from fpdf.fonts import FontFace

from publishing.report_parts import Grid, Heading, Images, Part, Picture, Points, Words

FONT = "DejaVu"
LINE = 5.0
SIZES = {1: 18, 2: 13, 3: 11}
TEXT, SMALL = 9.5, 7.5
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
        paper.set_font(FONT, "B", SIZES[part.level])
        paper.multi_cell(0, LINE * 1.4, part.text, new_x="LMARGIN", new_y="NEXT", align="L")
    elif isinstance(part, Words):
        _words(paper, part.text)
    elif isinstance(part, Points):
        for one in part.texts:
            _words(paper, f"\u2022 {one}")
    elif isinstance(part, Grid):
        _grid(paper, part)
    else:
        _picture(paper, part, images)


def _words(paper: Paper, text: str, size: float = TEXT) -> None:
    paper.set_font(FONT, size=size)
    paper.multi_cell(0, LINE * size / TEXT, text, new_x="LMARGIN", new_y="NEXT", align="L")
    paper.ln(1.2)


def _grid(paper: Paper, grid: Grid) -> None:
    paper.ln(2)
    paper.set_font(FONT, "B", TEXT)
    paper.multi_cell(0, LINE, grid.title, new_x="LMARGIN", new_y="NEXT", align="L")
    paper.set_font(FONT, size=SMALL)
    bold = FontFace(emphasis="BOLD")
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
    paper.ln(2)


def _picture(paper: Paper, picture: Picture, images: Images) -> None:
    image = images.get(picture.name)
    if image is not None:
        paper.image(io.BytesIO(image.png), w=paper.epw, h=HIGHEST, keep_aspect_ratio=True, alt_text=picture.says)
    _words(paper, f"{picture.title}. {picture.says}", SMALL)
