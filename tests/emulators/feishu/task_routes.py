"""task.v2: tasks, their members and their comments."""

from typing import TYPE_CHECKING

from tests.emulators.feishu.contents import find_member
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.reading_routes import pages
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import (
    array,
    boolean,
    choice,
    digits,
    integer,
    may,
    need,
    one_of,
    record,
    text,
)
from tests.emulators.feishu.state import Json
from tests.emulators.feishu.tasks import Comment, Task

if TYPE_CHECKING:
    from tests.emulators.feishu.apps import App
    from tests.emulators.feishu.service import Service

WRITE = ("task:task:write", "task:task:writeonly")
READ = ("task:task:read", "task:task:write")
COMMENT_WRITE = ("task:comment:write",)
COMMENT_READ = ("task:comment:read", "task:comment:write", "task:comment:readonly")
ID_TYPE = {"user_id_type": may(choice("open_id", "union_id", "user_id"))}
UPDATED = 1
"""obj_type of the event about a task: what of it has changed, 1 its details, 5 that it was completed."""
_NAMES = record({name: may(text(1000)) for name in ("en_us", "zh_cn", "zh_hk", "zh_tw", "ja_jp", "ko_kr")})
_HREF = record({"url": may(text()), "title": may(text(512))})
_MOMENT = record({"timestamp": need(digits()), "is_all_day": may(boolean)})
_MEMBER = record(
    {
        "id": need(text(100, 1)),
        "type": may(choice("user", "app")),
        "role": need(choice("assignee", "follower")),
        "name": may(text()),
    }
)
_FIELDS = {
    "summary": may(text(3000, 1)),
    "description": may(text(3000)),
    "due": may(_MOMENT),
    "start": may(_MOMENT),
    "extra": may(text(65536)),
    "completed_at": may(one_of(digits())),
    "is_milestone": may(boolean),
    "mode": may(integer(1, 2)),
    "custom_complete": may(
        record(
            {
                name: may(record({"href": may(text()), "tip": may(_NAMES)}))
                for name in ("pc", "ios", "android")
            }
        )
    ),
}
_NEW = {
    **_FIELDS,
    "summary": need(text(3000, 1)),
    "origin": may(record({"platform_i18n_name": may(_NAMES), "href": may(_HREF)})),
    "members": may(array(_MEMBER, maximum=50)),
    "client_token": may(text(100, 10)),
}


@route("POST", "/open-apis/task/v2/tasks", "task.create", *WRITE, query=ID_TYPE, body=_NEW, limit_status=400)
def create(call: Arguments) -> Json:
    """A task; the same client_token makes no second one."""
    token = (call.app.app_id, str(call.body.get("client_token", "")))
    known = call.service.tasks.client_tokens.get(token)
    if token[1] and known is not None:
        return {"task": task_json(call, call.service.tasks.all[known])}
    members = [_member(call, entry) for entry in call.body.get("members", [])]
    fields = {k: v for k, v in call.body.items() if k not in ("members", "client_token")}
    task = call.service.tasks.make(call.app.app_id, call.app.bot, fields, members)
    if token[1]:
        call.service.tasks.client_tokens[token] = task.guid
    call.service.platform.changed()
    return {"task": task_json(call, task)}


@route("GET", "/open-apis/task/v2/tasks/{task_guid}", "task.get", *READ, query=ID_TYPE)
def get(call: Arguments) -> Json:
    return {"task": task_json(call, _find(call, call.path["task_guid"]))}


@route(
    "PATCH",
    "/open-apis/task/v2/tasks/{task_guid}",
    "task.patch",
    *WRITE,
    query=ID_TYPE,
    body={"task": need(record(_FIELDS)), "update_fields": need(array(choice(*_FIELDS), minimum=1))},
)
def patch(call: Arguments) -> Json:
    """Changes exactly the fields that update_fields names."""
    task = _find(call, call.path["task_guid"])
    wanted = call.body["update_fields"]
    for name in call.body["task"].keys() - set(wanted):
        raise FeishuRefusal(1470400, f"{name} is set but not in update_fields")
    if call.body["task"].get("completed_at", "0") != "0" and task.done:
        raise FeishuRefusal(1470400, "the task is already completed")
    for name in wanted:
        task.fields[name] = call.body["task"].get(name, "")
    task.updated = call.service.platform.now()
    tell_task(call.service, task, UPDATED)
    return {"task": task_json(call, task)}


@route("DELETE", "/open-apis/task/v2/tasks/{task_guid}", "task.delete", *WRITE)
def delete(call: Arguments) -> Json:
    _find(call, call.path["task_guid"]).deleted = True
    return {}


@route(
    "POST",
    "/open-apis/task/v2/tasks/{task_guid}/add_members",
    "task.add_members",
    *WRITE,
    query=ID_TYPE,
    body={"members": need(array(_MEMBER, maximum=50, minimum=1)), "client_token": may(text(100, 10))},
)
def add_members(call: Arguments) -> Json:
    task = _find(call, call.path["task_guid"])
    for entry in call.body["members"]:
        member = _member(call, entry)
        if member not in task.members:
            task.members.append(member)
    return {"task": task_json(call, task)}


@route(
    "POST",
    "/open-apis/task/v2/tasks/{task_guid}/remove_members",
    "task.remove_members",
    *WRITE,
    query=ID_TYPE,
    body={"members": need(array(_MEMBER, maximum=500, minimum=1))},
)
def remove_members(call: Arguments) -> Json:
    task = _find(call, call.path["task_guid"])
    gone = [_member(call, entry) for entry in call.body["members"]]
    task.members = [member for member in task.members if member not in gone]
    return {"task": task_json(call, task)}


@route(
    "POST",
    "/open-apis/task/v2/comments",
    "comment.create",
    *COMMENT_WRITE,
    query=ID_TYPE,
    body={
        "content": need(text(3000, 1)),
        "reply_to_comment_id": may(text(20)),
        "resource_type": may(choice("task")),
        "resource_id": need(text(100, 1)),
    },
)
def comment(call: Arguments) -> Json:
    """A comment of the app; nothing makes two equal ones into one."""
    task = _find(call, str(call.body["resource_id"]))
    reply_to = str(call.body.get("reply_to_comment_id", ""))
    if reply_to and reply_to not in [c.id for c in task.comments]:
        raise FeishuRefusal(1470400, "reply_to_comment_id is invalid")
    found = call.service.tasks.comment(task, call.app.bot, str(call.body["content"]), reply_to)
    call.service.platform.changed()
    return {"comment": comment_json(call, found)}


@route("GET", "/open-apis/task/v2/comments/{comment_id}", "comment.get", *COMMENT_READ, query=ID_TYPE)
def get_comment(call: Arguments) -> Json:
    for task in call.service.tasks.all.values():
        for found in task.comments:
            if found.id == call.path["comment_id"] and _may(call, task):
                return {"comment": comment_json(call, found)}
    raise FeishuRefusal(1470404, "the comment does not exist", 404)


@route(
    "GET",
    "/open-apis/task/v2/comments",
    "comment.list",
    *COMMENT_READ,
    query={
        **ID_TYPE,
        "resource_type": may(choice("task")),
        "resource_id": need(text(100, 1)),
        "direction": may(choice("asc", "desc")),
        "page_size": may(digits(1, 100)),
        "page_token": may(text()),
    },
)
def comments(call: Arguments) -> Json:
    task = _find(call, str(call.query["resource_id"]))
    found = [comment_json(call, c) for c in task.comments]
    if call.query.get("direction") == "desc":
        found.reverse()
    return pages(found, int(call.query.get("page_size", "50")), call.query.get("page_token"))


def task_json(call: Arguments, task: Task) -> Json:
    """A task as answers show it."""
    fields = {k: v for k, v in task.fields.items() if v != ""}
    return {
        **fields,
        "guid": task.guid,
        "task_id": f"t{task.number}",
        "creator": {"id": task.creator.key, "type": "app", "role": "creator"},
        "members": [_shown_member(call, entry) for entry in task.members],
        "completed_at": str(task.fields.get("completed_at", "0")),
        "status": "done" if task.done else "todo",
        "mode": task.fields.get("mode", 2),
        "source": 6,
        "created_at": str(int(task.created * 1000)),
        "updated_at": str(int(task.updated * 1000)),
        "url": f"https://applink.example.invalid/client/todo/detail?guid={task.guid}",
    }


def comment_json(call: Arguments, found: Comment) -> Json:
    kind = call.query.get("user_id_type", "open_id")
    creator = found.creator
    shown_id = creator.key if creator.is_bot else creator.id_of(kind, call.app.app_id)
    return {
        "id": found.id,
        "content": found.content,
        "creator": {"id": shown_id, "type": "app" if creator.is_bot else "user", "role": "creator"},
        "reply_to_comment_id": found.reply_to,
        "created_at": str(int(found.created * 1000)),
        "updated_at": str(int(found.created * 1000)),
        "resource_type": "task",
        "resource_id": found.task,
    }


def tell_task(service: "Service", task: Task, kind: int) -> None:
    """The event task.task.updated_v1 to the app that made the task."""
    app = service.apps[task.app_id]
    if app.hears("task.task.updated_v1"):
        service.push(app, "task.task.updated_v1", {"task_id": task.guid, "obj_type": kind})
    service.platform.changed()


def tell_comment(service: "Service", task: Task, found: Comment) -> None:
    """The event task.task.comment_updated_v1; it carries no text, which is read by comment.get."""
    app: App = service.apps[task.app_id]
    if app.hears("task.task.comment_updated_v1"):
        event = {
            "task_id": task.guid,
            "comment_id": found.id,
            "parent_id": found.reply_to or "0",
            "obj_type": 1,
        }
        service.push(app, "task.task.comment_updated_v1", event)
    service.platform.changed()


def _find(call: Arguments, guid: str) -> Task:
    task = call.service.tasks.all.get(guid)
    if task is None or task.deleted:
        raise FeishuRefusal(1470404, "the task does not exist or has been deleted", 404)
    if not _may(call, task):
        raise FeishuRefusal(1470403, "no permission for the task", 403)
    return task


def _may(call: Arguments, task: Task) -> bool:
    return task.app_id == call.app.app_id or any(m["key"] == call.app.app_id for m in task.members)


def _member(call: Arguments, entry: Json) -> Json:
    """Who a member is; raises FeishuRefusal 1470400 for an id of nobody."""
    if entry.get("type") == "app":
        member = call.service.platform.members.get(str(entry["id"]))
    else:
        member = find_member(call.service, call.app, str(entry["id"]))
    if member is None:
        raise FeishuRefusal(1470400, f"invalid member id {entry['id']}")
    return {"key": member.key, "role": entry["role"]}


def _shown_member(call: Arguments, entry: Json) -> Json:
    member = call.service.platform.members[str(entry["key"])]
    kind = call.query.get("user_id_type", "open_id")
    shown_id = member.key if member.is_bot else member.id_of(kind, call.app.app_id)
    return {
        "id": shown_id,
        "type": "app" if member.is_bot else "user",
        "role": entry["role"],
        "name": member.name,
    }
