"""Charters in a release: the limit on everything until all are released, and dissent beside the text."""

import json
from typing import Any

import pytest

from judging.settle_study import take_scores
from publishing.bundle import Files, bundle_files
from publishing.charter_report import gate_in
from publishing.release import version_of
from publishing.release_tables import release_of
from publishing.study_gate import study_gate
from publishing.verdict_in_words import lines
from publishing.verify import verify
from rubrics.entries import Entry
from rubrics.reviews import ReviewEntry
from store import benchmarks, frames, review_comments, review_work, signing, studies
from store.engine import Session, Store
from store.responses import take_in
from store.score_intake import NewAnswer
from tests.publishing.a_release import a_bundle, as_read, spoiled
from tests.publishing.test_bundle import everything, rows_of
from tests.store.a_review import EDITED, LIMIT, TEXT, a_chartered_study, a_reviewer, agree_to_all, put, say, signed
from tests.store.a_study import NOW, an_intake


def a_scored_study(session: Session) -> int:
    """Two charters, nobody's signature, and a judge's and a person's score on everything; scoring is closed."""
    study_id = a_chartered_study(session)
    put(session, study_id, TEXT, "millers")
    take_in(session, study_id=study_id, intake=an_intake(), by=None, now=NOW)
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    answers = [
        NewAnswer(rater, kind, label, module, {axis: Entry("value", 2.0, "So.") for axis in ("truth", "care")})
        for label in frames.responses(session, study_id=study_id)["response"]
        for module in ("bakers", "millers")
        for rater, kind in (("Hollin", "llm"), ("Ann", "human"))
    ]
    take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def sign(session: Session, study_id: int, name: str, decision: str = "approved", **more: Any) -> None:
    """One reviewer signs both charters, the millers' in approval."""
    review, _ = a_reviewer(session, study_id, name, modules=("bakers", "millers"))
    millers = next(one for one in review_work.reviews_of(session, rater_id=review.rater_id) if one.module == "millers")
    for one in (review, millers):
        agree_to_all(session, one)
    signed(session, review, decision, **more)
    signed(session, millers)


def files_of(session: Session, study_id: int) -> Files:
    return bundle_files(release_of(session, study_id=study_id, named=True), made_at=NOW)


@pytest.fixture
def study_id(store: Store) -> int:
    with store.writing() as session:
        return a_scored_study(session)


def test_until_charters_are_released_whatever_leaves_says_so(store: Store, study_id: int) -> None:
    with store.reading() as session:
        files = files_of(session, study_id)
    for name in ("scores", "settled", "verdicts", "verdict_scores", "scores_wide"):
        assert {row["limit"] for row in rows_of(files, f"data/{name}.csv")} == {LIMIT}
    assert {json.loads(line)["limit"] for line in files["data/scores.jsonl"].splitlines()} == {LIMIT}
    assert json.loads(files["numbers.json"])["limits"][:2] == [
        LIMIT,
        "Bakers: 0 of 2 approvals of the present text by qualified reviewers.",
    ]
    told = ("README.md", "report.md", "report.html", "datapackage.json", "manifest.json")
    tables = [path for path in files if path.startswith("tables/")]
    assert len(tables) >= 4
    for path in (*told, *tables, "charters/bakers.md", "charters/millers.md"):
        assert LIMIT in files[path].decode(), path


def test_once_they_are_nothing_says_so(store: Store, study_id: int) -> None:
    with store.writing() as session:
        for name in ("Ruth", "Naomi"):
            sign(session, study_id, name)
        files = files_of(session, study_id)
    assert [path for path, content in files.items() if LIMIT.encode() in content] == ["benchmark.toml"]
    assert "limit" not in rows_of(files, "data/scores.csv")[0]
    assert json.loads(files["numbers.json"])["limits"] == []
    assert "Released." in files["charters/bakers.md"].decode()
    assert verify(as_read(files)).holds


def with_dissent(session: Session, study_id: int) -> None:
    """Ruth approves; Naomi declines the bakers' charter, disagrees on its second clause, and is answered."""
    sign(session, study_id, "Ruth")
    review, _ = a_reviewer(session, study_id, "Naomi")
    agree_to_all(session, review)
    said = ReviewEntry("2", agreement="disagree", comment="Salt is a later use.", proposed="Salt may belong in it.")
    say(session, review, said)
    stated = signing.Statement(True, "Master baker", "Rye", publish=True, publish_name=False)
    declined = signed(
        session,
        review,
        "declined",
        reasons="It is too salty.",
        conflict="I sell pepper.",
        private_note="Between us.",
        statement=stated,
    )
    review_comments.reply(
        session,
        study_id=study_id,
        sign_off_id=declined,
        part="decision",
        clause="",
        outcome="not_taken_up",
        words="We keep the salt.",
        by=None,
        now=NOW,
    )


def test_dissent_is_printed_with_the_charter_and_in_the_report(store: Store, study_id: int) -> None:
    with store.writing() as session:
        with_dissent(session, study_id)
        files = files_of(session, study_id)
    page, report = (files[path].decode() for path in ("charters/bakers.md", "report.md"))
    declined = (
        f"- Reviewer 2 (Master baker, Rye) declined version 1 on {NOW:%Y-%m-%d}. “It is too salty.” "
        "The owner’s answer: “We keep the salt.”"
    )
    objects = (
        "- Reviewer 2 disagrees on clause 2 of version 1. “Salt is a later use.” "
        "Proposed instead: “Salt may belong in it.”"
    )
    for text in (page, report):
        assert declined in text
        assert objects in text
        assert "1 reviewer has declined the present text." in text
        assert "Reviewer 1 approved version 1" in text
    assert page.index(declined) < page.index(TEXT)
    assert "No dissent was signed." in files["charters/millers.md"].decode()
    assert verify(as_read(files)).holds


def test_what_reviewers_did_not_allow_stays(store: Store, study_id: int) -> None:
    with store.writing() as session:
        with_dissent(session, study_id)
        whole = everything(files_of(session, study_id))
    for word in ("Ruth", "Naomi", "I sell pepper", "Between us"):
        assert word.encode() not in whole, word
    assert b"Master baker" in whole


def test_a_reviewer_who_wishes_it_is_named(store: Store, study_id: int) -> None:
    with store.writing() as session:
        stated = signing.Statement(True, "Master baker", "Rye", publish=False, publish_name=True)
        sign(session, study_id, "Ruth", statement=stated)
        files = files_of(session, study_id)
    assert "Reviewer 1 (Ruth) approved version 1" in files["charters/bakers.md"].decode()
    assert b"Master baker" not in everything(files)


def test_a_forged_sign_off_opens_nothing_unseen(store: Store, study_id: int) -> None:
    with store.writing() as session:
        with_dissent(session, study_id)
        files = files_of(session, study_id)
    forged = spoiled(files, "data/sign_offs.csv", lambda text: text.replace("declined", "approved"), forge=True)
    checked = verify(as_read(forged))
    assert [row.words for row in checked.rows] == ["sign_offs: module bakers, reviewer Reviewer 2: was changed"]
    assert {"charters/bakers.md", "report.md"} <= set(checked.told)
    gone = {path: content for path, content in files.items() if path != "data/sign_offs.csv"}
    assert verify(as_read(gone)).limits[1].startswith("Bakers: 0 of 2")


def test_an_altered_charter_has_no_approval(store: Store, study_id: int) -> None:
    with store.writing() as session:
        for name in ("Ruth", "Naomi"):
            sign(session, study_id, name)
        files = files_of(session, study_id)
    forged = spoiled(files, "data/charters.csv", lambda text: text.replace("Salt", "Sugar"), forge=True)
    checked = verify(as_read(forged))
    assert not checked.holds
    assert LIMIT in checked.limits
    assert LIMIT in list(lines(checked))


def test_a_release_asks_the_gate_as_the_store_does(store: Store, study_id: int) -> None:
    with store.writing() as session:
        with_dissent(session, study_id)
        sign(session, study_id, "Miriam")
        benchmark = benchmarks.of_study(session, study_id=study_id)
        for text in (TEXT, EDITED, TEXT):
            put(session, study_id, text)
            there = study_gate(session, study_id=study_id)
            found = gate_in(benchmark, release_of(session, study_id=study_id, named=True).tables)
            assert there is not None
            assert found is not None
            assert [one.missing for one in found.modules] == [one.missing for one in there.modules]
            assert [len(one.stale) for one in found.modules] == [len(one.stale) for one in there.modules]


def test_a_signature_makes_a_kept_release_one_of_the_past(store: Store, study_id: int) -> None:
    with store.writing() as session:
        before = version_of(session, study_id=study_id)
        assert version_of(session, study_id=study_id) == before
        sign(session, study_id, "Ruth")
        assert version_of(session, study_id=study_id) != before


def test_a_study_without_charters_has_no_tables_of_them(store: Store) -> None:
    files = a_bundle(store)
    assert not [path for path in files if "charter" in path or "sign_offs" in path or "objections" in path]
    assert "sign_offs" not in files["DICTIONARY.md"].decode()
    assert list(rows_of(files, "data/scores.csv")[0])[-1] == "source"
