"""Commands that people say in a thread or a direct message (C12). None of them decides an approval."""

from bots.connector import Voice
from bots.grants import list_grants, revoke_grant
from bots.words import say, sentence
from bots.words.commands import Command
from bots.words.trees import tree_lines
from relay.client import Refused, RelayClient
from relay.machine import OPEN
from relay.wire.base import Code
from relay.wire.people import RedeemLink, RoomView, Who
from relay.wire.requests import Close, RequestView, Spot

SHOWN_AT_MOST = 10


class Commands:
    """Answers go to the person who asked, and show what that person may see."""

    def __init__(self, client: RelayClient, voice: Voice) -> None:
        self._client, self._voice = client, voice

    async def run(self, who: Who, spot: Spot, command: Command) -> None:
        """Do what a message says.

        Raises:
            relay.client.Refused: the relay says no; nothing was changed.
        """
        match command.name:
            case "help":
                text = say("command.help", who.language)
            case "link":
                text = await self._link(who, spot, command.argument)
            case "who":
                text = await self._who(who, spot)
            case "queue":
                text = await self._queue(who, spot)
            case "grants":
                text = await list_grants(self._client, who)
            case "revoke":
                text = await revoke_grant(self._client, who, command.argument)
            case _:
                text = await self._about_one(who, spot, command)
        if text:
            await self._voice.tell(who, spot, text)

    async def press(self, who: Who, spot: Spot, request: str, command: str, key: str) -> None:
        """A button that says a command about one request."""
        if command == "cancel":
            await self._client.cancel(who, request, key)
        elif command == "retry":
            await self._client.retry(who, request, key)
        elif command == "close":
            await self._client.close_request(who, request, Close(key=key))

    async def _about_one(self, who: Who, spot: Spot, command: Command) -> str:
        found = await self._find(who, spot, command.argument)
        if len(found) > 1:
            names = ", ".join(view.public_id for view in found[:SHOWN_AT_MOST])
            return say("command.which", who.language, ids=names)
        if not found:
            return say("command.no_request", who.language)
        view, key = found[0], f"{command.name}:{spot.tenant}:{spot.channel}:{spot.message}"
        if command.name == "tree":
            tree = await self._client.tree(who, view.request)
            return "\n".join(tree_lines(tree, who.language))
        if command.name == "cancel":
            await self._client.cancel(who, view.request, key)
            return say("command.cancelled", who.language, id=view.public_id)
        if command.name == "retry":
            asked = await self._client.retry(who, view.request, key)
            again = asked.request.public_id if asked.request else view.public_id
            return say("command.retried", who.language, id=again)
        return sentence(view, who.language, await self._me(who, view.room))

    async def _find(self, who: Who, spot: Spot, typed: str) -> list[RequestView]:
        """By what was typed; else the newest open one of this thread or chat, else the thread's own."""
        own = await self._of_thread(who, spot)
        if not typed:
            newest = await self._open_here(who, spot, own)
            return newest[:1] or ([own] if own is not None else [])
        found: dict[str, RequestView] = {}
        for room in await self._rooms(who, own):
            thread = own.public_id if own is not None else None
            for view in (await self._client.find(who, room.room, typed, thread)).requests:
                found[view.request] = view
        return list(found.values())

    async def _of_thread(self, who: Who, spot: Spot) -> RequestView | None:
        if spot.thread is None:
            return None
        view = await self._client.thread(spot)
        request = view.request if view is not None else await self._voice.request_of(spot)
        if request is None:
            return None
        try:
            # Read again as this person: a connector sees more than the person may.
            return await self._client.request(who, request)
        except Refused as refused:
            if refused.code is Code.unknown:
                return None
            raise

    async def _open_here(self, who: Who, spot: Spot, own: RequestView | None) -> list[RequestView]:
        found = [view for room in await self._rooms(who, own) for view in await self._open_in(who, room)]
        here = [view for view in found if _stands(view, spot, own)]
        return sorted(here, key=lambda view: view.asked_at, reverse=True)

    async def _open_in(self, who: Who, room: RoomView) -> list[RequestView]:
        page = await self._client.requests_of(who, room.room, limit=50)
        return [view for view in page.requests if view.state in OPEN]

    async def _rooms(self, who: Who, own: RequestView | None) -> list[RoomView]:
        rooms = (await self._client.rooms(who)).rooms
        return [room for room in rooms if own is None or room.room == own.room]

    async def _me(self, who: Who, room: str) -> str | None:
        rooms = await self._client.rooms(who)
        return next((one.me for one in rooms.rooms if one.room == room), None)

    async def _queue(self, who: Who, spot: Spot) -> str:
        own = await self._of_thread(who, spot)
        lines = []
        for room in await self._rooms(who, own):
            waiting = reversed(await self._open_in(who, room))
            lines += [sentence(view, who.language, room.me) for view in waiting]
        if not lines:
            return say("command.queue_empty", who.language)
        return "\n".join([say("command.queue", who.language), *lines[:SHOWN_AT_MOST]])

    async def _who(self, who: Who, spot: Spot) -> str:
        own = await self._of_thread(who, spot)
        return "\n".join(
            say(
                "command.who",
                who.language,
                owner=room.owner_name,
                names=", ".join(member.name for member in room.members),
                agents=", ".join(agent.handle for agent in room.agents),
            )
            for room in await self._rooms(who, own)
        ) or say("problem.unbound", who.language)

    async def _link(self, who: Who, spot: Spot, code: str) -> str:
        if not spot.direct:
            return say("command.link_direct_only", who.language)
        if not code:
            return say("command.help", who.language)
        link = await self._client.redeem_link(who, RedeemLink(code=code))
        key = "command.linked_now" if link.confirmed else "command.linked"
        return say(key, who.language, account=link.name)


def _stands(view: RequestView, spot: Spot, own: RequestView | None) -> bool:
    """Whether a request was asked in this thread, or at the top of this chat."""
    if own is not None and view.request == own.request:
        return True
    origin = view.origin
    return origin is not None and origin.channel == spot.channel and spot.thread in (None, origin.thread)
