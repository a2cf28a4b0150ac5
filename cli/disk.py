"""Where the store lies: on a disk that lasts or one that is thrown away, and how much room is left."""

import shutil
import tempfile
from pathlib import Path

MOUNTS = Path("/proc/mounts")
IN_MEMORY = {"tmpfs", "ramfs"}


def thrown_away(folder: Path, *, mounts: Path = MOUNTS) -> str | None:
    """Say why what is stored in a folder may vanish, None when nothing speaks for it.

    Parameters
    ----------
    folder : Path
        An existing folder.
    mounts : Path
        The list of mounted disks that Linux keeps; where there is none, only temporary folders are recognised.
    """
    place = folder.resolve()
    temporary = Path(tempfile.gettempdir()).resolve()
    if place.is_relative_to(temporary):
        return f"{place} is in the folder for temporary files; the system may empty it"
    kind = _file_system(place, mounts)
    if kind in IN_MEMORY:
        return f"{place} is in memory ({kind}); it is gone after a restart"
    if kind == "overlay":
        return f"{place} belongs to a container and goes with it; put the store on a volume"
    return None


def _file_system(place: Path, mounts: Path) -> str | None:
    """The kind of the disk that a place is on: that of the longest mount point above it."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    found = [(line.split()[1].replace("\\040", " "), line.split()[2]) for line in lines if len(line.split()) > 2]
    above = [(point, kind) for point, kind in found if place.is_relative_to(point)]
    return max(above, key=lambda one: len(one[0]))[1] if above else None


def free_bytes(folder: Path) -> int:
    """How many bytes a folder's disk still takes."""
    return shutil.disk_usage(folder).free
