"""views.* and assistant.threads.*"""

import secrets

from tests.emulators.slack.arguments import Arguments
from tests.emulators.slack.blocks import read_view, with_ids
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.methods import method
from tests.emulators.slack.payloads import view_json
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Json, View

MOST_VIEWS_IN_A_STACK = 3


def checked_view(slack: Service, value: object, kind: str) -> Json:
    """A view's content with ids for its blocks; raises SlackRefusal for what the service refuses."""
    content = read_view(value, kind)
    content["blocks"] = with_ids(content["blocks"], slack.workspace.next_id)
    return content


def show_view(slack: Service, user: str, content: Json, previous: View | None = None) -> View:
    """Puts a modal on a person's screen, on top of ``previous`` if there is one."""
    view_id = slack.workspace.next_id("V")
    root = previous.root_id if previous else view_id
    view = View(
        view_id,
        user,
        secrets.token_hex(5),
        content,
        slack.workspace.now(),
        root,
        previous.id if previous else None,
    )
    slack.workspace.views[view.id] = view
    slack.workspace.changed()
    return view


def change_view(slack: Service, view: View, content: Json) -> None:
    """Replaces what a view shows."""
    view.content, view.hash, view.at = content, secrets.token_hex(5), slack.workspace.now()
    slack.workspace.changed()


@method("views.open")
def open_view(slack: Service, args: Arguments) -> Json:
    content = checked_view(slack, args.structure("view"), "modal")
    trigger = slack.use_trigger(args.text("trigger_id"))
    view = show_view(slack, trigger.user, content)
    return {"ok": True, "view": view_json(view, slack.workspace, slack.bot)}


@method("views.push")
def push_view(slack: Service, args: Arguments) -> Json:
    content = checked_view(slack, args.structure("view"), "modal")
    trigger = slack.use_trigger(args.text("trigger_id"))
    stack = [v for v in slack.workspace.views.values() if v.user == trigger.user and not v.closed]
    if len(stack) >= MOST_VIEWS_IN_A_STACK:
        raise SlackRefusal("push_limit_reached")
    view = show_view(slack, trigger.user, content, stack[-1] if stack else None)
    return {"ok": True, "view": view_json(view, slack.workspace, slack.bot)}


@method("views.update")
def update_view(slack: Service, args: Arguments) -> Json:
    view = _wanted_view(slack, args)
    if view is None or view.closed:
        raise SlackRefusal("not_found")
    _check_hash(view, args)
    change_view(slack, view, checked_view(slack, args.structure("view"), str(view.content["type"])))
    return {"ok": True, "view": view_json(view, slack.workspace, slack.bot)}


@method("views.publish")
def publish_view(slack: Service, args: Arguments) -> Json:
    """Sets a person's Home tab."""
    user = args.text("user_id")
    if "home_tab" not in slack.features:
        raise SlackRefusal("not_enabled")
    if user not in slack.workspace.users:
        raise SlackRefusal("invalid_arguments", ["[ERROR] user_id is not a known user"])
    content = checked_view(slack, args.structure("view"), "home")
    view = slack.workspace.homes.get(user)
    if view is None:
        view = show_view(slack, user, content)
        slack.workspace.homes[user] = slack.workspace.views.pop(view.id)
    else:
        _check_hash(view, args)
        change_view(slack, view, content)
    return {"ok": True, "view": view_json(view, slack.workspace, slack.bot)}


@method("assistant.threads.setTitle", "assistant:write")
def set_title(slack: Service, args: Arguments) -> Json:
    if slack.declared != "assistant":
        raise SlackRefusal("not_allowed")
    slack.workspace.thread_titles[_assistant_thread(slack, args)].append(args.text("title"))
    slack.workspace.changed()
    return {"ok": True}


@method("assistant.threads.setSuggestedPrompts", "assistant:write")
def set_prompts(slack: Service, args: Arguments) -> Json:
    prompts = args.structure("prompts")
    if not isinstance(prompts, list) or not all({"title", "message"} <= set(p) for p in prompts):
        raise SlackRefusal("invalid_arguments", ["[ERROR] prompts need a title and a message each"])
    if "thread_ts" in args:
        key: tuple[str, str | None] = _assistant_thread(slack, args)
    else:
        key = (_direct(slack, args.text("channel_id")), None)
    slack.workspace.suggested_prompts[key] = prompts
    slack.workspace.changed()
    return {"ok": True}


@method("assistant.threads.setStatus", "chat:write")
def set_status(slack: Service, args: Arguments) -> Json:
    """Works in channels too; an empty status clears it."""
    channel = slack.channel_for_bot(args.text("channel_id"))
    thread_ts = args.text("thread_ts")
    if slack.workspace.find(channel.id, thread_ts) is None:
        raise SlackRefusal("invalid_thread_ts")
    if "status" not in args:
        raise SlackRefusal("invalid_arguments", ["[ERROR] missing required field: status"])
    if len(args.names("loading_messages")) > 10:
        raise SlackRefusal("invalid_arguments", ["[ERROR] no more than 10 items allowed"])
    slack.workspace.thread_statuses[channel.id, thread_ts].append(args.optional("status"))
    slack.workspace.changed()
    return {"ok": True}


def _direct(slack: Service, channel_id: str) -> str:
    channel = slack.channel_for_bot(channel_id)
    if channel.kind != "im":
        raise SlackRefusal("channel_not_found")
    return channel.id


def _assistant_thread(slack: Service, args: Arguments) -> tuple[str, str]:
    channel_id, thread_ts = _direct(slack, args.text("channel_id")), args.text("thread_ts")
    if slack.workspace.find(channel_id, thread_ts) is None:
        raise SlackRefusal("invalid_thread_ts")
    return channel_id, thread_ts


def _wanted_view(slack: Service, args: Arguments) -> View | None:
    if "view_id" in args:
        return slack.workspace.views.get(args.text("view_id"))
    external = args.text("external_id")
    return next((v for v in slack.workspace.views.values() if v.content.get("external_id") == external), None)


def _check_hash(view: View, args: Arguments) -> None:
    if args.optional("hash", view.hash) != view.hash:
        raise SlackRefusal("hash_conflict")
