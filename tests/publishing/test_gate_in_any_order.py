"""No sequence of edits and sign-offs opens the gate with an approval of other text."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from publishing.gate import Decision, SignOffFact
from tests.publishing.sign_offs import DECISIONS, a_sign_off, of_bakers


class EditsAndSignOffs(RuleBasedStateMachine):
    """People edit, sign, take back, become qualified; whatever the order, other text opens nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.text: str | None = None
        self.rows: list[SignOffFact] = []
        self.qualified = dict.fromkeys(("Ruth", "Naomi", "Job", "Lydia"), True)

    @rule(text=st.sampled_from(["a", "b", "c"]))
    def edit(self, text: str) -> None:
        self.text = text

    @rule(
        reviewer=st.sampled_from(["Ruth", "Naomi", "Job", "Lydia"]),
        decision=st.sampled_from(DECISIONS),
        text=st.sampled_from(["a", "b", "c"]),
    )
    def sign_any_text(self, reviewer: str, decision: Decision, text: str) -> None:
        self._sign(reviewer, decision, text)

    @precondition(lambda self: self.text is not None)
    @rule(reviewer=st.sampled_from(["Ruth", "Naomi", "Job", "Lydia"]), decision=st.sampled_from(DECISIONS))
    def sign_the_present_text(self, reviewer: str, decision: Decision) -> None:
        self._sign(reviewer, decision, self.text or "")

    @rule(reviewer=st.sampled_from(["Ruth", "Naomi", "Job", "Lydia"]))
    def change_qualification(self, reviewer: str) -> None:
        self.qualified[reviewer] = not self.qualified[reviewer]

    @precondition(lambda self: self.rows)
    @rule(share=st.floats(0, 1, exclude_max=True))
    def answer(self, share: float) -> None:
        at = int(share * len(self.rows))
        one = self.rows[at]
        self.rows[at] = a_sign_off(
            one.reviewer, one.decision, one.charter_hash, order=one.order, answered=not one.answered
        )

    @invariant()
    def only_present_approvals_open(self) -> None:
        found = of_bakers(*self._facts(), current=self.text)
        if not found.open:
            return
        last = {one.reviewer: one for one in self.rows if one.charter_hash == self.text}
        approving = {
            name
            for name, one in last.items()
            if one.decision in ("approved", "approved_with_notes") and self.qualified[name]
        }
        assert len(approving) >= 2
        assert {one.reviewer for one in found.approvals} == approving
        assert all(one.charter_hash == self.text for one in found.approvals)
        assert all(one.decision != "declined" for one in last.values())

    @invariant()
    def sign_offs_of_other_texts_open_nothing(self) -> None:
        """Without them an open gate stays open, and by themselves they open none."""
        facts = self._facts()
        present = [one for one in facts if one.charter_hash == self.text]
        if of_bakers(*facts, current=self.text).open:
            assert of_bakers(*present, current=self.text).open
        others = [one for one in facts if one.charter_hash != self.text]
        assert not of_bakers(*others, current=self.text).open
        assert not of_bakers(*others, *present[:1], current=self.text).open

    def _sign(self, reviewer: str, decision: Decision, text: str) -> None:
        self.rows.append(a_sign_off(reviewer, decision, text, order=len(self.rows)))

    def _facts(self) -> list[SignOffFact]:
        return [
            a_sign_off(
                one.reviewer,
                one.decision,
                one.charter_hash,
                qualified=self.qualified[one.reviewer],
                order=one.order,
                answered=one.answered,
            )
            for one in self.rows
        ]


TestEditsAndSignOffs = EditsAndSignOffs.TestCase
TestEditsAndSignOffs.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
