"""The owner says in the browser what came of an action whose outcome is unknown, or lets the agent look (E3)."""

from aiohttp import web
from pydantic import ValidationError

from bots.web.acts import on_request
from bots.web.pages import find_request
from bots.web.parse import REASON_LIMIT, Fields, Unusable, read_key
from bots.web.visit import Visit
from bots.words import look_prompt
from relay.wire.base import Code
from relay.wire.executions import Settle, Settlement


async def settle(visit: Visit) -> web.StreamResponse:
    """Settle one action of the request of the path."""
    name = visit.name("action")
    _, view = await find_request(visit)
    action = next((one for one in view.actions if one.action == name), None)
    # Of an action that is not there the relay says so, whatever is asked.
    ask = look_prompt(action, view, visit.look.language) if action is not None else name
    said = read_settlement(visit.form.fields, ask)
    return await on_request(visit, lambda who, request: visit.site.client.settle(who, request, name, said))


def read_settlement(fields: Fields, ask: str) -> Settle:
    """The owner's answer, with the evidence that was typed.

    Raises:
        Unusable: a field is missing or says something else.
    """
    evidence = fields.get("evidence", "").replace("\r\n", "\n").strip()[:REASON_LIMIT]
    try:
        settlement = Settlement(fields.get("settlement", ""))
        return Settle(settlement=settlement, evidence=evidence, ask=ask, key=read_key(fields))
    except (ValidationError, ValueError) as error:
        raise Unusable(Code.bad_request, "The answer cannot be read.") from error
