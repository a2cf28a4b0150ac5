"""Systems: hidden until scoring has ended, without names until somebody unblinds them."""

from judging.settle_study import take_scores
from rubrics.entries import Entry
from store import frames, studies
from store.engine import Session, Store
from store.responses import take_in
from store.score_intake import NewAnswer
from store.unblinding import unblind
from tests.pages.scored import JUDGES, PEOPLE, SAID, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW, PROMPTS, a_benchmark_in, a_plan, an_intake


def ended(
    session: Session, judges: Scores = JUDGES, *, role: str = "researcher", people: Scores = PEOPLE, named: bool = False
) -> str:
    study_id = a_scored_study(session, people, judges)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    if named:
        unblind(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def test_nothing_shows_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = show("systems", store, login)
    assert "Results are hidden until scoring is closed" in words(app)
    assert "<table" not in source(app)


def test_systems_have_no_names_before_they_are_unblinded(store: Store) -> None:
    app = show("systems", store, in_store(store, ended))
    assert not app.exception
    assert "Alder" not in source(app)
    assert "Beech" not in source(app)
    assert "System A" in words(app)
    assert "The study's owner can show it" in words(app)


def test_unblinded_they_are_named(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, named=True)))
    assert "Alder" in words(app)
    assert "System A" not in words(app)


def test_the_owner_unblinds_here(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, role="owner")))
    app.button(key="unblind").click().run()
    app.button(key="unblind_now").click().run()
    assert "Alder" in words(app)


def test_people_judges_and_the_corrected_mean_stand_beside_each_other(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, named=True)))
    (table,) = [str(one.value) for one in app.html if "People’s, judges’ and corrected means" in str(one.value)]
    assert "the people&#x27;s mean alone: " in table or "people's mean alone" in table


def test_without_a_judge_there_is_a_reason_and_no_number(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, {}, people={}, named=True)))
    assert not app.exception, app.exception
    assert "there is no score" in words(app)


TWO_MODULES = [
    {"id": "plain", "name": "Plain sense", "standpoint": "Everyday judgement."},
    {"id": "strict", "name": "Strict sense", "standpoint": "To the letter."},
]


def two_standpoints(session: Session) -> str:
    """Alder and Beech answer two prompts; each answer is judged from two standpoints, care 0 everywhere."""
    study_id = studies.create_study(
        session, plan=a_plan(), benchmark_hash=a_benchmark_in(session, modules=TWO_MODULES), now=NOW
    )
    take_in(session, study_id=study_id, intake=an_intake(), by=None, now=NOW)
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    table = frames.responses(session, study_id=study_id)
    truth = {
        ("Alder", "plain"): (3, 2),
        ("Alder", "strict"): (1, 0),
        ("Beech", "plain"): (2, 2),
        ("Beech", "strict"): (2, 1),
    }
    answers = [
        NewAnswer(
            "Hollin",
            "llm",
            row["response"],
            module,
            {
                "truth": Entry("value", float(truth[row["system"], module][PROMPTS.index(row["prompt"])]), SAID),
                "care": Entry("value", 0.0, SAID),
            },
        )
        for row in table.to_dict("records")
        for module in ("plain", "strict")
    ]
    take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    unblind(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, "researcher")


def test_several_standpoints_stand_together_and_apart(store: Store) -> None:
    """Alder: plain 2.5, strict 0.5, prompts 2 and 1, together 1.5. Beech: 2 and 1.5, prompts 2 and 1.5: 1.75."""
    app = show("systems", store, in_store(store, two_standpoints))
    assert not app.exception, app.exception
    tables = [without_tags(str(one.value)) for one in app.html if "<table" in str(one.value)]
    (totals,) = [one for one in tables if one.startswith("Mean total of each system")]
    assert "Beech 1.75 " in totals
    assert "Alder 1.50 " in totals
    (modules,) = [one for one in tables if "Plain sense Strict sense" in one]
    assert modules.index("Beech 2.00 ") < modules.index("Alder 2.50 ")
    assert "1.50 " in modules.partition("Alder")[0]
    assert "0.50 " in modules.partition("Alder")[2]
    assert [one.value for one in app.header][-2:] == ["By axis, Plain sense", "As people would score them, Plain sense"]
