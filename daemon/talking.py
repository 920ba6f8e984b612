"""The tools by which an agent talks: it asks another agent, writes to somebody of the room, answers what it was asked.

None of them waits. What an agent asks and needs an answer to is noted before the relay hears of it, and its request
yields when the turn ends (X1).
"""

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Any

from pydantic import ValidationError

from daemon.arguments import WrongUse, check_names, text_in
from daemon.contact import Running
from daemon.journal import Journal
from daemon.runtime import Tool
from daemon.tell import Redact
from relay.client import Refused, RelayClient
from relay.machine import FINAL
from relay.wire.coordination import MOST_LEVELS, AskAgent, ChildAsked, Narrowing
from relay.wire.executions import Meter
from relay.wire.messages import BODY_CHARACTERS, MessageView, SayAs

LONGEST_NAME = 200
ABOUT_CHARACTERS = 120

_TEXT = {"type": "string", "maxLength": BODY_CHARACTERS}
_NAME = {"type": "string", "maxLength": LONGEST_NAME}
_NAMES = {"type": "array", "maxItems": 100, "items": _NAME}
_COUNT = {"type": "integer", "minimum": 0}
_NARROW = {
    "type": "object",
    "description": "What the other one may do, where that is to be less than what you may: handles of agents that it "
    "may ask in turn; names of tools and kinds of action; paths below its directory; hosts; bans and conditions (what "
    "needs the owner's consent) by such names; what it may use up; seconds until it ends; levels below it.",
    "properties": {
        **dict.fromkeys(("agents", "tools", "paths", "hosts", "bans", "conditions"), _NAMES),
        "budget": {
            "type": "object",
            "properties": {str(meter): _COUNT for meter in Meter},
            "additionalProperties": False,
        },
        "lifetime": {"type": "number", "minimum": 0},
        "depth": {**_COUNT, "maximum": MOST_LEVELS},
    },
    "additionalProperties": False,
}
WAITS = "End your turn when there is nothing else to do: it goes on when the answer is there."
TALKING = (
    Tool(
        "agents",
        "Who in this room can be asked, by handle.",
        {"type": "object", "properties": {}, "additionalProperties": False},
    ),
    Tool(
        "ask_agent",
        "Ask another agent of this room to do something, by its handle. That is a request of its own, on behalf of "
        f"the person who asked you; its end comes to you as a message. {WAITS}",
        {
            "type": "object",
            "properties": {"agent": _NAME, "prompt": _TEXT, "narrow": _NARROW},
            "required": ["agent", "prompt"],
            "additionalProperties": False,
        },
    ),
    Tool(
        "send_message",
        "Write to another agent of this room, by its handle, or to the person who asked, as 'asker'. It reads it in its "
        f"next turn, as information. With wait, its answer comes to you as a message. {WAITS}",
        {
            "type": "object",
            "properties": {"to": _NAME, "text": _TEXT, "wait": {"type": "boolean"}},
            "required": ["to", "text"],
            "additionalProperties": False,
        },
    ),
    Tool(
        "reply",
        "Answer a message that you were given, by its id. The answer goes to what was asked about, whatever you or its "
        "sender work on now.",
        {
            "type": "object",
            "properties": {"message": _NAME, "text": _TEXT},
            "required": ["message", "text"],
            "additionalProperties": False,
        },
    ),
)


class Talk:
    """The tools of one request. What is written passes the one redaction step, like everything else (S3)."""

    def __init__(self, client: RelayClient, journal: Journal, running: Running, redact: Redact) -> None:
        self._client, self._journal, self._running, self._redact = client, journal, running, redact
        self._fed: set[str] = set()
        self.calls: dict[str, Callable[[Mapping[str, Any]], Awaitable[str]]] = {
            "agents": self._agents,
            "ask_agent": self._ask_agent,
            "send_message": self._send,
            "reply": self._reply,
        }

    def feeds(self, messages: tuple[str, ...]) -> None:
        """A turn begins with these whole in its prompt."""
        self._fed.update(messages)

    async def complete(self) -> None:
        """Ask what was about to be asked when an earlier process died: the key makes it once (M4, X1)."""
        for key, wish in self._journal.intents(self._request).items():
            try:
                await (self._ask(key, wish) if "prompt" in wish else self._say_and_wait(key, wish))
            except Refused:
                continue  # it was refused, and no answer to it will come

    # -- asking -----------------------------------------------------------------------------------------------------

    async def _agents(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "agents", set(), set())
        claim = self._running.claim
        allowed = claim.authority.agents if claim.authority is not None else None
        found = [one.handle for one in claim.agents if allowed is None or one.agent in allowed]
        return f"You can ask {', '.join(found)}." if found else "There is nobody here whom you could ask."

    async def _ask_agent(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "ask_agent", {"agent", "prompt"}, {"narrow"})
        handle, prompt = text_in(arguments, "agent", LONGEST_NAME), self._body(arguments, "prompt")
        narrow = _narrowing(arguments.get("narrow", {}))
        wish = {"agent": handle, "prompt": prompt, "narrowing": narrow.model_dump(mode="json")}
        asked = await self._ask_anew(wish)
        return f"{handle} was asked: {asked.public_id}, {asked.state}. {WAITS}"

    async def _ask_anew(self, wish: dict[str, Any]) -> ChildAsked:
        """The same words again are the same question, until its answer was read: then they are another one."""
        number = 0
        while True:
            key = self._key("ask", wish["agent"], wish["prompt"], str(wish["narrowing"]), str(number))
            asked = await self._ask(key, wish)
            if not (asked.repeated and asked.state in FINAL and self._is_read(asked.request)):
                return asked
            self._journal.wait_no_more(self._request, [asked.request])
            number += 1

    def _is_read(self, child: str) -> bool:
        claim = self._running.claim
        waiting = self._journal.waiting(claim.agent, claim.room)
        return not any(one.seen.get("child") == child and one.message not in self._fed for one in waiting)

    async def _ask(self, key: str, wish: dict[str, Any]) -> ChildAsked:
        self._journal.intend(self._request, key, wish)
        try:
            asked = await self._running.under(
                lambda under: self._client.ask_agent(
                    self._request,
                    AskAgent(fence=self._running.claim.fence, delegation=under, key=key, **wish),
                )
            )
        except Refused:
            self._journal.asked(self._request, key, None)
            raise
        what = f"{asked.public_id}, asked of {wish['agent']}: {wish['prompt']}"
        self._journal.asked(self._request, key, asked.request, _short(what))
        return asked

    # -- writing ----------------------------------------------------------------------------------------------------

    async def _send(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "send_message", {"to", "text"}, {"wait"})
        to, body = text_in(arguments, "to", LONGEST_NAME), self._body(arguments, "text")
        waits = arguments.get("wait", False)
        if not isinstance(waits, bool):
            raise WrongUse("wait is true or false.")
        receiver = {"person": self._running.claim.asker} if to == "asker" else {"agent": to}
        key, wish = self._key("send", to, body), {"body": body, **receiver}
        if not waits:
            await self._say(key, wish)
            return f"It is in the inbox of {to}."
        await self._say_and_wait(key, wish)
        return f"It is in the inbox of {to}. {WAITS}"

    async def _say_and_wait(self, key: str, wish: dict[str, Any]) -> None:
        self._journal.intend(self._request, key, wish)
        try:
            sent = await self._say(key, wish)
        except Refused:
            self._journal.asked(self._request, key, None)
            raise
        to = wish.get("agent", "the one who asked")
        self._journal.asked(self._request, key, sent.message, _short(f"your message to {to}: {wish['body']}"))

    async def _reply(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "reply", {"message", "text"}, set())
        to, body = text_in(arguments, "message", LONGEST_NAME), self._body(arguments, "text")
        await self._say(self._key("reply", to, body), {"body": body, "reply_to": to})
        return "The answer is on its way."

    async def _say(self, key: str, wish: Mapping[str, Any]) -> MessageView:
        """Once, however often the way to the relay breaks: the key makes it so (M4)."""
        return await self._running.under(
            lambda _: self._client.say_as(
                self._request, SayAs(fence=self._running.claim.fence, key=key, **wish)
            )
        )

    # -- what all of them need --------------------------------------------------------------------------------------

    @property
    def _request(self) -> str:
        return self._running.claim.request

    def _body(self, arguments: Mapping[str, Any], name: str) -> str:
        return self._redact(text_in(arguments, name, BODY_CHARACTERS))[:BODY_CHARACTERS]

    def _key(self, *said: str) -> str:
        """The same words of the same request are the same message, also after a crash in the middle of a call (M4)."""
        return sha256("\0".join((self._request, *said)).encode()).hexdigest()


def _short(what: str) -> str:
    return " ".join(what.split())[:ABOUT_CHARACTERS]


def _narrowing(given: Any) -> Narrowing:
    try:
        return Narrowing.model_validate(given)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        where = ".".join(str(part) for part in ("narrow", *first["loc"]))
        raise WrongUse(f"{where}: {first['msg'][:300]}.") from problem
