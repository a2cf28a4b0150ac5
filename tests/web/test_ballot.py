"""What a scorer's browser is given: its own queue, drafts and submissions, acknowledged once stored."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rubrics.schema import Benchmark
from store import studies
from store.engine import Session, Store
from store.migrate import migrate
from store.queue import Place
from store.responses import NewResponse
from store.tables import Draft, Flag, Score, Sheet
from tests.builders import a_benchmark
from tests.store.a_study import NOW, a_store, an_intake
from tests.web.a_site import Browser, Site, a_draft_form, a_submission_form, chosen
from web.ballot_cards import Shown, place_card

PLACE = {
    "key",
    "position",
    "module",
    "prompt",
    "reference",
    "response",
    "passages",
    "version",
    "submitted",
    "draft",
    "charter",
    "expected",
    "stage",
    "needed",
    "settling",
}


@pytest.fixture
def ruth(site: Site) -> Browser:
    return site.browser(site.ruth)


def seal(site: Site) -> None:
    with site.store.writing() as session:
        studies.seal_study(session, study_id=site.study_id, by=None, now=NOW)


def test_opening_gives_the_axes_the_first_response_and_the_next_one(site: Site, ruth: Browser) -> None:
    opened = ruth.get("/ballot/open").json()
    assert set(opened) == {"axes", "reasonDue", "standing", "nothing", "place", "ready"}
    assert opened["standing"] == {"total": 4, "done": 0, "first_open": 1}
    assert opened["reasonDue"] is True
    assert set(opened["place"]) == set(opened["ready"]) == PLACE
    assert [opened[name]["key"] for name in ("place", "ready")] == list(site.ruth.keys[:2])
    place = opened["place"]
    assert (place["version"], place["submitted"], place["draft"], place["module"], place["passages"]) == (
        0,
        {},
        None,
        "",
        [],
    )
    assert place["prompt"].startswith('<p dir="auto">Question P-')


def test_the_axes_show_every_anchor_in_words(ruth: Browser) -> None:
    truth, care = ruth.get("/ballot/open").json()["axes"]
    assert (truth["id"], truth["name"], truth["question"], truth["mayNotApply"]) == (
        "truth",
        "Truth",
        "Is it true?",
        False,
    )
    assert truth["choices"] == [
        {"value": 0, "text": "All false."},
        {"value": 1, "text": "Mostly false."},
        {"value": 2, "text": "Mostly true."},
        {"value": 3, "text": "All true."},
    ]
    assert care["mayNotApply"] is True


def test_a_submission_is_answered_with_the_next_response(site: Site, ruth: Browser) -> None:
    keys = site.ruth.keys
    stored = ruth.send("/ballot/submit", a_submission_form(keys[0])).json()
    assert stored["standing"] == {"total": 4, "done": 1, "first_open": 2}
    assert (stored["version"], stored["next"], stored["place"]["key"], stored["ready"]["key"]) == (
        1,
        *keys[1:2] * 2,
        keys[2],
    )
    assert len(site.rows(Sheet)) == 1


def test_a_response_that_the_browser_holds_ready_is_not_sent_again(site: Site, ruth: Browser) -> None:
    keys = site.ruth.keys
    stored = ruth.send("/ballot/submit", a_submission_form(keys[0], holding=keys[1])).json()
    assert (stored["next"], stored["place"], stored["ready"]["key"]) == (keys[1], None, keys[2])
    other = ruth.send("/ballot/submit", a_submission_form(keys[1], holding=keys[0])).json()
    assert (other["next"], other["place"]["key"]) == (keys[2], keys[2])


def test_the_last_submission_leaves_nothing_to_do(site: Site, ruth: Browser) -> None:
    answers = [ruth.send("/ballot/submit", a_submission_form(key)).json() for key in site.ruth.keys]
    assert (answers[-1]["next"], answers[-1]["place"], answers[-1]["ready"]) == (None, None, None)
    assert answers[-1]["standing"] == {"total": 4, "done": 4, "first_open": None}
    opened = ruth.get("/ballot/open").json()
    assert (opened["place"], opened["ready"]) == (None, None)


def test_a_place_is_fetched_with_what_was_written_on_it(site: Site, ruth: Browser) -> None:
    sentence = "„Trost“ — שָׁלוֹם & <b>mehr</b>, 🕊️."
    form = a_submission_form(site.ruth.keys[0], entries=chosen(truth={"kind": "value", "value": 0, "why": sentence}))
    ruth.send("/ballot/submit", form)
    place = ruth.get("/ballot/place/1").json()["place"]
    assert place["version"] == 1
    assert place["submitted"]["truth"] == {"kind": "value", "value": 0.0, "why": sentence}
    assert ruth.get("/ballot/place/2").json()["place"]["submitted"] == {}


@pytest.mark.parametrize("position", ["0", "5", "-1", "1.5", "x", "9" * 12, "9" * 5000, "%D9%A1", "*"])
def test_there_is_no_place_outside_the_queue(site: Site, ruth: Browser, position: str) -> None:
    for path in (f"/ballot/place/{position}", f"/ballot/passage/{position}/0", f"/ballot/passage/1/{position}"):
        answer = ruth.get(path)
        assert (answer.status_code, answer.json()["why"]) == (404, "unknown")


def test_a_draft_comes_back_on_another_device(site: Site, ruth: Browser) -> None:
    form = a_draft_form(site.ruth.keys[0], entries={"truth": {"kind": None, "value": None, "why": "Half a sen"}})
    saved = ruth.send("/ballot/draft", form).json()
    assert (saved["revision"], saved["sequence"]) == (1, 1)
    tablet = site.browser(site.ruth).get("/ballot/open").json()["place"]
    assert tablet["draft"]["entries"] == form["entries"]
    assert (tablet["draft"]["revision"], tablet["draft"]["version"]) == (1, 0)


def test_a_draft_from_another_window_is_shown_instead_of_overwritten(site: Site, ruth: Browser) -> None:
    key = site.ruth.keys[0]
    ruth.send("/ballot/draft", a_draft_form(key))
    answer = ruth.send("/ballot/draft", a_draft_form(key, tab="tab-b", entries={}))
    assert (answer.status_code, answer.json()["why"]) == (409, "elsewhere")
    assert answer.json()["stored"]["revision"] == 1
    assert answer.json()["stored"]["entries"] == chosen()


def test_a_submission_sent_twice_is_stored_once_and_answered_the_same(site: Site, ruth: Browser) -> None:
    form = a_submission_form(site.ruth.keys[0])
    first, again = ruth.send("/ballot/submit", form), ruth.send("/ballot/submit", form)
    assert (first.status_code, again.status_code) == (200, 200)
    assert {**first.json(), "savedAt": ""} == {**again.json(), "savedAt": ""}
    assert len(site.rows(Sheet)) == 1


def test_a_second_window_is_told_that_the_first_has_submitted(site: Site, ruth: Browser) -> None:
    key = site.ruth.keys[0]
    ruth.send("/ballot/submit", a_submission_form(key))
    late = ruth.send("/ballot/submit", a_submission_form(key, submission="other"))
    draft = ruth.send("/ballot/draft", a_draft_form(key))
    assert [(one.status_code, one.json()["why"]) for one in (late, draft)] == [(409, "submitted")] * 2
    assert len(site.rows(Sheet)) == 1
    assert site.rows(Draft) == []


def test_a_changed_answer_is_a_further_version(site: Site, ruth: Browser) -> None:
    key = site.ruth.keys[0]
    ruth.send("/ballot/submit", a_submission_form(key))
    changed = ruth.send("/ballot/submit", a_submission_form(key, submission="again", version=1))
    assert changed.json()["version"] == 2
    assert len(site.rows(Score)) == 4


def test_after_sealing_everything_is_refused_in_words_and_can_still_be_read(site: Site, ruth: Browser) -> None:
    key = site.ruth.keys[0]
    seal(site)
    for path, form in (
        ("/ballot/submit", a_submission_form(key)),
        ("/ballot/draft", a_draft_form(key)),
        ("/ballot/flag", {"key": key, "reason": "It is cut off."}),
    ):
        answer = ruth.send(path, form)
        assert (answer.status_code, answer.json()["why"]) == (403, "closed")
        assert answer.json()["problems"] == ["Scoring has ended; your submitted answers are kept."]
    assert ruth.get("/ballot/open").status_code == 200


def test_a_flag_is_kept_for_the_owner(site: Site, ruth: Browser) -> None:
    answer = ruth.send("/ballot/flag", {"key": site.ruth.keys[0], "reason": "It names its maker."})
    assert answer.json() == {"flagged": True}
    assert [flag.reason for flag in site.rows(Flag)] == ["It names its maker."]
    blank = ruth.send("/ballot/flag", {"key": site.ruth.keys[0], "reason": " !? "})
    assert (blank.status_code, blank.json()["why"]) == (422, "incomplete")


class FullDisk(Store):
    """A store that, while its disk is full, cannot keep what it was given."""

    full = False

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session; its work is lost in the end."""
        with super().writing() as session:
            yield session
            if self.full:
                raise OSError("disk full")


@pytest.mark.parametrize("path", ["/ballot/submit", "/ballot/draft"])
def test_nothing_is_called_saved_before_the_store_has_it(store_url: str, path: str) -> None:
    """The work is done and cannot be kept; the browser, which was not told that it is saved, tries again."""
    store = FullDisk(store_url)
    migrate(store)
    site = Site(store)
    ruth = site.browser(site.ruth)
    key = site.ruth.keys[0]
    form = a_submission_form(key) if path.endswith("submit") else a_draft_form(key)

    store.full = True
    with pytest.raises(OSError, match="disk full"):
        ruth.send(path, form)
    store.full = False
    assert site.rows(Sheet) == site.rows(Draft) == site.rows(Score) == []
    assert ruth.send(path, form).status_code == 200
    assert len(site.rows(Sheet)) + len(site.rows(Draft)) == 1
    store.close()


def test_no_answer_is_kept_by_a_cache(site: Site, ruth: Browser) -> None:
    answers = [
        ruth.get("/ballot/open"),
        ruth.get("/ballot/place/9"),
        ruth.send("/ballot/submit", a_submission_form(site.ruth.keys[0])),
        ruth.send("/ballot/submit", "{}"),
        site.browser().get("/ballot/open"),
    ]
    assert [one.headers.get("cache-control") for one in answers] == ["no-store"] * 5


def test_passages_are_listed_beside_a_response_and_read_by_number(sqlite_store_url: str) -> None:
    text = "Job's friends were wrong (Job 42:7), and so was the job. See also John 11:35."
    responses = [NewResponse("P-1", "Alder", text), NewResponse("P-2", "Alder", "No verse here.")]
    with a_store(sqlite_store_url) as store:
        site = Site(store, intake=an_intake(responses=responses))
        ruth = site.browser(site.ruth)
        places = [ruth.get(f"/ballot/place/{position}").json()["place"] for position in (1, 2)]
        at = next(place["position"] for place in places if "Job" in place["response"])
        assert [place["passages"] for place in places if place["position"] == at] == [["Job 42:7", "John 11:35"]]
        assert [place["passages"] for place in places if place["position"] != at] == [[]]
        assert text in places[at - 1]["response"]
        assert ruth.get(f"/ballot/passage/{at}/1").json() == {
            "label": "John 11:35",
            "translation": "American Standard Version (1901, public domain)",
            "verses": [["11:35", "Jesus wept."]],
        }
        assert ruth.get(f"/ballot/passage/{at}/2").json()["problems"] == ["There is no such passage."]


def test_a_standpoint_is_named_where_there_are_several() -> None:
    modules = [
        {"id": "plain", "name": "Plain sense", "standpoint": "Everyday judgement."},
        {"id": "monastic", "name": "Monastic", "standpoint": "The rule of an order."},
    ]
    place = Place("k", 1, "monastic", "Why?", None, "So.", 0, {}, None)
    several: Benchmark = a_benchmark(modules=modules)
    assert place_card(Shown(place), several)["module"] == "Monastic"
    assert place_card(Shown(place), a_benchmark())["module"] == ""
