"""Every call that crosses the network: method, path, who may make it, what goes in, what comes out.

The client, the server and the OpenAPI description are all read from this table.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from pydantic import BaseModel

from relay.wire import (
    audit,
    base,
    coordination,
    executions,
    machines,
    messages,
    notifications,
    overview,
    people,
    places,
    requests,
    supervision,
)

R = TypeVar("R", bound=BaseModel)


class Audience(StrEnum):
    """Whose token opens a route. A connector speaks for a person by `base.ACCOUNT_HEADER`."""

    person = "person"  # a person's own token, or a connector on behalf of an account
    connector = "connector"
    machine = "machine"


@dataclass(frozen=True)
class Route(Generic[R]):
    """One call. ``again`` says that making it twice is the same as once, so a client may repeat it."""

    method: str
    path: str
    audience: Audience
    body: type[base.Wire] | None
    reply: type[R]
    again: bool
    says: str
    query: tuple[str, ...] = ()


def _get(path: str, audience: Audience, reply: type[R], says: str, *query: str) -> Route[R]:
    return Route("GET", path, audience, None, reply, True, says, query)


def _post(
    path: str, audience: Audience, body: type[base.Wire], reply: type[R], says: str, *, again: bool = True
) -> Route[R]:
    return Route("POST", path, audience, body, reply, again, says)


def _delete(path: str, says: str) -> Route[base.Nothing]:
    return Route("DELETE", path, Audience.person, None, base.Nothing, True, says)


_P, _C, _M = Audience.person, Audience.connector, Audience.machine

ASK = _post("/v1/asks", _P, requests.Ask, requests.Asked, "Ask an agent.")
EDIT = _post("/v1/edits", _P, requests.Edit, requests.Decided, "The ask was edited where it was asked (C9).")
UNASK = _post(
    "/v1/unasks", _P, requests.Edit, requests.Decided, "The ask was deleted where it was asked (C9)."
)
DECIDE = _post("/v1/requests/{request}/decision", _P, requests.Decide, requests.Decided, "Approve or deny.")
CANCEL = _post("/v1/requests/{request}/cancel", _P, requests.Act, requests.Decided, "Cancel (X2).")
RETRY = _post("/v1/requests/{request}/retry", _P, requests.Act, requests.Asked, "Ask again, anew (X3).")
RESUME = _post(
    "/v1/requests/{request}/resume", _P, requests.Act, requests.Decided, "Reach for the machine (X4)."
)
CLOSE = _post("/v1/requests/{request}/close", _P, requests.Close, requests.Decided, "Give a machine up (L6).")
REQUEST = _get("/v1/requests/{request}", _P, requests.RequestView, "One request.")
TIMELINE = _get(
    "/v1/requests/{request}/timeline", _P, requests.Timeline, "A page of the timeline.", "after", "limit"
)
FIND = _get(
    "/v1/rooms/{room}/find", _P, requests.RequestList, "Read an id as people type it (Q3).", "text", "thread"
)
REQUESTS = _get(
    "/v1/rooms/{room}/requests", _P, requests.RequestList, "Newest first.", "before", "limit", "state"
)
DECIDE_ACTION = _post(
    "/v1/requests/{request}/actions/{action}/decision",
    _P,
    requests.DecideAction,
    requests.ActionView,
    "Decide one exact action (P3).",
)
SETTLE = _post(
    "/v1/requests/{request}/actions/{action}/settlement",
    _P,
    executions.Settle,
    requests.ActionView,
    "Say what came of an action whose outcome is unknown, or let the agent look (E3).",
)
JOINS = _get("/v1/rooms/{room}/joins", _P, people.JoinList, "Join cards that wait for the room's owner (R5).")
DECIDE_JOIN = _post(
    "/v1/joins/{join}/decision", _P, people.DecideJoin, people.JoinView, "Admit or refuse (R5)."
)

ROOMS = _get(
    "/v1/rooms", _P, people.RoomList, "My rooms; observed=yes: those too that I only observe.", "observed"
)
ROOM = _get("/v1/rooms/{room}", _P, people.RoomView, "One room.")
NEW_ROOM = _post("/v1/rooms", _P, people.NewRoom, people.RoomView, "Make a room.", again=False)
BIND = _post("/v1/rooms/{room}/bindings", _P, people.Binding, base.Nothing, "Let a room hear a chat (R5).")
PUT_IN = _post("/v1/rooms/{room}/agents", _P, people.Seat, base.Nothing, "Put an agent of mine in a room.")
TAKE_OUT = _delete(
    "/v1/rooms/{room}/agents/{handle}", "Take an agent out of a room, with what it has queued there."
)
INVITE = _post("/v1/rooms/{room}/invites", _P, people.NewInvite, people.InviteView, "Invite.", again=False)
INVITES = _get("/v1/rooms/{room}/invites", _P, people.InviteList, "Invitations of a room.")
REVOKE_INVITE = _delete("/v1/rooms/{room}/invites/{invite}", "Revoke an invitation.")
ACCEPT = _post("/v1/invites/accept", _P, people.AcceptInvite, people.RoomView, "Follow an invite link.")
REMOVE = _delete("/v1/rooms/{room}/members/{person}", "Remove a member (R9).")
ERASE = _post(
    "/v1/people/{person}/erase", _P, requests.Act, people.Erased, "Erase a person, step by step (O16)."
)
NEW_LINK = _post(
    "/v1/links", _P, people.NewLink, people.LinkCode, "A code for another account (R7).", again=False
)
REDEEM_LINK = _post(
    "/v1/links/redeem", _P, people.RedeemLink, people.LinkView, "The code, from the new account."
)
CONFIRM_LINK = _post("/v1/links/confirm", _P, people.ConfirmLink, people.LinkView, "Confirm the new account.")
SIGN_OUT = Route(
    "DELETE",
    "/v1/account",
    _P,
    None,
    base.Nothing,
    True,
    "This account, or the token of this login, is nobody's any more; with everywhere=yes, all of the person's on "
    "this platform.",
    ("everywhere",),
)
NEW_LOGIN = _post(
    "/v1/logins",
    _P,
    people.NewLogin,
    people.LoginToken,
    "A token for a command line on another computer; only a person's own token makes one.",
    again=False,
)
GRANTS = _get("/v1/grants", _P, people.GrantList, "Standing permissions that the owner gave.")
REVOKE_GRANT = _delete("/v1/grants/{grant}", "Revoke a standing permission (A6).")
ALLOWANCE = _post(
    "/v1/grants/{grant}/allowance",
    _P,
    coordination.Allowance,
    base.Nothing,
    "How much a standing permission lets through in a day (A6).",
)

TASK = _get(
    "/v1/requests/{request}/task",
    _P,
    coordination.TaskTree,
    "The task of a request, and what it may do (D1, D4).",
)
TREE = _get(
    "/v1/requests/{request}/tree",
    _P,
    supervision.Tree,
    "A task and all below it, with what can be checked (V2-V5); whole=yes: from the root.",
    "whole",
)
STATES = _get(
    "/v1/rooms/{room}/states",
    _P,
    supervision.StateList,
    "States and steps of a room, for observers too (V4).",
    "before",
    "limit",
)
MOVE = _post(
    "/v1/requests/{request}/move",
    _P,
    coordination.Move,
    coordination.Moved,
    "Put work under another parent (D6).",
)
REVOKE = _post(
    "/v1/requests/{request}/revoke",
    _P,
    coordination.Revoke,
    coordination.Revoked,
    "End a delegation with all below it (D9).",
)
LET_AGENTS_ASK = _post(
    "/v1/rooms/{room}/asking",
    _P,
    coordination.RoomSwitch,
    base.Nothing,
    "Whether the agents of a room may ask each other (D5).",
)

MACHINES = _get("/v1/machines", _P, machines.MachineList, "The owner's machines.")
NEW_MACHINE = _post("/v1/machines", _P, machines.NewMachine, machines.MachineToken, "Register.", again=False)
REVOKE_MACHINE = _delete("/v1/machines/{machine}", "Revoke a machine (R9, R10).")
STOP = _post("/v1/stop", _P, machines.Stop, machines.Stopped, "Cancel what is queued (R9).")
AUDIT = _get(
    "/v1/audit",
    _P,
    audit.AuditPage,
    "The owner's audit log; of a room, its owner's, of which others see their own rows (U4).",
    "before",
    "limit",
    "request",
    "room",
    "who",
    "act",
    "since",
    "until",
)
AUDIT_STATE = _get("/v1/audit/state", _P, audit.AuditState, "Check the chain from its first row.")

OVERVIEW = _get(
    "/v1/overview", _P, overview.Overview, "What needs the owner, what runs, and the last proof of each link."
)
SUBSCRIBE = _post(
    "/v1/notifications",
    _P,
    notifications.Subscribe,
    base.Nothing,
    "Notify this browser of what needs its owner.",
)
UNSUBSCRIBE = _post(
    "/v1/notifications/end",
    _P,
    notifications.Unsubscribe,
    base.Nothing,
    "Do not notify this browser any more.",
)

LEASE = _post("/v1/connectors/lease", _C, places.Lease, places.Leased, "Be the active process (O13).")
PLACES = _get(
    "/v1/connectors/places",
    _C,
    places.PlaceList,
    "Places to bring up to date.",
    "tenant",
    "cursor",
    "wait",
    "fence",
)
SHOWN = _post("/v1/places/{place}/shown", _C, places.Shown, base.Nothing, "A place shows this now.")
DEAD = _post("/v1/places/{place}/dead", _C, places.Dead, base.Nothing, "A place is out of reach (C10).")
NOTICES = _post(
    "/v1/connectors/notices",
    _C,
    notifications.TakeNotices,
    notifications.NoticeList,
    "Take what is to be told.",
)
TOLD = _post(
    "/v1/connectors/notices/{subscription}", _C, notifications.Told, base.Nothing, "What came of telling it."
)
THREAD = _get(
    "/v1/connectors/thread",
    _C,
    places.FoundThread,
    "The request of a thread (C1).",
    "tenant",
    "channel",
    "thread",
)

HELLO = _post("/v1/machine/hello", _M, machines.Hello, machines.Welcome, "A daemon process starts.")
POLL = _post("/v1/machine/poll", _M, machines.Poll, machines.Work, "Wait for news; renew leases.")
START = _post("/v1/machine/requests/{request}/start", _M, machines.Start, machines.Claim, "Take a request.")
TAKE_UP = _post(
    "/v1/machine/requests/{request}/resume", _M, machines.Start, machines.Claim, "Take it up again."
)
REPORT = _post("/v1/machine/requests/{request}/reports", _M, machines.Reports, machines.Reported, "Report.")
ASK_AGENT = _post(
    "/v1/machine/requests/{request}/children",
    _M,
    coordination.AskAgent,
    coordination.ChildAsked,
    "An agent asks another one of its room (D5).",
)
ASK_ACTION = _post(
    "/v1/machine/requests/{request}/actions",
    _M,
    machines.AskAction,
    machines.ActionAnswer,
    "Ask before acting (P2).",
)
USE_ACTION = _post(
    "/v1/machine/requests/{request}/actions/{action}/use",
    _M,
    machines.UseAction,
    machines.ActionAnswer,
    "An allowed action happens now, once (P3).",
    again=False,
)

SAY = _post(
    "/v1/rooms/{room}/messages", _P, messages.Say, messages.MessageView, "Write to an agent (M).", again=False
)
INBOX = _get(
    "/v1/rooms/{room}/inbox",
    _P,
    messages.Inbox,
    "An agent's inbox, or my own (R12).",
    "agent",
    "before",
    "limit",
)
READ_HERE = _post(
    "/v1/rooms/{room}/receipts", _P, messages.ReadHere, messages.Receipted, "I have read these (M5)."
)
HAND = _post(
    "/v1/rooms/{room}/draft", _P, messages.Hand, base.Nothing, "I write to an agent, or do not any more (H3)."
)
SWITCHES = _get("/v1/rooms/{room}/switches", _P, messages.Switches, "The switches of automatic turns (H1).")
SWITCH = _post("/v1/rooms/{room}/switches", _P, messages.Switch, messages.Switches, "Set them.")

SAY_AS = _post(
    "/v1/machine/requests/{request}/messages",
    _M,
    messages.SayAs,
    messages.MessageView,
    "An agent writes, under the request that it runs (M3).",
)
FEED = _get(
    "/v1/machine/feed", _M, messages.Feed, "What changed behind a cursor (J5).", "after", "limit", "wait"
)
RECEIPTS = _post(
    "/v1/machine/receipts", _M, messages.Receipts, messages.Receipted, "What its agents have had (M5)."
)
BEGIN_TURN = _post(
    "/v1/machine/turns", _M, messages.TurnWish, messages.TurnReply, "May a turn begin by itself (H)?"
)

PUT_BLOB = Route(
    "POST", "/v1/blobs", _P, None, requests.Blob, False, "Raw bytes of an attachment, as the body."
)
TAKE_ATTACHMENT = _get(
    "/v1/machine/requests/{request}/attachments/{number}",
    _M,
    base.Nothing,
    "Raw bytes of an attachment (S7).",
)
PUT_ARTIFACT = Route(
    "POST",
    "/v1/machine/requests/{request}/artifacts/{digest}",
    _M,
    None,
    base.Nothing,
    True,
    "Raw bytes that an agent hands over, as the body, under their SHA-256 in hex (S4).",
    ("fence",),
)
TAKE_ARTIFACT = _get(
    "/v1/requests/{request}/artifacts/{digest}", _P, base.Nothing, "Raw bytes that an agent has handed over."
)
STREAM = _get(
    "/v1/rooms/{room}/stream", _P, base.Nothing, "Server-sent events: what changes in a room.", "after"
)

ROUTES: dict[str, Route[BaseModel]] = {
    name.lower(): route for name, route in list(globals().items()) if isinstance(route, Route)
}
