"""What goes out, and what stays: everything a critic needs, and nobody's name."""

import csv
import io
import json
import zipfile

import pandas as pd
import pytest
from sqlmodel import select

from publishing.bundle import MANIFEST, Files, bundle_files, packed
from publishing.differences import differences
from publishing.release import check_may_be_released, fetch, record_bundle
from publishing.release_tables import release_of
from store import events
from store.engine import Store, StoreError
from store.people import declare
from store.tables import Declaration, Rater
from tests.pages.scored import a_scored_study
from tests.publishing.a_release import a_bundle, a_release, a_sealed_study
from tests.store.a_study import NOW


def rows_of(files: Files, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[path].decode("utf-8-sig"), newline="")))


def everything(files: Files) -> bytes:
    """All text of a bundle, with what is packed in workbooks and Parquet unpacked; the PDF says what the page says."""
    packed_forms = (".png", ".pdf", ".xlsx", ".parquet")
    whole = b"\n".join(content for path, content in files.items() if not path.endswith(packed_forms))
    with zipfile.ZipFile(io.BytesIO(files["data/tables.xlsx"])) as book:
        whole += b"\n".join(book.read(one) for one in book.namelist())
    for path in files:
        if path.endswith(".parquet"):
            whole += pd.read_parquet(io.BytesIO(files[path])).to_json().encode()
    return whole


def test_no_name_of_a_person_and_nothing_they_declared_goes_out(store: Store) -> None:
    study_id = a_sealed_study(store, {"Annabel Quist": (0, 1, 2, 3), "Benoit Quist": (0, 1, 2, 3)})
    with store.writing() as session:
        ann = session.exec(select(Rater).where(Rater.name == "Annabel Quist")).one()
        assert ann.id is not None
        said = Declaration(rater_id=ann.id, consented=True, can_score=True, declared_at=NOW)
        said.tradition, said.qualification, said.conflict = "Zwinglian", "Prelate", "Brother-in-law"
        declare(session, declaration=said)
        key = ann.key
    with store.reading() as session:
        whole = everything(bundle_files(release_of(session, study_id=study_id, named=True), made_at=NOW))
    for word in ("Annabel", "Benoit", "Quist", "Zwinglian", "Prelate", "Brother", key, "scores.csv,"):
        found = whole.replace(b"data/scores.csv", b"").count(word.encode())
        assert found == 0, word
    assert b"Rater 1" in whole


def test_systems_are_numbered_unless_their_names_are_asked_for(store: Store) -> None:
    files = a_bundle(store, named=False)
    whole = everything(files)
    assert not [word for word in (b"Alder", b"Beech", b"Alder Lab") if word in whole]
    responses = rows_of(files, "data/responses.csv")
    assert {row["system"] for row in responses} == {"System 1", "System 2"}
    assert "family" not in responses[0]
    assert json.loads(files["numbers.json"])["modules"]["plain"]["axes"][0]["own_family"] is None


def test_without_names_only_what_needs_makers_is_left_out(store: Store) -> None:
    study_id = a_sealed_study(store)
    found = []
    for named in (True, False):
        with store.reading() as session:
            files = bundle_files(release_of(session, study_id=study_id, named=named), made_at=NOW)
        found.append(json.loads(files["numbers.json"])["modules"]["plain"]["axes"])
    moved = differences(*found)
    assert moved
    assert all("own_family" in one.where for one in moved)


def test_every_score_goes_out_with_its_reason_or_the_kind_of_none(store: Store) -> None:
    rows = rows_of(a_bundle(store), "data/scores.csv")
    # Two people and one judge, four responses, two axes.
    assert len(rows) == 3 * 4 * 2
    assert all(bool(row["score"]) != bool(row["missing"]) for row in rows)
    assert {row["why"] for row in rows} == {"It says so."}
    assert {row["source"] for row in rows} == {"file"}


def test_every_settled_score_has_its_rule_and_the_verdicts_it_comes_from(store: Store) -> None:
    files = a_bundle(store)
    settled, verdicts = rows_of(files, "data/settled.csv"), rows_of(files, "data/verdicts.csv")
    assert len(settled) == 4 * 2
    assert all(row["rule"].startswith("median of the judges") for row in settled)
    assert {row["verdicts"] for row in settled} <= {row["verdict"] for row in verdicts}
    assert {row["counts"] for row in verdicts} == {"true"}


def test_the_manifest_says_seed_hashes_and_the_last_event(store: Store) -> None:
    release = a_release(store)
    manifest = json.loads(bundle_files(release, made_at=NOW)[MANIFEST])
    assert manifest["seed"] == "seed"
    assert manifest["benchmark"]["hash"] == release.study.benchmark_hash
    assert manifest["event_log"] == {"events": release.study.event, "last_hash": release.study.event_hash}
    with store.reading() as session:
        newest = events.log(session, study_id=1).iloc[0]
    assert (newest["number"], newest["act"]) == (release.study.event, "sealed")


def test_what_may_not_be_claimed_stands_in_report_readme_and_package(store: Store) -> None:
    files = a_bundle(store)
    for path in ("report.html", "report.md", "README.md", "datapackage.json"):
        assert b"Invented; claims nothing." in files[path], path
    assert files["report.pdf"].startswith(b"%PDF-")


def test_the_data_package_describes_every_column(store: Store) -> None:
    files = a_bundle(store)
    for resource in json.loads(files["datapackage.json"])["resources"]:
        header = files[resource["path"]].decode("utf-8-sig").split("\r\n", 1)[0].split(",")
        assert [field["name"] for field in resource["schema"]["fields"]] == header
        assert all(field["description"] for field in resource["schema"]["fields"])


def test_parquet_and_csv_hold_the_same(store: Store) -> None:
    files = a_bundle(store)
    table = pd.read_parquet(io.BytesIO(files["data/scores.parquet"]))
    rows = rows_of(files, "data/scores.csv")
    assert [f"{one:g}" for one in table["score"]] == [row["score"] for row in rows]
    assert table["missing"].isna().all()


def test_the_same_release_is_the_same_bytes(store: Store) -> None:
    release = a_release(store)
    files = [bundle_files(release, made_at=NOW) for _ in range(2)]
    assert [path for path in files[0] if files[0][path] != files[1][path]] == []
    assert packed(files[0]) == packed(files[1])


def test_nothing_leaves_before_scoring_is_closed(store: Store) -> None:
    with store.writing() as session:
        study_id = a_scored_study(session)
    with store.reading() as session, pytest.raises(StoreError, match="results leave only when scoring is closed"):
        fetch(session, study_id=study_id, named=False)


def test_a_bundle_is_noted_in_the_log_with_its_receipt(store: Store) -> None:
    made = packed(a_bundle(store))
    with store.writing() as session:
        check_may_be_released(session, study_id=1)
        record_bundle(session, study_id=1, by=None, named=True, bundle=made, now=NOW)
    with store.reading() as session:
        newest = events.log(session, study_id=1).iloc[0]
        assert events.broken_links(session, study_id=1) == []
    assert (newest["act"], newest["details"]) == ("released a bundle", {"receipt": made.receipt, "systems_named": True})
