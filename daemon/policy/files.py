"""Commands that make, change, move and remove files."""

import posixpath
import re
from collections.abc import Callable
from functools import partial

from daemon.policy.model import Kind
from daemon.policy.places import Use, below_any, is_below
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word


def remove(scene: Scene, command: Command) -> None:
    """``rm``, ``rmdir``, ``unlink``, ``shred``."""
    targets = _operands(command.args)
    for word in targets:
        scene.touch(word, Use.remove)
    if not targets:
        scene.find(Kind.delete, "delete.file", "It deletes what it is given.", command.raw)


def _operands(args: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words that are no options; after ``--`` every word is an operand."""
    texts = [word.text for word in args]
    if "--" in texts:
        at = texts.index("--")
        return (*plain_words(args[:at]), *args[at + 1 :])
    return plain_words(args)


def make(scene: Scene, command: Command) -> None:
    """``touch`` and ``mkdir``."""
    for word in _operands(command.args):
        scene.touch(word, Use.write)
        for place in scene.locate(word.text or "") if word.text and posixpath.dirname(word.text) else []:
            _make_parents(scene, posixpath.dirname(place))


def _make_parents(scene: Scene, folder: str) -> None:
    while is_below(folder, scene.rules.directory) and not scene.rules.exists(folder):
        scene.remember(folder)
        folder = posixpath.dirname(folder)


def change(scene: Scene, command: Command, skip: int = 0) -> None:
    """``chmod``: a change in place."""
    if any(re.search(r"[ugoa]*[+=][rwxX]*[st]|^[4-7]\d{3}$", word.text or "") for word in command.args):
        scene.doubt("command.option", "It gives a program another user's rights.", command.raw)
    for word in _operands(command.args)[skip:]:
        scene.touch(word, Use.write)


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
        if not ours and any(below_any(place, own) or place == "/dev/null" for place in places):
            reason = "It moves something to where this request may remove it."
            scene.find(Kind.delete, "delete.move", reason, command.raw)
        scene.touch_path(landing, Use.overwrite)


def _split(scene: Scene, command: Command) -> tuple[tuple[Word, ...], str | None]:
    """The sources and the target of ``cp`` and ``mv``."""
    if has_option(command.args, ("-t", "--target-directory", "-S", "--suffix", "-T")):
        scene.doubt("command.option", "It names its target in a way that is not followed.", command.raw)
    words = _operands(command.args)
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


def _name_twice(scene: Scene, sources: tuple[Word, ...], command: Command) -> None:
    """A hard link: to cut the file by its new name, which this request has made, empties it by the old one."""
    own = (*scene.rules.created_paths, *scene.creates)
    if not all(below_any(place, own) for word in sources for place in scene.locate(word.text or "")):
        scene.doubt("place.hard-link", "It gives a second name to a file that was there before.", command.raw)


def tee(scene: Scene, command: Command) -> None:
    """``tee`` writes its files afresh, or adds to them."""
    use = Use.write if has_option(command.args, ("-a", "--append")) else Use.overwrite
    for word in _operands(command.args):
        scene.touch(word, use)


def truncate(scene: Scene, command: Command) -> None:
    """``truncate`` cuts files."""
    for word in _operands(command.args):
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


_SED_SAFE = re.compile(
    r"(?:[\d,$!+~]*|/[^/]*/(?:,/[^/]*/|,\d+|,\$)?!?)\s*"
    r"(?:[pdqn=]|\d*q|s([/|#,@])(?:(?!\1)[^\n\\]|\\.)*\1(?:(?!\1)[^\n\\]|\\.)*\1[gpI0-9]*)?(?:\s*[;\n]\s*|$)"
)


def edit_stream(scene: Scene, command: Command) -> None:
    """``sed``: its language can write files and run commands, so only its everyday part is known."""
    bad = has_option(command.args, ("-f", "--file"))
    scripts, paths = _sed_parts(command)
    for script in scripts:
        if bad or script.text is None or not _is_safe_sed(script.text):
            scene.doubt("command.script", "Its sed script may write files or run commands.", command.raw)
    in_place = has_option(command.args, ("-i", "--in-place"))
    for word in paths:
        scene.touch(word, Use.write if in_place else Use.read)


def _sed_parts(command: Command) -> tuple[list[Word], list[Word]]:
    scripts: list[Word] = []
    rest: list[Word] = []
    args = list(command.args)
    while args:
        word = args.pop(0)
        if word.text in ("-e", "--expression") and args:
            scripts.append(args.pop(0))
        elif (word.text or "").startswith("--expression="):
            scripts.append(Word(word.raw, ((word.text or "").split("=", 1)[1],)))
        elif word.text is None or not word.text.startswith("-") or word.text == "-":
            rest.append(word)
    if not scripts and rest and rest[0].text == "":
        rest.pop(0)
    if not scripts and rest:
        scripts.append(rest.pop(0))
    return scripts, rest


def _is_safe_sed(script: str) -> bool:
    at = 0
    while at < len(script):
        match = _SED_SAFE.match(script, at)
        if not match or match.end() == at:
            return False
        at = match.end()
    return True


def scan(scene: Scene, command: Command) -> None:
    """``awk``: its language can run commands and write files."""
    words = plain_words(command.args)
    if has_option(command.args, ("-f", "--file", "-i", "--include", "-l", "-E", "--exec")) or not words:
        scene.doubt("command.script", "Its awk program is not on the line.", command.raw)
        return
    separators = [index for index, word in enumerate(command.args) if word.text in ("-F", "-v")]
    skipped = {index + 1 for index in separators}
    rest = [word for index, word in enumerate(command.args) if index not in skipped]
    rest = list(plain_words(tuple(rest)))
    program = rest[0].text if rest else None
    if program is None or re.search(r"system|getline|[|>@]\s*[\"(\w]|ENVIRON|\binplace\b", program):
        scene.doubt("command.script", "Its awk program may write files or run commands.", command.raw)
    read_paths(scene, tuple(rest[1:]))


def uniq(scene: Scene, command: Command) -> None:
    """``uniq`` and ``xxd`` write their second operand."""
    words = plain_words(command.args)
    read_paths(scene, words[:1])
    for word in words[1:]:
        scene.touch(word, Use.overwrite)


def pack(scene: Scene, command: Command) -> None:
    """``tar``: listing reads, making a new archive writes it; unpacking may write over anything."""
    words = command.args
    flags = (words[0].text or "") if words else ""
    if re.fullmatch(r"-?t[vzjJ]*f", flags):
        read_paths(scene, words[1:])
    elif (
        re.fullmatch(r"-?c[vzjJ]*f", flags)
        and len(words) > 2
        and not any(word.text == "--" for word in words)
    ):
        scene.touch(words[1], Use.overwrite)
        read_paths(scene, words[2:], Use.read_tree)
        if len(plain_words(words[2:])) != len(words[2:]):
            scene.doubt("command.option", "It is packed with options that are not followed.", command.raw)
    else:
        scene.doubt("command.option", "Unpacking may write over anything.", command.raw)


def compress(scene: Scene, command: Command) -> None:
    """``gzip`` and its like take the original away."""
    use = Use.read if has_option(command.args, ("-k", "--keep", "-c", "--stdout", "-l", "-t")) else Use.remove
    for word in _operands(command.args):
        scene.touch(word, use)


def list_zip(scene: Scene, command: Command) -> None:
    """``unzip -l``."""
    if has_option(command.args, ("-l",)) and len(command.args) == 2:
        read_paths(scene, command.args[1:])
    else:
        scene.doubt("command.option", "Unpacking may write over anything.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **dict.fromkeys(("rm", "rmdir", "unlink", "shred", "trash", "srm", "wipe"), remove),
    **dict.fromkeys(("touch", "mkdir"), make),
    "chmod": partial(change, skip=1),
    "cp": copy,
    "mv": move,
    "ln": link,
    "tee": tee,
    "truncate": truncate,
    "dd": copy_blocks,
    "sed": edit_stream,
    "gsed": edit_stream,
    **dict.fromkeys(("awk", "gawk", "mawk"), scan),
    "uniq": uniq,
    "xxd": uniq,
    "tar": pack,
    **dict.fromkeys(("gzip", "bzip2", "xz", "zstd", "gunzip"), compress),
    "unzip": list_zip,
}
