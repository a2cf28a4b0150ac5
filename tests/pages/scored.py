"""Studies in which people and judges have scored, for the pages that show what came of it."""

from collections.abc import Mapping, Sequence

from judging.settle_study import take_scores
from rubrics.entries import Entry
from store import frames
from store.engine import Session
from store.score_intake import NewAnswer
from tests.store.a_study import NOW, an_open_study

Scores = Mapping[str, Sequence[float | None]]
"""By rater, one score for each response in the order of their labels; None where the axis does not apply."""

SAID = "It says so."
PEOPLE: Scores = {"Ann": (0, 1, 2, 3), "Ben": (0, 1, 2, 3)}
JUDGES: Scores = {"Hollin": (1, 0, 3, 2)}


def a_scored_study(session: Session, people: Scores = PEOPLE, judges: Scores = JUDGES) -> int:
    """An open study of four responses; `care` has the scores given, `truth` is 2 everywhere."""
    study_id = an_open_study(session)
    labels = sorted(frames.responses(session, study_id=study_id)["response"])
    answers = [
        NewAnswer(rater, kind, label, "plain", {"truth": Entry("value", 2.0, SAID), "care": an_entry(score)})
        for kind, raters in (("human", people), ("llm", judges))
        for rater, scores in raters.items()
        for label, score in zip(labels, scores, strict=False)
    ]
    take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)
    return study_id


def an_entry(score: float | None) -> Entry:
    """A value, or that the axis does not apply."""
    if score is None:
        return Entry("not_applicable", None, SAID)
    return Entry("value", float(score), SAID)
