"""What pages are made of: everything that somebody typed is escaped."""

from pages import look

HOSTILE = '<script>"x"</script>'


def test_no_part_lets_html_through() -> None:
    parts = (
        look.pill(HOSTILE),
        look.paragraphs([HOSTILE]),
        look.bar(1, 2, HOSTILE),
        look.table([HOSTILE], [], title=HOSTILE),
    )
    for part in parts:
        assert "<script" not in part
        assert '="<' not in part


def test_a_bar_says_its_number() -> None:
    assert 'aria-label="Ann: 1 of 4"' in look.bar(1, 4, "Ann")
    assert "width:25.0%" in look.bar(1, 4, "Ann")


def test_a_bar_of_nothing_is_empty() -> None:
    assert "width:0.0%" in look.bar(0, 0, "Ann")


def test_a_table_has_heads_for_columns_and_rows() -> None:
    html = look.table(["Axis", "r"], [["Truth", "0.60"]], title="Figures")
    assert '<th scope="col">r</th>' in html
    assert '<th scope="row" dir="auto">Truth</th><td>0.60</td>' in html


def test_a_long_text_is_cut_and_a_short_one_is_not() -> None:
    assert look.shortened("two\n lines", 9) == "two lines"
    assert look.shortened("two\n lines", 8) == "two line…"
