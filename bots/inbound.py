"""Chat → relay: each intent becomes one call, and every refusal one sentence to the person who meant it."""

import re
from collections.abc import Callable

import structlog

from bots.commands import Commands
from bots.connector import Voice
from bots.intents import (
    Asks,
    Decides,
    DecidesAction,
    DecidesJoin,
    Edits,
    Intent,
    Presses,
    Revokes,
    Settles,
    Unasks,
)
from bots.words import look_prompt, problem, say
from bots.words.commands import read_command
from relay.client import Refused, RelayClient
from relay.wire.base import Code
from relay.wire.executions import Settle
from relay.wire.people import DecideJoin
from relay.wire.requests import Ask, Decide, DecideAction, Edit

log = structlog.get_logger()

PASSING = frozenset({Code.busy, Code.unauthorized, Code.upgrade, Code.fenced})
"""Refusals that are not the person's affair: the entry is kept and tried again."""

_NAMED = re.compile(r"(?:agent:)?(?P<name>[^\s:：,，]{1,60})\s*[:：]\s*(?P<rest>\S.*)", re.DOTALL)
_NAMED_SURELY = re.compile(r"agent:(?P<name>[^\s:：,，]{1,60})\s+(?P<rest>\S.*)", re.DOTALL)

Answered = Callable[[str, str | None], None]
"""Told when something that was said has its answer."""


class Inbound:
    """Says to the relay what people mean.

    Every method may raise `relay.client.Unreachable`: then nothing is known, and saying it again is safe.
    """

    def __init__(self, client: RelayClient, voice: Voice, answered: Answered | None = None) -> None:
        self._client, self._voice = client, voice
        self._answered = answered or (lambda channel, message: None)
        self._commands = Commands(client, voice)

    async def handle(self, intent: Intent) -> None:
        """Until the relay has answered and the person knows of a refusal."""
        try:
            await self.attempt(intent)
        except Refused as refused:
            if refused.code in PASSING:
                raise
            await self._explain(intent, refused)

    async def attempt(self, intent: Intent) -> None:
        """Say it, and leave a refusal to the caller.

        Raises:
            Refused: the relay says no; nothing was changed.
        """
        match intent:
            case Asks():
                await self._ask(intent)
            case Edits():
                await self._edit(intent)
            case Unasks(who, spot, key):
                await self._client.unask(who, Edit(spot=spot, prompt="", key=key))
            case Decides(who, _, request, version, decision, key, reason):
                said = Decide(version=version, decision=decision, reason=reason, key=key)
                await self._client.decide(who, request, said)
            case DecidesAction(who, _, request, action, digest, allow, key, reason):
                answer = DecideAction(digest=digest, allow=allow, reason=reason, key=key)
                await self._client.decide_action(who, request, action, answer)
            case DecidesJoin(who, _, join, decision, key):
                await self._client.decide_join(who, join, DecideJoin(decision=decision, key=key))
            case Presses(who, spot, request, command, key):
                await self._commands.press(who, spot, request, command, key)
            case Settles():
                await self._settle(intent)
            case Revokes(who, _, grant):
                await self._client.revoke_grant(who, grant)

    async def _settle(self, settles: Settles) -> None:
        """The owner's word; what the agent is asked that shall look is said in the owner's language."""
        who = settles.who
        view = await self._client.request(who, settles.request)
        action = next((one for one in view.actions if one.action == settles.action), None)
        # Of an action that is not there the relay says so, whatever is asked.
        ask = look_prompt(action, view, who.language) if action is not None else settles.action
        settle = Settle(settlement=settles.settlement, ask=ask, key=settles.key)
        await self._client.settle(who, settles.request, settles.action, settle)

    async def _edit(self, edits: Edits) -> None:
        try:
            await self._client.edit(edits.who, Edit(spot=edits.spot, prompt=edits.text, key=edits.key))
        except Refused as refused:
            if refused.code is not Code.unknown or edits.instead is None:
                raise
            await self.handle(edits.instead)

    async def _ask(self, asks: Asks) -> None:
        command = read_command(asks.text)
        if command is not None and not asks.attachments:
            await self._commands.run(asks.who, asks.spot, command)
            self._answered(asks.spot.channel, asks.spot.message)
            return
        named = _NAMED_SURELY.fullmatch(asks.text) or _NAMED.fullmatch(asks.text)
        if named is None:
            await self._client.ask(asks.who, _ask(asks, asks.text, None))
            return
        try:
            await self._client.ask(asks.who, _ask(asks, named["rest"], named["name"]))
        except Refused as refused:
            if refused.code is not Code.no_agent or asks.text.startswith("agent:"):
                raise
            # "TODO: fix it" names nobody: it is the ask itself, for the agent of the room.
            await self._client.ask(asks.who, _ask(asks, asks.text, None))

    async def _explain(self, intent: Intent, refused: Refused) -> None:
        text = self._explanation(intent, refused)
        if text is not None:
            await self._voice.tell(intent.who, intent.spot, text)
        if isinstance(intent, Asks):
            self._answered(intent.spot.channel, intent.spot.message)

    def _explanation(self, intent: Intent, refused: Refused) -> str | None:
        language = intent.who.language
        log.info("refused", code=refused.code, intent=type(intent).__name__, detail=refused.problem.detail)
        if isinstance(intent, Edits | Unasks):
            # An edit of what never became a request concerns nobody.
            late = isinstance(intent, Edits) and refused.code in (Code.late, Code.changed)
            return say("notice.edited_late", language) if late else None
        if refused.code is Code.bot:
            return None
        return problem(refused.problem, language)


def _ask(asks: Asks, text: str, agent: str | None) -> Ask:
    return Ask(spot=asks.spot, prompt=text, agent=agent, attachments=asks.attachments, quoted=asks.quoted)
