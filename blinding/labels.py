"""Opaque labels for responses: the same within a study, meaningless to anyone without its secret.

A label is an HMAC-SHA256 of prompt, system and replication under the study's secret, so it cannot be computed
from the names of the systems, does not depend on the order of import, and differs from study to study.
"""

import hmac
import json
import re

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals without 0 and O, 1, I and L, and U: nothing that a person copying a label can
misread."""

LENGTH = 10
SHORTEST_SECRET = 16

_PERSON = re.compile(f"P-[0-9A-Za-z]{{{LENGTH}}}")
_SHAPE = re.compile(f"R-[{ALPHABET}]{{{LENGTH}}}")


def response_label(secret: bytes, *, prompt: str, system: str, replication: int) -> str:
    """Return the label of one response.

    Parameters
    ----------
    secret : bytes
        The study's secret, at least 16 random bytes. Whoever has it can compute which system wrote what.
    prompt, system : str
        Their ids in the study.
    replication : int
        1 for the first answer of the system to the prompt, 2 for the second, ...

    Returns
    -------
    str
        ``R-`` and ten characters of `ALPHABET` (30**10 labels: two of 100,000 responses share one with a
        chance of about 1 in 100,000, so the store keeps labels unique).

    Raises
    ------
    ValueError
        If the secret is too short, an id is empty, or the replication is below 1.
    """
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"the study's secret has {len(secret)} bytes; at least {SHORTEST_SECRET} are needed")
    if not prompt or not system:
        raise ValueError(f"prompt '{prompt}' and system '{system}': neither id may be empty")
    if replication < 1:
        raise ValueError(f"replication is {replication}; the first is 1")
    return "R-" + _code(secret, [prompt, system, replication])


def person_label(secret: bytes, *, name: str) -> str:
    """Return what a person who is known by a name in a file is called in exports: ``P-`` and ten characters."""
    return "P-" + _code(secret, [name])


def is_person_label(text: str) -> bool:
    """Tell whether a text is what a person is called in exports, invited or from a file, and so no name."""
    return _PERSON.fullmatch(text) is not None


def _code(secret: bytes, parts: list[str | int]) -> str:
    number = int.from_bytes(hmac.digest(secret, json.dumps(parts).encode(), "sha256"))
    characters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[place])
    return "".join(characters)


def is_label(text: str) -> bool:
    """Tell whether a text has the shape of a response's label."""
    return _SHAPE.fullmatch(text) is not None
