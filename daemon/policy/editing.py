"""Editors of streams, whose little languages can do more than edit."""

import re
from collections.abc import Callable

from daemon.policy.model import Kind
from daemon.policy.places import Use
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

_SED_SAFE = re.compile(
    r"(?:[\d,$!+~]*|/[^/]*/(?:,/[^/]*/|,\d+|,\$)?!?)\s*"
    r"(?:[aic](?:\\\n|\\)?\s*[^\n]*|[pdqn=]|\d*q|s([/|#,@])(?:(?!\1)[^\n\\]|\\.)*\1(?:(?!\1)[^\n\\]|\\.)*\1[gpI0-9]*)?(?:\s*[;\n]\s*|$)"
)


def edit_stream(scene: Scene, command: Command) -> None:
    """``sed``: its language can write files and run commands, so only its everyday part is known."""
    bad = has_option(command.args, ("-f", "--file"))
    scripts, paths = _sed_parts(command)
    for script in scripts:
        if bad or script.text is None or not _is_safe_sed(script.text):
            scene.doubt("command.script", "Its sed script may write files or run commands.", command.raw)
    in_place = has_option(command.args, ("-i", "--in-place"))
    silent = has_option(command.args, ("-n", "--quiet", "--silent"))
    if in_place and any(_empties(script.text or "", bool(silent)) for script in scripts):
        scene.find(Kind.delete, "delete.overwrite", "It empties files that were there before.", command.raw)
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


_ALL_LINES = re.compile(
    r"(^|[;\n{]\s*)(([01]|[12],\$|/(\^|\$|\.|\^?\.\*\$?)?/)?\s*[dD]|1?\s*q|1!d|s(.)\^?\.\*\$?\5\5\w*)\s*($|[;\n}])"
)


def _empties(script: str, silent: bool) -> bool:
    """Whether a script of sed leaves next to nothing of a file."""
    return bool(_ALL_LINES.search(script)) or silent


def _is_safe_sed(script: str) -> bool:
    at = 0
    while at < len(script):
        match = _SED_SAFE.match(script, at)
        if not match or match.end() == at:
            return False
        at = match.end()
    return True


_AWK_PATTERN = re.compile(r"/(?:\\.|[^/\n;{}\"\\])*/")


_AWK_MORE = re.compile(r"system|getline|ENVIRON|\binplace\b|@|\bprintf?\b[^;}\n]*>|(?<!\|)\|(?!\|)|\|&")


def scan(scene: Scene, command: Command) -> None:
    """``awk``: its language can run commands and write files."""
    words = plain_words(command.args)
    if has_option(command.args, ("-f", "--file", "-i", "--include", "-l", "-E", "--exec")) or not words:
        scene.doubt("command.script", "Its awk program is not on the line.", command.raw)
        if any("inplace" in (word.text or "") for word in command.args):
            scene.find(Kind.delete, "delete.overwrite", "It writes its files afresh.", command.raw)
        return
    separators = [index for index, word in enumerate(command.args) if word.text in ("-F", "-v")]
    skipped = {index + 1 for index in separators}
    rest = [word for index, word in enumerate(command.args) if index not in skipped]
    rest = list(plain_words(tuple(rest)))
    program = rest[0].text if rest else None
    if program is not None and "ENVIRON" in program:
        scene.find(Kind.credentials, "credentials.environment", "It reads the environment.", command.raw)
    if program is None or _AWK_MORE.search(_AWK_PATTERN.sub("//", program)):
        scene.doubt("command.script", "Its awk program may write files or run commands.", command.raw)
    for path in re.findall(r">\s*\"([^\"]+)\"", program or ""):
        scene.touch_path(path, Use.overwrite)
    read_paths(scene, tuple(rest[1:]))


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    "sed": edit_stream,
    "gsed": edit_stream,
    **dict.fromkeys(("awk", "gawk", "mawk"), scan),
}
