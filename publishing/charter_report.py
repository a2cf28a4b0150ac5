"""What a release says of its charters, from its own tables alone: released or not, approved by whom, and who dissents.

The gate is asked again with the hash of the very texts in the release, so an altered text has no approval.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import pandas as pd

from publishing.gate import DISSENTING, ModuleGate, SignOffFact, StudyGate, gate_of, limit_of
from publishing.report_parts import Heading, Part, Points, Words
from publishing.report_text import markdown_report
from rubrics.charters import charter_hash
from rubrics.reviews import Subject, named
from rubrics.schema import Benchmark, Module

DECIDED = {
    "approved": "approved",
    "approved_with_notes": "approved with notes",
    "changes_requested": "requested changes of",
    "declined": "declined",
}
FINGERPRINT = 12
WHOLE = "whole"
"""Stands for the clause where the charter as a whole is meant: no cell that names a row may be empty."""

Tables = Mapping[str, pd.DataFrame]
Row = Mapping[str, Any]


class Standing(NamedTuple):
    """What the gate is asked with: the hash of each text that is there, and the sign-offs."""

    current: dict[str, str]
    sign_offs: list[SignOffFact]


def limits_of(benchmark: Benchmark, tables: Tables) -> tuple[str, ...]:
    """Return what must be said of a release: the limit, then what is missing; empty once every charter is released."""
    return limit_of(benchmark, **_standing(tables)._asdict())


def gate_in(benchmark: Benchmark, tables: Tables) -> StudyGate | None:
    """Return how far the charters of a release are released; None where its benchmark has none."""
    return gate_of(benchmark, **_standing(tables)._asdict())


def _standing(tables: Tables) -> Standing:
    facts = [
        SignOffFact(
            reviewer=row["reviewer"],
            module=row["module"],
            charter_hash=row["charter_hash"],
            decision=row["decision"],
            qualified=bool(row["qualified"]),
            signed_at=datetime.fromisoformat(row["signed_at"]),
            order=order,
            answered=bool(_text(row["answer"])),
        )
        for order, row in enumerate(_rows(tables, "sign_offs"))
    ]
    return Standing({row["module"]: charter_hash(_text(row["text"])) for row in _rows(tables, "charters")}, facts)


def _rows(tables: Tables, name: str, module: str | None = None) -> list[Row]:
    if name not in tables:
        return []
    rows = ({str(column): cell for column, cell in row.items()} for row in tables[name].to_dict("records"))
    return [row for row in rows if module is None or row["module"] == module]


def _text(cell: Any) -> str:
    return "" if pd.isna(cell) else str(cell)


def charter_parts(benchmark: Benchmark, tables: Tables) -> list[Part]:
    """Return what a report says of its charters, module by module; nothing where its benchmark has none."""
    found = gate_in(benchmark, tables)
    if found is None:
        return []
    parts: list[Part] = [Heading("The charters, who approves of them, and who does not")]
    for module, gate in zip(benchmark.modules, found.modules, strict=True):
        parts += [Heading(module.name, 3), *_standing_of(module, gate, tables)]
    return parts


def charter_pages(benchmark: Benchmark, tables: Tables) -> dict[str, bytes]:
    """Return each charter as a page by its path: how it stands and the dissent first, then its text."""
    found = gate_in(benchmark, tables)
    gates = {} if found is None else {gate.module: gate for gate in found.modules}
    limit = [] if found is None or found.limit_text is None else [Words(found.limit_text)]
    pages = {}
    for module in benchmark.modules:
        for row in _rows(tables, "charters", module.id):
            parts: list[Part] = [Heading(module.name, 1), *limit, *_standing_of(module, gates[module.id], tables)]
            head = markdown_report([*parts, Heading("The text, letter by letter")])
            pages[f"charters/{module.id}.md"] = head + b"\n" + _text(row["text"]).encode()
    return pages


def _standing_of(module: Module, gate: ModuleGate, tables: Tables) -> Iterator[Part]:
    for row in _rows(tables, "charters", module.id):
        mark = charter_hash(_text(row["text"]))[:FINGERPRINT]
        yield Words(f"Version {row['version']:g}, fingerprint {mark}. {'Released.' if gate.open else 'Not released.'}")
    if gate.missing:
        yield Points(tuple(one.removeprefix(f"{gate.name}: ") for one in gate.missing))
    signed = {row["reviewer"]: row for row in _rows(tables, "sign_offs", module.id)}
    if approvals := tuple(_sentence(signed[one.reviewer]) for one in gate.approvals):
        yield Words("Approvals:")
        yield Points(approvals)
    against = (*_against(gate, signed), *_objections(module, signed, tables))
    yield Words("Dissent:" if against else "No dissent was signed.")
    if against:
        yield Points(against)


def dissent(benchmark: Benchmark, tables: Tables, module_id: str) -> tuple[str, ...]:
    """Return who dissents from one charter, a sentence each; empty where nobody does."""
    found = gate_in(benchmark, tables)
    gates = [] if found is None else zip(benchmark.modules, found.modules, strict=True)
    for module, gate in gates:
        if module.id == module_id:
            signed = {row["reviewer"]: row for row in _rows(tables, "sign_offs", module.id)}
            return (*_against(gate, signed), *_objections(module, signed, tables))
    return ()


def _against(gate: ModuleGate, signed: Mapping[str, Row]) -> Iterator[str]:
    """Requests for changes and declines, an earlier text's request too: nobody has taken it back."""
    heard = {one.reviewer for one in gate.dissent}
    heard |= {one.reviewer for one in gate.stale if one.decision in DISSENTING}
    for reviewer, row in signed.items():
        if reviewer in heard:
            yield _sentence(row)


def _sentence(row: Row) -> str:
    said = f"{_who(row)} {DECIDED[row['decision']]} version {row['charter_version']:g} on {row['signed_at'][:10]}."
    reasons, answer = _text(row["reasons"]), _text(row["answer"])
    if reasons or row["decision"] in DISSENTING:
        said += f" “{reasons}”" if reasons else " No reasons were given."
    return f"{said} The owner’s answer: “{answer}”" if answer else said


def _who(row: Row) -> str:
    about = ", ".join(filter(None, (_text(row[one]) for one in ("name", "qualification", "tradition"))))
    qualified = "" if row["qualified"] else " (not recorded as qualified)"
    return f"{row['reviewer']}{f' ({about})' if about else ''}{qualified}"


def _objections(module: Module, signed: Mapping[str, Row], tables: Tables) -> Iterator[str]:
    for row in _rows(tables, "objections", module.id):
        subject: Subject = (row["part"], "" if row["clause"] == WHOLE else row["clause"])
        version = signed[row["reviewer"]]["charter_version"] if row["reviewer"] in signed else float("nan")
        said = f"{row['reviewer']} disagrees on {named(subject)} of version {version:g}."
        comment, proposed = _text(row["comment"]), _text(row["proposed"])
        said += f" “{comment}”" if comment else ""
        yield f"{said} Proposed instead: “{proposed}”" if proposed else said
