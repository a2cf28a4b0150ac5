"""See to it that the browser is there which the tests drive, or say in words what to do.

The tests use the system's `chromium` if there is one, else the one that Playwright keeps for itself. When
neither is there, root gets Debian's through apt-get, and everyone else Playwright's, which needs no rights.
"""

import os
import shutil
import subprocess
import sys

PLAYWRIGHT = (sys.executable, "-m", "playwright", "install")
APT = ("apt-get", "-o", "Dpkg::Use-Pty=0", "-qq")
WHAT_TO_DO = """
The tests need Chromium, and it could not be installed from here. One of these helps:
  as root on Debian:     apt-get install chromium
  elsewhere:             .venv/bin/playwright install --with-deps chromium
  an own copy:           any program named chromium on the PATH
Everything but the browser tests runs without it: .venv/bin/pytest --ignore tests/browser
"""


def ways_to_install() -> list[list[tuple[str, ...]]]:
    """Each way is a list of commands, to be tried in this order."""
    if os.geteuid() != 0:
        return [[(*PLAYWRIGHT, "chromium")]]
    ways: list[list[tuple[str, ...]]] = [[(*PLAYWRIGHT, "--with-deps", "chromium")]]
    if shutil.which("apt-get"):
        packages = ("install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core")
        ways.insert(0, [(*APT, "update"), (*APT, *packages)])
    return ways


def install() -> bool:
    """Try one way after the other; True as soon as one went through."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for commands in ways_to_install():
        print("Installing a browser for the tests:", " ".join(commands[-1]), flush=True)
        if all(subprocess.run(command, env=environment, check=False).returncode == 0 for command in commands):
            return True
    return False


if __name__ == "__main__":
    if not shutil.which("chromium") and not install():
        sys.exit(WHAT_TO_DO)
