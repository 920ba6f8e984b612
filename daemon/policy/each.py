"""``xargs`` and ``parallel``: a command for each of the words that a pipe brings."""

import re
from collections.abc import Callable

from daemon.policy.feeds import fed_text
from daemon.policy.readers import feeds_names, has_option, judge_names, names_fed
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word
from daemon.policy.wrappers import past_options

MOST_FED = 12
"""Words of a pipe that are put into a command one by one."""


def run_each(scene: Scene, command: Command) -> None:
    """``xargs`` and ``parallel``: a command, and words that come from the pipe."""
    at = past_options(command, "IiLlnPsdEae")
    options = command.args[:at]
    inside = (
        command.feeder is not None
        and feeds_names(command.feeder)
        and not has_option(options, ("-a", "--arg-file"))
    )
    fed = _fed_words(command)
    if fed and not _hides_words(options):
        _run_with_each(scene, command, at, fed)
        return
    extra = names_fed(command.feeder) if inside else Word("(each word from the pipe)", None)
    judge_names(scene, command.feeder, command.raw)
    mark = _replaced(tuple(word.text or "" for word in options))
    words = [_put(word, mark, extra) for word in command.args[at:]]
    if words and words == list(command.args[at:]):
        words.append(extra)
    if words:
        scene.after(Command(words[0], tuple(words[1:])), 0)
    elif command.name.text == "parallel":
        scene.doubt("shell.fed", "It runs what it is fed.", command.raw)


def _fed_words(command: Command) -> list[str]:
    """The words that a pipe or here-string brings, where they can be read and mean themselves."""
    text = command.stdin if command.stdin is not None else fed_text(command.feeder)
    plain = text is not None and not re.search(r"['\"\\\0]", text)
    words = (text or "").split() if plain else []
    return words if len(words) <= MOST_FED else []


def _hides_words(options: tuple[Word, ...]) -> bool:
    """Whether options make something else of the words than words."""
    return bool(has_option(options, ("-a", "--arg-file", "-d", "--delimiter", "-0", "--null", "-E", "-L")))


def _run_with_each(scene: Scene, command: Command, at: int, fed: list[str]) -> None:
    mark = _replaced(tuple(word.text or "" for word in command.args[:at]))
    words = list(command.args[at:])
    marked = [word for word in words if mark and mark in (word.text or "")]
    sets = [[text] for text in fed] if marked else [fed]
    for texts in sets:
        put = [
            Word(word.raw, ((word.text or "").replace(mark, texts[0]),)) if word in marked else word
            for word in words
        ]
        put += [] if marked else [Word(text, (text,)) for text in texts]
        if command.name.text == "parallel" and not words:
            scene.inside(" ".join(fed), command.raw)
        elif put:
            scene.after(Command(put[0], tuple(put[1:])), 0)


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


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {"xargs": run_each, "parallel": run_each}
