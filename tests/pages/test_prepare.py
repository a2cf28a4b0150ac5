"""Preparing a study: marks decided one by one or together, changed until the study opens, and opening it."""

from store import responses, studies
from store.engine import Session, Store
from store.responses import NewResponse
from tests.pages.showing import in_store, show, signed_in, source, title, words
from tests.store.a_study import NOW, PROMPTS, SYSTEMS, a_draft, an_intake

HOSTILE = "<script>alert(1)</script> ![x](http://evil.example/x.png)"
TEXTS = (
    f"As Claude, developed by Anthropic, I say {HOSTILE} to this.",
    "As Claude, I cannot answer. See (chunk: 12) for more.",
    "A plain answer.",
    "Another plain answer.",
)


def marked(session: Session) -> str:
    places = [(prompt, system) for prompt in PROMPTS for system in SYSTEMS]
    texts = [NewResponse(*place, text) for place, text in zip(places, TEXTS, strict=True)]
    return signed_in(session, a_draft(session, intake=an_intake(responses=texts)), "owner")


def decisions(store: Store) -> list[str | None]:
    with store.reading() as session:
        found = responses.marks(session, study_id=1).sort_values("mark")["decision"]
    return [one if isinstance(one, str) else None for one in found]


def test_every_mark_shows_its_place_and_its_reason(store: Store) -> None:
    app = show("prepare", store, in_store(store, marked))
    assert source(app).count("<mark>") == len(decisions(store)) >= 3
    assert "<mark>chunk: 12</mark>" in source(app)
    assert "A mark left by a search or retrieval tool" in words(app)


def test_a_response_is_shown_as_it_is(store: Store) -> None:
    app = show("prepare", store, in_store(store, marked))
    assert HOSTILE in words(app)
    assert "<script" not in source(app)
    assert "<img" not in source(app)
    for spoken in (app.markdown, app.caption, app.button, app.expander):
        assert not [one for one in spoken if "evil" in str(getattr(one, "value", "")) + str(getattr(one, "label", ""))]


def test_one_mark_is_decided_and_changed_again(store: Store) -> None:
    app = show("prepare", store, in_store(store, marked))
    app.button(key="redact_1").click().run()
    assert decisions(store)[0] == "redact"
    assert set(decisions(store)[1:]) == {None}
    app.button(key="change_1").click().run()
    assert decisions(store)[0] == "keep"


def test_all_marks_of_one_kind_are_decided_together(store: Store) -> None:
    app = show("prepare", store, in_store(store, marked))
    app.button(key="redact_all_self_name").click().run()
    with store.reading() as session:
        marks = responses.marks(session, study_id=1)
    assert set(marks.loc[marks["kind"] == "self_name", "decision"]) == {"redact"}
    assert marks.loc[marks["kind"] != "self_name", "decision"].isna().all()


def decide_all(store: Store) -> None:
    def redact(session: Session) -> None:
        ids = [int(one) for one in responses.marks(session, study_id=1)["mark"]]
        responses.decide_marks(session, study_id=1, mark_ids=ids, decision="redact", by=None, now=NOW)

    in_store(store, redact)


def test_the_study_opens_only_when_all_is_decided(store: Store) -> None:
    login = in_store(store, marked)
    app = show("prepare", store, login)
    assert [one for one in app.button if one.key == "open"] == []
    assert "You can open the study when you have decided on" in words(app)
    decide_all(store)
    app.run()
    app.button(key="open").click().run()
    assert "The study is open for scoring." in words(app)
    with store.reading() as session:
        assert studies.list_studies(session)[0].state == "open"


def test_nothing_can_be_decided_once_the_study_is_open(store: Store) -> None:
    login = in_store(store, marked)
    decide_all(store)
    app = show("prepare", store, login)
    late = app.button(key="change_1")
    in_store(store, lambda session: studies.open_study(session, study_id=1, by=None, now=NOW))
    late.click().run()
    assert "The study is open; what scorers see is fixed" in words(app)
    assert [one for one in app.button if one.key != "sign_out"] == []
    assert set(decisions(store)) == {"redact"}


def test_a_study_without_marks_says_so(store: Store) -> None:
    app = show("prepare", store, in_store(store, lambda session: signed_in(session, a_draft(session), "owner")))
    assert "None were found." in words(app)
    assert "4 responses of 2 systems to 2 prompts are in." in words(app)


def test_a_study_without_responses_says_which_command_brings_them(store: Store) -> None:
    nothing = an_intake(prompts=[], systems=[], responses=[])
    app = show(
        "prepare",
        store,
        in_store(store, lambda session: signed_in(session, a_draft(session, intake=nothing), "owner")),
    )
    assert title(app) == "Prepare"
    assert "secondreader import responses spring" in str(app.code[0].value)
    assert not app.button


def test_a_response_can_be_read_whole(store: Store) -> None:
    app = show("prepare", store, in_store(store, marked))
    app.selectbox(key="read").select_index(2).run()
    assert any(text in words(app) for text in TEXTS[2:])
