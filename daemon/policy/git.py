"""What the subcommands of git do, as its manual describes them."""

import re
from collections.abc import Callable

from daemon.policy.files import move
from daemon.policy.git_changes import (
    apply_patch,
    change_branch,
    change_tag,
    checkout,
    clean,
    merge,
    note_deletion,
    point,
    rebase,
    remove_tracked,
    reset,
    restore,
    rewrite,
    stash,
    submodule,
    switch,
)
from daemon.policy.git_remotes import (
    ask_secret,
    change_remote,
    configure,
    fetch,
    judge_alias,
    list_remote,
    publish,
    push,
    share_subtree,
)
from daemon.policy.places import Use
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

Sub = Callable[[Scene, Command], None]
_PLAIN_OPTIONS = (
    "--no-pager",
    "-P",
    "--no-optional-locks",
    "--literal-pathspecs",
    "--no-replace-objects",
    "--version",
)
_RUNS_OR_WRITES = (
    "--ext-diff",
    "--textconv",
    "--output",
    "--open-files-in-pager",
    "-O",
    "--exec",
    "--upload-pack",
)


def git(scene: Scene, command: Command) -> None:
    """Judge a git command by its subcommand."""
    args = list(command.args)
    kept = scene.places, scene.maybe, scene.steered
    while args and (args[0].text or "").startswith("-"):
        option = args.pop(0).text or ""
        if option == "-C" and args:
            _enter(scene, args.pop(0))
        elif option not in _PLAIN_OPTIONS:
            scene.doubt("git.option", f"The option {option} changes what git runs or where.", command.raw)
            scene.steered = True
            if option in ("-c", "--config-env") and args and (args[0].text or "").startswith("alias."):
                _judge_alias(scene, args[0].text or "", command)
            args = (
                args[1:]
                if option in ("-c", "--git-dir", "--work-tree", "--config-env", "--namespace")
                else args
            )
    if args:
        _judge_sub(
            scene,
            Command(
                args[0], tuple(args[1:]), command.feeder, command.stdin, command.redirected, command.source
            ),
        )
    scene.places, scene.maybe, scene.steered = *kept[:2], kept[2] or _settles(args)


def _settles(args: list[Word]) -> bool:
    """Whether a command changes settings that later ones obey."""
    return bool(args) and args[0].text in ("config", "remote") and len(args) > 2


def _judge_alias(scene: Scene, setting: str, command: Command) -> None:
    """``-c alias.x=push``: what another name would run."""
    judge_alias(
        scene, f"{setting.partition('=')[2]} {' '.join(word.raw for word in command.args[-3:])}", command.raw
    )


def _enter(scene: Scene, word: Word) -> None:
    scene.enter(word.text)
    if word.text is not None:
        scene.touch_path(".", Use.read)


def _judge_sub(scene: Scene, command: Command) -> None:
    name = command.name.text or ""
    handler = SUBCOMMANDS.get(name)
    if handler is None:
        scene.doubt(
            "git.unknown", f"The git command {name or command.name.raw} is not known.", f"git {command.raw}"
        )
        return
    handler(scene, command)


def _read(scene: Scene, command: Command) -> None:
    """Subcommands that show: their paths must be inside, and no option may write or run."""
    bad = has_option(command.args, tuple(option for option in _RUNS_OR_WRITES if option.startswith("--")))
    if bad:
        scene.doubt("git.option", f"The option {bad} makes git do more than show.", f"git {command.raw}")
    for word in command.args:
        if word.text is not None and (word.text.startswith(("/", "~")) or ".." in word.text.split("/")):
            read_paths(scene, (word,))
        elif word.text is None:
            scene.doubt(
                "git.computed", "It gives git words that cannot be told beforehand.", f"git {command.raw}"
            )


def _search(scene: Scene, command: Command) -> None:
    if any((word.text or "").startswith("-O") for word in command.args):
        scene.doubt("git.option", "It opens what it finds in another program.", f"git {command.raw}")
    _read(scene, Command(command.name, tuple(word for word in command.args if word.text != "/")))


def _record(scene: Scene, command: Command) -> None:
    """``commit``, ``tag -m`` and others whose message may be anything."""
    for word in command.args:
        text = word.text or ""
        if text.startswith("--") and "=" in text and not text.startswith("--message"):
            read_paths(scene, (word,))
        if text.startswith(("-F", "--file", "-t", "--template")):
            read_paths(scene, tuple(other for other in command.args if other is not word))


def _bundle(scene: Scene, command: Command) -> None:
    """``archive`` and ``format-patch``: to the output they only show what is committed."""
    _read(scene, command)
    for word in command.args:
        text = word.text or "?"
        if text.startswith(("--remote", "--exec", "-o", "--output")):
            scene.doubt("git.option", f"The option {text} makes git do more than show.", f"git {command.raw}")
    if command.name.text == "format-patch" and not has_option(command.args, ("--stdout",)):
        scene.writes.append(scene.rules.directory)


def _start(scene: Scene, command: Command) -> None:
    """``init``: a new repository, unless it is given a template with programs of its own."""
    words = plain_words(command.args)
    if has_option(command.args, ("--template", "--separate-git-dir", "--shared")):
        scene.doubt("git.option", "It makes a repository with programs of its own.", f"git {command.raw}")
    for word in words:
        scene.make(word)


def _inner(name: str, allowed: tuple[str, ...]) -> Sub:
    def judge(scene: Scene, command: Command) -> None:
        action = command.args[0].text if command.args else ""
        if action in ("delete", "expire", "remove", "prune", "drop", "deinit", "clear"):
            note_deletion(scene, command, f"what {name} keeps")
        elif action == "push":
            publish(scene, command)
        elif action not in allowed and not (
            name == "reflog" and re.fullmatch(r"-n?\d*|HEAD|--date=\w+", action or "?")
        ):
            scene.doubt("git.unknown", f"This use of git {name} is not known.", f"git {command.raw}")

    return judge


SUBCOMMANDS: dict[str, Sub] = {
    **dict.fromkeys(
        ("status", "diff", "log", "show", "blame", "rev-parse", "ls-files", "describe", "shortlog", "rev-list",
         "name-rev", "merge-base", "cat-file", "ls-tree", "count-objects", "for-each-ref", "show-ref", "whatchanged",
         "check-ignore", "help", "version", "diff-tree", "diff-index", "annotate", "cherry", "range-diff", "add",
         "interpret-trailers", "var", "check-attr", "merge-tree", "diff-files", "stripspace", "patch-id", "fsck", "verify-commit", "verify-tag", "get-tar-commit-id", "column", "show-branch"),
        _read,
    ),
    "grep": _search,
    "commit": _record,
    "branch": change_branch,
    "tag": change_tag,
    "checkout": checkout,
    "switch": switch,
    "restore": restore,
    "reset": reset,
    "clean": clean,
    "stash": stash,
    "rm": remove_tracked,
    "mv": move,
    "bisect": _inner("bisect", ("start", "good", "bad", "log", "skip", "visualize", "view", "terms", "old", "new", "reset")),
    "apply": apply_patch,
    **dict.fromkeys(("archive", "format-patch"), _bundle),
    "init": _start,
    "ls-remote": list_remote,
    "rebase": rebase,
    **dict.fromkeys(("send-pack", "http-push", "send-email", "p4"), publish),
    **dict.fromkeys(("subtree", "svn", "lfs"), share_subtree),
    "symbolic-ref": point,
    "config": configure,
    "remote": change_remote,
    "fetch": fetch,
    "pull": fetch,
    "merge": merge,
    "cherry-pick": merge,
    "revert": merge,
    "push": push,
    "worktree": _inner("worktree", ("list",)),
    "reflog": _inner("reflog", ("", "show")),
    "notes": _inner("notes", ("", "list", "show")),
    "submodule": submodule,
    **dict.fromkeys(("credential", "credential-store", "credential-cache", "credential-osxkeychain", "credential-manager"), ask_secret),
    **dict.fromkeys(("gc", "prune", "filter-branch", "filter-repo", "update-ref", "repack", "pack-refs", "prune-packed"), rewrite),
}  # fmt: skip
HANDLERS = {"git": git}
