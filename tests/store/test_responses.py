"""An import of responses comes in whole or not at all, adds nothing the second time, and gives nothing away."""

import pytest
from sqlmodel import SQLModel, select

from blinding.labels import is_label
from store import frames, responses, studies
from store.engine import Session, Store, StoreError
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, marks, take_in
from store.tables import LeakMark, Prompt, Response, System, Target
from tests.store.a_study import NOW, PROMPTS, SYSTEMS, a_draft, an_intake, an_open_study

TELLING = "I am Alder, an assistant. See [1] and chunk: 12."


def take(session: Session, study_id: int, intake: Intake) -> dict[str, int]:
    return take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)


def rows(session: Session) -> list[int]:
    tables: tuple[type[SQLModel], ...] = (Prompt, System, Response, Target, LeakMark)
    return [len(session.exec(select(table)).all()) for table in tables]


def labels(session: Session, study_id: int) -> dict[tuple[str, str], str]:
    frame = frames.responses(session, study_id=study_id)
    return {(row["prompt"], row["system"]): row["response"] for row in frame.to_dict("records")}


def test_an_import_says_what_is_new(session: Session) -> None:
    study_id = a_draft(session, intake=Intake())
    assert take(session, study_id, an_intake()) == {"prompts": 2, "systems": 2, "responses": 4, "marks": 0}
    assert rows(session) == [2, 2, 4, 4, 0]


def test_the_same_import_again_adds_nothing(session: Session) -> None:
    study_id = a_draft(session)
    assert take(session, study_id, an_intake()) == {"prompts": 0, "systems": 0, "responses": 0, "marks": 0}
    assert rows(session) == [2, 2, 4, 4, 0]


def test_rows_given_twice_in_one_import_come_in_once(session: Session) -> None:
    study_id = a_draft(session, intake=Intake())
    once = an_intake()
    twice = Intake([*once.prompts] * 2, [*once.systems] * 2, [*once.responses] * 2)
    assert take(session, study_id, twice)["responses"] == 4


def test_a_later_import_adds_to_what_is_there(session: Session) -> None:
    study_id = a_draft(session)
    more = Intake(systems=[NewSystem("Cedar")], responses=[NewResponse("P-1", "Cedar", "Also yes.")])
    assert take(session, study_id, more) == {"prompts": 0, "systems": 1, "responses": 1, "marks": 0}


def test_every_problem_is_named_and_nothing_is_stored(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
        known = labels(session, study_id)["P-1", "Alder"]
    spoilt = Intake(
        prompts=[NewPrompt("P-1", "Another question?", "life"), NewPrompt("P-3", "A new one?"), NewPrompt(" ", "?")],
        systems=[NewSystem("Beech", "Beech Lab", grounded=True), NewSystem("Cedar", "Ced\x00ar")],
        responses=[
            NewResponse("P-1", "Alder", "Another answer."),
            NewResponse("P-9", "Ash", "To nothing, by nobody."),
            NewResponse("P-3", "Alder", "A copy.", label=known),
            NewResponse("P-3", "Beech", "First."),
            NewResponse("P-3", "Beech", "Second."),
            NewResponse("P-2", "Alder", "Answer 0 to P-2.", label="R-2222222222"),
            NewResponse("P-3", "Cedar", "Named.", label="cedar-3"),
            NewResponse("P-3", "Cedar", "Early.", replication=0),
            NewResponse("P-3", "Cedar", "Nul\x00.", replication=2),
        ],
    )
    with store.writing() as session, pytest.raises(StoreError) as error:
        take(session, study_id, spoilt)
    at = "response of {} to {}, replication {}: "
    assert list(error.value.problems) == [
        "prompt 'P-1' is there already with another text",
        "a prompt has an empty key",
        "system 'Beech' is there already with another grounded",
        "system 'Cedar' holds U+0000, which cannot be stored",
        at.format("'Alder'", "'P-1'", 1) + "is there already with another text",
        at.format("'Ash'", "'P-9'", 1) + "prompt 'P-9' is not in this study",
        at.format("'Ash'", "'P-9'", 1) + "system 'Ash' is not in this study",
        at.format("'Alder'", "'P-3'", 1) + f"the label {known} belongs to another response",
        at.format("'Beech'", "'P-3'", 1) + "is there already with another text",
        at.format("'Alder'", "'P-2'", 1) + problems_of_label(store, study_id),
        at.format("'Cedar'", "'P-3'", 1) + "the label 'cedar-3' is not R- and ten digits or capitals",
        at.format("'Cedar'", "'P-3'", 0) + "replications count from 1",
        at.format("'Cedar'", "'P-3'", 2) + "the text holds U+0000, which cannot be stored",
    ]
    with store.reading() as session:
        assert rows(session) == [2, 2, 4, 4, 0]


def problems_of_label(store: Store, study_id: int) -> str:
    with store.reading() as session:
        label = labels(session, study_id)["P-2", "Alder"]
    return f"is there already with the label {label}, not R-2222222222"


def test_a_refused_import_leaves_nothing_even_where_the_refusal_is_caught_inside(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
    with store.writing() as session, pytest.raises(StoreError):
        take(session, study_id, Intake(prompts=[NewPrompt("P-3", "New?")], responses=[NewResponse("P-9", "Ash", "?")]))
    with store.reading() as session:
        assert rows(session) == [2, 2, 4, 4, 0]


def test_responses_come_in_while_the_study_is_a_draft(session: Session) -> None:
    study_id = an_open_study(session)
    with pytest.raises(StoreError, match="the study is open; responses come in while it is a draft"):
        take(session, study_id, an_intake())


def test_labels_are_opaque_stable_within_a_study_and_differ_between_studies(session: Session) -> None:
    first, second = a_draft(session, slug="one"), a_draft(session, slug="two")
    before = labels(session, first)
    take(session, first, Intake(systems=[NewSystem("Cedar")], responses=[NewResponse("P-1", "Cedar", "Yes.")]))
    after = labels(session, first)
    assert all(is_label(label) for label in after.values())
    assert {key: after[key] for key in before} == before
    assert not set(labels(session, second).values()) & set(after.values())
    assert not any(word.lower() in label.lower() for label in after.values() for word in (*SYSTEMS, *PROMPTS))


def test_a_label_of_a_file_is_kept(session: Session) -> None:
    study_id = a_draft(session, intake=an_intake(responses=[NewResponse("P-1", "Alder", "Yes.", label="R-2222222222")]))
    assert labels(session, study_id) == {("P-1", "Alder"): "R-2222222222"}


def test_what_a_prompt_and_a_system_say_of_themselves_is_kept(session: Session) -> None:
    prompt = NewPrompt("P-1", "Why?", "life", "Because.", {"themes": ["grace"], "source": None})
    system = NewSystem("Alder", "Alder Lab", grounded=True, own=True)
    a_draft(session, intake=Intake([prompt], [system]))
    assert session.exec(select(Prompt)).one().model_dump(
        include={"key", "category", "reference_answer", "details"}
    ) == {
        "key": "P-1",
        "category": "life",
        "reference_answer": "Because.",
        "details": {"themes": ["grace"], "source": None},
    }
    assert session.exec(select(System.family, System.grounded, System.own)).one() == ("Alder Lab", True, True)


def test_texts_come_back_letter_by_letter(session: Session) -> None:
    text = "שָׁלוֹם Ἐν ἀρχῇ 🕊️ ‘x’\r\n\ttab \u200b end  "
    a_draft(session, intake=an_intake(responses=[NewResponse("P-1", "Alder", text)]))
    session.expire_all()
    assert session.exec(select(Response.text)).one() == text


def test_marks_are_found_with_the_studys_own_names(session: Session) -> None:
    intake = an_intake(responses=[NewResponse("P-1", "Alder", TELLING), NewResponse("P-1", "Beech", "Yes.")])
    study_id = a_draft(session, intake=intake)
    found = marks(session, study_id=study_id)
    assert list(found["found"]) == ["Alder", "[1]", "chunk: 12."]
    assert set(found["decision"]) == {None}
    assert [
        text[start:stop] for text, start, stop in zip(found["text"], found["start"], found["stop"], strict=True)
    ] == list(found["found"])


def telling(session: Session) -> tuple[int, list[int]]:
    intake = an_intake(responses=[NewResponse("P-1", "Alder", TELLING)])
    study_id = a_draft(session, intake=intake)
    return study_id, [int(mark) for mark in marks(session, study_id=study_id)["mark"]]


def decide(session: Session, study_id: int, mark_ids: list[int], decision: str) -> None:
    responses.decide_marks(session, study_id=study_id, mark_ids=mark_ids, decision=decision, by=None, now=NOW)


def test_a_decision_is_recorded_and_can_be_changed_while_the_study_is_a_draft(session: Session) -> None:
    study_id, mark_ids = telling(session)
    decide(session, study_id, mark_ids, "keep")
    decide(session, study_id, mark_ids[:1], "redact")
    assert list(marks(session, study_id=study_id)["decision"]) == ["redact", *["keep"] * (len(mark_ids) - 1)]


def test_every_problem_of_a_decision_is_named(session: Session) -> None:
    study_id, mark_ids = telling(session)
    decide(session, study_id, mark_ids, "redact")
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    with pytest.raises(StoreError) as error:
        decide(session, study_id, [*mark_ids, 4711, 4712], "burn")
    assert list(error.value.problems) == [
        "the study is open; what scorers see is fixed since it was opened",
        "decision 'burn' is unknown; allowed: redact, keep",
        "not a mark of this study: 4711, 4712",
    ]
    assert set(marks(session, study_id=study_id)["decision"]) == {"redact"}


def test_a_mark_of_another_study_cannot_be_decided(session: Session) -> None:
    _, mark_ids = telling(session)
    other = a_draft(session, slug="other", intake=an_intake())
    with pytest.raises(StoreError, match="not a mark of this study"):
        decide(session, other, mark_ids, "keep")
