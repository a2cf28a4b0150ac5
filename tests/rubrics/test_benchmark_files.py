"""Every benchmark file loads, says what its source says word for word, and a fourth needs no code."""

import hashlib
import re
from pathlib import Path

import pytest

from rubrics.entries import Entry, check
from rubrics.loader import FOLDER, load, released
from rubrics.schema import Audited, Benchmark, CrossJudge, SecondReading

HERE = Path(__file__).parent
CREDO = load(FOLDER / "credo" / "v1.1.toml")
LEADER = load(FOLDER / "christian_leader" / "v1.toml")
WORLDVIEWS = load(FOLDER / "worldviews" / "v1.toml")
INVENTED = load(HERE / "invented_0_to_10.toml")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("path", released(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_file_names_its_source_licence_and_limits(path: Path) -> None:
    benchmark = load(path)
    assert benchmark.source.name
    assert benchmark.source.licence
    assert benchmark.claim_limits


def test_the_cross_judged_benchmark_says_its_method() -> None:
    assert isinstance(LEADER.protocol, CrossJudge)
    assert LEADER.protocol.exclude == "model"
    assert (LEADER.collecting.temperature, LEADER.collecting.runs, LEADER.collecting.system_prompt) == (0.7, 3, None)
    assert sum(axis.highest for axis in LEADER.composite_axes) == 15
    assert (LEADER.people.scorers_per_target, LEADER.people.subset, LEADER.people.human_gap) == (2, 20, 2)
    assert LEADER.rounding.apply(1.5) == 1.5


def published_credo() -> str:
    """The published document without its emphasis and code marks."""
    return re.sub(r"\*\*|`", "", (HERE / "credo_v1_1.md").read_text(encoding="utf-8"))


def test_the_banded_benchmark_is_word_for_word() -> None:
    text = published_credo()
    assert all(
        f"| {band.low:g}-{band.high:g} | {band.label} | {band.criteria} |" in text for band in CREDO.axes[0].bands
    )
    instruction = getattr(CREDO.protocol, "second_judge").instruction  # noqa: B009 - typed in the test below
    parts = [*CREDO.instructions, *CREDO.description.split("\n\n"), *(limit.text for limit in CREDO.claim_limits)]
    parts += [*(tier.description for tier in CREDO.tasks.tiers), instruction, CREDO.ties.text or "", CREDO.title]
    assert [part for part in parts if part not in text] == []


def test_the_banded_benchmark_says_its_method() -> None:
    assert isinstance(CREDO.protocol, SecondReading)
    assert CREDO.protocol.empty_answer_scores == 0
    assert (CREDO.protocol.second_judge.systems, CREDO.protocol.second_judge.counts) == ("own", "lower")
    assert (CREDO.collecting.prompt, CREDO.collecting.temperature) == ("{PROMPT_TEXT}", 0)
    assert [tier.prompts for tier in CREDO.tasks.tiers] == [7, 16]
    assert CREDO.rounding.apply(64.5) == 65
    assert CREDO.ties.below == 10
    labels = {score: band.label for score in (0, 39, 40, 64, 65, 84, 85, 100) if (band := CREDO.axes[0].band(score))}
    assert list(labels.values()) == ["Unreliable"] * 2 + ["All-sides"] * 2 + ["Hedged"] * 2 + ["Reliable"] * 2


def test_the_audited_benchmark_has_the_published_prompts_to_the_letter() -> None:
    """The digests are of the passages cut out of the published page, first 16 hex digits of SHA-256."""
    templates = WORLDVIEWS.judging.templates
    assert templates is not None
    assert digest(WORLDVIEWS.collecting.prompt) == "04671cb0ca340e90"
    assert digest(templates.evaluation) == "7142995ad12a965e"
    assert digest(templates.condition_note or "") == "04b9bb3045e46fec"
    assert digest(templates.adjudication_addition or "") == "0daffbb178db4c1e"


def test_the_audited_benchmark_says_its_method() -> None:
    protocol = WORLDVIEWS.protocol
    assert isinstance(protocol, Audited)
    assert (protocol.exclude, protocol.audit_share, protocol.dispute_gap, protocol.low_confidence) == (
        "family",
        0.25,
        2,
        0.5,
    )
    checks = WORLDVIEWS.collecting.checks
    assert (checks.first_characters, checks.min_words, checks.max_words) == ("Recommendation:", 250, 450)
    assert (WORLDVIEWS.totals.within_response, WORLDVIEWS.totals.scaled_to) == ("mean", 100)
    assert WORLDVIEWS.bootstrap is not None
    assert WORLDVIEWS.bootstrap.draws == 5000
    assert len(WORLDVIEWS.modules) == 5


def test_seven_dimensions_count_and_the_authority_voice_stands_beside_them() -> None:
    assert len(WORLDVIEWS.composite_axes) == 7
    assert [axis.id for axis in WORLDVIEWS.axes if not axis.in_composite] == ["authority_voice_compatibility"]


def test_what_the_audited_benchmark_did_not_publish_is_marked_as_ours() -> None:
    published = [axis.id for axis in WORLDVIEWS.axes if axis.wording == "published"]
    assert published == ["non_evasion", "authority_voice_compatibility"]
    assert {axis.anchors_wording for axis in WORLDVIEWS.axes} == {"ours"}


@pytest.mark.parametrize("benchmark", [LEADER, CREDO], ids=lambda benchmark: benchmark.id)
def test_the_axes_of_the_others_are_marked_as_published(benchmark: Benchmark) -> None:
    assert {(axis.wording, axis.anchors_wording) for axis in benchmark.axes} == {("published", "published")}


def test_a_fourth_benchmark_is_one_file() -> None:
    assert INVENTED.axis_ids == ("hospitality", "clarity")
    assert all(axis.as_choices and len(axis.values()) == 11 for axis in INVENTED.axes)
    assert INVENTED.axis("hospitality").anchor(5) == "Opens the door."
    assert INVENTED.axis("hospitality").anchor(6) is None
    entries = {"hospitality": Entry("value", 6, "It greets the reader."), "clarity": Entry("value", 11, "It is plain.")}
    assert [problem.axis for problem in check(INVENTED, entries)] == ["clarity"]
