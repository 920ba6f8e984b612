"""Any agent that speaks the Agent Client Protocol, as a runtime with a weaker gate: the agent decides what it asks.

It gets none of the daemon's tools, so it cannot ask other agents; it can be asked, and is given messages.
"""

from daemon.acp.conversation import Patience
from daemon.acp.runtime import AcpRuntime

__all__ = ["AcpRuntime", "Patience"]
