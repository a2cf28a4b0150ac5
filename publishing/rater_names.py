"""What people are called where their names must not show: "Rater 1" to "Rater n", the same on every page and file."""

from store import progress
from store.engine import Session


def numbered(session: Session, *, study_id: int) -> dict[str, str]:
    """Return "Rater 1" to "Rater n" by each person's key within the study, in the order in which they joined."""
    keys = progress.person_keys(session, study_id=study_id)
    return {key: f"Rater {number}" for number, key in enumerate(keys, start=1)}
