"""agents.sessions.*: what an app that is declared as an agent may do (docs.slack.dev, ai/agent-sessions)."""

from tests.emulators.slack.arguments import Arguments
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.methods import method
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Json

TITLE_CHARACTERS = 200


@method("agents.sessions.rename", "assistant:write")
def rename(slack: Service, args: Arguments) -> Json:
    """Gives a thread its title; only for an app that is declared as an agent."""
    if slack.declared != "agent":
        raise SlackRefusal("not_allowed")
    channel = slack.channel_for_bot(args.text("channel_id"))
    thread_ts, title = args.text("thread_ts"), args.text("title")
    if slack.workspace.find(channel.id, thread_ts) is None:
        raise SlackRefusal("thread_not_found")
    if not 1 <= len(title) <= TITLE_CHARACTERS:
        raise SlackRefusal("invalid_arguments", ["[ERROR] title must have 1 to 200 characters"])
    slack.workspace.thread_titles[channel.id, thread_ts].append(title)
    slack.workspace.changed()
    return {"ok": True}
