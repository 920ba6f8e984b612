"""cardkit.v1: single elements of a card entity."""

from typing import Any

from tests.emulators.feishu.entities import (
    SEQUENCE,
    WRITE,
    changed_copy,
    done,
    entity_card,
    find_element,
    opened,
)
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, json_text, may, need, parsed, text
from tests.emulators.feishu.state import Json

ELEMENT = "/open-apis/cardkit/v1/cards/{card_id}/elements/{element_id}"
CONTENT_CHARACTERS = 100_000


@route(
    "PUT",
    f"{ELEMENT}/content",
    "element.content",
    WRITE,
    body={"content": need(text(CONTENT_CHARACTERS, 1)), **SEQUENCE},
)
def content(call: Arguments) -> Json:
    """The whole text of one text element, while the card is streaming."""
    entity = opened(call)
    if entity.streaming_since is None:
        if entity.timed_out:
            raise FeishuRefusal(200850, "Card streaming timeout")
        raise FeishuRefusal(300309, "Card streaming closed")
    card = changed_copy(entity.card)
    found = find_element(card, call.path["element_id"])
    if found is None:
        raise FeishuRefusal(300313, "Failed to update element properties: no such element_id")
    if found["tag"] not in ("markdown", "plain_text"):
        raise FeishuRefusal(300310, "Only update text")
    found["content"] = call.body["content"]
    done(call, entity, entity_card(call.service, call, card))
    return {}


@route(
    "POST",
    "/open-apis/cardkit/v1/cards/{card_id}/elements",
    "element.create",
    WRITE,
    body={
        "type": need(choice("insert_before", "insert_after", "append")),
        "target_element_id": may(text(20)),
        "elements": need(text(minimum=2)),
        **SEQUENCE,
    },
)
def create(call: Arguments) -> Json:
    """New elements beside or inside another one, or at the end of the card."""
    return _act(
        call,
        {"action": "add_elements", "params": {**call.body, "elements": parsed(str(call.body["elements"]))}},
    )


@route("PATCH", ELEMENT, "element.patch", WRITE, body={"partial_element": need(json_text), **SEQUENCE})
def patch(call: Arguments) -> Json:
    """Other properties of an element; its tag stays."""
    partial = parsed(str(call.body["partial_element"]))
    params = {"element_id": call.path["element_id"], "partial_element": partial}
    return _act(call, {"action": "partial_update_element", "params": params})


@route("PUT", ELEMENT, "element.update", WRITE, body={"element": need(json_text), **SEQUENCE})
def update(call: Arguments) -> Json:
    """Another element in the place of one."""
    params = {"element_id": call.path["element_id"], "element": parsed(str(call.body["element"]))}
    return _act(call, {"action": "update_element", "params": params})


@route("DELETE", ELEMENT, "element.delete", WRITE, body=SEQUENCE)
def delete(call: Arguments) -> Json:
    return _act(call, {"action": "delete_elements", "params": {"element_ids": [call.path["element_id"]]}})


def apply_action(card: Json, action: Json) -> Json:
    """The card after one operation; raises FeishuRefusal with the code of that kind of operation."""
    kinds = {
        "add_elements": _add,
        "partial_update_element": _change,
        "update_element": _replace,
        "delete_elements": _remove,
    }
    kind = kinds.get(str(action.get("action")))
    if kind is None:
        raise FeishuRefusal(10002, "Your request contains an invalid request parameter.")
    return kind(changed_copy(card), dict(action.get("params", {})))


def _act(call: Arguments, action: Json) -> Json:
    entity = opened(call)
    card = apply_action(entity.card, action)
    done(call, entity, entity_card(call.service, call, card))
    return {}


def _add(card: Json, params: Json) -> Json:
    elements, target, kind = params.get("elements"), params.get("target_element_id"), params.get("type")
    if not isinstance(elements, list) or (kind != "append" and not target):
        raise FeishuRefusal(300315, "Failed to add element")
    if not target:
        card["body"]["elements"].extend(elements)
        return card
    if kind == "append":
        found = find_element(card, str(target))
        if found is None or "elements" not in found:
            raise FeishuRefusal(300315, "Failed to add element")
        found["elements"].extend(elements)
        return card
    row, place = _place(card, str(target), 300315, "Failed to add element")
    row[place + (kind == "insert_after") : place + (kind == "insert_after")] = elements
    return card


def _change(card: Json, params: Json) -> Json:
    found = find_element(card, str(params["element_id"]))
    if found is None:
        raise FeishuRefusal(300313, "Failed to update element properties")
    partial = params["partial_element"]
    if partial.get("tag", found["tag"]) != found["tag"]:
        raise FeishuRefusal(300312, "Unable to update element tag")
    found.update(partial)
    return card


def _replace(card: Json, params: Json) -> Json:
    row, place = _place(card, str(params["element_id"]), 300121, "Failed to replace element")
    row[place] = params["element"]
    return card


def _remove(card: Json, params: Json) -> Json:
    for element_id in params["element_ids"]:
        row, place = _place(card, str(element_id), 300314, "Failed to delete element")
        del row[place]
    return card


def _place(value: Any, element_id: str, code: int, words: str) -> tuple[list[Json], int]:
    found = _search(value, element_id)
    if found is None:
        raise FeishuRefusal(code, words)
    return found


def _search(value: Any, element_id: str) -> tuple[list[Json], int] | None:
    """The list in which an element stands, and where."""
    if isinstance(value, list):
        for place, entry in enumerate(value):
            if isinstance(entry, dict) and entry.get("element_id") == element_id:
                return value, place
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for entry in inner:
        if isinstance(entry, dict | list) and (found := _search(entry, element_id)) is not None:
            return found
    return None
