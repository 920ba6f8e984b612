"""Branches and remotes, as git's own files tell of them: which are shared, and which this request has made.

A branch is shared if its name says so, if it is the remote's default, or if the remote was seen to have it before
this request. What a request has made itself is known by the file that git keeps for it (gitrepository-layout(5)).
A branch that the remote has and that was never fetched cannot be overwritten by a plain push: git refuses it.
"""

import posixpath
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from daemon.policy.model import assume_exists
from daemon.policy.places import below_any, is_below
from daemon.policy.readers import has_option, plain_words
from daemon.policy.scene import Command, Scene

_KNOWN = (
    "-u",
    "--set-upstream",
    "-v",
    "-q",
    "--verbose",
    "--quiet",
    "--porcelain",
    "--progress",
    "--no-verify",
)
_STEERS = re.compile(
    r"^\s*(pushurl|pushdefault|mirror|push|insteadof|pushinsteadof|default|fsmonitor|worktree)\s*=",
    re.I | re.M,
)
_FULL = re.compile(r"(refs/heads/)?[A-Za-z0-9][\w./-]*")


def _folders(scene: Scene) -> Iterator[str]:
    """The working directory, and the folders above it."""
    folder = scene.rules.directory
    while folder not in ("", "/"):
        yield folder
        folder = posixpath.dirname(folder)


def _own_store(scene: Scene) -> str:
    """The folder with the ``HEAD`` of this working tree: its own, where the tree is a linked one (gitrepository-layout(5))."""
    for folder in _folders(scene):
        if scene.rules.read(f"{folder}/.git/HEAD") is not None:
            return f"{folder}/.git"
        link = re.fullmatch(r"gitdir: (\S.*?)\s*", scene.rules.read(f"{folder}/.git") or "")
        if link:
            return posixpath.normpath(posixpath.join(folder, link.group(1)))
    return "/.git"


def _store(scene: Scene) -> str:
    """The folder where git keeps what all working trees of a repository share."""
    return _own_store(scene).partition("/.git/worktrees/")[0].removesuffix("/.git") + "/.git"


def current_branches(scene: Scene) -> tuple[str | None, ...]:
    """The branches that git may be on here; None stands for one that cannot be told."""
    if scene.heads:
        return scene.heads
    text = scene.rules.read(f"{_own_store(scene)}/HEAD") or ""
    match = re.fullmatch(r"ref: refs/heads/(\S+)\s*", text)
    if match:
        scene.facts["branch"] = match.group(1)
    return (match.group(1) if match else None,)


def turn_to(scene: Scene, name: str | None, *, new: bool) -> None:
    """``checkout`` or ``switch``: what follows in the same chain knows that it worked, what comes later does not."""
    if new:
        make_branch(scene, name)
    before = current_branches(scene)
    scene.maybe_heads = tuple(dict.fromkeys((*scene.maybe_heads, *before)))
    scene.heads = (name if name is not None and _FULL.fullmatch(name) else None,)


def is_on_shared(scene: Scene) -> bool:
    """Whether git may be on a branch that is shared by its name, or on one that cannot be told."""
    return any(name is None or _is_shared_name(scene, "origin", name) for name in current_branches(scene))


def _is_shared_name(scene: Scene, remote: str, branch: str) -> bool:
    patterns = scene.rules.shared_branches
    named = any(fnmatchcase(branch.casefold(), pattern.casefold()) for pattern in patterns)
    return named or _is_default(scene, remote, branch)


def _is_default(scene: Scene, remote: str, branch: str) -> bool:
    default = scene.rules.read(f"{_store(scene)}/refs/remotes/{remote}/HEAD") or ""
    return default.strip() == f"ref: refs/remotes/{remote}/{branch}"


def make_branch(scene: Scene, name: str | None) -> None:
    """A branch that was not there is the request's own."""
    place = f"{_store(scene)}/refs/heads/{name}"
    if name is not None and _FULL.fullmatch(name) and not _is_there(scene, place, f"refs/heads/{name}"):
        scene.creates.append(place)


def owns_branch(scene: Scene, name: str | None) -> bool:
    """Whether this request has made a branch of this repository."""
    place = f"{_store(scene)}/refs/heads/{name}"
    return (
        name is not None
        and bool(_FULL.fullmatch(name))
        and place in (*scene.rules.created_paths, *scene.creates)
    )


def _is_there(scene: Scene, place: str, reference: str) -> bool:
    packed = scene.rules.read(f"{_store(scene)}/packed-refs") or ""
    return scene.rules.exists(place) or f" {reference}\n" in packed


def judge_push(scene: Scene, command: Command) -> Iterator[str]:
    """Why a push may reach what others share; nothing where it plainly reaches this request's own branches."""
    if any((word.text or "-?").startswith("-") and word.text not in _KNOWN for word in command.args):
        yield "It pushes with options that may reach a shared branch."
        return
    if not all(is_below(place, scene.rules.directory) for place in scene.places or ("/",)):
        yield "It pushes from outside the working directory."
    words = plain_words(command.args)
    config = scene.rules.read(f"{_store(scene)}/config")
    if config is not None and _STEERS.search(config):
        yield "The repository's settings change where a push goes."
    remote = words[0].text if words else "origin"
    if remote not in scene.rules.own_remotes:
        yield "It pushes to a place that is not the repository's own."
        return
    _note_remote(scene, remote or "", config)
    targets = [word.text for word in words[1:]]
    if "tag" in targets:
        yield "It pushes a tag, which others build on."
        return
    if not targets and (config is None or scene.rules.exists is assume_exists):
        yield "It does not say which branch it pushes to."
        return
    for target in targets or ["HEAD"]:
        for branch in _branches_of(scene, target, config):
            yield from _problem_of(scene, remote or "", branch)


def _note_remote(scene: Scene, remote: str, config: str | None) -> None:
    section = re.search(rf'\[remote "{re.escape(remote)}"\]([^\[]*)', config or "")
    url = re.search(r"^\s*url\s*=\s*(\S+)", section.group(1), re.M) if section else None
    if url:
        scene.facts[f"remote {remote}"] = url.group(1)


def _branches_of(scene: Scene, target: str | None, config: str | None) -> tuple[str | None, ...]:
    """The branches that a refspec reaches (git-push(1), "<refspec>")."""
    if target in ("HEAD", "@"):
        return tuple(None if name and _leads_away(name, config) else name for name in current_branches(scene))
    branch = (target or "").rsplit(":", 1)[-1].removeprefix("refs/heads/")
    plain = (
        target is not None
        and not target.startswith(("+", ":"))
        and _FULL.fullmatch(branch)
        and branch not in ("HEAD", "@")
    )
    return (branch if plain and not branch.startswith("refs/") else None,)


def _leads_away(name: str, config: str | None) -> bool:
    """Whether a branch is set up to be pushed to one of another name."""
    section = re.search(rf'\[branch "{re.escape(name)}"\]([^\[]*)', config or "")
    merge = re.search(r"^\s*merge\s*=\s*(\S+)", section.group(1), re.M) if section else None
    return merge is not None and merge.group(1) != f"refs/heads/{name}"


def _problem_of(scene: Scene, remote: str, branch: str | None) -> Iterator[str]:
    if branch is None:
        yield "It does not say plainly which branch it pushes to."
        return
    place = f"{_store(scene)}/refs/remotes/{remote}/{branch}"
    ours = any(fnmatchcase(branch, pattern) for pattern in scene.rules.own_branches)
    if any(fnmatchcase(branch.casefold(), pattern.casefold()) for pattern in scene.rules.shared_branches):
        yield f"It pushes to {branch}, which is shared."
    elif _is_there(scene, f"{_store(scene)}/refs/tags/{branch}", f"refs/tags/{branch}") or re.match(
        r"v?\d+(\.|$)", branch
    ):
        yield f"It pushes {branch}, which is a tag or looks like one."
    elif _is_default(scene, remote, branch):
        yield f"It pushes to {branch}, which is the remote's default branch."
    elif ours or below_any(place, scene.rules.created_paths):
        return
    elif not scene.rules.read(f"{_own_store(scene)}/HEAD") or scene.rules.exists is assume_exists:
        yield f"It pushes to {branch}, and whether others share that cannot be told."
    elif _is_there(scene, place, f"refs/remotes/{remote}/{branch}"):
        yield f"It pushes to {branch}, which others may share."
    else:
        scene.creates.append(place)


def deletes_remote(command: Command) -> bool:
    """Whether a push takes branches of the remote away."""
    gone = any((word.text or "").startswith(":") and (word.text or "") != ":" for word in command.args)
    return gone or bool(has_option(command.args, ("-d", "--delete", "--prune", "--mirror")))
