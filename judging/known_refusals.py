"""What a model is known not to take, said before a run starts: asked of LiteLLM's table, in a process of its own.

    python -m judging.known_refusals < question.json

LiteLLM takes seconds and much memory to import, which the app should not spend. Nobody knows what a server of one's
own takes, so judges with a `base_url` are not asked about; the shipped panels are asked about by the tests.
"""

import json
import logging
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from judging.panel import Panel
from judging.shipped_panels import shipped

LOG = logging.getLogger(__name__)
ROOT = Path(__file__).parents[1]
LONGEST_S = 120.0


def known_refusals(panel: Panel, *, temperature: float | None) -> list[str]:
    """Say which judges would be sent what their model is known to refuse; the answer is kept while the process lives.

    Where it cannot be found out, nothing is said: whoever refuses a call then says so, and is not paid.
    """
    asked = [judge.model_dump(mode="json") for judge in panel.judges if judge.base_url is None]
    if not asked or panel.hash in {one.hash for one in shipped().values()}:
        return []
    try:
        return list(_found(json.dumps({"title": "Asked", "judges": asked}), temperature))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        LOG.warning("what models are known to refuse could not be found out (%s)", type(error).__name__)
        return []


@lru_cache
def _found(panel: str, temperature: float | None) -> tuple[str, ...]:
    run = subprocess.run(
        [sys.executable, "-m", "judging.known_refusals"],
        input=json.dumps([panel, temperature]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=True,
    )
    return tuple(json.loads(run.stdout.splitlines()[-1]))


def main() -> None:
    """Read the question, print the problems."""
    from judging.llm import parameter_problems

    panel, temperature = json.load(sys.stdin)
    sys.stdout.write(json.dumps(parameter_problems(Panel.model_validate_json(panel), temperature=temperature)))


if __name__ == "__main__":
    main()
