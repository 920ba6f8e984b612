"""Opening a window while its trigger lives: read all of it, say why not, ask about a message."""

import structlog

from bots.connector import Later, Unfit, Unsure
from bots.slack.api import Failed, SlackApi
from bots.slack.bind import spot_of
from bots.slack.cards import Reader
from bots.slack.connector import SlackConnector
from bots.slack.forms import about_form, explain_form
from bots.slack.gestures import EXPLAIN, PAGE, AsksAbout
from bots.slack.parse import Json, Tap
from bots.slack.people import People
from bots.slack.review import review_action, review_request
from bots.words import problem, say
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.people import Who
from relay.wire.requests import ActionView, RequestView, Spot

log = structlog.get_logger()


class Windows:
    """One installation's. What cannot be opened is said to who tapped; nothing is decided by opening."""

    def __init__(
        self, api: SlackApi, people: People, client: RelayClient, connector: SlackConnector, tenant: str
    ) -> None:
        self._api, self._people, self._client = api, people, client
        self._connector, self._tenant = connector, tenant

    async def tapped(self, tap: Tap) -> None:
        """A button that opens or turns a window."""
        who = await self._people.who(tap.user, tap.team)
        spot, key = spot_of(tap, self._tenant), "notice.review_again"
        if tap.action == EXPLAIN:
            key = "notice.deny_works"
        try:
            await self._show(tap, who)
        except Refused as refused:
            await self._connector.tell(who, spot, problem(refused.problem, who.language))
        except (Failed, Later, Unfit, Unsure, Unreachable) as error:
            log.warning("window.not_opened", action=tap.action, error=str(error))
            await self._connector.tell(who, spot, say(key, who.language))

    async def about(self, asks: AsksAbout) -> None:
        """The menu of a message: which agent, and what to do."""
        who = await self._people.who(asks.user, asks.team)
        try:
            rooms = (await self._client.rooms(who)).rooms
            handles = dict.fromkeys(agent.handle for room in rooms for agent in room.agents)
            view = about_form(asks, list(handles), Reader(who.language))
            await self._api.call("views.open", trigger_id=asks.trigger, view=view)
        except (Refused, Failed, Later, Unfit, Unsure, Unreachable) as error:
            log.warning("window.not_opened", action="about", error=str(error))
            spot = Spot(
                platform="slack", tenant=self._tenant, channel=asks.channel, message=asks.message, thread=None
            )
            await self._connector.tell(who, spot, say("notice.window_again", who.language))

    async def _show(self, tap: Tap, who: Who) -> None:
        if tap.action == EXPLAIN:
            await self._open_explanation(tap, Reader(who.language))
            return
        request = await self._client.request(who, str(tap.value.get("r")))
        action = _action_of(request, tap.value)
        if "a" in tap.value and action is None:
            await self._connector.tell(who, spot_of(tap, self._tenant), say("problem.unknown", who.language))
            return
        view = _page(request, action, tap, Reader(who.language))
        if tap.action.startswith(PAGE):
            await self._api.call("views.update", view_id=tap.view, view=view)
        else:
            await self._api.call("views.open", trigger_id=tap.trigger, view=view)

    async def _open_explanation(self, tap: Tap, reader: Reader) -> None:
        """At once, from what the button carries: nothing is asked of the relay while the trigger lives."""
        bound = {**tap.value, "d": "deny", **_origin(tap)}
        name = str(bound.pop("n", "")) or reader.say("button.deny")
        form = explain_form(name, bound, reader, action="a" in tap.value)
        await self._api.call("views.open", trigger_id=tap.trigger, view=form)


def _page(request: RequestView, action: ActionView | None, tap: Tap, reader: Reader) -> Json:
    """A page of the newest text: after an edit it begins anew, so that nobody approves what they have not seen."""
    turned = int(tap.value.get("p") or 0)
    if action is not None:
        return review_action(request, action, reader, _origin(tap), turned)
    edited = turned > 0 and tap.value.get("v") != request.version
    return review_request(request, reader, _origin(tap), 0 if edited else turned, changed=edited)


def _action_of(request: RequestView, value: Json) -> ActionView | None:
    return next((one for one in request.actions if one.action == value.get("a")), None)


def _origin(tap: Tap) -> dict[str, object]:
    """Where the first tap was; the window itself stands nowhere."""
    value = tap.value
    return {
        "c": value.get("c") or tap.channel,
        "m": value.get("m") or tap.message,
        "t": value.get("t") or tap.thread,
    }
