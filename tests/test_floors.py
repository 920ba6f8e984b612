"""What import-linter cannot say about the house (its contracts are in pyproject.toml)."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import pytest

import daemon

ROOT = Path(__file__).parents[1]
FLOORS = ("bots", "config", "daemon", "deploy", "relay")

HOUSE_PACKAGES = {"bots.words", "daemon.policy", "daemon.sandbox"}
"""Packages that belong to the whole floor; every other one is a platform or a runtime."""

PURE = (
    "relay/ids.py", "relay/machine.py", "relay/wire/*.py", "bots/text.py", "bots/words/*.py", "bots/*/parse.py", "bots/*/render.py",
    "daemon/policy/*.py", "daemon/redact.py", "daemon/titles.py", "daemon/*/parse.py",
)  # fmt: skip

NOT_PURE = {
    "now",
    "today",
    "utcnow",
    "open",
    "print",
    "input",
    "environ",
    "getenv",
    "cwd",
    "home",
    "expanduser",
}
"""Names that reach for the clock, a file, a terminal or the environment, whatever they are taken from."""

USERS_OF_PORTS = {"bots.inbound", "bots.outbound", "daemon.journal", "daemon.report", "daemon.worker"}
"""What stands between a port and the relay, and works with whichever platform or runtime it is given."""

LONGEST_FILE = 400  # lines; one of 300 asks to be split, a longer one is split

EMPTY_NAMES = ("util", "utils", "helper", "helpers", "manager", "common", "misc")


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*FLOORS, cache_dir=None)


def own_packages(floor: str) -> list[str]:
    """The platforms of ``bots``, the runtimes of ``daemon``."""
    children = graph().find_children(floor)
    return sorted(name for name in children - HOUSE_PACKAGES if (ROOT / name.replace(".", "/")).is_dir())


def sources(*patterns: str) -> list[Path]:
    return sorted({path for pattern in patterns for path in ROOT.glob(pattern)})


@pytest.mark.parametrize("floor", ["bots", "daemon"])
def test_a_platform_or_runtime_is_known_by_nobody_but_deploy(floor: str) -> None:
    for package in own_packages(floor):
        importers = graph().find_modules_that_directly_import(package, as_package=True)
        strangers = {name for name in importers if not name.startswith((f"{package}.", "deploy"))}
        assert strangers == set(), f"{package} is imported by name"


@pytest.mark.parametrize("floor", ["bots", "daemon"])
def test_a_platform_or_runtime_knows_its_port_and_not_who_uses_it(floor: str) -> None:
    for package in own_packages(floor):
        known = {
            name
            for module in {package} | graph().find_descendants(package)
            for name in graph().find_modules_directly_imported_by(module)
        }
        assert known & USERS_OF_PORTS == set(), f"{package} knows too much"


def test_daemon_is_ours_and_not_the_package_of_that_name() -> None:
    assert daemon.__file__ is not None
    assert Path(daemon.__file__).parent == ROOT / "daemon"


def test_pure_files_wait_for_nothing_and_reach_for_nothing() -> None:
    found = [fault for path in sources(*PURE) for fault in impurities(path)]
    assert found == []


def impurities(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        waits = isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith | ast.AsyncFunctionDef)
        if waits or reached_name(node) in NOT_PURE:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"  # type: ignore[attr-defined]


def reached_name(node: ast.AST) -> str:
    """The name that an expression calls, or reads from a module: ``now`` in ``datetime.now()``."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
        case ast.Attribute(value=ast.Name(id="os" | "sys"), attr=name):
            return name
    return ""


def test_every_file_can_be_read_at_one_sitting() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources(*(f"{floor}/**/*.py" for floor in FLOORS))
        if "migrations" not in path.parts and (lines := path.read_text().count("\n")) > LONGEST_FILE
    }
    assert long == {}


def test_no_module_is_named_after_nothing() -> None:
    modules = sources(*(f"{floor}/**/{name}*" for floor in (*FLOORS, "tests") for name in EMPTY_NAMES))
    assert [path for path in modules if path.suffix == ".py" and path.stem in EMPTY_NAMES] == []


PLATFORMS = ("slack", "feishu", "lark")
KNOWS_SECRETS = ("daemon/tokens.py", "daemon/policy/")
"""What a leaked token of a chat looks like, and which of its hosts take money or messages, is known everywhere."""


@pytest.mark.rule("C14")
def test_the_code_of_the_relay_and_of_the_daemon_names_no_platform() -> None:
    named = {}
    for path in sources("relay/**/*.py", "daemon/**/*.py"):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith(KNOWS_SECRETS):
            words = (word for word in _words_of(path) if not word.endswith("_SLACK"))  # leeway, in English
            named[place] = [word for word in words if any(name in word.lower() for name in PLATFORMS)]
    assert {place: words for place, words in named.items() if words} == {}


def _words_of(path: Path) -> Iterator[str]:
    """Names, attributes and texts of the code; what it says to its readers is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in said:
                yield text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.alias(name=text):
                yield text
