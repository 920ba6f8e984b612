"""Names that a project's own files give a meaning: targets of make and just, package scripts."""

import re
from functools import partial
from itertools import pairwise

from daemon.policy.manifests import Manifest, read_manifest
from daemon.policy.model import Kind
from daemon.policy.programs import CLEANS, PUBLISHES, run_project
from daemon.policy.project_tools import SAFE_TARGET
from daemon.policy.readers import plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.scripts import judge_mildly

_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_FILES = {"just": ("justfile", "Justfile", ".justfile"), "make": _MAKEFILES, "gmake": _MAKEFILES}
_JOBS = re.compile(r"-j\s*\"?\$\((nproc|sysctl -n hw\.n?cpu|getconf _NPROCESSORS_ONLN)\)\"?")
_MILD = re.compile(
    r"-j\d*|-s|-k|-n|--dry-run|-B|-C|--silent|--list|-l|-q|-w|--no-print-directory|-V|-v|-T|-P|-AT?"
)
_TELLING = ("-n", "--dry-run", "--list", "-l")
_STEERS = re.compile(r"--eval|-E|-f|--file|--makefile|--justfile|\w+[:+?]?=|\?=\?")


def build(scene: Scene, command: Command) -> None:
    """``make`` and ``just``: judged by the names of their targets, and by the recipes behind other names."""
    args = tuple(word for word in command.args if not _JOBS.fullmatch(word.raw))
    folders = [after for option, after in pairwise(args) if option.text in ("-C", "--directory", "-d")]
    words = [word for word in plain_words(args) if not _sets_plainly(word.text or "")]
    targets = [word.text or "?" for word in words if word not in folders and not (word.text or "?").isdigit()]
    read_paths(scene, tuple(word for word in words if word in folders or "/" in (word.text or "/")))
    odd = [
        word for word in args if (word.text or "-").startswith("-") and not _MILD.fullmatch(word.text or "")
    ]
    only_tells = not odd and any(word.text in _TELLING for word in args)
    if not only_tells:
        manifest = None if folders else read_manifest(scene, _FILES.get(_base(command), ()))
        run_names(scene, command, targets, manifest)
    if odd:
        scene.doubt_code(
            "program.target", "It runs a target whose effect cannot be told beforehand.", command.raw
        )
    if any(_STEERS.match(word.text or "?=?") and not _sets_plainly(word.text or "") for word in args):
        scene.doubt("program.target", "It changes what its targets run.", command.raw)
    run_project(scene, command)


def _base(command: Command) -> str:
    return (command.name.text or "").rsplit("/", 1)[-1]


def _sets_plainly(text: str) -> bool:
    """``TEST=tests/unit``: a value for a recipe that is no command and can hide none."""
    return bool(
        re.fullmatch(
            r"(?!\w*(SHELL|FLAGS|CC|CXX|LD|PY|NODE|NPM|GO|CARGO|CMD|RUN|BIN|EXE|TOOL|DOCKER|PATH|MAKE))[A-Z]\w*=[\w.,:/-]*",
            text,
        )
    )


def run_names(scene: Scene, command: Command, names: list[str], manifest: Manifest | None) -> None:
    """Judge names that a project's own file gives a meaning."""
    for name in names:
        if PUBLISHES.search(name):
            scene.find(Kind.push, "program.publish", "Its name says that it publishes.", command.raw)
        elif CLEANS.search(name):
            scene.find(Kind.delete, "program.clean", "Its name says that it deletes.", command.raw)
    asked = names or [manifest.first or "all" if manifest else "all"]
    for name in asked:
        text = manifest.text_of(name) if manifest else None
        known = bool(SAFE_TARGET.fullmatch(name))
        if text is not None and manifest is not None:
            trusted = known and not manifest.changed
            judge_mildly(scene, partial(scene.inside, text, command.raw), command.raw, trusted=trusted)
        elif not known:
            reason = f"It runs {name}, whose effect cannot be told beforehand."
            scene.doubt_code("program.target", reason, command.raw)
