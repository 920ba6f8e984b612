"""Text as Slack stores it, read back as a person wrote it (C8). Pure. docs.slack.dev, formatting message text."""

import re
from collections.abc import Mapping

from bots.slack.rich import show_link

_ENTITY = re.compile(r"<([^<>]+)>")
_PERSON = re.compile(r"<@([A-Z0-9]+)(?:\|[^<>]*)?>")
_CHANNEL = re.compile(r"<#([A-Z0-9]+)\|?>")


def people_in(text: str) -> set[str]:
    """The users whom a text mentions."""
    return set(_PERSON.findall(text))


def ids_in(text: str) -> set[str]:
    """The users whom a text mentions, and the channels that it names without saying their names."""
    return people_in(text) | set(_CHANNEL.findall(text))


def read_text(text: str, bot: str, names: Mapping[str, str]) -> str:
    """A message as the person wrote it: without our own mention, with names for ids, entities decoded (C8)."""
    ours = re.compile(rf"[ \t]?<@{re.escape(bot)}(?:\|[^<>]*)?>")
    pieces = _ENTITY.split(ours.sub("", text).strip())
    return "".join(
        _readable(_decode(piece), names) if index % 2 else _decode(piece)
        for index, piece in enumerate(pieces)
    )


def _decode(text: str) -> str:
    """Only these three are entities in Slack; any other ``&name;`` was typed as such."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _readable(inside: str, names: Mapping[str, str]) -> str:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return "@" + (names.get(target[1:]) or label or target[1:])
    if target.startswith("#"):
        return "#" + (label or names.get(target[1:]) or target[1:])
    if target.startswith("!date^"):
        return label
    if target.startswith("!"):
        return label or "@" + target[1:].partition("^")[0]
    return show_link(target, label)
