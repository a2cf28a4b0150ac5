"""Sign-offs of an invented benchmark's charters, for tests of the gate."""

from datetime import UTC, datetime

from publishing.gate import Decision, ModuleGate, SignOffFact, gate
from rubrics.schema import Module

NOW = datetime(2026, 5, 1, tzinfo=UTC)
BAKERS, MILLERS = (
    Module(id=name.lower(), name=name, standpoint=f"That of {name.lower()}.") for name in ("Bakers", "Millers")
)
LIMIT = "a research benchmark"
DECISIONS: tuple[Decision, ...] = ("approved", "approved_with_notes", "changes_requested", "declined")
PRESENT, EARLIER = "b" * 64, "a" * 64


def a_sign_off(
    reviewer: str,
    decision: Decision = "approved",
    text: str = PRESENT,
    *,
    module: str = "bakers",
    qualified: bool = True,
    order: int = 1,
    answered: bool = False,
) -> SignOffFact:
    return SignOffFact(reviewer, module, text, decision, qualified, NOW, order, answered)


def of_bakers(*sign_offs: SignOffFact, current: str | None = PRESENT, needed: int = 2) -> ModuleGate:
    texts = {} if current is None else {"bakers": current}
    return gate([BAKERS], current=texts, sign_offs=sign_offs, approvals_needed=needed, limit=LIMIT).modules[0]
