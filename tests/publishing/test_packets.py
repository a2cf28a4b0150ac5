"""A study's packets: what stands in every form of them, and that they tell nobody how others have decided."""

import re
import zlib
from collections.abc import Iterator
from datetime import timedelta

import pytest

from files.packet import about
from publishing.packet_print import packet_html, packet_pdf
from publishing.packets import FORMS, packet_of
from publishing.published import ACT, FILE_ACT
from publishing.report_parts import Words
from publishing.report_pdf import pdf_report
from rubrics.reviews import ReviewEntry
from store import events
from store.engine import Session, Store, StoreError
from tests.files.packets import ARABIC, a_packet
from tests.store.a_review import LIMIT, a_chartered_study, a_reviewer, agree_to_all, say, signed
from tests.store.a_study import NOW

HOSTILE = '<script>alert(1)</script> & "q" =1+1'


@pytest.fixture
def session(store: Store) -> Iterator[Session]:
    with store.writing() as session:
        yield session


@pytest.fixture
def study_id(session: Session) -> int:
    return a_chartered_study(session)


def published(session: Session, study_id: int, act: str = ACT, path: str = "report.html", days: int = 1) -> None:
    """A bundle or a file of the study went out."""
    now = NOW + timedelta(days=days)
    events.record(session, study_id=study_id, rater_id=None, act=act, details={"file": path}, now=now)


def object_to_salt(session: Session, study_id: int) -> None:
    review, _ = a_reviewer(session, study_id)
    say(session, review, ReviewEntry("2", agreement="disagree", comment="No salt."))
    agree_to_all(session, review)
    signed(session, review, "declined", reasons="Salt is bad.")


def test_a_packet_says_what_it_is_and_what_may_not_be_claimed(session: Session, study_id: int) -> None:
    packet = packet_of(session, study_id=study_id, module="bakers")
    told = about(packet)
    assert (told["Charter"], told["Standpoint"], told["Fingerprint"]) == ("Bread", "Bakers", packet.charter.hash)
    assert told["Please note"] == LIMIT
    assert [one.id for one in packet.scenarios] == ["SC-1"]


def test_without_a_limit_nothing_is_said_of_one() -> None:
    assert "Please note" not in about(a_packet(limit=""))


def test_a_module_without_a_charter_has_none(session: Session, study_id: int) -> None:
    with pytest.raises(StoreError, match=r"no charter of 'millers' in this study; allowed: bakers"):
        packet_of(session, study_id=study_id, module="millers")


def test_dissent_stands_in_it_only_when_it_has_been_published(session: Session, study_id: int) -> None:
    object_to_salt(session, study_id)
    assert packet_of(session, study_id=study_id, module="bakers").dissent == ()
    published(session, study_id, FILE_ACT, "data/scores.csv")
    assert packet_of(session, study_id=study_id, module="bakers").dissent == ()
    published(session, study_id)
    assert packet_of(session, study_id=study_id, module="bakers").dissent == (
        f"Reviewer 1 declined version 1 on {NOW:%Y-%m-%d}. “Salt is bad.”",
        "Reviewer 1 disagrees on clause 2 of version 1. “No salt.”",
    )


def test_dissent_that_was_signed_after_the_last_release_is_not_told(session: Session, study_id: int) -> None:
    published(session, study_id, days=-1)
    object_to_salt(session, study_id)
    assert packet_of(session, study_id=study_id, module="bakers").dissent == ()


def test_a_report_alone_publishes_dissent_too(session: Session, study_id: int) -> None:
    object_to_salt(session, study_id)
    published(session, study_id, FILE_ACT)
    assert len(packet_of(session, study_id=study_id, module="bakers").dissent) == 2


def test_a_printed_page_runs_nothing_and_has_boxes_and_lines() -> None:
    entry = ReviewEntry("2", "settled", "disagree", HOSTILE)
    page = packet_html(a_packet(dissent=(HOSTILE,), entries={entry.subject: entry})).decode()
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 2
    assert not re.search(r'(src|href)="', page)
    assert "☒ I disagree" in page
    # Comment and other wording for each of four clauses and for the scenario; a comment for the whole.
    assert page.count('class="room"') == 4 * 2 + 2 + 1
    assert "Clause 3" in page
    assert LIMIT in page


@pytest.mark.parametrize("text", [ARABIC, ARABIC.replace("الصدق خير", "שלום עליכם, Quran 4:58 خير")])
def test_right_to_left_texts_print(text: str) -> None:
    packet = a_packet(text, scenarios=())
    assert packet_pdf(packet).startswith(b"%PDF-")
    assert '<p dir="auto">العدل واجب على الناس.</p>' in packet_html(packet).decode()


def test_arabic_letters_are_joined_in_a_pdf() -> None:
    """Joined, the same letter is another glyph at the beginning, in the middle and at the end of a word."""
    content = pdf_report([Words("\u0628\u0628\u0628")], {}, title="T")
    page = zlib.decompress(re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)[0])
    glyphs = b"".join(re.findall(rb"\((.*?)\) Tj", page, re.DOTALL))
    assert len(set(zip(glyphs[::2], glyphs[1::2], strict=True))) >= 3


def test_every_form_is_made(session: Session, study_id: int) -> None:
    packet = packet_of(session, study_id=study_id, module="bakers")
    begins = {"word": b"PK", "pdf": b"%PDF-", "html": b"<!doctype html>", "csv": b"\xef\xbb\xbfplace,"}
    assert {name: form.write(packet)[: len(begins[name])] for name, form in FORMS.items()} == begins
