"""Which Chromium the tests and benchmarks drive."""

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Debian's names. The first is Chromium without its windows, and takes half the processor time to show a page."""


def program() -> str | None:
    """The system's Chromium; None where there is none, for Playwright to take its own."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
