"""What counts as words, in any script.

A justification must say something: three spaces, dots, an emoji or an invisible character say nothing. Letters of
every script count (Unicode categories L*), so Hebrew, Arabic, Amharic or Chinese reasons are as good as English
ones. Two letters in a row make a word; in scripts where one sign is a word, or a syllable, one is enough.
"""

import unicodedata

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Hangul fillers: Unicode calls them letters, but nothing is seen of them."""

_ONE_SIGN_IS_A_WORD = (
    (0x3040, 0x9FFF),
    (0xA000, 0xA48C),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0x20000, 0x323AF),
)
"""Kana and Chinese characters, Yi, Hangul syllables, and the supplements of Chinese characters."""

_BIDI_OVERRIDES = frozenset("\u202d\u202e")
"""The marks that embed or isolate a direction are not among them: word processors put them into Hebrew and Arabic."""

_LAYOUT = frozenset("\n\r\t")


def _is_letter(ch: str) -> bool:
    return unicodedata.category(ch).startswith("L") and ch not in _BLANK_LETTERS


def _is_word_by_itself(ch: str) -> bool:
    return any(low <= ord(ch) <= high for low, high in _ONE_SIGN_IS_A_WORD)


def has_words(text: str) -> bool:
    """Say whether a text has at least one word in it.

    Marks (vowel points, accents) and joiners inside a word do not end it. Digits, punctuation, symbols, emoji,
    spaces and invisible characters are not words.
    """
    run = 0
    for ch in text:
        if _is_letter(ch):
            run += 1
            if run == 2 or _is_word_by_itself(ch):
                return True
        elif unicodedata.category(ch) not in ("Mn", "Mc", "Cf"):
            run = 0
    return False


def unprintable(text: str) -> list[str]:
    """Name the characters no screen or database takes, as ``U+0000``, each once, in order of appearance.

    These are control characters (but not line ends and tabs), halves of surrogate pairs, code points that are no
    characters, and the marks that override the direction of text and so make it read as something else.
    """
    if text.isprintable():  # nearly every text, at a tenth of the cost: none of the above is printable
        return []
    found: dict[str, None] = {}
    for ch in text:
        is_control = unicodedata.category(ch) in ("Cc", "Cs") and ch not in _LAYOUT
        is_no_character = (ord(ch) & 0xFFFE) == 0xFFFE or 0xFDD0 <= ord(ch) <= 0xFDEF
        if is_control or is_no_character or ch in _BIDI_OVERRIDES:
            found[f"U+{ord(ch):04X}"] = None
    return list(found)
