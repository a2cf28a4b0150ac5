"""Published results: taken in whole, with both judges apart, and giving the figures that were worked out by hand."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.lower_of_two import lower_of_two
from analysis.resampling import Plan
from analysis.system_means import SystemReport, system_report
from files.problems import FileError
from files.prompts import read_prompts
from files.responses import Declared, read_responses
from files.systems import read_systems
from files.whole_files import WholeFile, take_whole
from rubrics import loader
from rubrics.schema import Benchmark
from store import benchmarks, frames, score_intake, studies, study_facts
from store.contents import Contents, contents
from store.engine import Session
from tests.files.published_files import OWN, QUESTIONS, a_results_file, a_task_set, as_json
from tests.files.study_builders import NOW, a_store

RUBRIC = Path(__file__).parents[2] / "rubrics" / "credo" / "v1.1.toml"
NAME = "benchmark-results.json"
EMPTY = Declared(empty_texts=True)


def a_study(session: Session) -> tuple[int, Benchmark]:
    text = RUBRIC.read_text("utf-8")
    content_hash = benchmarks.register(session, text=text, name="v1.1.toml", now=NOW)
    plan = studies.StudyPlan(slug="published", title="Published", seed="s")
    return studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW), loader.parse(text, "v1.1")


def take(session: Session, study_id: int, benchmark: Benchmark, content: bytes) -> dict[str, int]:
    there = contents(session, study_id=study_id)
    intake = read_responses(content, NAME, there=there, declared=EMPTY)

    def keep(answers: object) -> int:
        later = NOW + timedelta(minutes=1)
        return score_intake.take_scores(session, study_id=study_id, answers=answers, source=NAME, by=None, now=later)  # type: ignore[arg-type]  # as it is called

    file = WholeFile(content, NAME, intake)
    return take_whole(session, file, study_id=study_id, benchmark=benchmark, keep=keep, by=None, now=NOW)


def published(session: Session, study_id: int, benchmark: Benchmark) -> tuple[SystemReport, pd.DataFrame]:
    """The lower of whatever judges a response has, reported by system; and all scores, with their systems."""
    scores = frames.scores(session, study_id=study_id)
    facts = frames.responses(session, study_id=study_id)
    lower = scores.groupby(["response", "axis"], as_index=False)["value"].min().assign(missing=None)
    targets = facts.rename(columns={"category": "tier"})[["response", "system", "prompt", "tier"]]
    report = system_report(lower, targets, benchmark, Plan(seed="s", draws=200))
    return report, scores.merge(facts[["response", "system"]], on="response")


def test_the_published_figures_come_out_as_worked_out_by_hand(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        added = take(session, study_id, benchmark, as_json(a_results_file()))
        # 23 x 6 answers, each with a first judge's verdict, and 23 with a second.
        assert added == {
            "prompts": 23,
            "systems": 6,
            "responses": 138,
            "marks": added["marks"],
            "answers": 161,
            "new": 161,
        }
        report, _ = published(session, study_id, benchmark)
        figures = {one.system: one for one in report.systems}
        tiers = {name: {part.part: part.shown for part in one.tiers} for name, one in figures.items()}
        # alder: tier B is (8 x 86 + 8 x 87) / 16 = 86.5, halves up 87 (to even it would be 86);
        # overall (630 + 1384) / 23 = 87.57.
        assert (tiers["alder"], figures["alder"].shown) == ({"A": 90, "B": 87}, 88)
        # beech: (560 + 1248) / 23 = 78.6.
        assert (tiers["beech"], figures["beech"].shown) == ({"A": 80, "B": 78}, 79)
        assert (tiers["cedar"], figures["cedar"].shown) == ({"A": 70, "B": 70}, 70)
        assert (tiers["dogwood"], figures["dogwood"].shown) == ({"A": 60, "B": 60}, 60)
        # elm: its empty answer counts as 0: 270 / 7 = 38.57; overall (270 + 640) / 23 = 39.57.
        assert (tiers["elm"], figures["elm"].shown) == ({"A": 39, "B": 40}, 40)
        # Their own: the lower of two: tier A (5 x 100 + 2 x 95) / 7 = 98.57; overall (500 + 1710) / 23 = 96.09.
        assert (tiers[OWN], figures[OWN].shown) == ({"A": 99, "B": 95}, 96)


def test_only_the_maintainers_own_system_has_a_second_judge(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        take(session, study_id, benchmark, as_json(a_results_file()))
        _, scores = published(session, study_id, benchmark)
        judges = scores.groupby("system")["rater"].unique().map(sorted).to_dict()
        assert judges.pop(OWN) == ["Northgate Judge", "Southgate Judge"]
        assert {tuple(one) for one in judges.values()} == {("Northgate Judge",)}
        own = scores[scores["system"] == OWN].pivot(index="response", columns="rater", values="value")
        figure = lower_of_two(own["Northgate Judge"], own["Southgate Judge"], benchmark.rounding)
        assert (figure.n, figure.first, figure.shown) == (23, 100, 96)
        facts = {one.name: one.own for one in contents(session, study_id=study_id).systems}
        assert [name for name, is_own in facts.items() if is_own] == [OWN]


def test_makers_of_the_judges_come_in_where_the_file_names_them(sqlite_store_url: str) -> None:
    document = a_results_file()
    document["judge"] = {"name": "Northgate Judge", "provider": "Northgate"}
    document["questions"][0]["answers"][OWN]["adjudication"]["judge"] = "Southgate Judge"
    document["adjudicator"] = {"name": "Southgate Judge", "provider": "Southgate"}
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        take(session, study_id, benchmark, as_json(document))
        judges = study_facts.judges(session, study_id=study_id)
    assert dict(zip(judges["judge"], judges["family"], strict=True)) == {
        "Northgate Judge": "Northgate",
        "Southgate Judge": "Southgate",
    }


def test_gaps_below_ten_points_are_ties(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        take(session, study_id, benchmark, as_json(a_results_file()))
        report, _ = published(session, study_id, benchmark)
        tied = {frozenset((one.first, one.second)) for one in report.ties if one.tied}
        # 96, 88, 79, 70, 60, 40: those next to each other are 8, 9, 9, 10 and 20 apart.
        assert tied == {frozenset(pair) for pair in ((OWN, "alder"), ("alder", "beech"), ("beech", "cedar"))}


def test_the_same_file_twice_adds_nothing(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        take(session, study_id, benchmark, as_json(a_results_file()))
        again = take(session, study_id, benchmark, as_json(a_results_file()))
        assert {name: again[name] for name in ("prompts", "systems", "responses", "marks", "new")} == dict.fromkeys(
            ("prompts", "systems", "responses", "marks", "new"), 0
        )


def test_the_first_version_has_one_judge_throughout(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        take(session, study_id, benchmark, as_json(a_results_file("1.0")))
        report, scores = published(session, study_id, benchmark)
        assert set(scores["rater"]) == {"Northgate Judge"}
        assert {one.system: one.shown for one in report.systems}[OWN] == 100


def test_a_published_score_that_is_not_the_lower_of_the_two_is_refused(sqlite_store_url: str) -> None:
    document = a_results_file()
    document["questions"][6]["answers"][OWN]["score"] = 97
    document["questions"][7]["answers"]["alder"]["firstJudgeScore"] = 20
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        with pytest.raises(FileError) as refused:
            take(session, study_id, benchmark, as_json(document))
    assert str(refused.value).splitlines() == [
        f"{NAME}, question 7, column score: found 97 published for 'lantern', of 100 and 95; "
        "allowed: the lower of the two judges, 95",
        f"{NAME}, question 8, column adjudication: found 'alder' with two scores and no adjudication; "
        "allowed: what the second judge said, with its score",
    ]


@pytest.mark.parametrize("score", ["NaN", "101", "86.5", '"high"', "-1"])
def test_a_score_that_the_scale_does_not_have_is_refused_with_its_question(sqlite_store_url: str, score: str) -> None:
    content = as_json(a_results_file()).replace(b'"score": 86', b'"score": ' + score.encode(), 1)
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id, benchmark = a_study(session)
        with pytest.raises(FileError, match=f"question 8, column score: found '{score.strip(chr(34))}'; allowed: "):
            take(session, study_id, benchmark, content)


def test_an_empty_answer_is_refused_where_nobody_says_that_it_is_one() -> None:
    with pytest.raises(FileError, match="question 1, column text: found an empty cell; allowed: the whole response"):
        read_responses(as_json(a_results_file()), NAME, there=Contents())


def test_a_task_set_gives_prompts_with_tiers_and_reference_answers() -> None:
    prompts = read_prompts(as_json(a_task_set()), "task-set.json")
    assert [one.key for one in prompts] == QUESTIONS
    assert (prompts[0].text, prompts[0].category, prompts[0].reference_answer) == ("What is A1?", "A", "It is A1.")
    systems = {one.name: one for one in read_systems(as_json(a_results_file()), NAME)}
    assert (systems[OWN].family, systems[OWN].own, systems["alder"].own) == ("lantern lab", True, False)


def test_themes_and_avoidances_of_published_prompts_are_kept() -> None:
    published_prompts: list[dict[str, Any]] = [
        {
            "id": "TL-01",
            "category": "theology",
            "prompt": "Is God going to bless my business?",
            "expectedThemes": ["No contract", "Presence"],
            "expectedAvoidances": ["Prosperity as truth"],
            "notes": "not read",
        },
        {"id": "SF-01", "category": "scripture", "prompt": "Quote it.", "expectedThemes": [], "expectedAvoidances": []},
    ]
    first, second = read_prompts(as_json({"version": "v1", "prompts": published_prompts}), "prompts.json")
    assert first.details == {
        "expected_themes": ["No contract", "Presence"],
        "expected_avoidances": ["Prosperity as truth"],
    }
    assert (second.key, second.details) == ("SF-01", {})
    published_prompts[1]["prompt"] = None
    published_prompts[0]["expectedThemes"] = [{"theme": "x"}]
    with pytest.raises(FileError) as refused:
        read_prompts(as_json({"prompts": published_prompts}), "prompts.json")
    assert [line.partition("; ")[0] for line in str(refused.value).splitlines()] == [
        "prompts.json, prompt 1, column expected_themes: found a value with parts of its own",
        "prompts.json, prompt 2, column text: found an empty cell",
    ]
