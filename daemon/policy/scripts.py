"""Scripts: judged by their text where it can be read.

Outside the sandbox what this request has changed pauses whatever it says (P2); inside, what gives nothing away
may run.
"""

import posixpath
import re
from collections.abc import Callable

from daemon.policy.code import judge_code, judge_program
from daemon.policy.model import Finding, Kind
from daemon.policy.places import Use, meets_any
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

_LANGUAGES = {
    ".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node", ".ts": "node", ".rb": "ruby", ".pl": "perl",
    ".php": "php", ".lua": "lua", ".sh": "shell", ".bash": "shell", ".zsh": "shell", ".r": "r", ".jl": "julia",
}  # fmt: skip
_SHEBANG = re.compile(r"#!\s*\S*?(?:/env\s+(?:-S\s+)?)?([A-Za-z]+)[\d.]*(?:\s|$)")
# How a script says "the folder that I lie in".
_OWN_NAME = r"\"?\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?\})\"?"
_OWN_FOLDER = re.compile(
    rf"\$\(\s*dirname (?:-- )?{_OWN_NAME}\s*\)"
    rf"|\$\(\s*cd (?:-- )?\"?\$\(\s*dirname (?:-- )?{_OWN_NAME}\s*\)\"?(?: &?>\s?/dev/null)? && pwd(?: -P)?\s*\)"
)
_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "ash"))
_PROGRAMS = {"python": "python", "node": "node", "ruby": "ruby", "perl": "perl", "php": "php", "lua": "lua"}


def is_changed(scene: Scene, place: str) -> bool:
    """Whether this request, or this very command, has written a path or something below it."""
    return meets_any(place, [*scene.rules.changed_paths, *scene.writes])


def run_script(scene: Scene, word: Word, command: Command, language: str = "") -> None:
    """A script by its path; an unnamed ``language`` is that of its ending or first line."""
    scene.touch(word, Use.read)
    if word.text is None:
        return
    if word.text.startswith(("/dev/fd/", "/dev/stdin")):
        scene.doubt("shell.fed", "It runs a text that cannot be read beforehand.", command.raw)
        return
    for place in scene.locate(word.text):
        if re.search(r"venv/bin/activate$", place) and not is_changed(scene, place):
            continue
        if is_changed(scene, place):
            scene.doubt_code("program.changed", "It runs code that this request has changed.", command.raw)
        _judge_text(scene, place, command, language)


def _judge_text(scene: Scene, place: str, command: Command, language: str) -> None:
    text = scene.text_at(place)
    if scene.trusting and text is not None and (language or _language_of(place, text)) != "shell":
        return  # code of the project, as its tests run it
    if text is not None:
        folder = posixpath.dirname(place)
        plain = _OWN_FOLDER.sub(lambda match: folder, text) if re.fullmatch(r"[\w./-]+", folder) else text
        judge_content(scene, plain, language or _language_of(place, text), command.raw)
    elif place in scene.writes:
        reason = "It runs a script that it writes itself, with a text that cannot be read beforehand."
        scene.doubt("program.unread", reason, command.raw)
    else:
        scene.doubt_code(
            "program.script", "It runs a script whose text cannot be read beforehand.", command.raw
        )


def _language_of(place: str, text: str) -> str:
    first = _SHEBANG.match(text)
    if first:
        name = first.group(1)
        return "shell" if name in _SHELLS else _PROGRAMS.get(name, name)
    return _LANGUAGES.get(posixpath.splitext(place)[1].casefold(), "shell")


def judge_content(scene: Scene, text: str, language: str, matched: str) -> None:
    """Judge the text of a program that lies in a file."""
    if language == "shell":
        judge_mildly(scene, lambda: scene.inside(text, matched), matched)
    elif scene.rules.boxed:
        judge_code(scene, text, language, matched)
    else:
        judge_program(scene, text, language, matched)


def judge_mildly(scene: Scene, work: Callable[[], None], matched: str, *, trusted: bool = False) -> None:
    """Judge what a file says: in the sandbox its doubts do not count, nor where the file is trusted.

    What was found is shown with the command that runs the file, and with the words of the file that matched.
    """
    kept, scene.findings = scene.findings, []
    before, scene.trusting = scene.trusting, scene.trusting or trusted
    work()
    scene.trusting = before
    found, scene.findings = scene.findings, kept
    mild = trusted or scene.rules.boxed
    found = [one for one in found if not (mild and one.kind == Kind.unknown)]
    scene.take([_name_both(one, matched) for one in found if not (trusted and _is_upkeep(scene, one))])


_BUILT = re.compile(
    r"(dist|build|out|output|target|coverage|htmlcov|node_modules|__pycache__|bin|obj|lib|es|esm|cjs|types|site|public|tmp|temp"
    r"|_build|storybook-static|generated|gen|\.(next|nuxt|cache|turbo|parcel-cache|vite|svelte-kit|output|coverage|tox|nox"
    r"|pytest_cache|mypy_cache|ruff_cache|eslintcache)|[\w.*-]*\.(egg-info|tsbuildinfo|pyc|o|log|tgz|whl|map))(/.*)?"
)


def _is_upkeep(scene: Scene, finding: Finding) -> bool:
    """What an unchanged file of the project may do by a harmless name: throw away what building has made."""
    if finding.rule in ("program.clean", "place.computed"):
        return True
    if finding.kind != Kind.delete or not finding.rule.startswith("delete."):
        return False
    path = finding.matched.rsplit(": ", 1)[-1]
    return bool(_BUILT.fullmatch(path.removeprefix(f"{scene.rules.directory}/").lstrip("./*")))


def _name_both(finding: Finding, matched: str) -> Finding:
    if finding.matched in matched:
        return finding
    return Finding(finding.kind, finding.rule, finding.reason, f"{matched}: {finding.matched}"[:500])
