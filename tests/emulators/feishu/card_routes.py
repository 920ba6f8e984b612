"""cardkit.v1: card entities as a whole."""

from tests.emulators.feishu.card_values import CONFIG, MULTI_URL
from tests.emulators.feishu.element_routes import apply_action
from tests.emulators.feishu.entities import (
    SEQUENCE,
    WRITE,
    changed_copy,
    done,
    entity_card,
    opened,
    set_streaming,
)
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, json_text, may, need, parsed, record, text
from tests.emulators.feishu.state import CardEntity, Json

SETTINGS = record({"config": may(CONFIG), "card_link": may(MULTI_URL)})


@route(
    "POST",
    "/open-apis/cardkit/v1/cards",
    "card.create",
    WRITE,
    body={"type": need(choice("card_json", "template")), "data": need(json_text)},
)
def create(call: Arguments) -> Json:
    """An entity for fourteen days, to be sent once."""
    if call.body["type"] == "template":
        raise FeishuRefusal(200220, "Failed to generate card content: the template does not exist")
    card = entity_card(call.service, call, parsed(str(call.body["data"])))
    platform = call.service.platform
    entity = CardEntity(
        str(7355372766134157313 + platform.number("card")), call.app.app_id, card, platform.now()
    )
    set_streaming(entity, card, platform.now())
    platform.entities[entity.id] = entity
    return {"card_id": entity.id}


@route(
    "PUT",
    "/open-apis/cardkit/v1/cards/{card_id}",
    "card.update",
    WRITE,
    body={"card": need(record({"type": need(choice("card_json")), "data": need(json_text)})), **SEQUENCE},
)
def update(call: Arguments) -> Json:
    """Another card in the place of the present one."""
    entity = opened(call)
    card = entity_card(call.service, call, parsed(str(call.body["card"]["data"])))
    set_streaming(entity, card, call.service.platform.now())
    done(call, entity, card)
    return {}


@route(
    "PATCH",
    "/open-apis/cardkit/v1/cards/{card_id}/settings",
    "card.settings",
    WRITE,
    body={"settings": need(json_text), **SEQUENCE},
)
def settings(call: Arguments) -> Json:
    """Other configuration; ``streaming_mode`` opens and closes the streaming."""
    entity = opened(call)
    card = with_settings(call, entity, parsed(str(call.body["settings"])))
    done(call, entity, card)
    return {}


@route(
    "POST",
    "/open-apis/cardkit/v1/cards/{card_id}/batch_update",
    "card.batch_update",
    WRITE,
    body={"actions": need(text(minimum=1)), **SEQUENCE},
)
def batch_update(call: Arguments) -> Json:
    """Several operations at once, all or none."""
    entity = opened(call)
    actions = parsed(str(call.body["actions"]))
    if not isinstance(actions, list) or not actions:
        raise FeishuRefusal(10002, "Your request contains an invalid request parameter.")
    card = changed_copy(entity.card)
    for action in actions:
        if action.get("action") == "partial_update_setting":
            changed = with_settings(call, entity, dict(action.get("params", {}).get("settings", {})))
            card = {**card, "config": changed.get("config", {})}
        else:
            card = apply_action(card, action)
    done(call, entity, entity_card(call.service, call, card))
    return {}


def with_settings(call: Arguments, entity: CardEntity, found: Json) -> Json:
    """The card with this configuration over the present one; raises FeishuRefusal 300122."""
    wrong = list(SETTINGS(found, "settings"))
    if wrong:
        raise FeishuRefusal(300122, f"Failed to update card configuration: {wrong[0]}")
    config = {**entity.card.get("config", {}), **found.get("config", {})}
    card = {**entity.card, **found, "config": config}
    checked = entity_card(call.service, call, card)
    if "streaming_mode" in found.get("config", {}):
        set_streaming(entity, checked, call.service.platform.now())
    return checked
