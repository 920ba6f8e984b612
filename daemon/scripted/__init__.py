"""The scripted agent behind the port `daemon.runtime`."""

from daemon.scripted.runtime import ScriptedRuntime

__all__ = ["ScriptedRuntime"]
