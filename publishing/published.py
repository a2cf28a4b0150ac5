"""What of a study has gone out, by its log: from then on it is public, whoever asks."""

from datetime import datetime

from store import events
from store.engine import Session

ACT = "released a bundle"
FILE_ACT = "released a file"


def last_published(session: Session, *, study_id: int) -> datetime | None:
    """Return when a bundle or a report of a study last went out; None while none has."""
    for event in events.of_acts(session, study_id=study_id, acts=(ACT, FILE_ACT)):
        if event.act == ACT or str(event.details.get("file", "")).startswith("report"):
            return event.happened_at
    return None
