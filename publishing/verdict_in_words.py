"""What came of checking a bundle, in lines for a person; and as JSON, for a script."""

from collections.abc import Iterator
from typing import Any

from publishing.verify import Checked

HOLDS = "It holds: everything is as it was released, and every number follows from the data."
DOES_NOT = "IT DOES NOT HOLD: what differs is named above."


def lines(checked: Checked) -> Iterator[str]:
    """Yield the outcome line by line: files, rows, settled scores, numbers, pages, then the verdict and the receipt."""
    manifest = checked.read.manifest
    yield f"{manifest['study']['title']} ({manifest['benchmark']['title']} {manifest['benchmark']['version']})"
    yield f"Made {manifest['made_at']} by version {manifest['software']}."
    yield from checked.limits
    yield from _files(checked)
    yield ""
    yield f"Rows: {checked.rows_checked:,} compared with their hashes, {len(checked.rows):,} differ."
    yield from (f"  {row.words}" for row in checked.rows)
    yield f"Settled scores: {checked.settled_checked:,} settled again, {len(checked.settled):,} differ."
    yield from (f"  {one}" for one in checked.settled)
    yield from (f"A judge's score is not that of the verdict: {one}" for one in checked.apart)
    yield f"Numbers: {checked.numbers:,} computed again, {len(checked.moved):,} differ."
    yield from (f"  {one.where}: the bundle says {one.stated}, its data give {one.found}" for one in checked.moved)
    if checked.rounding:
        yield f"  {len(checked.rounding):,} more differ beyond the ninth digit only, as between processors."
    yield from (f"Says other numbers than the data give: {path}" for path in checked.told)
    yield from checked.notes
    yield ""
    yield HOLDS if checked.holds else DOES_NOT
    yield f"Receipt: {checked.read.receipt}"


def _files(checked: Checked) -> Iterator[str]:
    read = checked.read
    yield f"Files: {len(read.manifest['files']):,} in the manifest."
    yield from (f"  not as released: {path}" for path in read.changed)
    yield from (f"  not there: {path}" for path in read.gone)
    yield from (f"  not part of the release, not looked at: {path}" for path in read.added)


def as_json(checked: Checked) -> dict[str, Any]:
    """Return the outcome as what JSON has."""
    read = checked.read
    return {
        "holds": checked.holds,
        "receipt": read.receipt,
        "files": {"changed": read.changed, "gone": read.gone, "added": read.added},
        "rows_checked": checked.rows_checked,
        "rows": [{"table": one.table, "keys": dict(one.keys), "what": one.what} for one in checked.rows],
        "settled_checked": checked.settled_checked,
        "settled": checked.settled,
        "apart": checked.apart,
        "numbers": checked.numbers,
        "moved": [one._asdict() for one in checked.moved],
        "rounding": [one._asdict() for one in checked.rounding],
        "told": checked.told,
        "limits": checked.limits,
        "notes": checked.notes,
    }
