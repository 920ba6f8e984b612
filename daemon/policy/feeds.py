"""What a pipe brings to a command, where that can be read."""

import re

from daemon.policy.encoded import unescape
from daemon.policy.scene import Command


def fed_text(feeder: Command | None) -> str | None:
    """What a pipe brings, where that can be read: ``echo 'ls' | sh`` and ``cat <<END | sh``."""
    if feeder is None or feeder.redirected:
        return feeder.stdin if feeder is not None and feeder.name.text == "cat" and not feeder.args else None
    if feeder.name.text == "rev" and not feeder.args:
        return (fed_text(feeder.feeder) or "")[::-1] or None
    texts = [word.text or "" for word in feeder.args]
    if any(word.text is None for word in feeder.args):
        return None
    if feeder.name.text == "printf":
        return _printed(texts)
    if feeder.name.text != "echo" or any(text.startswith("-") for text in texts):
        return None
    return None if any("\\" in text for text in texts) else " ".join(texts)


def _printed(texts: list[str]) -> str | None:
    """What ``printf`` prints, where its format is plain or names its words once."""
    text = unescape(texts[0]) if texts else None
    if text is None or re.search(r"%[^s]|%s.*%s", text, re.DOTALL):
        return None
    return "".join(text.replace("%s", word) for word in texts[1:]) if "%s" in text else text
