"""What people do to the app: tap, choose, submit a modal, type a slash command."""

from typing import Any

from tests.emulators.slack.blocks import interactive_elements
from tests.emulators.slack.delivery import Delivery
from tests.emulators.slack.errors import ImpossibleGesture
from tests.emulators.slack.payloads import (
    APP_ID,
    VERIFICATION_TOKEN,
    action_json,
    gesture,
    message_json,
    view_json,
)
from tests.emulators.slack.people import Driver
from tests.emulators.slack.state import Channel, Ephemeral, Json, Message, User, View
from tests.emulators.slack.view_methods import change_view, checked_view, show_view


class Gestures(Driver):
    """Every gesture waits for the app's acknowledgement and returns the delivery; none is sent twice."""

    async def tap(
        self,
        user: User | str,
        channel: Channel | str,
        ts: str,
        action_id: str,
        *,
        block_id: str | None = None,
        value: str | None = None,
        stale: bool = False,
    ) -> Delivery:
        """Presses a button of a message, or chooses the option ``value`` of a menu.

        Raises ImpossibleGesture unless the message shows that element now (with ``stale``: in any
        of its revisions, as on a screen that has not been refreshed), with that value if one is given.
        """
        self._need("interactivity")
        person, place = self._onlooker(user, channel)
        shown = self._shown(person, place, ts)
        revisions = (
            [revision.blocks for revision in reversed(shown.revisions)] if isinstance(shown, Message) else []
        )
        screens = [shown.blocks, *(revisions if stale else [])]
        block, element = self._element(screens, action_id, block_id, value)
        payload = self._action_payload(person, place, shown)
        action = action_json(element, str(block["block_id"]), value, self.service.workspace.next_ts())
        payload["actions"] = [action]
        payload["state"] = {"values": {}}
        return await self.service.dispatcher.send_gesture("interactive", payload)

    async def tap_view(
        self, user: User | str, view_id: str, action_id: str, *, value: str | None = None
    ) -> Delivery:
        """Presses a button of a modal or of the Home tab."""
        self._need("interactivity")
        person, view = self.user(user), self._open_view(user, view_id)
        block, element = self._element([view.content["blocks"]], action_id, None, value)
        payload = gesture("block_actions", person, self.service.workspace, self.service.new_trigger(person))
        payload["container"] = {"type": "view", "view_id": view.id}
        payload["view"] = view_json(view, self.service.workspace, self.service.bot)
        ts = self.service.workspace.next_ts()
        payload["actions"] = [action_json(element, str(block["block_id"]), value, ts)]
        return await self.service.dispatcher.send_gesture("interactive", payload)

    async def slash(self, user: User | str, channel: Channel | str, command: str, text: str = "") -> Delivery:
        """Types a slash command; a text in the acknowledgement is shown to the person alone."""
        if "commands" not in self.service.scopes:
            raise ImpossibleGesture("the app has no slash commands: the scope `commands` is missing")
        self._need("slash")
        person, place = self._onlooker(user, channel)
        team = self.service.workspace.teams[person.team_id]
        payload: Json = {
            "token": VERIFICATION_TOKEN,
            "team_id": team.id,
            "team_domain": team.domain,
            "channel_id": place.id,
            "channel_name": place.name or "directmessage",
            "user_id": person.id,
            "user_name": person.name,
            "command": command,
            "text": text,
            "api_app_id": APP_ID,
            "is_enterprise_install": "false",
            "response_url": self.service.new_response_url(place.id, person.id, None, None),
            "trigger_id": self.service.new_trigger(person),
        }
        delivery = await self.service.dispatcher.send_gesture("slash_commands", payload)
        if delivery.response.get("text") or delivery.response.get("blocks"):
            self.show_response(place.id, person.id, None, delivery.response)
        return delivery

    async def use_shortcut(
        self, user: User | str, channel: Channel | str, ts: str, callback_id: str
    ) -> Delivery:
        """Chooses an entry of a message's menu (docs.slack.dev, message shortcuts)."""
        if "commands" not in self.service.scopes:
            raise ImpossibleGesture("the app has no shortcuts: the scope `commands` is missing")
        self._need("interactivity")
        self._need("shortcut")
        person, place = self._onlooker(user, channel)
        message, service = self.standing(place, ts), self.service
        payload = gesture("message_action", person, service.workspace, service.new_trigger(person))
        payload |= {
            "action_ts": service.workspace.next_ts(),
            "callback_id": callback_id,
            "channel": {"id": place.id, "name": place.name or "directmessage"},
            "message": message_json(message, service.workspace),
            "message_ts": ts,
            "response_url": service.new_response_url(place.id, person.id, None, message.thread_ts),
        }
        return await service.dispatcher.send_gesture("interactive", payload)

    async def submit_view(
        self, user: User | str, view_id: str, values: dict[str, dict[str, Any]] | None = None
    ) -> Delivery:
        """Submits a modal with ``values`` (block_id -> action_id -> text or whole state) and obeys the answer."""
        person, view = self.user(user), self._open_view(user, view_id)
        if view.content["type"] != "modal" or not view.content.get("submit"):
            raise ImpossibleGesture("this view has no submit button")
        payload = gesture("view_submission", person, self.service.workspace, self.service.new_trigger(person))
        state = _state(view, values or {})
        payload["view"] = view_json(view, self.service.workspace, self.service.bot, state)
        payload["response_urls"] = []
        delivery = await self.service.dispatcher.send_gesture("interactive", payload)
        if delivery.acked:
            self._obey(view, delivery.response)
        return delivery

    async def close_view(self, user: User | str, view_id: str) -> Delivery | None:
        """Closes a modal; the app hears of it only if it asked to."""
        person, view = self.user(user), self._open_view(user, view_id)
        view.closed = True
        if not view.content.get("notify_on_close"):
            return None
        payload = gesture("view_closed", person, self.service.workspace, self.service.new_trigger(person))
        payload |= {"view": view_json(view, self.service.workspace, self.service.bot), "is_cleared": False}
        return await self.service.dispatcher.send_gesture("interactive", payload)

    def show_response(self, channel: str, user: str, thread_ts: str | None, body: Json) -> None:
        """Shows what an app answered to a gesture: to the person alone, or in the channel."""
        workspace = self.service.workspace
        text, blocks = str(body.get("text", "")), list(body.get("blocks") or [])
        if body.get("response_type") == "in_channel":
            message = self.service.new_message(workspace.channels[channel], self.service.bot, text)
            message.blocks, message.thread_ts = blocks, thread_ts
            workspace.add_message(message)
            return
        ts, now = workspace.next_ts(), workspace.now()
        workspace.ephemerals.append(Ephemeral(channel, ts, user, text, now, blocks, thread_ts))
        workspace.changed()

    def _need(self, feature: str) -> None:
        """People see an error of Slack's where an app has a feature switched off; the app hears nothing."""
        if feature not in self.service.features:
            raise ImpossibleGesture(f"the app is not configured for this: {feature} is off")

    def _onlooker(self, user: User | str, channel: Channel | str) -> tuple[User, Channel]:
        """Someone who can see the channel: its members, and the home team where it is public."""
        person, place = self.user(user), self.channel(channel)
        if place.kind == "public" and person.team_id == self.service.workspace.team.id:
            return person, place
        return self.member(person, place)

    def _shown(self, person: User, place: Channel, ts: str) -> Message | Ephemeral:
        for ephemeral in self.service.workspace.ephemerals:
            if (ephemeral.channel, ephemeral.ts, ephemeral.user) == (place.id, ts, person.id):
                return ephemeral
        return self.standing(place, ts)

    def _element(
        self, screens: list[list[Json]], action_id: str, block_id: str | None, value: str | None
    ) -> tuple[Json, Json]:
        for blocks in screens:
            for block in blocks:
                if block_id in (None, block.get("block_id")):
                    for element in interactive_elements(block):
                        if element.get("action_id") == action_id and _offers(element, value):
                            return block, element
        raise ImpossibleGesture(f"no {action_id!r} (value {value!r}) on the screen: {screens[0]}")

    def _action_payload(self, person: User, place: Channel, shown: Message | Ephemeral) -> Json:
        service = self.service
        payload = gesture("block_actions", person, service.workspace, service.new_trigger(person))
        ephemeral = isinstance(shown, Ephemeral)
        container = {
            "type": "message",
            "message_ts": shown.ts,
            "channel_id": place.id,
            "is_ephemeral": ephemeral,
        }
        if shown.thread_ts:
            container["thread_ts"] = shown.thread_ts
        name = (
            place.name if place.kind == "public" else {"im": "directmessage"}.get(place.kind, "privategroup")
        )
        payload |= {"container": container, "channel": {"id": place.id, "name": name}}
        if isinstance(shown, Message):
            payload["message"] = message_json(shown, service.workspace)
        payload["response_url"] = service.new_response_url(place.id, person.id, shown.ts, shown.thread_ts)
        return payload

    def _open_view(self, user: User | str, view_id: str) -> View:
        person, workspace = self.user(user), self.service.workspace
        home = workspace.homes.get(person.id)
        view = home if home is not None and home.id == view_id else workspace.views.get(view_id)
        if view is None or view.closed or view.user != person.id:
            raise ImpossibleGesture(f"{person.name} has no open view {view_id}")
        return view

    def _obey(self, view: View, response: Json) -> None:
        action = response.get("response_action")
        if action == "errors":
            return
        if action in ("update", "push"):
            content = checked_view(self.service, response.get("view"), "modal")
            if action == "update":
                change_view(self.service, view, content)
            else:
                show_view(self.service, view.user, content, view)
            return
        for other in self.service.workspace.views.values():
            if other is view or (action == "clear" and other.root_id == view.root_id):
                other.closed = True
        self.service.workspace.changed()


def _offers(element: Json, value: str | None) -> bool:
    if value is None:
        return True
    options = [*element.get("options", [])]
    options += [option for group in element.get("option_groups", []) for option in group["options"]]
    return element.get("value") == value or any(option["value"] == value for option in options)


def _state(view: View, values: dict[str, dict[str, Any]]) -> Json:
    """The state of a modal's inputs; a bare text becomes the state of a text input."""
    kinds = {
        element["action_id"]: element["type"]
        for block in view.content["blocks"]
        for element in interactive_elements(block)
    }
    known = {block["block_id"] for block in view.content["blocks"]}
    if not values.keys() <= known:
        raise ImpossibleGesture(f"the view has no inputs {sorted(values.keys() - known)}")
    return {
        block_id: {
            action_id: entry if isinstance(entry, dict) else {"type": kinds[action_id], "value": entry}
            for action_id, entry in entries.items()
        }
        for block_id, entries in values.items()
    }
