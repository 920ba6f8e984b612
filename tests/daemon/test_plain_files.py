"""Files that an agent may have made: a pipe keeps the daemon waiting for ever, a link leads it elsewhere."""

import os
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from daemon.claude.record import is_recorded
from daemon.codex.outside import write_stub
from daemon.codex.transcript import Transcript
from daemon.codex.transcript import is_recorded as is_recorded_by_codex
from daemon.repository import Repository
from daemon.runtime import Done
from daemon.sources import open_plain

pytestmark = [pytest.mark.rule("P7"), pytest.mark.timeout(20)]
SESSION = str(uuid4())


def pipe(path: Path) -> None:
    """Nobody ever writes to it."""
    os.mkfifo(path)


def link(path: Path) -> None:
    """It leads to a file of the owner's."""
    secret = path.parents[1] / "secret"
    secret.write_text("of the owner")
    path.symlink_to(secret)


@pytest.mark.parametrize("make", [pipe, link])
def test_only_an_ordinary_file_is_opened(tmp_path: Path, make: Callable[[Path], None]) -> None:
    (tmp_path / "in").mkdir()
    make(tmp_path / "in/file")
    with pytest.raises(OSError):
        open_plain(tmp_path / "in/file")


@pytest.mark.parametrize("make", [pipe, link])
def test_a_transcript_that_is_none_says_nothing(tmp_path: Path, make: Callable[[Path], None]) -> None:
    claude, codex = tmp_path / "projects/p", tmp_path / "sessions/2026/11/30"
    for folder, name in ((claude, f"{SESSION}.jsonl"), (codex, f"rollout-1-{SESSION}.jsonl")):
        folder.mkdir(parents=True)
        make(folder / name)
    assert not is_recorded(tmp_path, SESSION, "prompt")
    assert not is_recorded_by_codex(tmp_path, SESSION, "prompt")
    transcript = Transcript(tmp_path)
    transcript.follow(SESSION)
    assert transcript.arguments("call") == {}


async def test_a_repository_of_pipes_says_nothing(tmp_path: Path) -> None:
    (tmp_path / ".git/refs/heads").mkdir(parents=True)
    for name in ("HEAD", "packed-refs", "config", "refs/heads/main"):
        pipe(tmp_path / ".git" / name)
    repository = Repository(tmp_path)
    assert repository.branch() is None
    assert await repository.setting("remote.origin.url") == []


def test_an_output_is_written_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    link(tmp_path / "in/x.out")
    with pytest.raises(FileExistsError):
        write_stub(Done("out", 0), tmp_path / "in/x.out")
    assert (tmp_path / "secret").read_text() == "of the owner"
