"""Judges' scores that come in bit by bit: what counts is right after every file, and is settled again from a release.

Each of the benchmarks that are shipped, by its own protocol. Numbers are worked out in the comments.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from judging.settle_study import take_scores
from publishing.release_tables import release_of
from publishing.settle_again import SettledAgain, settle_again
from rubrics import loader
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from store import benchmarks, frames, studies
from store.engine import Store
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from store.score_intake import NewAnswer
from store.settling import PROTOCOL
from tests.store.a_study import NOW, a_plan

RUBRICS = Path(__file__).parents[2] / "rubrics"
SYSTEMS = (NewSystem("Alder", "Alder Lab"), NewSystem("Beech", "Beech Lab", own=True))
Scores = Mapping[str, Sequence[float | None]]
"""By stage and judge (`first Hollin`): what that judge gave every axis of Alder's and of Beech's answer."""


class Study:
    """A draft under one of the shipped files: one question that both systems answered."""

    def __init__(self, store: Store, file: str, texts: tuple[str, str] = ("So it is.", "It is so.")) -> None:
        text = (RUBRICS / file).read_text("utf-8")
        self.store, self.benchmark = store, loader.parse(text, file)
        self.module = self.benchmark.modules[0].id
        with store.writing() as session:
            content = benchmarks.register(session, text=text, name=file, now=NOW)
            self.id = studies.create_study(session, plan=a_plan(), benchmark_hash=content, now=NOW)
            answers = [NewResponse("P-1", one.name, text) for one, text in zip(SYSTEMS, texts, strict=True)]
            intake = Intake([NewPrompt("P-1", "What?", category_of(self.benchmark))], list(SYSTEMS), answers, "r.csv")
            take_in(session, study_id=self.id, intake=intake, by=None, now=NOW)
            studies.open_study(session, study_id=self.id, by=None, now=NOW)
        with store.reading() as session:
            found = frames.responses(session, study_id=self.id)
        self.labels = dict(zip(found["system"], found["response"], strict=True))

    def take(self, scores: Scores) -> None:
        """Take a file in: each judge is of a maker of its own."""
        with self.store.writing() as session:
            take_scores(session, study_id=self.id, answers=self._answers(scores), source="j.csv", by=None, now=NOW)

    def _answers(self, scores: Scores) -> list[NewAnswer]:
        answers = []
        for who, given in scores.items():
            stage, _, judge = who.rpartition(" ")
            for system, score in zip(SYSTEMS, given, strict=True):
                if score is not None:
                    entries = {axis: Entry("value", score, "So.") for axis in self.benchmark.axis_ids}
                    label = self.labels[system.name]
                    answers.append(
                        NewAnswer(judge, "llm", label, self.module, entries, f"{judge} Lab", "", False, stage)
                    )
        return answers

    def settled(self) -> list[set[float | str]]:
        """What counts on the axes of Alder's answer, and of Beech's."""
        with self.store.reading() as session:
            found = frames.settled(session, study_id=self.id, protocol=PROTOCOL)
        found = found[found["module"] == self.module]
        values = found["value"].astype(object).where(found["value"].notna(), found["missing"])
        return [set(values[found["response"] == self.labels[one.name]]) for one in SYSTEMS]

    def again(self, *changes: tuple[int, str, float]) -> SettledAgain:
        """Settle once more from a release's tables, of which some verdicts' scores on an axis are changed."""
        with self.store.reading() as session:
            tables = release_of(session, study_id=self.id, named=True).tables
        said = tables["verdict_scores"]
        for verdict, axis, score in changes:
            said.loc[(said["verdict"] == verdict) & (said["axis"] == axis), "score"] = score
        return settle_again(tables["settled"], tables["verdicts"], said, self.benchmark)


def category_of(benchmark: Benchmark) -> str:
    return benchmark.tasks.tiers[0].id if benchmark.tasks.tiers else ""


def moved(found: SettledAgain) -> list[tuple[str, str, str]]:
    """The axis of each score that comes out otherwise, what it was, and what its verdicts give."""
    return [(found.table["axis"].iloc[one.place], one.was, one.now) for one in found.moved]


def test_cross_judges_are_settled_by_their_median_and_two_are_needed(store: Store) -> None:
    study = Study(store, "christian_leader/v1.toml")
    study.take({"Hollin": (1, 3)})
    assert study.settled() == [{"not_scored"}, {"not_scored"}]  # the file wants two judges
    study.take({"Sedge": (2, 3)})
    assert study.settled() == [{1.5}, {3.0}]
    study.take({"Tarn": (3, 0)})
    assert study.settled() == [{2.0}, {3.0}]  # of 1, 2, 3; of 3, 3, 0
    study.take({"Alder": (0, 0)})  # the author of the first: counts on the second alone
    assert study.settled() == [{2.0}, {1.5}]  # of 0, 0, 3, 3
    assert (study.again().as_given, study.again().moved) == (0, ())
    # Hollin's 1 on Alder's answer becomes 3: the median of 3, 2, 3.
    assert moved(study.again((1, "lane", 3))) == [("lane", "2", "3")]


def test_a_second_reading_counts_for_their_own_system_where_it_is_lower(store: Store) -> None:
    study = Study(store, "credo/v1.1.toml")
    study.take({"first Hollin": (86, 90)})
    assert study.settled() == [{86.0}, {"not_scored"}]  # their own needs two
    study.take({"second Sedge": (None, 71)})
    assert study.settled() == [{86.0}, {71.0}]
    assert (study.again().as_given, study.again().moved) == (0, ())
    # The second judge's 71 becomes 95: now the first judge's 90 is the lower.
    assert moved(study.again((3, "reliability", 95))) == [("reliability", "71", "90")]


def test_an_empty_answer_is_settled_again_without_a_verdict(store: Store) -> None:
    study = Study(store, "credo/v1.1.toml", texts=("It is.", ""))
    study.take({"first Hollin": (86, None)})
    assert study.settled() == [{86.0}, {0.0}]
    found = study.again()
    assert (found.as_given, found.moved) == (0, ())
    with store.reading() as session:
        tables = release_of(session, study_id=study.id, named=True).tables
    forged = tables["settled"].assign(score=90.0)
    again = settle_again(forged, tables["verdicts"], tables["verdict_scores"], study.benchmark)
    assert sorted(moved(again)) == [("reliability", "90", "0"), ("reliability", "90", "86")]


def test_a_verdict_on_another_response_counts_for_nothing(store: Store) -> None:
    """Beech's settled score is made to name the verdict on Alder's answer."""
    study = Study(store, "credo/v1.1.toml")
    study.take({"first Hollin": (86, 90), "second Sedge": (None, 71)})
    with store.reading() as session:
        tables = release_of(session, study_id=study.id, named=True).tables
    of_beech = tables["settled"]["response"] == study.labels["Beech"]
    forged = tables["settled"].assign(verdicts=tables["settled"]["verdicts"].where(~of_beech, "1 3"))
    again = settle_again(forged, tables["verdicts"], tables["verdict_scores"], study.benchmark)
    assert moved(again) == [("reliability", "71", "not_scored")]


def test_audits_of_a_file_are_averaged_and_disputes_adjudicated(store: Store) -> None:
    study = Study(store, "worldviews/v1.toml")
    study.take({"primary Hollin": (1, 4)})
    assert study.settled() == [{1.0}, {4.0}]
    study.take({"audit Sedge": (2, None)})
    assert study.settled() == [{1.5}, {4.0}]  # one apart: the mean; the second was not audited
    with store.reading() as session:
        rules = frames.settled(session, study_id=study.id, protocol=PROTOCOL)
    rules = rules[rules["module"] == study.module]
    of_second = set(rules.loc[rules["response"] == study.labels["Beech"], "rule"])
    assert of_second == {"the primary judge's score; not rounded"}
    study.take({"audit Sedge": (None, 2)})
    # Two apart and nobody has adjudicated: the mean stands in, and says so.
    assert study.settled() == [{1.5}, {3.0}]
    study.take({"adjudication Tarn": (None, 0)})
    assert study.settled() == [{1.5}, {0.0}]
    assert (study.again().as_given, study.again().moved) == (0, ())
    assert moved(study.again((5, "non_evasion", 1))) == [("non_evasion", "0", "1")]


@pytest.mark.parametrize("file", ["christian_leader/v1.toml", "credo/v1.1.toml", "worldviews/v1.toml"])
def test_the_same_file_again_settles_nothing_anew(store: Store, file: str) -> None:
    study = Study(store, file)
    stage = f"{study.benchmark.stages[0]} " if len(study.benchmark.stages) > 1 else ""
    for _ in range(2):
        study.take({f"{stage}Hollin": (3, 2)})
    with store.reading() as session:
        found = release_of(session, study_id=study.id, named=True).tables["settled"]
    assert set(found["version"]) == {1}
