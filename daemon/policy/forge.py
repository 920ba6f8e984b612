"""``gh``: what it does on the forge."""

import re
from collections.abc import Callable

from daemon.policy.model import Kind
from daemon.policy.scene import Command, Scene
from daemon.policy.services import REASONS, SECRET, act


def call_forge(scene: Scene, command: Command) -> None:
    """``gh``: its ``api`` speaks to anything, by the method of HTTP."""
    words = [word.text or "?" for word in command.args]
    if "api" not in words[:3]:
        act(scene, command, "gh")
        return
    text = " ".join(words)
    if re.search(r"(-X|--method)[ =]?DELETE", text, re.IGNORECASE) or re.search(
        r"\bdelete\w*\(", text, re.IGNORECASE
    ):
        scene.find(Kind.delete, "service.gh", REASONS[Kind.delete], command.raw)
    elif SECRET.search(text):
        scene.find(Kind.credentials, "service.gh", REASONS[Kind.credentials], command.raw)
    elif re.search(r"(^| )(-X|--method|-f|-F|--field|--raw-field|--input)", text) or "graphql" in words:
        scene.find(Kind.push, "service.gh", REASONS[Kind.push], command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {"gh": call_forge}
