"""From a target's rows to what a judge is given and what a protocol knows: the card has no author, the target has.

What a prompt's details may hold for judges: `expected_considerations`, `authority_classification` and `sources`, each
for all modules, or as a table by module.
"""

from collections.abc import Mapping
from typing import Any

from judging.prompts.cards import Card
from judging.protocols.terms import Author, Target
from store.run_targets import TargetFacts


def card_of(facts: TargetFacts, charters: Mapping[str, str]) -> Card:
    """Return what a judge is given of a target."""
    details, module = facts.prompt_details, facts.module
    return Card(
        label=facts.label,
        module_id=module,
        prompt_text=facts.prompt,
        response_text=facts.text,
        reference_answer=facts.reference_answer,
        considerations=_texts(_for_module(details, "expected_considerations", module)),
        authority_classification=_for_module(details, "authority_classification", module),
        sources=_texts(_for_module(details, "sources", module)),
        charter=charters.get(module),
    )


def _for_module(details: Mapping[str, Any], name: str, module: str) -> Any:
    found = details.get(name)
    return found.get(module) if isinstance(found, Mapping) else found


def _texts(found: Any) -> tuple[str, ...] | None:
    if found is None:
        return None
    return (found,) if isinstance(found, str) else tuple(map(str, found))


def target_of(facts: TargetFacts) -> Target:
    """Return a target as protocols know it."""
    author = Author(facts.system, facts.family, facts.own)
    return Target(facts.id, f"{facts.label}|{facts.module}", facts.module, author, empty=not facts.text.strip())
