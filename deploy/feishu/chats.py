"""The configured chats: is the bot in each, and does Feishu tell who the people there are?"""

from collections.abc import Callable

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import get_chat, get_user, is_in_chat, list_chats, list_members
from bots.feishu.refusals import NO_PERMISSION
from config.settings import Settings
from deploy.findings import Finding, Status
from deploy.setup import rooms_of

Page = Callable[[str], str]

PEOPLE_TRIED = 3
DISSOLVED = 232009
OUT = frozenset({232011, 230002})
OUT_OF_SIGHT = frozenset({41050, 40004, 40001})
"""The person exists, and the app may not see them: its range of contacts does not have them."""


async def try_chats(api: FeishuApi, page: Page, settings: Settings) -> list[Finding]:
    """A finding for each chat, one for the contacts, and the groups that no room has."""
    named = [(room.name, chat) for room in rooms_of(settings) for chat in room.feishu_chats]
    found = [await _chat(api, room, chat) for room, chat in named]
    good = [chat for (_, chat), one in zip(named, found, strict=True) if one.status is Status.ok]
    found.append(await _contacts(api, page, good))
    return [*found, await _others(api, {chat for _, chat in named})]


async def _chat(api: FeishuApi, room: str, chat: str) -> Finding:
    name = f"feishu.chat.{chat}"
    to_add = "add the bot there: group settings → Bots → Add"
    try:
        about = await api.send(get_chat(chat))
        inside = (await api.send(is_in_chat(chat))).get("is_in_chat")
    except Failed as failed:
        return Finding(
            name, Status.fail, f"room {room}: {failed.code} {failed.message}", _remedy(failed, room)
        )
    except (Later, Unfit, Unsure) as error:
        return Finding(name, Status.fail, f"room {room}: {error}", "try again in a minute")
    shown = f"{about.get('name') or chat}, room {room}"
    if str(about.get("chat_status", "normal")).startswith("dissolved"):
        return Finding(name, Status.fail, f"{shown}: dissolved", "name another chat")
    if not inside:
        return Finding(name, Status.fail, f"{shown}: the bot is not in it", to_add)
    return Finding(name, Status.ok, f"{shown}: the bot is in it")


def _remedy(failed: Failed, room: str) -> str:
    if failed.code in NO_PERMISSION:
        return "grant im:chat:readonly, and publish a version"
    if failed.code == DISSOLVED:
        return f"the group is no more: name another chat in the room {room}"
    if failed.code in OUT:
        return "add the bot there: group settings → Bots → Add"
    return f"correct the id in feishu_chats of the room {room}, or add the bot there"


async def _contacts(api: FeishuApi, page: Page, chats: list[str]) -> Finding:
    """Whether names are told, tried with somebody who is in a chat; a guest of another organisation never is."""
    name = "feishu.contacts"
    if not chats:
        return Finding(name, Status.skip, "no chat is configured in which somebody could be looked up")
    try:
        people = (await api.send(list_members(chats[0], ""))).get("items") or []
        found = [await _name(api, str(one["member_id"])) for one in people[:PEOPLE_TRIED]]
    except Failed as failed:
        remedy = "grant contact:contact.base:readonly, and publish a version"
        return Finding(name, Status.fail, f"{failed.code}: {failed.message}", remedy)
    except (Later, Unfit, Unsure) as error:
        return Finding(name, Status.fail, str(error), "try again in a minute")
    return _judge(name, found, page("auth"))


async def _name(api: FeishuApi, union: str) -> str | None:
    """What somebody is called; empty without the name, None where the app may not see the person."""
    try:
        user = (await api.send(get_user(union))).get("user") or {}
    except Failed as failed:
        if failed.code not in OUT_OF_SIGHT:
            raise
        return None
    return str(user.get("name") or "")


def _judge(name: str, found: list[str | None], page: str) -> Finding:
    if not found:
        return Finding(name, Status.skip, "nobody is in the chat")
    if any(found):
        return Finding(name, Status.ok, "people are found with their names")
    if "" in found:
        remedy = f"grant contact:user.base:readonly at {page}, and publish a version"
        return Finding(name, Status.fail, "people are found without their names", remedy)
    remedy = f"widen its range of contacts at {page}, and publish a version"
    return Finding(name, Status.fail, "the app may not see the people who are in the chat", remedy)


async def _others(api: FeishuApi, configured: set[str]) -> Finding:
    """Groups whose id may be wanted for the configuration."""
    name = "feishu.groups"
    try:
        found = (await api.send(list_chats(""))).get("items") or []
    except (Failed, Later, Unfit, Unsure) as error:
        return Finding(name, Status.skip, f"not listed: {error}")
    others = [
        f"{one.get('name') or '?'} = {one['chat_id']}" for one in found if one["chat_id"] not in configured
    ]
    if not others:
        return Finding(name, Status.ok if found else Status.skip, f"the bot is in {len(found)} groups")
    return Finding(name, Status.ok, f"also in groups that no room has: {', '.join(others)}")
