"""See to it that the browser starts which the tests drive, or say in words what to do.

The tests use the system's Chromium if there is one, else the one that Playwright keeps for itself. When neither
starts, root gets Debian's through apt-get, and everyone else Playwright's, which needs no rights. Root also gets
Debian's Chromium without windows beside one with them, because a page costs half as much processor time in it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.chromium import PROGRAMS  # noqa: E402 - found only now

PLAYWRIGHT = (sys.executable, "-m", "playwright", "install")
PACKAGES = (PROGRAMS[0], "fonts-dejavu-core", "libatomic1")  # the last one for Playwright, which brings the rest
APT = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=0")
START = """
from playwright.sync_api import sync_playwright
from tests.chromium import program
with sync_playwright() as playwright:
    playwright.chromium.launch(executable_path=program()).close()
"""
WHAT_TO_DO = f"""
The tests need Chromium. It does not start, for the reason above, and could not be installed from here.
  On Debian, as root:  apt-get install {" ".join(PACKAGES)}
  Elsewhere:           .venv/bin/playwright install --with-deps chromium
Everything but the tests of screens works without it.
"""


def why_it_does_not_start() -> str | None:
    """Start the browser once, in a process of its own; None if that went well, else what was said."""
    trial = subprocess.run([sys.executable, "-c", START], cwd=ROOT, check=False, capture_output=True, text=True)
    return trial.stderr.strip() if trial.returncode else None


def is_wanting() -> bool:
    """Whether root should be given Debian's Chromium without windows."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None and shutil.which(PROGRAMS[0]) is None


def ways_to_install() -> list[list[tuple[str, ...]]]:
    """Each way is a list of commands, to be tried in this order."""
    if os.geteuid() != 0:
        return [[(*PLAYWRIGHT, "chromium")]]
    ways: list[list[tuple[str, ...]]] = [[(*PLAYWRIGHT, "--with-deps", "chromium")]]
    if shutil.which("apt-get"):
        ways.insert(0, [(*APT, "update"), (*APT, "install", "-y", "--no-install-recommends", *PACKAGES)])
    return ways


def run(command: tuple[str, ...]) -> bool:
    """Run one command without its progress, never asking anything; True if it went well."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL).returncode == 0


def main() -> None:
    """Install until the browser starts; end with words when no way is left."""
    wanting, reason = is_wanting(), why_it_does_not_start()
    for way in ways_to_install():
        if reason is None and not wanting:
            return
        print("Installing a browser for the tests:", " ".join(way[-1]), flush=True)
        if all(map(run, way)):
            reason = why_it_does_not_start()
        wanting = False
    if reason is not None:
        sys.exit(f"{reason}\n{WHAT_TO_DO}")


if __name__ == "__main__":
    main()
