"""What a refusal of Feishu means for a message, a thread or a chat (open.feishu.cn, each call's error codes). Pure."""

from bots.connector import Gone, Missing
from bots.feishu.failures import Failed

MESSAGE_GONE = frozenset({230011, 230110, 231003})
"""It was recalled or deleted."""

TOPIC_GONE = MESSAGE_GONE | {230019}
NOT_UPDATED = frozenset({230031, 200740, 200750, 200850, 300309})
"""This card takes no more: it is older than fourteen days, or was a stream that has closed. Another one may."""

INTERACTING = 200810
"""Somebody taps or fills in the card at this moment."""

NO_THREADS = frozenset({230071, 230072})
"""This group or this message has no threads: an answer quotes instead."""

CONTENT = frozenset({230001, 230022, 230025, 230028, 230099, 300305})
"""The message is not taken as it is; something plainer may be."""

LOCKED_SECONDS = 0.5
"""Before it is tried again to update a card whose tap is being answered."""

NO_PERMISSION = frozenset({230027, 99991672, 99991679})

_REASONS = {
    230002: "bot_not_in_chat",
    230013: "user_unreachable",
    230018: "may_not_speak",
    230034: "chat_unknown",
    230035: "may_not_speak",
    230038: "user_unreachable",
    230053: "user_unreachable",
    230054: "cards_refused",
    232009: "chat_dissolved",
}


def is_locked(failed: Failed) -> bool:
    """Whether a card cannot be updated for the moment, since somebody's tap on it has no answer yet."""
    return failed.code == INTERACTING or (failed.code == 230099 and "lock" in failed.message)


def reason_of(failed: Failed) -> str:
    """A word for why a place is out of reach; the number where there is none."""
    if failed.code in NO_PERMISSION:
        return "permission_missing"
    if failed.code in TOPIC_GONE:
        return "thread_gone"
    return _REASONS.get(failed.code, f"feishu_{failed.code}")


def gone(failed: Failed) -> Gone:
    """The place is out of reach."""
    return Gone(reason_of(failed))


def lost(failed: Failed, *, is_thread: bool) -> Gone | Missing:
    """What a refused update means; ``is_thread``: without this message there is nothing left to answer in."""
    if failed.code in MESSAGE_GONE:
        return Gone("thread_gone") if is_thread else Missing()
    return Missing() if failed.code in NOT_UPDATED else gone(failed)
