"""What a pastor reads says no more than the numbers do."""

import numpy as np
import pandas as pd
import pytest

from analysis.agreement import Agreement, Alpha
from analysis.correlation import Correlation, PeopleCorrelation
from analysis.sentences import figure, judges_sentence, people_sentence, spread_notes, statistics_notes
from tests.analysis.frame_builders import a_table
from tests.analysis.full_statistics import of_matrix
from tests.analysis.reference_values import matrix


def says(correlation: Correlation, bias: float | None = 0.4, *, n: int = 18, confidence: float = 0.95) -> str:
    agreement = Agreement(0.5, 0.9, bias, n) if bias is not None else Agreement(None, None, None, 0, "nothing")
    return judges_sentence(correlation, agreement, judges="the judges' median", confidence=confidence)


def test_a_close_follower() -> None:
    assert says(Correlation(0.82, 18, 0.57, 0.93)) == (
        "The judges' median follows the people closely (n = 18, r = 0.82, 95 % interval 0.57 to 0.93); "
        "it scores 0.4 points higher on average."
    )


@pytest.mark.parametrize(
    ("correlation", "start"),
    [
        (Correlation(0.8, 18, 0.5, 0.9), "The judges' median follows the people closely ("),
        (Correlation(0.79, 18, 0.5, 0.9), "The judges' median follows the people fairly closely ("),
        (Correlation(0.59, 18, 0.2, 0.9), "The judges' median follows the people loosely ("),
        (Correlation(0.2, 900, 0.1, 0.3), "The judges' median follows the people only weakly ("),
        (
            Correlation(0.9, 4, -0.3, 0.99),
            "It cannot be told from these scores whether the judges' median follows the people (n = 4",
        ),
        (Correlation(-0.6, 18, -0.8, -0.2), "The judges' median runs against the people ("),
        (
            Correlation(0.9, 3, why_no_interval="3 responses are too few"),
            "Three responses are too few to tell whether the judges' median follows the people (n = 3, r = 0.90, "
            "no interval: 3 responses are too few)",
        ),
        (
            Correlation(1.0, 4, why_no_interval="a line"),
            "The judges' median moves exactly with the people (n = 4, r = 1.00, no interval: a line)",
        ),
        (Correlation(-1.0, 4, why_no_interval="a line"), "The judges' median moves exactly against the people ("),
        (
            Correlation(None, 2, why_undefined="only 2 responses"),
            "It cannot be said how far the judges' median follows the people: only 2 responses; it scores",
        ),
    ],
)
def test_words_follow_the_interval_and_not_r_alone(correlation: Correlation, start: str) -> None:
    assert says(correlation).startswith(start)


@pytest.mark.parametrize(
    ("bias", "end"),
    [
        (0.4, "it scores 0.4 points higher on average."),
        (-0.4, "it scores 0.4 points lower on average."),
        (0.049, "it scores as high as they do on average."),
        (0.0, "it scores as high as they do on average."),
        (-12.25, "it scores 12.2 points lower on average."),
    ],
)
def test_bias_in_words(bias: float, end: str) -> None:
    assert says(Correlation(0.8, 18, 0.5, 0.9), bias).endswith(f"; {end}")


def test_bias_without_r_says_on_how_many_responses() -> None:
    assert says(Correlation(None, 1, why_undefined="too few"), 1.0, n=1).endswith(
        "too few; it scores 1.0 points higher on average (on 1 response)."
    )


def test_nothing_shared_is_one_plain_sentence() -> None:
    assert says(Correlation(None, 0, why_undefined="no response has both"), None) == (
        "It cannot be said how far the judges' median follows the people: no response has both."
    )


def test_another_confidence_is_named() -> None:
    assert "99.9 % interval 0.50 to 0.90" in says(Correlation(0.8, 18, 0.5, 0.9), confidence=0.999)


def test_the_people_among_themselves() -> None:
    r, alpha = PeopleCorrelation(0.6, 18, (), 0.2, 0.8), Alpha(0.57, 17, 2)
    none = PeopleCorrelation(None, 0, (), why_undefined="they share nothing")
    assert people_sentence(r, alpha) == (
        "Among the people: correlation between the people r = 0.60 (n = 18); ordinal alpha 0.57 (n = 17)."
    )
    assert people_sentence(none, alpha) == (
        "Among the people: no correlation between the people (they share nothing); ordinal alpha 0.57 (n = 17)."
    )
    assert people_sentence(r, Alpha(None, 0, 2, "too few")) == (
        "Among the people: correlation between the people r = 0.60 (n = 18); no alpha (too few)."
    )
    assert people_sentence(none, Alpha(None, 0, 2, "they share nothing")) == (
        "It cannot be said how far the people agree with one another: they share nothing."
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.825, "0.82"),
        (1.0, "1.00"),
        (-1.0, "-1.00"),
        (0.996, "above 0.99"),
        (-0.9999, "below -0.99"),
        (-0.001, "0.00"),
    ],
)
def test_figures_never_round_to_certainty(value: float, text: str) -> None:
    assert figure(value) == text


def test_nearly_constant_scores_are_pointed_out() -> None:
    people = a_table([2] * 20, [2] * 19 + [1])
    judges = pd.Series([2.0] * 18 + [1.0, 3.0])
    assert spread_notes(people, judges) == (
        "More than nine in ten scores of the people are 2, so every figure here rests on the few others.",
    )
    assert spread_notes(a_table([0, 1], [1, 2]), pd.Series([0.5, 1.5])) == ()
    assert spread_notes(a_table(), pd.Series(dtype=float)) == ()


def test_the_ceiling_is_said_in_words() -> None:
    scores = matrix("tenx_theological")
    notes = statistics_notes(of_matrix(scores[:, :2], scores[:, 2:]))
    # The reference has a ceiling of .865043 and r / ceiling of .787437.
    assert (
        notes[0] == "The people agree well enough for r = 0.87 with their mean at best; the judges reach 79 % of that."
    )


def test_names_that_look_like_slots_are_asked_about() -> None:
    scores = matrix("tenx_theological")
    notes = statistics_notes(of_matrix(scores[:, :2], scores[:, 2:]))
    assert notes[1].startswith("If 'person 0' is not one person but whoever came first, only ICC(1,1)")


def test_missing_scores_and_undefined_draws_are_said() -> None:
    people = np.ones((20, 2))
    people[0], people[1, 1] = 2, np.nan
    judges = np.tile(np.array([0.0, 1, 2, 3] * 5)[:, None], 2)
    notes = statistics_notes(of_matrix(people, judges))
    assert any("estimated by REML" in note for note in notes)
    assert any("of the bootstrap draws have no correlation" in note for note in notes)
