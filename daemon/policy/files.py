"""Commands that make, change, move and remove files."""

import posixpath
import re
from collections.abc import Callable
from functools import partial

from daemon.policy.model import Kind
from daemon.policy.places import Use, below_any, is_below, judge_later
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word


def remove(scene: Scene, command: Command) -> None:
    """``rm``, ``rmdir``, ``unlink``, ``shred``."""
    targets = operands(command.args)
    for word in targets:
        scene.touch(word, Use.remove)
    if not targets:
        scene.find(Kind.delete, "delete.file", "It deletes what it is given.", command.raw)


def operands(args: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words that are no options; after ``--`` every word is an operand."""
    texts = [word.text for word in args]
    if "--" in texts:
        at = texts.index("--")
        return (*plain_words(args[:at]), *args[at + 1 :])
    return plain_words(args)


def make(scene: Scene, command: Command) -> None:
    """``touch`` and ``mkdir``: an empty folder is nothing that could run."""
    for word in operands(command.args):
        if command.name.text == "mkdir":
            scene.make(word)
        else:
            scene.touch(word, Use.write)
        for place in scene.locate(word.text or "") if word.text and posixpath.dirname(word.text) else []:
            _make_parents(scene, posixpath.dirname(place))


def _make_parents(scene: Scene, folder: str) -> None:
    while is_below(folder, scene.rules.directory) and not scene.rules.exists(folder):
        if folder not in scene.creates:
            scene.creates.append(folder)
        folder = posixpath.dirname(folder)


def change(scene: Scene, command: Command, skip: int = 0) -> None:
    """``chmod``: a change in place."""
    if any(re.search(r"[ugoa]*[+=][rwxX]*[st]|^[4-7]\d{3}$", word.text or "") for word in command.args):
        scene.doubt("command.option", "It gives a program another user's rights.", command.raw)
    for word in operands(command.args)[skip:]:
        written, count = dict(scene.written), len(scene.writes)
        scene.touch(word, Use.write)
        scene.written = written  # its text stays what it was
        del scene.writes[count:]


def copy(scene: Scene, command: Command) -> None:
    """``cp``: reads its sources, writes over its target."""
    sources, target = _split(scene, command)
    if has_option(command.args, ("-l", "-s", "--link", "--symbolic-link")):
        scene.doubt("command.option", "It makes links instead of copies.", command.raw)
    tree = has_option(command.args, ("-r", "-R", "-a", "--recursive", "--archive"))
    read_paths(scene, sources, Use.read_tree if tree else Use.read)
    for place in _landings(scene, sources, target):
        scene.touch_path(place, Use.overwrite)


def move(scene: Scene, command: Command) -> None:
    """``mv``: nothing is gone unless it lands on something, or where the request may remove things."""
    sources, target = _split(scene, command)
    own = (*scene.rules.created_paths, *scene.creates)
    for word in sources:
        scene.touch(word, Use.write)
    ours = all(below_any(place, own) for word in sources for place in scene.locate(word.text or ""))
    for landing in _landings(scene, sources, target):
        places = scene.locate(landing)
        if not ours:
            scene.moved += places
            _judge_leaving(scene, places, command)
        if not ours and any(below_any(place, own) or place == "/dev/null" for place in places):
            reason = "It moves something to where this request may remove it."
            scene.find(Kind.delete, "delete.move", reason, command.raw)
        scene.touch_path(landing, Use.overwrite)


def _judge_leaving(scene: Scene, places: list[str], command: Command) -> None:
    """What is moved out of the directory is gone from there."""
    ours = (scene.rules.directory, *scene.rules.extra_directories)
    if not all(below_any(place, ours) for place in places):
        scene.find(
            Kind.delete, "delete.move", "It moves something out of the working directory.", command.raw
        )


def _split(scene: Scene, command: Command) -> tuple[tuple[Word, ...], str | None]:
    """The sources and the target of ``cp`` and ``mv``."""
    if has_option(command.args, ("-t", "--target-directory", "-S", "--suffix", "-T")):
        scene.doubt("command.option", "It names its target in a way that is not followed.", command.raw)
    args = command.args
    if command.name.text == "install":
        valued = ("-m", "-o", "-g", "--mode", "--owner", "--group")
        args = tuple(word for at, word in enumerate(args) if not at or args[at - 1].text not in valued)
    words = operands(args)
    if len(words) < 2 or words[-1].text is None:
        scene.doubt("place.computed", "It names a path that cannot be told beforehand.", command.raw)
        return words, None
    return words[:-1], words[-1].text


def _landings(scene: Scene, sources: tuple[Word, ...], target: str | None) -> list[str]:
    """Where things land: in the target if it is a folder, else on it."""
    if target is None:
        return []
    folder = target.endswith("/") or target in (".", "..") or len(sources) > 1
    for place in scene.locate(target):
        folder = folder or scene.rules.exists(place + "/.") or (place in scene.creates and "." not in place)
    names = [posixpath.basename((word.text or "*").rstrip("/")) for word in sources]
    return [posixpath.join(target, name) for name in names] if folder else [target]


def link(scene: Scene, command: Command) -> None:
    """``ln``: what it points to must be inside as well."""
    sources, target = _split(scene, command)
    read_paths(scene, sources)
    if not has_option(command.args, ("-s", "--symbolic")):
        _name_twice(scene, sources, command)
    for landing in _landings(scene, sources, target):
        scene.touch_path(landing, Use.overwrite)
        for place in scene.locate(landing) if len(sources) == 1 and sources[0].text else []:
            beside = posixpath.join(posixpath.dirname(place), sources[0].text or "")
            scene.links[place] = posixpath.normpath(beside)
    for word in sources:
        for place in scene.locate(word.text or "."):
            scene.take(judge_later(scene.rules, place, Use.write))


def _name_twice(scene: Scene, sources: tuple[Word, ...], command: Command) -> None:
    """A hard link: to cut the file by its new name, which this request has made, empties it by the old one."""
    own = (*scene.rules.created_paths, *scene.creates)
    if not all(below_any(place, own) for word in sources for place in scene.locate(word.text or "")):
        scene.doubt("place.hard-link", "It gives a second name to a file that was there before.", command.raw)


def tee(scene: Scene, command: Command) -> None:
    """``tee`` writes its files afresh, or adds to them."""
    use = Use.write if has_option(command.args, ("-a", "--append")) else Use.overwrite
    for word in operands(command.args):
        scene.touch(word, use)


def truncate(scene: Scene, command: Command) -> None:
    """``truncate`` cuts files."""
    for word in operands(command.args):
        if not re.fullmatch(r"[+\-<>/%]?\d+[KMGTB]*", word.text or ""):
            scene.touch(word, Use.overwrite)


def copy_blocks(scene: Scene, command: Command) -> None:
    """``dd``: ``if=`` is read and ``of=`` written over."""
    for word in command.args:
        key, _, value = (word.text or "").partition("=")
        if word.text is None or key in ("if", "of"):
            scene.touch(
                Word(word.raw, (value,) if word.text else None), Use.read if key == "if" else Use.overwrite
            )


def uniq(scene: Scene, command: Command) -> None:
    """``uniq`` and ``xxd`` write their second operand."""
    words = plain_words(command.args)
    read_paths(scene, words[:1])
    for word in words[1:]:
        scene.touch(word, Use.overwrite)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **dict.fromkeys(
        ("rm", "rmdir", "unlink", "shred", "trash", "srm", "wipe", "rimraf", "del-cli", "del", "trash-put"),
        remove,
    ),
    **dict.fromkeys(("touch", "mkdir"), make),
    "chmod": partial(change, skip=1),
    "cp": copy,
    "mv": move,
    "ln": link,
    "tee": tee,
    "truncate": truncate,
    "dd": copy_blocks,
    "uniq": uniq,
    "xxd": uniq,
    "install": copy,
    "sponge": tee,
}
