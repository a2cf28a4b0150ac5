"""The page of someone without a role."""

from pages import look
from store.engine import Store


def render(_store: Store) -> None:
    """Say what Second Reader is, and how to come in."""
    look.head("Second Reader")
    look.prose(
        "Second Reader lets people who know the subject score answers of AI systems without knowing whose they are. "
        "It then shows how far AI judges, who scored the same answers, can be believed.",
        "To come in, open your personal link.",
    )
