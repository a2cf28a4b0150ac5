"""An adjudicator's browser: nothing of the others before their own scores, and never whose scores are whose."""

from typing import Any

from sqlmodel import select

from blinding.draws import shuffled
from store.opening import invite_scorer
from store.people import declare, hashed
from store.tables import Declaration, Invitation, Rater, Sheet
from tests.web.a_site import Browser, Site, a_submission_form, chosen


def words(who: str, value: int) -> dict[str, Any]:
    """Entries of somebody, with words of their own."""
    return chosen(truth={"kind": "value", "value": value, "why": f"{who} words."})


def an_adjudicator(site: Site) -> Browser:
    with site.store.writing() as session:
        token = invite_scorer(session, study_id=site.study_id, name="Deborah", now=site.now(), adjudicates=True)
        rater_id = session.exec(select(Invitation.rater_id).where(Invitation.token_hash == hashed(token))).one()
        declared = Declaration(rater_id=rater_id, consented=True, can_score=True, declared_at=site.now())
        declare(session, declaration=declared)
    return site.browser().sign_in(token)


def everything_apart(site: Site) -> None:
    """Ruth gives every response truth 0, Naomi 3."""
    for scorer, who, value in ((site.ruth, "First", 0), (site.naomi, "Second", 3)):
        browser = site.browser(scorer)
        for key in scorer.keys:
            assert browser.send("/ballot/submit", a_submission_form(key, entries=words(who, value))).status_code == 200


def test_what_others_said_comes_only_after_ones_own_scores_and_without_a_trace_of_who(site: Site) -> None:
    deborah = an_adjudicator(site)
    assert "nothing to settle now" in deborah.get("/ballot/open").json()["nothing"]
    everything_apart(site)
    deborah.get("/ballot/open")
    refused = deborah.get("/ballot/place/2")
    assert (refused.status_code, refused.json()["why"]) == (409, "first")
    assert b"words." not in b"".join(deborah.seen)
    for own in (1, 3, 5, 7):
        place = deborah.get(f"/ballot/place/{own}").json()["place"]
        assert (place["stage"], place["settling"]) == ("own", None)
        answer = deborah.send("/ballot/submit", a_submission_form(place["key"], entries=chosen())).json()
        final = answer["place"]
        assert (final["stage"], final["settling"]["apart"]) == ("final", ["truth"])
        assert (answer["ready"] or {"settling": None})["settling"] is None, "what waits behind it shows nothing"
        assert sorted(said["truth"]["value"] for said in final["settling"]["said"]) == [0, 3]
        entries = {**chosen(), "@sentence": {"kind": None, "value": None, "why": "So it is."}}
        form = a_submission_form(final["key"], entries=entries, seen=final["settling"]["seen"])
        assert deborah.send("/ballot/submit", form).status_code == 200
    seen = b"".join(deborah.seen)
    with site.store.reading() as session:
        keys = [rater.key for rater in session.exec(select(Rater)).all()]
        times = {sheet.submitted_at.isoformat()[:19] for sheet in session.exec(select(Sheet)).all()[:8]}
    hidden = {*keys, "Ruth", "Naomi", *site.ruth.keys, *site.naomi.keys}
    assert [one for one in hidden if one.encode() in seen] == []
    assert not any(key in seen for key in (b'"rater', b'"sheet', b'"submitted_at', b'"assignment'))
    assert times


def test_the_order_in_which_two_are_shown_is_drawn_for_each_response() -> None:
    purposes = [f"adjudication of R-{number}|only" for number in range(40)]
    orders = [tuple(shuffled(["first", "second"], seed="a seed", purpose=purpose)) for purpose in purposes]
    assert 10 <= orders.count(("first", "second")) <= 30


def test_a_final_answer_needs_its_sentence_and_what_was_seen(site: Site) -> None:
    deborah = an_adjudicator(site)
    everything_apart(site)
    place = deborah.get("/ballot/place/1").json()["place"]
    final = deborah.send("/ballot/submit", a_submission_form(place["key"])).json()["place"]
    bare = deborah.send("/ballot/submit", a_submission_form(final["key"], seen=final["settling"]["seen"]))
    assert (bare.status_code, bare.json()["why"]) == (422, "incomplete")
    entries = {**chosen(), "@sentence": {"kind": None, "value": None, "why": "So it is."}}
    blind = deborah.send("/ballot/submit", a_submission_form(final["key"], entries=entries, submission="x"))
    assert (blind.status_code, blind.json()["why"]) == (409, "changed")
    again = deborah.send("/ballot/submit", a_submission_form(place["key"], version=1, submission="y"))
    assert (again.status_code, again.json()["why"]) == (403, "closed")
