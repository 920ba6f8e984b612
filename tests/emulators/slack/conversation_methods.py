"""conversations.*, users.info, bots.info, team.info, auth.test and reactions.*"""

import re

from tests.emulators.slack.arguments import Arguments
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.methods import method
from tests.emulators.slack.payloads import APP_ID, channel_json, message_json, user_json
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Channel, Json, Message

_FAMILY = {"public": "channels", "private": "groups", "im": "im", "mpim": "mpim"}
_READ = ("channels:read", "groups:read", "im:read", "mpim:read")
_HISTORY = ("channels:history", "groups:history", "im:history", "mpim:history")


@method("auth.test")
def auth_test(slack: Service, args: Arguments) -> Json:
    team = slack.workspace.team
    return {
        "ok": True,
        "url": f"https://{team.domain}.slack.com/",
        "team": team.name,
        "user": slack.bot.name,
        "team_id": team.id,
        "user_id": slack.bot.id,
        "bot_id": slack.bot.bot_id,
        "is_enterprise_install": False,
        **({"enterprise_id": slack.workspace.enterprise_id} if slack.workspace.enterprise_id else {}),
    }


@method("conversations.info", *_READ, accepts_json=False)
def info(slack: Service, args: Arguments) -> Json:
    channel = slack.channel_for_bot(args.text("channel"), must_be_member=False)
    _require_for(slack, channel, "read")
    body = channel_json(channel, slack.bot, slack.workspace.team)
    if args.flag("include_num_members"):
        body["num_members"] = len(channel.members)
    return {"ok": True, "channel": body}


@method("conversations.list", *_READ, accepts_json=False)
def list_conversations(slack: Service, args: Arguments) -> Json:
    """The conversations that the bot can see, of the wanted types."""
    return _listed(
        slack, args, [c for c in _visible(slack, args) if not (args.flag("exclude_archived") and c.archived)]
    )


@method("users.conversations", *_READ, accepts_json=False)
def list_memberships(slack: Service, args: Arguments) -> Json:
    """The conversations that the bot is in, of the wanted types."""
    mine = [c for c in _visible(slack, args) if slack.bot.id in c.members]
    return _listed(slack, args, [c for c in mine if not (args.flag("exclude_archived") and c.archived)])


def _visible(slack: Service, args: Arguments) -> list[Channel]:
    wanted = args.names("types") or ["public_channel"]
    kinds = {"public_channel": "public", "private_channel": "private", "im": "im", "mpim": "mpim"}
    for name in wanted:
        if name not in kinds:
            raise SlackRefusal("invalid_types")
        slack.require_scope([f"{_FAMILY[kinds[name]]}:read"])
    return [
        channel
        for channel in slack.workspace.channels.values()
        if channel.kind in {kinds.get(name) for name in wanted}
        and (channel.kind == "public" or slack.bot.id in channel.members)
    ]


def _listed(slack: Service, args: Arguments, found: list[Channel]) -> Json:
    start, end = _window(args, len(found), usual=100)
    page = [channel_json(channel, slack.bot, slack.workspace.team) for channel in found[start:end]]
    return {"ok": True, "channels": page, **_cursor(end, len(found))}


@method("conversations.open", "im:write", "mpim:write")
def open_conversation(slack: Service, args: Arguments) -> Json:
    """Opens the direct message with one person; groups of people are not emulated."""
    users = args.names("users")
    if not users:
        raise SlackRefusal("users_list_not_supplied")
    if len(users) > 1:
        raise SlackRefusal("too_many_users")
    person = slack.workspace.users.get(users[0])
    if person is None:
        raise SlackRefusal("user_not_found")
    if person.deleted:
        raise SlackRefusal("user_disabled")
    known = {channel.peer for channel in slack.workspace.channels.values()}
    channel = slack.workspace.direct_channel(slack.bot, person)
    body = channel_json(channel, slack.bot, slack.workspace.team)
    already = {"no_op": True, "already_open": True} if person.id in known else {}
    return {"ok": True, **already, "channel": body if args.flag("return_im") else {"id": channel.id}}


@method("conversations.history", *_HISTORY, accepts_json=False)
def history(slack: Service, args: Arguments) -> Json:
    """The messages at the channel's root, newest first."""
    channel = slack.channel_for_bot(args.text("channel"))
    _require_for(slack, channel, "history")
    messages = [m for m in slack.workspace.living(channel.id) if not m.is_reply or m.broadcast]
    return _page(slack, args, list(reversed(messages)), usual=100)


@method("conversations.replies", *_HISTORY, accepts_json=False)
def replies(slack: Service, args: Arguments) -> Json:
    """A root with its replies, oldest first; for the ts of a reply only that reply."""
    channel = slack.channel_for_bot(args.text("channel"))
    _require_for(slack, channel, "history")
    message = slack.workspace.find(channel.id, args.text("ts"))
    if message is None:
        raise SlackRefusal("thread_not_found")
    found = [message] if message.is_reply else slack.workspace.thread(channel.id, message.ts)
    return _page(slack, args, found, usual=1000)


@method("conversations.members", *_READ, accepts_json=False)
def members(slack: Service, args: Arguments) -> Json:
    channel = slack.channel_for_bot(args.text("channel"), must_be_member=False)
    _require_for(slack, channel, "read")
    people = sorted(channel.members)
    start, end = _window(args, len(people), usual=100)
    return {"ok": True, "members": people[start:end], **_cursor(end, len(people))}


@method("conversations.join", "channels:join")
def join(slack: Service, args: Arguments) -> Json:
    channel = slack.channel_for_bot(args.text("channel"), must_be_member=False)
    if channel.kind != "public":
        raise SlackRefusal("method_not_supported_for_channel_type")
    if channel.archived:
        raise SlackRefusal("is_archived")
    again = slack.bot.id in channel.members
    channel.members.add(slack.bot.id)
    warning = {"warning": "already_in_channel"} if again else {}
    return {"ok": True, "channel": channel_json(channel, slack.bot, slack.workspace.team), **warning}


@method("users.info", "users:read", accepts_json=False)
def users_info(slack: Service, args: Arguments) -> Json:
    wanted = args.text("user")
    user = slack.workspace.users.get(wanted)
    if user is None:
        raise SlackRefusal("user_not_found")
    if user not in slack.workspace.visible_users(slack.bot):
        raise SlackRefusal("user_not_visible")
    locale = args.flag("include_locale")
    return {"ok": True, "user": user_json(user, slack.workspace, with_locale=locale)}


@method("bots.info", "users:read", accepts_json=False)
def bots_info(slack: Service, args: Arguments) -> Json:
    wanted = args.text("bot")
    bot = next((user for user in slack.workspace.users.values() if user.bot_id == wanted), None)
    if bot is None:
        raise SlackRefusal("bot_not_found")
    body = {"id": bot.bot_id, "deleted": bot.deleted, "name": bot.name, "updated": 1_700_000_000}
    return {"ok": True, "bot": {**body, "app_id": bot.app_id, "user_id": bot.id, "icons": {}}}


@method("team.info", "team:read", accepts_json=False)
def team_info(slack: Service, args: Arguments) -> Json:
    team = slack.workspace.teams.get(args.optional("team", slack.workspace.team.id))
    if team is None:
        raise SlackRefusal("team_not_found")
    body = {"id": team.id, "name": team.name, "domain": team.domain, "email_domain": ""}
    return {"ok": True, "team": {**body, "url": f"https://{team.domain}.slack.com/", "icon": {}}}


@method("reactions.add", "reactions:write")
def add_reaction(slack: Service, args: Arguments) -> Json:
    message, name = _reaction_target(slack, args)
    people = message.reactions.setdefault(name, [])
    if slack.bot.id in people:
        raise SlackRefusal("already_reacted")
    people.append(slack.bot.id)
    slack.workspace.changed()
    return {"ok": True}


@method("reactions.remove", "reactions:write")
def remove_reaction(slack: Service, args: Arguments) -> Json:
    message, name = _reaction_target(slack, args)
    if slack.bot.id not in message.reactions.get(name, []):
        raise SlackRefusal("no_reaction")
    message.reactions[name].remove(slack.bot.id)
    if not message.reactions[name]:
        del message.reactions[name]
    slack.workspace.changed()
    return {"ok": True}


@method("apps.connections.open", "connections:write", token="xapp-")
def open_connection(slack: Service, args: Arguments) -> Json:
    """A WebSocket URL for one dial within a short time."""
    if not slack.socket_mode.link_enabled:
        raise SlackRefusal("socket_mode_not_enabled")
    host = slack.base_url.replace("http://", "ws://")
    return {"ok": True, "url": f"{host}/link?ticket={slack.socket_mode.issue_ticket()}&app_id={APP_ID}"}


def _reaction_target(slack: Service, args: Arguments) -> tuple[Message, str]:
    channel = slack.channel_for_bot(args.text("channel"))
    if channel.archived:
        raise SlackRefusal("is_archived")
    name = args.text("name")
    if not re.fullmatch(r"[a-z0-9_+'-]+(::skin-tone-[2-6])?", name):
        raise SlackRefusal("invalid_name")
    return slack.message_for_bot(channel, args.text("timestamp")), name


def _require_for(slack: Service, channel: Channel, verb: str) -> None:
    slack.require_scope([f"{_FAMILY[channel.kind]}:{verb}"])


def _window(args: Arguments, total: int, usual: int) -> tuple[int, int]:
    cursor = args.optional("cursor")
    if cursor and not (cursor.isdigit() and int(cursor) <= total):
        raise SlackRefusal("invalid_cursor")
    limit = args.integer("limit", usual)
    if not 1 <= limit <= 1000:
        raise SlackRefusal("invalid_limit")
    start = int(cursor or 0)
    return start, min(start + limit, total)


def _cursor(end: int, total: int) -> Json:
    return {"response_metadata": {"next_cursor": str(end) if end < total else ""}}


def _page(slack: Service, args: Arguments, messages: list[Message], usual: int) -> Json:
    oldest, latest = args.optional("oldest", "0"), args.optional("latest", "9999999999.999999")
    inclusive = args.flag("inclusive")
    inside = [
        m
        for m in messages
        if float(oldest) < float(m.ts) < float(latest) or (inclusive and m.ts in (oldest, latest))
    ]
    start, end = _window(args, len(inside), usual)
    metadata = args.flag("include_all_metadata")
    page = [message_json(m, slack.workspace, with_metadata=metadata) for m in inside[start:end]]
    return {"ok": True, "messages": page, "has_more": end < len(inside), **_cursor(end, len(inside))}
