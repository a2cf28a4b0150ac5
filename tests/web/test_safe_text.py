"""Untrusted text renders as reading matter and nothing else; not a word of it is lost."""

import csv
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.web.clock import seconds_of
from web.safe_text import LONGEST, render

DEMO = Path(__file__).parents[2] / "demo" / "study"
HARMLESS = {
    "p",
    "h4",
    "ul",
    "ol",
    "li",
    "blockquote",
    "em",
    "strong",
    "code",
    "pre",
    "br",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
}


class Tags(HTMLParser):
    """Collects every tag with its attributes, and all text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def looked_at(text: str) -> Tags:
    return Tags(render(text))


def test_headings_lists_tables_quotes_and_emphasis_are_rendered() -> None:
    html = render(
        "# One\n\n## Two\n\n- a\n- b\n\n3. c\n\n> quoted **bold** *soft*\n\n| h | k |\n|---|:-:|\n| x | y |\n\n`code`\n"
    )
    assert html == (
        '<h4 dir="auto">One</h4>\n<h4 dir="auto">Two</h4>\n'
        '<ul>\n<li dir="auto">a</li>\n<li dir="auto">b</li>\n</ul>\n'
        '<ol start="3">\n<li dir="auto">c</li>\n</ol>\n'
        '<blockquote dir="auto">\n<p dir="auto">quoted <strong>bold</strong> <em>soft</em></p>\n</blockquote>\n'
        '<table>\n<thead>\n<tr>\n<th dir="auto">h</th>\n<th dir="auto">k</th>\n</tr>\n</thead>\n'
        '<tbody>\n<tr>\n<td dir="auto">x</td>\n<td dir="auto">y</td>\n</tr>\n</tbody>\n</table>\n'
        '<p dir="auto"><code>code</code></p>\n'
    )


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src='//evil.example'></iframe>",
    "<style>body{display:none}</style>",
    "<!-- comment --><!DOCTYPE html><?php ?>",
    "<a href='javascript:alert(1)'>click</a>",
    "![picture](https://evil.example/x.png)",
    "![picture][ref]\n\n[ref]: https://evil.example/x.png",
    "[click](javascript:alert(1))",
    "[click](data:text/html;base64,PHNjcmlwdD4=)",
    "[click](https://evil.example 'title')",
    "[click][ref]\n\n[ref]: javascript:alert(1)",
    "<https://evil.example> <mailto:a@evil.example> https://evil.example",
    "`` ` onmouseover=alert(1) ``",
    '```js" onload="alert(1)\nalert(1)\n```',
    "~~~ x' class='evil\ncode\n~~~",
    "| <img src=x> |\n|---|\n| [x](javascript:alert(1)) |",
    "# <script>x</script>",
    "> <iframe>",
    "- <form action=//evil.example><input name=x>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x&#62;",
    "\\<script>alert(1)\\</script>",
    "<scr\x00ipt>alert(1)</scr\x00ipt>",
    "<div dir=rtl style='position:fixed'>",
    "a\u202egnp.exe <b onclick=x>",
    '"><script>alert(1)</script>',
    "$$x$$ :red[x] :material/home: ```mermaid\ngraph TD\n```",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_in_a_text_becomes_a_tag_a_link_or_a_request(text: str) -> None:
    page = looked_at(text)
    assert {tag for tag, _ in page.tags} <= HARMLESS
    for tag, attributes in page.tags:
        allowed = {"code": {"class"}, "ol": {"start"}}.get(tag, {"dir"})
        assert set(attributes) <= allowed
        assert attributes.get("dir", "auto") == "auto"
        assert re.fullmatch(r"language-\S+", attributes.get("class") or "language-x")


@pytest.mark.parametrize("text", [*HOSTILE[:14], "https://evil.example/x?a=1&b=2"], ids=range(15))
def test_what_was_written_is_shown_as_it_was_written(text: str) -> None:
    shown = re.sub(r"\s+", " ", looked_at(text).text).strip()
    assert shown == re.sub(r"\s+", " ", text).strip()


LOSSY = {
    "cells beyond the columns": "| a | b |\n|---|---|\n| 1 | 2 | the third |",
    "quotes without end": ">" * 300 + " deep down",
    "lists without end": "\n".join("  " * depth + f"- item {depth}" for depth in range(60)),
    "brackets": "[" * 300 + "text" + "]" * 300,
    "a definition": "[ref]: https://example.org 'A title'\n\ntext",
    "longer than any": "word " * (LONGEST // 5) + "last",
}


@pytest.mark.parametrize("text", LOSSY.values(), ids=LOSSY)
def test_not_a_word_is_lost(text: str) -> None:
    def words(one: str) -> list[str]:
        return re.findall(r"\w+", one)

    assert words(looked_at(text).text) == words(text)


def test_no_response_or_prompt_of_the_demo_loses_a_word() -> None:
    for name in ("responses.csv", "prompts.csv"):
        with (DEMO / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                shown = re.sub(r"[\W_]+|(?<!\w)\d+(?=\.\s)", "", looked_at(row["text"]).text)
                written = re.sub(r"[\W_]+|(?<!\w)\d+(?=\.\s)", "", row["text"])
                assert shown == written
                assert "<p" in render(row["text"])


def test_right_to_left_text_runs_its_own_way_block_by_block() -> None:
    page = looked_at("שלום עולם\n\nEnglish\n\n- مرحبا\n\n> שלום\n\n| א |\n|---|\n| ب |\n\n## כותרת")
    blocks = {"p", "li", "blockquote", "th", "td", "h4"}
    assert {tag for tag, attributes in page.tags if attributes.get("dir") == "auto"} == blocks
    assert all(attributes.get("dir") == "auto" for tag, attributes in page.tags if tag in blocks)


def test_line_breaks_of_a_text_shown_as_typed_are_kept() -> None:
    assert render("| a |\n|---|\n| b | c |\n\nx <y>") == (
        '<p dir="auto">| a |<br>|---|<br>| b | c |</p>\n<p dir="auto">x &lt;y&gt;</p>\n'
    )


def test_an_empty_text_is_empty() -> None:
    assert render("") == ""


PATHOLOGICAL = {
    "stars": "*a " * 40_000,
    "underscores": "_a*" * 40_000,
    "ticks": "".join("`" * n + " " for n in range(500)),
    "brackets": "[" * 100_000,
    "quotes": "\n".join(">" * n + " x" for n in range(400)),
    "quotes and lists": "> - " * 20_000,
    "table": "|a" * 3_000 + "|\n" + "|-" * 3_000 + "|\n" + "|x\n" * 3_000,
    "headings": "# h\n" * 40_000,
    "fences": "```\n" * 40_000,
    "escapes": "\\*" * 60_000,
    "angles": "<" * 100_000,
    "lines": "\n" * 200_000,
}


@pytest.mark.parametrize("text", PATHOLOGICAL.values(), ids=PATHOLOGICAL)
def test_work_and_length_are_bounded_for_hostile_texts(text: str) -> None:
    html = ""

    def work() -> None:
        nonlocal html
        html = render.__wrapped__(text)

    assert seconds_of(work) < 15
    assert len(html) <= 10 * len(text) + 20_000
    assert re.findall(r"\w", unescape(html)) or not re.findall(r"\w", text)
