"""A mark in its context: every character of the response escaped, the place itself set off."""

from pages.leak_marks import AROUND, LONGEST_FOUND, Mark, by_kind, in_context


def a_mark(text: str, found: str, kind: str = "maker") -> Mark:
    start = text.index(found)
    return Mark(1, "R-1", "P-1", text, start, start + len(found), kind, "It says who made it.", None)


def test_a_short_response_is_shown_whole() -> None:
    shown = in_context(a_mark("Made by Alder Lab, I think.", "Alder Lab"))
    assert shown == '<p class="sr-context" dir="auto">Made by <mark>Alder Lab</mark>, I think.</p>'


def test_nothing_of_a_response_is_html() -> None:
    shown = in_context(a_mark("<img src=x> by <b>Alder</b> & <i>sons</i>", "<b>Alder</b>"))
    assert "<img" not in shown
    assert "<mark>&lt;b&gt;Alder&lt;/b&gt;</mark>" in shown


def test_a_long_response_is_cut_between_words() -> None:
    text = "first " + "word " * 100 + "Alder" + " word" * 100 + " last"
    shown = in_context(a_mark(text, "Alder"))
    assert "first" not in shown
    assert "last" not in shown
    assert "… word" in shown
    assert "word …" in shown
    assert len(shown) < 3 * AROUND


def test_a_place_of_many_lines_is_shown_by_its_ends() -> None:
    found = "Sources: " + "x" * 3 * LONGEST_FOUND + " end"
    shown = in_context(a_mark(f"See {found}", found))
    assert "<mark>Sources: x" in shown
    assert "x end</mark>" in shown
    assert len(shown) < 2 * LONGEST_FOUND


def test_the_most_telling_kind_comes_first() -> None:
    text = "As Alder of Alder Lab"
    marks = [a_mark(text, "Alder", "citation_style"), a_mark(text, "Alder", "self_name")]
    assert list(by_kind(marks)) == ["self_name", "citation_style"]
