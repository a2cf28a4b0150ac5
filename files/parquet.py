"""Parquet as rows of text: numbers as they are written by hand, a missing value as an empty cell."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from files.json_lines import cell
from files.layouts import Numbered, column_name
from files.problems import Report, refuse_whole, shown

MOST_UNPACKED = 500_000_000
ROWS_AT_ONCE = 5_000


def parquet_rows(content: bytes, report: Report) -> Iterator[Numbered]:
    """Give each record's number, counted from 1, and cells.

    Raises
    ------
    FileError
        When the file is damaged, or too large when unpacked.
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        file = parquet.ParquetFile(pa.BufferReader(content))
        _check_size(file.metadata, report)
        names = [column_name(name) for name in file.schema_arrow.names]
        for name in sorted({name for name in names if names.count(name) > 1}):
            report.add(None, name, f"the column {shown(name)} twice", "each column once")
        number = 0
        for batch in file.iter_batches(ROWS_AT_ONCE):
            columns = [[_cell(value) for value in column.to_pylist()] for column in batch.columns]
            for row in zip(*columns, strict=True):
                number += 1
                yield number, dict(zip(names, row, strict=True))
    except (pa.ArrowException, OSError):
        refuse_whole(report.file, "a damaged Parquet file", "a Parquet file that was written to its end")


def _check_size(metadata: Any, report: Report) -> None:
    size = sum(metadata.row_group(place).total_byte_size for place in range(metadata.num_row_groups))
    if size > MOST_UNPACKED:
        refuse_whole(report.file, f"{size / 1e6:,.0f} MB when unpacked", f"at most {MOST_UNPACKED / 1e6:,.0f} MB")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value).replace("nan", "NaN")
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return cell(value)
