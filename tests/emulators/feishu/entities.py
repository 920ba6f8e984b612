"""What every operation on a CardKit entity has to pass: its age, its owner, its sequence, its streaming, its size."""

import copy
from typing import TYPE_CHECKING

from tests.emulators.feishu.cards import CARD_BYTES, card_bytes, checked_card, walk
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.messages import show_card
from tests.emulators.feishu.routes import Arguments
from tests.emulators.feishu.schema import integer, may, need, text
from tests.emulators.feishu.state import CardEntity, Json

if TYPE_CHECKING:
    from tests.emulators.feishu.service import Service

ENTITY_SECONDS = 14 * 86400.0
STREAMING_SECONDS = 600.0
SEQUENCE = {"sequence": need(integer(1, 2**31 - 1)), "uuid": may(text(64, 1))}
WRITE = "cardkit:card:write"
_INNER_CODES = {
    "11310": (300305, "The number of card components exceeds 200"),
    "300301": (300301, "Duplicate element_id in card component."),
}


def entity_card(service: "Service", call: Arguments, card: Json) -> Json:
    """A card that an entity may have; raises FeishuRefusal with the codes of cardkit."""
    if not card:
        raise FeishuRefusal(300307, "The card DSL is empty")
    if card.get("schema") != "2.0":
        raise FeishuRefusal(300303, "Only schema 2.0 is supported")
    if (card.get("config") or {}).get("update_multi") is False:
        raise FeishuRefusal(300302, "update_multi property is false")
    if card_bytes(card) > CARD_BYTES:
        raise FeishuRefusal(200860, "Card content exceeds limit.")
    try:
        return checked_card(card, service, call.app)
    except FeishuRefusal as refusal:
        raise _translated(refusal) from refusal


def opened(call: Arguments) -> CardEntity:
    """The entity of a call, its sequence taken; raises FeishuRefusal in the order in which the platform looks."""
    service, now = call.service, call.service.platform.now()
    entity = service.platform.entities.get(call.path["card_id"])
    if entity is None:
        raise FeishuRefusal(200740, "The card entity does not exist")
    if entity.app_id != call.app.app_id:
        raise FeishuRefusal(
            300311, "The current application does not have permission to update/use this card"
        )
    if now - entity.created > ENTITY_SECONDS:
        raise FeishuRefusal(200750, "The card entity has expired")
    close_stale(entity, now)
    if entity.streaming_since is None:
        service.limits.count_card(entity.id, now)
    _check_interaction(call, entity)
    uuid = call.body.get("uuid")
    if uuid in entity.uuids:
        raise FeishuRefusal(200770, "UUID conflict")
    if call.body["sequence"] <= entity.sequence:
        raise FeishuRefusal(
            300317, "The sequence number for operating on the card did not increment consecutively"
        )
    return entity


def done(call: Arguments, entity: CardEntity, card: Json) -> None:
    """Takes the new card, and shows it where the entity was sent."""
    entity.card, entity.sequence = card, int(call.body["sequence"])
    if call.body.get("uuid"):
        entity.uuids.add(str(call.body["uuid"]))
    message = call.service.platform.messages.get(entity.sent)
    if message is not None and not message.gone:
        show_card(call.service, message, card)
    call.service.platform.changed()


def set_streaming(entity: CardEntity, card: Json, now: float) -> None:
    """Opens or closes the streaming as the configuration of the card says; it runs for ten minutes."""
    wanted = bool((card.get("config") or {}).get("streaming_mode"))
    entity.streaming_since = now if wanted else None
    entity.timed_out = False


def close_stale(entity: CardEntity, now: float) -> None:
    """Ten minutes after it was opened, the streaming closes by itself."""
    if entity.streaming_since is not None and now - entity.streaming_since >= STREAMING_SECONDS:
        entity.streaming_since, entity.timed_out = None, True
        entity.card = {**entity.card, "config": {**entity.card.get("config", {}), "streaming_mode": False}}


def find_element(card: Json, element_id: str) -> Json | None:
    """The element of that id inside a card."""
    return next((e for e in walk(card) if e.get("element_id") == element_id), None)


def changed_copy(card: Json) -> Json:
    return copy.deepcopy(card)


def _check_interaction(call: Arguments, entity: CardEntity) -> None:
    message = call.service.platform.messages.get(entity.sent)
    if message is not None and message.pending:
        raise FeishuRefusal(200810, "The card is in an ongoing interaction and cannot be updated")


def _translated(refusal: FeishuRefusal) -> FeishuRefusal:
    """Of the message service's 230099 the code inside, as cardkit gives it."""
    inner = refusal.message.partition("ErrCode: ")[2].partition(";")[0]
    code, words = _INNER_CODES.get(inner, (200220, f"Failed to generate card content: {refusal.message}"))
    if "table number" in refusal.message:
        code, words = 200220, refusal.message
    return FeishuRefusal(code, words)
