"""Charters are read whole; what experts bring is taken as it is written, and no word of it is lost."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrics.charters import (
    CharterError,
    charter_from_bytes,
    charter_hash,
    module_of,
    parse_charter,
)
from rubrics.loader import FOLDER, load

WHOLE = """# On bread

Module: bakers
Status: draft, unreviewed

Who wrote this, and for whom.

## Flour

1. Bread is **bread**.
   It goes on here.

   - with a list
     1. and a numbered one

   Sources: Baking Book 3; Proverbs 31:27.

2. Salt is added.

## Ovens

Something about ovens in general.

2a. Ovens are hot.

    Sources:
    - Heat, chapter 2; first half
    - Fire 7

## Further reading

Books.
"""


def test_a_charter_is_read_whole() -> None:
    charter = parse_charter(WHOLE, "bread.md")
    assert (charter.title, charter.module, charter.status_note) == ("On bread", "bakers", "draft, unreviewed")
    assert charter.preamble == "Who wrote this, and for whom."
    assert [(one.number, one.heading, one.line) for one in charter.clauses] == [
        ("1", "Flour", 10),
        ("2", "Flour", 18),
        ("2a", "Ovens", 24),
    ]
    first, second, third = charter.clauses
    assert first.text == "Bread is **bread**.\nIt goes on here.\n\n- with a list\n  1. and a numbered one"
    assert first.sources == ("Baking Book 3", "Proverbs 31:27")
    assert (second.sources, second.intro) == ((), "")
    assert (third.text, third.intro) == ("Ovens are hot.", "Something about ovens in general.")
    assert third.sources == ("Heat, chapter 2; first half", "Fire 7")
    assert charter.closing == "## Further reading\n\nBooks."
    assert charter.clause("2a") is third
    assert charter.clause("3") is None


def test_every_word_of_a_charter_is_in_one_of_its_parts() -> None:
    charter = parse_charter(WHOLE, "bread.md")
    kept = [charter.title, charter.module, charter.status_note, charter.preamble, charter.closing]
    kept += [part for one in charter.clauses for part in (one.number, one.heading or "", one.intro, one.text)]
    kept += [source for one in charter.clauses for source in one.sources]
    words = set(" ".join(kept).replace("*", " ").replace(";", " ").replace(".", " ").replace(",", " ").split())
    there = set(WHOLE.replace("*", " ").replace(";", " ").replace(".", " ").replace(",", " ").split())
    assert there - words <= {"#", "##", "-", "Module:", "Status:", "Sources:"}


@pytest.mark.parametrize(
    "lines",
    [
        "1. One here.\n2. Two here.",
        "1) One here.\n\n2) Two here.",
        "(1) One here.\n\n(2) Two here.",
        "§ 1 One here.\n\n§2. Two here.",
        "**1.** One here.\n\n**2.** Two here.",
        "**1** One here.\n\n**2** Two here.",
        "1\\. One here.\n\n2\\. Two here.",
        "1 - One here.\n\n2 – Two here.",
        "Clause 1: One here.\n\nArticle 2. Two here.",
        "## 1. One here\n\nOne here.\n\n### Article 2: Two\n\nTwo here.\n\n1. a list\n2. within",
        "١. One here.\n\n٢- Two here.",
        "۱) One here.\n\n(۲) Two here.",
        "\u200f1. One here.\n\n\u200f2. Two here.",
    ],
)
def test_clauses_may_be_numbered_in_many_ways(lines: str) -> None:
    charter = parse_charter(f"# Title\n\n{lines}\n", "bread.md")
    assert [one.number for one in charter.clauses] == ["1", "2"]
    assert [one.text.split("\n")[0] for one in charter.clauses] == ["One here.", "Two here."]


def test_what_only_looks_like_a_number_begins_no_clause() -> None:
    text = (
        "# Title\n\n1. As the council says in\n   7. this is within.\n\n1963. A year, the text goes on.\n\n"
        "1 Corinthians 13 is a chapter.\n\n(3 of them) remain.\n\n```\n4. a code block\n```\n\n"
        "**5 loaves** and two fish."
    )
    charter = parse_charter(text, "bread.md")
    assert [one.number for one in charter.clauses] == ["1"]
    assert "two fish" in charter.clauses[0].text


def test_a_bold_heading_of_a_clause_stays_in_its_text() -> None:
    charter = parse_charter("# Title\n\n**1. Dignity.** All people.\n\n2. **Truth.** Always.\n", "bread.md")
    assert [one.text for one in charter.clauses] == ["**Dignity.** All people.", "**Truth.** Always."]


def test_a_gap_or_another_order_is_kept_as_it_is() -> None:
    charter = parse_charter("# T\n\n1. One is.\n\n7. Seven is.\n\n3. Three is.\n\n1.2 A half is.\n", "bread.md")
    assert [one.number for one in charter.clauses] == ["1", "7", "3", "1.2"]


def test_right_to_left_simply_works() -> None:
    text = "# الميثاق\n\nتمهيد\n\n١. الإنسان مكرم عند الله.\n\nالمصادر: القرآن ١٧:٧٠؛ البخاري ١\n\n٢. **العدل** واجب.\n"
    charter = parse_charter(text, "arabic.md")
    assert (charter.title, charter.preamble) == ("الميثاق", "تمهيد")
    assert [one.number for one in charter.clauses] == ["1", "2"]
    assert charter.clauses[0].text == "الإنسان مكرم عند الله."
    assert charter.clauses[0].sources == ("القرآن ١٧:٧٠", "البخاري ١")
    hebrew = parse_charter("# אמנה\n\nסעיף 1: כבוד האדם.\n\nמקורות: בראשית א כז\n", "hebrew.md")
    assert hebrew.clauses[0].sources == ("בראשית א כז",)


def test_headings_within_headings_are_kept() -> None:
    charter = parse_charter("# T\n\n## Life\n\n### Birth\n\n1. One is.\n\n## Work\n\n### Pay\n\n2. Two is.\n", "x.md")
    assert [(one.heading, one.intro) for one in charter.clauses] == [("Birth", "## Life"), ("Pay", "## Work")]
    assert charter.preamble == ""


def test_clauses_that_are_headings_have_their_own() -> None:
    text = "# T\n\nFor all.\n\n## Life\n\n### 1. Birth\n\nIt is good.\n\n### 2. Death is not the end\n\n"
    text += "## 3.\n\nMore is.\n"
    charter = parse_charter(text, "x.md")
    assert [(one.number, one.heading, one.intro, one.text) for one in charter.clauses] == [
        ("1", "Birth", "## Life", "It is good."),
        ("2", None, "", "Death is not the end"),
        ("3", None, "", "More is."),
    ]
    assert charter.preamble == "For all."


PIECES = ["N. One", "N) Two", "**N.** Three", "## N. Four", "## Section", "words go on", "   indented", "- bullet", ""]
PIECES += ["Sources: Book a; Book b", "Sources:", "(N) Five", "  N. Six", "1N. Ten", "# Head", "> quote", "1963. Year"]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_no_word_of_a_charter_is_lost_or_doubled(pieces: list[str]) -> None:
    """Whatever the order of lines: each word comes back once, but for numbers, labels and signs."""
    lines = [f"{piece} w{at}x".replace("N", str(at)) if piece else "" for at, piece in enumerate(pieces)]
    try:
        charter = parse_charter("# Title\n\n" + "\n".join(lines), "x.md")
    except CharterError:
        return
    parts = [charter.preamble, charter.closing]
    parts += [part for one in charter.clauses for part in (one.intro, one.text, *one.sources)]
    headings = {one.heading for one in charter.clauses if one.heading}
    found = re.findall(r"w\d+x", " ".join(parts))
    there = re.findall(r"w\d+x", " ".join(lines))
    assert len(found) == len(set(found))
    assert set(found) | set(re.findall(r"w\d+x", " ".join(headings))) == set(there)


def test_the_hash_is_of_the_text_whatever_the_system_that_saved_it() -> None:
    expected = hashlib.sha256(WHOLE.encode()).hexdigest()
    for saved in (WHOLE, "\ufeff" + WHOLE, WHOLE.replace("\n", "\r\n"), WHOLE.replace("\n", "\r")):
        charter = charter_from_bytes(saved.encode(), "bread.md")
        assert charter.hash == charter_hash(saved) == expected
        assert charter.text == WHOLE
    assert parse_charter(WHOLE + " ", "bread.md").hash != expected


def test_what_is_stored_is_read_back_the_same() -> None:
    charter = parse_charter(WHOLE, "bread.md")
    assert parse_charter(charter.text, "stored", module="bakers") == charter


def test_the_module_is_what_is_said_outside_then_in_the_file_then_its_name() -> None:
    bare = "# T\n\n1. One is.\n"
    assert parse_charter(bare, "bakers.md").module == "bakers"
    assert parse_charter(WHOLE, "other.md").module == "bakers"
    assert parse_charter(WHOLE, "other.md", module="third").module == "third"


def test_a_module_is_found_by_id_name_or_title_and_else_all_are_named() -> None:
    modules = load(FOLDER / "worldviews" / "v1.toml").modules
    for said in ("sunni", "Sunni", "sunni islamic moral reasoning"):
        assert module_of(parse_charter(f"# T\n\nModule: {said}\n\n1. One is.\n", "x.md"), modules, "x.md") == "sunni"
    titled = parse_charter("# Secular humanism\n\n1. One is.\n", "my text.md")
    assert module_of(titled, modules, "my text.md") == "secular_humanism"
    with pytest.raises(CharterError) as refused:
        module_of(parse_charter(WHOLE, "bread.md"), modules, "bread.md")
    assert str(refused.value).startswith(
        "bread.md: found the module 'bakers'; allowed: a line 'Module: ...' with catholic (Catholic moral and social"
    )
