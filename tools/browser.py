"""See to it that the browser starts which the tests drive, or say in words what to do.

The tests use the system's `chromium` if there is one, else the one that Playwright keeps for itself. When neither
starts, root gets Debian's through apt-get, and everyone else Playwright's, which needs no rights.
"""

import os
import shutil
import subprocess
import sys

PLAYWRIGHT = (sys.executable, "-m", "playwright", "install")
PACKAGES = ("chromium", "fonts-dejavu-core", "libatomic1")  # the last one for Playwright, which brings the rest
START = """
import shutil
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    playwright.chromium.launch(executable_path=shutil.which("chromium")).close()
"""
WHAT_TO_DO = f"""
The tests need Chromium. It does not start, for the reason above, and could not be installed from here.
  On Debian, as root:  apt-get install {" ".join(PACKAGES)}
  Elsewhere:           .venv/bin/playwright install --with-deps chromium
Everything but the tests of screens works without it.
"""


def why_it_does_not_start() -> str | None:
    """Start the browser once, in a process of its own; None if that went well, else what was said."""
    trial = subprocess.run([sys.executable, "-c", START], check=False, capture_output=True, text=True)
    return trial.stderr.strip() if trial.returncode else None


def ways_to_install() -> list[list[tuple[str, ...]]]:
    """Each way is a list of commands, to be tried in this order."""
    if os.geteuid() != 0:
        return [[(*PLAYWRIGHT, "chromium")]]
    ways: list[list[tuple[str, ...]]] = [[(*PLAYWRIGHT, "--with-deps", "chromium")]]
    if shutil.which("apt-get"):
        install = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", "install", "-y", "--no-install-recommends", *PACKAGES)
        ways.insert(0, [("apt-get", "-qq", "update"), install])
    return ways


def run(command: tuple[str, ...]) -> bool:
    """Run one command without its progress, never asking anything; True if it went well."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL).returncode == 0


def main() -> None:
    """Install until the browser starts; end with words when no way is left."""
    reason = why_it_does_not_start()
    for way in ways_to_install():
        if reason is None:
            return
        print("Installing a browser for the tests:", " ".join(way[-1]), flush=True)
        if all(map(run, way)):
            reason = why_it_does_not_start()
    if reason is not None:
        sys.exit(f"{reason}\n{WHAT_TO_DO}")


if __name__ == "__main__":
    main()
