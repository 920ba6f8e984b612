"""What `muti init` asks, and what it takes where nobody can be asked (O4)."""

import importlib.util
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import typer

from deploy.console import Console
from deploy.failures import Exit, Failure
from deploy.keeping import keep_secret
from deploy.setup import login_name
from deploy.writing import Choices, room_name

LANGUAGES = ("en", "zh", "ko")
PROGRAMS = {"claude": "claude_agent_sdk", "codex": "codex_cli_bin"}
"""The agents that can be found by themselves: the name of the program, and the package that brings it along."""

RUNTIMES = (*PROGRAMS, "scripted")
TRIES = 3


@dataclass(frozen=True)
class Wishes:
    """What was said by options; nothing, where it was not. ``chats`` are by section."""

    language: str | None
    runtime: str | None
    directory: Path | None
    chats: Mapping[str, bool | None]


@dataclass(frozen=True)
class Given:
    """What makes a chat's section: plain values, and secrets, which go where only their owner reads them."""

    section: str
    plain: Mapping[str, str]
    secrets: Mapping[str, str] = field(repr=False)

    def keep(self, folder: Path) -> dict[str, str]:
        """Put the secrets away, and give the keys that the file has to hold; none, where a keyring has them."""
        kept = [keep_secret(self.section, name, secret, folder) for name, secret in self.secrets.items()]
        return {**self.plain, **{name: path for one in kept for name, path in one.items()}}


@dataclass(frozen=True)
class Chat:
    """A chat that can be set up: its keys, with what is asked, how each begins, and what is done before."""

    section: str
    name: str
    before: tuple[str, ...]
    plain: Mapping[str, tuple[str, str]]
    secrets: Mapping[str, tuple[str, str]]

    def ask(self, console: Console) -> Given | None:
        """The values, from the variables or from whoever sits there; nothing, if an answer was left empty.

        Raises:
            Failure: nobody can be asked and a variable is missing, or one has the wrong form.
        """
        if console.can_ask:
            for line in self.before:
                console.note(line)
        plain = {key: self._value(console, key, *asked, hide=False) for key, asked in self.plain.items()}
        secrets = {key: self._value(console, key, *asked, hide=True) for key, asked in self.secrets.items()}
        if not all([*plain.values(), *secrets.values()]):
            console.note(f"{self.name} is left for later: `muti init --{self.section}`.")
            return None
        return Given(self.section, plain, secrets)

    def _value(self, console: Console, key: str, question: str, start: str, *, hide: bool) -> str:
        variable = f"MUTI_{self.section}__{key}".upper()
        given = os.environ.get(variable, "").strip()
        if given or not console.can_ask:
            return self._checked(given, variable, start)
        for _ in range(TRIES):
            said = str(
                typer.prompt(
                    f"{question} (empty: later)", default="", hide_input=hide, show_default=False, err=True
                )
            )
            if not said.strip() or said.strip().startswith(start):
                return said.strip()
            console.note(f"That does not begin with {start}.")
        return ""

    def _checked(self, given: str, variable: str, start: str) -> str:
        if not given:
            raise _usage(f"{self.name} needs {variable}: set it, or leave --{self.section} out.")
        if not given.startswith(start):
            raise _usage(
                f"{variable} has to begin with {start}; what is there is something else. Correct it."
            )
        return given


CHATS = (
    Chat(
        "slack",
        "Slack",
        (
            "`muti slack manifest --open` opens Slack's page with the app filled in: create it and install it.",
            "Then its two tokens: the bot's from OAuth & Permissions, the app's from Basic Information → App-Level",
            "Tokens (with connections:write).",
        ),
        {},
        {"bot_token": ("Bot token", "xoxb-"), "app_token": ("App token", "xapp-")},
    ),
    Chat(
        "feishu",
        "Feishu",
        (
            "`muti feishu setup` makes the app by one QR scan. If you have an app already, give its id and secret",
            "here, from its page of credentials.",
        ),
        {"app_id": ("App id", "cli_")},
        {"app_secret": ("App secret", "")},
    ),
)


def wants(console: Console, chat: Chat, said: bool | None) -> bool:
    """Whether a chat is to be set up now. Without an option and without anybody to ask, it is not."""
    if said is not None or not console.can_ask:
        return bool(said)
    return typer.confirm(f"Set {chat.name} up now?", default=False, err=True)


def choose(console: Console, wishes: Wishes) -> Choices:
    """Language, agent and folder.

    Raises:
        Failure: something that was said cannot be meant.
    """
    language = _choose(console, "Language (en, zh, ko)", wishes.language, "en", LANGUAGES)
    default, evidence = find_agent()
    if wishes.runtime is None:
        console.note(evidence)
    runtime = _choose(console, f"Agent ({', '.join(RUNTIMES)})", wishes.runtime, default, RUNTIMES)
    folder = _ask(console, "Folder that it works in", wishes.directory, Path.cwd()).expanduser().resolve()
    if not folder.is_dir():
        raise _usage(f"{folder} is no folder; make it, or name another by --directory.")
    return Choices(login_name(), language, runtime, runtime, folder, room_name(folder))


def find_agent() -> tuple[str, str]:
    """A real agent where its program can be had, else the one that plays scripts; and what was seen."""
    for name, package in PROGRAMS.items():
        program = shutil.which(name)
        if program is not None:
            return name, f"Found {name} at {program}."
        if importlib.util.find_spec(package):
            return name, f"Found {name} in the package {package}."
    known = " and ".join(PROGRAMS)
    return "scripted", (
        f"Neither {known} is on your PATH. The agent 'scripted' plays scripts only; install one of them and "
        "run `muti init --force`."
    )


def refuse_changes(path: Path, wishes: Wishes) -> Choices:
    """A file that is there is added to, and never changed: its owner may have written in it. Gives what it says.

    Raises:
        Failure: an option says something else than the file.
        config.errors.ConfigError: the file cannot be used.
    """
    from config.load import load_settings

    settings = load_settings(path)
    agent = settings.agents[0] if settings.agents else None
    folder = wishes.directory.expanduser().resolve() if wishes.directory else None
    pairs = [
        ("--language", wishes.language, settings.owner.language),
        ("--runtime", wishes.runtime, agent.runtime if agent else None),
        ("--directory", folder, agent.directory.resolve() if agent else None),
    ]
    other = [f"{option} {said}" for option, said, there in pairs if said is not None and said != there]
    if other:
        raise Failure(
            f"{path} is there already and says something else than {', '.join(other)}; edit it, or write it anew "
            "with --force.",
            "exists",
        )
    runtime, handle, there = (agent.runtime, agent.handle, agent.directory) if agent else ("", "", Path())
    room = settings.rooms[0].name if settings.rooms else ""
    return Choices(settings.owner.name, settings.owner.language, runtime, handle, there, room)


def _choose(console: Console, question: str, given: str | None, default: str, known: tuple[str, ...]) -> str:
    chosen = given
    while chosen not in known:
        if chosen is not None and not console.can_ask:
            raise _usage(f"{chosen} is none of {', '.join(known)}; choose one of these.")
        if not console.can_ask:
            return default
        chosen = str(typer.prompt(question, default=default, err=True)).strip().lower()
    return chosen


def _ask(console: Console, question: str, given: Path | None, default: Path) -> Path:
    if given is not None or not console.can_ask:
        return given or default
    return Path(str(typer.prompt(question, default=str(default), err=True)).strip())


def _usage(sentence: str) -> Failure:
    return Failure(sentence, "usage", Exit.usage)
