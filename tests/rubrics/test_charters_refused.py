"""A charter that cannot be used is refused with every problem, by line; what only looks wrong is let through."""

from contextlib import suppress

import pytest

from rubrics.charters import LONGEST, CharterError, charter_from_bytes, parse_charter


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(CharterError) as refused:
        parse_charter(text, "bread.md")
    return refused.value.problems


@pytest.mark.parametrize("text", ["## 1. Birth\n\nIt is good.\n", "1. Birth is good.\n\n## Later\n\n2. Death is.\n"])
def test_a_clause_is_never_taken_for_the_title(text: str) -> None:
    (problem,) = problems_of(text)
    assert "found no title" in problem


def test_without_clause_numbers_it_is_said_how_to_number() -> None:
    (problem,) = problems_of("# Title\n\nSome text.\n\n- a list\n\n## A heading\n\nMore.\n")
    assert problem.startswith(
        "bread.md: found no clause numbers; allowed: paragraphs or headings that begin with a num"
    )


def test_duplicate_numbers_are_named_with_both_lines() -> None:
    (problem,) = problems_of("# T\n\n1. One is.\n\n2. Two is.\n\n٢. Two again.\n")
    assert problem.startswith(
        "bread.md, line 7: found the clause number 2 again (first in line 5); allowed: each number"
    )


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("<script>alert(1)</script>", "HTML ('<script')"),
        ("<SCRIPT src=x", "HTML ('<SCRIPT')"),
        ("A <b>bold</b> word", "HTML ('<b')"),
        ("<!-- a comment -->", "HTML ('<!--')"),
        ("`<img src=x onerror=alert(1)>`", "HTML ('<img')"),
        ("**bold without end", "** that is opened and not closed"),
        ("__bold without end", "__ that is opened and not closed"),
        ("See [the book](http://example.org", "a link that is not closed: ]("),
        ("##Heading", "'##Heading'"),
        ("```\nnever closed", "a code block (```) that is not closed"),
        ("a hidden \u202eoverride", "a character that cannot be shown or stored: U+202E"),
        ("a null \x00 character", "a character that cannot be shown or stored: U+0000"),
        ("half a pair \ud800", "a character that cannot be shown or stored: U+D800"),
    ],
)
def test_broken_markdown_and_html_are_named_with_their_line(line: str, found: str) -> None:
    (problem,) = problems_of(f"# T\n\n1. One is.\n\n{line}\n")
    assert problem.startswith(f"bread.md, line 5: found {found}; allowed: ")


@pytest.mark.parametrize(
    "line",
    [
        "2 < 3, a <3 and x<=y are no tags",
        "**bold** and **bold** and ***both***",
        "a `**` in code, an escaped \\*\\* pair",
        "snake__case__word and 2 * 3",
        "[words](http://example.org) and <http://example.org>",
        "* * *",
        "~~~\n**code\n~~~",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ],
)
def test_what_is_no_fault_is_let_through(line: str) -> None:
    assert parse_charter(f"# T\n\n1. One is.\n\n{line}\n", "bread.md").clauses[0].text.startswith("One is.")


def test_everything_wrong_is_said_at_once_in_the_order_of_the_file() -> None:
    problems = problems_of("\n1. One is <i>.\n\n1. **One.\n\n3. ...\n\n```\n")
    assert [problem.split(":")[0] for problem in problems] == [
        "bread.md, line 1",
        "bread.md, line 2",
        "bread.md, line 4",
        "bread.md, line 4",
        "bread.md, line 6",
        "bread.md, line 8",
    ]
    assert "found no title" in problems[0]
    assert "no words in clause 3" in problems[4]


def test_two_hundred_pages_are_refused_with_the_limit_and_forty_are_read() -> None:
    page = "\n\n".join(f"{{0}}{number}. " + "word " * 55 for number in range(8))
    long = "# T\n\n" + "\n\n".join(page.replace("{0}", str(number + 1)) for number in range(40))
    assert len(parse_charter(long, "bread.md").clauses) == 320
    (problem,) = problems_of("# T\n\n1. " + "word " * 100_000)
    assert problem == f"bread.md: found 500,008 characters; allowed: at most {LONGEST:,}, which are some 70 pages"


def test_a_flood_of_problems_is_cut() -> None:
    problems = problems_of("# T\n\n" + "1. One is.\n\n" * 400)
    assert len(problems) == 201
    assert problems[-1] == "... and 199 more"


def test_hostile_lines_are_read_in_a_moment() -> None:
    for line in ("# a" + " " * 90_000 + "b", "`" * 90_000 + "x", "*" * 90_000, "_" * 90_000 + "a", "(" * 90_000):
        with suppress(CharterError):
            parse_charter(f"# T\n\n1. One is.\n\n{line}\n", "x.md")


@pytest.mark.parametrize("content", ["", "   \n\n", "\ufeff"])
def test_an_empty_file_is_said_to_be_empty(content: str) -> None:
    assert problems_of(content) == ("bread.md: found an empty file; allowed: a title and numbered clauses",)


def test_what_is_no_text_is_refused() -> None:
    for content, line in ((b"PK\x03\x04\xff\xfe", 1), (b"# T\n\n1. caf\xe9", 3)):
        with pytest.raises(CharterError, match=f"bread.md, line {line}: found the byte 0x.., which is not UTF-8"):
            charter_from_bytes(content, "bread.md")
