"""Commands that run another command: what they run is judged, and what they change about it."""

import re
from collections.abc import Callable
from functools import partial

from daemon.policy.feeds import fed_text
from daemon.policy.model import Kind
from daemon.policy.readers import (
    plain_words,
    read_paths,
    say,
)
from daemon.policy.scene import Command, Scene
from daemon.policy.scripts import run_script
from daemon.policy.syntax import Word
from daemon.policy.variables import judge_variable

SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "rbash")


def wrap(scene: Scene, command: Command, valued: str = "", leading: int = 0) -> None:
    """A wrapper with options, of which those in ``valued`` take a word, then ``leading`` words of its own."""
    at = past_options(command, valued)
    at += leading
    if at < len(command.args):
        scene.after(command, at + 1)


def past_options(command: Command, valued: str) -> int:
    """Where the words of a wrapper begin that are no options, of which those in ``valued`` take a word."""
    at = 0
    while at < len(command.args):
        text = command.args[at].text
        if text is None or not text.startswith("-") or text == "-":
            return at
        at += 1
        if text == "--":
            return at
        if len(text) == 2 and text[1] in valued:
            at += 1
    return at


def elevate(scene: Scene, command: Command) -> None:
    """``sudo`` and its like."""
    scene.doubt("wrapper.user", "It runs as another user.", command.raw)
    wrap(scene, command, "ugCpDRrThU")


def run_with_environment(scene: Scene, command: Command) -> None:
    """``env``: variables, then a command; without one it prints the environment."""
    at = past_options(command, "uCS")
    texts = [word.text or "" for word in command.args]
    if any(text.startswith(("-S", "--split", "-C", "--chdir")) for text in texts[:at]):
        scene.doubt("wrapper.option", "It builds its command from a text.", command.raw)
    while at < len(texts) and re.match(r"\w+=", texts[at]):
        name, _, value = texts[at].partition("=")
        judge_variable(scene, name, Word(value, (value,)), texts[at])
        at += 1
    if at < len(texts):
        scene.after(command, at + 1)
    else:
        scene.find(Kind.credentials, "credentials.environment", "It prints the environment.", command.raw)


def run_joined(scene: Scene, command: Command, valued: str = "") -> None:
    """``watch`` and its like hand their words to a shell as one text."""
    words = command.args[past_options(command, valued) :]
    _run_text(
        scene,
        command,
        Word("", (" ".join(word.text or "" for word in words),))
        if all(word.text for word in words)
        else None,
    )


def run_apart(scene: Scene, command: Command, valued: str = "", leading: int = 0) -> None:
    """A wrapper that changes more about a command than can be followed; what it runs is judged too."""
    scene.doubt(
        "wrapper.apart",
        f"It runs a program by {command.name.text}, outside of what can be followed.",
        command.raw,
    )
    for at, word in enumerate(command.args):
        if word.text in ("-c", "-qc", "--command", "-ec") and at + 1 < len(command.args):
            scene.inside(command.args[at + 1].text or "", command.raw)
            return
    wrap(scene, command, valued, leading)


def run_shell(scene: Scene, command: Command) -> None:
    """A shell: its text is judged wherever it comes from, if it can be read."""
    texts = [word.text for word in command.args]
    for at, text in enumerate(texts):
        if text is None or not text.startswith(("-", "+")):
            break
        if re.fullmatch(r"-[a-zA-Z]*c[a-zA-Z]*", text):
            _run_text(scene, command, command.args[at + 1] if at + 1 < len(texts) else None)
            return
    if any(re.fullmatch(r"-[a-z]*n[a-z]*", text or "") for text in texts) and "-s" not in texts:
        read_paths(scene, plain_words(command.args))
        return
    scripts = plain_words(command.args)
    if scripts and scripts[0].text != "-" and "-s" not in texts:
        run_script(scene, scripts[0], command, "shell")
        return
    fed = command.stdin if command.stdin is not None else fed_text(command.feeder)
    if fed is not None:
        scene.inside(fed, command.raw)
    else:
        scene.doubt("shell.fed", "It runs a shell on text that cannot be read beforehand.", command.raw)


def _run_text(scene: Scene, command: Command, word: Word | None) -> None:
    if word is None or word.text is None:
        scene.doubt("shell.computed", "It runs a shell text that cannot be told beforehand.", command.raw)
        return
    scene.inside(word.text, command.raw)


def evaluate(scene: Scene, command: Command) -> None:
    """``eval`` runs its words as a shell text."""
    texts = [word.text for word in command.args]
    if None in texts:
        scene.doubt("shell.computed", "It runs a shell text that cannot be told beforehand.", command.raw)
        return
    scene.inside(" ".join(text for text in texts if text is not None), command.raw)


def trap(scene: Scene, command: Command) -> None:
    """``trap`` runs its first word later."""
    words = [word for word in command.args if word.text != "--"]
    _run_text(scene, command, words[0] if words else None)


def alias(scene: Scene, command: Command) -> None:
    """``alias``: another name for a command, which is judged as if it ran."""
    scene.doubt("shell.alias", "It gives a command another name.", command.raw)
    for word in command.args:
        scene.inside((word.text or "").partition("=")[2], command.raw)


def source(scene: Scene, command: Command) -> None:
    """``source``: what a virtual environment's own script does is known."""
    if command.args:
        run_script(scene, command.args[0], command, "shell")


def look_up(scene: Scene, command: Command) -> None:
    """``command -v`` only looks; ``command`` alone runs."""
    if command.args and (command.args[0].text or "").startswith(("-v", "-V")):
        say(scene, command)
    else:
        wrap(scene, command)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **dict.fromkeys(("sudo", "doas", "su", "pkexec", "runuser"), elevate),
    **dict.fromkeys(("nohup", "setsid", "builtin", "time", "coproc", "busybox"), wrap),
    "nice": partial(wrap, valued="n"),
    "ionice": partial(wrap, valued="cnp"),
    "stdbuf": partial(wrap, valued="ioe"),
    "timeout": partial(wrap, valued="ks", leading=1),
    "gtimeout": partial(wrap, valued="ks", leading=1),
    "exec": partial(wrap, valued="a"),
    "caffeinate": partial(wrap, valued="tw"),
    "watch": partial(run_joined, valued="n"),
    **dict.fromkeys(("chronic", "unbuffer", "toybox", "rlwrap", "sem"), wrap),
    **dict.fromkeys(("flock", "taskset", "chrt", "prlimit"), partial(wrap, valued="ew", leading=1)),
    **dict.fromkeys(
        (
            "systemd-run",
            "strace",
            "ltrace",
            "perf",
            "valgrind",
            "script",
            "unshare",
            "nsenter",
            "chroot",
            "bwrap",
            "firejail",
            "proot",
            "fakeroot",
            "torsocks",
            "proxychains",
            "entr",
            "screen",
            "tmux",
            "dtach",
            "abduco",
            "at",
            "batch",
            "daemonize",
            "start-stop-daemon",
            "runcon",
            "setpriv",
            "capsh",
            "gdb",
            "lldb",
            "dbus-run-session",
            "xvfb-run",
            "nodemon",
            "watchexec",
            "reflex",
            "expect",
        ),
        partial(run_apart, valued="unpoetC"),
    ),
    "command": look_up,
    "env": run_with_environment,
    "eval": evaluate,
    "trap": trap,
    "alias": alias,
    "source": source,
    ".": source,
    **dict.fromkeys(SHELLS, run_shell),
}
