"""Who has done what: the people, the judges, what was flagged, and what comes next. No score shows here."""

from collections.abc import Sequence
from datetime import datetime
from html import escape
from typing import NamedTuple

import pandas as pd
import streamlit as st

from analysis.constancy import constancy
from judging.settle_people import settle_people
from pages import (
    access,
    acting,
    look,
    progress_coverage,
    progress_gaps,
    progress_pace,
    rater_names,
    results,
    study_choice,
    when,
)
from pages.progress_gaps import Gaps
from pages.progress_pace import Pace
from pages.study_course import Coverage, Work, coverage_of, next_step, unfinished, work_of
from rubrics.schema import Benchmark
from store import benchmarks, pace, repeats, responses, studies
from store import progress as progress_of
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner", "researcher")
OWNER = ("owner",)


class Standing(NamedTuple):
    """What the page shows of a study; `pairs`, which hold scores, only once scoring has ended. `names` are by key."""

    card: StudyCard
    work: Sequence[Work]
    judges: Sequence[Coverage]
    flags: pd.DataFrame
    undecided: int
    benchmark: Benchmark
    pace: Sequence[Pace]
    coverage: pd.DataFrame
    repeats: pd.DataFrame
    pairs: pd.DataFrame | None
    names: dict[str, str]
    gaps: Gaps


def render(store: Store) -> None:
    """Show how the study stands; its owner may end scoring here."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Progress", card)
    acting.show_outcome()
    with store.reading() as session:
        standing = _standing(session, card, by_name=person.role == "owner")
    look.notice(_next_step(standing))
    _people(standing)
    _pace(standing)
    _coverage(standing)
    progress_gaps.show(standing.gaps, standing.benchmark)
    _judges(standing)
    _repeats(standing)
    _flags(standing)
    if person.role == "owner" and card.state == "open":
        _closing(store, standing)


def _standing(session: Session, card: StudyCard, *, by_name: bool) -> Standing:
    """Fetch what the page shows; researchers get numbers in place of names."""
    scorers, moment = progress_of.scorers(session, study_id=card.id), now()
    names = rater_names.numbered(session, study_id=card.id)
    flags = progress_of.flags(session, study_id=card.id)
    if not by_name:
        flags = flags.assign(name="A scorer")
    work = work_of(scorers, None if by_name else names)
    fast = pace.pace(session, study_id=card.id, since=moment - progress_pace.LATELY)
    return Standing(
        card,
        work,
        coverage_of(progress_of.judges(session, study_id=card.id)),
        flags,
        int(responses.marks(session, study_id=card.id)["decision"].isna().sum()) if card.state == "draft" else 0,
        benchmarks.of_study(session, study_id=card.id),
        progress_pace.pace_of(work, fast, pace.minutes(session, study_id=card.id), moment),
        pace.coverage(session, study_id=card.id),
        repeats.standing(session, study_id=card.id),
        repeats.pairs(session, study_id=card.id) if card.state in results.SHOWN else None,
        {str(key): one.name for key, one in zip(scorers["rater"], work, strict=True)},
        progress_gaps.gaps(session, study_id=card.id, names=None if by_name else names),
    )


def _next_step(standing: Standing) -> str:
    """Say what comes next; what adjudicators still have to settle comes before scoring is closed."""
    scored = standing.work and not any(one.left for one in standing.work)
    if standing.card.state == "open" and scored and standing.gaps.waiting:
        return progress_gaps.next_step(standing.gaps)
    return next_step(standing.card, standing.work, standing.judges, standing.undecided)


def _people(standing: Standing) -> None:
    st.header("People", anchor=False)
    if not standing.work:
        look.prose(
            "Nobody has a queue yet. Scorers get theirs when the study opens, or with their invitation after that."
        )
        return
    moment = now()
    rows = "".join(_line(one.name, one.submitted, one.assigned, _doing(one, moment)) for one in standing.work)
    st.html(f'<ul class="sr-lines">{rows}</ul>')


def _doing(one: Work, moment: datetime) -> str:
    if one.assigned and not one.left:
        return f"finished {when.ago(one.last, moment)}"
    begun = f"{one.started} begun, " if one.started else ""
    return begun + (
        "not submitted anything yet" if one.last is None else f"last submitted {when.ago(one.last, moment)}"
    )


def _line(name: str, done: int, total: int, says: str) -> str:
    return (
        f'<li><span class="sr-name" dir="auto">{escape(name)}</span>{look.bar(done, total, name)}'
        f'<span class="sr-count">{done} of {total}</span><span class="sr-says">{escape(says)}</span></li>'
    )


def _pace(standing: Standing) -> None:
    """Show who is how fast while there is something to wait for."""
    if standing.card.state != "open" or not standing.pace:
        return
    moment = now()
    told = [f"{one.name}: {words}" for one in standing.pace if (words := progress_pace.needs_a_word(one, moment))]
    st.header("Pace", anchor=False)
    if told:
        look.prose("Overdue:")
        items = "".join(f'<li dir="auto">{escape(one)}</li>' for one in told)
        st.html(f'<ul class="sr-list">{items}</ul>')
    else:
        look.prose("Nobody is overdue.")
    rows = progress_pace.lines(standing.pace, moment)
    st.html(look.table(progress_pace.HEADS, rows, title="How fast people score", kind="wide"))


def _coverage(standing: Standing) -> None:
    """Show how many people have scored the responses; nothing before a sample is drawn."""
    coverage, wanted = standing.coverage, standing.benchmark.people.scorers_per_target
    if coverage.empty:
        return
    st.header("Coverage", anchor=False)
    look.prose(progress_coverage.in_words(coverage, wanted))
    modules = {one.id: one.name for one in standing.benchmark.modules}
    rows = progress_coverage.lines(coverage, wanted, modules)
    st.html(look.table(progress_coverage.heads(coverage, wanted), rows, title="Responses", kind="wide"))


def _repeats(standing: Standing) -> None:
    """Show how constant scorers are, once scoring has ended; before that only how many repeats are done."""
    total, done = (int(standing.repeats[name].sum()) for name in ("repeats", "submitted"))
    if not total:
        return
    st.header("Each scorer beside themselves", anchor=False)
    look.prose(
        f"A few responses come a second time, without the scorer being told; {done} of {total} are scored twice."
    )
    if standing.pairs is None:
        look.prose("How constant each scorer is shows once scoring has ended.")
        return
    found = constancy(standing.pairs)
    if not found:
        look.prose("Nobody has scored a response twice, so there is nothing to compare.")
        return
    rows = progress_coverage.constancy_lines(found, standing.names)
    st.html(look.table(progress_coverage.CONSTANCY, rows, title="The same response, twice", kind="wide"))
    look.prose("Scores on several axes of one response hang together, so these counts have no interval.")


def _judges(standing: Standing) -> None:
    st.header("AI judges", anchor=False)
    if not standing.judges:
        look.prose(
            "No judge's scores are in yet. Judges are run on the page Judging; scores that you have already are "
            "imported on the computer that runs Second Reader:"
        )
        st.code(f"secondreader import scores {standing.card.slug} scores.csv", language=None, wrap_lines=True)
        return
    total = standing.card.sampled or max(one.answered + one.unreadable for one in standing.judges)
    rows = "".join(_line(one.judge, one.answered, total, _reading(one)) for one in standing.judges)
    st.html(f'<ul class="sr-lines">{rows}</ul>')


def _reading(one: Coverage) -> str:
    if not one.unreadable:
        return "every reply could be read"
    return "1 reply could not be read" if one.unreadable == 1 else f"{one.unreadable} replies could not be read"


def _flags(standing: Standing) -> None:
    st.header("Flagged responses", anchor=False)
    if standing.flags.empty:
        look.prose("Nobody has flagged a response.")
        return
    moment = now()
    lines = ""
    for flag in standing.flags.to_dict("records"):
        raised = when.ago(when.known(flag["raised_at"]), moment)
        says = f"{flag['name']}, {raised}, on an answer to {flag['prompt']} ({flag['response']})"
        lines += (
            f'<li><blockquote dir="auto">{escape(flag["reason"])}</blockquote>'
            f'<p class="sr-says" dir="auto">{escape(says)}</p></li>'
        )
    st.html(f'<ul class="sr-quotes">{lines}</ul>')


def _closing(store: Store, standing: Standing) -> None:
    st.header("End of scoring", anchor=False)
    look.prose(
        "Nobody sees how people and judges compare until you close scoring. From then on nothing can be changed: "
        "that is what makes the result worth believing.",
    )
    if st.button("Close scoring and show results …", key="close"):
        _confirm(store, standing)


@st.dialog("Close scoring for good?")
def _confirm(store: Store, standing: Standing) -> None:
    missing = unfinished(standing.work, standing.judges, standing.card.sampled) + progress_gaps.unfinished(
        standing.gaps
    )
    if missing:
        look.prose("These are not finished:")
        st.html(f'<ul class="sr-list">{"".join(f"<li>{escape(one)}</li>" for one in missing)}</ul>')
    else:
        look.prose("Everyone has finished.")
    look.prose("This cannot be undone. No score can be given or changed afterwards, by anyone.")
    with st.container(horizontal=True, key="closing"):
        closed = st.button(
            "Close scoring for good", key="close_now", type="primary", on_click=_seal, args=(store, standing.card.id)
        )
        if st.button("Not yet", key="not_yet") or closed:
            st.rerun()


def _seal(store: Store, study_id: int) -> None:
    def work(session: Session, person: Person) -> str:
        studies.seal_study(session, study_id=study_id, by=person.rater_id, now=now())
        settle_people(session, study_id=study_id, now=now())
        return "Scoring is closed. The results are on the page Agreement."

    acting.act(store, OWNER, study_id, work)
