"""Importing on a page: what is done once everything is said, for whom, and how problems are told."""

import pytest

from files.layouts import Layout
from files.problems import FileError, Problem
from files.responses import Declared
from pages import import_problems, import_work
from pages.import_work import Job
from store import frames, studies
from store.engine import Session, Store, StoreError
from store.opening import open_and_assign
from tests.files.published_files import a_results_file, as_json
from tests.pages.showing import in_store, show, signed_in, title, words
from tests.store.a_study import NOW, a_draft, an_intake

RESPONSES = b"prompt,prompt_text,system,family,text\nP-1,Who?,Alder,Alder Lab,An answer.\n"
SCORES = b"rater,rater_kind,prompt,system,axis,score\nRuth,human,P-1,Alder,truth,1\nHollin,llm,P-1,Alder,truth,2\n"


def an_empty_draft(session: Session) -> str:
    return signed_in(session, a_draft(session, intake=an_intake(responses=[])), "owner")


def quiet(_doing: str, _count: int) -> None:
    pass


def a_job(content: bytes, what: import_work.What = "responses") -> Job:
    return Job(1, "f.csv", content, what)


def count(store: Store) -> int:
    with store.reading() as session:
        return len(frames.responses(session, study_id=1))


def test_checking_says_what_would_be_new_and_keeps_nothing(store: Store) -> None:
    login = in_store(store, an_empty_draft)
    said = import_work.run(store, login, a_job(RESPONSES.replace(b"P-1", b"P-7")), keep=False, progress=quiet)
    assert said == ["New: 1 prompt, 0 systems, 1 response."]
    assert count(store) == 0


def test_taking_in_keeps_it_once(store: Store) -> None:
    login = in_store(store, an_empty_draft)
    job = a_job(RESPONSES.replace(b"P-1", b"P-7"))
    assert import_work.run(store, login, job, keep=True, progress=quiet) == ["New: 1 prompt, 0 systems, 1 response."]
    assert import_work.run(store, login, job, keep=True, progress=quiet) == ["New: 0 prompts, 0 systems, 0 responses."]
    assert count(store) == 1
    scores = a_job(SCORES.replace(b"P-1", b"P-7"), "scores")
    assert import_work.run(store, login, scores, keep=True, progress=quiet) == [
        "2 answers (one rater on one response each), 2 of them new."
    ]


@pytest.mark.parametrize("role", ["scorer", "researcher", None])
def test_nobody_but_an_owner_imports(store: Store, role: str | None) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), role) if role else "")
    with pytest.raises(StoreError, match="not open to you any more"):
        import_work.run(store, login or None, a_job(RESPONSES), keep=True, progress=quiet)
    assert title(show("import_page", store, login or None)) == "This page is not open to you"


def test_an_owner_of_another_study_does_not_either(store: Store) -> None:
    def two(session: Session) -> str:
        a_draft(session)
        return signed_in(session, a_draft(session, slug="other"), "owner")

    login = in_store(store, two)
    with pytest.raises(StoreError, match="not open to you any more"):
        import_work.run(store, login, a_job(RESPONSES), keep=True, progress=quiet)


def test_results_that_are_wrong_in_one_score_leave_nothing(store: Store) -> None:
    login = in_store(store, an_empty_draft)
    declared = Declared(empty_texts=True)
    job = Job(1, "r.json", as_json(a_results_file("1.0")), "results", Layout(fixed={"axis": "truth"}), declared)
    with pytest.raises(FileError):
        import_work.run(store, login, job, keep=True, progress=quiet)
    assert count(store) == 0


def test_a_study_whose_scoring_has_ended_takes_nothing(store: Store) -> None:
    def sealed(session: Session) -> str:
        study_id = a_draft(session)
        login = signed_in(session, study_id, "owner")
        open_and_assign(session, study_id=study_id, by=None, now=NOW)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        return login

    app = show("import_page", store, in_store(store, sealed))
    assert "Scoring has ended. Nothing comes in any more." in words(app)


def problems(*rows: int | None, counted: str = "row") -> list[Problem]:
    return [Problem("f.csv", row, "score", "'x'", "a number", counted) for row in rows]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((2,), "row 2"),
        ((2, 3, 4), "rows 2 to 4"),
        ((2, 3, 7), "rows 2 to 3 and 7"),
        ((2, 4, 6, 8, 9), "rows 2, 4, 6 and 2 more"),
        ((None,), "the whole file"),
    ],
)
def test_the_same_problem_in_many_rows_is_told_once(rows: tuple[int | None, ...], said: str) -> None:
    assert import_problems.rows_in_words(problems(*rows)) == said
    assert import_problems.rows_in_words(problems(1, 2, counted="entry")) == "entries 1 to 2"
    html = import_problems.table(FileError(problems(*rows)))
    assert html.count("<tr>") == 2


def test_what_stands_in_a_file_is_never_markup() -> None:
    html = import_problems.table(FileError([Problem("f", 1, "<b>", "'<img src=x>'", "a | b")]))
    assert "<img" not in html
    assert "&lt;b&gt;" in html
