"""Scores out and in again: letter by letter, inert in a spreadsheet, with every kind of missing kept apart."""

import csv
import io

from blinding.labels import is_person_label
from files.export import COLUMNS, ScoresExport, claim_limits, export_scores
from files.scores import read_scores
from judging.settle_study import take_scores
from rubrics.entries import Entry
from store import benchmarks, events, frames, studies
from store.ballots import Submission, submit
from store.engine import Session, Store
from store.opening import invite_scorer
from store.people import open_invitation, who
from store.queue import place
from store.score_intake import NewAnswer
from tests.builders import a_benchmark
from tests.files.study_builders import NOW, a_draft, an_open_study, labels

REASONS = [
    '=HYPERLINK("http://bad.example","click")',
    " +1 for courage",
    "\u200b=1+1 hidden words",
    "- a dash begins this reason",
    "@everyone should read it",
    "'quoted' from the start",
    "'=already safe",
    "בְּרֵאשִׁית בָּרָא אֱלֹהִים",
    "Ἐν ἀρχῇ ἦν ὁ λόγος 🙂",
    'First line\nsecond; with, "marks"\n\n=fourth',
    "\ttab first",
    "carriage\rreturn and\r\nboth",
]


def take(session: Session, study_id: int, answers: list[NewAnswer]) -> int:
    return take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)


def export(session: Session, study_id: int, *, with_authors: bool = False) -> ScoresExport:
    return export_scores(session, study_id=study_id, by=None, now=NOW, with_authors=with_authors)


def read(session: Session, study_id: int, content: bytes) -> list[NewAnswer]:
    benchmark = benchmarks.of_study(session, study_id=study_id)
    responses = frames.responses(session, study_id=study_id)
    return read_scores(content, "export.csv", benchmark=benchmark, responses=responses)


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def submit_by_hand(session: Session, study_id: int, entries: dict[str, Entry]) -> None:
    """A scorer called Naomi submits the first response of her queue."""
    token = invite_scorer(session, study_id=study_id, name="Naomi Baker", now=NOW)
    cookie = open_invitation(session, token=token, now=NOW)
    session.flush()
    from store.people import hashed

    person = who(session, cookie_hash=hashed(cookie or ""), now=NOW)
    assert person is not None
    first = place(session, rater_id=person.rater_id, position=1)
    assert first is not None
    sent = Submission(key=first.key, submission="s-1", version=0, entries=entries)
    submit(session, rater_id=person.rater_id, submission=sent, now=NOW)


def a_full_study(session: Session) -> int:
    """Scores of every kind: people by file and by hand, judges, a response nobody scored, reasons of every script."""
    study_id = an_open_study(session)
    every = sorted(labels(session, study_id).values())
    answers = []
    for number, why in enumerate(REASONS):
        entries = {"truth": Entry("value", float(number % 4), why, 0.85), "care": Entry("not_applicable", None, why)}
        answers.append(NewAnswer(f"J{number}", "llm", every[number % 3], "plain", entries, "Lab", "Large"))
        said = {"truth": Entry("cannot_assess", None, why), "care": Entry("rubric_unclear", None, why)}
        answers.append(NewAnswer(f"S{number}", "human", every[number % 3], "plain", said))
    answers.append(NewAnswer("S-part", "human", every[0], "plain", {"care": Entry("value", 0.0, "")}))
    take(session, study_id, answers)
    submit_by_hand(
        session, study_id, {"truth": Entry("value", 3.0, "Yes."), "care": Entry("not_applicable", None, "No.")}
    )
    return study_id


def test_an_export_read_again_changes_nothing(store: Store) -> None:
    with store.writing() as session:
        study_id = a_full_study(session)
        first = export(session, study_id)
        answers = read(session, study_id, first.content)
        assert len(answers) == 2 * len(REASONS) + 2
        assert take(session, study_id, answers) == 0
        assert export(session, study_id).content == first.content


def test_a_wide_export_read_again_has_every_score_and_kind_of_none(store: Store) -> None:
    with store.writing() as session:
        study_id = a_full_study(session)
        content = export_scores(session, study_id=study_id, by=None, now=NOW, form="wide").content
        long = read(session, study_id, export(session, study_id).content)
        wide = read(session, study_id, content)

    def said(answers: list[NewAnswer]) -> dict[tuple[str, str], dict[str, tuple[str, float | None]]]:
        return {
            (one.rater, one.label): {axis: (entry.kind, entry.value) for axis, entry in one.entries.items()}
            for one in answers
        }

    assert said(wide) == said(long)


def test_every_word_comes_back_as_it_went_out(store: Store) -> None:
    with store.writing() as session:
        study_id = a_full_study(session)
        answers = read(session, study_id, export(session, study_id, with_authors=True).content)
    reasons = {answer.rater: {entry.why for entry in answer.entries.values()} for answer in answers}
    assert [reasons[f"J{number}"] for number in range(len(REASONS))] == [{why.strip()} for why in REASONS]
    people = [why for rater, why in reasons.items() if is_person_label(rater)]
    assert all({why.strip()} in people for why in REASONS)


def test_an_export_fills_an_empty_study_with_equal_scores(store: Store) -> None:
    with store.writing() as session:
        study_id = a_full_study(session)
        first = export(session, study_id)
    with store.writing() as session:
        copy = a_draft(session, slug="copy")
        by_names = {row["response"]: row for row in frames.responses(session, study_id=study_id).to_dict("records")}
        theirs = labels(session, copy)
        text = first.content.decode("utf-8-sig")
        for label, row in by_names.items():
            text = text.replace(label, theirs[row["prompt"], row["system"]])
        take(session, copy, read(session, copy, text.encode()))
        studies.open_study(session, study_id=copy, by=None, now=NOW)
        second = export(session, copy)
    said = ("rater", "rater_kind", "axis", "score", "missing", "why", "confidence")
    kept = [
        sorted(tuple(row[name] for name in said) for row in rows_of(one.content) if row["missing"] != "not_scored")
        for one in (first, second)
    ]
    assert kept[0] == kept[1]


def test_nothing_in_the_table_runs_in_a_spreadsheet(store: Store) -> None:
    with store.writing() as session:
        content = export(session, a_full_study(session)).content
    assert content.startswith(b"\xef\xbb\xbfresponse,module,rater,")
    cells = [cell for row in rows_of(content) for cell in row.values()]
    starts = {cell.lstrip(" \u200b\t\r\n")[:1] for cell in cells}
    assert not starts & set("=+-@")
    assert "'=HYPERLINK(" in content.decode("utf-8-sig")


def test_each_kind_of_missing_has_its_word_and_no_number(store: Store) -> None:
    with store.writing() as session:
        rows = rows_of(export(session, a_full_study(session)).content)
    found = {row["missing"] for row in rows}
    assert found == {"", "not_applicable", "cannot_assess", "rubric_unclear", "not_scored"}
    assert all((row["missing"] == "") == (row["score"] != "") for row in rows)
    assert not {"nan", "NaN", "None", "<NA>"} & {cell for row in rows for cell in row.values()}


def test_the_medians_stand_as_settled_rows_with_their_counts(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        scores = {"J1": Entry("value", 1.0, ""), "J2": Entry("value", 2.0, ""), "J3": Entry("not_applicable", None, "")}
        take(session, study_id, [NewAnswer(j, "llm", first, "plain", {"care": entry}) for j, entry in scores.items()])
        rows = rows_of(export(session, study_id).content)
    (settled,) = [r for r in rows if r["rater_kind"] == "settled" and r["response"] == first and r["axis"] == "care"]
    assert (settled["rater"], settled["score"], settled["n"], settled["nulls"]) == ("median of judges", "1.5", "3", "1")
    assert settled["source"].startswith("median of the judges; ")
    assert {row["source"] for row in rows if row["rater_kind"] == "llm"} == {"scores.csv"}


def test_no_name_of_a_person_and_no_system_unless_asked(store: Store) -> None:
    with store.writing() as session:
        study_id = a_full_study(session)
        plain, whole = export(session, study_id), export(session, study_id, with_authors=True)
    for word in ("Naomi", "Baker", "Alder", "Beech", ",P-1,", ",P-2,"):
        assert word not in plain.content.decode("utf-8-sig")
    assert tuple(rows_of(plain.content)[0]) == COLUMNS
    row = rows_of(whole.content)[0]
    assert tuple(row)[-4:] == ("prompt", "system", "system_family", "replication")
    assert (row["system_family"], row["replication"]) == (f"{row['system']} Lab", "1")
    assert "Naomi" not in whole.content.decode("utf-8-sig")


def test_an_export_is_recorded_with_whether_it_named_authors(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        export(session, study_id, with_authors=True)
    with store.reading() as session:
        newest = events.log(session, study_id=study_id).iloc[0]
    assert (newest["act"], newest["details"]) == ("exported scores", {"rows": 0, "authors": True})


def test_a_study_without_scores_gives_a_header(store: Store) -> None:
    with store.writing() as session:
        found = export(session, a_draft(session, responses=False))
    assert (found.content.decode("utf-8-sig"), found.rows) == (",".join(COLUMNS) + "\r\n", 0)


def test_the_claim_limits_come_as_a_text_beside_it() -> None:
    assert claim_limits(a_benchmark()).splitlines() == [
        "Invented benchmark v1. What these scores do not say:",
        "- Invented; claims nothing.",
    ]


def test_while_charters_are_not_released_every_row_says_so(store: Store) -> None:
    def sent(session: Session, *limits: str, form: str = "csv") -> ScoresExport:
        return export_scores(session, study_id=study_id, by=None, now=NOW, limits=limits, form=form)

    with store.writing() as session:
        study_id = a_full_study(session)
        found = sent(session, "Not released.", "0 of 2.")
        assert {row["limit"] for row in rows_of(found.content)} == {"Not released."}
        assert found.claim_limits.splitlines()[1:3] == ["- Not released.", "- 0 of 2."]
        assert take(session, study_id, read(session, study_id, found.content)) == 0
        wide = sent(session, "Not released.", form="wide").content
        assert {row["limit"] for row in rows_of(wide)} == {"Not released."}
        assert len(read(session, study_id, wide)) == len(read(session, study_id, found.content))
        assert "limit" not in rows_of(sent(session).content)[0]


def test_where_nobody_looked_an_unsigned_charter_limits_the_claims_first() -> None:
    benchmark = a_benchmark(charters={"approvals": 2, "limit": "A research benchmark."})
    assert claim_limits(benchmark).splitlines()[1] == "- A research benchmark."
    assert "research" not in claim_limits(benchmark, ())
