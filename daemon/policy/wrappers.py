"""Commands that run another command: what they run is judged, and what they change about it."""

import re
from collections.abc import Callable
from functools import partial

from daemon.policy.model import Kind
from daemon.policy.programs import run_script
from daemon.policy.readers import FROM_PIPE, feeds_names, has_option, plain_words, say
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word
from daemon.policy.variables import judge_variable

SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "rbash")


def wrap(scene: Scene, command: Command, valued: str = "", leading: int = 0) -> None:
    """A wrapper with options, of which those in ``valued`` take a word, then ``leading`` words of its own."""
    at = _past_options(command, valued)
    at += leading
    if at < len(command.args):
        scene.after(command, at + 1)


def _past_options(command: Command, valued: str) -> int:
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
    at = _past_options(command, "uCS")
    texts = [word.text or "" for word in command.args]
    if any(text.startswith(("-S", "--split", "-C", "--chdir")) for text in texts[:at]):
        scene.doubt("wrapper.option", "It builds its command from a text.", command.raw)
    while at < len(texts) and re.match(r"\w+=", texts[at]):
        judge_variable(scene, texts[at].split("=")[0], texts[at])
        at += 1
    if at < len(texts):
        scene.after(command, at + 1)
    else:
        scene.find(Kind.credentials, "credentials.environment", "It prints the environment.", command.raw)


def run_each(scene: Scene, command: Command) -> None:
    """``xargs`` and ``parallel``: a command, and words that come from the pipe."""
    at = _past_options(command, "IiLlnPsdEae")
    options = command.args[:at]
    inside = (
        command.feeder is not None
        and feeds_names(command.feeder)
        and not has_option(options, ("-a", "--arg-file"))
    )
    extra = FROM_PIPE if inside else Word("(each word from the pipe)", None)
    mark = _replaced(tuple(word.text or "" for word in options))
    words = [_put(word, mark, extra) for word in command.args[at:]]
    if words and words == list(command.args[at:]):
        words.append(extra)
    if words:
        scene.after(Command(words[0], tuple(words[1:])), 0)


def _replaced(options: tuple[str, ...]) -> str:
    """The mark that ``xargs -I`` replaces; without one it is parallel's."""
    for at, text in enumerate(options):
        if text in ("-I", "-J", "--replace") and at + 1 < len(options):
            return options[at + 1]
        if text.startswith(("-I", "-J", "-i", "--replace=")) and len(text) > 2:
            return text.split("=", 1)[1] if "=" in text else text[2:]
    return "{}"


def _put(word: Word, mark: str, extra: Word) -> Word:
    """A word with the mark replaced; where it is only a part of the word, nobody knows what comes of it."""
    if word.text is None or not mark or mark not in word.text:
        return word
    return extra if word.text == mark else Word(word.raw, None)


def run_shell(scene: Scene, command: Command) -> None:
    """A shell: its text is judged wherever it comes from, if it can be read."""
    texts = [word.text for word in command.args]
    for at, text in enumerate(texts):
        if text is None or not text.startswith(("-", "+")):
            break
        if re.fullmatch(r"-[a-zA-Z]*c[a-zA-Z]*", text):
            _run_text(scene, command, command.args[at + 1] if at + 1 < len(texts) else None)
            return
    scripts = plain_words(command.args)
    if scripts and scripts[0].text != "-" and "-s" not in texts:
        run_script(scene, scripts[0], command)
        return
    fed = command.stdin if command.stdin is not None else _fed_text(command.feeder)
    if fed is not None:
        scene.inside(fed, command.raw)
    else:
        scene.doubt("shell.fed", "It runs a shell on text that cannot be read beforehand.", command.raw)


def _fed_text(feeder: Command | None) -> str | None:
    """What a pipe brings, where that can be read: ``echo 'ls' | sh`` and ``cat <<END | sh``."""
    if feeder is None or feeder.redirected:
        return feeder.stdin if feeder is not None and feeder.name.text == "cat" and not feeder.args else None
    texts = [word.text for word in feeder.args]
    if feeder.name.text != "echo" or None in texts or any((text or "").startswith("-") for text in texts):
        return None
    return " ".join(text for text in texts if text is not None)


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


def source(scene: Scene, command: Command) -> None:
    """``source``: what a virtual environment's own script does is known."""
    if command.args:
        run_script(scene, command.args[0], command)


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
    "watch": partial(wrap, valued="n"),
    "command": look_up,
    "env": run_with_environment,
    "xargs": run_each,
    "parallel": run_each,
    "eval": evaluate,
    "trap": trap,
    "source": source,
    ".": source,
    **dict.fromkeys(SHELLS, run_shell),
}
