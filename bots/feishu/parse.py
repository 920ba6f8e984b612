"""What Feishu sends, as what was heard. Pure: names, threads and files are looked up by others.

Events: open.feishu.cn, im/v1 message/events/receive and recalled, chat events, card callback communication.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Json = Mapping[str, Any]

MESSAGE = "im.message.receive_v1"
RECALLED = "im.message.recalled_v1"
TAPPED = "card.action.trigger"
COMMENTED = "task.task.comment_updated_v1"
EDITED = "im.message.updated"
"""Feishu tells of no edit; what a look into a chat finds is written down in this form of ours."""

CHANGES = {
    "im.chat.member.bot.added_v1": "added",
    "im.chat.member.bot.deleted_v1": "removed",
    "im.chat.disbanded_v1": "disbanded",
}

ASKING = frozenset({1, 2})
"""What an event about a comment tells of (``obj_type``): 1 a comment, 2 an answer to one; the others change old ones."""

LATE_SECONDS = 24 * 3600.0
"""As long as an approval waits at most, and longer than Feishu goes on delivering (A4)."""

MILLISECONDS = 1000.0

_LOCALE = re.compile(r"LarkLocale/(\w{2,20})")


@dataclass(frozen=True)
class Ids:
    """The ids of one person as Feishu gives them: any may be missing. ``tenant`` is the person's own (F3)."""

    union: str
    open: str
    user: str
    tenant: str


@dataclass(frozen=True)
class Mention:
    """One ``@`` in a message: the mark that stands for it in the text, and who it is."""

    key: str
    ids: Ids
    name: str


@dataclass(frozen=True)
class Heard:
    """Somebody wrote or edited a message that is for us.

    ``root``, ``parent`` and ``thread`` are as the event has them, which may lack any of them; ``thread`` is the
    id of a thread, which no message has. ``written`` and ``edited`` are seconds since 1970, ``edited`` 0 if never.
    ``locale`` is the language of the client, where Feishu tells it.
    """

    kind: Literal["ask", "edit"]
    ids: Ids
    channel: str
    message: str
    root: str
    parent: str
    thread: str
    direct: bool
    form: str
    content: str
    mentions: tuple[Mention, ...]
    written: float
    edited: float = 0.0
    locale: str = ""


@dataclass(frozen=True)
class Recalled:
    """A message was taken back; who had written it Feishu does not say."""

    channel: str
    message: str


@dataclass(frozen=True)
class Tap:
    """Somebody pressed a button of ours. ``key`` is the same however often this tap is delivered."""

    ids: Ids
    channel: str
    message: str
    value: Any = field(hash=False)
    form: Json = field(default_factory=dict, hash=False)
    key: str = ""


@dataclass(frozen=True)
class Changed:
    """We were let into a chat or taken out of it, or it is no more."""

    channel: str
    name: str
    what: str
    key: str


@dataclass(frozen=True)
class Commented:
    """Somebody wrote a comment on a task of ours; what, and who it was, has to be read."""

    task: str
    comment: str


What = Heard | Recalled | Tap | Changed | Commented


def hear(body: Json, bot: str) -> What | None:
    """What a payload means to us; None for all that is not for us, of which nothing is kept (C2).

    ``bot`` is our own open id.
    """
    try:
        header, event = _dict(body["header"]), _dict(body["event"])
        kind = str(header["event_type"])
        if kind in (MESSAGE, EDITED):
            return _hear_message(header, event, bot)
        if kind == RECALLED:
            return Recalled(_need(event, "chat_id"), _need(event, "message_id"))
        if kind == TAPPED:
            return _hear_tap(header, event)
        if kind == COMMENTED:
            written = Commented(_need(event, "task_id"), _need(event, "comment_id"))
            return written if event.get("obj_type", 1) in ASKING else None
        if kind in CHANGES:
            name = str(event.get("name") or "")
            # Copies have event ids of their own, and the same moment.
            key = str(header.get("create_time") or header.get("event_id") or "")
            return Changed(_need(event, "chat_id"), name, CHANGES[kind], key)
    except (KeyError, TypeError, AttributeError, ValueError):
        return None  # not a shape that Feishu sends; there is nobody to answer
    return None


def tenant_of(body: Json) -> str:
    """The organisation that an app is installed in, as each event says it; empty if it does not."""
    header = body.get("header")
    return str(header.get("tenant_key") or "") if isinstance(header, Mapping) else ""


def keys_of(heard: What) -> list[str]:
    """By what a repetition is known. Copies of one message may have event ids of their own (open.feishu.cn)."""
    match heard:
        case Tap(key=key):
            return [f"tap:{key}"]
        case Recalled(message=message):
            return [f"recall:{message}"]
        case Commented(comment=comment):
            return [f"comment:{comment}"]
        case Changed(channel=channel, what=what, key=key):
            return [f"changed:{channel}:{what}:{key}"]
        case Heard(kind="edit"):
            return [f"{edits_of(heard)}{heard.edited:017.3f}"]
    return [ask_key(heard.message)]


def edits_of(heard: Heard) -> str:
    """How the keys of all edits of a message begin; the later edit has the greater key."""
    return f"edit:{heard.message}:"


def ask_key(message: str) -> str:
    """By what it is known that a message was dealt with."""
    return f"ask:{message}"


def is_too_late(heard: Heard, now: float) -> bool:
    """Whether it was written so long ago that it is not done without asking again."""
    return now - (heard.edited or heard.written) > LATE_SECONDS


def names_us(mentions: tuple[Mention, ...], bot: str) -> bool:
    """Whether we are meant: by our own open id and nothing else; a mention of everybody is not for us."""
    return bool(bot) and any(one.ids.open == bot for one in mentions)


def read_ids(found: Any, tenant: Any) -> Ids:
    """Ids in the form of events, or flat as in lists."""
    ids = found if isinstance(found, Mapping) else {}
    return Ids(
        union=str(ids.get("union_id") or ""),
        open=str(ids.get("open_id") or ""),
        user=str(ids.get("user_id") or ""),
        tenant=str(tenant or ""),
    )


def read_mentions(found: Any) -> tuple[Mention, ...]:
    """The mentions of a message, as events or lists have them."""
    return tuple(_mention(one) for one in found or () if isinstance(one, Mapping))


def _mention(one: Json) -> Mention:
    ids: Any = one.get("id")
    if isinstance(ids, str):
        ids = {str(one.get("id_type") or "open_id"): ids}
    return Mention(
        str(one.get("key") or ""), read_ids(ids, one.get("tenant_key")), str(one.get("name") or "")
    )


def _hear_message(header: Json, event: Json, bot: str) -> Heard | None:
    message, sender = _dict(event["message"]), _dict(event["sender"])
    if sender.get("sender_type") != "user":
        return None  # what an app posts is nobody's ask (A2)
    ids = read_ids(sender.get("sender_id"), sender.get("tenant_key"))
    mentions = read_mentions(message.get("mentions"))
    direct = message.get("chat_type") == "p2p"
    if ids.open == bot or not (direct or names_us(mentions, bot)):
        return None
    edit = header["event_type"] == EDITED
    return Heard(
        kind="edit" if edit else "ask",
        ids=ids,
        channel=_need(message, "chat_id"),
        message=_need(message, "message_id"),
        root=str(message.get("root_id") or ""),
        parent=str(message.get("parent_id") or ""),
        thread=str(message.get("thread_id") or ""),
        direct=direct,
        form=str(message.get("message_type") or ""),
        content=str(message.get("content") or ""),
        mentions=mentions,
        written=_moment(message.get("create_time")),
        edited=_moment(message.get("update_time")) if edit else 0.0,
        locale=read_locale(message.get("user_agent")),
    )


def _hear_tap(header: Json, event: Json) -> Tap:
    action, context = _dict(event["action"]), _dict(event.get("context") or event)
    operator = _dict(event["operator"])
    # The ids stand in the operator itself, or under an object of their own in what some clients send.
    nested = operator.get("operator_id") or operator.get("user_id")
    ids = read_ids(nested if isinstance(nested, Mapping) else operator, operator.get("tenant_key"))
    form = action.get("form_value")
    return Tap(
        ids=ids,
        channel=str(context.get("open_chat_id") or ""),
        message=str(context.get("open_message_id") or ""),
        value=action.get("value"),
        form=form if isinstance(form, Mapping) else {},
        key=str(event.get("token") or header.get("event_id") or ""),
    )


def read_locale(agent: Any) -> str:
    """The language of somebody's client, where the app may know it (im:user_agent:read)."""
    found = _LOCALE.search(agent) if isinstance(agent, str) else None
    return found[1] if found else ""


def _moment(value: Any) -> float:
    """Milliseconds as a text, or what some clients send as a number."""
    return float(value or 0) / MILLISECONDS


def _need(found: Json, name: str) -> str:
    value = found[name]
    if not isinstance(value, str) or not value:
        raise ValueError(name)
    return value


def _dict(value: Any) -> Json:
    if not isinstance(value, Mapping):
        raise TypeError("not an object")
    return value
