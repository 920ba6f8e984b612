"""The private folder of a box: its sockets, our own small programs for it, and what stands in the place of files."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import psutil

from daemon.sandbox.box import FORWARD
from daemon.sandbox.identity import render
from daemon.sandbox.layout import GIT_SETTINGS
from daemon.sandbox.survey import EMPTY
from daemon.sandbox.trial import PROBE

SCRIPTS = Path(__file__).parent
PREFIX = "muti-box-"


def make_private(identity: Mapping[str, str]) -> Path:
    """A folder for nobody else, with a short path: that of a socket has at most 107 bytes (unix(7))."""
    private = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=_base())).resolve()
    (private / EMPTY).touch(mode=0o400)
    (private / GIT_SETTINGS).write_text(render(identity), encoding="utf-8")
    for name in (FORWARD, PROBE):
        shutil.copyfile(SCRIPTS / name, private / name)
    return private


def sweep_private() -> None:
    """Take away the folders of daemons that died."""
    for folder in _base().glob(f"{PREFIX}*-*"):
        pid = folder.name.removeprefix(PREFIX).partition("-")[0]
        dead = pid.isdecimal() and not psutil.pid_exists(int(pid))
        if dead and not folder.is_symlink() and folder.stat().st_uid == os.geteuid():
            shutil.rmtree(folder, ignore_errors=True)


def _base() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    usable = runtime and len(runtime) < 50 and os.access(runtime, os.W_OK)
    return Path(runtime if usable else "/tmp")  # noqa: S108
