"""Messages of others that belong to an ask: quoted or forwarded ones, and what stands above it in its thread (C8). Pure.

``Line`` is a message with the name of who wrote it; `bots.feishu.reading` looks the names up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bots.feishu.content import Said, read_content
from bots.feishu.parse import MILLISECONDS, Ids, Json, names_us, read_mentions
from relay.wire.requests import EARLIER, Quoted

QUOTED_CHARACTERS = 20_000
EARLIER_AT_MOST = 25
"""Messages of a thread that come along; what is older is counted."""

EARLIER_CHARACTERS = 2_000
EARLIER_IN_ALL = 16_000
FORWARD = "merge_forward"


@dataclass(frozen=True)
class Line:
    """One message as it is quoted."""

    message: str
    author: str
    said: Said
    at: float
    ours: bool
    asks: bool


def author_of(item: Json) -> Ids | None:
    """Who wrote a message of a list; None for an app."""
    sender = item.get("sender") or {}
    if sender.get("sender_type") != "user":
        return None
    kind, one = str(sender.get("id_type") or "open_id"), str(sender.get("id") or "")
    ids = {kind: one}
    return Ids(
        union=ids.get("union_id", ""),
        open=ids.get("open_id", ""),
        user=ids.get("user_id", ""),
        tenant=str(sender.get("tenant_key") or ""),
    )


def line_of(item: Json, author: str, bot: str, app: str) -> Line:
    """A message of a list, as it is quoted."""
    mentions = read_mentions(item.get("mentions"))
    content = str((item.get("body") or {}).get("content") or "")
    said = (
        Said("") if item.get("deleted") else read_content(str(item.get("msg_type") or ""), content, mentions)
    )
    sender = item.get("sender") or {}
    return Line(
        message=str(item.get("message_id") or ""),
        author=author,
        said=said,
        at=float(item.get("create_time") or 0) / MILLISECONDS,
        ours=sender.get("sender_type") != "user" and sender.get("id") == app,
        asks=names_us(mentions, bot),
    )


def quote_message(lines: Sequence[Line], origin: str) -> Quoted | None:
    """A message that the asker answers or forwards, with all that is forwarded in it; None if it says nothing."""
    if not lines:
        return None
    if len(lines) == 1:
        text, author = _shown(lines[0]), lines[0].author
    else:
        text = "\n".join(f"{line.author}: {_shown(line)}" for line in lines if _shown(line))
        author = ""
    if not text:
        return None
    return Quoted(origin=origin[:500], author=author[:200], text=text[:QUOTED_CHARACTERS])


def earlier_in_thread(lines: Sequence[Line], ask: str) -> list[Quoted]:
    """What was said in a thread before the message ``ask``, and is not known yet from an ask before it.

    ``lines`` are the thread, oldest first. What mentions us is left out: it is an ask of its own, or was refused as
    one. The root is the thread's subject and always comes along; of the others the newest do.
    """
    at = next((index for index, line in enumerate(lines) if line.message == ask), len(lines))
    before = lines[:at]
    told = [line for line in before[_start(before) :] if not line.ours and not line.asks and _shown(line)]
    kept = _newest(told)
    quotes = [_earlier(line) for line in kept]
    if left := len(told) - len(kept):
        quotes.insert(0, Quoted(origin=EARLIER, author="", text=f"{left} messages are left out here."))
    return quotes


def _start(before: Sequence[Line]) -> int:
    """After the last ask that we took up: what stands above it was given along with it."""
    answered = max((index for index, line in enumerate(before) if line.ours), default=-1)
    return next((index for index in range(answered, -1, -1) if before[index].asks), -1) + 1


def _newest(told: Sequence[Line]) -> list[Line]:
    """As many as there is room for."""
    kept: list[Line] = []
    room = EARLIER_IN_ALL
    for line in reversed(told):
        room -= min(len(_shown(line)), EARLIER_CHARACTERS)
        if room < 0 or len(kept) == EARLIER_AT_MOST:
            return [told[0], *kept[1:]] if told[0] not in kept else kept
        kept.insert(0, line)
    return kept


def _earlier(line: Line) -> Quoted:
    text = _shown(line)
    more = len(text) - EARLIER_CHARACTERS
    cut = text[:EARLIER_CHARACTERS] + (f"\n[{more} more characters]" if more > 0 else "")
    moment = datetime.fromtimestamp(line.at, UTC)
    return Quoted(origin=f"{EARLIER}, {moment:%Y-%m-%d %H:%M} UTC", author=line.author[:200], text=cut)


def _shown(line: Line) -> str:
    files = [f"(file: {file.name})" for file in line.said.files]
    return "\n".join(part for part in (line.said.text, *files) if part)
