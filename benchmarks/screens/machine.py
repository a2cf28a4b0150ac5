"""What the figures were measured on: nothing that names anybody."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version


def description(chromium: str) -> dict[str, str]:
    """Return date, cores, load, system and versions."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cores": str(os.cpu_count()),
        "other load at the start (1 minute)": f"{os.getloadavg()[0]:.1f}",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "Streamlit": version("streamlit"),
        "Starlette": version("starlette"),
        "Chromium": chromium,
    }
