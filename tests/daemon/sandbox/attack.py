"""What hostile code tries in a box: run by a bare Python there, in the place of an agent's program.

``python3 attack.py QUESTION`` prints as JSON what each attempt got; nothing, where the box holds. Without a box
the same attempts get what they are after, which a test checks too.
"""

import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PTRACE_ATTACH, MS_BIND, CLONE_NEWUSER, CLONE_NEWNS = 16, 4096, 0x10000000, 0x00020000
libc = ctypes.CDLL(None, use_errno=True)


def main(question: dict[str, Any]) -> dict[str, Any]:
    """Each attempt by name, with what it got."""
    tried = HARMLESS if question["harmless"] else ATTEMPTS
    got = {name: ATTEMPTS[name](question) for name in tried}
    return {name: what for name, what in got.items() if what}


def read_files(question: dict[str, Any]) -> list[str]:
    return [path for path in question["secrets"] if _opens(path)]


def read_files_through_processes(question: dict[str, Any]) -> list[str]:
    roots = [
        f"/proc/{name}/{way}" for name in ("1", "self", str(question["daemon"])) for way in ("root", "cwd")
    ]
    return [f"{root}{path}" for root in roots for path in question["secrets"] if _opens(root + path)]


def read_files_through_links(question: dict[str, Any]) -> list[str]:
    found = []
    for number, path in enumerate(question["secrets"]):
        link = f"link{number}"
        os.symlink(path, link)
        found += [path] if _opens(link) else []
        os.unlink(link)
    return found


def link_files(question: dict[str, Any]) -> list[str]:
    found = []
    for path in question["secrets"]:
        try:
            os.link(path, "taken")
        except OSError:
            continue
        os.unlink("taken")
        found.append(path)
    return found


def find_values(question: dict[str, Any]) -> list[str]:
    """The real key in any process that can be seen, and in everything that is inherited."""
    places = [
        f"/proc/{name}/{kind}"
        for name in os.listdir("/proc")
        if name.isdecimal()
        for kind in ("environ", "cmdline")
    ]
    return [place for place in places if question["value"].encode() in _read(place)]


def inherited(question: dict[str, Any]) -> list[str]:
    own = f"/proc/{os.getpid()}"
    links = {
        number: os.readlink(f"{own}/fd/{number}")
        for number in os.listdir(f"{own}/fd")
        if os.path.lexists(f"{own}/fd/{number}")
    }
    return [
        link
        for number, link in links.items()
        if int(number) > 2 and not link.startswith(("/proc/", "/dev/null"))
    ]


def unix_sockets(question: dict[str, Any]) -> list[str]:
    return [path for path in question["sockets"] if _connects(socket.AF_UNIX, path)]


def abstract_socket(question: dict[str, Any]) -> bool:
    return _connects(socket.AF_UNIX, "\0" + question["abstract"])


def loopback(question: dict[str, Any]) -> bool:
    return _connects(socket.AF_INET, ("127.0.0.1", question["port"]))


def metadata_host(question: dict[str, Any]) -> bool:
    return _routes(("169.254.169.254", 80)) or _routes(("1.1.1.1", 443))


def daemon_process(question: dict[str, Any]) -> list[str]:
    pid, found = question["daemon"], []
    if _opens(f"/proc/{pid}/environ"):
        found.append("environ")
    try:
        os.kill(pid, 0)
        found.append("signal")
    except OSError:
        pass
    if libc.ptrace(PTRACE_ATTACH, question["victim"], None, None) == 0:
        os.waitpid(question["victim"], 0x40000000)
        libc.ptrace(17, question["victim"], None, None)
        found.append("ptrace")
    return found


def git_settings(question: dict[str, Any]) -> list[str]:
    found = []
    for name in ("config", "hooks/pre-push", "commondir", "config.worktree", "info/../config"):
        if _writes(f".git/{name}"):
            found.append(name)
    for words in (
        ["git", "config", "core.fsmonitor", "touch /tmp/x"],
        ["git", "config", "core.hooksPath", "evil"],
    ):
        if subprocess.run(words, capture_output=True).returncode == 0:
            found.append(" ".join(words))
    return found


def git_folders_moved(question: dict[str, Any]) -> list[str]:
    found = []
    for name in (".git", ".git/hooks", ".git/config", ".git/commondir", ".husky", ".vscode"):
        try:
            os.rename(name, f"{name}.moved")
            os.rename(f"{name}.moved", name)
            found.append(name)
        except OSError:
            continue
    return found


def settings_of_tools(question: dict[str, Any]) -> list[str]:
    return [
        name for name in (".claude/settings.json", ".vscode/tasks.json", ".husky/pre-commit") if _writes(name)
    ]


def git_credentials(question: dict[str, Any]) -> bool:
    asked = subprocess.run(
        ["git", "credential", "fill"],
        input=b"protocol=https\nhost=git.example\n\n",
        capture_output=True,
        env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
    )
    return b"password=" in asked.stdout


def outside_files(question: dict[str, Any]) -> list[str]:
    """Those that would change the machine for good; what stays in the box's own folders is looked for outside."""
    for path in question["elsewhere"]:
        _writes(path)
    fixed = (
        "/usr/bin/evil",
        "/etc/evil",
        "/usr/local/bin/evil",
        "/evil",
        "/run/muti/evil",
        "/run/muti/model.sock",
    )
    return [path for path in (*fixed, *question["readable"]) if _writes(path)]


def sockets_replaced(question: dict[str, Any]) -> list[str]:
    found = []
    for path in ("/run/muti/model.sock", "/run/muti/forward.py"):
        try:
            os.unlink(path)
            found.append(path)
        except OSError:
            continue
    return found


def kernel_settings(question: dict[str, Any]) -> list[str]:
    """Files of the kernel that can be opened for writing; root owns them, and needs no further right."""
    found = []
    for folder, folders, files in os.walk("/proc"):
        if folder == "/proc":
            folders[:] = [
                name for name in folders if not name.isdecimal() and name not in ("self", "thread-self")
            ]
        found += [path for name in files if _opens(path := f"{folder}/{name}", os.O_WRONLY | os.O_NONBLOCK)]
    return found


def new_rights(question: dict[str, Any]) -> list[str]:
    found = []
    if libc.unshare(CLONE_NEWUSER) == 0:
        found.append("user namespace")
    if libc.unshare(CLONE_NEWNS) == 0:
        found.append("mount namespace")
    if libc.umount2(b".git/hooks", 2) == 0 or libc.umount2(b"/proc", 2) == 0:
        found.append("umount")
    if libc.mount(b"/", b"/tmp", None, MS_BIND, None) == 0:
        found.append("mount")
    if libc.chroot(b"/tmp") == 0:
        found.append("chroot")
    try:
        os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0))
        found.append("mknod")
    except OSError:
        pass
    for kind in ("net", "mnt", "pid"):
        with _suppressed():
            descriptor = os.open(f"/proc/{question['daemon']}/ns/{kind}", os.O_RDONLY)
            if libc.setns(descriptor, 0) == 0:
                found.append(f"setns {kind}")
    return found


def terminal(question: dict[str, Any]) -> bool:
    return _opens("/dev/tty", os.O_RDWR)


def devices(question: dict[str, Any]) -> list[str]:
    names = [
        name
        for name in os.listdir("/dev")
        if name.startswith(("sd", "vd", "nvme", "mem", "kmsg", "kvm", "fuse"))
    ]
    return [name for name in names if _opens(f"/dev/{name}")]


def command_of_the_product(question: dict[str, Any]) -> bool:
    return shutil.which("muti") is not None or any(map(os.path.exists, question["programs"]))


class _suppressed:
    def __enter__(self) -> None: ...

    def __exit__(self, kind: type | None, *rest: object) -> bool:
        return kind is not None and issubclass(kind, OSError)


def _opens(path: str, flags: int = os.O_RDONLY) -> bool:
    try:
        os.close(os.open(path, flags | os.O_NOCTTY))
    except (OSError, ValueError):
        return False
    return True


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def _writes(path: str) -> bool:
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o755)
    except OSError:
        return False
    os.close(descriptor)
    return True


def _connects(family: int, address: Any) -> bool:
    with socket.socket(family) as client:
        client.settimeout(5)
        try:
            client.connect(address)
        except OSError:
            return False
    return True


def _routes(address: Any) -> bool:
    """Whether there is a way to it at all; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        try:
            client.connect(address)
        except OSError:
            return False
    return True


ATTEMPTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    attempt.__name__: attempt
    for attempt in (
        read_files,
        read_files_through_processes,
        read_files_through_links,
        link_files,
        find_values,
        inherited,
        unix_sockets,
        abstract_socket,
        loopback,
        metadata_host,
        daemon_process,
        git_credentials,
        git_settings,
        git_folders_moved,
        settings_of_tools,
        outside_files,
        sockets_replaced,
        kernel_settings,
        terminal,
        devices,
        command_of_the_product,
        new_rights,
    )
}

HARMLESS = (
    "read_files",
    "read_files_through_links",
    "link_files",
    "find_values",
    "unix_sockets",
    "abstract_socket",
    "loopback",
    "daemon_process",
    "git_credentials",
    "git_settings",
    "git_folders_moved",
    "settings_of_tools",
)
"""What may be tried on a machine without a box: nothing is changed beyond the working directory."""

if __name__ == "__main__":
    print(json.dumps(main(json.loads(Path(sys.argv[1]).read_text()))))
