"""As many messages and updates as Feishu allows, the most urgent first.

Source: open.feishu.cn, im/v1 message create and patch, rate limits: five a second to one chat, shared by all bots in
it; five updates a second of one message; a thousand a minute of each call. Whether updates count for the chat too is
not said: here they do.
"""

from bots.connector import Urgency
from bots.pace import Allowance, Pace

WHOLE = Allowance(16, 1.0)
CHAT = Allowance(4, 1.0)
CHAT_STRICT = Allowance(2, 1.0)
MESSAGE = Allowance(4, 1.0)
MESSAGE_STRICT = Allowance(1, 1.0)
NO_LIMIT = Allowance(10_000, 1.0)


class Turns:
    """The turns of one installation."""

    def __init__(self) -> None:
        self._chats = Pace(WHOLE, CHAT, strict=CHAT_STRICT)
        self._messages = Pace(NO_LIMIT, MESSAGE, strict=MESSAGE_STRICT)
        self._same: dict[str, str] = {}

    def same(self, person: str, chat: str) -> None:
        """The direct chat with a person: what goes to one goes to the other."""
        self._same[person] = chat

    async def send(self, chat: str, urgency: Urgency) -> None:
        """Wait until a message may be sent."""
        await self._chats.turn(self._same.get(chat, chat), urgency)

    async def edit(self, chat: str, message: str, urgency: Urgency) -> None:
        """Wait until a message may be updated."""
        await self._messages.turn(message, urgency)
        await self.send(chat, urgency)

    def refused(self, chat: str, seconds: float) -> None:
        """Feishu asked for patience."""
        self._chats.refused(self._same.get(chat, chat), seconds)
