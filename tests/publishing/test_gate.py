"""The gate: every combination of missing, stale, declined and qualified sign-offs, and what it says of each."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

import pytest

from publishing.gate import SignOffFact, StudyGate, gate, gate_of, limit_of
from rubrics.loader import FOLDER, load
from rubrics.schema import Benchmark, Module
from tests.publishing.sign_offs import BAKERS, DECISIONS, EARLIER, LIMIT, MILLERS, PRESENT, a_sign_off, of_bakers

STATES: tuple[SignOffFact | None, ...] = (
    None,
    *(
        a_sign_off("", decision, text, qualified=qualified, answered=answered)
        for decision, text, qualified in product(DECISIONS, (PRESENT, EARLIER), (True, False))
        for answered in ((False, True) if decision == "declined" else (False,))
    ),
)
"""Everything one reviewer can have said: nothing, or a decision, on either text, qualified or not, answered or not."""


def opens(said: Sequence[SignOffFact | None]) -> bool:
    """Say by hand whether these reviewers open the gate."""
    approvals = declines = 0
    for one in said:
        if one is None:
            continue
        if one.charter_hash == PRESENT:
            approvals += one.qualified and one.decision in ("approved", "approved_with_notes")
            declines += one.decision == "declined"
        else:
            declines += one.decision == "declined" and not one.answered
    return approvals >= 2 and declines == 0


def test_every_combination_of_three_reviewers() -> None:
    """Missing, stale, declined, unqualified: 21 states of each reviewer, 1,771 combinations of three."""
    assert len(STATES) == 21
    count = 0
    for said in combinations_with_replacement(STATES, 3):
        named = [
            a_sign_off(
                f"reviewer {at}",
                one.decision,
                one.charter_hash,
                qualified=one.qualified,
                order=at,
                answered=one.answered,
            )
            for at, one in enumerate(said)
            if one is not None
        ]
        found = of_bakers(*named)
        assert found.open == opens(said), said
        assert found.open == (not found.missing)
        assert of_bakers(*reversed(named)) == found
        assert not of_bakers(*named, current=None).open
        count += 1
    assert count == 1771


def test_two_qualified_approvals_of_the_present_text_open_it() -> None:
    first, second = a_sign_off("Ruth"), a_sign_off("Naomi", "approved_with_notes", order=2)
    found = of_bakers(first, second)
    assert (found.open, found.approvals, found.missing, found.dissent) == (True, (first, second), (), ())


def test_one_person_counts_once_however_often_they_sign() -> None:
    twice = of_bakers(a_sign_off("Ruth"), a_sign_off("Ruth", order=2))
    assert not twice.open
    assert twice.missing == ("Bakers: 1 of 2 approvals of the present text by qualified reviewers.",)


def test_the_last_word_of_a_reviewer_on_the_present_text_counts() -> None:
    ruth = a_sign_off("Ruth")
    assert not of_bakers(ruth, a_sign_off("Naomi"), a_sign_off("Naomi", "declined", order=2)).open
    assert not of_bakers(ruth, a_sign_off("Naomi"), a_sign_off("Naomi", "changes_requested", order=2)).open
    assert of_bakers(ruth, a_sign_off("Naomi", "declined"), a_sign_off("Naomi", order=2)).open
    assert of_bakers(ruth, a_sign_off("Naomi", order=2), a_sign_off("Naomi", "declined")).open


def test_an_edit_voids_approvals_and_says_how_many() -> None:
    stale = (a_sign_off("Ruth", text=EARLIER), a_sign_off("Naomi", text=EARLIER, order=2))
    found = of_bakers(*stale)
    assert (found.open, found.stale) == (False, stale)
    assert found.missing == (
        "Bakers: 0 of 2 approvals of the present text by qualified reviewers; "
        "2 of an earlier text do not count until renewed.",
    )
    assert of_bakers(*stale, current=EARLIER).open


def test_renewing_makes_a_sign_off_of_an_earlier_text_past() -> None:
    ruth, naomi = a_sign_off("Ruth", text=EARLIER), a_sign_off("Naomi", "declined", EARLIER)
    found = of_bakers(ruth, naomi, a_sign_off("Ruth", order=2), a_sign_off("Naomi", order=3))
    assert (found.open, found.stale, found.dissent) == (True, (), ())


def test_a_decline_stands_though_enough_others_approve_and_is_printed() -> None:
    decline = a_sign_off("Job", "declined", order=3)
    found = of_bakers(a_sign_off("Ruth"), a_sign_off("Naomi", order=2), decline)
    assert (found.open, found.dissent) == (False, (decline,))
    assert found.missing == ("Bakers: 1 reviewer has declined the present text.",)
    assert not of_bakers(a_sign_off("Ruth"), a_sign_off("Naomi"), a_sign_off("Job", "declined", qualified=False)).open


def test_an_answer_to_a_decline_counts_only_when_the_text_has_changed() -> None:
    approvals = a_sign_off("Ruth"), a_sign_off("Naomi", order=2)
    assert not of_bakers(*approvals, a_sign_off("Job", "declined", answered=True)).open
    unanswered = of_bakers(*approvals, a_sign_off("Job", "declined", EARLIER))
    assert unanswered.missing == ("Bakers: 1 reviewer has declined an earlier text, without an answer so far.",)
    answered = a_sign_off("Job", "declined", EARLIER, answered=True)
    found = of_bakers(*approvals, answered)
    assert (found.open, found.dissent) == (True, (answered,))


def test_a_request_for_changes_is_dissent_but_closes_nothing_by_itself() -> None:
    request = a_sign_off("Job", "changes_requested", order=3)
    found = of_bakers(a_sign_off("Ruth"), a_sign_off("Naomi", order=2), request)
    assert (found.open, found.dissent) == (True, (request,))


def test_approvals_of_those_not_recorded_as_qualified_are_said_not_to_count() -> None:
    found = of_bakers(a_sign_off("Ruth"), a_sign_off("Naomi", qualified=False))
    assert found.missing == (
        "Bakers: 1 of 2 approvals of the present text by qualified reviewers; "
        "1 by reviewers not recorded as qualified does not count.",
    )


def test_without_a_charter_nothing_opens() -> None:
    found = of_bakers(a_sign_off("Ruth"), a_sign_off("Naomi"), current=None)
    assert found.missing[0] == "Bakers: there is no charter yet."


def test_the_study_opens_module_by_module() -> None:
    bakers = [a_sign_off("Ruth"), a_sign_off("Naomi")]
    found = both(bakers)
    assert [one.open for one in found.modules] == [True, False]
    assert (found.open, found.limit_text) == (False, LIMIT)
    millers = [a_sign_off(name, module="millers") for name in ("Ruth", "Job")]
    found = both([*bakers, *millers])
    assert (found.open, found.limit_text) == (True, None)


def test_an_approval_in_one_module_is_none_in_another() -> None:
    found = both([a_sign_off("Ruth"), a_sign_off("Naomi", module="millers")])
    assert [len(one.approvals) for one in found.modules] == [1, 1]


def both(sign_offs: Sequence[SignOffFact]) -> StudyGate:
    texts = {"bakers": PRESENT, "millers": PRESENT}
    return gate([BAKERS, MILLERS], current=texts, sign_offs=sign_offs, approvals_needed=2, limit=LIMIT)


@pytest.mark.parametrize(("modules", "needed"), [([], 2), ([BAKERS], 0)])
def test_a_gate_of_nothing_is_refused(modules: list[Module], needed: int) -> None:
    with pytest.raises(ValueError, match="at least one of each is needed"):
        gate(modules, current={}, sign_offs=[], approvals_needed=needed, limit=LIMIT)


def test_the_limit_is_the_benchmarks_own_words_and_says_what_is_missing() -> None:
    benchmark = load(FOLDER / "worldviews" / "v1.toml")
    lines = limit_of(benchmark, current={}, sign_offs=[])
    assert lines[0] == "research benchmark, not an authoritative judgment on any faith"
    assert len(lines) == 1 + 2 * 5
    assert lines[1] == "Catholic moral and social thought: there is no charter yet."
    signed = list(everywhere(benchmark))
    texts = {module.id: PRESENT for module in benchmark.modules}
    assert limit_of(benchmark, current=texts, sign_offs=signed) == ()
    assert len(limit_of(benchmark, current=texts, sign_offs=signed[1:])) == 2


def everywhere(benchmark: Benchmark) -> Iterator[SignOffFact]:
    for module in benchmark.modules:
        yield from (a_sign_off(name, module=module.id) for name in ("Ruth", "Naomi"))


def test_a_benchmark_without_charters_has_no_gate() -> None:
    benchmark = load(FOLDER / "credo" / "v1.1.toml")
    assert gate_of(benchmark, current={}, sign_offs=[]) is None
    assert limit_of(benchmark, current={}, sign_offs=[]) == ()
