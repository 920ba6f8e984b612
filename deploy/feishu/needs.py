"""What the app needs in Feishu (F5): scopes, each with what fails without it, events, and the callback of a tap.

`permissions.json` is in the shape that the console imports (open.feishu.cn, your app, Permissions, batch import);
`events.json` lists what has to be subscribed, which the console imports nowhere.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
CALLBACK = "card.action.trigger"


@dataclass(frozen=True)
class Need:
    """One scope. ``without`` says what fails where it is not granted; any of ``instead`` does as well."""

    scope: str
    without: str
    instead: tuple[str, ...] = ()


NEEDS = (
    Need("im:message:send_as_bot", "the bot cannot say anything", ("im:message",)),
    Need("im:message:update", "cards stay as they were posted", ("im:message", "im:message:send_as_bot")),
    Need("im:message:readonly", "files, quoted messages and recalls are not read", ("im:message",)),
    Need("im:message.p2p_msg:readonly", "direct messages are not heard", ("im:message.p2p_msg",)),
    Need(
        "im:message.group_at_msg:readonly",
        "mentions in groups are not heard",
        ("im:message.group_at_msg", "im:message.group_msg"),
    ),
    Need("im:message.reactions:write_only", "nobody sees at once that an ask arrived", ("im:message",)),
    Need("im:chat:readonly", "the chats of the bot are not found", ("im:chat",)),
    Need("im:resource", "results and files of the agent are not sent"),
    Need(
        "contact:contact.base:readonly",
        "it is not known who taps and who writes",
        ("contact:contact:access_as_app", "contact:contact:readonly_as_app"),
    ),
    Need(
        "contact:user.base:readonly",
        "people are shown without their names",
        ("contact:contact:readonly_as_app",),
    ),
    Need("tenant:tenant:readonly", "whose organisation it is becomes known with the first message only"),
    Need("application:application:self_manage", "the check cannot read the published version"),
)
TASK_NEEDS = (
    Need("task:task:write", "no request is mirrored as a task"),
    Need(
        "task:comment:read", "comments on tasks are not read", ("task:comment:write", "task:comment:readonly")
    ),
)
TASK_EVENTS = ("task.task.comment_updated_v1",)


def needs(*, tasks: bool) -> tuple[Need, ...]:
    """The scopes that are needed, with those for tasks where these are switched on."""
    return (*NEEDS, *TASK_NEEDS) if tasks else NEEDS


def permissions(scopes: Iterable[str]) -> dict[str, Any]:
    """The file that the console imports."""
    return {"scopes": {"tenant": sorted(scopes), "user": []}}


def scopes(*, tasks: bool) -> list[str]:
    """The names of the scopes, as the shipped file has them."""
    shipped: list[str] = json.loads((FOLDER / "permissions.json").read_text(encoding="utf-8"))["scopes"][
        "tenant"
    ]
    return sorted([*shipped, *(need.scope for need in TASK_NEEDS)] if tasks else shipped)


def events(*, tasks: bool) -> list[str]:
    """The events that have to be subscribed."""
    shipped: list[str] = json.loads((FOLDER / "events.json").read_text(encoding="utf-8"))["events"]
    return sorted([*shipped, *TASK_EVENTS] if tasks else shipped)


def missing(granted: Iterable[str], *, tasks: bool) -> list[Need]:
    """The needs that nothing of what is granted covers."""
    there = set(granted)
    return [need for need in needs(tasks=tasks) if there.isdisjoint({need.scope, *need.instead})]


def addons(*, tasks: bool) -> dict[str, Any]:
    """What a new app is to have from the beginning, as lark_oapi's registration takes it; and nothing besides."""
    return {
        "preset": False,
        "scopes": {"tenant": scopes(tasks=tasks)},
        "events": {"items": {"tenant": events(tasks=tasks)}},
        "callbacks": {"items": [CALLBACK]},
    }
