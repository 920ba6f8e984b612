"""The folder that Codex has to itself, one for each session: our configuration, its transcripts, our questions.

Whatever an earlier turn left there, a later one finds only transcripts and databases: a file of rules or a skill
that an agent wrote there would speak for the owner.
"""

import json
import shlex
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from daemon.codex.question import SCRIPT
from daemon.codex.settings import Settings, render_settings

# Longer than any approval may stay open.
HOOK_SECONDS = 30 * 24 * 3600

# What of it stays from turn to turn: the program's transcripts, and its databases by their ending.
KEPT = ("sessions", "installation_id", "thread-writer-locks")


class Home:
    """``CODEX_HOME`` of one session."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = folder / "config.toml"
        self.hooks = folder / "hooks.json"
        self.script = folder / "ask"
        self.questions = folder / "questions"

    @property
    def fixed(self) -> tuple[Path, ...]:
        """What the agent must not change."""
        return self.settings, self.hooks, self.script

    def prepare(self, login: Path | None) -> None:
        """Make the folder as a turn is to find it. ``login`` is the owner's own file, used where it lies."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for entry in self.folder.iterdir():
            if entry.name not in KEPT and ".sqlite" not in entry.name:
                _remove(entry)
        self.questions.mkdir(mode=0o700)
        self.script.write_text(SCRIPT, encoding="utf-8")
        command = f"/bin/sh {shlex.quote(str(self.script))} {shlex.quote(str(self.questions))}"
        hook = {"type": "command", "command": command, "timeout": HOOK_SECONDS}
        self.hooks.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}), encoding="utf-8")
        self.settings.touch(mode=0o600)
        if login is not None:
            (self.folder / "auth.json").symlink_to(login)

    def configure(self, settings: Settings) -> None:
        """Write the configuration, in place: a box shows this very file."""
        self.settings.write_text(render_settings(settings), encoding="utf-8")


def _remove(entry: Path) -> None:
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry, ignore_errors=True)
    else:
        with suppress(FileNotFoundError):
            entry.unlink()


def read_servers(path: str | None) -> Mapping[str, Mapping[str, Any]]:
    """The owner's MCP servers, from a file as other agents have it: ``{"mcpServers": {NAME: {"command": …}}}``.

    Raises:
        OSError, ValueError: it cannot be read.
    """
    if not path:
        return {}
    found = json.loads(Path(path).expanduser().read_text(encoding="utf-8"))["mcpServers"]
    return {
        name: {key: value for key, value in server.items() if key != "type"} for name, server in found.items()
    }
