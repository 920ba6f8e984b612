"""Package managers, build tools and the names that they run."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from daemon.policy import services
from daemon.policy.code import judge_words
from daemon.policy.fetched import fetch, judge_name
from daemon.policy.installs import installs_known
from daemon.policy.manifests import Manifest, read_manifest
from daemon.policy.model import Kind
from daemon.policy.parts import plain_verbs, without_parts, without_places
from daemon.policy.places import Use
from daemon.policy.programs import CLEANS, PUBLISHES, RUNNERS, run_project
from daemon.policy.project_tools import FORBIDDEN, FORBIDDEN_SHORT, SAFE_TARGET, SUBCOMMANDS
from daemon.policy.readers import plain_words
from daemon.policy.scene import Command, Scene
from daemon.policy.scripts import run_script
from daemon.policy.syntax import Word
from daemon.policy.targets import build, run_names

_RUN_WORDS = ("run", "exec", "run-script", "tool run", "x", "dlx")
_SCRIPTED = ("npm", "pnpm", "yarn", "bun", "deno", "composer")
_PACKAGES = ("package.json",)


def manage(scene: Scene, command: Command, name: str) -> None:
    """A package manager or build tool with subcommands."""
    first = command.args[0].text if command.args else None
    if (
        first not in _RUN_WORDS
        and command.args
        and command.args[-1].text in ("--help", "--version")
        and not any(word.text == "--" for word in command.args)
    ):
        return
    if name in _SCRIPTED and first in ("-C", "--dir", "--cwd", "--prefix") and len(command.args) > 2:
        _manage_elsewhere(scene, command, name)
        return
    _judge_scripts_set(scene, command)
    if any(_FORCES.fullmatch(word.text or "") for word in command.args):
        scene.find(Kind.delete, "program.clean", "It is told to throw away what is there.", command.raw)
    if services.has_row(name, command):
        services.act(scene, command, name)
    elif name in ("deno", "bun") and first in ("eval", "-e", "--eval", "-p"):
        _run_text(scene, command)
    else:
        command = without_places(command) if name in _SCRIPTED else command
        if name in ("celery", "flask") and len(command.args) > 2 and command.args[0].text in ("-A", "--app"):
            command = replace(command, args=command.args[2:])
        words = [word.text or "?" for word in plain_words(without_parts(command, name))]
        if name == "gradle":
            words = [word.rsplit(":", 1)[-1] if word.startswith(":") else word for word in words]
        if not _says_outright(scene, command, name, words):
            _judge_use(scene, command, name, words)


def _manage_elsewhere(scene: Scene, command: Command, name: str) -> None:
    """``pnpm -C web test``: the same, in another directory."""
    kept = scene.places, scene.maybe
    scene.touch(command.args[1], Use.read)
    scene.enter(command.args[1].text)
    manage(scene, replace(command, args=command.args[2:]), name)
    scene.places, scene.maybe = kept


_FORCES = re.compile(
    r"--(force-)?(reset|drop|delete|destroy|purge|wipe|accept-data-loss|flush)(-all|-data|-db)?"
)


def _judge_scripts_set(scene: Scene, command: Command) -> None:
    """``npm pkg set scripts.x='...'`` writes what ``npm run x`` runs."""
    if [word.text for word in command.args[:2]] == ["pkg", "set"]:
        for word in command.args[2:]:
            name, _, text = (word.text or "").partition("=")
            if name.startswith("scripts."):
                scene.touch_path("package.json", Use.write)
                scene.inside(text, command.raw)


def _run_text(scene: Scene, command: Command) -> None:
    """``deno eval`` is what ``node -e`` is."""
    node, option = Word("node", ("node",)), Word("-e", ("-e",))
    scene.after(replace(command, args=(node, option, *command.args[1:])), 1)


def _says_outright(scene: Scene, command: Command, name: str, words: list[str]) -> bool:
    """Whether a verb says that it publishes or deletes."""
    if _is_run(words):
        return False
    verbs = [word for word in plain_verbs(command)[:3] if re.fullmatch(r"[\w.:@-]+", word)]
    if any(PUBLISHES.match(part) for verb in verbs for part in re.split(r"[:.]", verb)):
        scene.find(Kind.push, "program.publish", "It publishes to where others share it.", command.raw)
        if name in services.PACKAGERS:
            scene.find(Kind.money, "program.publish", services.PUBLISHED, command.raw)
        return True
    if any(_takes_away(verb) for verb in verbs) and not _is_cleaning_build(name, words):
        scene.find(Kind.delete, "program.clean", "It deletes what it manages.", command.raw)
        return True
    return False


def _judge_use(scene: Scene, command: Command, name: str, words: list[str]) -> None:
    line = " ".join(words)
    if words[:1] == ["run"] and name not in _SCRIPTED:
        judge_name(scene, command, " ".join(words[1:3]))
    for word in command.args:
        if re.search(r"\w\(", word.text or ""):
            judge_words(scene, word.text, command.raw)
    if _is_run(words) and (name in _SCRIPTED or not _is_known(name, line)):
        _run_named(scene, command, name)
    elif name in _SCRIPTED and words[:1] and words[0] in ("test", "t", "start", "lint", "build", "dev"):
        run_names(scene, command, ["test" if words[0] == "t" else words[0]], _scripts(scene))
        run_project(scene, command, FORBIDDEN)
    elif name in ("yarn", "pnpm", "bun") and words and (words[0] in RUNNERS or _is_script(scene, words[0])):
        _run_short(scene, command, words[0])
    elif _is_known(name, line) or installs_known(name, line, words):
        forbidden = () if name in ("cmake", "ctest", "meson") else FORBIDDEN
        run_project(scene, command, (*forbidden, *FORBIDDEN_SHORT.get(name, ())))
        _judge_build_script(scene, command, name)
    else:
        reason = f"This use of {name} installs or runs code that is not known."
        scene.doubt_code("program.manager", reason, command.raw)


def _is_script(scene: Scene, name: str) -> bool:
    manifest = _scripts(scene)
    return bool(SAFE_TARGET.fullmatch(name)) or (manifest is not None and manifest.text_of(name) is not None)


def _run_short(scene: Scene, command: Command, name: str) -> None:
    """``yarn lint`` and ``pnpm tsc``: a script of that name, or else a tool of the directory."""
    manifest = _scripts(scene)
    if name in RUNNERS and (manifest is None or manifest.text_of(name) is None):
        scene.after(command, next(i for i, word in enumerate(command.args) if word.text == name) + 1)
    else:
        run_names(scene, command, [name], manifest)
        run_project(scene, command, FORBIDDEN)


def _is_run(words: list[str]) -> bool:
    return bool(words) and words[0] in _RUN_WORDS


def _takes_away(verb: str) -> bool:
    return bool(CLEANS.search(verb)) or not set(verb.split(":")).isdisjoint(_TAKING_AWAY)


_TAKING_AWAY = frozenset(
    (
        "remove",
        "rm",
        "un",
        "unlink",
        "downgrade",
        "rollback",
        "down",
        "undo",
        "flush",
        "fresh",
        "zero",
        "wipe",
    ),
)


def _is_cleaning_build(name: str, words: list[str]) -> bool:
    """``gradle clean build``: what the build has made goes, and is made again."""
    goals = set(words) - {"clean"}
    return (
        name in ("mvn", "mvnw", "gradle", "sbt", "xcodebuild")
        and bool(goals)
        and not any(map(CLEANS.search, goals))
    )


def _is_known(name: str, line: str) -> bool:
    plain = line.removeprefix("clean ")
    return any(
        not known
        or plain == known
        or plain.startswith((known + " ", known) if known[-1] in ":/" else known + " ")
        for known in SUBCOMMANDS.get(name, ())
    )


def _judge_build_script(scene: Scene, command: Command, name: str) -> None:
    if name in ("cmake", "ctest") and any(re.match(r"-[PSE]$", word.text or "") for word in command.args):
        texts = [word.text or "?" for word in command.args]
        if "-P" in texts or "-E" in texts or (name == "ctest" and "-S" in texts):
            scene.doubt(
                "program.script", "It runs a script whose effect cannot be told beforehand.", command.raw
            )


def _scripts(scene: Scene) -> Manifest | None:
    return read_manifest(scene, _PACKAGES)


def _run_named(scene: Scene, command: Command, name: str) -> None:
    """``npm run lint`` runs a named script; ``uv run pytest`` runs a program."""
    at = next(i for i, word in enumerate(command.args) if word.text in _RUN_WORDS)
    command = replace(
        command,
        args=(*command.args[: at + 1], *without_places(replace(command, args=command.args[at + 1 :])).args),
    )
    if (
        at
        and not scene.rules.boxed
        and any(word.text not in ("-r", "-s", "--silent", "-w") for word in command.args[:at])
    ):
        scene.doubt("program.option", "It runs with options that are not followed.", command.raw)
    rest = command.args[at + 1 :]
    following = rest[0].text if rest else None
    if name in _SCRIPTED and command.args[at].text in ("run", "run-script"):
        run_names(scene, command, [following] if following else ["help"], _scripts(scene))
        run_project(scene, command, FORBIDDEN)
    elif name in ("cargo", "go", "dotnet", "swift", "sbt", "flutter", "streamlit", "turbo", "nx"):
        _run_own_program(scene, command, name, following)
    elif following is None or following.startswith("-"):
        scene.doubt(
            "program.script", "It runs a program whose effect cannot be told beforehand.", command.raw
        )
    elif following.endswith((".py", ".js", ".ts", ".rb")):
        run_script(scene, rest[0], command)
    elif name in _SCRIPTED or command.args[at].text in ("dlx", "tool run"):
        fetch(scene, Command(command.args[at], rest))
    else:
        scene.after(command, at + 2)


def _run_own_program(scene: Scene, command: Command, name: str, following: str | None) -> None:
    """``cargo run`` and ``go run ./cmd/x`` build and run what is in the directory."""
    ours = name != "go" or (following or "").startswith(".") or (following or "").endswith(".go")
    run_project(scene, command, FORBIDDEN)
    judge_name(scene, command, " ".join(word.text or "" for word in command.args[1:]))
    if not ours:
        scene.doubt_code("program.fetched", "It fetches code of others and runs it.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **{name: partial(manage, name=name) for name in (*SUBCOMMANDS, "lerna")},
    "pip3": partial(manage, name="pip"),
    "gradlew": partial(manage, name="gradle"),
    **dict.fromkeys(("make", "gmake", "just", "task", "rake", "ninja"), build),
}
