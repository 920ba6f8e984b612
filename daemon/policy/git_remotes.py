"""What git does with other repositories, its settings and its credentials, as its manual describes it."""

import re

from daemon.policy.branches import deletes_remote, judge_push
from daemon.policy.git_changes import note_deletion
from daemon.policy.model import Kind
from daemon.policy.readers import has_option, plain_words
from daemon.policy.scene import Command, Scene

_SECRET_SETTING = re.compile(
    r"credential|extraheader|password|token|secret|sslkey|cookiefile|smtppass", re.IGNORECASE
)


def judge_alias(scene: Scene, text: str, matched: str) -> None:
    """What another name for a command of git, or with ``!`` of the shell, would run."""
    plain = text.strip()
    scene.inside(plain[1:] if plain.startswith("!") else f"git {plain}", matched)


def configure(scene: Scene, command: Command) -> None:
    """``config``: reading one setting passes; lists may show credentials, and a change may run programs later."""
    texts = [word.text or "?" for word in command.args]
    wide = {"--global", "--system", "--show-origin", "--show-scope"} & set(texts)
    rest = [text for text in texts if text not in ("--local", "--name-only", "-z", *wide)]
    reads = ("--get", "--get-all", "--list", "-l", "get", "list", "--get-regexp")
    plain = len(rest) == 1 and not rest[0].startswith("-")
    if rest[:1] and rest[0] in ("--list", "-l", "list", "--get-regexp") and (wide or "--local" not in texts):
        reason = "It lists settings, which may hold credentials."
        scene.find(Kind.credentials, "credentials.git", reason, f"git {command.raw}")
    if rest[:1] and rest[0] in ("--unset", "--unset-all", "--remove-section"):
        note_deletion(scene, command, "a setting")
    elif rest[:1] and rest[0] not in reads and not plain:
        scene.doubt(
            "git.config", "It changes how git works, which may run programs later.", f"git {command.raw}"
        )
        if rest[0].startswith("alias.") and len(rest) > 1:
            judge_alias(scene, " ".join(rest[1:]), f"git {command.raw}")
    if any(_SECRET_SETTING.search(word.text or "") for word in command.args):
        scene.find(
            Kind.credentials, "credentials.git", "It asks for git's credentials.", f"git {command.raw}"
        )


def change_remote(scene: Scene, command: Command) -> None:
    """``remote``: where a repository sends things is the owner's to say."""
    if command.args and command.args[0].text in ("remove", "rm", "prune"):
        note_deletion(scene, command, "a remote and what is known of it")
    elif command.args and command.args[0].text not in ("-v", "show", "get-url", "update", "--verbose"):
        scene.doubt("git.remote", "It changes where git sends things.", f"git {command.raw}")


def fetch(scene: Scene, command: Command) -> None:
    """``fetch`` and ``pull``: from the repository's own remotes, without replacing branches."""
    words = plain_words(command.args)
    if (
        words
        and not re.fullmatch(r"[A-Za-z][\w-]*", words[0].text or "")
        and words[0].text not in scene.rules.own_remotes
    ):
        scene.doubt(
            "git.remote", "It takes code from a place that is not the repository's own.", f"git {command.raw}"
        )
    if any(re.fullmatch(r"--prune-tags?(=true)?|-[a-z]*P[a-z]*", word.text or "") for word in command.args):
        note_deletion(scene, command, "tags that the remote does not have")
    if has_option(command.args, ("--upload-pack", "--force", "-f")):
        scene.doubt("git.option", "It may replace branches or run a program.", f"git {command.raw}")
    if any(":" in (word.text or ":") or (word.text or "+").startswith("+") for word in words[1:]):
        scene.doubt("git.refspec", "It may replace a branch.", f"git {command.raw}")


def list_remote(scene: Scene, command: Command) -> None:
    """``ls-remote``: asks one of the repository's own remotes."""
    words = plain_words(command.args)
    if words and words[0].text not in scene.rules.own_remotes:
        scene.doubt(
            "git.remote", "It speaks to a place that is not the repository's own.", f"git {command.raw}"
        )
    if has_option(command.args, ("--upload-pack", "--exec", "-o", "--server-option")):
        scene.doubt("git.option", "It may run a program.", f"git {command.raw}")


def publish(scene: Scene, command: Command) -> None:
    """``send-pack`` and its like push without the words of a push."""
    scene.find(Kind.push, "git.push", "It sends commits to another repository.", f"git {command.raw}")


def share_subtree(scene: Scene, command: Command) -> None:
    """``subtree``, ``svn``, ``lfs``: some of what they do is a push."""
    if command.args and command.args[0].text in ("push", "dcommit", "svn"):
        publish(scene, command)
    elif (
        command.name.text == "lfs"
        and command.args[:1]
        and command.args[0].text in ("ls-files", "status", "fetch", "pull")
    ):
        return
    else:
        scene.doubt("git.unknown", f"This use of git {command.name.text} is not known.", f"git {command.raw}")


def ask_secret(scene: Scene, command: Command) -> None:
    """``credential`` and its helpers."""
    scene.find(Kind.credentials, "credentials.git", "It asks for git's credentials.", f"git {command.raw}")


def push(scene: Scene, command: Command) -> None:
    """A push passes only if it can be read to reach nothing but this request's own branches."""
    if deletes_remote(command):
        note_deletion(scene, command, "branches of the remote")
    if scene.steered:
        scene.find(
            Kind.push, "git.push", "Settings that it changes say where a push goes.", f"git {command.raw}"
        )
    for problem in judge_push(scene, command):
        scene.find(Kind.push, "git.push", problem, f"git {command.raw}")
