"""What a machine may call."""

from relay.client.call import Caller, path_of
from relay.wire import machines, messages, routes


class MachineCalls(Caller):
    """Work is polled for, taken, asked about, and reported."""

    async def hello(self, hello: machines.Hello) -> machines.Welcome:
        return await self.call(routes.HELLO, hello)

    async def poll(self, poll: machines.Poll) -> machines.Work:
        return await self.call(routes.POLL, poll, wait=poll.wait)

    async def start(self, request: str, start: machines.Start) -> machines.Claim:
        return await self.call(routes.START, start, request=request)

    async def take_up(self, request: str, start: machines.Start) -> machines.Claim:
        return await self.call(routes.TAKE_UP, start, request=request)

    async def report(self, request: str, reports: machines.Reports) -> machines.Reported:
        return await self.call(routes.REPORT, reports, request=request)

    async def ask_action(self, request: str, ask: machines.AskAction) -> machines.ActionAnswer:
        return await self.call(routes.ASK_ACTION, ask, request=request)

    async def use_action(self, request: str, action: str, use: machines.UseAction) -> machines.ActionAnswer:
        return await self.call(routes.USE_ACTION, use, request=request, action=action)

    async def say_as(self, request: str, said: messages.SayAs) -> messages.MessageView:
        return await self.call(routes.SAY_AS, said, request=request)

    async def feed(self, after: int | None, wait: float = 0) -> messages.Feed:
        """The changes behind a cursor; without one, all that is unread."""
        return await self.call(routes.FEED, query={"after": after, "wait": wait}, wait=wait)

    async def receipts(self, receipts: messages.Receipts) -> messages.Receipted:
        return await self.call(routes.RECEIPTS, receipts)

    async def begin_turn(self, wish: messages.TurnWish) -> messages.TurnReply:
        return await self.call(routes.BEGIN_TURN, wish)

    async def take_attachment(self, request: str, number: int) -> bytes:
        """The bytes of the ``number``-th attachment, from 0."""
        return await self.bytes_of(path_of(routes.TAKE_ATTACHMENT, request=request, number=str(number)), None)

    async def put_artifact(self, request: str, digest: str, fence: int, data: bytes) -> None:
        """Give bytes that an agent hands over; ``digest`` is their SHA-256 in hex."""
        said = {"fence": str(fence)}
        await self.send(routes.PUT_ARTIFACT, data=data, who=None, params=said, request=request, digest=digest)
