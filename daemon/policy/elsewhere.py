"""Commands that run another command in a container, a cluster or on another machine.

What runs there is judged for what it says; which paths it names means nothing here.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from daemon.policy.credentials import is_secret_variable
from daemon.policy.model import Kind
from daemon.policy.places import Use
from daemon.policy.programs import run_project
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.services import PROGRAMS, act
from daemon.policy.syntax import Word

_READS = re.compile(
    r"(ps|images|logs|version|info|history|top|port|stats|search|events|diff|wait|help"
    r"|(network|volume|image|container|context|buildx|compose|system|builder|plugin|manifest)"
    r" (ls|list|ps|logs|version|images|top|port|df|inspect|events|history|stats|show|wait))( .*)?"
)
_WORKS = re.compile(
    r"(build|pull|start|stop|restart|pause|unpause|tag|rename|create"
    r"|(image|buildx) (build|pull|tag)|(container) (start|stop|restart)|(network|volume) create"
    r"|compose (up|build|pull|start|stop|restart|create|pause|unpause|watch))( .*)?"
)
_REMOVES = re.compile(
    r"(rm|rmi|kill|(\w+ )?(rm|rmi|prune|remove|delete|down|kill|reset|uninstall))( .*)?|swarm leave.*"
)
_SECRET = re.compile(
    r"(login|logout|inspect|secret|compose (config|convert)|container inspect|config (inspect|ls))( .*)?"
)
_PLAIN_FORMAT = re.compile(
    r"(\{\{\s*(json )?(range )?\.(State|Name|Id|Image|Created|RestartCount|NetworkSettings|Mounts|Platform|LogPath|SizeRw"
    r"|HostConfig\.(PortBindings|RestartPolicy|NetworkMode|Binds)|Config\.(Image|Labels|ExposedPorts|Hostname|WorkingDir))"
    r"[\w. ]*\}\}|[^{}])+"
)
_RUNS = re.compile(r"((container |compose )?(run|exec))( .*)?")
_VALUED = frozenset(
    ("-w", "--workdir", "-u", "--user", "-e", "--env", "-p", "--publish", "--name", "--platform", "-m", "--memory",
     "--cpus", "-v", "--volume", "--mount", "--env-file", "-l", "--label", "--pull", "-h", "--hostname", "--index",
     "--shm-size", "--restart"),
)  # fmt: skip
_PLAIN = re.compile(
    r"-[itdTP]+|--(rm|interactive|tty|detach|init|no-deps|build|quiet-pull|read-only|service-ports|no-TTY|quiet)"
)
_GLOBAL_VALUED = (
    "-f",
    "--file",
    "-p",
    "--project-name",
    "--profile",
    "--ansi",
    "--progress",
    "--project-directory",
)
_HERE = ("place.outside", "place.run-later", "place.unknown")


def container(scene: Scene, command: Command) -> None:
    """``docker`` and ``podman``."""
    composed = (command.name.text or "").endswith("-compose")
    words = [Word("compose", ("compose",)), *command.args] if composed else list(command.args)
    at, compose = 0, False
    while at < len(words):
        text = words[at].text or "?"
        if text == "compose":
            compose = True
        elif compose and text in _GLOBAL_VALUED:
            at += 1
            if text in ("-f", "--file", "--project-directory"):
                read_paths(scene, tuple(words[at : at + 1]))
        elif text.startswith("-") and not text.startswith(("--version", "--help", "--ansi", "--profile")):
            scene.doubt("container.option", "It may speak to another machine.", command.raw)
        elif not text.startswith("-"):
            break
        at += 1
    _judge_verb(scene, command, words[at:], "compose " if compose else "")


def _judge_verb(scene: Scene, command: Command, words: list[Word], group: str) -> None:
    line = group + " ".join(word.text or "?" for word in words if not (word.text or "?").startswith("-"))
    if _RUNS.fullmatch(line):
        _run_inside(scene, command, words, alone=" run" in f" {line[:14]}")
    elif re.match(r"(image |compose |manifest )?push( |$)", line) or _publishes(words):
        scene.find(Kind.push, "container.push", "It publishes to where others share it.", command.raw)
    elif ("inspect" in line[:18] and _shows_plainly(words)) or (
        line.startswith("compose config") and any(word.text in _ONLY_NAMES for word in words)
    ):
        return
    elif re.match(r"(container )?cp ", line):
        _copy_out(scene, command, words)
    elif _SECRET.fullmatch(line):
        scene.find(Kind.credentials, "container.secret", "It shows what containers are given.", command.raw)
    elif _REMOVES.fullmatch(line):
        scene.find(
            Kind.delete, "container.remove", "It deletes containers, images or their data.", command.raw
        )
    elif _WORKS.fullmatch(line):
        _work(scene, command, words)
    elif line.strip() not in ("", "compose") and not _READS.fullmatch(line):
        scene.doubt("container.unknown", "What it does with containers is not known.", command.raw)


_ONLY_NAMES = ("--services", "--images", "--profiles", "--volumes", "-q", "--quiet", "--hash")


def _copy_out(scene: Scene, command: Command, words: list[Word]) -> None:
    """``docker cp``: out of a container it writes here; into one it may replace what is there."""
    source, target = plain_words(tuple(words))[-2:]
    if ":" in (source.text or "") and ":" not in (target.text or ":"):
        scene.touch(target, Use.overwrite)
    else:
        read_paths(scene, (source,), Use.read_tree)
        scene.doubt("container.unknown", "It changes files in a container.", command.raw)


def _shows_plainly(words: list[Word]) -> bool:
    """Whether a format lets only through what holds no secret."""
    texts = [word.text or "" for word in words]
    formats = [after for option, after in pairwise(texts) if option in ("-f", "--format")]
    formats += [text.split("=", 1)[1] for text in texts if text.startswith("--format=")]
    return bool(formats) and all(_PLAIN_FORMAT.fullmatch(text) for text in formats)


def _publishes(words: list[Word]) -> bool:
    return any(
        word.text == "--push" or "type=registry" in (word.text or "") or "push=true" in (word.text or "")
        for word in words
    )


def _work(scene: Scene, command: Command, words: list[Word]) -> None:
    """Building and starting what the directory describes."""
    _judge_environment(scene, words, ("--build-arg",))
    bad = has_option(
        tuple(words),
        ("--secret", "--ssh", "--allow", "--network", "--volume", "--mount", "--output", "--privileged"),
    )
    if bad or (words[0].text == "create" and len(words) > 2):
        scene.doubt("container.option", f"The option {bad} gives it more than the directory.", command.raw)
    if has_option(tuple(words), ("-V", "--renew-anon-volumes", "--volumes")):
        scene.find(Kind.delete, "container.remove", "It deletes the data of containers.", command.raw)
    run_project(scene, Command(command.name, tuple(words)))


def _judge_environment(scene: Scene, words: list[Word], options: tuple[str, ...]) -> None:
    for option, word in pairwise(words):
        name = word.text or "?"
        if option.text in options and "=" not in name and (name == "?" or is_secret_variable(name)):
            reason = "It hands a secret of the environment to a container."
            scene.find(Kind.credentials, "credentials.variable", reason, name)


def _run_inside(scene: Scene, command: Command, words: list[Word], *, alone: bool) -> None:
    """``run`` and ``exec``: options, a container or image, and the command inside."""
    _judge_environment(scene, words, ("-e", "--env"))
    at = 1 if words[0].text != "container" else 2
    mounted = not alone
    while at < len(words) and (words[at].text or "?").startswith("-"):
        option, value = words[at].text or "?", words[at + 1] if at + 1 < len(words) else None
        if option in _VALUED and value is not None:
            mounted = _judge_option(scene, option, value, command) or mounted
            at += 1
        elif option.split("=", 1)[0] in _VALUED and "=" in option:
            name, inline = option.split("=", 1)
            mounted = _judge_option(scene, name, Word(inline, (inline,)), command) or mounted
        elif not _PLAIN.fullmatch(option):
            scene.doubt(
                "container.option", f"The option {option} gives it more than the directory.", command.raw
            )
        at += 1
    inner = words[at + 1 :]
    if inner and alone:
        _judge_image(scene, words[at], inner)
    if inner:
        judge_inside(scene, Command(inner[0], tuple(inner[1:])), mounted=mounted)
    elif not alone:
        scene.doubt("container.unknown", "What runs inside cannot be told.", command.raw)


def _judge_image(scene: Scene, image: Word, inner: list[Word]) -> None:
    """An image that is called like a program runs that program."""
    name = re.split(r"[:@]", (image.text or "").rsplit("/", 1)[-1])[0].removesuffix("-cli")
    if name in PROGRAMS or name == "git":
        kept, scene.findings = scene.findings, []
        scene.after(Command(Word("", ("",)), (Word(name, (name,)), *inner)), 1)
        found, scene.findings = scene.findings, kept
        scene.take([one for one in found if one.kind != Kind.unknown])


def _judge_option(scene: Scene, option: str, value: Word, command: Command) -> bool:
    """Whether an option gives a container files of this machine."""
    if option == "--env-file":
        read_paths(scene, (value,))
    if option == "--mount":
        scene.doubt("container.option", "It gives a container files of this machine.", command.raw)
        return True
    if option not in ("-v", "--volume"):
        return False
    if value.text is None:
        scene.doubt("container.option", "It gives a container files that cannot be told.", command.raw)
        return True
    source = value.text.split(":")[0]
    if source.startswith(("/", ".", "~")):
        whole = any(place == scene.rules.directory for place in scene.locate(source))
        scene.touch_path(source, Use.read if whole else Use.read_tree)
        return True
    return ":" in value.text


def judge_inside(scene: Scene, command: Command, *, mounted: bool) -> None:
    """Judge a command that runs in a container: where files are shared, it may not write any unseen."""
    kept, scene.findings = scene.findings, []
    writes, creates, places = len(scene.writes), len(scene.creates), (scene.places, scene.maybe)
    scene.after(Command(Word("", ("",)), (command.name, *command.args)), 1)
    written = scene.writes[writes:]
    del scene.writes[writes:], scene.creates[creates:]
    scene.places, scene.maybe = places
    found, scene.findings = scene.findings, kept
    scene.take([one for one in found if one.rule not in _HERE])
    if mounted and written:
        scene.doubt(
            "container.writes",
            "It writes files in a container that may share them with this machine.",
            command.raw,
        )


def remote(scene: Scene, command: Command) -> None:
    """``ssh`` and its like use the owner's keys to act on another machine."""
    reason = "It uses the owner's keys on another machine."
    scene.find(Kind.credentials, "credentials.remote", reason, command.raw)
    name = command.name.text or ""
    words = plain_words(command.args)
    if name.endswith(("ssh", "mosh")) and len(words) > 1 and all(word.text is not None for word in words[1:]):
        _judge_text(scene, " ".join(word.text or "" for word in words[1:]), command.raw)
    if name.endswith("rsync") and has_option(command.args, ("--delete", "--del", "--remove-source-files")):
        scene.find(Kind.delete, "delete.sync", "It deletes what the source does not have.", command.raw)


def _judge_text(scene: Scene, text: str, matched: str) -> None:
    kept, scene.findings = scene.findings, []
    writes, creates = len(scene.writes), len(scene.creates)
    scene.inside(text, matched)
    del scene.writes[writes:], scene.creates[creates:]
    found, scene.findings = scene.findings, kept
    scene.take([one for one in found if one.rule not in _HERE])


def synchronise(scene: Scene, command: Command) -> None:
    """``rsync``: between two places of this machine it copies over what is there."""
    words = plain_words(command.args)
    if any(word.text is None or ":" in word.text for word in words) or has_option(
        command.args, ("-e", "--rsh")
    ):
        remote(scene, command)
        return
    if has_option(
        command.args, ("--delete", "--del", "--remove-source-files", "--delete-after", "--delete-before")
    ):
        scene.find(Kind.delete, "delete.sync", "It deletes what the source does not have.", command.raw)
    read_paths(scene, words[:-1], Use.read_tree)
    for word in words[-1:]:
        scene.touch(word, Use.overwrite)


def cluster(scene: Scene, command: Command) -> None:
    """``kubectl``: what it runs in a pod is judged too."""
    texts = [word.text for word in command.args]
    if "exec" in texts[:6] or "run" in texts[:4]:
        scene.doubt("service.kubectl", "It runs a command in a cluster.", command.raw)
        if "--" in texts and texts.index("--") + 1 < len(texts):
            inner = command.args[texts.index("--") + 1 :]
            judge_inside(scene, Command(inner[0], inner[1:]), mounted=False)
        return
    act(scene, command, "kubectl")


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **dict.fromkeys(
        ("docker", "podman", "nerdctl", "docker-compose", "podman-compose", "finch", "buildah"), container
    ),
    **dict.fromkeys(("kubectl", "oc", "k"), cluster),
    **dict.fromkeys(
        ("ssh", "scp", "sftp", "ssh-add", "ssh-copy-id", "ssh-agent", "mosh", "sshfs", "autossh"), remote
    ),
    "rsync": synchronise,
}
