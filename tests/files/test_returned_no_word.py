"""A file that is no Word file of ours, or a damaged one, is told from one in words."""

import io
import zipfile

import pytest

from files.packet_word import packet_word
from files.returned import MOST_BYTES, read_back
from tests.files.packets import a_packet, known


def zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/"), content)
    return stream.getvalue()


WHOLE = packet_word(a_packet())


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b" \r\n", "an empty file"),
        (b"x" * (MOST_BYTES + 1), "a file of 4.0 MB"),
        (b"%PDF-1.7\n...", "a PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file (.doc, .xls)"),
        (b"{\\rtf1 hello}", "an RTF file"),
        (b"<!doctype html><p>", "a web page or another file in angle brackets"),
        (WHOLE[:2000], "a damaged or encrypted file"),
        (b"PK\x03\x04 nothing", "a damaged or encrypted file"),
        (zipped(a=b"b"), "a packed file (ZIP) of another kind"),
        (zipped(word__document__xml=b"<w>"), "a damaged Word file"),
        (zipped(word__big=b"0" * 61_000_000), "a file that is far too large when unpacked"),
    ],
)
def test_a_file_that_is_none_of_ours_is_told_from_one(content: bytes, found: str) -> None:
    read = read_back(content, "back.docx", known())
    assert len(read.problems) == 1
    assert read.problems[0].startswith(f"back.docx: found {found}; allowed: ")
    assert (read.entries, read.charter_hash) == ((), "")


def test_a_file_damaged_anywhere_never_raises() -> None:
    for at in range(0, len(WHOLE), 977):
        spoilt = bytearray(WHOLE)
        spoilt[at] ^= 0x5A
        found = read_back(bytes(spoilt), "back.docx", known())
        assert found.entries == ()


def test_a_file_with_entities_of_its_own_is_refused_before_one_is_read() -> None:
    with zipfile.ZipFile(io.BytesIO(WHOLE)) as archive:
        parts = {one.replace("/", "__"): archive.read(one) for one in archive.namelist()}
    entity = b'?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    parts["word__document.xml"] = parts["word__document.xml"].replace(b"?>", entity, 1).replace(b">Bread<", b">&x;<")
    found = read_back(zipped(**parts), "back.docx", known())
    assert found.problems == (
        "back.docx: found a Word file with a document type of its own; allowed: a Word file (.docx), as the packet is",
    )
