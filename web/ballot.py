"""The routes a scorer's ballot talks to: open the queue, fetch a place, save a draft, submit, flag, read a passage.

Each request looks its person up anew and is checked whole before anything is stored; "saved" is answered only after
the commit. Nothing that leaves here holds a system, another rater or a judge's score: it is made from
`store.queue.Place`, which has no field for them, and made fit to show only when the database has been let go.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from rubrics.schema import Benchmark
from store import ballots, benchmarks, charters, clause_doubts, duties, people, queue
from store.ballots import DraftSave, Submission
from store.engine import Session, Store
from store.people import Person
from store.queue import Place
from store.refusals import Refused
from web import passages
from web.answering import Answer, desk
from web.ballot_cards import Shown, axis_card, named_in, place_card, saved_draft
from web.ballot_forms import DraftForm, FlagForm, SubmitForm
from web.charter_cards import charter_card
from web.identity import cookie_hash, now

NOTHING_YET = "There is nothing to score yet. You will find your responses here as soon as the study opens."
SAY_SETTLING = (
    "There is nothing to settle now. As soon as two people lie too far apart on a response, you will find it here."
)
NO_STANDPOINT = (
    "You have not been named for any of this study's standpoints yet, so nothing is shown to you. Please write to the "
    "person who sent you your link. The standpoints are: {}."
)
SCORING = ("scorer",)
MOST_DIGITS = 9


class Scorer(NamedTuple):
    """A person who may score, in their study."""

    person: Person
    benchmark: Benchmark

    @property
    def rater_id(self) -> int:
        """The person's id as a rater."""
        return self.person.rater_id


def routes(store: Store) -> list[BaseRoute]:
    """Return the ballot's routes."""
    ours = desk(store, admit=_scorer, show=_shown, told=saved_draft)
    return [
        Route("/ballot/open", ours.reads(open_queue), methods=["GET"]),
        Route("/ballot/place/{position}", ours.reads(fetch_place), methods=["GET"]),
        Route("/ballot/charter/{position}", ours.reads(read_charter), methods=["GET"]),
        Route("/ballot/passage/{position}/{number}", ours.reads(read_passage), methods=["GET"]),
        Route("/ballot/draft", ours.writes(save_draft), methods=["POST"]),
        Route("/ballot/submit", ours.writes(submit), methods=["POST"]),
        Route("/ballot/flag", ours.writes(flag), methods=["POST"]),
    ]


def _shown(part: Any, scorer: Scorer) -> Any:
    return place_card(part, scorer.benchmark) if isinstance(part, Shown) else part


def _scorer(session: Session, request: Request) -> Scorer:
    login = cookie_hash(request.headers)
    admission = people.admitted(session, cookie_hash=login, now=now()) if login else None
    if admission is None or admission.person.role not in SCORING:
        raise Refused("signed out", "You are signed out here. Open your personal link again; nothing is lost.")
    if not admission.may_score:
        raise Refused("undeclared", "Please answer the questions on the first page before you score.")
    return Scorer(admission.person, benchmarks.by_hash(session, content_hash=admission.benchmark_hash))


def open_queue(session: Session, scorer: Scorer, _asked: object) -> Answer:
    """Everything the ballot needs to begin: the axes, how far the work is, the first open response and the next."""
    standing = queue.standing(session, rater_id=scorer.rater_id)
    first = standing.first_open
    following = queue.open_after(session, rater_id=scorer.rater_id, after=first) if first else []
    return {
        "axes": [axis_card(axis, scorer.benchmark) for axis in scorer.benchmark.axes],
        "reasonDue": scorer.benchmark.people.justification == "always",
        "standing": standing._asdict(),
        "nothing": "" if standing.total else _nothing(session, scorer),
        "place": _shown_place(session, scorer, first),
        "ready": _ready(session, scorer, following[0] if following else None),
    }


def _nothing(session: Session, scorer: Scorer) -> str:
    """Say why somebody has nothing to score."""
    modules = scorer.benchmark.modules
    found = duties.duties_of(session, rater_id=scorer.rater_id)
    if duties.ADJUDICATE in found.values():
        return SAY_SETTLING
    if len(modules) > 1 and not found:
        return NO_STANDPOINT.format("; ".join(one.name for one in modules))
    return NOTHING_YET


def fetch_place(session: Session, scorer: Scorer, asked: Mapping[str, str]) -> Answer:
    """One place of the queue, to go back to or forward."""
    place = _shown_place(session, scorer, _number(asked["position"]))
    if place is None:
        raise Refused("unknown", "There is no such response in your queue.")
    return {"place": place}


def _place(session: Session, scorer: Scorer, position: int | None) -> Place | None:
    return queue.place(session, rater_id=scorer.rater_id, position=position) if position else None


def _shown_place(session: Session, scorer: Scorer, position: int | None) -> Shown | None:
    place = _place(session, scorer, position)
    if place is None:
        return None
    if scorer.benchmark.charters is None or scorer.person.study_id is None:
        return Shown(place)
    study_id = scorer.person.study_id
    return Shown(place, charters.hash_in_force(session, study_id=study_id, module=place.module) or "")


def _ready(session: Session, scorer: Scorer, position: int | None) -> Shown | None:
    """Return a place to hold ready; an adjudicator's final one is fetched when it is due, as others say it then."""
    try:
        found = _shown_place(session, scorer, position)
    except Refused:
        return None
    return found if found and found.place.earlier is None else None


def read_charter(session: Session, scorer: Scorer, asked: Mapping[str, str]) -> Answer:
    """The charter in force from which a place is judged, with the owner's answers to this scorer's doubts."""
    place = _place(session, scorer, _number(asked["position"]))
    if place is None or scorer.person.study_id is None:
        raise Refused("unknown", "There is no such response in your queue.")
    study_id = scorer.person.study_id
    version = charters.in_force(session, study_id=study_id).get(place.module)
    if version is None:
        raise Refused("unknown", "This standpoint has no charter.")
    mine = clause_doubts.doubts(session, study_id=study_id, rater_id=scorer.rater_id)
    return charter_card(version, [one for one in mine if one.module == place.module])


def _number(text: str) -> int | None:
    """Read a number from an address; None when it is none, or larger than any the database has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def read_passage(session: Session, scorer: Scorer, asked: Mapping[str, str]) -> Answer:
    """One passage of Scripture that a response names."""
    place = _place(session, scorer, _number(asked["position"]))
    named = named_in(place) if place else ()
    number = _number(asked["number"])
    if number is None or number >= len(named):
        raise Refused("unknown", "There is no such passage.")
    reference = named[number]
    return {
        "label": reference.label,
        "translation": passages.TRANSLATION,
        "verses": passages.passage(reference),
    }


def save_draft(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Keep unfinished work."""
    form = DraftForm.model_validate_json(body)
    if unknown := sorted(set(form.entries) - {*scorer.benchmark.axis_ids, queue.SENTENCE}):
        raise Refused("malformed", f"This benchmark has no {', '.join(unknown)}.")
    entries = {axis: choice.kept() for axis, choice in form.entries.items()}
    save = DraftSave(form.key, form.tab, form.sequence, form.revision, form.version, entries)
    moment = now()
    revision = ballots.save_draft(session, rater_id=scorer.rater_id, save=save, now=moment)
    return {"revision": revision, "sequence": form.sequence, "savedAt": moment.isoformat()}


def submit(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Store a full set of scores, and answer with the place that is next and the one behind it."""
    form = SubmitForm.model_validate_json(body)
    submission = Submission(
        form.key,
        form.submission,
        form.version,
        form.checked(),
        form.clauses,
        form.charter or None,
        form.sentence,
        form.seen,
    )
    moment = now()
    position, version = ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=moment)
    ahead = queue.ahead(session, rater_id=scorer.rater_id, after=position)
    upcoming, following = [*ahead, None, None][:2]
    held = upcoming is not None and upcoming.key == form.holding
    return {
        "version": version,
        "savedAt": moment.isoformat(),
        "standing": queue.standing(session, rater_id=scorer.rater_id)._asdict(),
        "next": upcoming.key if upcoming else None,
        "place": _shown_place(session, scorer, upcoming.position) if upcoming and not held else None,
        "ready": _ready(session, scorer, following.position if following else None),
    }


def flag(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Tell the owner that something is wrong with a response."""
    form = FlagForm.model_validate_json(body)
    ballots.raise_flag(session, rater_id=scorer.rater_id, key=form.key, reason=form.reason, now=now())
    return {"flagged": True}
