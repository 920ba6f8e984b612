"""What some tests need beside Python, and the one place that decides between skipping and failing.

A newcomer's machine may lack a browser, a database server or the agent's program: the test is then skipped
by name. CI sets ``MUTI_TEST_REQUIRE_ALL=1``, and what is missing is a failure.
"""

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True)
class Need:
    """One thing that must be on the machine: its name, how to find it, and what to do without it."""

    name: str
    find: Callable[[], Path | None]
    remedy: str


def find_chromium() -> Path | None:
    """The path of a Chromium; ``MUTI_TEST_CHROMIUM`` names another one than the PATH does."""
    candidates = (os.environ.get("MUTI_TEST_CHROMIUM"), *BROWSERS)
    found = (shutil.which(candidate) for candidate in candidates if candidate)
    return next((Path(path) for path in found if path), None)


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs: Debian keeps them off the PATH, one folder per version."""
    on_path = shutil.which("initdb")
    installed = (
        [Path(on_path)] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    )
    return installed[-1].parent if installed else None


def _version(initdb: Path) -> float:
    name = initdb.parent.parent.name
    return float(name) if name.replace(".", "", 1).isdigit() else 0.0


def find_claude() -> Path | None:
    """The real Claude Code program: the one that claude-agent-sdk brings along, else the one on the PATH."""
    package = importlib.util.find_spec("claude_agent_sdk")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "_bundled" / "claude"
        if bundled.is_file():
            return bundled
    on_path = shutil.which("claude")
    return Path(on_path) if on_path else None


def find_systemd() -> Path | None:
    """systemd's own checker of units."""
    found = shutil.which("systemd-analyze")
    return Path(found) if found else None


def find_bubblewrap() -> Path | None:
    """The program that makes sandboxes on Linux."""
    found = shutil.which("bwrap")
    return Path(found) if found else None


def find_codex() -> Path | None:
    """The real Codex program: the one that openai-codex-cli-bin brings along, else the one on the PATH."""
    package = importlib.util.find_spec("codex_cli_bin")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "bin" / "codex"
        if bundled.is_file():
            return bundled
    on_path = shutil.which("codex")
    return Path(on_path) if on_path else None


def find_acp_agent() -> Path | None:
    """The real agent program behind the Agent Client Protocol, where `make test` has put it; it runs on Node.js."""
    program = Path(sys.prefix) / "npm" / "node_modules" / ".bin" / "claude-agent-acp"
    return program if program.exists() and shutil.which("node") else None


def find_feishu_node_sdk() -> Path | None:
    """The official Node SDK of Feishu, where `make test` has put it; it runs on Node.js."""
    package = Path(sys.prefix) / "npm" / "node_modules" / "@larksuiteoapi" / "node-sdk"
    return package if package.exists() and shutil.which("node") else None


def find_axe() -> Path | None:
    """The accessibility checker, where `make test` has put it; it is a script that runs in the browser."""
    script = Path(sys.prefix) / "npm" / "node_modules" / "axe-core" / "axe.min.js"
    return script if script.is_file() else None


NEEDS = {
    "axe": Need("axe-core", find_axe, "apt-get install nodejs npm, then make test"),
    "acp": Need("claude-agent-acp", find_acp_agent, "apt-get install nodejs npm, then make test"),
    "browser": Need("Chromium", find_chromium, "apt-get install chromium"),
    "postgres": Need("PostgreSQL", find_postgres, "apt-get install postgresql"),
    "sandbox": Need("bubblewrap", find_bubblewrap, "apt-get install bubblewrap"),
    "claude": Need("Claude Code", find_claude, "pip install claude-agent-sdk"),
    "codex": Need("Codex", find_codex, "pip install openai-codex-cli-bin"),
    "feishu_node": Need(
        "the Node SDK of Feishu", find_feishu_node_sdk, "apt-get install nodejs npm, then make test"
    ),
    "systemd": Need("systemd-analyze", find_systemd, "apt-get install systemd"),
}


def require(mark: str) -> Path:
    """The path of what ``mark`` stands for; skips the running test without it, or fails it in CI."""
    need = NEEDS[mark]
    found = need.find()
    if found is None:
        sentence = f"needs {need.name} ({need.remedy})"
        if os.environ.get("MUTI_TEST_REQUIRE_ALL") == "1":
            pytest.fail(sentence, pytrace=False)
        pytest.skip(sentence)
    return found
