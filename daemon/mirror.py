"""An approved push, from a bare repository of the daemon's that the agent could not prepare (P7).

It borrows the objects of the working directory (gitrepository-layout(5), ``objects/info/alternates``) and nothing
else of it: hooks, settings, helpers and filters that lie there are never read. What is sent is the commit that the
owner saw, by its hash, to the address that the owner saw.
"""

import os
import re
import tempfile
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from pathlib import Path

from daemon.pushes import Push
from daemon.repository import Repository, Unreadable, run_git

_ADDRESS = re.compile(
    r"(?:https?|ssh|git|file)://[^\s]+|[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+:[^\s:][^\s]*|/[^\s]*"
)
_PASSWORD = re.compile(r"(://[^/@:]*):[^/@]*@")
PROTOCOLS = ("https", "http", "ssh", "git", "file")
SHA256 = 64


@dataclass(frozen=True)
class Parcel:
    """What a push sends where: all of it is on the card. ``commit`` is missing where a branch is deleted."""

    repository: Repository
    remote: str
    address: str
    commit: str | None
    target: str
    force: bool

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What is approved with the command."""
        sent = [("commit", self.commit)] if self.commit is not None else [("deletes", self.target)]
        forced = [("force", "force")] if self.force else []
        branch = ("branch", self.target.removeprefix("refs/heads/"))
        return (branch, ("remote", shown_address(self.address)), *sent, *forced)


def shown_address(address: str) -> str:
    """An address without a password in it."""
    return _PASSWORD.sub(r"\1@", address)


async def wrap(push: Push, repository: Repository) -> Parcel:
    """What a push means in this repository, read without running anything of it.

    Raises:
        Unreadable: it cannot be told plainly; the message says what to do.
    """
    branch = repository.branch()
    remote = push.remote or await _usual_remote(repository, branch)
    address = await _address_of(repository, remote)
    if push.delete:
        assert push.target is not None, "a deletion names what it deletes"
        return Parcel(repository, remote, address, None, _full(push.target, None), push.force)
    source = push.source or branch
    if source is None:
        raise Unreadable("No branch is checked out; name the branch that is to be pushed.")
    commit, name = repository.resolve(source)
    return Parcel(repository, remote, address, commit, _full(push.target or name, name), push.force)


def _full(target: str | None, source: str | None) -> str:
    """The full name of a ref on the other side: a short one is of the same kind as what is pushed."""
    if target is None:
        raise Unreadable("Name the branch on the other side, as in: git push origin HEAD:main")
    if target.startswith("refs/"):
        return target
    return f"refs/tags/{target}" if (source or "").startswith("refs/tags/") else f"refs/heads/{target}"


async def _usual_remote(repository: Repository, branch: str | None) -> str:
    found = await repository.setting(f"branch.{branch}.remote") if branch is not None else []
    return found[-1] if found else "origin"


async def _address_of(repository: Repository, remote: str) -> str:
    """The address of a remote, as the repository's own file has it; one that was given itself is that."""
    if "/" in remote or ":" in remote:
        addresses = [remote]
    else:
        pushed = await repository.setting(f"remote.{remote}.pushurl")
        addresses = pushed or await repository.setting(f"remote.{remote}.url")
    if len(addresses) != 1:
        raise Unreadable(f"The remote {remote} has {len(addresses)} addresses here; a push needs one.")
    return _checked(addresses[0], repository)


def _checked(address: str, repository: Repository) -> str:
    """An address as git may get it: no program, no option, and nothing that the agent itself has made."""
    if address.startswith(("./", "../")):
        address = str((repository.work / address).resolve())
    if not _ADDRESS.fullmatch(address) or "::" in address:
        raise Unreadable(f"{address} is no address that a push can go to.")
    local = Path(address.removeprefix("file://"))
    if local.is_absolute() and local.resolve().is_relative_to(repository.work.resolve()):
        raise Unreadable(f"{address} lies in the working directory; push to another place.")
    return address


def make_folder(folder: Path) -> Path:
    """A new folder below ``folder``, for one push."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Path(tempfile.mkdtemp(prefix="push-", dir=folder))


async def prepare(parcel: Parcel, mirror: Path) -> None:
    """Make an empty folder the bare repository of one push.

    Raises:
        Unreadable: the objects are not where they should be, or the commit is not among them.
    """
    objects = parcel.repository.folder / "objects"
    if objects.is_symlink() or (objects / "info" / "alternates").exists():
        raise Unreadable("The objects of this repository lie elsewhere; push it by hand.")
    kind = "sha256" if len(parcel.commit or "") == SHA256 else "sha1"
    await _must(run_git(mirror, "init", "--quiet", "--bare", "--template=", f"--object-format={kind}", "."))
    (mirror / "objects" / "info").mkdir(exist_ok=True)
    (mirror / "objects" / "info" / "alternates").write_text(f"{objects.resolve()}\n")
    _copy_shallow(parcel.repository.folder / "shallow", mirror / "shallow")
    if parcel.commit is not None:
        await _must(run_git(mirror, "cat-file", "-e", f"{parcel.commit}^{{commit}}"))


def _copy_shallow(source: Path, target: Path) -> None:
    """Where the history of a shallow clone ends: hashes, and nothing else."""
    if source.is_file() and not source.is_symlink():
        lines = source.read_text(encoding="ascii", errors="replace").splitlines()
        target.write_text("".join(f"{line}\n" for line in lines if re.fullmatch(r"[0-9a-f]{40,64}", line)))


async def _must(work: Awaitable[tuple[int, str]]) -> None:
    code, printed = await work
    if code != 0:
        raise Unreadable(f"This cannot be pushed: {printed.strip()}")


def push_command(parcel: Parcel, mirror: Path) -> list[str]:
    """The one command: hooks off, only protocols that go somewhere, what the owner saw and nothing more."""
    allowed = [f"protocol.{name}.allow=always" for name in PROTOCOLS]
    settings = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.allow=never", *allowed]
    options = [word for setting in settings for word in ("-c", setting)]
    forced = ["--force"] if parcel.force else []
    refspec = f"{parcel.commit or ''}:{parcel.target}"
    return ["git", "--git-dir", str(mirror), *options, "push", *forced, "--", parcel.address, refspec]


def owner_environment(environ: Mapping[str, str], work: Path) -> dict[str, str]:
    """The owner's own environment, without what would let the working directory have a say in it."""
    kept = {name: value for name, value in environ.items() if not name.startswith(("GIT_", "MUTI_"))}
    places = [place for place in kept.get("PATH", os.defpath).split(os.pathsep) if _is_outside(place, work)]
    return {**kept, "PATH": os.pathsep.join(places), "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}


def _is_outside(place: str, work: Path) -> bool:
    path = Path(place)
    return path.is_absolute() and not path.resolve().is_relative_to(work.resolve())
