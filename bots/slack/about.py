"""The message that somebody asks an agent about: data with its origin, as far as the bot may read it (C8)."""

from bots.connector import Later, Unfit, Unsure
from bots.slack.api import Failed, SlackApi
from bots.slack.mrkdwn import people_in, read_text
from bots.slack.parse import Heard
from bots.slack.people import Home, People
from bots.slack.render import permalink
from bots.words import say
from relay.wire.requests import Quoted

QUOTED_CHARACTERS = 20_000


async def quote_about(api: SlackApi, people: People, home: Home, heard: Heard, language: str) -> list[Quoted]:
    """The message as it was written; a note stands for what could not be read."""
    if not heard.about:
        return []
    kept, author = heard.about, str(heard.about.get("u") or "")
    channel, message = str(kept["c"]), str(kept["m"])
    text, notes = str(kept.get("x") or ""), []
    if not kept.get("w"):
        whole = await _read(api, channel, message)
        text = text if whole is None else whole
        if whole is None:
            notes = [Quoted(origin="message", author="", text=say("notice.about_unread", language))]
    names = await people.names(people_in(text) | ({author} if author else set()))
    told = read_text(text, home.bot, names)[:QUOTED_CHARACTERS]
    origin = permalink(home.url, channel, message)[:500]
    return [Quoted(origin=origin, author=names.get(author, author)[:200], text=told), *notes]


async def _read(api: SlackApi, channel: str, message: str) -> str | None:
    try:
        reply = await api.read(
            "conversations.replies", channel=channel, ts=message, latest=message, inclusive=True, limit=1
        )
    except (Failed, Later, Unfit, Unsure):
        return None
    found = next((one for one in reply.get("messages") or [] if one.get("ts") == message), None)
    return None if found is None else str(found.get("text") or "")
