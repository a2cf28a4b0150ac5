"""What may change an answer of a run, as one table: its hash says whether a run is being resumed or would be another.

Addresses, pace, keys and the cap are not in it; prices are, because the sums of a run are in them.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from judging.panel import Panel
from judging.replies.read import PARSER_VERSION
from judging.run.questions import hashed
from rubrics.schema import Benchmark

CODE = ("prompts", "replies", "protocols")
NOT_ANSWERS = ("code",)
"""What may differ when whoever resumes a run agrees to it."""

WORDS = {
    "kind": "what the run does",
    "protocol": "the protocol",
    "benchmark": "the benchmark",
    "panel": "the panel of judges",
    "prices": "the judges' prices",
    "seed": "the study's seed",
    "exclude": "who may not judge",
    "shuffle_axes": "whether axes are shuffled",
    "repeat_share": "the share of repeats",
    "choice": "which targets it is about",
    "charters": "the charters",
    "parser": "how replies are read",
    "code": "the software's version",
}


def manifest_of(
    *,
    kind: str,
    benchmark: Benchmark,
    benchmark_hash: str,
    panel: Panel,
    seed: str,
    exclude: str | None,
    shuffle_axes: bool,
    repeat_share: float,
    choice: Mapping[str, Any],
    charters: Mapping[str, str],
) -> dict[str, Any]:
    """Write down what a run is; `charters` are hashes by module."""
    return {
        "kind": kind,
        "protocol": benchmark.protocol.model_dump(mode="json"),
        "benchmark": benchmark_hash,
        "panel": [judge.identity for judge in panel.judges],
        "prices": {judge.id: judge.price and judge.price.model_dump(mode="json") for judge in panel.judges},
        "seed": seed,
        "exclude": exclude,
        "shuffle_axes": shuffle_axes,
        "repeat_share": repeat_share,
        "choice": dict(choice),
        "charters": dict(charters),
        "parser": PARSER_VERSION,
        "code": {"version": metadata.version("secondreader"), "judging": code_hash()},
    }


def manifest_hash(manifest: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of a manifest."""
    return hashed(manifest)


def code_hash() -> str:
    """SHA-256, in hex, over the source files that decide what is asked and how replies are read."""
    digest = hashlib.sha256()
    folder = Path(__file__).parents[1]
    for file in sorted(path for name in CODE for path in (folder / name).glob("*.py")):
        digest.update(f"{file.relative_to(folder).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def differences(before: Mapping[str, Any], now: Mapping[str, Any], *, accept: Sequence[str] = ()) -> list[str]:
    """Say what is different between the run that is there and the one that is wanted; empty when nothing is."""
    names = [name for name in WORDS if before.get(name) != now.get(name) and name not in accept]
    return [f"{WORDS[name]} is not what it was: {_shown(before.get(name), now.get(name))}" for name in names]


def _shown(before: Any, now: Any) -> str:
    """Both values, or only where two tables or lists differ."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        return "; ".join(f"{key}: {before.get(key)!r} before, {now.get(key)!r} now" for key in keys)
    if isinstance(before, list) and isinstance(now, list):
        ids = [{one.get("id"): one for one in side} for side in (before, now)]
        return _shown(*ids)
    return f"{before!r} before, {now!r} now"
