"""A returned CSV, as spreadsheets of all kinds save it."""

import csv
import io
from dataclasses import replace

import pytest

from files.packet_csv import COLUMNS, packet_csv
from files.returned import read_back
from files.returned_csv import READ_AS_WINDOWS
from rubrics.reviews import ReviewEntry
from tests.files.packets import ARABIC, SCENARIO, TEXT, a_charter, a_packet, csv_text, known, returned_csv

FORMULA = '=HYPERLINK("http://evil.example","see")'
WISH = "Say somewhere that bread is to be shared, and that nobody may take the last of it."
ACCENTED = TEXT.replace("Ovens are hot", "Ovens à la crème are hot")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def written(rows: list[dict[str, str]], delimiter: str = ",", end: str = "\r\n") -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=delimiter, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def filled(text: str = TEXT, **answers: str) -> list[dict[str, str]]:
    """The rows of a packet, with these answers on clause 2."""
    rows = rows_of(csv_text(a_packet(text)))
    next(row for row in rows if row["place"] == "Clause 2").update(answers)
    return rows


def test_a_row_for_each_place_and_no_cell_that_runs() -> None:
    entry = ReviewEntry("2", comment=FORMULA)
    content = packet_csv(a_packet(entries={entry.subject: entry}, limit="=LIMIT()"))
    assert content.startswith(b"\xef\xbb\xbf")
    rows = rows_of(content.decode("utf-8-sig"))
    places = ["Clause 1", "Clause 2", "Clause 3", "Clause 4", "The charter as a whole", "Scenario SC-1"]
    assert [row["place"] for row in rows] == places
    assert rows[1]["comment"] == f"'{FORMULA}"
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]
    assert {row["fingerprint"] for row in rows} == {a_charter().hash}
    assert rows[0]["text"] == "Bread is good, and nobody is to go without."


def test_what_is_filled_in_comes_back_letter_by_letter() -> None:
    answers = {
        "agreement": "I disagree",
        "classification": "Settled",
        "comment": f"'{FORMULA}",
        "proposed": "Two\nlines",
    }
    found = returned_csv(written(filled(**answers)))
    assert found.problems == ()
    assert found.entries == (ReviewEntry("2", "settled", "disagree", FORMULA, "Two\nlines"),)
    assert returned_csv(written(filled(comment=FORMULA))).entries == (ReviewEntry("2", comment=FORMULA),)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_delimiters_marks_and_line_ends_of_windows_are_known(delimiter: str, encoding: str, end: str) -> None:
    rows = filled(ARABIC, agreement="I agree", comment="مرحبا; été, ja")
    found = returned_csv(written(rows, delimiter, end).encode(encoding), ARABIC)
    assert found.problems == ()
    assert found.entries == (ReviewEntry("2", agreement="agree", comment="مرحبا; été, ja"),)


def test_latin_letters_of_windows_are_read_and_said() -> None:
    found = returned_csv(written(filled(ACCENTED, comment="Très bien – für mich"), ";").encode("cp1252"), ACCENTED)
    assert found.entries == (ReviewEntry("2", comment="Très bien – für mich"),)
    assert found.notes == (READ_AS_WINDOWS,)
    assert found.problems == ()


def test_another_character_set_shows_in_the_charters_own_text_and_takes_nothing_in() -> None:
    text = ARABIC.replace("٤: ٥٨", "4:58")
    found = returned_csv(written(filled(text, comment="مرحبا")).encode("cp1256"), text)
    assert found.entries == ()
    assert found.problems == (
        "back.csv, row 2, Text: found letters in an unknown character set; allowed: a file saved as 'CSV UTF-8', or "
        "the Word file",
    )


def test_letters_that_became_question_marks_are_no_proposal() -> None:
    rows = filled(ARABIC)
    rows[1]["text"] = "????? ???."
    found = returned_csv(written(rows), ARABIC)
    assert found.entries == ()
    assert found.problems == (
        "back.csv, row 3 (Clause 2), Text: found another text: '????? ???.'; allowed: the text as it is; changes "
        "belong into “Other wording that you propose”",
    )


def test_every_fault_of_a_table_is_said_at_once() -> None:
    rows = filled(agreement="ok", comment="#NAME?")
    rows[0]["place"] = "Clause 9"
    rows[3]["place"] = "2."
    found = returned_csv(written(rows))
    assert found.problems == (
        "back.csv, row 3, column comment: found #NAME?, a spreadsheet's error; allowed: what stood there before",
        "back.csv, row 2: found 'Clause 9', with no answer; allowed: clauses 1, 2, 3, 4; scenarios SC-1",
        "back.csv, row 3 (Clause 2), Do you agree?: found 'ok'; allowed: 'I agree', 'I agree, with notes', "
        "'I disagree', 'Outside my competence', or nothing",
        "back.csv: found nothing on clause 1; allowed: every clause and scenario once; whatever was said of it before "
        "stays",
        "back.csv, row 3 and row 5: found clause 2 twice; they differ, so neither was taken in; allowed: each once",
        "back.csv: found nothing on clause 4; allowed: every clause and scenario once; whatever was said of it before "
        "stays",
    )


def test_an_answer_where_nothing_is_asked_is_said_and_not_taken_in() -> None:
    rows = filled(source_checked="yes", comment="Kept.")
    rows[0]["source_checked"] = "yes"
    rows[4] |= {"agreement": "I agree", "source_checked": " - ", "proposed": WISH}
    found = returned_csv(written(rows))
    assert found.entries == (ReviewEntry("1", source_checked=True), ReviewEntry("2", comment="Kept."))
    assert found.problems == (
        "back.csv, row 3 (Clause 2), Have you looked up the sources?: found 'yes'; allowed: nothing; asked here: "
        "Do you agree?, How firmly is it held?, Comment, Other wording that you propose",
        "back.csv, row 6 (The charter as a whole), Do you agree?: found 'I agree'; allowed: nothing; asked here: "
        "Comment",
        f"back.csv, row 6 (The charter as a whole), Other wording that you propose: found '{WISH}'; allowed: nothing; "
        "asked here: Comment",
    )


def test_a_number_alone_is_a_clause_also_where_a_scenario_is_called_so() -> None:
    scenario = replace(SCENARIO, id="2")
    rows = rows_of(csv_text(a_packet(scenarios=(scenario,))))
    rows[1] |= {"place": "2.", "comment": "Of the clause."}
    rows[5]["comment"] = "Of the scenario."
    found = read_back(written(rows).encode(), "back.csv", replace(known(), scenarios=(scenario,)))
    assert found.problems == ()
    assert found.entries == (
        ReviewEntry("2", comment="Of the clause."),
        ReviewEntry("2", comment="Of the scenario.", part="scenario"),
    )


def test_rows_of_two_texts_are_not_mixed() -> None:
    rows = filled(comment="x")
    rows[0]["fingerprint"] = "0" * 64
    found = returned_csv(written(rows))
    assert found.entries == ()
    assert found.problems[0].startswith("back.csv: found 2 different fingerprints; allowed: ")


def test_without_its_columns_it_is_no_packet() -> None:
    found = returned_csv("clause,says\n1,yes\n")
    assert found.entries == ()
    assert "no fingerprint" in found.problems[0]
