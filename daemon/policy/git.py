"""What the subcommands of git do, as its manual describes them."""

from collections.abc import Callable
from fnmatch import fnmatchcase

from daemon.policy.files import move
from daemon.policy.model import Kind, assume_exists
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
    kept = scene.places, scene.maybe
    while args and (args[0].text or "").startswith("-"):
        option = args.pop(0).text
        if option == "-C" and args:
            _enter(scene, args.pop(0))
        elif option not in _PLAIN_OPTIONS:
            scene.doubt("git.option", f"The option {option} changes what git runs or where.", command.raw)
            args = args[1:] if option in ("-c", "--git-dir", "--work-tree", "--config-env") else args
    if args:
        _judge_sub(scene, Command(args[0], tuple(args[1:]), command.feeder, command.stdin))
    scene.places, scene.maybe = kept


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
        if text.startswith(("-F", "--file", "-t", "--template")):
            read_paths(scene, tuple(other for other in command.args if other is not word))


def _delete(scene: Scene, command: Command, what: str) -> None:
    scene.find(Kind.delete, f"git.{command.name.text}", f"It deletes {what}.", f"git {command.raw}")


def _branch(scene: Scene, command: Command) -> None:
    if has_option(command.args, ("-d", "-D", "-m", "-M", "-C", "-f", "--delete", "--move", "--force")):
        _delete(scene, command, "or replaces a branch")
    elif has_option(command.args, ("--edit-description", "-u", "--set-upstream-to", "--unset-upstream")):
        scene.doubt("git.option", "It changes the repository's configuration.", f"git {command.raw}")


def _tag(scene: Scene, command: Command) -> None:
    if has_option(command.args, ("-d", "-f", "--delete", "--force")):
        _delete(scene, command, "or replaces a tag")


def _checkout(scene: Scene, command: Command) -> None:
    """Going to a branch keeps what was changed; going back to a file's old contents does not."""
    texts = [word.text for word in command.args]
    words = plain_words(command.args)
    forced = has_option(command.args, ("-f", "--force", "-B", "-p", "--patch", "--ours", "--theirs"))
    new = has_option(command.args, ("-b", "--orphan", "-t", "--track"))
    if forced or "--" in texts or (not new and _is_path(scene, words)):
        _delete(scene, command, "changes that are not committed")


def _is_path(scene: Scene, words: tuple[Word, ...]) -> bool:
    """Whether ``git checkout`` was given files: one word that is the name of one, or several words.

    Without a look at the disk, one word with a full stop in it is taken for a file.
    """
    if len(words) != 1:
        return len(words) > 1
    text = words[0].text
    if text is None or text == "." or ":" in text:
        return True
    likely = scene.rules.exists is not assume_exists or "." in text
    return likely and any(scene.rules.exists(place) for place in scene.locate(text))


def _switch(scene: Scene, command: Command) -> None:
    if has_option(command.args, ("-f", "-C", "--force", "--discard-changes", "--force-create")):
        _delete(scene, command, "changes that are not committed")


def _restore(scene: Scene, command: Command) -> None:
    staged = has_option(command.args, ("--staged",)) and not has_option(command.args, ("-W", "--worktree"))
    if not staged:
        _delete(scene, command, "changes that are not committed")


def _reset(scene: Scene, command: Command) -> None:
    if has_option(command.args, ("--hard", "--merge", "--keep")):
        _delete(scene, command, "changes that are not committed")


def _clean(scene: Scene, command: Command) -> None:
    if not has_option(command.args, ("-n", "--dry-run")) or has_option(command.args, ("-f", "--force")):
        _delete(scene, command, "files that git does not know")


def _stash(scene: Scene, command: Command) -> None:
    action = command.args[0].text if command.args else "push"
    if action in ("drop", "clear", "pop"):
        _delete(scene, command, "a stash")
    elif action not in ("push", "list", "show", "save", "apply", "-u", "-m", "-k"):
        scene.doubt("git.unknown", "This use of git stash is not known.", f"git {command.raw}")


def _remove(scene: Scene, command: Command) -> None:
    if has_option(command.args, ("--cached",)):
        return
    for word in plain_words(command.args):
        scene.touch(word, Use.remove)


def _config(scene: Scene, command: Command) -> None:
    first = command.args[0].text if command.args else ""
    reads = ("--get", "--get-all", "--list", "-l", "get", "list", "--get-regexp")
    plain = len(command.args) == 1 and not (first or "-").startswith("-")
    if first not in reads and not plain:
        scene.doubt(
            "git.config", "It changes how git works, which may run programs later.", f"git {command.raw}"
        )
    if any("credential" in (word.text or "") for word in command.args):
        scene.find(
            Kind.credentials, "credentials.git", "It asks for git's credentials.", f"git {command.raw}"
        )


def _remote(scene: Scene, command: Command) -> None:
    if command.args and command.args[0].text not in ("-v", "show", "get-url"):
        scene.doubt("git.remote", "It changes where git sends things.", f"git {command.raw}")


def _fetch(scene: Scene, command: Command) -> None:
    words = plain_words(command.args)
    if words and words[0].text not in scene.rules.own_remotes:
        scene.doubt(
            "git.remote", "It takes code from a place that is not the repository's own.", f"git {command.raw}"
        )
    if has_option(command.args, ("--upload-pack", "--force", "-f", "--prune", "-p", "--rebase", "-r")):
        scene.doubt("git.option", "It may replace branches or run a program.", f"git {command.raw}")
    if any(":" in (word.text or ":") or (word.text or "+").startswith("+") for word in words[1:]):
        scene.doubt("git.refspec", "It may replace a branch.", f"git {command.raw}")
    scene.writes.append(scene.rules.directory)


def _merge(scene: Scene, command: Command) -> None:
    """``merge``, ``cherry-pick``, ``revert``, ``apply``: files of the directory are written."""
    if has_option(command.args, ("--abort", "--quit", "--exec", "-s", "--strategy", "-X", "--unsafe-paths")):
        _delete(scene, command, "changes that are not committed")
    scene.writes.append(scene.rules.directory)


def _inner(name: str, allowed: tuple[str, ...]) -> Sub:
    def judge(scene: Scene, command: Command) -> None:
        action = command.args[0].text if command.args else ""
        if action in ("delete", "expire", "remove", "prune", "drop"):
            _delete(scene, command, f"what {name} keeps")
        elif action not in allowed:
            scene.doubt("git.unknown", f"This use of git {name} is not known.", f"git {command.raw}")

    return judge


def _secret(scene: Scene, command: Command) -> None:
    scene.find(Kind.credentials, "credentials.git", "It asks for git's credentials.", f"git {command.raw}")


def _lose(scene: Scene, command: Command) -> None:
    _delete(scene, command, "or rewrites what the repository holds")


def _push(scene: Scene, command: Command) -> None:
    """A push passes only if it can be read to reach nothing but this request's own branches."""
    if has_option(command.args, ("-d", "--delete", "--prune", "--mirror")):
        _delete(scene, command, "branches of the remote")
    problem = _push_problem(scene, command)
    if problem:
        scene.find(Kind.push, "git.push", problem, f"git {command.raw}")


def _push_problem(scene: Scene, command: Command) -> str | None:
    known = ("-u", "--set-upstream", "-v", "-q", "--verbose", "--quiet", "--porcelain", "--progress")
    if any((word.text or "-?").startswith("-") and word.text not in known for word in command.args):
        return "It pushes with options that may reach a shared branch."
    words = plain_words(command.args)
    if len(words) < 2:
        return "It does not say which branch it pushes to."
    if words[0].text not in scene.rules.own_remotes:
        return "It pushes to a place that is not the repository's own."
    for word in words[1:]:
        problem = _target_problem(scene, word.text)
        if problem:
            return problem
    return None


def _target_problem(scene: Scene, text: str | None) -> str | None:
    branch = (text or "").rsplit(":", 1)[-1].removeprefix("refs/heads/")
    if text is None or text.startswith(("+", ":")) or not branch or branch in ("HEAD", "@") or "*" in branch:
        return "It does not say plainly which branch it pushes to."
    if any(fnmatchcase(branch.casefold(), pattern) for pattern in scene.rules.shared_branches):
        return f"It pushes to {branch}, which is shared."
    if not any(fnmatchcase(branch, pattern) for pattern in scene.rules.own_branches):
        return f"It pushes to {branch}, which others may share."
    return None


SUBCOMMANDS: dict[str, Sub] = {
    **dict.fromkeys(
        ("status", "diff", "log", "show", "blame", "rev-parse", "ls-files", "describe", "shortlog", "rev-list",
         "name-rev", "merge-base", "cat-file", "ls-tree", "count-objects", "for-each-ref", "show-ref", "whatchanged",
         "check-ignore", "help", "version", "diff-tree", "diff-index", "annotate", "cherry", "range-diff", "add",
         "var", "symbolic-ref"),
        _read,
    ),
    "grep": _search,
    "commit": _record,
    "branch": _branch,
    "tag": _tag,
    "checkout": _checkout,
    "switch": _switch,
    "restore": _restore,
    "reset": _reset,
    "clean": _clean,
    "stash": _stash,
    "rm": _remove,
    "mv": move,
    "config": _config,
    "remote": _remote,
    "fetch": _fetch,
    "pull": _fetch,
    "merge": _merge,
    "cherry-pick": _merge,
    "revert": _merge,
    "push": _push,
    "worktree": _inner("worktree", ("list",)),
    "reflog": _inner("reflog", ("", "show")),
    "notes": _inner("notes", ("", "list", "show")),
    "submodule": _inner("submodule", ("", "status")),
    "credential": _secret,
    **dict.fromkeys(("gc", "prune", "filter-branch", "filter-repo", "update-ref", "rebase", "repack"), _lose),
}  # fmt: skip
HANDLERS = {"git": git}
