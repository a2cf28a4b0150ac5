"""The same report in every form; nothing in it is taken for a mark, a command or a tag."""

import re

from analysis.estimates import Estimate, undefined
from publishing.cells import coefficient, estimate
from publishing.report_html import html_report, without_pictures
from publishing.report_parts import Grid, Heading, Image, Part, Picture, Points, Words
from publishing.report_pdf import pdf_report
from publishing.report_text import latex, latex_table, markdown_report, markdown_table

HOSTILE = '<script>alert(1)</script> & $x_1$ 100% #1 {a} ~ ^ \\input{x} | `code` *bold* "q"'
GRID = Grid("agreement", "Judges & people", ("Axis", "r"), ((HOSTILE, "0.60, n = 4"),))
PARTS: list[Part] = [Heading(HOSTILE, 1), Words(HOSTILE), Points((HOSTILE,)), GRID, Picture("p", "Title", HOSTILE)]
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8ffff3f0005fe02fe"
    "dccc59e70000000049454e44ae426082"
)


def test_html_runs_nothing_and_fetches_nothing() -> None:
    page = html_report(PARTS, {"p": Image(SVG, PNG)}, title=HOSTILE).decode()
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert not re.search(r'(src|href)="http', page)
    assert '<svg aria-hidden="true"' in page
    assert "0.60, n&nbsp;=&nbsp;4" in page


def test_two_pages_that_differ_only_in_drawings_are_the_same_without_them() -> None:
    drawn = html_report(PARTS, {"p": Image(SVG, PNG)}, title="T").decode()
    bare = html_report(PARTS, {}, title="T").decode()
    assert drawn != bare
    assert without_pictures(drawn) == without_pictures(bare)


def test_latex_prints_every_mark_as_it_stands() -> None:
    assert latex("100% of $x_1$ & {a}") == r"100\% of \$x\_1\$ \& \{a\}"
    assert latex("\\input{x}") == r"\textbackslash{}input\{x\}"
    table = latex_table(GRID)
    assert table.count(r"\\") == 2
    assert r"\begin{tabularx}{\linewidth}{lX}" in table


def test_markdown_tables_keep_their_columns() -> None:
    lines = markdown_table(GRID).splitlines()
    assert lines[2] == "| Axis | r |"
    assert lines[3] == "| --- | --- |"
    assert len(re.findall(r"(?<!\\)\|", lines[4])) == 3
    assert b"\\<script\\>" in markdown_report(PARTS)


def test_pdf_takes_every_script_and_breaks_long_tables_over_pages() -> None:
    rows = tuple((f"בְּרֵאשִׁית Ἐν ἀρχῇ {number}", "0.60") for number in range(120))
    content = pdf_report([*PARTS, Grid("long", "Long", ("Axis", "r"), rows)], {"p": Image(SVG, PNG)}, title=HOSTILE)
    assert content.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", content)) >= 3


def test_a_cell_has_n_and_an_interval_or_a_reason() -> None:
    assert estimate(Estimate(0.6, 4, -0.85, 0.99, "Fisher z")) == "0.60 (-0.85 to 0.99), n = 4"
    assert estimate(Estimate(0.5, 4), signed=True) == "+0.50, n = 4"
    assert estimate(undefined("nobody scored", 0)) == "– (nobody scored; n = 0)"
    assert coefficient(None, (None, None), 2, "two are too few") == "– (two are too few; n = 2)"
