"""Messages of others that belong to an ask: forwarded ones, and what stands above it in the thread (C8). Pure."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bots.slack.mrkdwn import ids_in, read_text
from bots.slack.parse import Heard, Json
from bots.slack.rich import ids_in_rich, is_rich, read_rich
from relay.wire.requests import EARLIER, Quoted

QUOTED_CHARACTERS = 20_000
SHARED_AT_MOST = 20
EARLIER_AT_MOST = 25
"""Messages of a thread that come along; what is older is counted."""

EARLIER_CHARACTERS = 2_000
EARLIER_IN_ALL = 16_000

NOBODY = ""
"""No mention is taken out of what somebody else wrote."""


def read_words(text: str, blocks: Sequence[Json], bot: str, names: Mapping[str, str]) -> str:
    """What a person wrote, without the mention of ``bot``."""
    if is_rich(blocks):
        try:
            return read_rich(blocks, bot, names)
        except (KeyError, TypeError, AttributeError, ValueError):
            pass  # a shape that is not known yet; the text says nearly the same
    return read_text(text, bot, names)


def ids_of(heard: Heard) -> set[str]:
    """The people and channels that an ask names, in what it forwards, too."""
    found = ids_in(heard.text) | ids_in_rich(heard.blocks)
    for part in heard.shared:
        found |= ids_in(_text(part)) | ids_in_rich(
            [b for m in _messages(part) for b in m.get("blocks") or ()]
        )
    return found


def ids_of_message(message: Json) -> set[str]:
    """The people and channels that a message names, and its author."""
    named = ids_in(str(message.get("text") or "")) | ids_in_rich(message.get("blocks") or ())
    author = message.get("user")
    return named | ({str(author)} if author and not message.get("bot_id") else set())


def quoted_in(heard: Heard, names: Mapping[str, str]) -> list[Quoted]:
    """Messages that the asker forwarded or shared: data, with its origin."""
    found = [_quoted(part, names) for part in heard.shared[:SHARED_AT_MOST]]
    return [one for one in found if one.text]


def files_in(heard: Heard) -> list[Json]:
    """The files of what the asker forwarded."""
    return [file for part in heard.shared for file in part.get("files") or () if isinstance(file, dict)]


def _quoted(part: Json, names: Mapping[str, str]) -> Quoted:
    origin = str(part.get("from_url") or part.get("channel_name") or "a shared message")
    author = str(part.get("author_name") or part.get("author_subname") or part.get("author_id") or "")
    texts = [_shown(message, names) for message in _messages(part)]
    text = "\n".join(text for text in texts if text) or read_text(_text(part), NOBODY, names)
    files = _names_of_files(part.get("files") or ())
    said = "\n".join(line for line in (text, *files) if line)
    return Quoted(origin=origin[:500], author=author[:200], text=said[:QUOTED_CHARACTERS])


def _messages(part: Json) -> list[Json]:
    """The messages that a share carries whole (docs.slack.dev: ``message_blocks`` of an attachment)."""
    carried = [entry.get("message") for entry in part.get("message_blocks") or () if isinstance(entry, dict)]
    return [message for message in carried if isinstance(message, dict)]


def _text(part: Json) -> str:
    return str(part.get("text") or part.get("fallback") or "")


def earlier_in_thread(messages: Sequence[Json], ask: str, bot: str, names: Mapping[str, str]) -> list[Quoted]:
    """What was said in a thread before the message ``ask``, and is not known yet from an ask before it.

    ``messages`` are the thread, oldest first. What mentions us is left out: it is an ask of its own, or was
    refused as one. The root is the thread's subject and always comes along; of the others the newest do.
    """
    before = [message for message in messages if float(message["ts"]) < _moment(ask)]
    fresh = [one for one in before[_start(before, bot) :] if _is_of_others(one, bot)]
    told = [one for one in fresh if _shown(one, names)]
    kept = _newest(told, names)
    left = len(told) - len(kept)
    quotes = [_earlier(message, names) for message in kept]
    if left:
        quotes.insert(0, Quoted(origin=EARLIER, author="", text=f"{left} messages are left out here."))
    return quotes


def _start(before: Sequence[Json], bot: str) -> int:
    """After the last ask that we took up: what stands above it was given along with it."""
    answered = max((i for i, one in enumerate(before) if _is_anchor(one, bot)), default=-1)
    asked = (i for i in range(answered, -1, -1) if mentions(before[i], bot))
    return next(asked, -1) + 1


def _is_anchor(message: Json, bot: str) -> bool:
    payload = (message.get("metadata") or {}).get("event_payload") or {}
    return message.get("user") == bot and payload.get("part") == "anchor"


def mentions(message: Json, bot: str) -> bool:
    """Whether a message is meant for us."""
    return bot in ids_in(str(message.get("text") or "")) | ids_in_rich(message.get("blocks") or ())


def _is_of_others(message: Json, bot: str) -> bool:
    return message.get("user") != bot and not mentions(message, bot)


def _newest(told: Sequence[Json], names: Mapping[str, str]) -> list[Json]:
    """As many as there is room for."""
    kept: list[Json] = []
    room = EARLIER_IN_ALL
    for message in reversed(told):
        room -= min(len(_shown(message, names)), EARLIER_CHARACTERS)
        if room < 0 or len(kept) == EARLIER_AT_MOST:
            root = told[0]
            return [root, *kept[1:]] if root not in kept else kept
        kept.insert(0, message)
    return kept


def _earlier(message: Json, names: Mapping[str, str]) -> Quoted:
    author = names.get(str(message.get("user"))) or message.get("username") or _app(message) or "somebody"
    text = _shown(message, names)
    more = len(text) - EARLIER_CHARACTERS
    cut = text[:EARLIER_CHARACTERS] + (f"\n[{more} more characters]" if more > 0 else "")
    moment = datetime.fromtimestamp(float(message["ts"]), UTC)
    return Quoted(origin=f"{EARLIER}, {moment:%Y-%m-%d %H:%M} UTC", author=str(author)[:200], text=cut)


def _app(message: Json) -> str:
    return str((message.get("bot_profile") or {}).get("name") or "")


def _shown(message: Json, names: Mapping[str, str]) -> str:
    """A message with what hangs on it: an alert of an app has its text there."""
    said = read_words(str(message.get("text") or ""), message.get("blocks") or (), NOBODY, names)
    hanging = [read_text(_text(part), NOBODY, names) for part in message.get("attachments") or ()]
    lines = [said, *hanging, *_names_of_files(message.get("files") or ())]
    return "\n".join(line for line in lines if line)


def _names_of_files(files: Sequence[Json]) -> list[str]:
    return [f"(file: {file.get('name') or file.get('title') or file.get('id')})" for file in files]


def _moment(ask: str) -> float:
    """What is asked from a window or a command has no place in the thread: it comes last."""
    try:
        return float(ask)
    except ValueError:
        return float("inf")
