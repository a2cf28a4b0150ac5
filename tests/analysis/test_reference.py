"""Every value of the reference file is ours too, to nine digits; what other programs get wrong is not."""

import pytest

from tests.analysis.reference_values import CASES, Case, ours, theirs


@pytest.mark.parametrize("case", [case for case in CASES if not case.known_wrong], ids=str)
def test_our_value_is_the_reference_value(case: Case) -> None:
    assert ours(case) == pytest.approx(theirs(case), rel=1e-9, abs=case.atol or 1e-15)


@pytest.mark.parametrize("case", [case for case in CASES if case.known_wrong], ids=str)
def test_what_others_get_wrong_is_not_our_value(case: Case) -> None:
    assert ours(case) != pytest.approx(theirs(case), rel=1e-3)
