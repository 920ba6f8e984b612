"""Commands that pack, unpack, split and patch."""

import re
from collections.abc import Callable

from daemon.policy.files import operands
from daemon.policy.model import Kind
from daemon.policy.places import Use, below_any
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word


def pack(scene: Scene, command: Command) -> None:
    """``tar``: listing reads, making a new archive writes it; unpacking may write over anything."""
    words = command.args
    flags = (words[0].text or "") if words else ""
    if re.fullmatch(r"-?t[vzjJ]*f", flags):
        read_paths(scene, words[1:])
    elif re.fullmatch(r"-?c[vzjJ]*f", flags) and len(words) > 2:
        scene.touch(words[1], Use.overwrite)
        rest = tuple(word for word in words[2:] if not (word.text or "").startswith("--exclude="))
        inside = rest[0].text in ("-C", "--directory") if rest else False
        read_paths(scene, rest[1:] if inside else rest, Use.read_tree)
        if has_option(words, ("--remove-files",)):
            scene.find(Kind.delete, "delete.file", "It deletes what it has packed.", command.raw)
        if len(plain_words(rest)) != len(rest) - inside:
            scene.doubt("command.option", "It is packed with options that are not followed.", command.raw)
    elif not _unpacks_apart(scene, command, flags):
        scene.doubt("command.option", "Unpacking may write over anything.", command.raw)
        read_paths(scene, plain_words(words[1:]), Use.read_tree)


def compress(scene: Scene, command: Command) -> None:
    """``gzip`` and its like take the original away."""
    use = Use.read if has_option(command.args, ("-k", "--keep", "-c", "--stdout", "-l", "-t")) else Use.remove
    for word in operands(command.args):
        scene.touch(word, use)


def _unpacks_apart(scene: Scene, command: Command, flags: str) -> bool:
    """Whether an archive is unpacked into a folder that this request has made."""
    words = command.args
    if (
        not re.fullmatch(r"-?x[vzjJ]*f", flags)
        or len(words) != 4
        or words[2].text not in ("-C", "--directory")
    ):
        return False
    own = (*scene.rules.created_paths, *scene.creates)
    places = scene.locate(words[3].text or "/")
    if not places or not all(below_any(place, own) for place in places):
        return False
    read_paths(scene, words[1:2])
    scene.touch(words[3], Use.write)
    return True


def pack_zip(scene: Scene, command: Command) -> None:
    """``zip``: a new archive of what it reads."""
    words = operands(command.args)
    options = [word.text or "?" for word in command.args if word not in words]
    if has_option(command.args, ("-m", "--move", "-d", "--delete")):
        scene.find(Kind.delete, "delete.file", "It deletes what it has packed.", command.raw)
    elif any(not re.fullmatch(r"-[rqv9ujXy0-8]+", option) for option in options) or len(words) < 2:
        scene.doubt("command.option", "It is packed with options that are not followed.", command.raw)
    for word in words[:1]:
        scene.touch(word, Use.overwrite)
    read_paths(scene, words[1:], Use.read_tree)


def divide(scene: Scene, command: Command) -> None:
    """``split``: new files beside each other, named by a prefix."""
    if has_option(command.args, ("--filter",)):
        scene.doubt("command.option", "It runs a program on each part.", command.raw)
    words = [
        word for word in plain_words(command.args) if not re.fullmatch(r"\d+[kKMGmb]*", word.text or "?")
    ]
    read_paths(scene, tuple(words[:1]))
    for word in words[1:] or [Word("x", ("x",))]:
        scene.touch(Word(word.raw, None if word.text is None else (word.text + "aa",)), Use.overwrite)


def patch(scene: Scene, command: Command) -> None:
    """``patch``: writes files of the directory; what the text takes away is gone."""
    texts = [word.text or "?" for word in command.args]
    names = [Word(text, (text,)) for text in texts if not text.startswith("-")]
    names += [Word(text, (text[2:],)) for text in texts if text.startswith("-i") and len(text) > 2]
    if any(not re.fullmatch(r"-p\d|-i.*|--dry-run|-N|--forward|-s|-t|[^-].*", text) for text in texts):
        scene.doubt("command.option", "It patches with options that are not followed.", command.raw)
    judge_patch(scene, tuple(names[-1:]), command)


def judge_patch(scene: Scene, words: tuple[Word, ...], command: Command) -> None:
    """The text of a patch, where it can be read."""
    texts: list[str | None] = [command.stdin] if command.stdin is not None else []
    for word in words:
        scene.touch(word, Use.read)
        texts += [scene.text_at(place) for place in scene.locate(word.text or "")]
    texts += [scene.text_at(place) for place in scene.locate(command.source)] if command.source else []
    if not texts or None in texts:
        scene.doubt("command.patch", "It applies a patch that cannot be read beforehand.", command.raw)
    if any(
        re.search(r"^(deleted file mode|\+\+\+ /dev/null|rename from)", text or "", re.M) for text in texts
    ):
        scene.find(Kind.delete, "delete.file", "It applies a patch that deletes files.", command.raw)
    if any(re.search(r"^\+\+\+ (?:[ab]/)?(/|\.\./|.*/\.\./|\.git/)", text or "", re.M) for text in texts):
        scene.doubt("place.outside", "It applies a patch that reaches outside the directory.", command.raw)
    scene.writes.append(scene.rules.directory)


def list_zip(scene: Scene, command: Command) -> None:
    """``unzip -l``."""
    if has_option(command.args, ("-l",)) and len(command.args) == 2:
        read_paths(scene, command.args[1:])
    else:
        scene.doubt("command.option", "Unpacking may write over anything.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    "tar": pack,
    **dict.fromkeys(("gzip", "bzip2", "xz", "zstd", "gunzip"), compress),
    "unzip": list_zip,
    "zip": pack_zip,
    "split": divide,
    "patch": patch,
}
