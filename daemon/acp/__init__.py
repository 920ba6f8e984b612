"""Any agent that speaks the Agent Client Protocol, as a runtime with a weaker gate: the agent decides what it asks."""

from daemon.acp.conversation import Patience
from daemon.acp.runtime import AcpRuntime

__all__ = ["AcpRuntime", "Patience"]
