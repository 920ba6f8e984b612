"""This device: on the home screen, and notified or not."""

from aiohttp import web
from pydantic import ValidationError

from bots.web.answers import as_json
from bots.web.console.frame import page
from bots.web.parse import Fields, Unusable
from bots.web.visit import Visit
from relay.wire.base import Code
from relay.wire.notifications import Subscribe, Unsubscribe
from relay.wire.people import RoomView


async def show_device(visit: Visit, _: list[RoomView]) -> web.StreamResponse:
    """What can be switched on here."""
    push = visit.site.push
    return page(visit, "console_device.html", "console_device", push_key=push.public_key if push else "")


async def subscribe(visit: Visit, _: list[RoomView]) -> web.StreamResponse:
    """Notify this browser; only at an address to which we would send."""
    wish = read_subscription(visit.form.fields)
    push = visit.site.push
    if push is None:
        return as_json({"trouble": visit.tell("console_notify_none")}, 409)
    if not push.may_send_to(wish.endpoint):
        return as_json({"trouble": visit.tell("console_notify_strange")}, 400)
    await visit.site.client.subscribe(visit.who, wish)
    return as_json({})


async def unsubscribe(visit: Visit, _: list[RoomView]) -> web.StreamResponse:
    """Do not notify it any more."""
    endpoint = visit.form.fields.get("endpoint", "")
    if 0 < len(endpoint) <= 2000:
        await visit.site.client.unsubscribe(visit.who, Unsubscribe(endpoint=endpoint))
    return as_json({})


def read_subscription(fields: Fields) -> Subscribe:
    """The browser's subscription.

    Raises:
        Unusable: a field is missing or too long.
    """
    try:
        return Subscribe(**{name: fields.get(name, "") for name in ("endpoint", "p256dh", "auth")})
    except ValidationError as error:
        raise Unusable(Code.bad_request, "The subscription cannot be read.") from error
