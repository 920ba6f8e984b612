"""The content of a message as a person wrote it, and the files in it (C8). Pure.

Forms: open.feishu.cn, im/v1 message content. A mention is a mark in the text (``@_user_1``); what it stands for is
beside the text.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bots.feishu.parse import Json, Mention

_MARK = re.compile(r"(?P<key>@_(?:user_\d+|all))(?P<gap> ?)")
EVERYBODY = "@_all"


@dataclass(frozen=True)
class FileRef:
    """A file in a message. ``kind`` is the word by which Feishu gives it out: image or file."""

    key: str
    kind: str
    name: str


@dataclass(frozen=True)
class Said:
    """What somebody wrote, with the marks of mentions as names; and the files in it."""

    text: str
    files: tuple[FileRef, ...] = ()


def read_content(form: str, content: str, mentions: Sequence[Mention], bot: str = "") -> Said:
    """A message of any form. The mention of ``bot``, who is spoken to, is taken out."""
    try:
        found = json.loads(content) if content else {}
    except (ValueError, RecursionError):
        found = {}
    body = found if isinstance(found, dict) else {}
    names = _names(mentions, bot)
    said = _read(form, body, names)
    return Said(_tidy(said.text), said.files)


def _read(form: str, body: Json, names: Mapping[str, str]) -> Said:
    match form:
        case "text":
            return Said(_named(_word(body, "text"), names))
        case "post":
            return _post(_unlocalised(body), names)
        case "image":
            return Said("", _files(body, "image_key", "image", "image.png"))
        case "file" | "folder":
            return Said("", _files(body, "file_key", "file", _word(body, "file_name") or "file"))
        case "audio":
            return Said("", _files(body, "file_key", "file", "audio.opus"))
        case "media":
            return Said("", _files(body, "file_key", "file", _word(body, "file_name") or "video.mp4"))
        case "interactive":
            return Said(_card(body))
        case "location":
            place = (_word(body, "name"), _word(body, "latitude"), _word(body, "longitude"))
            return Said(", ".join(part for part in place if part))
        case "todo" | "vote" | "share_calendar_event" | "general_calendar":
            return Said(_loose(body))
    return Said("")


def _names(mentions: Sequence[Mention], bot: str) -> dict[str, str]:
    found = {one.key: f"@{one.name or one.ids.open or one.ids.union}" for one in mentions if one.key}
    ours = {one.key: "" for one in mentions if bot and one.ids.open == bot}
    return {EVERYBODY: "@all", **found, **ours}


def _named(text: str, names: Mapping[str, str]) -> str:
    """A mark without a name goes with the gap behind it."""

    def name(mark: re.Match[str]) -> str:
        found = names.get(mark["key"], mark["key"])
        return found + mark["gap"] if found else ""

    return _MARK.sub(name, text)


def _post(body: Json, names: Mapping[str, str]) -> Said:
    lines, files = [_named(_word(body, "title"), names)], list[FileRef]()
    for row in body.get("content") or ():
        parts = [part for part in row if isinstance(part, Mapping)] if isinstance(row, list) else []
        lines.append("".join(_part(part, names) for part in parts))
        files += [file for part in parts for file in _files_of_part(part)]
    return Said("\n".join(lines).lstrip("\n"), tuple(files))


def _unlocalised(body: Json) -> Json:
    """What comes has no layer of languages; what was sent had one, and comes back so in some places."""
    if "content" in body or "title" in body:
        return body
    return next((one for one in body.values() if isinstance(one, Mapping)), {})


def _part(part: Json, names: Mapping[str, str]) -> str:
    text = _word(part, "text")
    match part.get("tag"):
        case "a":
            href = _word(part, "href")
            return text if not href or href == text else f"[{text}]({href})"
        case "at":
            who = _word(part, "user_id")
            named = names.get("@_all" if who == "all" else who)
            return f"@{_word(part, 'user_name') or who}" if named is None else named
        case "emotion":
            return f":{_word(part, 'emoji_type')}:"
        case "hr":
            return "---"
        case "code_block":
            return f"\n```{_word(part, 'language').lower()}\n{text.strip(chr(10))}\n```\n"
        case "img" | "media":
            return ""
    return _named(text, names)


def _files_of_part(part: Json) -> tuple[FileRef, ...]:
    if part.get("tag") == "img":
        return _files(part, "image_key", "image", "image.png")
    if part.get("tag") == "media":
        return _files(part, "file_key", "file", _word(part, "file_name") or "video.mp4")
    return ()


def _files(body: Json, key: str, kind: str, name: str) -> tuple[FileRef, ...]:
    found = _word(body, key)
    return (FileRef(found, kind, name),) if found else ()


def _card(body: Json) -> str:
    """The words of a card, as far as it gives them out: its title, and all texts in it."""
    title = body.get("title")
    header = body.get("header")
    heads = [title if isinstance(title, str) else "", _loose(header) if isinstance(header, Mapping) else ""]
    inner = body.get("body")
    rows = body.get("elements") or (inner.get("elements") if isinstance(inner, Mapping) else None) or ()
    return "\n".join(line for line in [*heads, *_texts(rows)] if line)


def _texts(found: Any) -> Iterable[str]:
    if isinstance(found, list):
        if found and all(isinstance(one, Mapping) and isinstance(one.get("text"), str) for one in found):
            yield "".join(one["text"] for one in found)
            return
        for one in found:
            yield from _texts(one)
    elif isinstance(found, Mapping):
        for key in ("content", "text"):
            if isinstance(found.get(key), str):
                yield found[key]
        for value in found.values():
            if isinstance(value, list | Mapping):
                yield from _texts(value)


def _loose(body: Json) -> str:
    return "\n".join(text for text in _texts(dict(body)) if text)


def _word(found: Json, name: str) -> str:
    value = found.get(name)
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _tidy(text: str) -> str:
    """Without the gaps at both ends that a mention leaves; line breaks and indents inside stay."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n"))
