"""Bytes to text: Unicode in its usual forms, and other character sets only where a person names them."""

import codecs

from files.problems import refuse_whole

MOST_BYTES = 50_000_000
SAVE_AS_UTF8 = "UTF-8 text; in a spreadsheet save as 'CSV UTF-8', or say which character set it is"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
SETS = {"cp1252": "Western European (Windows-1252)", "latin-1": "Western European (ISO 8859-1)"}
SETS |= {"cp1250": "Central European (Windows-1250)", "mac-roman": "Western European (old Macintosh)"}
"""The character sets offered on the page; on the command line any that Python knows may be named."""


def check_size(size: int, name: str) -> None:
    """Refuse a file of so many bytes when that is too many.

    Raises
    ------
    FileError
        With the size and the limit.
    """
    if size > MOST_BYTES:
        found = f"a file of {size / 1e6:,.0f} MB"
        refuse_whole(name, found, f"at most {MOST_BYTES / 1e6:,.0f} MB; divide it into several files")


def decoded(content: bytes, name: str, encoding: str = "") -> str:
    """Return a file's text.

    UTF-8, with or without a byte order mark, and UTF-16 with one are known by themselves; another character set is
    used where it is named, and never tried out.

    Raises
    ------
    FileError
        When the bytes are no such text, with the line; when there is nothing in the file; when it is too large.
    """
    check_size(len(content), name)
    is_utf_16 = content.startswith(UTF_16)
    wanted = "utf-16" if is_utf_16 else encoding or "utf-8-sig"
    try:
        text = content.decode(wanted)
    except LookupError:
        refuse_whole(name, f"the character set {encoding!r}, which is unknown", f"such as {', '.join(SETS)}")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        if wanted != "utf-8-sig":
            refuse_whole(name, f"bytes that are no {wanted.upper()} text", SAVE_AS_UTF8, row=line)
        refuse_whole(name, f"the byte 0x{content[problem.start]:02X}, which is not UTF-8", SAVE_AS_UTF8, row=line)
    if not text.strip():
        refuse_whole(name, "an empty file", "a header and at least one row")
    return text.removeprefix("\ufeff")
