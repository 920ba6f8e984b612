"""Tasks and their comments, and who hears of changes."""

import uuid
from dataclasses import dataclass, field

from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.state import Json, Member


@dataclass
class Comment:
    """A comment; ``reply_to`` is the id of another one or ""."""

    id: str
    task: str
    content: str
    creator: Member
    created: float
    reply_to: str = ""


@dataclass
class Task:
    """A task as it stands; ``fields`` are those that its creator may set. ``number`` is shown as t10000…"""

    guid: str
    number: int
    app_id: str
    creator: Member
    created: float
    updated: float
    fields: Json = field(default_factory=dict)
    members: list[Json] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    deleted: bool = False

    @property
    def done(self) -> bool:
        return str(self.fields.get("completed_at", "0")) != "0"


class Tasks:
    """All tasks, by their guid. A member is {"key", "role"}: who, and assignee or follower."""

    def __init__(self, platform: Platform) -> None:
        self.all: dict[str, Task] = {}
        self.client_tokens: dict[tuple[str, str], str] = {}
        self._platform = platform

    def make(self, app_id: str, creator: Member, fields: Json, members: list[Json]) -> Task:
        now = self._platform.now()
        number = 100000 + self._platform.number("task")
        task = Task(str(uuid.uuid4()), number, app_id, creator, now, now, fields, members)
        self.all[task.guid] = task
        return task

    def comment(self, task: Task, creator: Member, content: str, reply_to: str = "") -> Comment:
        number = 7197020628442939000 + self._platform.number("comment")
        found = Comment(str(number), task.guid, content, creator, self._platform.now(), reply_to)
        task.comments.append(found)
        task.updated = found.created
        return found
