"""Writing a benchmark file: plain tables in, TOML out, in the order given."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(table: Mapping[str, Any]) -> str:
    """Write nested tables as TOML.

    Parameters
    ----------
    table : mapping
        Values are text, numbers, true or false, lists of these, tables, or lists of tables. A None is left
        out, as TOML has no such value.

    Returns
    -------
    str
        Reading it with ``tomllib`` gives the same tables back; text is equal byte for byte.
    """
    return "\n".join(_table(table, ())).strip() + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    inner = {key: value for key, value in table.items() if _is_tables(value)}
    for key, value in table.items():
        if key not in inner and value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        where = (*path, _key(key))
        if isinstance(value, Mapping):
            yield from ("", f"[{'.'.join(where)}]")
            yield from _table(value, where)
            continue
        for one in value:
            yield from ("", f"[[{'.'.join(where)}]]")
            yield from _table(one, where)


def _is_tables(value: Any) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """A basic string: what JSON escapes is escaped the same way in TOML, except the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Sequence):
        inside = [_value(one) for one in value]
        if sum(len(one) for one in inside) <= 80:
            return f"[{', '.join(inside)}]"
        return "[\n" + "".join(f"  {one},\n" for one in inside) + "]"
    raise TypeError(f"{type(value).__name__} cannot be written as TOML")
