"""What stands at the front of a bundle: a page for people, and a Frictionless data package for programs."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from publishing.bundle_numbers import BundleData
from publishing.bundle_tables import TextTable
from publishing.dictionary import TABLES, table_schema
from publishing.method import method_text
from publishing.report import INVENTED, claim_limits
from rubrics.schema import Benchmark

README = """# {title}

{invented}A release of a study made with Second Reader: {benchmark}. Every number in here can be computed again from the
files in here alone.

## What may not be claimed

{limits}

## What is in it

| file | what |
|---|---|
| `report.html`, `report.pdf`, `report.md` | the report; the first needs nothing but a browser |
| `data/*.csv` | every table; `DICTIONARY.md` says what each column means, `datapackage.json` says it to programs |
| `data/*.parquet`, `data/tables.xlsx` | the same tables in other forms |
| `data/scores_wide.csv`, `data/scores.jsonl` | the scores with one column for each rater, and as JSON lines |
| `tables/` | the report's tables in Markdown and LaTeX (booktabs, tabularx) |
| `figures/` | the report's figures as SVG and PNG |
{charters}| `benchmark.toml` | the benchmark, letter by letter; its hash is its identity |
| `numbers.json` | every number, not rounded, each with its n, interval and method, or the reason there is none |
| `checks/rows.csv` | a hash of every row of every table |
| `manifest.json` | what this is, and the hash of every file |

## How to check it

Install the same version of Second Reader ({software}), unpack this anywhere, and say

    secondreader verify .

It checks every file and row against its hash, settles the judges' scores again, computes every number again, and says
which differ. No store, no network and no study is needed.

## Who is in it

{people} {systems}

## Method

{method}
"""
PEOPLE = "People are numbered; their names, and what they declared of themselves, are in no release."
REVIEWERS = (
    "Only a charter's reviewer who asked for it is named, and says of themselves what they wished to be printed."
)
CHARTERS = (
    "| `charters/` | each charter with who approves of it and who dissents; `data/charters.csv`, "
    "`data/sign_offs.csv` and `data/objections.csv` say the same to programs |\n"
)
NAMED = "Systems are named."
NUMBERED = (
    "Systems are numbered, in an order that says nothing; their makers are left out, and so is what would need them "
    "(whether judges favour their own makers' systems)."
)


def readme(manifest: Mapping[str, Any], data: BundleData) -> bytes:
    """Write the page for people."""
    benchmark = data.benchmark
    return README.format(
        title=manifest["study"]["title"],
        invented=f"**{' '.join(INVENTED)}**\n\n" if manifest["study"]["invented"] else "",
        benchmark=f"{benchmark.title} {benchmark.version}",
        limits="\n".join(f"- {one}" for one in claim_limits(benchmark, manifest["limits"])),
        charters=CHARTERS if benchmark.charters is not None else "",
        software=manifest["software"],
        people=PEOPLE if benchmark.charters is None else f"{PEOPLE} {REVIEWERS}",
        systems=NAMED if manifest["systems_named"] else NUMBERED,
        method=method_text(data),
    ).encode()


def data_package(
    manifest: Mapping[str, Any],
    benchmark: Benchmark,
    texts: Mapping[str, TextTable],
    files: Mapping[str, bytes],
) -> bytes:
    """Describe the tables as a Frictionless tabular data package."""
    study = manifest["study"]
    found = {
        "profile": "tabular-data-package",
        "name": study["name"],
        "title": study["title"],
        "description": " ".join(claim_limits(benchmark, manifest["limits"])),
        "version": manifest["made_at"],
        "sources": [{"title": benchmark.source.name, **_address(benchmark)}],
        "resources": [_resource(name, text, files[f"data/{name}.csv"]) for name, text in texts.items()],
    }
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()


def _address(benchmark: Benchmark) -> dict[str, str]:
    return {"path": benchmark.source.address} if benchmark.source.address else {}


def _resource(name: str, text: TextTable, content: bytes) -> dict[str, Any]:
    return {
        "profile": "tabular-data-resource",
        "name": name,
        "path": f"data/{name}.csv",
        "description": f"A row is {TABLES[name].row}.",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8-sig",
        "bytes": len(content),
        "hash": f"sha256:{hashlib.sha256(content).hexdigest()}",
        "schema": table_schema(name, text.columns),
    }
