"""A release bundle: one ZIP with everything that a critic needs to compute every number of a study again.

The tables are written first and read back, and every number comes from what was read: so whoever has the bundle has
what the numbers were made from, digit by digit. Nothing in it depends on the clock but the day it was made.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from files.export_forms import csv_bytes, json_lines, parquet, workbook
from files.export_wide import wide
from publishing.bundle_numbers import BundleData, BundleReports, numbers_bytes, numbers_of, reports_of
from publishing.bundle_tables import TextTable, frame_of, hashes_bytes, read_text_table, table_bytes
from publishing.charter_report import charter_pages, limits_of
from publishing.dictionary import TABLES, dictionary_markdown
from publishing.method import software_version
from publishing.package_files import data_package, readme
from publishing.release_tables import Release
from publishing.report import all_drawings, every_grid, report_parts
from publishing.report_html import html_report
from publishing.report_parts import Image, Part
from publishing.report_text import latex_table, markdown_report, markdown_table
from publishing.study_report import the_plan
from rubrics import loader
from rubrics.schema import Benchmark

FORM, EDITION = "secondreader bundle", 2
"""A bundle's format is its form and edition; the edition is raised whenever files or tables are added or change."""

FORMAT = f"{FORM} {EDITION}"
MANIFEST, NUMBERS, ROWS = "manifest.json", "numbers.json", "checks/rows.csv"
BENCHMARK, PACKAGE, DICTIONARY = "benchmark.toml", "datapackage.json", "DICTIONARY.md"
ZIP_DAY = (1980, 1, 1, 0, 0, 0)

Files = dict[str, bytes]
Manifest = dict[str, Any]


class Bundle(NamedTuple):
    """The ZIP, how many files are in it, and its receipt: the hash of its manifest, which names all others."""

    content: bytes
    files: int
    receipt: str


class Made(NamedTuple):
    """A release with its numbers: the benchmark, the tables as they stand in their files, and every report."""

    benchmark: Benchmark
    texts: Mapping[str, TextTable]
    data: BundleData
    reports: BundleReports


def make(release: Release) -> tuple[Made, Files]:
    """Write the tables of a release, read them back, and compute its numbers from what was read."""
    benchmark = loader.parse(release.study.benchmark_text, BENCHMARK)
    names = [name for name in TABLES if name in release.tables]
    files = {f"data/{name}.csv": table_bytes(release.tables[name], name) for name in names}
    texts = {name: read_text_table(files[f"data/{name}.csv"], name) for name in names}
    tables = {name: frame_of(text, name) for name, text in texts.items()}
    draws = the_plan(benchmark, release.study.seed).draws
    data = BundleData(benchmark, tables, release.study.seed, draws, release.protocol)
    return Made(benchmark, texts, data, reports_of(data)), files


def manifest_of(release: Release, made: Made, *, made_at: datetime) -> Manifest:
    """Say what a bundle is: study, benchmark, seed, protocol, the last event, and how many rows each table has."""
    study = release.study
    return {
        "format": FORMAT,
        "software": software_version(),
        "made_at": made_at.isoformat(timespec="seconds"),
        "study": {
            "name": study.slug,
            "title": study.title,
            "note": study.note,
            "state": study.state,
            "invented": study.invented,
        },
        "benchmark": {
            "id": made.benchmark.id,
            "version": made.benchmark.version,
            "title": made.benchmark.title,
            "hash": study.benchmark_hash,
        },
        "seed": study.seed,
        "draws": made.data.draws,
        "protocol": release.protocol,
        "systems_named": release.named,
        "limits": list(limits_of(made.benchmark, made.data.tables)),
        "event_log": {"events": study.event, "last_hash": study.event_hash},
        "rows": {name: len(text.rows) for name, text in made.texts.items()},
    }


def origin_of(manifest: Manifest) -> dict[str, str]:
    """Return what a reader needs to find the same numbers, in words."""
    return {
        "Benchmark": f"{manifest['benchmark']['id']} {manifest['benchmark']['version']}",
        "Hash of the benchmark's file": manifest["benchmark"]["hash"],
        "Seed": manifest["seed"],
        "Bootstrap draws": f"{manifest['draws']:,}",
        "Events in the study's log": str(manifest["event_log"]["events"]),
        "Hash of the last event": manifest["event_log"]["last_hash"] or "none",
        "Software": f"Second Reader {manifest['software']}",
    }


def parts_of(made: Made, manifest: Manifest) -> list[Part]:
    """Return the report of a bundle."""
    return report_parts(
        made.data,
        made.reports,
        title=manifest["study"]["title"],
        invented=manifest["study"]["invented"],
        origin=origin_of(manifest),
    )


def told_files(made: Made, manifest: Manifest, images: Mapping[str, Image]) -> Files:
    """Write everything that says numbers in words and tables: made again, word by word, when a bundle is verified."""
    parts = parts_of(made, manifest)
    files = {
        NUMBERS: numbers_bytes(numbers_of(made.data, made.reports)),
        "report.html": html_report(parts, images, title=manifest["study"]["title"]),
        "report.md": markdown_report(parts),
        "data/scores_wide.csv": csv_bytes(wide(made.data.tables["scores"])),
        DICTIONARY: dictionary_markdown(tuple(made.texts)).encode(),
        **charter_pages(made.benchmark, made.data.tables),
    }
    note = " ".join(limits_of(made.benchmark, made.data.tables)[:1])
    for grid in every_grid(made.reports, made.benchmark):
        files[f"tables/{grid.name}.md"] = markdown_table(grid, note).encode()
        files[f"tables/{grid.name}.tex"] = latex_table(grid, note).encode()
    return files


def bundle_files(release: Release, *, made_at: datetime) -> Files:
    """Return every file of a bundle by its path; the manifest is the last."""
    # What writes PDF takes a second to load; most commands write none.
    from publishing.report_pdf import pdf_report

    made, files = make(release)
    manifest = manifest_of(release, made, made_at=made_at)
    note = " ".join(manifest["limits"][:1])
    images = {one.picture.name: one.draw(note) for one in all_drawings(made.reports, made.benchmark)}
    files[BENCHMARK] = release.study.benchmark_text.encode()
    files |= told_files(made, manifest, images)
    for name, table in made.data.tables.items():
        files[f"data/{name}.parquet"] = parquet(table)
    files["data/scores.jsonl"] = json_lines(made.data.tables["scores"])
    files["data/tables.xlsx"] = workbook(made.data.tables)
    for name, image in images.items():
        files[f"figures/{name}.svg"], files[f"figures/{name}.png"] = image.svg, image.png
    files["report.pdf"] = pdf_report(parts_of(made, manifest), images, title=manifest["study"]["title"])
    files[ROWS] = hashes_bytes(made.texts)
    files[PACKAGE] = data_package(manifest, made.benchmark, made.texts, files)
    files["README.md"] = readme(manifest, made.data)
    manifest["files"] = {path: hashlib.sha256(files[path]).hexdigest() for path in sorted(files)}
    files[MANIFEST] = (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()
    return files


def packed(files: Files) -> Bundle:
    """Pack the files of a bundle; the same files are the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, ZIP_DAY), files[path], zipfile.ZIP_DEFLATED)
    return Bundle(content.getvalue(), len(files), hashlib.sha256(files[MANIFEST]).hexdigest())
