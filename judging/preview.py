"""The very prompt that a judge would be sent about one target of a study, without sending it."""

from collections.abc import Mapping

from judging.prompts.render import Prompt, render
from judging.protocols.of_benchmark import stages_of
from judging.run.cards import card_of
from store import benchmarks
from store.engine import Session, StoreError
from store.run_targets import Choice, charters, chosen_targets, facts


def targets_to_preview(session: Session, *, study_id: int) -> Mapping[int, str]:
    """Return the targets of a study by id, each named by its response, and by its module where there are several."""
    several = len(benchmarks.of_study(session, study_id=study_id).modules) > 1
    ids = chosen_targets(session, study_id=study_id, choice=Choice())
    return {one.id: f"{one.label}, {one.module}" if several else one.label for one in facts(session, ids=ids)}


def preview(session: Session, *, study_id: int, target_id: int) -> Prompt:
    """Make the prompt of a study's first stage for one target.

    Raises
    ------
    StoreError
        When the target is not one of the study.
    PromptError
        With every text that is missing for it.
    """
    if target_id not in chosen_targets(session, study_id=study_id, choice=Choice()):
        raise StoreError("There is no such response in this study.")
    benchmark = benchmarks.of_study(session, study_id=study_id)
    found = facts(session, ids=[target_id])[0]
    texts = {module: text for module, (_, text) in charters(session, study_id=study_id).items()}
    return render(benchmark, card_of(found, texts), stage=stages_of(benchmark)[0])
