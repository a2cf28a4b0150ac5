"""A long import speaks every two seconds, a short one not at all."""

import pytest

from cli.reading_progress import ReadingProgress


def test_it_is_quiet_at_first_and_then_speaks_every_two_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.9, 2.0, 2.0, 3.9, 4.0, 4.0])
    progress = ReadingProgress(lambda: next(times))
    for count in (5_000, 10_000, 15_000, 20_000):
        progress("reading", count)
    assert capsys.readouterr().err.splitlines() == ["Read 10,000 rows ...", "Read 20,000 rows ..."]
