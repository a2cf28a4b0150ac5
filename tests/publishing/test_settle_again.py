"""Settled scores from their verdicts, by hand."""

import pandas as pd
import pytest

from judging.protocols import audited
from judging.settling import NOT_ITS_OWN
from publishing.settle_again import HOW, by_rule, settle_again
from rubrics.schema import Benchmark
from tests.builders import a_benchmark
from tests.judging.protocol_builders import SECOND_READING

RULE = "median of the judges; half points kept"


def with_nulls(judges: str) -> Benchmark:
    return a_benchmark(nulls={"judges": judges, "people": "more_than_half", "in_total": "left_out"})


def test_half_points_are_kept() -> None:
    assert by_rule(RULE, [1.0, 2.0], a_benchmark()) == (None, 1.5)
    assert by_rule(RULE, [3.0, 0.0, 1.0], a_benchmark()) == (None, 1.0)


@pytest.mark.parametrize(
    ("rule", "heard", "outcome"),
    [
        ("more_than_half", [None, 2.0], (None, 2.0)),
        ("more_than_half", [None, None, 2.0], ("not_applicable", None)),
        ("any", [None, 2.0], ("not_applicable", None)),
        ("any", [2.0], (None, 2.0)),
        ("all", [None, 2.0], (None, 2.0)),
        ("all", [None, None], ("not_applicable", None)),
    ],
)
def test_nulls_by_the_benchmarks_rule(
    rule: str, heard: list[float | None], outcome: tuple[str | None, float | None]
) -> None:
    assert by_rule(RULE, heard, with_nulls(rule)) == outcome


def test_too_few_judges_are_none() -> None:
    protocol = {"kind": "cross_judge", "exclude": "model", "settle": "median", "fewest_judges": 2}
    assert by_rule(RULE, [2.0], a_benchmark(protocol=protocol)) == ("not_scored", None)
    assert by_rule(RULE, [], a_benchmark()) == ("not_scored", None)


def test_settled_scores_are_rounded_where_the_file_says_so() -> None:
    rounding = {"rule": "half_up", "to": 1, "applies_to": ["settled"]}
    assert by_rule(RULE, [1.0, 2.0], a_benchmark(rounding=rounding)) == (None, 2.0)


def test_the_lower_of_two_needs_both() -> None:
    rule = "the lower score of the first and a second, adversarial judge; not rounded"
    assert by_rule(rule, [3.0, 1.0], a_benchmark()) == (None, 1.0)
    assert by_rule(rule, [3.0], a_benchmark()) == ("not_scored", None)
    assert by_rule(rule, [None, 1.0], with_nulls("any")) == ("not_applicable", None)


@pytest.mark.parametrize(
    "rule",
    [
        "the first judge's score",
        "the primary judge's score; not rounded",
        "the primary judge's score, audited",
        "the auditor's score",
        "the adjudicator's score in place of a disputed or doubted pair on the composite axes; elsewhere the mean",
    ],
)
def test_a_score_that_counts_alone_is_itself(rule: str) -> None:
    assert by_rule(rule, [2.0], a_benchmark()) == (None, 2.0)
    assert by_rule(rule, [], a_benchmark()) == ("not_scored", None)


def test_an_empty_answer_scores_what_the_file_says_and_nothing_where_it_says_nothing() -> None:
    rule = "an empty answer gets 0 and is not sent to a judge"
    assert by_rule(rule, [], a_benchmark(protocol=SECOND_READING)) == (None, 0.0)
    assert by_rule(rule, [], a_benchmark()) is None


def test_every_rule_that_judges_are_settled_by_is_known_here() -> None:
    """What the protocols write begins as this module expects; whoever adds a rule adds it here too."""
    rules = [*audited._RULES.values(), NOT_ITS_OWN, "median of the judges", "the first judge's score"]
    assert [one for one in rules if not one.startswith(tuple(HOW))] == []


def test_a_rule_that_is_not_repeated_is_taken_as_it_stands() -> None:
    verdicts = pd.DataFrame({"verdict": [1.0, 2.0], "response": ["R-1", "R-1"], "module": ["plain", "plain"]})
    settled = pd.DataFrame(
        {
            "response": ["R-1", "R-1"],
            "module": ["plain", "plain"],
            "axis": ["care", "care"],
            "rule": [RULE, "whatever the chair decides"],
            "verdicts": ["1 2", "1 2"],
            "missing": [None, None],
            "score": [1.5, 1.0],
        }
    )
    scores = pd.DataFrame({"verdict": [1.0, 2.0], "axis": ["care", "care"], "score": [1.0, 3.0]})
    found = settle_again(settled, verdicts, scores, a_benchmark())
    assert found.as_given == 1
    assert [(one.place, one.was, one.now) for one in found.moved] == [(0, "1.5", "2")]
    assert found.table["score"].tolist() == [2.0, 1.0]
