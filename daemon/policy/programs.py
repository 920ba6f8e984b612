"""Programs that run code: interpreters, scripts, test runners, build tools and package managers."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from daemon.policy import services
from daemon.policy.code import judge_code, shadows_module
from daemon.policy.model import Kind
from daemon.policy.places import Use, is_below, meets_any
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

_SAFE_TARGET = re.compile(
    r"(unit|integration|e2e)?[-_:]?(tests?|check|lint|build|format|fmt|typecheck|type-check|types|compile|docs|help"
    r"|coverage|cov|tsc|eslint|prettier|mypy|ruff|vet|clippy)([-_:][\w:-]*)?"
)
_PUBLISHES = re.compile(r"deploy|release|publish|push|ship|upload|promote", re.IGNORECASE)
_CLEANS = re.compile(r"clean|purge|reset|drop|destroy|wipe|nuke|prune|uninstall", re.IGNORECASE)
RUNNERS: dict[str, tuple[str, ...]] = {
    "pytest": ("-p", "-c", "-o", "--rootdir", "--override-ini", "--basetemp", "--confcutdir", "--pyargs"),
    "py.test": ("-p", "-c", "-o", "--rootdir", "--override-ini", "--basetemp"),
    "mypy": ("--install-types", "--config-file", "--python-executable", "--cache-dir"),
    "ruff": ("--config", "--cache-dir", "--output-file"),
    "eslint": ("-o", "--output-file", "-c", "--config", "--rulesdir", "--resolve-plugins-relative-to"),
    **dict.fromkeys(
        ("tox", "nox", "black", "isort", "flake8", "pyright", "pylint", "bandit", "coverage", "tsc", "prettier",
         "jest", "vitest", "mocha", "rspec", "rubocop", "phpunit", "shellcheck", "yamllint", "markdownlint", "hadolint",
         "ctest", "gofmt", "rustfmt", "clang-format", "biome", "lint-imports", "bats", "unittest"),
        ("--config", "-c", "-o"),
    ),
}  # fmt: skip
SUBCOMMANDS: dict[str, tuple[str, ...]] = {
    "cargo": ("test", "build", "check", "clippy", "fmt", "doc", "tree", "metadata", "bench"),
    "go": ("test", "build", "vet", "fmt", "list", "doc", "version", "env"),
    "npm": ("test", "t", "ls", "list", "view", "outdated", "audit", "explain", "root", "prefix"),
    "pnpm": ("test", "t", "ls", "list", "outdated", "why"),
    "yarn": ("test", "why", "list", "outdated", "lint", "build"),
    "pip": ("list", "show", "check", "freeze", "index"),
    "pip3": ("list", "show", "check", "freeze", "index"),
    "uv": ("tree", "version", "pip list", "pip show"),
    "poetry": ("show", "check", "env info"),
    "mvn": ("test", "compile", "verify", "validate"),
    "gradle": ("test", "build", "check", "tasks"),
    "gradlew": ("test", "build", "check", "tasks"),
    "dotnet": ("test", "build"),
    "mix": ("test", "compile", "format"),
    "bundle": ("list", "show", "check"),
    "deno": ("test", "lint", "fmt", "check"),
    "bun": ("test",),
    "swift": ("test", "build"),
    "cmake": ("--build",),
}
_RUN_WORDS = ("run", "exec", "run-script", "tool run", "x", "dlx")
LANGUAGES = {
    "python": "python", "python3": "python", "python2": "python", "pypy3": "python", "node": "node", "nodejs": "node",
    "ruby": "ruby", "perl": "perl", "php": "php", "lua": "lua", "osascript": "applescript", "Rscript": "r",
    "tclsh": "tcl", "julia": "julia", "ts-node": "node", "tsx": "node",
}  # fmt: skip
_CODE_OPTIONS = ("-c", "-e", "--eval", "-p", "--print", "-r", "-pe", "-ne")


def is_changed(scene: Scene, place: str) -> bool:
    """Whether this request, or this very command, has written a path or something below it."""
    return meets_any(place, [*scene.rules.changed_paths, *scene.writes])


def run_file(scene: Scene, name: str, command: Command) -> None:
    """A program named by its path."""
    run_script(scene, Word(name, (name,)), command)


def run_script(scene: Scene, word: Word, command: Command) -> None:
    """A script: in a sandbox it may run; outside nobody can tell what it does."""
    scene.touch(word, Use.read)
    if word.text is None or scene.rules.sandboxed:
        return
    places = scene.locate(word.text)
    if any(is_changed(scene, place) for place in places):
        scene.doubt("program.changed", "It runs code that this request has changed.", command.raw)
    elif not re.search(r"venv/bin/activate$", word.text):
        scene.doubt("program.script", "It runs a script whose effect cannot be told beforehand.", command.raw)


def run_project(scene: Scene, command: Command, forbidden: tuple[str, ...] = ()) -> None:
    """A tool that runs the code of the directory: known, as long as this request has not changed it."""
    bad = has_option(command.args, forbidden)
    if bad and not scene.rules.sandboxed:
        scene.doubt("program.option", f"The option {bad} changes what it runs.", command.raw)
    for word in command.args:
        if word.text is not None and (word.text.startswith(("/", "~")) or ".." in word.text.split("/")):
            read_paths(scene, (word,))
    ours = (scene.rules.directory, *scene.rules.extra_directories)
    changed = [*scene.rules.changed_paths, *scene.writes]
    if not scene.rules.sandboxed and any(is_below(place, folder) for place in changed for folder in ours):
        scene.doubt("program.changed", "It may run code that this request has changed.", command.raw)


def interpret(scene: Scene, command: Command, language: str) -> None:
    """An interpreter: program text on its line, a module, a script, or text from a pipe."""
    for at, word in enumerate(command.args):
        text = word.text
        if text in _CODE_OPTIONS or (text or "").startswith("--eval="):
            inline = (text or "").partition("=")[2]
            following = command.args[at + 1].text if at + 1 < len(command.args) else None
            judge_code(scene, inline or following, language, command.raw)
            return
        if text == "-m" and language == "python":
            run_module(scene, command, at + 1)
            return
        if text is not None and text.startswith("-m") and language == "python":
            split = (
                *command.args[:at],
                Word("-m", ("-m",)),
                Word(text[2:], (text[2:],)),
                *command.args[at + 1 :],
            )
            run_module(scene, replace(command, args=split), at + 1)
            return
        if text is None or not text.startswith("-") or text == "-":
            _interpret_file(scene, command, word, language)
            return
    judge_code(scene, command.stdin, language, command.raw)


def _interpret_file(scene: Scene, command: Command, word: Word, language: str) -> None:
    if word.text == "-":
        judge_code(scene, command.stdin, language, command.raw)
    else:
        run_script(scene, word, command)


def run_module(scene: Scene, command: Command, at: int) -> None:
    """``python -m``: a module that is known as a program, or a script."""
    name = command.args[at].text if at < len(command.args) else None
    rest = command.args[at + 1 :]
    if name == "json.tool" and (scene.rules.sandboxed or not shadows_module(scene)):
        read_paths(scene, rest[:1])
        for word in rest[1:]:
            scene.touch(word, Use.overwrite)
    elif name == "venv":
        for word in plain_words(rest):
            scene.touch(word, Use.write)
    elif name in (*RUNNERS, "pip", "twine", "poetry", "keyring", "flit", "hatch"):
        scene.after(command, at + 1)
    elif name is not None and any(name.split(".")[0] in (c, "deploy") for c in scene.rules.product_commands):
        scene.find(Kind.product, "product.command", "It runs the product's own command line.", command.raw)
    elif not scene.rules.sandboxed:
        scene.doubt("program.module", "It runs a module whose effect cannot be told beforehand.", command.raw)


def build(scene: Scene, command: Command) -> None:
    """``make`` and ``just``: judged by the names of their targets."""
    words = plain_words(command.args)
    odd = len(words) != len(
        [word for word in command.args if not re.fullmatch(r"-j\d*|-s|-k|-n", word.text or "")]
    )
    targets = [word.text or "?" for word in words]
    _judge_targets(scene, command, targets)
    known = targets and all(_SAFE_TARGET.fullmatch(target) for target in targets)
    if (odd or not known) and not scene.rules.sandboxed:
        scene.doubt("program.target", "It runs a target whose effect cannot be told beforehand.", command.raw)
    run_project(scene, command)


def _judge_targets(scene: Scene, command: Command, targets: list[str]) -> None:
    for target in targets:
        if _PUBLISHES.search(target):
            scene.find(Kind.push, "program.publish", "Its name says that it publishes.", command.raw)
        elif _CLEANS.search(target):
            scene.find(Kind.delete, "program.clean", "Its name says that it deletes.", command.raw)


def manage(scene: Scene, command: Command, name: str) -> None:
    """A package manager or build tool with subcommands."""
    if services.has_row(name, command):
        services.act(scene, command, name)
        return
    words = [word.text or "?" for word in plain_words(command.args)]
    line = " ".join(words)
    if any(line == known or line.startswith(known + " ") for known in SUBCOMMANDS.get(name, ())):
        run_project(
            scene,
            command,
            ("--config", "-C", "--prefix", "--manifest-path", "-exec", "-toolexec", "--script-shell"),
        )
    elif words and words[0] in _RUN_WORDS:
        _run_named(scene, command, name)
    elif words and _PUBLISHES.search(words[0]):
        scene.find(Kind.push, "program.publish", "It publishes to where others share it.", command.raw)
    elif not scene.rules.sandboxed:
        scene.doubt(
            "program.manager", f"This use of {name} installs or runs code that is not known.", command.raw
        )
    if words and words[0] in ("remove", "uninstall", "rm", "clean", "prune"):
        scene.find(Kind.delete, "program.clean", "It deletes what it manages.", command.raw)


def _run_named(scene: Scene, command: Command, name: str) -> None:
    """``npm run lint`` runs a named script; ``uv run pytest`` runs a program."""
    at = next(i for i, word in enumerate(command.args) if word.text in _RUN_WORDS)
    if at and not scene.rules.sandboxed:
        scene.doubt("program.option", "It runs with options that are not followed.", command.raw)
    following = command.args[at + 1].text if at + 1 < len(command.args) else None
    if name in ("npm", "pnpm", "yarn", "bun", "deno", "composer") and command.args[at].text in (
        "run",
        "run-script",
    ):
        _judge_targets(scene, command, [following or "?"])
        if not (following and _SAFE_TARGET.fullmatch(following)) and not scene.rules.sandboxed:
            scene.doubt(
                "program.target", "It runs a script whose effect cannot be told beforehand.", command.raw
            )
        run_project(scene, command)
    elif following is None or following.startswith("-") or name in ("cargo", "go", "dotnet", "swift"):
        run_project(scene, command)
        if not scene.rules.sandboxed:
            scene.doubt(
                "program.script", "It runs a program whose effect cannot be told beforehand.", command.raw
            )
    elif following.endswith((".py", ".js", ".ts", ".rb")):
        run_script(scene, command.args[at + 1], command)
    else:
        scene.after(command, at + 2)


def run_package(scene: Scene, command: Command) -> None:
    """``npx`` and ``uvx``: a tool of the directory passes as itself; anything else is fetched and run."""
    first = command.args[0].text if command.args else None
    if first in RUNNERS:
        scene.after(command, 1)
    elif not scene.rules.sandboxed:
        scene.doubt("program.fetched", "It fetches code of others and runs it.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **{name: partial(run_project, forbidden=options) for name, options in RUNNERS.items()},
    **{
        name: partial(manage, name=name)
        for name in (*SUBCOMMANDS, "hatch", "pipenv", "composer", "lerna", "pipx")
    },
    **{name: partial(interpret, language=language) for name, language in LANGUAGES.items()},
    **dict.fromkeys(("make", "gmake", "just", "task", "rake", "ninja"), build),
    **dict.fromkeys(("npx", "uvx", "bunx", "pnpx"), run_package),
}
