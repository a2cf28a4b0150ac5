"""From the tables of a bundle to every number in it: the same when it is written and when it is verified."""

import json
from typing import Any, NamedTuple

import pandas as pd

from analysis.plain_values import plain
from analysis.system_means import system_report
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


def reports_of(data: BundleData) -> dict[str, StudyReport]:
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


def numbers_of(data: BundleData, reports: dict[str, StudyReport] | None = None) -> dict[str, Any]:
    """Return every number as what JSON has: by module, over all modules, and the words of every response; with
    what must be said of them while charters are not released."""
    made = reports_of(data) if reports is None else reports
    found: dict[str, Any] = {"modules": {module: one.as_json() for module, one in made.items()}}
    if len(made) > 1:
        found["all_modules"] = _over_modules(data)
    words = [len((text or "").split()) for text in data.tables["responses"]["text"]]
    if data.benchmark.charters is not None:
        found["limits"] = list(limits_of(data.benchmark, data.tables))
    found["words"] = dict(zip(data.tables["responses"]["response"], words, strict=True))
    return found


def _over_modules(data: BundleData) -> Any:
    """The systems over all modules; a response under one module is a target of its own."""
    settled, facts = [], []
    for module in data.benchmark.modules:
        frame = frame_of_module(data, module.id)
        counts = frame[frame["kind"] == "settled"]
        settled.append(counts.assign(response=counts["response"] + " | " + module.id))
        responses = data.tables["responses"]
        facts.append(responses.assign(response=responses["response"] + " | " + module.id, module=module.id))
    plan = the_plan(data.benchmark, data.seed, data.draws)
    return plain(system_report(pd.concat(settled), targets_of(pd.concat(facts)), data.benchmark, plan))


def numbers_bytes(numbers: dict[str, Any]) -> bytes:
    """Write numbers as JSON; every float so that exactly this one is read again."""
    return (json.dumps(numbers, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
