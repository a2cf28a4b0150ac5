"""Lin's coefficient by hand; it is quadratic kappa; it sees a shift that r does not."""

import numpy as np
import pytest

from analysis.categories import chance_corrected, classified
from analysis.concordance import lins_concordance


def test_by_hand() -> None:
    # 0 1 2 3 against 1 1 2 4: means 1.5 and 2, variances 1.25 and 1.5, covariance 1.25 (all divided by n).
    first, second = np.array([0.0, 1, 2, 3]), np.array([1.0, 1, 2, 4])
    r = 1.25 / np.sqrt(1.25 * 1.5)
    found = lins_concordance(first, second, float(r), level=0.95)
    assert found.value == pytest.approx(2.5 / (1.25 + 1.5 + 0.25))
    assert found.accuracy == pytest.approx(found.value / r)


def test_a_shift_lowers_concordance_and_leaves_r() -> None:
    first = np.array([0.0, 1, 2, 3, 1, 2])
    assert lins_concordance(first, first + 1, 1.0, level=0.95).value < 0.7


def test_it_is_kappa_with_quadratic_weights() -> None:
    scores = np.random.default_rng(0).integers(0, 4, (30, 2)).astype(float)
    table = classified(scores, 4)
    kappa = chance_corrected(table, table.columns.sum(axis=1, keepdims=True))["quadratic"].kappa[0]
    r = float(np.corrcoef(scores.T)[0, 1])
    assert lins_concordance(scores[:, 0], scores[:, 1], r, level=0.95).value == pytest.approx(kappa, rel=1e-12)


def test_a_perfect_line_and_three_pairs_have_no_published_interval() -> None:
    first = np.array([0.0, 1, 2, 3])
    assert lins_concordance(first, first, 1.0, level=0.95)[2:] == (None, None, None)
    assert lins_concordance(first[:3], np.array([1.0, 1, 2]), 0.866, level=0.95).low is None
