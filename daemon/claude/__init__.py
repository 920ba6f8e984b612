"""Claude Code behind the port `daemon.runtime`."""

from daemon.claude.conversation import Patience
from daemon.claude.runtime import ClaudeRuntime

__all__ = ["ClaudeRuntime", "Patience"]
