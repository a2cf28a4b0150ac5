"""From the tables of a bundle to every number in it: the same when it is written and when it is verified."""

import json
from typing import Any, NamedTuple

import pandas as pd

from analysis.constancy import Constancy, constancy
from analysis.plain_values import plain
from analysis.system_means import SystemReport, system_report
from publishing.charter_report import limits_of
from publishing.study_figures import long_frame
from publishing.study_report import StudyReport, prompts_of, study_report, targets_of, the_plan
from rubrics.schema import Benchmark


class BundleData(NamedTuple):
    """What all numbers come from: the benchmark, the tables, and how draws and settled scores are chosen."""

    benchmark: Benchmark
    tables: dict[str, pd.DataFrame]
    seed: str
    draws: int
    protocol: str


def frame_of_module(data: BundleData, module: str) -> pd.DataFrame:
    """Return the scores of one module as every statistic reads them (`analysis.frames`)."""
    names = {"score": "value", "rater_kind": "kind"}
    given, counts = (data.tables[one].rename(columns=names) for one in ("scores", "settled"))
    counts = counts[counts["protocol"] == data.protocol]
    return long_frame(given, counts, module=module, names={one: one for one in given["rater"].unique()})


def modules_of(data: BundleData) -> dict[str, StudyReport]:
    """Compute the report of every module, by its id."""
    responses = data.tables["responses"]
    judges = data.tables["raters"].rename(columns={"rater": "judge"})
    judges = judges[judges["rater_kind"] == "llm"].fillna({"family": "", "model": ""})
    clusters = prompts_of(responses, data.benchmark)
    facts = responses.fillna({"family": ""}) if "family" in responses else responses
    return {
        module.id: study_report(
            frame_of_module(data, module.id),
            data.benchmark,
            seed=data.seed,
            draws=data.draws,
            clusters=clusters,
            facts=facts.assign(module=module.id),
            judges=judges,
        )
        for module in data.benchmark.modules
    }


class BundleReports(NamedTuple):
    """Every number: by module, of the systems over all modules, and of people beside themselves.

    `over_modules` is None where there is only one module, which has the same numbers.
    """

    modules: dict[str, StudyReport]
    over_modules: SystemReport | None
    constancy: tuple[Constancy, ...]


def reports_of(data: BundleData) -> BundleReports:
    """Compute every number."""
    several = len(data.benchmark.modules) > 1
    return BundleReports(modules_of(data), over_modules(data) if several else None, constancy(repeated(data.tables)))


def numbers_of(data: BundleData, reports: BundleReports | None = None) -> dict[str, Any]:
    """Return every number as what JSON has, with the words of every response.

    What must be said while charters are not released is among them.
    """
    made = reports_of(data) if reports is None else reports
    found: dict[str, Any] = {"modules": {module: one.as_json() for module, one in made.modules.items()}}
    if made.over_modules is not None:
        found["all_modules"] = plain(made.over_modules)
    if made.constancy:
        found["same_response_twice"] = plain(made.constancy)
    words = [len((text or "").split()) for text in data.tables["responses"]["text"]]
    if data.benchmark.charters is not None:
        found["limits"] = list(limits_of(data.benchmark, data.tables))
    found["words"] = dict(zip(data.tables["responses"]["response"], words, strict=True))
    return found


def repeated(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return every axis that a person answered both times, as `analysis.constancy` reads it."""
    keys = ["response", "module", "rater", "axis"]
    first, again = tables["scores"], tables["repeats"]
    both = again.merge(first[[*keys, "score", "missing"]], on=keys, suffixes=("_again", "_first"))
    kinds = {one: both[f"missing_{one}"].where(both[f"score_{one}"].isna(), "value") for one in ("first", "again")}
    answered = both.assign(
        first=both["score_first"], again=both["score_again"], first_kind=kinds["first"], again_kind=kinds["again"]
    )
    return answered[answered["first_kind"] != "not_scored"]


def over_modules(data: BundleData) -> SystemReport:
    """Report the systems over all modules; a response under one module is a target of its own."""
    settled, facts = [], []
    for module in data.benchmark.modules:
        frame = frame_of_module(data, module.id)
        counts = frame[frame["kind"] == "settled"]
        settled.append(counts.assign(response=counts["response"] + " | " + module.id))
        responses = data.tables["responses"]
        facts.append(responses.assign(response=responses["response"] + " | " + module.id, module=module.id))
    plan = the_plan(data.benchmark, data.seed, data.draws)
    return system_report(pd.concat(settled), targets_of(pd.concat(facts)), data.benchmark, plan)


def numbers_bytes(numbers: dict[str, Any]) -> bytes:
    """Write numbers as JSON; every float so that exactly this one is read again."""
    return (json.dumps(numbers, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
