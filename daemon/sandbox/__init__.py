"""The sandbox around an agent's whole program (P7): what the house offers to every runtime, and no runtime itself.

Linux, by bubblewrap. The program sees the system's read-only files, its working directory, a private temporary
folder and an empty home; it has no network but two sockets of the daemon, one to its model, one to listed hosts.
"""

from daemon.sandbox.model import Spending
from daemon.sandbox.request import in_box
from daemon.sandbox.sandbox import Sandbox, SandboxOptions

__all__ = ["Sandbox", "SandboxOptions", "Spending", "in_box"]
