"""What people are called where their names must not show; the same on every page and in every file."""

from publishing.rater_names import numbered

__all__ = ["numbered"]
