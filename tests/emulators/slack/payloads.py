"""The JSON shapes of people, conversations, messages, events and gestures, as the service sends them."""

import datetime
import time
import zoneinfo
from typing import Any

from tests.emulators.slack.state import Channel, Json, Message, Team, User, View, Workspace

APP_ID = "A0APP"
VERIFICATION_TOKEN = "verification-dummy"


def user_json(user: User, workspace: Workspace, *, with_locale: bool) -> Json:
    """The ``user`` of users.info; a person of another team is a stranger."""
    offset = datetime.datetime.now(zoneinfo.ZoneInfo(user.tz)).utcoffset() or datetime.timedelta()
    body: Json = {
        "id": user.id,
        "team_id": user.team_id,
        "name": user.name,
        "deleted": user.deleted,
        "real_name": user.real_name,
        "tz": user.tz,
        "tz_label": user.tz,
        "tz_offset": int(offset.total_seconds()),
        "profile": {
            "real_name": user.real_name,
            "display_name": user.name,
            "real_name_normalized": user.real_name,
            "display_name_normalized": user.name,
            "image_72": f"https://avatars.slack-edge.com/{user.id}_72.png",
            "team": user.team_id,
        },
        "is_admin": user.is_admin,
        "is_owner": False,
        "is_bot": user.is_bot,
        "is_app_user": False,
        "updated": 1_700_000_000,
    }
    if user.team_id != workspace.team.id:
        body["is_stranger"] = True
    elif workspace.enterprise_id:
        body["enterprise_user"] = {
            "id": user.id,
            "enterprise_id": workspace.enterprise_id,
            "teams": [user.team_id],
        }
    if with_locale:
        body["locale"] = user.locale
    if user.is_bot:
        body["profile"]["bot_id"] = user.bot_id
    return body


def channel_json(channel: Channel, bot: User, home: Team) -> Json:
    """The ``channel`` of conversations.info."""
    common: Json = {
        "id": channel.id,
        "created": channel.created,
        "is_archived": channel.archived,
        "is_im": channel.kind == "im",
        "is_org_shared": False,
        "context_team_id": home.id,
    }
    if channel.kind == "im":
        return {**common, "user": channel.peer, "is_open": True, "is_user_deleted": False}
    return {
        **common,
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": channel.kind == "public",
        "is_group": channel.kind == "private",
        "is_private": channel.kind in ("private", "mpim"),
        "is_mpim": channel.kind == "mpim",
        "is_general": False,
        "is_shared": bool(channel.shared_with),
        "is_ext_shared": bool(channel.shared_with),
        "is_member": bot.id in channel.members,
        "creator": channel.creator,
        "shared_team_ids": [home.id, *sorted(channel.shared_with)],
        "topic": {"value": "", "creator": "", "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0},
    }


def message_json(message: Message, workspace: Workspace, *, with_metadata: bool = False) -> Json:
    """A message as conversations.replies and chat.postMessage give it."""
    body: Json = {
        "type": "message",
        "user": message.user,
        "ts": message.ts,
        "text": message.text,
        "team": message.team,
    }
    optional = {
        "subtype": message.subtype,
        "bot_id": message.bot_id,
        "app_id": message.app_id,
        "username": message.username,
        "client_msg_id": message.client_msg_id,
        "blocks": message.blocks,
        "attachments": message.attachments,
        "files": message.files,
        "edited": message.edited,
        "thread_ts": message.thread_ts,
        "metadata": message.metadata if with_metadata else None,
        "bot_profile": _bot_profile(message, workspace),
        "reactions": [
            {"name": name, "users": users, "count": len(users)} for name, users in message.reactions.items()
        ],
    }
    body |= {key: value for key, value in optional.items() if value}
    root = (
        workspace.find(message.channel, message.thread_ts) if message.is_reply and message.thread_ts else None
    )
    if root is not None:
        body["parent_user_id"] = root.user
    if message.thread_ts == message.ts:
        body |= _thread_summary(workspace.replies(message))
    return body


def _bot_profile(message: Message, workspace: Workspace) -> Json | None:
    if message.bot_id is None:
        return None
    owner = workspace.users[message.user]
    return {"id": message.bot_id, "app_id": message.app_id, "name": owner.name, "team_id": owner.team_id}


def _thread_summary(replies: list[Message]) -> Json:
    people = list(dict.fromkeys(reply.user for reply in replies))
    return {
        "reply_count": len(replies),
        "reply_users_count": len(people),
        "reply_users": people[:5],
        "latest_reply": replies[-1].ts if replies else "",
        "subscribed": False,
        "is_locked": False,
    }


def message_event(message: Message, channel: Channel, workspace: Workspace) -> Json:
    """The ``message`` event of a new message."""
    event = message_json(message, workspace)
    for key in ("reply_count", "reply_users_count", "reply_users", "latest_reply", "subscribed", "is_locked"):
        event.pop(key, None)
    if message.thread_ts == message.ts:
        event.pop("thread_ts", None)
    if channel.shared_with:
        event |= {"user_team": message.team, "source_team": message.team, "user_profile": {}}
    return {**event, "channel": channel.id, "event_ts": message.ts, "channel_type": channel.channel_type}


def mention_event(message: Message, channel: Channel, workspace: Workspace) -> Json:
    """The ``app_mention`` event of the same message; it has no channel_type (docs.slack.dev, app_mention)."""
    event = message_event(message, channel, workspace)
    for key in ("channel_type", "subtype"):
        event.pop(key, None)
    return {**event, "type": "app_mention"}


def event_callback(event: Json, workspace: Workspace, bot: User, *, outer_team: str, shared: bool) -> Json:
    """The outer body around an event; ``authorizations`` names the installation it is meant for."""
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": outer_team,
        "context_team_id": workspace.team.id,
        "context_enterprise_id": workspace.enterprise_id,
        **({"enterprise_id": workspace.enterprise_id} if workspace.enterprise_id else {}),
        "api_app_id": APP_ID,
        "event": event,
        "type": "event_callback",
        "event_id": workspace.next_id("Ev"),
        "event_time": int(time.time()),
        "authorizations": [
            {
                "enterprise_id": workspace.enterprise_id,
                "team_id": workspace.team.id,
                "user_id": bot.id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": shared,
        "event_context": workspace.next_id("4-"),
    }


def gesture(kind: str, user: User, workspace: Workspace, trigger_id: str) -> Json:
    """What every interactive payload has: who did it, in which team, for which app."""
    team, enterprise = workspace.teams[user.team_id], workspace.enterprise_id
    if team.id != workspace.team.id:
        enterprise = None
    return {
        "type": kind,
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": user.team_id},
        "api_app_id": APP_ID,
        "token": VERIFICATION_TOKEN,
        "trigger_id": trigger_id,
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": {"id": enterprise, "name": "Enterprise"} if enterprise else None,
        "is_enterprise_install": False,
    }


def action_json(element: Json, block_id: str, choice: str | None, ts: str) -> Json:
    """One entry of ``actions``: what was pressed or chosen."""
    action: Json = {
        "action_id": element["action_id"],
        "block_id": block_id,
        "type": element["type"],
        "action_ts": ts,
    }
    for key in ("text", "value", "style", "confirm", "url"):
        if key in element:
            action[key] = element[key]
    options = [*element.get("options", [])]
    options += [option for group in element.get("option_groups", []) for option in group["options"]]
    chosen = next((option for option in options if option["value"] == choice), None)
    if chosen is not None:
        action["selected_option"] = chosen
    return action


def view_json(view: View, workspace: Workspace, bot: User, values: Json | None = None) -> Json:
    """A stored view with the state that the service keeps for it."""
    content: Json = dict(view.content)
    defaults = {"title": None, "close": None, "submit": None, "private_metadata": "", "callback_id": ""}
    return {
        **defaults,
        **content,
        "id": view.id,
        "team_id": workspace.team.id,
        "app_id": APP_ID,
        "app_installed_team_id": workspace.team.id,
        "bot_id": bot.bot_id,
        "hash": view.hash,
        "state": {"values": values or {}},
        "root_view_id": view.root_id,
        "previous_view_id": view.previous_id,
        "external_id": content.get("external_id", ""),
        "clear_on_close": content.get("clear_on_close", False),
        "notify_on_close": content.get("notify_on_close", False),
    }


def names_of(workspace: Workspace) -> dict[str, str]:
    """Names for user and channel ids, for reading text."""
    found: dict[str, Any] = {user.id: user.name for user in workspace.users.values()}
    return found | {channel.id: channel.name for channel in workspace.channels.values() if channel.name}
