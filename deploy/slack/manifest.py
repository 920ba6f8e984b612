"""The manifest of the Slack app: which scopes it needs, and what it hears."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "manifest.json"


def read_manifest() -> dict[str, Any]:
    """The manifest, as Slack's page of new apps takes it (docs.slack.dev, App manifests)."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def over_http(url: str) -> dict[str, Any]:
    """The manifest of an app that Slack calls at an address, in place of Socket Mode."""
    found = read_manifest()
    settings = found["settings"]
    settings["socket_mode_enabled"] = False
    settings["event_subscriptions"]["request_url"] = settings["interactivity"]["request_url"] = url
    for command in found["features"]["slash_commands"]:
        command["url"] = url
    return found


def scopes() -> set[str]:
    """The scopes that an installed app must have been granted."""
    return set(read_manifest()["oauth_config"]["scopes"]["bot"])
