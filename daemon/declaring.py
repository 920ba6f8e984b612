"""What a daemon tells the relay of its agents."""

from daemon.options import DaemonOptions
from relay.wire.machines import DeclaredAgent


def declared(options: DaemonOptions) -> list[DeclaredAgent]:
    """The agents of this machine; directories with their links resolved (R8)."""
    return [
        DeclaredAgent(
            handle=agent.handle,
            runtime=agent.runtime_name,
            directory=str(agent.directory.resolve()),
            approval_ttl=agent.approval_ttl,
            sandbox=agent.sandboxed,
            budget=dict(agent.budget),
        )
        for agent in options.agents
    ]
