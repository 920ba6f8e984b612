"""What may be the content of a message that an app sends, by type (im-v1/message/create_json)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.emulators.feishu.cards import checked_card
from tests.emulators.feishu.errors import FeishuRefusal, invalid_parameter, unusable_card
from tests.emulators.feishu.payloads import dumps
from tests.emulators.feishu.schema import (
    Check,
    Complaint,
    array,
    boolean,
    choice,
    integer,
    mapping,
    may,
    need,
    parsed,
    record,
    text,
)
from tests.emulators.feishu.state import CardEntity, Json, Member, Mention

if TYPE_CHECKING:
    from tests.emulators.feishu.apps import App
    from tests.emulators.feishu.service import Service

TEXT_BYTES = 150 * 1024
RICH_BYTES = 30 * 1024
SENDABLE = ("text", "post", "image", "file", "audio", "media", "interactive")
LOCALES = (
    "zh_cn",
    "en_us",
    "ja_jp",
    "zh_hk",
    "zh_tw",
    "ko_kr",
    "de_de",
    "fr_fr",
    "it_it",
    "es_es",
    "ru_ru",
    "th_th",
)
_AT = re.compile(r'<at user_id="([^"]*)">(.*?)</at>', re.DOTALL)
_STYLE = array(text())


@dataclass
class Prepared:
    """A content as readers get it, with whom it mentions, and the card if it is one."""

    content: str
    mentions: list[Mention] = field(default_factory=list)
    mentions_all: bool = False
    card: Json | None = None
    entity: CardEntity | None = None


@dataclass
class Mentions:
    """Collects whom a content mentions and gives each one its key."""

    service: "Service"
    app: "App"
    found: list[Mention] = field(default_factory=list)
    all: bool = False

    def key(self, user_id: str) -> str:
        """``@_user_1`` and so on, or ``@_all``; raises FeishuRefusal for an id of nobody."""
        if user_id == "all":
            self.all = True
            return "@_all"
        member = find_member(self.service, self.app, user_id)
        if member is None:
            raise invalid_parameter(f"at user_id {user_id} is invalid")
        known = next((m for m in self.found if m.member.key == member.key), None)
        if known is None:
            known = Mention(f"@_user_{len(self.found) + 1}", member)
            self.found.append(known)
        return known.key


def find_member(service: "Service", app: "App", some_id: str) -> Member | None:
    """The person or bot with that open_id (of this app), union_id or user_id."""
    for member in service.platform.members.values():
        if some_id and some_id in (member.open_id(app.app_id), member.union_id, member.user_id):
            return member
    return None


def prepare(service: "Service", app: "App", kind: str, content: str, size: int) -> Prepared:
    """The checked content of a message; ``size`` is that of the whole encoded request in bytes.

    Raises FeishuRefusal: 230001, 230017, 230025, 230055, or 230099 for a card.
    """
    if kind not in SENDABLE:
        raise invalid_parameter(f"msg_type {kind} cannot be sent")
    if size > (RICH_BYTES if kind in ("post", "interactive") else TEXT_BYTES):
        raise FeishuRefusal(230025, "The length of the message content reaches its limit.")
    body = parsed(content)
    if not isinstance(body, dict):
        raise invalid_parameter("content is not a string in json format")
    if kind == "interactive":
        return _prepare_card(service, app, body)
    _refuse(_CONTENTS[kind](body, "content"))
    if kind == "text":
        return _prepare_text(service, app, body)
    if kind == "post":
        return _prepare_post(service, app, body)
    _check_resource(service, app, kind, body)
    return Prepared(dumps(_with_name(service, body)))


def _refuse(complaints: Iterator[Complaint]) -> None:
    found = [f"{path}: {reason}" for path, reason in complaints]
    if found:
        raise invalid_parameter("; ".join(found))


def _prepare_text(service: "Service", app: "App", body: Json) -> Prepared:
    mentions = Mentions(service, app)
    words = _AT.sub(lambda found: mentions.key(found[1]), str(body["text"]))
    return Prepared(dumps({"text": words}), mentions.found, mentions.all)


def _prepare_post(service: "Service", app: "App", body: Json) -> Prepared:
    """Readers get one language without the layer of locales, and no Markdown element."""
    mentions = Mentions(service, app)
    locale = "zh_cn" if "zh_cn" in body else next(iter(body))
    lines = [
        [_read_element(service, app, node, mentions) for node in line] for line in body[locale]["content"]
    ]
    read = {"title": body[locale].get("title", ""), "content": lines}
    return Prepared(dumps(read), mentions.found, mentions.all)


def _read_element(service: "Service", app: "App", node: Json, mentions: Mentions) -> Json:
    if node["tag"] == "at":
        key = mentions.key(str(node["user_id"]))
        member = next((m.member for m in mentions.found if m.key == key), None)
        return {"tag": "at", "user_id": key, "user_name": member.name if member else "", "style": []}
    if node["tag"] == "md":
        return {"tag": "text", "text": _AT.sub(lambda f: mentions.key(f[1]), str(node["text"])), "style": []}
    if node["tag"] in ("img", "media"):
        _check_resource(service, app, "image" if node["tag"] == "img" else "media", node)
    return node


def _prepare_card(service: "Service", app: "App", body: Json) -> Prepared:
    if body.get("type") == "template":
        raise unusable_card(
            200380, "template does not exist, please confirm whether this template has been released"
        )
    if body.get("type") == "card":
        entity = _entity(service, app, body)
        return Prepared(dumps({"title": "", "elements": []}), card=entity.card, entity=entity)
    return Prepared("", card=checked_card(body, service, app))


def _entity(service: "Service", app: "App", body: Json) -> CardEntity:
    entity = service.platform.entities.get(str((body.get("data") or {}).get("card_id", "")))
    if entity is None:
        raise unusable_card(11310, "cardid is invalid", str(body.get("data")))
    if entity.app_id != app.app_id:
        raise unusable_card(
            300311, "The current application does not have permission to update/use this card"
        )
    if entity.sent:
        raise unusable_card(11310, "card entity has been sent", entity.id)
    return entity


def _check_resource(service: "Service", app: "App", kind: str, body: Json) -> None:
    """An app sends only what it has uploaded itself, and a file as what it was uploaded for."""
    for name in ("image_key", "file_key"):
        key = body.get(name)
        if key is None:
            continue
        stored = service.platform.files.get(str(key))
        if stored is None or stored.app_id != app.app_id:
            raise FeishuRefusal(230017, "Bot is NOT the owner of the resource.")
        fitting = {"opus": "audio", "mp4": "media"}.get(stored.kind, "file")
        if name == "file_key" and fitting != kind:
            raise FeishuRefusal(
                230055, "The type of file upload does not match the type of message being sent."
            )


def _with_name(service: "Service", body: Json) -> Json:
    stored = service.platform.files.get(str(body.get("file_key", "")))
    return body if stored is None else {**body, "file_name": stored.name}


def _node(value: object, path: str) -> Iterator[Complaint]:
    if not isinstance(value, dict) or value.get("tag") not in _NODES:
        yield path, "unknown tag"
        return
    yield from _NODES[value["tag"]](value, path)


def _line(value: object, path: str) -> Iterator[Complaint]:
    """A paragraph; Markdown, pictures and videos stand alone in theirs."""
    yield from array(_node)(value, path)
    if isinstance(value, list) and len(value) > 1:
        tags = [node.get("tag") for node in value if isinstance(node, dict)]
        for tag in {"md", "img", "media"} & set(tags):
            yield path, f"{tag} must be a paragraph of its own"


def _post(value: object, path: str) -> Iterator[Complaint]:
    if not isinstance(value, dict) or not value:
        yield path, "at least one language is required"
        return
    for name in value.keys() - set(LOCALES):
        yield f"{path}.{name}", "unknown language"
    yield from mapping(record({"title": may(text()), "content": need(array(_line, minimum=1))}))(value, path)


_NODES: Mapping[str, Check] = {
    "text": record(
        {"tag": need(text()), "text": need(text()), "un_escape": may(boolean), "style": may(_STYLE)}
    ),
    "a": record(
        {"tag": need(text()), "text": need(text()), "href": need(text(minimum=1)), "style": may(_STYLE)}
    ),
    "at": record({"tag": need(text()), "user_id": need(text(minimum=1)), "style": may(_STYLE)}),
    "img": record({"tag": need(text()), "image_key": need(text(minimum=1))}),
    "media": record({"tag": need(text()), "file_key": need(text(minimum=1)), "image_key": may(text())}),
    "emotion": record({"tag": need(text()), "emoji_type": need(text(minimum=1))}),
    "code_block": record({"tag": need(text()), "language": may(text()), "text": need(text())}),
    "hr": record({"tag": need(text())}),
    "md": record({"tag": need(choice("md")), "text": need(text(minimum=1))}),
}
_CONTENTS: Mapping[str, Check] = {
    "text": record({"text": need(text(minimum=1))}),
    "post": _post,
    "image": record({"image_key": need(text(minimum=1))}),
    "file": record({"file_key": need(text(minimum=1))}),
    "audio": record({"file_key": need(text(minimum=1)), "duration": may(integer(0, 2**31))}),
    "media": record({"file_key": need(text(minimum=1)), "image_key": may(text())}),
}
