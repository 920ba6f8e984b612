"""The tools by which an agent talks: it asks another agent, writes to somebody of the room, answers what it was asked.

None of them waits. What an agent asks and needs an answer to is noted, and its request yields when the turn ends (X1).
"""

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Any

from daemon.arguments import WrongUse, check_names, text_in
from daemon.contact import Running, until_answered
from daemon.journal import Journal
from daemon.runtime import Tool
from daemon.tell import Redact
from relay.client import RelayClient
from relay.wire.coordination import AskAgent
from relay.wire.messages import BODY_CHARACTERS, SayAs

LONGEST_NAME = 200
ABOUT_CHARACTERS = 120

_TEXT = {"type": "string", "maxLength": BODY_CHARACTERS}
_NAME = {"type": "string", "maxLength": LONGEST_NAME}
WAITS = "End your turn when there is nothing else to do: it goes on when the answer is there."
TALKING = (
    Tool(
        "ask_agent",
        "Ask another agent of this room to do something, by its handle. That is a request of its own, on behalf of "
        f"the person who asked you; its end comes to you as a message. {WAITS}",
        {
            "type": "object",
            "properties": {"agent": _NAME, "prompt": _TEXT},
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
        self.calls: dict[str, Callable[[Mapping[str, Any]], Awaitable[str]]] = {
            "ask_agent": self._ask_agent,
            "send_message": self._send,
            "reply": self._reply,
        }

    async def _ask_agent(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "ask_agent", {"agent", "prompt"}, set())
        handle, prompt = text_in(arguments, "agent", LONGEST_NAME), self._body(arguments, "prompt")
        wish = AskAgent(
            fence=self._running.claim.fence, agent=handle, prompt=prompt, key=self._key("ask", handle, prompt)
        )
        asked = await until_answered(lambda: self._client.ask_agent(self._running.claim.request, wish))
        self._wait_for(asked.request, f"{asked.public_id}, asked of {handle}: {prompt}")
        return f"{handle} was asked: {asked.public_id}, {asked.state}. {WAITS}"

    async def _send(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "send_message", {"to", "text"}, {"wait"})
        to, body = text_in(arguments, "to", LONGEST_NAME), self._body(arguments, "text")
        waits = arguments.get("wait", False)
        if not isinstance(waits, bool):
            raise WrongUse("wait is true or false.")
        receiver = {"person": self._running.claim.asker} if to == "asker" else {"agent": to}
        message = await self._say(
            SayAs(fence=self._running.claim.fence, key=self._key("send", to, body), body=body, **receiver)
        )
        if not waits:
            return f"It is in the inbox of {to}."
        self._wait_for(message, f"your message to {to}: {body}")
        return f"It is in the inbox of {to}. {WAITS}"

    async def _reply(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "reply", {"message", "text"}, set())
        to, body = text_in(arguments, "message", LONGEST_NAME), self._body(arguments, "text")
        await self._say(
            SayAs(fence=self._running.claim.fence, key=self._key("reply", to, body), body=body, reply_to=to)
        )
        return "The answer is on its way."

    async def _say(self, said: SayAs) -> str:
        """Once, however often the way to the relay breaks: the key makes it so (M4)."""
        sent = await until_answered(lambda: self._client.say_as(self._running.claim.request, said))
        return sent.message

    def _body(self, arguments: Mapping[str, Any], name: str) -> str:
        return self._redact(text_in(arguments, name, BODY_CHARACTERS))[:BODY_CHARACTERS]

    def _wait_for(self, subject: str, what: str) -> None:
        short = " ".join(what.split())[:ABOUT_CHARACTERS]
        self._journal.wait_for(self._running.claim.request, subject, short)

    def _key(self, *said: str) -> str:
        """The same words of the same request are the same message, also after a crash in the middle of a call (M4)."""
        return sha256("\0".join((self._running.claim.request, *said)).encode()).hexdigest()
