"""Packets and returned files from the command line."""

import io
from pathlib import Path

import pytest
from docx import Document

from store import review_work, reviews, studies
from store.engine import Store
from tests.cli.command import Command
from tests.files.packets import delete, fill, saved
from tests.store.a_study import NOW

TEXT = "# Ours\n\nModule: sunni\n\n1. Do good.\n\n2. Shun evil.\n"


@pytest.fixture
def spring(sqlite_store_url: str, tmp_path: Path) -> Command:
    """Commands on a store with a study that has one charter."""
    command = Command(sqlite_store_url)
    (tmp_path / "ours.md").write_text(TEXT, "utf-8")
    for words in (
        ("init",),
        ("study", "create", "spring", "--title", "Spring", "--benchmark", "worldviews"),
        ("import", "charters", "spring", tmp_path / "ours.md"),
    ):
        said = command(*words)
        assert said.code == 0, said.err
    return command


@pytest.fixture
def ruth(spring: Command) -> Store:
    """The store, with a reviewer of the charter."""
    store = Store(spring.env["SECONDREADER_DATABASE_URL"])
    with store.writing() as session:
        study_id = studies.find_study(session, slug="spring")
        fields = {"name": "Ruth", "modules": ["sunni"], "qualified": True, "by": None}
        reviews.invite_reviewer(session, study_id=study_id, now=NOW, **fields)  # type: ignore[arg-type]
    return store


def a_returned_file(spring: Command, tmp_path: Path) -> Path:
    out = tmp_path / "packet.docx"
    assert spring("charter", "packet", "spring", "sunni", "--out", out).code == 0
    document = Document(io.BytesIO(out.read_bytes()))
    fill(document, "Clause 1", agreement="I agree", comment="=1+1")
    delete(document, "Clause 2")
    back = tmp_path / "back.docx"
    back.write_bytes(saved(document))
    return back


def drafts(store: Store) -> list[tuple[str, str]]:
    with store.reading() as session:
        study_id = studies.find_study(session, slug="spring")
        (one,) = reviews.reviewers(session, study_id=study_id, now=NOW)
        work = review_work.work(session, review=review_work.held(session, rater_id=one.rater_id, key=one.key))
        return [(clause, kept.entry.comment) for (_, clause), kept in work.kept.items()]


@pytest.mark.parametrize(
    ("suffix", "begins"), [("docx", b"PK"), ("pdf", b"%PDF"), ("html", b"<!doc"), ("csv", b"\xef\xbb\xbf")]
)
def test_a_packet_is_written_in_the_form_that_its_name_says(
    spring: Command, tmp_path: Path, suffix: str, begins: bytes
) -> None:
    out = tmp_path / f"packet.{suffix}"
    said = spring("charter", "packet", "spring", "sunni", "--out", out)
    assert said.code == 0
    assert said.err == f"“Ours”, version 1, is in {out}.\n"
    assert out.read_bytes().startswith(begins)
    assert spring("charter", "packet", "spring", "sunni", "--out", out).code == 1


def test_another_form_and_another_module_are_refused(spring: Command, tmp_path: Path) -> None:
    said = spring("charter", "packet", "spring", "sunni", "--out", tmp_path / "packet.odt")
    assert said.err == "found packet.odt; allowed: a name that ends with one of .docx, .pdf, .html, .csv\n"
    assert (
        "no charter of 'pagan' in this study; allowed: sunni"
        in spring("charter", "packet", "spring", "pagan", "--out", tmp_path / "p.docx").err
    )


def test_a_returned_file_is_read_and_nothing_is_kept(spring: Command, ruth: Store, tmp_path: Path) -> None:
    said = spring("charter", "read-back", "spring", "sunni", a_returned_file(spring, tmp_path))
    assert said.code == 1
    assert said.err == (
        "back.docx: found nothing on clause 2; allowed: every clause and scenario once; whatever was said of it before "
        "stays\n"
    )
    assert said.out.splitlines()[1].split("  ")[:2] == ["clause 1", "I agree"]
    assert drafts(ruth) == []


def test_a_returned_file_becomes_the_reviewers_drafts(spring: Command, ruth: Store, tmp_path: Path) -> None:
    back = a_returned_file(spring, tmp_path)
    said = spring("charter", "read-back", "spring", "sunni", back, "--reviewer", "Ruth", "--json")
    assert said.json["entries"][0]["comment"] == "=1+1"
    assert "1 of 1 are drafts of Ruth now" in said.err
    assert drafts(ruth) == [("1", "=1+1")]


def test_a_reviewer_must_be_known_and_a_file_must_be_one(spring: Command, ruth: Store, tmp_path: Path) -> None:
    back = a_returned_file(spring, tmp_path)
    said = spring("charter", "read-back", "spring", "sunni", back, "--reviewer", "Naomi")
    assert said.err == "found 0 reviewers of sunni named 'Naomi'; allowed: one of Ruth\n"
    assert spring("charter", "read-back", "spring", "sunni", tmp_path / "none.docx").code == 1
    back.write_bytes(b"%PDF")
    assert "found a PDF" in spring("charter", "read-back", "spring", "sunni", back, "--reviewer", "Ruth").err
    assert drafts(ruth) == []
