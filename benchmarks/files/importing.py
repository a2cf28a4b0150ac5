"""What it costs to take in 10,000 responses with 100,000 scores, beside the bare rows.

python -m benchmarks.files.importing

The same rows that an import leaves in the store are put into an empty one by `executemany`, table by table, with the
same pragmas. The import reads both files, checks every cell, searches every response for what gives its author away,
stores, and settles what counts of the judges; it may cost five times as much. Each is done several times in turn, and
the best of each counts, because everything else that a computer does only ever adds.
"""

import csv
import io
import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from files.responses import read_responses
from files.scores import read_scores
from judging.settle_study import take_scores
from rubrics.toml_text import toml_text
from store import benchmarks, studies
from store.contents import Contents, known_responses
from store.engine import Store
from store.migrate import migrate
from store.responses import take_in
from tests.builders import a_benchmark_table

NOW = datetime(2026, 7, 1, tzinfo=UTC)
PROMPTS, SYSTEMS, AXES = 1_000, 10, 5
RATERS = (("Hollin", "llm"), ("Ruth", "human"))
ROUNDS = 3
ALLOWED = 5.0
TABLES = (
    *("prompt", "system", "response", "target", "leak_mark", "rater", "assignment"),
    *("sheet", "score", "verdict", "verdict_score", "settled_score", "event"),
)


class Took(NamedTuple):
    """Seconds on the clock, and of the processor."""

    clock: float
    processor: float


def timed(work: Callable[[], None]) -> Took:
    """Do something and say how long it took."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - clock, time.process_time() - processor)


def responses_file() -> bytes:
    """10,000 answers of some 400 letters."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("prompt", "prompt_text", "system", "family", "text"))
    for prompt in range(PROMPTS):
        for system in range(SYSTEMS):
            answer = f"To question {prompt} one might say this, or something near it. " * 7
            rows.writerow((f"P-{prompt}", f"What of {prompt}?", f"System {system}", f"Lab {system}", answer))
    return text.getvalue().encode()


def scores_file() -> bytes:
    """Two raters on five axes of each."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("rater", "rater_kind", "prompt", "system", "axis", "score", "why"))
    for rater, kind in RATERS:
        for prompt in range(PROMPTS):
            for system in range(SYSTEMS):
                for axis in range(AXES):
                    score = (prompt + system + axis) % 4
                    rows.writerow(
                        (rater, kind, f"P-{prompt}", f"System {system}", f"axis_{axis}", score, "It says so.")
                    )
    return text.getvalue().encode()


def a_study(store: Store) -> int:
    """An empty draft with five axes."""
    migrate(store)
    axis = a_benchmark_table()["axes"][1]
    axes = [{**axis, "id": f"axis_{n}", "name": f"Axis {n}"} for n in range(AXES)]
    with store.writing() as session:
        content_hash = benchmarks.register(session, text=toml_text(a_benchmark_table(axes=axes)), name="x", now=NOW)
        plan = studies.StudyPlan(slug="x", title="x", seed="x")
        return studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW)


def take(store: Store, study_id: int, responses: bytes, scores: bytes) -> None:
    """The whole of an import, as the command and the page do it."""
    intake = read_responses(responses, "responses.csv", there=Contents())
    with store.writing() as session:
        take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    with store.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=study_id)
        known = known_responses(session, study_id=study_id)
    answers = read_scores(scores, "scores.csv", benchmark=benchmark, responses=known)
    with store.writing() as session:
        take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows that an import left, by table."""
    with sqlite3.connect(path) as connection:
        return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}


def bare(path: Path, rows: dict[str, list[tuple[object, ...]]]) -> None:
    """Put rows into an empty store, in one transaction."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("BEGIN IMMEDIATE")
    for table, those in rows.items():
        if those:
            places = ",".join("?" * len(those[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", those)
    connection.execute("COMMIT")
    connection.close()


def a_round(folder: Path, responses: bytes, scores: bytes) -> tuple[Took, Took]:
    """One import, and one bare insertion of its rows."""
    ours, theirs = (Store(f"sqlite:///{folder / name}") for name in ("ours.db", "bare.db"))
    study_id = a_study(ours)
    migrate(theirs)
    imported = timed(lambda: take(ours, study_id, responses, scores))
    rows = rows_of(folder / "ours.db")
    inserted = timed(lambda: bare(folder / "bare.db", rows))
    ours.close()
    theirs.close()
    return imported, inserted


def main() -> None:
    """Measure, and print the ratio."""
    responses, scores = responses_file(), scores_file()
    rounds = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append(a_round(Path(folder), responses, scores))
    best = [
        Took(min(one.clock for one in kind), min(one.processor for one in kind)) for kind in zip(*rounds, strict=True)
    ]
    for name, took in zip(("import", "bare rows"), best, strict=True):
        print(f"{name:20} {took.clock:6.2f} s on the clock, {took.processor:6.2f} s of the processor")
    imported, inserted = best
    print(f"ratio                {imported.clock / inserted.clock:6.2f} on the clock, ", end="")
    print(f"{imported.processor / inserted.processor:6.2f} of the processor; allowed {ALLOWED:.0f}")


if __name__ == "__main__":
    main()
