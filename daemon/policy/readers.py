"""Commands that only read or say something, and the options by which some of them do more."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from daemon.policy.credentials import may_match_credential
from daemon.policy.listers import ANY, names_of
from daemon.policy.model import Kind
from daemon.policy.places import Use, holds_product
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

_LISTERS = re.compile(r"^(find|fd|ls|git ls-files|git diff --name-only|git grep -l|rg -l|grep -\w*l\w*)\b")


_FILTERS = {"head": 0, "tail": 0, "sort": 0, "uniq": 0, "tac": 0, "shuf": 0, "grep": 1, "egrep": 1, "rg": 1}
"""Commands that let some of their input through, and how many words they take that are no files."""


@dataclass(frozen=True)
class Reading:
    """How a command reads: how many leading words are no paths, and which options do more than read."""

    skip: int = 0
    forbidden: tuple[str, ...] = ()
    tree: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


def has_option(args: tuple[Word, ...], names: tuple[str, ...]) -> str | None:
    """The first word that is one of these options, also shortened or in a cluster (getopt_long(3))."""
    for word in args:
        text = word.raw if word.text is None else word.text
        if text == "--":
            return None
        if any(_is_option(text, name) for name in names):
            return text
    return None


def _is_option(text: str, name: str) -> bool:
    if name.startswith("--"):
        stem = text.split("=", 1)[0]
        return len(stem) > 3 and name.startswith(stem)
    if len(name) == 2 and not text.startswith("--"):
        return text.startswith("-") and name[1] in text[1:].partition("=")[0]
    return text.split("=", 1)[0] in (name, f"-{name}")


def read_paths(scene: Scene, words: tuple[Word, ...], use: Use = Use.read) -> None:
    """Judge words as paths that are read; an option may hold a path too."""
    for word in words:
        if word.text is None:
            scene.doubt("place.computed", "It names a path that cannot be told beforehand.", word.raw)
        elif word.text.startswith("-") and len(word.text) > 1:
            _read_option(scene, word.text, use)
        elif word.text != "-":
            scene.touch_path(word.text, use)


def _read_option(scene: Scene, text: str, use: Use) -> None:
    value = text.split("=", 1)[1] if "=" in text else text[2:]
    if value.startswith(("/", "~")) or ".." in value.split("/"):
        scene.touch_path(value, use)
    elif value.startswith(".") and may_match_credential(value):
        scene.find(Kind.credentials, "credentials.file", "It looks into key or environment files.", text)


def plain_words(args: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words that are no options."""
    return tuple(
        word for word in args if word.text is None or not word.text.startswith("-") or word.text == "-"
    )


def read(scene: Scene, command: Command, reading: Reading) -> None:
    """Judge a command that reads files."""
    bad = has_option(command.args, reading.forbidden)
    if bad:
        scene.doubt("command.option", f"The option {bad} makes it do more than read.", command.raw)
    use = Use.read_tree if "" in reading.tree or has_option(command.args, reading.tree) else Use.read
    words = list(command.args)
    given = has_option(command.args, reading.scripts)
    skipped = 0 if given else reading.skip
    for word in plain_words(command.args)[:skipped]:
        words.remove(word)
    read_paths(scene, tuple(words), use)
    if use is Use.read_tree and len(plain_words(tuple(words))) == 0:
        scene.touch_path(".", use)


def query_json(scene: Scene, command: Command) -> None:
    """``jq``: its language can read the environment."""
    if any(re.search(r"\benv\b|\$ENV|\binput_filename\b", word.text or "") for word in command.args):
        scene.find(Kind.credentials, "credentials.environment", "It reads the environment.", command.raw)
    read(scene, command, Reading(skip=1, forbidden=("-L",), scripts=("-f", "--from-file")))


def feeds_names(command: Command) -> bool:
    """Whether a command prints names of files below the directory, and nothing else."""
    if (
        command.name.text in _FILTERS
        and command.feeder is not None
        and len(plain_words(command.args)) <= _FILTERS[command.name.text]
    ):
        return feeds_names(command.feeder)
    return bool(_LISTERS.search(command.line))


def names_fed(lister: Command | None) -> Word:
    """A word for each of the names that a command prints."""
    while lister is not None and lister.name.text in _FILTERS and lister.feeder is not None:
        lister = lister.feeder
    return Word("(each name from the pipe)", (names_of(lister.line) if lister else ANY,), glob=True)


_HIDDEN_NAMES = re.compile(
    r"\W*(env|envrc|netrc|npmrc|pypirc|pem|key|id_rsa|id_ed25519|credentials?|secrets?|ssh|aws)\W*"
)


def judge_names(scene: Scene, lister: Command | None, matched: str) -> None:
    """Whether the names that a command prints, and another reads, may be those of key files."""
    while lister is not None:
        for word in lister.args:
            text = word.text or ""
            if (
                not text.startswith(("-", "!"))
                and "/" not in text.strip("./*")
                and (
                    may_match_credential(text)
                    or (lister.name.text in _FILTERS and _HIDDEN_NAMES.fullmatch(text))
                )
            ):
                reason = "It looks for key or environment files and hands them on."
                scene.find(Kind.credentials, "credentials.file", reason, matched)
        lister = lister.feeder


def say(scene: Scene, command: Command, forbidden: tuple[str, ...] = ()) -> None:
    """Judge a command that reads nothing but its words."""
    bad = has_option(command.args, forbidden)
    if bad:
        scene.doubt("command.option", f"The option {bad} makes it do more than tell.", command.raw)


def enter(scene: Scene, command: Command) -> None:
    """``cd`` and ``pushd``."""
    words = plain_words(command.args)
    if len(words) == 1 and words[0].text != "-":
        scene.touch(words[0], Use.read)
        scene.enter(words[0].text)
    else:
        scene.doubt("place.unknown", "It goes to a directory that cannot be told beforehand.", command.raw)
        scene.enter(None)


def search(scene: Scene, command: Command) -> None:
    """``find``: a reader that can delete, write and run."""
    texts = [word.text or "" for word in command.args]
    if "-delete" in texts:
        scene.find(Kind.delete, "delete.find", "It deletes what find finds.", command.raw)
    for option in ("-fprint", "-fprint0", "-fprintf", "-fls", "-files0-from"):
        if option in texts:
            scene.doubt("command.option", f"The option {option} makes find do more than read.", command.raw)
    for index, text in enumerate(texts):
        if text in ("-exec", "-execdir", "-ok", "-okdir"):
            _search_runs(scene, command, index)
    roots = []
    for word in command.args:
        if word.text is not None and word.text.startswith(("-", "(", "!")):
            break
        roots.append(word)
    read_paths(scene, tuple(roots))
    for word in roots:
        if word.text and any(holds_product(place, scene.rules) for place in scene.locate(word.text)):
            scene.find(Kind.product, "product.path", "It looks through the product's own files.", command.raw)


def _search_runs(scene: Scene, command: Command, index: int) -> None:
    rest = []
    judge_names(scene, Command(command.name, command.args[:index]), command.raw)
    for word in command.args[index + 1 :]:
        if word.text in (";", "+"):
            break
        rest.append(
            names_fed(Command(command.name, command.args[:index]))
            if word.text is not None and "{}" in word.text
            else word
        )
    if rest:
        scene.after(Command(rest[0], tuple(rest[1:])), 0)


def sort(scene: Scene, command: Command) -> None:
    """``sort`` reads, and writes what ``-o`` names."""
    words = list(command.args)
    for at, word in enumerate(words[:-1]):
        if word.text in ("-o", "--output"):
            scene.touch(words[at + 1], Use.overwrite)
    read(scene, command, Reading(forbidden=("-o", "--output", "--compress-program", "-T", "--files0-from")))


READERS = {
    **dict.fromkeys(
        ("cat", "head", "tail", "wc", "nl", "tac", "rev", "cut", "cmp", "comm", "paste", "column", "fold",
         "expand", "unexpand", "stat", "md5sum", "sha1sum", "sha256sum", "shasum", "cksum", "strings",
         "od", "hexdump", "realpath", "readlink", "zcat", "base64", "tsort", "join", "fmt", "pr", "bat", "batcat", "less",
         "more", "zless", "zgrep", "bzcat", "xzcat", "sha512sum", "sha224sum", "b2sum", "tokei", "cloc", "scc", "xmllint",
         "identify", "exiftool", "mediainfo", "nm", "objdump", "readelf", "otool", "ldd", "size", "basename", "sum",
         "csvlook", "csvstat", "csvcut", "csvgrep", "csvsort", "csvjoin", "xsv", "mlr", "eza", "exa", "lsd", "dust", "ncdu", "look"),
        Reading(),
    ),
    "ag": Reading(skip=1, forbidden=("--pager",), tree=("--hidden", "-u", "--unrestricted"), scripts=("-g",)),
    "ack": Reading(skip=1, forbidden=("--pager",)),
    "fd": Reading(skip=1, forbidden=("-x", "--exec", "-X", "--exec-batch")),
    "fdfind": Reading(skip=1, forbidden=("-x", "--exec", "-X", "--exec-batch")),
    "yq": Reading(skip=1, forbidden=("-i", "--inplace", "-s", "--split-exp")),
    "iconv": Reading(forbidden=("-o", "--output")),
    "file": Reading(forbidden=("-C", "--compile", "-z", "-Z")),
    "ls": Reading(tree=("-R", "--recursive")),
    "du": Reading(),
    "tree": Reading(forbidden=("-o", "-R")),
    "diff": Reading(tree=("-r", "--recursive")),
    **dict.fromkeys(
        ("grep", "egrep", "fgrep"),
        Reading(skip=1, tree=("-r", "-R", "--recursive", "--dereference-recursive"), scripts=("-e", "-f", "--regexp", "--file")),
    ),
    "rg": Reading(
        skip=1,
        forbidden=("--pre", "--hostname-bin", "-z", "--search-zip"),
        tree=("--hidden", "--no-ignore", "-u", "-uu", "-uuu", "--unrestricted"),
        scripts=("-e", "-f", "--regexp", "--file", "--files"),
    ),
}  # fmt: skip
SAYERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("echo", "true", "false", ":", "pwd", "whoami", "id", "uname", "which", "type", "sleep", "seq",
         "test", "[", "expr", "top", "fg", "bg", "nproc", "arch", "uptime", "df", "free", "basename", "dirname", "exit", "return",
         "break", "continue", "shift", "local", "let", "wait", "umask", "tput", "clear", "getopts", "tty",
         "locale", "cal", "read", "tr", "unset", "jobs", "popd", "dirs", "groups", "lscpu", "sw_vers", "yes", "lsof", "ss",
         "netstat", "pgrep", "pidof", "lsb_release", "uuidgen", "numfmt", "factor", "bc", "figlet", "lsblk", "vmstat",
         "hostnamectl", "disown", "stty", "times", "nvidia-smi", "column", "mktemp"),
        (),
    ),
    "history": ("-c", "-d", "-w", "-a", "-r", "-n", "-p", "-s"),
    "mapfile": ("-C",),
    "printf": ("-v",),
    "man": ("-P", "--pager", "-H", "--html", "-C", "-l", "--local-file"),
    **dict.fromkeys(("apropos", "whatis", "tldr"), ()),
    "hostname": ("-F", "-b", "--file"),
    "date": ("-s", "--set", "-f", "--file"),
}  # fmt: skip
HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **{name: partial(read, reading=reading) for name, reading in READERS.items()},
    **{name: partial(say, forbidden=forbidden) for name, forbidden in SAYERS.items()},
    "jq": query_json,
    "cd": enter,
    "pushd": enter,
    "find": search,
    "sort": sort,
}
