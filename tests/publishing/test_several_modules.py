"""A benchmark with several standpoints and with tiers: each module has its numbers, and all of them together."""

import json

from judging.settle_study import take_scores
from publishing.bundle import Files, bundle_files
from publishing.release_tables import release_of
from publishing.verify import verify
from rubrics.entries import Entry
from store import frames, studies
from store.engine import Store
from store.responses import take_in
from store.score_intake import NewAnswer
from tests.publishing.a_release import as_read
from tests.store.a_study import NOW, a_benchmark_in, a_plan, an_intake

MODULES = [
    {"id": "plain", "name": "Plain sense", "standpoint": "Everyday judgement."},
    {"id": "strict", "name": "Strict sense", "standpoint": "Stricter judgement."},
]
TASKS = {
    "called": "Prompt",
    "languages": ["en"],
    "tiers": [{"id": "life", "name": "Daily life", "description": "Everyday."}],
}
TOTALS = {
    "within_response": "sum",
    "shown": ["total"],
    "replications": "averaged_within_prompt",
    "across_prompts": "mean",
    "by_tier": True,
}


def a_bundle_of_two_modules(store: Store) -> Files:
    """One judge gives every axis 2 from the plain standpoint and 1 from the strict one; a person agrees."""
    with store.writing() as session:
        content = a_benchmark_in(session, modules=MODULES, tasks=TASKS, totals=TOTALS)
        study_id = studies.create_study(session, plan=a_plan(), benchmark_hash=content, now=NOW)
        take_in(session, study_id=study_id, intake=an_intake(), by=None, now=NOW)
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
        answers = [
            NewAnswer(rater, kind, label, module, {axis: Entry("value", score, "So.") for axis in ("truth", "care")})
            for label in frames.responses(session, study_id=study_id)["response"]
            for module, score in (("plain", 2.0), ("strict", 1.0))
            for rater, kind in (("Hollin", "llm"), ("Ann", "human"))
        ]
        take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    with store.reading() as session:
        return bundle_files(release_of(session, study_id=study_id, named=True), made_at=NOW)


def test_each_module_has_numbers_and_all_of_them_together(store: Store) -> None:
    files = a_bundle_of_two_modules(store)
    numbers = json.loads(files["numbers.json"])
    assert set(numbers["modules"]) == {"plain", "strict"}
    totals = {
        module: found["systems"]["systems"][0]["total"]["mean"]["value"]
        for module, found in (
            *numbers["modules"].items(),
            ("all", numbers["all_modules"] | {"systems": numbers["all_modules"]}),
        )
    }
    # Two axes of 2 make 4, two of 1 make 2; modules of a prompt count the same, so 3 over both.
    assert totals == {"plain": 4.0, "strict": 2.0, "all": 3.0}
    (tier,) = numbers["modules"]["plain"]["systems"]["systems"][0]["tiers"]
    assert (tier["part"], tier["mean"]["mean"]["value"]) == ("Daily life", 4.0)
    assert {"tables/plain_agreement.md", "tables/strict_agreement.tex"} <= set(files)
    report = files["report.md"].decode()
    assert "Strict sense" in report
    assert "## Over all standpoints" in report
    assert "| Alder | 3.00, prompts = 2 |" in files["tables/all_systems.md"].decode()
    assert {"tables/all_ties.tex", "figures/all_systems.svg"} <= set(files)


def test_such_a_bundle_holds(store: Store) -> None:
    assert verify(as_read(a_bundle_of_two_modules(store))).holds
