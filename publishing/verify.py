"""Checking a bundle from its own files alone: hashes, rows, settled scores, and every number computed again.

What has changed is told from the outside in: files that are not as the manifest says, rows that are not as they were
released, settled scores that no longer follow from their verdicts, numbers that no longer follow from the scores, and
pages that say other numbers than the data give.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from publishing.bundle import BENCHMARK, NUMBERS, ROWS, Made, told_files
from publishing.bundle_numbers import BundleData, numbers_of, reports_of
from publishing.bundle_reading import BundleError, Read, tables_of
from publishing.bundle_tables import TextTable, frame_of, read_hashes
from publishing.changed_rows import ChangedRow, changed_rows
from publishing.charter_report import limits_of
from publishing.differences import Difference, count_numbers, differences
from publishing.method import software_version
from publishing.people_again import people_again
from publishing.report_html import without_pictures
from publishing.settle_again import SettledAgain, contradictions, settle_again
from rubrics import loader
from rubrics.problems import RubricError
from rubrics.schema import Benchmark


class Checked(NamedTuple):
    """What came of checking a bundle.

    Attributes
    ----------
    read : Read
        With the files that are not as the manifest says.
    rows : tuple of ChangedRow
    settled : tuple of str
        Settled scores that come out otherwise, in words.
    apart : tuple of str
        Judges' scores that are not those of their verdicts, in words.
    numbers : int
        How many were computed again.
    moved : tuple of Difference
        Numbers, and sentences with numbers, that differ.
    rounding : tuple of Difference
        Those that differ in their last digits only.
    told : tuple of str
        Files whose words or tables are not those that the data give.
    limits : tuple of str
        What must be said of the study while its charters are not released, from the sign-offs in the bundle.
    notes : tuple of str
        What a reader must know of this check.
    """

    read: Read
    rows_checked: int
    rows: tuple[ChangedRow, ...]
    settled_checked: int
    settled: tuple[str, ...]
    apart: tuple[str, ...]
    numbers: int
    moved: tuple[Difference, ...]
    rounding: tuple[Difference, ...]
    told: tuple[str, ...]
    limits: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether everything is as it was released, and every number follows from the data."""
        read = self.read
        return not any((read.changed, read.gone, self.rows, self.settled, self.apart, self.moved, self.told))


def verify(read: Read) -> Checked:
    """Check a bundle that was read.

    Raises
    ------
    BundleError
        When its tables, its benchmark or its numbers cannot be read at all; every problem is told.
    """
    texts = tables_of(read.files)
    benchmark = _benchmark(read)
    stated, released = _stated(read.files)
    tables = {name: frame_of(text, name) for name, text in texts.items()}
    again = settle_again(tables["settled"], tables["verdicts"], tables["verdict_scores"], benchmark)
    manifest = read.manifest
    data = BundleData(
        benchmark, {**tables, "settled": again.table}, manifest["seed"], manifest["draws"], manifest["protocol"]
    )
    try:
        made = Made(benchmark, texts, data, reports_of(data))
        numbers = json.loads(json.dumps(numbers_of(data, made.reports)))
    except ValueError as problem:
        raise BundleError(*str(problem).splitlines()) from problem
    moved = differences(stated, numbers)
    return Checked(
        read=read,
        rows_checked=sum(len(text.rows) for text in texts.values()),
        rows=tuple(changed_rows(texts, released, benchmark)),
        settled_checked=len(again.table) - again.as_given + len(tables.get("people_settled", ())),
        settled=(*_settled(again, texts["settled"]), *people_again(tables, benchmark)),
        apart=tuple(contradictions(*(tables[one] for one in ("scores", "verdicts", "verdict_scores")))),
        numbers=count_numbers(numbers),
        moved=tuple(one for one in moved if not one.is_rounding),
        rounding=tuple(one for one in moved if one.is_rounding),
        told=tuple(_told(read, made)),
        limits=limits_of(benchmark, tables),
        notes=tuple(_notes(read, again)),
    )


def _benchmark(read: Read) -> Benchmark:
    content = read.files.get(BENCHMARK)
    if content is None:
        raise BundleError(f"{BENCHMARK} is not there; without it nothing can be computed")
    text = content.decode(errors="replace")
    stated = read.manifest["benchmark"]["hash"]
    try:
        if loader.content_hash(text) != stated:
            raise BundleError(
                f"{BENCHMARK}: its hash is {loader.content_hash(text)}; the scores were given under {stated}"
            )
        return loader.parse(text, BENCHMARK)
    except RubricError as problem:
        raise BundleError(*problem.problems) from problem


def _stated(files: Mapping[str, bytes]) -> tuple[Any, dict[str, dict[str, str]]]:
    if missing := [f"{path} is not there" for path in (NUMBERS, ROWS) if path not in files]:
        raise BundleError(*missing)
    try:
        return json.loads(files[NUMBERS]), read_hashes(files[ROWS])
    except (ValueError, KeyError) as problem:
        raise BundleError(f"{NUMBERS} or {ROWS}: cannot be read ({problem})") from problem


def _settled(again: SettledAgain, table: TextTable) -> list[str]:
    names = ("response", "module", "axis")
    places = [table.columns.index(one) for one in names]
    return [
        ", ".join(f"{name} {table.rows[one.place][place]}" for name, place in zip(names, places, strict=True))
        + f": the bundle says {one.was}; its verdicts give {one.now}"
        for one in again.moved
    ]


def _told(read: Read, made: Made) -> list[str]:
    """Files whose text is not what the data give; another version of the software may word things otherwise."""
    if read.manifest["software"] != software_version():
        return []
    return [
        path
        for path, content in told_files(made, dict(read.manifest), {}).items()
        if path != NUMBERS and path in read.files and _words(path, read.files[path]) != _words(path, content)
    ]


def _words(path: str, content: bytes) -> str:
    text = content.decode(errors="replace")
    return without_pictures(text) if path.endswith(".html") else text


def _notes(read: Read, again: SettledAgain) -> list[str]:
    notes = []
    made_by = read.manifest["software"]
    if made_by != software_version():
        notes.append(
            f"Made by version {made_by}, checked by {software_version()}: the report's words were not compared."
        )
    if again.as_given:
        notes.append(
            f"{again.as_given} settled scores have a rule that is not repeated here; they were taken as they stand."
        )
    notes.append("Pictures and the PDF are compared by their hashes only.")
    return notes
