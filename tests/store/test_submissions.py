"""A full set of scores is stored once, whole, and never changed; a further answer is a further version."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from rubrics.entries import Entry
from store import ballots, studies
from store.engine import Session
from store.events import broken_links, log
from store.progress import flags
from store.refusals import Refused
from store.tables import Draft, Flag, Score, Sheet, Study
from tests.store.a_study import NOW, Scorer, a_draft_save, a_scorer, a_submission, an_open_study, entries

LATER = NOW + timedelta(minutes=5)


class Desk:
    """A scorer at work on the first place of the queue."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.study_id = an_open_study(session)
        self.scorer: Scorer = a_scorer(session, self.study_id)
        self.key = self.scorer.keys[0]

    def submit(self, **changes: Any) -> tuple[int, int]:
        submission = a_submission(**{"key": self.key, **changes})
        return ballots.submit(self.session, rater_id=self.scorer.rater_id, submission=submission, now=LATER)

    def refusal(self, **changes: Any) -> Refused:
        with pytest.raises(Refused) as refused:
            self.submit(**changes)
        return refused.value

    def sheets(self) -> list[tuple[int, str]]:
        return list(self.session.exec(select(Sheet.version, Sheet.submission).order_by(col(Sheet.id))).all())

    def seal(self) -> None:
        studies.seal_study(self.session, study_id=self.study_id, by=None, now=NOW)


@pytest.fixture
def desk(session: Session) -> Desk:
    return Desk(session)


def test_a_submission_is_stored_whole_with_what_it_was_scored_by(desk: Desk) -> None:
    sentence = "  Er sagt: „Trost“ — שָׁלוֹם, 🕊️.\n"
    care = Entry("cannot_assess", None, "I cannot tell from here.", confidence=0.25)
    assert desk.submit(entries=entries(truth=Entry("value", 0.0, sentence), care=care)) == (1, 1)
    scores = desk.session.exec(select(Score).order_by(Score.axis)).all()
    assert [(one.axis, one.kind, one.value, one.why, one.confidence) for one in scores] == [
        ("care", "cannot_assess", None, "I cannot tell from here.", 0.25),
        ("truth", "value", 0.0, sentence.strip(), None),
    ]
    sheet = desk.session.exec(select(Sheet)).one()
    assert (sheet.version, sheet.source, sheet.submitted_at) == (1, "ballot", LATER)
    assert sheet.benchmark_hash == desk.session.exec(select(Study.benchmark_hash)).one()


def test_a_submission_is_in_the_log_under_its_scorer(desk: Desk) -> None:
    desk.submit()
    newest = log(desk.session, study_id=desk.study_id).iloc[0]
    assert (newest["act"], newest["who"], newest["details"]["version"]) == ("submitted", "Ruth", 1)
    assert broken_links(desk.session, study_id=desk.study_id) == []


def test_the_same_submission_twice_is_stored_once_and_answered_the_same(desk: Desk) -> None:
    assert desk.submit() == desk.submit() == (1, 1)
    assert desk.sheets() == [(1, f"once-{desk.key}")]
    assert len(log(desk.session, study_id=desk.study_id).query("act == 'submitted'")) == 1


def test_a_resend_after_a_changed_answer_or_after_sealing_is_still_answered(desk: Desk) -> None:
    """Its acknowledgement was lost, and meanwhile the world went on: the answer is still that it was stored."""
    desk.submit()
    desk.submit(submission="again", version=1)
    assert desk.submit() == (1, 1)
    desk.seal()
    assert desk.submit() == (1, 1)
    assert desk.submit(submission="again", version=1) == (1, 2)
    assert len(desk.sheets()) == 2


def test_another_window_that_submits_second_is_told(desk: Desk) -> None:
    desk.submit()
    refused = desk.refusal(submission="other window", entries=entries(truth=Entry("value", 0.0, "All of it is false.")))
    assert (refused.why, refused.problems) == ("submitted", ("This answer was already submitted in another window.",))
    assert desk.sheets() == [(1, f"once-{desk.key}")]


def test_a_changed_answer_is_a_further_version_and_the_old_one_stays(desk: Desk) -> None:
    desk.submit()
    changed = entries(truth=Entry("value", 1.0, "On second thoughts it leaves half out."))
    assert desk.submit(submission="again", version=1, entries=changed) == (1, 2)
    values = desk.session.exec(
        select(Sheet.version, Score.value)
        .join(Score, col(Score.sheet_id) == col(Sheet.id))
        .where(Score.axis == "truth")
        .order_by(col(Sheet.version))
    ).all()
    assert list(values) == [(1, 2.0), (2, 1.0)]


@pytest.mark.parametrize("version", [1, 2, 7])
def test_a_change_of_an_answer_that_was_never_given_is_refused(desk: Desk, version: int) -> None:
    assert desk.refusal(version=version).why == "submitted"
    assert desk.sheets() == []


def test_everything_missing_is_named_and_nothing_is_stored(desk: Desk) -> None:
    refused = desk.refusal(entries=entries(truth=Entry("value", 2.0, " …  "), care=None))
    assert refused.why == "incomplete"
    assert refused.problems == (
        "Truth has no reason yet. Please write one sentence, in words, saying why.",
        "Care has no score yet. Please choose one.",
    )
    assert desk.session.exec(select(Score)).all() == []
    assert desk.sheets() == []


@pytest.mark.parametrize("value", [1.5, 4.0, -1.0, float("nan"), float("inf"), None, True])
def test_a_score_that_no_anchor_has_is_refused_and_never_moved(desk: Desk, value: Any) -> None:
    refused = desk.refusal(entries=entries(truth=Entry("value", value, "It is so.")))
    assert refused.why == "incomplete"
    assert len(refused.problems) == 1
    assert refused.problems[0].startswith("Truth")
    assert desk.sheets() == []


@pytest.mark.parametrize(
    ("axis", "entry"),
    [
        ("truth", Entry("not_applicable", None, "It is a poem.")),
        ("truth", Entry("cannot_assess", 2.0, "Both at once.")),
        ("truth", Entry("guess", None, "No such kind.")),  # type: ignore[arg-type]  # what is refused
        ("beauty", Entry("value", 2.0, "No such axis.")),
    ],
)
def test_an_answer_that_does_not_fit_the_benchmark_is_refused(desk: Desk, axis: str, entry: Entry) -> None:
    assert desk.refusal(entries=entries(**{axis: entry})).why == "incomplete"
    assert desk.sheets() == []


def test_another_scorers_place_is_refused(desk: Desk) -> None:
    """Field case 43: the key is known, and still opens nothing to anybody else."""
    other = a_scorer(desk.session, desk.study_id, "Naomi")
    assert desk.refusal(key=other.keys[0]).why == "unknown"
    assert desk.refusal(key="../x").why == "unknown"
    assert desk.sheets() == []


def test_a_submissions_id_belongs_to_one_response_of_one_scorer(desk: Desk) -> None:
    desk.submit(submission="mine")
    assert desk.refusal(key=desk.scorer.keys[1], submission="mine").why == "unknown"
    other = a_scorer(desk.session, desk.study_id, "Naomi")
    with pytest.raises(Refused, match="belongs to another response"):
        ballots.submit(
            desk.session,
            rater_id=other.rater_id,
            submission=a_submission(other.keys[0], submission="mine"),
            now=NOW,
        )
    assert desk.sheets() == [(1, "mine")]


def test_nothing_new_is_taken_after_sealing(desk: Desk) -> None:
    desk.submit()
    desk.seal()
    for changes in ({"key": desk.scorer.keys[1]}, {"submission": "again", "version": 1}):
        refused = desk.refusal(**changes)
        assert (refused.why, refused.problems) == ("closed", ("Scoring has ended; your submitted answers are kept.",))
    assert len(desk.sheets()) == 1


def raise_flag(desk: Desk, reason: str) -> None:
    ballots.raise_flag(desk.session, rater_id=desk.scorer.rater_id, key=desk.key, reason=reason, now=NOW)


def test_a_flag_reaches_the_owner_once_with_the_response_and_the_words(desk: Desk) -> None:
    raise_flag(desk, " It names its maker. ")
    raise_flag(desk, "It names its maker.")
    found = flags(desk.session, study_id=desk.study_id)
    assert list(found[["name", "reason"]].itertuples(index=False, name=None)) == [("Ruth", "It names its maker.")]
    raise_flag(desk, "It is also cut off.")
    assert list(flags(desk.session, study_id=desk.study_id)["reason"]) == ["It is also cut off.", "It names its maker."]


@pytest.mark.parametrize("reason", ["", "  ", "?!", "a" * 1001, "Null\x00 character"])
def test_a_flag_says_something_in_words(desk: Desk, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        raise_flag(desk, reason)
    assert refused.value.why == "incomplete"
    assert desk.session.exec(select(Flag)).all() == []


def test_a_flag_on_somebody_elses_place_or_after_sealing_is_refused(desk: Desk) -> None:
    own, desk.key = desk.key, a_scorer(desk.session, desk.study_id, "Naomi").keys[0]
    with pytest.raises(Refused, match="not in your queue"):
        raise_flag(desk, "It names its maker.")
    desk.key = own
    desk.seal()
    with pytest.raises(Refused, match="Scoring has ended"):
        raise_flag(desk, "It names its maker.")


def test_submitting_leaves_another_places_draft_alone(desk: Desk) -> None:
    save = a_draft_save(desk.scorer.keys[1])
    ballots.save_draft(desk.session, rater_id=desk.scorer.rater_id, save=save, now=NOW)
    desk.submit()
    assert len(desk.session.exec(select(Draft)).all()) == 1
