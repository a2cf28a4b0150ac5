"""What a Word file of ours is built of: paragraphs and two-column tables, in either direction of writing."""

import re
from collections.abc import Sequence
from typing import Any

from docx.document import Document as Doc
from docx.enum.table import WD_ROW_HEIGHT_RULE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.styles.style import ParagraphStyle
from docx.table import Table, _Cell, _Row
from docx.text.paragraph import Paragraph

from rubrics.plain_text import is_right_to_left

NARROW, WIDE = Cm(4.4), Cm(12.6)
QUIET = RGBColor(0x55, 0x55, 0x55)
FONT, OTHER_SCRIPTS = "Georgia", "Times New Roman"
FIELD, HEAD = "FFFFFF", "E4ECEA"
READING = "F7F7F5"
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lay_out(document: Doc, *, title: str) -> None:
    """Set paper, fonts and the file's own title."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2)
    section.top_margin = section.bottom_margin = Cm(1.8)
    properties = document.core_properties
    properties.title, properties.author, properties.comments = _fit(title)[:250], "", ""
    for name, size in {"Normal": 11, "Title": 22, "Heading 1": 16, "Heading 2": 13}.items():
        style = document.styles[name]
        if not isinstance(style, ParagraphStyle):
            continue
        style.font.name, style.font.size = FONT, Pt(size)
        style.font.color.rgb = RGBColor(0, 0, 0)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(qn(f"w:{theme}"), None)
        fonts.set(qn("w:cs"), OTHER_SCRIPTS)
        style.paragraph_format.space_after = Pt(4)


def foot(document: Doc, text: str) -> None:
    """Write a line at the foot of every page."""
    _fill(document.sections[0].footer.paragraphs[0], text, size=8, quiet=True)


def paragraph(document: Doc, text: str, *, style: str | None = None) -> None:
    """Write a paragraph."""
    _fill(document.add_paragraph(style=style), text)


def paragraphs(document: Doc, text: str) -> None:
    """Write a paragraph for each line; none for an empty text."""
    for line in text.splitlines():
        paragraph(document, line)


def table(document: Doc) -> Table:
    """Begin a table of two columns: labels, and what belongs to them."""
    made: Table = document.add_table(rows=0, cols=2, style="Table Grid")
    made.autofit = False
    made.columns[0].width, made.columns[1].width = NARROW, WIDE
    return made


def row(
    made: Table, label: str, text: str, *, head: bool = False, field: bool = False, hint: str = "", height: float = 0
) -> _Cell:
    """Add a row and return its second cell; a `hint` stands small below the label, `height` is in centimetres."""
    added: _Row = made.add_row()  # type: ignore[no-untyped-call]  # of python-docx
    left, right = added.cells
    left.width, right.width = NARROW, WIDE
    added._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
    if height:
        added.height, added.height_rule = Cm(height), WD_ROW_HEIGHT_RULE.AT_LEAST
    for cell in (left, right):
        _shade(cell, HEAD if head else FIELD if field else READING)
    _fill(left.paragraphs[0], label, bold=True, size=12 if head else 10)
    if hint:
        _fill(left.add_paragraph(), hint, size=8, quiet=True)
    first, *rest = text.splitlines() or [""]
    _fill(right.paragraphs[0], first, bold=head, size=12 if head else 11)
    for line in rest:
        _fill(right.add_paragraph(), line)
    return right


def keep_together(made: Table) -> None:
    """Ask that a table stands on one page, where one can hold it."""
    for one in made.rows[:-1]:
        for line in one.cells[0].paragraphs:
            line.paragraph_format.keep_with_next = True


def choice(cell: _Cell, title: str, allowed: Sequence[str], shown: str, *, chosen: bool) -> None:
    """Put a list to choose from into a cell; `shown` stands there until something is chosen."""
    holder = OxmlElement("w:sdt")
    properties, content = OxmlElement("w:sdtPr"), OxmlElement("w:sdtContent")
    properties.append(_with_value("w:alias", title))
    if not chosen:
        properties.append(OxmlElement("w:showingPlcHdr"))
    options = OxmlElement("w:dropDownList")
    for one in allowed:
        option = OxmlElement("w:listItem")
        option.set(qn("w:displayText"), one)
        option.set(qn("w:value"), one)
        options.append(option)
    properties.append(options)
    line = cell.paragraphs[0]
    run = line.add_run(shown)
    if not chosen:
        run.font.color.rgb = QUIET
    content.append(run._r)
    holder.append(properties)
    holder.append(content)
    line._p.append(holder)


def _with_value(tag: str, value: str) -> Any:
    made = OxmlElement(tag)
    made.set(qn("w:val"), value)
    return made


def _fill(line: Paragraph, text: str, *, bold: bool = False, size: float = 0, quiet: bool = False) -> None:
    """Write a text into a paragraph, from right to left where it begins so."""
    turned = is_right_to_left(text)
    if turned:
        line._p.get_or_add_pPr().append(OxmlElement("w:bidi"))
    if not text:
        return
    run = line.add_run(_fit(text))
    run.bold = True if bold else None
    if size:
        run.font.size = Pt(size)
    if quiet:
        run.font.color.rgb = QUIET
    if turned:
        run.font.rtl = True
        run.font.cs_bold = True if bold else None


def _fit(text: str) -> str:
    """Return a text as XML takes it: with a mark in the place of every sign that it does not."""
    return _NOT_IN_XML.sub("\ufffd", text)


def _shade(cell: _Cell, fill: str) -> None:
    shade = _with_value("w:shd", "clear")
    shade.set(qn("w:color"), "auto")
    shade.set(qn("w:fill"), fill)
    cell._tc.get_or_add_tcPr().append(shade)
