"""Measure how long 100,000 scores take to leave, in every form, beside pandas' own to_csv of the same table.

python -m benchmarks.files.export                       builds the study (half a minute), then measures
python -m benchmarks.files.export --responses 100       only to see that it works

Each form is measured from the store to the finished bytes, and for writing alone, in turns with pandas. The time is
processor time, since that is what a busy machine does not change.
"""

import argparse
import io
import statistics
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import pandas as pd

from benchmarks.large_study import Size, build
from files.export import export_scores
from files.export_forms import FORMS
from files.export_wide import wide
from publishing.release_tables import release_of
from store.engine import Store
from store.migrate import migrate
from tests.builders import a_benchmark_table

AIM_SECONDS, AIM_RATIO = 5.0, 3.0


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the processor time and the time by the clock of some work, in seconds."""
    clock, processor = perf_counter(), process_time()
    work()
    return process_time() - processor, perf_counter() - clock


def as_pandas(frame: pd.DataFrame) -> bytes:
    """Write a table the way pandas does, with nothing made safe in it."""
    text = io.StringIO()
    frame.to_csv(text, index=False)
    return text.getvalue().encode("utf-8-sig")


def writing(frame: pd.DataFrame, rounds: int) -> None:
    """Print each form's time for writing alone, and its ratio to pandas'."""
    forms: dict[str, Callable[[], object]] = {name: partial(one.write, frame) for name, one in FORMS.items()}
    forms["pandas' to_excel"] = lambda: frame.to_excel(io.BytesIO(), index=False, engine="xlsxwriter")
    forms["wide"] = lambda: FORMS["csv"].write(wide(frame))
    found: dict[str, list[float]] = {name: [] for name in (*forms, "pandas")}
    for _ in range(rounds):
        for name, work in (*forms.items(), ("pandas", lambda: as_pandas(frame))):
            found[name].append(timed(work)[0])
    bare = statistics.median(found.pop("pandas"))
    print(f"pandas' to_csv of {len(frame):,} rows: {bare:.2f} s")
    for name, times in found.items():
        middle = statistics.median(times)
        said = f" (aim: at most {AIM_RATIO:g})" if name == "csv" else ""
        print(f"writing alone, {name}: {middle:.2f} s, {middle / bare:.1f} times pandas{said}")


def whole(store: Store, study_id: int, rounds: int) -> None:
    """Print the time of whole exports, from the store to the bytes."""
    for form in (*FORMS, "wide"):
        times = []
        for _ in range(rounds):
            with store.writing() as session:
                asked = partial(export_scores, session, study_id=study_id, by=None, now=datetime.now(UTC), form=form)
                times.append(timed(asked))
        processor, clock = (statistics.median(one) for one in zip(*times, strict=True))
        met = "met" if processor <= AIM_SECONDS else "MISSED"
        print(f"whole export, {form}: {processor:.2f} s ({clock:.2f} s by the clock); aim: {AIM_SECONDS:g} s, {met}")


def main() -> None:
    """Build the study and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--responses", type=int, default=1000, help="in tens; times 20 raters, 5 axes")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'store.db'}")
        migrate(store)
        with store.writing() as session:
            study_id = build(session, Size(responses=asked.responses, axes=5), a_benchmark_table())
        with store.reading() as session:
            frame = release_of(session, study_id=study_id, named=False).tables["scores"]
        writing(frame, asked.rounds)
        whole(store, study_id, asked.rounds)
        store.close()


if __name__ == "__main__":
    main()
