"""What a person and what a machine may call about work between agents."""

from relay.client.call import Caller
from relay.wire import coordination, routes, supervision
from relay.wire.people import Who


class CoordinationCalls(Caller):
    """Tasks: asking another agent (machines), moving and revoking them, and what they may do (people)."""

    async def ask_agent(self, request: str, wish: coordination.AskAgent) -> coordination.ChildAsked:
        """The agent of a running request asks another one of its room (D5)."""
        return await self.call(routes.ASK_AGENT, wish, request=request)

    async def move(self, who: Who | None, request: str, move: coordination.Move) -> coordination.Moved:
        """Put a task under another parent, or see what that would make narrower (D6, D7)."""
        return await self.call(routes.MOVE, move, who=who, request=request)

    async def revoke(
        self, who: Who | None, request: str, revoke: coordination.Revoke
    ) -> coordination.Revoked:
        """End a delegation with all below it (D9)."""
        return await self.call(routes.REVOKE, revoke, who=who, request=request)

    async def task(self, who: Who | None, request: str) -> coordination.TaskTree:
        return await self.call(routes.TASK, who=who, request=request)

    async def tree(self, who: Who | None, request: str, *, whole: bool = False) -> supervision.Tree:
        """A task and all below it; ``whole``: from its root on (V2)."""
        return await self.call(
            routes.TREE, who=who, request=request, query={"whole": "yes"} if whole else None
        )

    async def states(
        self, who: Who | None, room: str, *, before: str | None = None, limit: int = 50
    ) -> supervision.StateList:
        """A page of a room's states and steps, newest first (V4)."""
        query = {"limit": limit, **({"before": before} if before else {})}
        return await self.call(routes.STATES, who=who, room=room, query=query)

    async def let_agents_ask(self, who: Who | None, room: str, switch: coordination.RoomSwitch) -> None:
        await self.call(routes.LET_AGENTS_ASK, switch, who=who, room=room)

    async def set_allowance(self, who: Who | None, grant: str, allowance: coordination.Allowance) -> None:
        """What a standing permission lets through in a day; an empty one lifts the limit (A6)."""
        await self.call(routes.ALLOWANCE, allowance, who=who, grant=grant)
