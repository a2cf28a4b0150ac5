"""See to it that the small model is there which one test asks, so that no test fetches anything."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from judging.local_models import MODELS, fetch

FOLDER = Path(__file__).parents[1] / "var" / "models"
LIBRARY = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", "install", "-y", "--no-install-recommends", "libgomp1")
WHAT_TO_DO = "The engine of small models does not start (see above). On Debian, as root:  apt-get install libgomp1"


def why_it_does_not_start() -> str | None:
    """Load the engine once, in a process of its own; None if that went well, else what was said."""
    trial = subprocess.run([sys.executable, "-c", "import xllamacpp"], check=False, capture_output=True, text=True)
    return trial.stderr.strip() if trial.returncode else None


if __name__ == "__main__":
    if why_it_does_not_start() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(LIBRARY, check=False)
    if reason := why_it_does_not_start():
        sys.exit(f"{reason}\n{WHAT_TO_DO}")
    fetch(MODELS["smollm2-135m"], FOLDER)
