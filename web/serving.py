"""Start the app with the server settings it was measured with.

`postScriptGC` and `fastReruns` off: the first is most of a rerun's processor time, the second lets callbacks of one
session run over each other. Tablets sleep, so a session is kept for half an hour after its socket is gone.
"""

import json
from typing import Any

from web.identity import HEADER, USER_KEY

SETTINGS: dict[str, Any] = {
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.disconnectedSessionTTL": 1800,
    "server.maxUploadSize": 50,
    "server.trustedUserHeaders": json.dumps({HEADER: USER_KEY}),
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "client.toolbarMode": "minimal",
    "client.showSidebarNavigation": True,
    "client.allowedOrigins": [],
    "browser.gatherUsageStats": False,
    "runner.magicEnabled": False,
    "runner.fastReruns": False,
    "runner.postScriptGC": False,
    "theme.baseFontSize": 17,
    "theme.showWidgetBorder": True,
    "theme.light.primaryColor": "#1f5f5b",
    "theme.light.backgroundColor": "#fbfaf7",
    "theme.light.secondaryBackgroundColor": "#f0ede5",
    "theme.light.textColor": "#1c1b18",
    "theme.dark.primaryColor": "#8fd0c8",
    "theme.dark.backgroundColor": "#17191a",
    "theme.dark.secondaryBackgroundColor": "#222527",
    "theme.dark.textColor": "#f1eee6",
}


EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104


def settings(host: str, port: int) -> dict[str, Any]:
    """Return what Streamlit is started with.

    Listening on every address, Streamlit would ask a server of Amazon which address this computer has, only to print
    it; a name that is given keeps it from asking anyone.
    """
    named = {"browser.serverAddress": "localhost"} if host in EVERY_ADDRESS else {}
    return {**SETTINGS, "server.address": host, "server.port": port, **named}


def serve(host: str, port: int) -> None:
    """Serve the app until it is stopped."""
    from app import app

    app.run(config=settings(host, port))
