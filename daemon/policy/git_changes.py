"""What git does to the working tree, branches and history, as its manual describes it."""

import re

from daemon.policy.archives import judge_patch
from daemon.policy.branches import is_on_shared, make_branch, owns_branch, turn_to
from daemon.policy.model import Kind, assume_exists
from daemon.policy.places import Use
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word


def note_deletion(scene: Scene, command: Command, what: str) -> None:
    """Note that it takes something away that the repository keeps."""
    scene.find(Kind.delete, f"git.{command.name.text}", f"It deletes {what}.", f"git {command.raw}")


def change_branch(scene: Scene, command: Command) -> None:
    """``branch``: what this request has made, it may delete again."""
    words = plain_words(command.args)
    removes = has_option(command.args, ("-d", "-D", "--delete")) and not has_option(
        command.args, ("-r", "--remotes")
    )
    if removes and words and all(owns_branch(scene, word.text) for word in words):
        return
    if has_option(command.args, ("-d", "-D", "-m", "-M", "-C", "-f", "--delete", "--move", "--force")):
        note_deletion(scene, command, "or replaces a branch")
    elif has_option(command.args, ("--edit-description", "-u", "--set-upstream-to", "--unset-upstream")):
        scene.doubt("git.option", "It changes the repository's configuration.", f"git {command.raw}")
    elif words and not has_option(
        command.args, ("--list", "-l", "--contains", "--merged", "--no-merged", "--points-at")
    ):
        make_branch(scene, words[0].text)


def change_tag(scene: Scene, command: Command) -> None:
    """``tag``: making one is nobody's loss; moving or deleting one is."""
    if has_option(command.args, ("-d", "-f", "--delete", "--force")):
        note_deletion(scene, command, "or replaces a tag")


def checkout(scene: Scene, command: Command) -> None:
    """Going to a branch keeps what was changed; going back to a file's old contents does not."""
    texts = [word.text for word in command.args]
    words = plain_words(command.args)
    forced = has_option(command.args, ("-f", "--force", "-B", "-p", "--patch", "--ours", "--theirs"))
    new = has_option(command.args, ("-b", "--orphan", "-t", "--track"))
    if forced or "--" in texts or (not new and _is_path(scene, words)):
        note_deletion(scene, command, "changes that are not committed")
    turn_to(scene, words[0].text if words else None, new=bool(new))


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


def switch(scene: Scene, command: Command) -> None:
    """``switch``: going to a branch keeps what was changed, unless it is forced."""
    if has_option(command.args, ("-f", "-C", "--force", "--discard-changes", "--force-create")):
        note_deletion(scene, command, "changes that are not committed")
    words = plain_words(command.args)
    turn_to(
        scene,
        words[0].text if words else None,
        new=bool(has_option(command.args, ("-c", "--create", "--orphan"))),
    )


def restore(scene: Scene, command: Command) -> None:
    """``restore``: only what is staged may go back without a loss."""
    staged = has_option(command.args, ("--staged",)) and not has_option(command.args, ("-W", "--worktree"))
    if not staged:
        note_deletion(scene, command, "changes that are not committed")


def reset(scene: Scene, command: Command) -> None:
    """``reset``: the working tree is kept, unless it says otherwise."""
    if has_option(command.args, ("--hard", "--merge", "--keep")):
        note_deletion(scene, command, "changes that are not committed")


def clean(scene: Scene, command: Command) -> None:
    """``clean`` deletes, unless it only says what it would delete."""
    if not has_option(command.args, ("-n", "--dry-run")) or has_option(command.args, ("-f", "--force")):
        note_deletion(scene, command, "files that git does not know")


def stash(scene: Scene, command: Command) -> None:
    """``stash``: putting away and looking is no loss; dropping is."""
    action = command.args[0].text if command.args else "push"
    if action in ("drop", "clear"):
        note_deletion(scene, command, "a stash")
    elif action in ("apply", "pop"):
        scene.writes.append(scene.rules.directory)
    elif action not in (
        "push",
        "list",
        "show",
        "save",
        "-u",
        "-m",
        "-k",
        "create",
        "-q",
        "--include-untracked",
    ):
        scene.doubt("git.unknown", "This use of git stash is not known.", f"git {command.raw}")


def remove_tracked(scene: Scene, command: Command) -> None:
    """``rm``: ``--cached`` keeps the file."""
    if has_option(command.args, ("--cached",)):
        return
    for word in plain_words(command.args):
        scene.touch(word, Use.remove)


def merge(scene: Scene, command: Command) -> None:
    """``merge``, ``cherry-pick``, ``revert``: what is committed already comes together, by its own strategy."""
    if has_option(command.args, ("--exec", "-s", "--strategy", "-X", "--strategy-option")):
        scene.doubt("git.option", "It may run a program or drop one side's changes.", f"git {command.raw}")


def apply_patch(scene: Scene, command: Command) -> None:
    """``apply``: files of the directory are written from a text that anybody may have made."""
    read_paths(scene, command.args)
    if has_option(
        command.args, ("--unsafe-paths", "--directory", "--build-fake-ancestor", "-R", "--reverse")
    ):
        scene.doubt(
            "git.option", "It may write outside the directory or take changes back.", f"git {command.raw}"
        )
    if not has_option(command.args, ("--check", "--stat", "--numstat", "--summary")):
        judge_patch(scene, plain_words(command.args), command)


def rebase(scene: Scene, command: Command) -> None:
    """``rebase``: of a branch that is not shared, it moves what is kept for long all the same (git-reflog(1))."""
    texts = [word.text or "?" for word in command.args]
    for at, text in enumerate(texts):
        if re.match(r"-x|--exec", text):
            joined = re.match(r"(?:-x|--exec=)(.+)", text)
            scene.inside(
                joined.group(1) if joined else " ".join(texts[at + 1 : at + 2]), f"git {command.raw}"
            )
    if texts in (["--abort"], ["--continue"], ["--skip"], ["--show-current-patch"]):
        return
    plain = (
        texts[: texts.index("--onto")] + texts[texts.index("--onto") + 2 :] if "--onto" in texts else texts
    )
    plain = [
        text
        for before, text in zip(["", *plain], plain, strict=False)
        if not re.match(r"-x|--exec", text) and before not in ("-x", "--exec")
    ]
    options = [text for text in plain if text.startswith("-")]
    others = len(plain) - len(options) > 1
    if others or not set(options) <= _REBASES or is_on_shared(scene):
        note_deletion(scene, command, "or rewrites what the repository holds")


_REBASES = frozenset(
    ("--autostash", "--no-autostash", "--autosquash", "--no-autosquash", "-i", "--interactive", "--rebase-merges", "-q",
     "--quiet", "-v", "--verbose", "--keep-base", "--fork-point", "--no-fork-point", "--no-stat", "--stat", "-r"),
)  # fmt: skip


def submodule(scene: Scene, command: Command) -> None:
    """``submodule``: what the repository itself names may be fetched; git keeps what was changed there."""
    texts = [word.text or "?" for word in command.args]
    mild = r"-q|--quiet|status|summary|update|init|sync|--init|--recursive|--depth(=\d+)?|\d+|-j\d*|--jobs(=\d+)?|--progress"
    if any(text == "deinit" for text in texts):
        note_deletion(scene, command, "a part of the working tree")
    elif not all(re.fullmatch(mild, text) or re.fullmatch(r"[A-Za-z][\w./-]*", text) for text in texts) or (
        texts and not re.fullmatch(mild, texts[0])
    ):
        scene.doubt("git.unknown", "This use of git submodule is not known.", f"git {command.raw}")


def point(scene: Scene, command: Command) -> None:
    """``symbolic-ref`` with one name shows where it points, with two it points it elsewhere."""
    if len(plain_words(command.args)) > 1 or has_option(command.args, ("-d", "--delete")):
        note_deletion(scene, command, "or replaces a reference")


def rewrite(scene: Scene, command: Command) -> None:
    """``gc``, ``update-ref``, ``filter-branch``: what the repository holds is thrown away or rewritten."""
    note_deletion(scene, command, "or rewrites what the repository holds")
