"""What a judge really wrote in a run, for a person who asks for it."""

from sqlmodel import Session, select

from store.tables import Verdict


def raw_reply(session: Session, *, run_id: int, call_id: int) -> str | None:
    """Return the text of the reply to a call, as it came; None when none was read or the call is of another run."""
    query = select(Verdict.raw_reply).where(Verdict.run_id == run_id, Verdict.call_id == call_id)
    return session.exec(query).first()
