"""Every byte that reaches a scorer's browser is searched for what a scorer must not know."""

from sqlmodel import select

from rubrics.entries import Entry
from store import ballots, frames
from store.score_intake import NewAnswer, take_scores
from store.tables import Rater, Study
from tests.store.a_study import NOW, SYSTEMS, a_submission, entries
from tests.web.a_site import Site, a_draft_form, a_submission_form, chosen

SECRET_WORDS = "Only Naomi would ever put it so."


def secrets(site: Site) -> set[str]:
    """Systems, makers, labels, judges, the other rater's name, key and words, and what the store keeps for itself."""
    with site.store.writing() as session:
        labels = list(frames.responses(session, study_id=site.study_id)["response"])
        said = {"truth": Entry("value", 1.0, "Words of a judge."), "care": Entry("value", 0.0, "")}
        answers = [NewAnswer("Hollin", "llm", label, "plain", said, "Westerby", "Hollin 3") for label in labels]
        take_scores(session, study_id=site.study_id, answers=answers, source="judges.csv", by=None, now=NOW)
        for key in site.naomi.keys:
            words = entries(truth=Entry("value", 0.0, SECRET_WORDS))
            ballots.submit(session, rater_id=site.naomi.rater_id, submission=a_submission(key, entries=words), now=NOW)
        raters = session.exec(select(Rater.key)).all()
        study = session.exec(select(Study)).one()
        return {
            *SYSTEMS,
            *(f"{name} Lab" for name in SYSTEMS),
            *labels,
            *raters,
            *site.naomi.keys,
            *("Naomi", SECRET_WORDS, "Words of a judge", "Hollin", "Westerby", "judges.csv", "llm", "Spring run"),
            *(study.slug, study.benchmark_hash, study.label_secret.hex()),
        }


def test_no_byte_that_a_scorer_is_sent_says_who_wrote_or_who_else_scored(site: Site) -> None:
    hidden = secrets(site)
    ruth = site.browser(site.ruth)
    ruth.get(f"/i/{site.ruth.token}")
    ruth.get("/ballot/open")
    for position, key in enumerate(site.ruth.keys, start=1):
        ruth.get(f"/ballot/place/{position}")
        ruth.get(f"/ballot/passage/{position}/0")
        ruth.send("/ballot/draft", a_draft_form(key))
        ruth.send("/ballot/draft", a_draft_form(key, tab="tab-b"))
        ruth.send("/ballot/flag", {"key": key, "reason": "It names its maker."})
        ruth.send("/ballot/submit", a_submission_form(key, entries=chosen(care=None)))
        ruth.send("/ballot/submit", a_submission_form(key))
        ruth.send("/ballot/submit", a_submission_form(key))
        ruth.send("/ballot/submit", a_submission_form(key, submission="other"))
        ruth.send("/ballot/submit", {**a_submission_form(key), "unknown": 1})
    for key in site.naomi.keys:
        ruth.send("/ballot/submit", a_submission_form(key))
        ruth.send("/ballot/draft", a_draft_form(key))
    ruth.get("/ballot/open")
    ruth.post("/sign-out")
    ruth.get("/ballot/open")
    everything = b"\n".join(ruth.seen)
    assert len(ruth.seen) > 50
    assert b"Answer 0 to P-1." in everything
    assert [words for words in hidden if words.encode() in everything] == []


def test_two_scorers_are_given_different_keys_and_orders(site: Site) -> None:
    ruth, naomi = (
        [site.browser(one).get(f"/ballot/place/{n}").json()["place"] for n in (1, 2, 3, 4)]
        for one in (site.ruth, site.naomi)
    )
    assert not {place["key"] for place in ruth} & {place["key"] for place in naomi}
    assert {(place["prompt"], place["response"]) for place in ruth} == {
        (place["prompt"], place["response"]) for place in naomi
    }
