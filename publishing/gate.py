"""May results under a study's charters be called more than a research benchmark? Pure: sign-offs in, an answer out.

A module's gate is open when enough different qualified reviewers approve the very text that is in force, and no decline
stands. Whoever has signed the present text is heard by the last of these sign-offs alone; an approval of any other text
opens nothing. A decline stands until its author signs the present text otherwise. A decline of an earlier text also
ends once the owner has answered it in writing: a changed comma alone does not do away with it.

Sentences name no person: who signed is shown only with their consent, which is not known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from rubrics.schema import Benchmark, Module

Decision = Literal["approved", "approved_with_notes", "changes_requested", "declined"]
APPROVING: tuple[Decision, ...] = ("approved", "approved_with_notes")
DISSENTING: tuple[Decision, ...] = ("changes_requested", "declined")


@dataclass(frozen=True)
class SignOffFact:
    """One sign-off as it was recorded.

    `reviewer` is one key per person. `order` says which of two sign-offs came later (the row's id; clocks go wrong).
    `qualified` is what the study's owner has recorded of the reviewer. `answered` says that the owner has answered a
    decline in writing; it counts only when the text has changed since.
    """

    reviewer: str
    module: str
    charter_hash: str
    decision: Decision
    qualified: bool
    signed_at: datetime
    order: int
    answered: bool = False


@dataclass(frozen=True)
class ModuleGate:
    """Whether one module's charter is released, from what, and what is missing.

    `approvals` are the qualified approvals of the present text, one a reviewer. `stale` are the last sign-offs of
    reviewers who have signed an earlier text and not the present one: those to ask again. `dissent` is printed with the
    charter whether the gate is open or not: requests for changes and declines of the present text, and declines of an
    earlier one by reviewers who have not signed since. `missing` has one sentence for each thing that keeps it closed.
    """

    module: str
    name: str
    open: bool
    approvals: tuple[SignOffFact, ...]
    stale: tuple[SignOffFact, ...]
    dissent: tuple[SignOffFact, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class StudyGate:
    """The gate of a whole study: open when every module's is; `limit_text` is what to print while it is not."""

    open: bool
    modules: tuple[ModuleGate, ...]
    limit_text: str | None


def gate(
    modules: Sequence[Module],
    *,
    current: Mapping[str, str],
    sign_offs: Sequence[SignOffFact],
    approvals_needed: int,
    limit: str,
) -> StudyGate:
    """Say which modules are released.

    Parameters
    ----------
    modules : sequence of Module
        All that the study is judged under; at least one.
    current : mapping of module id to hash
        The charter in force; a module without one is closed.
    sign_offs : sequence of SignOffFact
        Every sign-off there is, of any text, in any order.
    approvals_needed : int
        How many different qualified reviewers must approve the same text; at least 1.
    limit : str
        What is printed while the gate is closed.
    """
    if not modules or approvals_needed < 1:
        raise ValueError(
            f"found {len(modules)} modules and {approvals_needed} approvals; at least one of each is needed"
        )
    found = tuple(
        _module_gate(
            module,
            current.get(module.id),
            [fact for fact in sign_offs if fact.module == module.id],
            approvals_needed,
        )
        for module in modules
    )
    is_open = all(one.open for one in found)
    return StudyGate(is_open, found, None if is_open else limit)


def gate_of(benchmark: Benchmark, *, current: Mapping[str, str], sign_offs: Sequence[SignOffFact]) -> StudyGate | None:
    """Return the gate of a study by its benchmark's rule; None where the benchmark has no charters."""
    rule = benchmark.charters
    if rule is None:
        return None
    return gate(
        benchmark.modules,
        current=current,
        sign_offs=sign_offs,
        approvals_needed=rule.approvals,
        limit=rule.limit,
    )


def limit_of(benchmark: Benchmark, *, current: Mapping[str, str], sign_offs: Sequence[SignOffFact]) -> tuple[str, ...]:
    """Return what every screen and export of a study must carry: the limit, then what is missing, a line each.

    Empty where every charter is released, or where the benchmark has none.
    """
    found = gate_of(benchmark, current=current, sign_offs=sign_offs)
    if found is None or found.limit_text is None:
        return ()
    return (found.limit_text, *(line for module in found.modules for line in module.missing))


def _module_gate(
    module: Module, current: str | None, sign_offs: Sequence[SignOffFact], approvals_needed: int
) -> ModuleGate:
    present = _last_words([fact for fact in sign_offs if fact.charter_hash == current])
    signed = {fact.reviewer for fact in present}
    stale = tuple(fact for fact in _last_words(sign_offs) if fact.reviewer not in signed)
    approving = [fact for fact in present if fact.decision in APPROVING]
    approvals = tuple(fact for fact in approving if fact.qualified)
    of_earlier = [fact for fact in stale if fact.decision == "declined"]
    dissent = (*(fact for fact in present if fact.decision in DISSENTING), *of_earlier)
    missing = tuple(
        f"{module.name}: {sentence}"
        for sentence in (
            _no_charter(current),
            _too_few(len(approvals), approvals_needed, len(approving) - len(approvals), _approved(stale)),
            _declines(sum(fact.decision == "declined" for fact in present), "the present text"),
            _declines(sum(not fact.answered for fact in of_earlier), "an earlier text, without an answer so far"),
        )
        if sentence
    )
    return ModuleGate(module.id, module.name, not missing, approvals, stale, dissent, missing)


def _last_words(sign_offs: Sequence[SignOffFact]) -> list[SignOffFact]:
    """The last sign-off of each reviewer, in the order in which they were given."""
    last: dict[str, SignOffFact] = {}
    for fact in sorted(sign_offs, key=lambda one: one.order):
        last[fact.reviewer] = fact
    return sorted(last.values(), key=lambda one: one.order)


def _approved(sign_offs: Sequence[SignOffFact]) -> int:
    return sum(fact.decision in APPROVING and fact.qualified for fact in sign_offs)


def _no_charter(current: str | None) -> str:
    return "there is no charter yet." if current is None else ""


def _too_few(there: int, needed: int, unqualified: int, stale: int) -> str:
    if there >= needed:
        return ""
    said = f"{there} of {needed} approvals of the present text by qualified reviewers"
    if stale:
        said += f"; {stale} of an earlier text {'does' if stale == 1 else 'do'} not count until renewed"
    if unqualified:
        said += (
            f"; {unqualified} by reviewers not recorded as qualified {'does' if unqualified == 1 else 'do'} not count"
        )
    return f"{said}."


def _declines(number: int, what: str) -> str:
    if not number:
        return ""
    who = "1 reviewer has" if number == 1 else f"{number} reviewers have"
    return f"{who} declined {what}."
