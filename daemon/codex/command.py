"""How Codex is called: the program, its arguments, its environment, its version."""

import asyncio
import importlib.util
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from daemon.process import Limits, spawn
from daemon.runtime import Needs, RuntimeUnfit, Turn

# The oldest version whose gate was measured to hold. It asks for every command and patch, and its terminals can
# be had without keyboards: what is typed into one is shown to no gate.
MINIMUM = (0, 163, 0)

ANSWER_SECONDS = 20.0

# Whose interface the model speaks: what a box has to offer.
PROVIDER = "openai"
KEY, ADDRESS, USUAL_ADDRESS = "OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com/v1"

# Unknown keys in our configuration mean a version that would not do as it is told.
ARGUMENTS = ("app-server", "--strict-config")


def find_program() -> Path | None:
    """The Codex that comes with openai-codex-cli-bin, whose version is known to fit, else the owner's own."""
    package = importlib.util.find_spec("codex_cli_bin")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "bin" / "codex"
        if bundled.is_file():
            return bundled
    own = shutil.which("codex")
    return Path(own) if own is not None else None


def build_command(program: Path) -> list[str]:
    """The command line. Everything else is said over the pipe or stands in files of ours."""
    return [str(program.resolve()), *ARGUMENTS]


def build_environment(turn: Turn, home: Path) -> dict[str, str]:
    """The whole environment of the program: what the turn gives, and where its own folder is (S6)."""
    return {**turn.environment, "CODEX_HOME": str(home), "PWD": str(turn.directory)}


def enter_box(
    program: Path, turn: Turn, home: Path, questions: Path, fixed: tuple[Path, ...]
) -> tuple[list[str], dict[str, str]]:
    """The command and the environment of one turn, inside its box if it has one (P7).

    The folder of ``questions``, in which the daemon writes too, is shown by itself: so it cannot be moved away, nor
    a link to a folder of the owner's be put in its place.

    Raises:
        RuntimeUnfit: the box cannot show the program what it needs.
    """
    command, environment = build_command(program), build_environment(turn, home)
    if turn.box is None:
        return command, environment
    programs = (program_folder(program), *server_files(turn))
    return turn.box.enter(command, environment, Needs(programs, (home, questions), fixed, PROVIDER))


def program_folder(program: Path) -> Path:
    """The program with what it starts: its own search tool and code runner lie beside it."""
    real = program.resolve()
    package = real.parent.parent
    return package if (package / "codex-package.json").is_file() else real


def server_files(turn: Turn) -> tuple[Path, ...]:
    """The file of MCP servers that the owner names, if any."""
    own = turn.options.get("mcp_config")
    return (Path(str(own)),) if own else ()


async def read_version(program: Path) -> str:
    """The version of the program.

    Raises:
        RuntimeUnfit: it does not start, or is too old to be held by the gate.
    """
    code, output = await _ask(program, "--version")
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", output)
    if code or found is None:
        raise RuntimeUnfit(f"{program} --version failed with exit code {code}: install Codex anew.")
    if tuple(map(int, found.groups())) < MINIMUM:
        oldest = ".".join(map(str, MINIMUM))
        raise RuntimeUnfit(
            f"Codex {found[0]} is too old to ask before each action: install {oldest} or a newer one."
        )
    return found[0]


def check_login(environment: Mapping[str, str], login: Path | None) -> None:
    """See that Codex can reach a model in the name of somebody, without asking the network.

    Raises:
        RuntimeUnfit: there is neither a key nor a login file.
    """
    if environment.get(KEY) or (login is not None and login.is_file()):
        return
    if login is not None:
        raise RuntimeUnfit(f"There is no login in {login}: run `codex login` on this machine.")
    raise RuntimeUnfit(
        f"Codex has no login: pass {KEY} in the agent's env, or name your own login file in its options, "
        'such as login = "~/.codex/auth.json".'
    )


async def _ask(program: Path, *arguments: str) -> tuple[int, str]:
    mark = f"check-{uuid4()}"  # its own: what is stopped by a mark is everything on this machine that has it
    try:
        child = await spawn([str(program), *arguments], Path.cwd(), {}, mark)
    except OSError as problem:
        raise RuntimeUnfit(f"{program} does not start ({problem.strerror}): install Codex.") from problem
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            output = [line async for line in child.lines()]
            return await child.wait(), b"\n".join(output).decode(errors="replace")
    except TimeoutError as problem:
        raise RuntimeUnfit(f"{program} does not answer: install Codex anew.") from problem
    finally:
        await child.stop(Limits(0, 0, 5))
