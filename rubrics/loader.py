"""Reading benchmark files: TOML in, a frozen ``Benchmark`` out, or every problem at once.

A benchmark is its text. ``content_hash`` is its identity: two files that call themselves the same version are the
same only if the hashes agree.
"""

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rubrics.problems import RubricError, describe
from rubrics.schema import Benchmark

FOLDER = Path(__file__).parent
LARGEST = 2_000_000
"""A benchmark file has at most this many characters; the published ones have about 20,000."""


def parse(text: str, name: str) -> Benchmark:
    """Read a benchmark from the text of its file.

    Parameters
    ----------
    text : str
        TOML. Line ends may be LF or CRLF.
    name : str
        How the reader knows the file; put in front of every problem.

    Returns
    -------
    Benchmark
        Frozen.

    Raises
    ------
    RubricError
        With a line for every problem. TOML that cannot be read ends the search at its line, except for a key given
        twice, after which the rest is still checked.
    """
    if len(text) > LARGEST:
        raise RubricError([f"{name}: the file has {len(text):,} characters; at most {LARGEST:,} are allowed"])
    table, problems = _read_toml(text.replace("\r\n", "\n"), name)
    if table is None:
        raise RubricError(problems)
    try:
        benchmark = Benchmark.model_validate(table)
    except ValidationError as error:
        raise RubricError([*problems, *describe(error, name=name, schema=Benchmark)]) from None
    if problems:
        raise RubricError(problems)
    return benchmark


def load(path: Path) -> Benchmark:
    """Read a benchmark file.

    Raises
    ------
    RubricError
        As ``parse``; also when the file is missing, too large or not UTF-8.
    """
    return parse(read_text(path), shown_name(path))


def read_text(path: Path) -> str:
    """The text of a benchmark file, as ``content_hash`` and ``parse`` take it; a byte order mark is left out."""
    name = shown_name(path)
    try:
        size = path.stat().st_size
        if size > 4 * LARGEST:
            raise RubricError([f"{name}: the file has {size:,} bytes; at most {LARGEST:,} characters are allowed"])
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise RubricError([f"{name}: cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError as error:
        raise RubricError([f"{name}: byte {error.start} is not UTF-8; save the file as UTF-8"]) from None


def content_hash(text: str) -> str:
    """SHA-256, in hex, of a benchmark file's text with LF line ends, encoded as UTF-8."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()


def released() -> list[Path]:
    """Every benchmark file that comes with the software, ``<id>/<version>.toml``, sorted by path."""
    return sorted(FOLDER.glob("*/*.toml"))


def shown_name(path: Path) -> str:
    """How a file is named in messages: from ``rubrics/`` on if it is one of ours, else as given."""
    absolute = path.resolve()
    if absolute.is_relative_to(FOLDER):
        return absolute.relative_to(FOLDER.parent).as_posix()
    return path.as_posix()


_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_POINT_IN_KEY = re.compile(r"^-?[0-9]+\.[0-9]+$")


def _read_toml(text: str, name: str) -> tuple[dict[str, Any] | None, list[str]]:
    """Read TOML; where a one-line key is given twice, note it and go on without the second."""
    problems: list[str] = []
    lines = text.split("\n")
    for _ in range(len(lines) + 1):
        try:
            return tomllib.loads("\n".join(lines)), problems
        except RecursionError:
            return None, [*problems, f"{name}: lists or tables are nested too deeply"]
        except tomllib.TOMLDecodeError as error:
            message = str(error)
            found = _PLACE.search(message)
            at = int(found.group(1)) if found and found.group(1) else len(lines)
            again = _given_twice(lines[at - 1]) if message.startswith("Cannot overwrite a value") else None
            problems.append(f"{name}: line {at}: {again or _PLACE.sub('', message)}")
            if again is None:
                return None, problems
            lines[at - 1] = ""
    return None, problems


def _given_twice(line: str) -> str | None:
    """What to say of a line whose key was there already; None if the line cannot be left out by itself."""
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    key = line.split("=", maxsplit=1)[0].strip()
    if _POINT_IN_KEY.match(key):
        return f'{key} must stand in quotes, "{key}"; without them the point divides tables'
    return f"{key} is given twice; remove one"
