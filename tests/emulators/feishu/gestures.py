"""What people do to the app's cards, and what they see of its answer."""

from typing import Any

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.card_values import TRANSLATIONS, json_object
from tests.emulators.feishu.cards import CARD_BYTES, card_bytes, checked_card
from tests.emulators.feishu.delivery import Delivery
from tests.emulators.feishu.errors import FeishuRefusal, ImpossibleGesture
from tests.emulators.feishu.messages import show_card
from tests.emulators.feishu.payloads import envelope, tap_event
from tests.emulators.feishu.people import Driver
from tests.emulators.feishu.reading import card_buttons, localized
from tests.emulators.feishu.schema import Check, choice, may, need, record, text
from tests.emulators.feishu.state import CallbackToken, Json, Member, Message, Toast

INTERACTION_SECONDS = 14 * 86400.0
TOAST = record(
    {
        "type": may(choice("info", "success", "error", "warning")),
        "content": may(text()),
        "i18n": may(TRANSLATIONS),
    }
)
ANSWER: Check = record(
    {
        "toast": may(TOAST),
        "card": may(record({"type": need(choice("raw")), "data": need(json_object)})),
    }
)
NOT_SUBSCRIBED, WRONG_ANSWER, WRONG_CARD = 200340, 200672, 200673


class Gestures(Driver):
    """Every gesture waits for the app's answer and returns the delivery; none is sent twice."""

    async def tap(
        self,
        what: Message | str,
        who: Member | str,
        value: Json | str | None = None,
        *,
        label: str | None = None,
        stale: bool = False,
        form: Json | None = None,
        text_value: bool = False,
    ) -> Delivery:
        """Presses the button with this callback value (or label), in the person's own copy of the card.

        ``stale``: on a screen that has not been refreshed, so that any earlier picture counts. ``form`` is what was
        filled in before. ``text_value`` sends the value as a text, as old cards do. Raises ImpossibleGesture unless
        the card shows that button, not disabled.
        """
        message, person = self.standing(what), self.user(who)
        self.insider(person, message.chat)
        app = self.service.apps.get(message.sender)
        if app is None:
            raise ImpossibleGesture("only an app's card can be tapped")
        if self.service.platform.now() - message.created > INTERACTION_SECONDS:
            raise ImpossibleGesture("after fourteen days a card can only be looked at")
        button = self._button(message, value, label, stale)
        action = _action(button, form, text_value)
        return await self._call_back(app, message, person, action)

    async def call_back(self, app: App, message: Message, who: Member, action: Json) -> Delivery:
        """A callback with any action at all, as a forged or newer client could send it."""
        return await self._call_back(app, message, who, action)

    async def _call_back(self, app: App, message: Message, person: Member, action: Json) -> Delivery:
        platform = self.service.platform
        token = platform.new_id("c-")
        issued = CallbackToken(message.id, app.app_id, platform.now())
        platform.tokens[token] = issued
        payload = envelope(
            app, platform, "card.action.trigger", tap_event(message, person, app, token, action), micros=True
        )
        if "card.action.trigger" not in app.callbacks or app.status != 2:
            delivery = Delivery("", "callback", payload, outcome="no_connection", error=NOT_SUBSCRIBED)
        else:
            before = message.card
            message.pending += 1
            try:
                delivery = await app.dispatcher.call_back(payload)
            finally:
                message.pending -= 1
            self._settle(delivery, message, before, issued)
        self._show(delivery, message, person)
        return delivery

    def _settle(
        self, delivery: Delivery, message: Message, before: Json | None, token: CallbackToken
    ) -> None:
        """The card after the answer: the one in it; else the one from before, whatever was sent meanwhile by the token."""
        if not delivery.acked:
            return
        wrong = list(ANSWER(delivery.answer, "answer"))
        if wrong:
            delivery.outcome, delivery.error = "refused", WRONG_ANSWER
            return
        card = (delivery.answer.get("card") or {}).get("data")
        if card is not None and not self._streaming(message):
            self._replace(delivery, message, card)
        elif token.uses and before is not None:
            show_card(self.service, message, before)

    def _replace(self, delivery: Delivery, message: Message, card: Json) -> None:
        try:
            if card_bytes(card) > CARD_BYTES:
                raise FeishuRefusal(200860, "Card content exceeds limit.")
            checked = checked_card(card, self.service, self.service.apps[message.sender])
        except FeishuRefusal as refusal:
            delivery.outcome, delivery.error = "refused", WRONG_CARD
            delivery.answer = {**delivery.answer, "refusal": str(refusal)}
            return
        show_card(self.service, message, checked)

    def _streaming(self, message: Message) -> bool:
        entity = self.service.platform.entities.get(message.card_id)
        return entity is not None and entity.streaming_since is not None

    def _show(self, delivery: Delivery, message: Message, person: Member) -> None:
        toast = delivery.answer.get("toast") or {}
        at = self.service.platform.now()
        if not delivery.acked:
            shown = Toast(
                person.key, message.id, "error", f"code: {delivery.error}", at, error=delivery.error
            )
        elif toast:
            words = localized(
                {"content": toast.get("content", ""), "i18n_content": toast.get("i18n")}, person.locale
            )
            shown = Toast(
                person.key,
                message.id,
                str(toast.get("type", "info")),
                words,
                at,
                dict(toast.get("i18n") or {}),
            )
        else:
            return
        self.service.platform.toasts.append(shown)
        self.service.platform.changed()

    def _button(self, message: Message, value: Any, label: str | None, stale: bool) -> Json:
        screens = [message.card, *[r.card for r in reversed(message.revisions)]] if stale else [message.card]
        for card in screens:
            for button in card_buttons(card or {}):
                if not button.get("disabled") and _matches(button, value, label):
                    return button
        raise ImpossibleGesture(f"the card shows no button {label or value!r}")


def _matches(button: Json, value: Any, label: str | None) -> bool:
    if label is not None and label not in _labels(button):
        return False
    return value is None or callback_value(button) == value


def _labels(button: Json) -> list[str]:
    words = button.get("text") or {}
    return [str(words.get("content", "")), *map(str, (words.get("i18n_content") or {}).values())]


def callback_value(button: Json) -> Json | None:
    """What a press of that button sends; None if it calls nobody."""
    for behaviour in button.get("behaviors", []):
        if behaviour.get("type") == "callback":
            found: Json = behaviour["value"]
            return found
    return None


def _action(button: Json, form: Json | None, text_value: bool) -> Json:
    value = callback_value(button)
    if value is None and button.get("form_action_type") != "submit":
        raise ImpossibleGesture("that button calls nobody")
    action: Json = {"tag": button["tag"], "timezone": "Asia/Shanghai"}
    if value is not None:
        action["value"] = next(iter(value.values()), "") if text_value else value
    if button.get("name"):
        action["name"] = button["name"]
    if form is not None:
        action["form_value"] = form
    return action
