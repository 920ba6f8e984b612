"""The guard of what an agent hands over: inside, no link out, no key, not too large."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daemon.artifacts import ArtifactRefused, admit, path_exists, read_artifact, resolve_path

pytestmark = pytest.mark.rule("S4")


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    for folder in ("work/out", "work/.ssh", "work/.git", "extra", "outside", "work-not"):
        (tmp_path / folder).mkdir(parents=True)
    for name in (
        "work/out/plot.png", "work/.env", "work/.env.example", "work/server.pem", "work/id_rsa", "work/.ssh/config",
        "work/Credentials.json", "work/.git/config", "work/out/.ENV.local", "extra/report.pdf", "outside/secret.txt",
        "work-not/near.txt",
    ):  # fmt: skip
        (tmp_path / name).write_text("content")
    return tmp_path


@pytest.mark.parametrize("path", ["out/plot.png", "./out/../out/plot.png", ".env.example"])
def test_a_file_in_the_directory_is_admitted_by_its_real_path(desk: Path, path: str) -> None:
    real = admit(path, desk / "work")
    assert real == (desk / "work" / path).resolve()
    assert read_artifact(path, desk / "work") == b"content"
    assert admit(desk / "work" / path, desk / "work") == real


def test_a_directory_that_the_owner_lists_counts_and_no_other(desk: Path) -> None:
    assert admit(desk / "extra/report.pdf", desk / "work", [desk / "extra"]) == desk / "extra/report.pdf"
    with pytest.raises(ArtifactRefused, match="outside"):
        admit(desk / "extra/report.pdf", desk / "work")


@pytest.mark.parametrize(
    "path", ["../outside/secret.txt", "out/../../outside/secret.txt", "../work-not/near.txt", "/etc/hostname"]
)
def test_a_path_that_leads_outside_is_refused(desk: Path, path: str) -> None:
    with pytest.raises(ArtifactRefused, match="outside"):
        admit(path, desk / "work")


@pytest.mark.parametrize("target", ["../../outside/secret.txt", "/etc/hostname"])
def test_a_link_out_of_the_directory_is_refused(desk: Path, target: str) -> None:
    (desk / "work/out/link.txt").symlink_to(target)
    (desk / "work/out/second.txt").symlink_to("link.txt")
    (desk / "work/out/folder").symlink_to(desk / "outside")
    for path in ("out/link.txt", "out/second.txt", "out/folder/secret.txt"):
        with pytest.raises(ArtifactRefused, match="outside"):
            admit(path, desk / "work")


def test_a_link_inside_is_followed_unless_it_leads_to_a_key(desk: Path) -> None:
    (desk / "work/out/good.png").symlink_to("plot.png")
    (desk / "work/out/innocent.txt").symlink_to("../.env")
    assert admit("out/good.png", desk / "work") == desk / "work/out/plot.png"
    with pytest.raises(ArtifactRefused, match="never leave"):
        admit("out/innocent.txt", desk / "work")


def test_a_hard_link_is_refused_since_it_may_be_somebody_elses_file(desk: Path) -> None:
    os.link(desk / "outside/secret.txt", desk / "work/out/copy.txt")
    with pytest.raises(ArtifactRefused, match="hard link"):
        admit("out/copy.txt", desk / "work")


@pytest.mark.parametrize(
    "path",
    [".env", "server.pem", "id_rsa", ".ssh/config", "Credentials.json", ".git/config", "out/.ENV.local"],
)
def test_a_key_or_environment_file_is_refused(desk: Path, path: str) -> None:
    with pytest.raises(ArtifactRefused, match="never leave"):
        admit(path, desk / "work")


def test_a_private_key_under_an_innocent_name_is_refused_when_read(desk: Path) -> None:
    (desk / "work/out/notes.txt").write_text("x\n-----BEGIN RSA PRIVATE KEY-----\n")
    with pytest.raises(ArtifactRefused, match="private key"):
        read_artifact("out/notes.txt", desk / "work")


def test_the_limit_is_the_largest_size_that_passes(desk: Path) -> None:
    assert admit("out/plot.png", desk / "work", limit=7)
    with pytest.raises(ArtifactRefused, match="7 bytes; the limit is 6"):
        admit("out/plot.png", desk / "work", limit=6)


def test_what_is_no_ordinary_file_is_refused_without_waiting_for_it(desk: Path) -> None:
    os.mkfifo(desk / "work/out/pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(desk / "work/out/socket"))
        for path in ("out", "out/pipe", "out/socket"):
            with pytest.raises(ArtifactRefused, match="no ordinary file"):
                read_artifact(path, desk / "work")


@pytest.mark.parametrize("path", ["nowhere.txt", "out/loop", "bad\0name", "x" * 5000, "out/plot.png/x"])
def test_what_cannot_be_found_is_refused_with_a_sentence(desk: Path, path: str) -> None:
    (desk / "work/out/loop").symlink_to("loop")
    with pytest.raises(ArtifactRefused, match="cannot be found"):
        admit(path, desk / "work")


def test_the_disk_is_seen_with_links_followed_and_dangling_ones_counted(desk: Path) -> None:
    (desk / "work/up").symlink_to("..")
    (desk / "work/dangling").symlink_to("gone")
    assert resolve_path(str(desk / "work/up/outside/new.txt")) == str(desk / "outside/new.txt")
    assert path_exists(str(desk / "work/dangling"))
    assert not path_exists(str(desk / "work/gone"))


@pytest.mark.parametrize("swapped", ["work/out/plot.png", "work/out"])
def test_a_path_that_is_exchanged_while_it_is_read_lets_nothing_of_outside_through(
    desk: Path, swapped: str
) -> None:
    """The agent's own programs run on meanwhile: they turn the file, or its folder, into a link out, and back."""
    (desk / "outside/plot.png").write_text("secret of outside")
    place = desk / swapped
    target = desk / "outside" / ("plot.png" if place.is_file() else "")
    agent = subprocess.Popen([sys.executable, "-c", EXCHANGE, place, desk / "kept", target, desk / "link"])
    try:
        read, refused = _tries(desk)
    finally:
        agent.kill()
        agent.wait()
    assert read <= {b"content"}
    assert refused > 0


EXCHANGE = """
import ctypes, os, sys
place, kept, target, link = map(os.fsencode, sys.argv[1:])
os.symlink(target, link)
swap = getattr(ctypes.CDLL(None), "renameat2", None)  # both names at once, renameat2(2)
while True:
    if swap is None or swap(-100, place, -100, link, 2):
        os.rename(place, kept)
        os.rename(link, place)
        os.rename(place, link)
        os.rename(kept, place)
"""


def _tries(desk: Path) -> tuple[set[bytes], int]:
    read: set[bytes] = set()
    refused = 0
    until = time.monotonic() + 1.5
    while time.monotonic() < until or not refused:
        try:
            read.add(read_artifact("out/plot.png", desk / "work"))
        except ArtifactRefused:
            refused += 1
    return read, refused
