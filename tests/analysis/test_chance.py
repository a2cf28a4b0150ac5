"""Values by chance are those of all pairings."""

import numpy as np
import pytest

from analysis.chance import by_chance


def test_every_score_is_paired_with_every_other() -> None:
    # 0 1 3 against 1 1 2: gaps 1 1 2, 0 0 1, 2 2 1: 2 of 9 equal, 6 of 9 within one, 10 / 9 on average.
    found = by_chance(np.array([0.0, 1, 3]), np.array([1.0, 1, 2]))
    assert found == pytest.approx((2 / 9, 6 / 9, 10 / 9))


def test_a_published_distribution() -> None:
    # Shares .01 .04 .15 .45 .35 on 0 to 4: within one 81 %, mean difference .89.
    scores = np.repeat(np.arange(5.0), [1, 4, 15, 45, 35])
    found = by_chance(scores, scores)
    assert found.within_one == pytest.approx(0.812)
    assert found.mae == pytest.approx(0.8898)


def test_half_points_and_rounding_noise() -> None:
    found = by_chance(np.array([0.1 + 0.2, 1.5]), np.array([0.3, 2.5]))
    assert found == pytest.approx((1 / 4, 2 / 4, (0 + 2.2 + 1.2 + 1) / 4))
