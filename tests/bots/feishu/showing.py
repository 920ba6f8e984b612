"""Which part of a place each message of the bot is, and what it takes to run a request to its end."""

import contextlib
import sqlite3
from typing import Any

from bots.feishu.marks import make_mark, mark_of
from relay.machine import State
from relay.wire.requests import RequestView
from tests.bots.feishu.conftest import Stage
from tests.emulators.feishu import Chat, Message
from tests.relay.players import Daemon

NAMES = ["anchor", "progress", "final", "card", "join", *(f"page:{number}" for number in range(1, 30))]


def parts(stage: Stage, chat: Chat | None = None) -> list[str]:
    """What the bot's messages in a chat are, oldest first; the names of those that are no part are empty."""
    known = _names(stage)
    return [_part(message, known) for message in stage.feishu.from_bot(chat or stage.chat)]


async def part(stage: Stage, name: str, chat: Chat | None = None, timeout: float = 8.0) -> Message:
    """The bot's newest message that is this part."""

    def found() -> list[Message]:
        known = _names(stage)
        return [m for m in stage.feishu.from_bot(chat or stage.chat) if _part(m, known) == name]

    return (await stage.feishu.until(found, timeout))[-1]


def direct(stage: Stage) -> Chat:
    """The owner's chat with the bot."""
    return stage.feishu.direct_chat(stage.owner)


async def approved(stage: Stage, prompt: str = "run the tests") -> tuple[Message, RequestView]:
    """An ask of the member's that the owner has approved by a tap; its root and the request."""
    before = len(await stage.requests())
    await stage.feishu.say(stage.chat, stage.asker, prompt, mention=True)
    request = await stage.request(before + 1)
    anchor = await stage.feishu.until(lambda: _root_of(stage, request))
    await stage.feishu.tap(anchor, stage.owner, label="Approve")
    return anchor, await stage.house.until(request.request, State.approved)


async def running(stage: Stage, prompt: str = "run the tests") -> tuple[Message, RequestView, Daemon]:
    """An approved ask that a daemon has taken."""
    anchor, request = await approved(stage, prompt)
    return anchor, request, await stage.take(request.request)


def _root_of(stage: Stage, request: RequestView) -> Message | None:
    roots = [
        m for m in stage.feishu.from_bot(stage.chat) if stage.feishu.title(m).startswith(request.public_id)
    ]
    return roots[0] if roots else None


def _part(message: Message, known: dict[str, str]) -> str:
    if message.kind == "file":
        return "file"
    return known.get(mark_of(message.card), "") if message.card else ""


def _names(stage: Stage) -> dict[str, str]:
    with contextlib.closing(sqlite3.connect(stage.folder / "relay.db")) as database:
        places = [str(row[0]) for row in database.execute("select id from place")]
        actions = [str(row[0]) for row in database.execute("select id from action")]
    more = [f"{kind}:{action}" for action in actions for kind in ("action", "settle")]
    return {make_mark(place, name): name for place in places for name in (*NAMES, *more)}


def sends(name: str) -> Any:
    """Calls that send this part, by a word that only it has."""
    return lambda call: name in str(call.get("content"))
