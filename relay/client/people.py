"""What a person may call, or a connector that speaks for one."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp

from relay.client.call import ANSWER_SECONDS, Caller, Unreachable, path_of, refusal
from relay.wire import (
    audit,
    executions,
    machines,
    messages,
    notifications,
    overview,
    people,
    requests,
    routes,
)
from relay.wire.people import Who


class PeopleCalls(Caller):
    """Connectors give ``who`` with each call that a person makes; a person's own token needs none."""

    async def ask(self, who: Who | None, ask: requests.Ask) -> requests.Asked:
        return await self.call(routes.ASK, ask, who=who)

    async def edit(self, who: Who | None, edit: requests.Edit) -> requests.Decided:
        return await self.call(routes.EDIT, edit, who=who)

    async def unask(self, who: Who | None, edit: requests.Edit) -> requests.Decided:
        return await self.call(routes.UNASK, edit, who=who)

    async def decide(self, who: Who | None, request: str, decide: requests.Decide) -> requests.Decided:
        return await self.call(routes.DECIDE, decide, who=who, request=request)

    async def cancel(self, who: Who | None, request: str, key: str) -> requests.Decided:
        return await self.call(routes.CANCEL, requests.Act(key=key), who=who, request=request)

    async def retry(self, who: Who | None, request: str, key: str) -> requests.Asked:
        return await self.call(routes.RETRY, requests.Act(key=key), who=who, request=request)

    async def resume(self, who: Who | None, request: str, key: str) -> requests.Decided:
        return await self.call(routes.RESUME, requests.Act(key=key), who=who, request=request)

    async def say(self, who: Who | None, room: str, said: messages.Say) -> messages.MessageView:
        return await self.call(routes.SAY, said, who=who, room=room)

    async def inbox(
        self,
        who: Who | None,
        room: str,
        agent: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> messages.Inbox:
        """The inbox of an agent of the room, or one's own."""
        query = {"agent": agent, "before": before, "limit": limit}
        return await self.call(routes.INBOX, who=who, query=query, room=room)

    async def read_here(self, who: Who | None, room: str, read: messages.ReadHere) -> messages.Receipted:
        return await self.call(routes.READ_HERE, read, who=who, room=room)

    async def hand(self, who: Who | None, room: str, hand: messages.Hand) -> None:
        """A draft is begun or gone, or something else that is done by hand."""
        await self.call(routes.HAND, hand, who=who, room=room)

    async def switches(self, who: Who | None, room: str) -> messages.Switches:
        return await self.call(routes.SWITCHES, who=who, room=room)

    async def switch(self, who: Who | None, room: str, switch: messages.Switch) -> messages.Switches:
        return await self.call(routes.SWITCH, switch, who=who, room=room)

    async def close_request(self, who: Who | None, request: str, close: requests.Close) -> requests.Decided:
        return await self.call(routes.CLOSE, close, who=who, request=request)

    async def request(self, who: Who | None, request: str) -> requests.RequestView:
        return await self.call(routes.REQUEST, who=who, request=request)

    async def timeline(
        self, who: Who | None, request: str, after: int = 0, limit: int = 200
    ) -> requests.Timeline:
        return await self.call(
            routes.TIMELINE, who=who, request=request, query={"after": after, "limit": limit}
        )

    async def find(
        self, who: Who | None, room: str, text: str, thread: str | None = None
    ) -> requests.RequestList:
        """``thread`` is the public id of the thread in which the text was typed."""
        return await self.call(routes.FIND, who=who, room=room, query={"text": text, "thread": thread})

    async def requests_of(
        self,
        who: Who | None,
        room: str,
        *,
        before: str | None = None,
        limit: int = 50,
        state: str | None = None,
    ) -> requests.RequestList:
        query = {"before": before, "limit": limit, "state": state}
        return await self.call(routes.REQUESTS, who=who, room=room, query=query)

    async def decide_action(
        self, who: Who | None, request: str, action: str, decide: requests.DecideAction
    ) -> requests.ActionView:
        return await self.call(routes.DECIDE_ACTION, decide, who=who, request=request, action=action)

    async def settle(
        self, who: Who | None, request: str, action: str, settle: executions.Settle
    ) -> requests.ActionView:
        return await self.call(routes.SETTLE, settle, who=who, request=request, action=action)

    async def decide_join(self, who: Who | None, join: str, decide: people.DecideJoin) -> people.JoinView:
        return await self.call(routes.DECIDE_JOIN, decide, who=who, join=join)

    async def joins(self, who: Who | None, room: str) -> people.JoinList:
        return await self.call(routes.JOINS, who=who, room=room)

    async def rooms(self, who: Who | None, *, observed: bool = False) -> people.RoomList:
        """My rooms; with ``observed`` those too of which I see states and steps only (V4)."""
        return await self.call(routes.ROOMS, who=who, query={"observed": "yes"} if observed else None)

    async def room(self, who: Who | None, room: str) -> people.RoomView:
        return await self.call(routes.ROOM, who=who, room=room)

    async def new_room(self, who: Who | None, new: people.NewRoom) -> people.RoomView:
        return await self.call(routes.NEW_ROOM, new, who=who)

    async def bind(self, who: Who | None, room: str, binding: people.Binding) -> None:
        await self.call(routes.BIND, binding, who=who, room=room)

    async def put_in(self, who: Who | None, room: str, seat: people.Seat) -> None:
        await self.call(routes.PUT_IN, seat, who=who, room=room)

    async def take_out(self, who: Who | None, room: str, handle: str) -> None:
        await self.call(routes.TAKE_OUT, who=who, room=room, handle=handle)

    async def invite(self, who: Who | None, room: str, new: people.NewInvite) -> people.InviteView:
        return await self.call(routes.INVITE, new, who=who, room=room)

    async def invites(self, who: Who | None, room: str) -> people.InviteList:
        return await self.call(routes.INVITES, who=who, room=room)

    async def revoke_invite(self, who: Who | None, room: str, invite: str) -> None:
        await self.call(routes.REVOKE_INVITE, who=who, room=room, invite=invite)

    async def accept(self, who: Who | None, accept: people.AcceptInvite) -> people.RoomView:
        return await self.call(routes.ACCEPT, accept, who=who)

    async def remove(self, who: Who | None, room: str, person: str) -> None:
        await self.call(routes.REMOVE, who=who, room=room, person=person)

    async def erase(self, who: Who | None, person: str, key: str) -> people.Erased:
        return await self.call(routes.ERASE, requests.Act(key=key), who=who, person=person)

    async def new_link(self, who: Who | None, new: people.NewLink) -> people.LinkCode:
        return await self.call(routes.NEW_LINK, new, who=who)

    async def redeem_link(self, who: Who | None, redeem: people.RedeemLink) -> people.LinkView:
        return await self.call(routes.REDEEM_LINK, redeem, who=who)

    async def confirm_link(self, who: Who | None, confirm: people.ConfirmLink) -> people.LinkView:
        return await self.call(routes.CONFIRM_LINK, confirm, who=who)

    async def new_login(self, new: people.NewLogin) -> people.LoginToken:
        return await self.call(routes.NEW_LOGIN, new)

    async def sign_out(self, who: Who | None, *, everywhere: bool = False) -> None:
        """Let the account or the login go that speaks, or all of its person's on this platform."""
        await self.call(routes.SIGN_OUT, who=who, query={"everywhere": "yes" if everywhere else None})

    async def grants(self, who: Who | None) -> people.GrantList:
        return await self.call(routes.GRANTS, who=who)

    async def revoke_grant(self, who: Who | None, grant: str) -> None:
        await self.call(routes.REVOKE_GRANT, who=who, grant=grant)

    async def my_machines(self, who: Who | None) -> machines.MachineList:
        return await self.call(routes.MACHINES, who=who)

    async def new_machine(self, who: Who | None, new: machines.NewMachine) -> machines.MachineToken:
        return await self.call(routes.NEW_MACHINE, new, who=who)

    async def revoke_machine(self, who: Who | None, machine: str) -> None:
        await self.call(routes.REVOKE_MACHINE, who=who, machine=machine)

    async def stop(self, who: Who | None, stop: machines.Stop) -> machines.Stopped:
        return await self.call(routes.STOP, stop, who=who)

    async def audit_page(
        self,
        who: Who | None,
        *,
        before: int | None = None,
        limit: int = 50,
        request: str | None = None,
        room: str | None = None,
        by: str | None = None,
        act: str | None = None,
        since: int | None = None,
        until: int | None = None,
    ) -> audit.AuditPage:
        """The person's own log, or that of a room's or request's owner, as far as it is theirs to see; of their own
        also only one person's rows, one act, from a time on and before another.
        """
        query = {"before": before, "limit": limit, "request": request, "room": room}
        query |= {"who": by, "act": act, "since": since, "until": until}
        return await self.call(routes.AUDIT, who=who, query=query)

    async def audit_state(self, who: Who | None) -> audit.AuditState:
        return await self.call(routes.AUDIT_STATE, who=who)

    async def overview(self, who: Who | None) -> overview.Overview:
        """What needs the owner, what runs, and how the links are."""
        return await self.call(routes.OVERVIEW, who=who)

    async def subscribe(self, who: Who | None, wish: notifications.Subscribe) -> None:
        """Notify the browser of this account."""
        await self.call(routes.SUBSCRIBE, wish, who=who)

    async def unsubscribe(self, who: Who | None, wish: notifications.Unsubscribe) -> None:
        await self.call(routes.UNSUBSCRIBE, wish, who=who)

    async def put_blob(self, who: Who | None, data: bytes) -> requests.Blob:
        """Store the bytes of an attachment, before the ask that names it."""
        text = await self.send(routes.PUT_BLOB, data=data, who=who)
        return routes.PUT_BLOB.reply.model_validate_json(text)

    async def stream(
        self, who: Who | None, room: str, after: int = 0
    ) -> AsyncIterator[tuple[int, requests.RequestView]]:
        """What changes in a room, as (cursor, view); ends when the relay or the network does."""
        path = path_of(routes.STREAM, room=room)
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=ANSWER_SECONDS, sock_read=60)
        try:
            async with self.session().get(
                self.url + path, params={"after": str(after)}, headers=self.headers_for(who), timeout=timeout
            ) as answer:
                if answer.status != 200:
                    raise refusal(answer.status, await answer.text())
                async for cursor, data in _frames(answer.content):
                    yield cursor, requests.RequestView.model_validate_json(data)
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(str(error)) from error

    async def take_artifact(self, who: Who | None, request: str, digest: str) -> bytes:
        """The bytes of a file that an agent has handed over."""
        return await self.bytes_of(path_of(routes.TAKE_ARTIFACT, request=request, digest=digest), who)


async def _frames(stream: aiohttp.StreamReader) -> AsyncIterator[tuple[int, str]]:
    cursor, data = 0, []
    while line := await stream.readline():
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        if text.startswith("id:"):
            cursor = int(text[3:])
        elif text.startswith("data:"):
            data.append(text[5:].strip())
        elif not text and data:
            yield cursor, "\n".join(data)
            data = []
        await asyncio.sleep(0)
