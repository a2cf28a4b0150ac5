"""The panels that come with the software, by name, and a panel of one's own, by its file."""

from pathlib import Path

from judging.panel import Panel, PanelError, load_panel

FOLDER = Path(__file__).with_name("panels")


def shipped() -> dict[str, Panel]:
    """Return the panels that come with the software, by the name under which they are chosen."""
    files = sorted(FOLDER.glob("*.toml"))
    return {file.stem: load_panel(file.read_text(encoding="utf-8"), file.name) for file in files}


def panel_of(wanted: str) -> Panel:
    """Return the panel in a file, or the shipped one of this name.

    Raises
    ------
    PanelError
        With every problem of the file; or, where there is neither, with the names that are shipped.
    """
    file = Path(wanted)
    if file.is_file():
        try:
            return load_panel(file.read_text(encoding="utf-8"), file.name)
        except UnicodeDecodeError:
            raise PanelError([f"{file.name}: not a text file in UTF-8"]) from None
    panels = shipped()
    if wanted not in panels:
        names = ", ".join(panels) or "none"
        raise PanelError([f"--panel: found {wanted!r}; allowed: the path of a panel file, or one of: {names}"])
    return panels[wanted]
