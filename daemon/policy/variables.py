"""What the variables of a shell text may hold, and which of them change what other commands do."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fnmatch import translate

from daemon.policy.credentials import is_secret_variable
from daemon.policy.model import Kind
from daemon.policy.places import Use, is_below
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import MOST_CHOICES, Word

STEERING = (
    "PATH", "IFS", "PS[0-4]", "ENV", "HOME", "SHELL", "SHELLOPTS", "BASHOPTS", "PS4", "PROMPT_COMMAND", "BASH_*", "LD_*",
    "DYLD_*", "GIT_*", "SSH_*", "NODE_OPTIONS", "NODE_PATH", "PERL*", "RUBY*", "PYTHONSTARTUP", "PYTHONHOME",
    "PYTHONINSPECT", "PYTHONBREAKPOINT", "PYTHONUSERBASE", "PYTHONWARNINGS", "PAGER", "*_PAGER", "*EDITOR",
    "VISUAL", "LESS*", "MANPAGER", "npm_config_*", "NPM_CONFIG_*", "XDG_*", "*_proxy", "*_PROXY", "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS", "MAVEN_OPTS", "GRADLE_OPTS", "RUSTC*", "CARGO_*", "MAKEFLAGS", "MAKEFILES", "PIP_*", "UV_*",
    "TMPDIR", "CC", "CXX", "GOFLAGS", "ZDOTDIR", "FPATH", "CDPATH", "GLOBIGNORE", "HISTFILE", "AWS_*", "KUBECONFIG",
    "DOCKER_*", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "RIPGREP_CONFIG_PATH", "BROWSER", "ANTHROPIC_*", "CLAUDE_*",
    "OPENAI_*", "VIRTUAL_ENV", "_",
)  # fmt: skip
_STEERS = re.compile("|".join(map(translate, STEERING)))
_MILD = {
    "NODE_OPTIONS": r"(--(max-old-space-size=\d+|no-warnings|enable-source-maps|experimental-vm-modules|trace-\w+|no-deprecation)\s*)+",
    "PYTEST_ADDOPTS": r"(-q|-v+|-x|-s|--tb=\w+|--color=\w+|\s)*", "MAKEFLAGS": r"(-j\d*|-s|-k|\s)*",
    "GIT_PAGER": r"cat|", "PAGER": r"cat|less|", "GIT_EDITOR": r"true|:", "EDITOR": r"true|:|vim?|nano", "VISUAL": r"true|:|vim?|nano",
    "GIT_TERMINAL_PROMPT": r"[01]", "GIT_MERGE_AUTOEDIT": r"\w+", "GIT_SEQUENCE_EDITOR": r"true|:", "CC": r"gcc|clang|cc",
    "CXX": r"g\+\+|clang\+\+|c\+\+", "AWS_REGION": r"[\w-]+", "AWS_DEFAULT_REGION": r"[\w-]+", "GOFLAGS": r"-mod=\w+|-count=1|-race",
    "CARGO_TERM_COLOR": r"\w+", "CARGO_INCREMENTAL": r"[01]", "PIP_NO_CACHE_DIR": r"\w+", "PIP_DISABLE_PIP_VERSION_CHECK": r"\w+",
    "PYTHONWARNINGS": r"\w+", "DOCKER_BUILDKIT": r"[01]", "GIT_AUTHOR_DATE": r"[\w: +-]+", "GIT_COMMITTER_DATE": r"[\w: +-]+",
    "GIT_OPTIONAL_LOCKS": r"[01]", "BROWSER": r"none|true|", "LESS": r"[\w-]*", "UV_FROZEN": r"[01]", "SHELL": r"/bin/(ba|z)?sh",
}  # fmt: skip
"""Values with which a steering variable steers nowhere new."""
_OWN_TOOLS = re.compile(
    r"PATH=[\"']?((\$\{?PWD\}?/|\./)?(node_modules/\.bin|\.?venv/bin|vendor/bin)|\$\{?HOME\}?/(\.local|go|\.cargo)/bin):\$\{?PATH\}?[\"']?"
)
"""Tools of the project or of the owner before those of the system."""
_READING = ("read", "mapfile", "readarray", "getopts", "printf", "unset", "local", "let")


_ARITHMETIC = re.compile(
    r"\$?\(\(|\$\[|\blet\b|-(eq|ne|lt|le|gt|ge)\b|\b(declare|typeset|local)\s+-\w*[ianA]"
)
# The value is run (Bash manual, "Shell Parameter Expansion"): as a prompt, as an index, as an offset.
_RUNS_ITS_VALUE = re.compile(r"\$\{\w+(@P|\[[^\]]*[A-Za-z_][^\]]*\]|:\s*[A-Za-z_$(])")
_INDEX_RUNS = re.compile(r"\w\[[^\]\n]*(\$\(|`)")
_COMES_LATER = re.compile(r"\bread(array)?\b|\bmapfile\b|\[[^\]]*(\$\(|`)")


class Variables(Mapping[str, tuple[str, ...] | None]):
    """Values by name, as far as this text itself assigns them.

    A name counts only from its assignment on; what it holds is then everything that any assignment in the
    text may have given it. None stands for anything.
    """

    def __init__(
        self,
        earlier: Mapping[str, tuple[str, ...] | None] | None = None,
        home: str = "",
        scene: Scene | None = None,
    ) -> None:
        self.assigned: dict[str, tuple[str, ...] | None] = {}
        self._earlier = dict(earlier or {})
        self._home = home
        self._scene = scene

    def __getitem__(self, name: str) -> tuple[str, ...] | None:
        if name in self.assigned:
            return self.assigned[name]
        if name == "HOME" and self._home:
            return (self._home,)
        if name == "PWD" and self._scene is not None and self._scene.places and not self._scene.maybe:
            return self._scene.places
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.assigned)

    def __len__(self) -> int:
        return len(self.assigned)

    def assign(self, name: str, choices: tuple[str, ...] | None) -> None:
        """One more assignment to a name."""
        before = self.assigned.get(name, self._earlier.get(name, ()))
        if choices is None or before is None or len(before) + len(choices) > MOST_CHOICES:
            self.assigned[name] = None
        else:
            self.assigned[name] = tuple(dict.fromkeys((*before, *choices)))

    def note_command(self, command: Command, lister: bool = False) -> None:
        """Some commands assign variables: what they assign is not known, unless names of files are read."""
        if command.name.text in _READING:
            for word in command.args:
                names = lister and command.name.text == "read"
                self.assign((word.text or "").split("=")[0], ("./**",) if names else None)

    def forget_growth(self, before: "Variables") -> "Variables":
        """What to start the next reading with: a name that keeps growing may hold anything."""
        result = Variables()
        for name, choices in self.assigned.items():
            grown = before.assigned and choices != before.assigned.get(name)
            result.assigned[name] = None if grown else choices
        return result


def judge_variable(scene: Scene, name: str, value: Word, matched: str) -> None:
    """Whether setting a variable changes what other commands do."""
    known = _MILD.get(name)
    if known is not None and value.text is not None and re.fullmatch(known, value.text):
        return
    if name == "PATH" and _OWN_TOOLS.fullmatch(matched):
        return
    if _STEERS.match(name):
        scene.doubt("shell.variable", f"It sets {name}, which changes what other commands do.", matched)
    elif name.endswith("PATH"):
        _judge_search_path(scene, name, value, matched)


def _judge_search_path(scene: Scene, name: str, value: Word, matched: str) -> None:
    """``PYTHONPATH`` and its like: where programs look for code."""
    for choice in value.choices or ():
        for part in filter(None, choice.split(":")):
            scene.touch_path(part, Use.read)
            if part.startswith("/") and not is_below(part, scene.rules.directory):
                scene.doubt("shell.variable", f"It sets {name} to a folder outside.", matched)
    if value.choices is None:
        scene.doubt("shell.variable", f"It sets {name} to what cannot be told beforehand.", matched)


def judge_arithmetic(scene: Scene, text: str) -> None:
    """Whether a text computes with values that come from elsewhere: an array index in them would run commands."""
    if _INDEX_RUNS.search(text) or (_ARITHMETIC.search(text) and _COMES_LATER.search(text)):
        scene.doubt("shell.arithmetic", "It computes with text that could run as a command.", text[:200])


def prints_environment(words: list[str]) -> bool:
    """Whether ``export``, ``declare`` and their like print what there is, instead of setting something."""
    flags = [word for word in words if word.startswith("-")]
    names = [word for word in words if not word.startswith(("-", "+"))]
    return not names or "p" in "".join(flags)


def judge_expansion(scene: Scene, text: str, variables: Variables) -> None:
    """Whether an expansion gives away a secret: by its name, unless this text itself has set it."""
    if text.startswith("${!"):
        scene.doubt("shell.indirect", "It uses a variable whose name cannot be told beforehand.", text)
    if "`" in text or _RUNS_ITS_VALUE.match(text):
        scene.doubt("shell.expansion", "It expands a text that could run as a command.", text)
    for name in re.findall(r"\w+", text):
        if is_secret_variable(name) and variables.assigned.get(name) is None:
            reason = f"It uses the value of {name}, which looks like a secret."
            scene.find(Kind.credentials, "credentials.variable", reason, text)


def vary(command: Command) -> list[Command]:
    """The commands that one with variables of several values stands for."""
    variants = [command]
    for index, word in enumerate((command.name, *command.args)):
        if word.choices is None or len(word.choices) == 1:
            continue
        if len(variants) * len(word.choices) > MOST_CHOICES:
            return [_with_word(command, index, Word(word.raw, None, word.glob, word.variables))]
        variants = [
            _with_word(variant, index, Word(word.raw, (choice,), word.glob, word.variables))
            for variant in variants
            for choice in word.choices
        ]
    return variants


def _with_word(command: Command, index: int, word: Word) -> Command:
    words = [command.name, *command.args]
    words[index] = word
    return replace(command, name=words[0], args=tuple(words[1:]))
