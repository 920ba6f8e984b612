"""The shell itself and what runs beside it: its variables, its jobs, other programs of this machine."""

import re
from collections.abc import Callable

from daemon.policy.credentials import is_secret_variable
from daemon.policy.model import Kind
from daemon.policy.readers import plain_words
from daemon.policy.scene import Command, Scene


def print_environment(scene: Scene, command: Command) -> None:
    """``printenv``."""
    names = [word.text or "" for word in plain_words(command.args)]
    if not names or any(is_secret_variable(name) or not name for name in names):
        scene.find(Kind.credentials, "credentials.environment", "It prints the environment.", command.raw)


def set_shell(scene: Scene, command: Command) -> None:
    """``set`` prints every variable when it is given nothing."""
    if not command.args:
        scene.find(Kind.credentials, "credentials.environment", "It prints the environment.", command.raw)
    elif not re.fullmatch(r"set( [-+][euxvo]+| pipefail| errexit| nounset| xtrace)+", command.line):
        scene.doubt("command.option", "It changes how the shell works.", command.raw)


def end_job(scene: Scene, command: Command) -> None:
    """``kill``: a job of this very shell may be ended; what else runs here is the owner's."""
    if scene.rules.boxed:
        return  # other programs of this machine are out of reach there (P7)
    words = (
        command.args[1:]
        if command.args and re.fullmatch(r"-[A-Z]+|-\d+", command.args[0].raw)
        else command.args
    )
    for word in words:
        if not re.fullmatch(r"%[\d+-]|%%|\"?\$!\"?", word.raw):
            scene.doubt("command.kill", "It ends programs that may not be its own.", command.raw)


def list_processes(scene: Scene, command: Command) -> None:
    """``ps`` prints other processes' environments with the letter e."""
    if any(
        re.match(r"-?[a-zA-Z]*e", word.text or "e") and word.text not in ("-e", "-ef", "-elf")
        for word in command.args[:1]
    ):
        reason = "It shows the environment of other processes."
        scene.find(Kind.credentials, "credentials.environment", reason, command.raw)
    elif any(
        not re.fullmatch(
            r"-?[aAfuxlwpoCHjF]+|-e|-ef|-elf|\d+|--forest|--sort=-?%?\w+|[a-z,%=]+", word.text or "?"
        )
        for word in command.args
    ):
        scene.doubt("command.option", "It may show what other processes hold.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    "printenv": print_environment,
    "set": set_shell,
    "ps": list_processes,
    **dict.fromkeys(("kill", "pkill", "killall"), end_job),
}
