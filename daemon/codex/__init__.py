"""Codex behind the port `daemon.runtime`."""

from daemon.codex.conversation import Patience
from daemon.codex.runtime import CodexRuntime

__all__ = ["CodexRuntime", "Patience"]
