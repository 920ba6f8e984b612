"""Which agents can work here: each one's program and its sandbox are tried (P7)."""

import logging

from daemon.options import AgentOptions
from daemon.runtime import RuntimeUnfit

log = logging.getLogger(__name__)


class Fitness:
    """``unfit`` says by handle why an agent cannot work; the others work on without it."""

    def __init__(self) -> None:
        self.unfit: dict[str, str] = {}

    async def check(self, agent: AgentOptions) -> None:
        """Try an agent's program and its sandbox."""
        self.unfit.pop(agent.handle, None)
        try:
            version = await agent.runtime.check()
            if agent.sandbox is not None:
                await agent.sandbox.check()
            log.info("agent %s: %s %s", agent.handle, agent.runtime_name, version)
        except RuntimeUnfit as error:
            self.unfit[agent.handle] = str(error)
            log.error("agent %s cannot be used: %s", agent.handle, error)
