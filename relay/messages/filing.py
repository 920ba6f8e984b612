"""Which task a message belongs to (M1). Pure: what was looked up comes in, the task goes out."""

from dataclasses import dataclass

from relay.wire.messages import Filed


@dataclass(frozen=True)
class Filing:
    """``task`` is where the message belongs, ``about`` where a reply to it will belong."""

    task: str | None
    about: str | None
    filed: Filed


@dataclass(frozen=True)
class Original:
    """The message that is replied to, found in the sender's own inbox; ``about`` is the task that it was asked under."""

    about: str | None


def file_message(
    *, named: str | None, original: Original | None, current: str | None, own: str | None
) -> Filing:
    """The task named explicitly; else that of the original question; else the receiving session's current one; else none.

    ``own`` is the task that the sender works on: what it asks is about that, whatever its receiver is at (M2).
    """
    if named is not None:
        return Filing(named, named, Filed.named)
    if original is not None:
        filed = Filed.reply if original.about is not None else Filed.nowhere
        return Filing(original.about, original.about, filed)
    return Filing(current, own or current, Filed.current if current is not None else Filed.nowhere)
