"""Stand-ins for the programs of the system that the doctor asks, with a service that is installed."""

import os
from pathlib import Path

import pytest

from deploy.service.system import Systemd

SYSTEM = """#!/bin/sh
case "$0 $*" in
    *systemctl*is-active*) echo {state} ;;
    *loginctl*) echo {linger} ;;
    *systemd-run*env*) printf 'HOME=/home/olga\\0PATH=/usr/bin:/bin\\0USER=olga\\0' ;;
    *journalctl*) echo "the daemon said: token {planted}" ;;
    *) exit 1 ;;
esac
"""


def system(folder: Path, monkeypatch: pytest.MonkeyPatch, **words: str) -> Systemd:
    """The system's programs, as far as the doctor asks them, with a service that is installed."""
    folder.mkdir(exist_ok=True)
    text = SYSTEM.format(**{"state": "active", "linger": "yes", "planted": "", **words})
    for name in ("systemctl", "loginctl", "systemd-run", "journalctl"):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    file = folder / "muti-daemon.service"
    file.write_text('[Service]\nEnvironment="MUTI_HOME=/x 100%%"\nEnvironment="PATH=/opt/tools:/usr/bin"\n')
    return Systemd(file)
