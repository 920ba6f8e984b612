"""chat.*: posting, editing and deleting messages, and their permalinks."""

import json
from typing import Any

from tests.emulators.slack.arguments import Arguments
from tests.emulators.slack.blocks import MARKDOWN_CHARACTERS, read_blocks, with_ids
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.methods import method
from tests.emulators.slack.payloads import message_json
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Channel, Ephemeral, Json, Message

POST_CHARACTERS = 40_000
UPDATE_CHARACTERS = 4_000
METADATA_BYTES = 16_000


@method("chat.postMessage", "chat:write")
def post_message(slack: Service, args: Arguments) -> Json:
    """Posts; with a thread_ts that no longer stands the message lands at the channel's root, and says ok."""
    channel = _channel_to_post(slack, args.text("channel"))
    text, blocks, warning = _content(args)
    message = slack.new_message(channel, slack.bot, text[:POST_CHARACTERS])
    message.blocks = with_ids(blocks, slack.workspace.next_id)
    message.attachments = args.structure("attachments") or []
    message.metadata = _metadata(args.structure("metadata"))
    message.username = args.optional("username") or None
    message.thread_ts = _thread_of(slack, channel, args.optional("thread_ts"))
    message.broadcast = args.flag("reply_broadcast") and message.is_reply
    message.subtype = "thread_broadcast" if message.broadcast else None
    slack.workspace.add_message(message)
    slack.publish_message(message)
    reply = {"ok": True, "channel": channel.id, "ts": message.ts}
    body = message_json(message, slack.workspace, with_metadata=True)
    if slack.terse_replies:
        body.pop("thread_ts", None)
    return {**reply, "message": body, **warning}


@method("chat.postEphemeral", "chat:write")
def post_ephemeral(slack: Service, args: Arguments) -> Json:
    """Shows a message to one member; the service says ok whether or not they saw it."""
    channel = _channel_to_post(slack, args.text("channel"))
    user = args.text("user")
    if user not in channel.members:
        raise SlackRefusal("user_not_in_channel")
    text, blocks, _ = _content(args)
    now, ts = slack.workspace.now(), slack.workspace.next_ts()
    shown = with_ids(blocks, slack.workspace.next_id)
    thread_ts = args.optional("thread_ts") or None
    slack.workspace.ephemerals.append(Ephemeral(channel.id, ts, user, text, now, shown, thread_ts))
    slack.workspace.changed()
    return {"ok": True, "message_ts": ts}


@method("chat.update", "chat:write")
def update(slack: Service, args: Arguments) -> Json:
    """Edits a message of the bot's own; what is left out of blocks, attachments and metadata stays."""
    channel = slack.channel_for_bot(args.text("channel"))
    message = slack.message_for_bot(channel, args.text("ts"))
    if channel.archived:
        raise SlackRefusal("is_inactive")
    if message.user != slack.bot.id:
        raise SlackRefusal("cant_update_message")
    if len(args.optional("text")) > UPDATE_CHARACTERS:
        raise SlackRefusal("msg_too_long")
    previous = message_json(message, slack.workspace)
    _change(slack, message, args)
    message.edited = {"user": slack.bot.id, "ts": slack.workspace.next_ts()}
    message.remember(slack.workspace.now())
    slack.publish_change(message, previous)
    slack.workspace.changed()
    body = message_json(message, slack.workspace, with_metadata=True)
    return {"ok": True, "channel": channel.id, "ts": message.ts, "text": message.text, "message": body}


def _change(slack: Service, message: Message, args: Arguments) -> None:
    kept = bool(message.blocks and "blocks" not in args) or bool(message.attachments or message.files)
    text, blocks, _ = _content(args, may_be_empty=kept)
    metadata = _metadata(args.structure("metadata"))
    if "blocks" in args or "markdown_text" in args:
        message.blocks = with_ids(blocks, slack.workspace.next_id)
    if "attachments" in args:
        message.attachments = args.structure("attachments") or []
    if "metadata" in args:
        message.metadata = metadata
    message.text = text


@method("chat.delete", "chat:write")
def delete(slack: Service, args: Arguments) -> Json:
    channel = slack.channel_for_bot(args.text("channel"))
    message = slack.message_for_bot(channel, args.text("ts"))
    if message.user != slack.bot.id:
        raise SlackRefusal("cant_delete_message")
    slack.remove_message(message)
    return {"ok": True, "channel": channel.id, "ts": message.ts}


@method("chat.getPermalink", accepts_json=False)
def permalink(slack: Service, args: Arguments) -> Json:
    channel = slack.channel_for_bot(args.text("channel"), must_be_member=False)
    message = slack.message_for_bot(channel, args.text("message_ts"))
    return {"ok": True, "channel": channel.id, "permalink": permalink_of(slack, message)}


def permalink_of(slack: Service, message: Message) -> str:
    """The address of a message; a reply's names its thread."""
    base = f"https://{slack.workspace.team.domain}.slack.com/archives/{message.channel}"
    link = f"{base}/p{message.ts.replace('.', '')}"
    return f"{link}?thread_ts={message.thread_ts}&cid={message.channel}" if message.is_reply else link


def _channel_to_post(slack: Service, target: str) -> Channel:
    """A channel id, a channel name, or the id of a person to write to directly."""
    person = slack.workspace.users.get(target)
    if person is not None and not person.is_bot:
        return slack.workspace.direct_channel(slack.bot, person)
    named = None if target in slack.workspace.channels else slack.workspace.channel_named(target)
    channel = slack.channel_for_bot(named.id if named else target)
    if channel.archived:
        raise SlackRefusal("is_archived")
    if channel.kind == "im" and "messages_tab" not in slack.features:
        raise SlackRefusal("messages_tab_disabled")
    return channel


def _content(args: Arguments, *, may_be_empty: bool = False) -> tuple[str, list[Json], Json]:
    text, markdown = args.optional("text"), args.optional("markdown_text")
    if markdown and (text or "blocks" in args):
        raise SlackRefusal("markdown_text_conflict")
    if len(markdown) > MARKDOWN_CHARACTERS:
        raise SlackRefusal("msg_too_long")
    blocks = read_blocks(args.values["blocks"]) if "blocks" in args else []
    attachments = args.structure("attachments") or []
    if len(attachments) > 100:
        raise SlackRefusal("too_many_attachments")
    if markdown:
        blocks = [{"type": "markdown", "text": markdown}]
    if not (text.strip() or blocks or attachments or may_be_empty):
        raise SlackRefusal("no_text")
    cut = {"warning": "message_truncated", "response_metadata": {"warnings": ["message_truncated"]}}
    return text or markdown, blocks, cut if len(text) > POST_CHARACTERS else {}


def _metadata(value: Any) -> Json | None:
    if value is None or value == {}:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("event_type"), str):
        raise SlackRefusal("invalid_metadata_format")
    if not isinstance(value.get("event_payload"), dict):
        raise SlackRefusal("invalid_metadata_format")
    if len(json.dumps(value)) > METADATA_BYTES:
        raise SlackRefusal("metadata_too_large")
    return value


def _thread_of(slack: Service, channel: Channel, thread_ts: str) -> str | None:
    """The thread to post into; None for a thread whose root is gone, as the service does it."""
    root = slack.workspace.find(channel.id, thread_ts) if thread_ts else None
    if root is None:
        return None
    if root.is_reply or root.subtype in ("channel_join", "channel_leave", "tombstone"):
        raise SlackRefusal("cannot_reply_to_message")
    return root.ts
