"""What every screen of a study says while experts have not released its charters: one place, above every page."""

from pages import look
from publishing import study_gate
from store import benchmarks
from store.engine import Store
from store.people import Person
from store.studies import StudyCard

COUNTS_HIDDEN_FROM = ("reviewer",)
"""Who would learn from what is missing how others have decided, before deciding."""


def chartered(store: Store, study: StudyCard | None) -> bool:
    """Whether a study is judged from charters that experts sign."""
    if study is None:
        return False
    with store.reading() as session:
        return benchmarks.of_study(session, study_id=study.id).charters is not None


def show(store: Store, person: Person, study: StudyCard) -> None:
    """Show the limit of the study that a person's pages are about; nothing where it has none."""
    with store.reading() as session:
        words, *missing = study_gate.limits(session, study_id=study.id) or ("",)
    if words:
        look.limit(words, () if person.role in COUNTS_HIDDEN_FROM else missing)
