"""What a project's own files say about the names that one can run: package scripts and targets of make and just."""

import json
import posixpath
import re

from daemon.policy.scene import Scene
from daemon.policy.scripts import is_changed

_RULE = re.compile(r"^([A-Za-z0-9_./% -]+?)\s*::?(?!=)\s*([^;#\n]*)(?:;(.*))?$")
_JUST = re.compile(r"^@?([A-Za-z_][\w-]*)(?:\s+[^:\n]*)?:(?!=)\s*(.*)$")
MOST_TARGETS = 40


class Manifest:
    """The commands behind each name; ``changed`` says whether this request has written the file."""

    def __init__(self, commands: dict[str, list[str]], *, changed: bool) -> None:
        self.commands = commands
        self.changed = changed

    def text_of(self, name: str) -> str | None:
        """The shell text behind a name, or None where there is no such name."""
        return "\n".join(self.commands[name]) if name in self.commands else None

    @property
    def first(self) -> str | None:
        """The name that runs when none is given."""
        return next(iter(self.commands), None)


def read_manifest(scene: Scene, names: tuple[str, ...]) -> Manifest | None:
    """The first of these files that lies where the shell is and can be read."""
    for place in scene.places or ():
        for name in names:
            path = posixpath.join(place, name)
            text = scene.text_at(path)
            if text is not None:
                return Manifest(_commands_of(name, text), changed=is_changed(scene, path))
    return None


def _commands_of(name: str, text: str) -> dict[str, list[str]]:
    if name.endswith(".json"):
        return _package_scripts(text)
    return _recipes(text, _JUST if name.casefold().endswith("justfile") else _RULE)


def _package_scripts(text: str) -> dict[str, list[str]]:
    """``npm run x`` runs ``prex``, ``x`` and ``postx`` (npm manual, "scripts")."""
    try:
        scripts = json.loads(text)["scripts"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    if not isinstance(scripts, dict):
        return {}
    plain = {name: script for name, script in scripts.items() if isinstance(script, str)}
    return {
        name: [plain[part] for part in (f"pre{name}", name, f"post{name}") if part in plain] for name in plain
    }


def _values(text: str) -> dict[str, str]:
    """The variables of a makefile that stand for plain words."""
    pattern = r"^([A-Za-z_]\w*)\s*[:?]?:?=[ \t]*([\w./* -]*?)[ \t]*$"
    return {match.group(1): match.group(2) for match in re.finditer(pattern, text, re.MULTILINE)}


def _recipes(text: str, heading: re.Pattern[str]) -> dict[str, list[str]]:
    values = _values(text)
    own: dict[str, list[str]] = {}
    needs: dict[str, list[str]] = {}
    names: list[str] = []
    for line in text.replace("\\\n", " ").splitlines():
        match = heading.match(line) if not line[:1].isspace() else None
        if match:
            names = [name for name in match.group(1).split() if not name.startswith(".")]
            for name in names:
                own.setdefault(name, []).extend(filter(None, match.groups()[2:]))
                needs.setdefault(name, []).extend(match.group(2).split())
        elif line[:1].isspace() and line.strip():
            for name in names:
                own[name].append(_as_shell(line, {**values, "@": name}))
        elif line.strip() and not line.startswith("#"):
            names = []
    return {name: _with_needs(name, own, needs) for name in list(own)[:MOST_TARGETS]}


def _as_shell(line: str, values: dict[str, str]) -> str:
    """A line of a recipe as the shell gets it; what make puts in is not known."""
    plain = line.strip().lstrip("@-+ ").replace("$$", "\0")
    known = re.compile(r"\$[({](\w+)[)}]|\$(@)")
    plain = known.sub(lambda match: values.get(match.group(1) or match.group(2), match.group()), plain)
    plain = re.sub(r"\$\([^)]*\)|\$\{[^}]*\}|\$[@<^*?]|\{\{[^}]*\}\}", '"${_made}"', plain)
    return plain.replace("\0", "$")


def _with_needs(name: str, own: dict[str, list[str]], needs: dict[str, list[str]]) -> list[str]:
    lines: list[str] = []
    seen: set[str] = set()
    waiting = [name]
    while waiting and len(seen) < MOST_TARGETS:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            lines = [*own.get(one, []), *lines]
            waiting += needs.get(one, [])
    return lines
