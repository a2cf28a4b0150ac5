"""An adjudicator reads no name in what earlier judges wrote, unless the response has it too."""

from judging.prompts.cards import Assessment
from judging.run.hiding import without_names
from rubrics.entries import Entry

SAID = Assessment(
    {"truth": Entry("value", 2.0, "Alder 2 wrote this, as Pine Lab's models do.", 0.5)},
    0.9,
    {"summary": "Typical of alder-2.", "strengths": ("Clear.", "Better than Beech.")},
)


def test_names_are_taken_out_of_reasons_and_everything_else() -> None:
    clean = without_names(SAID, ["Alder 2", "Pine Lab", "A"], response="Be kind.")
    assert clean.entries["truth"] == Entry("value", 2.0, "⟦removed⟧ wrote this, as ⟦removed⟧'s models do.", 0.5)
    assert clean.extras == {"summary": "Typical of ⟦removed⟧.", "strengths": ("Clear.", "Better than Beech.")}
    assert clean.confidence == 0.9


def test_a_name_that_the_response_has_is_left() -> None:
    assert without_names(SAID, ["Beech"], response="Sit under the beech.") == SAID
