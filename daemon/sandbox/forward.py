"""Runs inside the box, by a bare Python: ports of its loopback become sockets of the daemon, then the program.

``python3 -I -S forward.py PORT=SOCKET ... -- PROGRAM ARGUMENT ...``. It knows nothing of the rest of the house.
"""

import ctypes
import os
import socket
import sys
import threading
from contextlib import suppress

PIECE = 64 * 1024

KEYCTL = {"x86_64": 250, "aarch64": 219}
"""The number of keyctl(2) on a machine."""

JOIN_SESSION_KEYRING = 1


def main(words: list[str]) -> None:
    """Listen first, so that the program finds everything; then become the program."""
    end = words.index("--")
    leave_keyring()
    ears = [(_listen(int(port)), path) for port, _, path in (word.partition("=") for word in words[:end])]
    if ears and os.fork() == 0:
        _serve(ears)
    for ear, _ in ears:
        ear.close()
    program = words[end + 1 :]
    try:
        os.execvp(program[0], program)  # noqa: S606 - the program that the command line names
    except OSError as problem:
        sys.exit(f"{program[0]}: {problem.strerror}")


def leave_keyring() -> None:
    """Begin an empty keyring of the kernel: the one of who started the box would come along (keyrings(7))."""
    number = KEYCTL.get(os.uname().machine)
    if number is not None:
        ctypes.CDLL(None).syscall(number, JOIN_SESSION_KEYRING, None)


def _listen(port: int) -> socket.socket:
    ear = socket.socket()
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ear.bind(("127.0.0.1", port))
    ear.listen(64)
    return ear


def _serve(ears: list[tuple[socket.socket, str]]) -> None:
    """For ever; the box ends with its program, and this with the box."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.setsid()
    threads = [threading.Thread(target=_accept, args=ear) for ear in ears]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os._exit(0)


def _accept(ear: socket.socket, path: str) -> None:
    while True:
        near, _ = ear.accept()
        threading.Thread(target=_join, args=(near, path), daemon=True).start()


def _join(near: socket.socket, path: str) -> None:
    far = socket.socket(socket.AF_UNIX)
    try:
        far.connect(path)
    except OSError:
        near.close()
        return
    back = threading.Thread(target=_pour, args=(far, near), daemon=True)
    back.start()
    _pour(near, far)
    back.join()
    near.close()
    far.close()


def _pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
    for end, side in ((socket.SHUT_RD, source), (socket.SHUT_WR, target)):
        with suppress(OSError):
            side.shutdown(end)


if __name__ == "__main__":
    main(sys.argv[1:])
