"""What hostile code tries from inside the whole product: run by the agent's own shell, in its box.

``python3 hostile.py`` reads ``question.json`` and writes ``report.json``: what it got, by attempt; nothing where
everything holds.
"""

import glob
import http.client
import json
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Question = dict[str, Any]


def files(question: Question) -> Iterator[str]:
    """Keys, tokens, the journal, the database, logs, the owner's link: straight, by /proc, and by links."""
    for number, place in enumerate(question["secrets"]):
        os.symlink(place, f"way{number}")
        for way in (
            place,
            f"/proc/self/root{place}",
            f"/proc/1/root{place}",
            f"/proc/1/cwd{place}",
            f"way{number}",
        ):
            yield from (found for found in [way, *glob.glob(f"{way}/**", recursive=True)] if _opens(found))
        os.unlink(f"way{number}")


def hard_links(question: Question) -> Iterator[str]:
    """A second name for a file outside."""
    for place in question["secrets"]:
        try:
            os.link(place, "taken")
        except OSError:
            continue
        yield place


def ways_out(question: Question) -> Iterator[str]:
    """The relay, the model and the git server as they stand outside, the container service, the world."""
    addresses = [("127.0.0.1", port) for port in question["ports"]]
    addresses += [(place, port) for place in question["hosts"] for port in question["ports"]]
    yield from (str(address) for address in addresses if _connects(socket.AF_INET, address))
    sockets = [
        "/run/docker.sock",
        "/var/run/docker.sock",
        "/run/dbus/system_bus_socket",
        *question["sockets"],
    ]
    yield from (place for place in sockets if _connects(socket.AF_UNIX, place))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        if probe.connect_ex(("192.0.2.1", 80)) == 0:
            yield "a route"


def through_the_model(question: Question) -> Iterator[str]:
    """The one way out there is, asked for something else, with the relay's name on it."""
    port = int(os.environ["ANTHROPIC_BASE_URL"].rpartition(":")[2])
    relay = question["ports"][0]
    tries = [
        ("GET", "/v1/rooms"),
        ("GET", f"http://127.0.0.1:{relay}/healthz"),
        ("CONNECT", f"127.0.0.1:{relay}"),
        ("POST", "/v1/messages/../rooms"),
        ("POST", f"//127.0.0.1:{relay}/v1/messages"),
        ("DELETE", "/v1/messages"),
    ]
    for method, path in tries:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            asked.putrequest(method, path, skip_host=True)
            asked.putheader("Host", f"127.0.0.1:{relay}")
            asked.endheaders()
            answer = asked.getresponse()
            if answer.status < 400:
                yield f"{method} {path}: {answer.status}"
        except OSError:
            continue
        except http.client.HTTPException:
            continue


def processes(question: Question) -> Iterator[str]:
    """The daemon and what it knows, and every process in sight."""
    for place in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
        held = _bytes(place)
        yield from (f"{place}: {value[:6]}" for value in question["values"] if value.encode() in held)
    try:
        os.kill(question["daemon"], signal.SIGCONT)
        if "muti" in _bytes(f"/proc/{question['daemon']}/cmdline").decode(errors="replace"):
            yield "the daemon hears signals"
    except OSError:
        pass


def command_line(question: Question) -> Iterator[str]:
    """The owner's own command, as it was called, without the mark that tells an agent."""
    words = [*question["muti"], "approve", "R-01", "--yes"]
    variables = {name: text for name, text in os.environ.items() if name != "MUTI_MARK"}
    try:
        done = subprocess.run(words, capture_output=True, env=variables, timeout=20, start_new_session=True)
    except OSError:
        return
    if done.returncode == 0:
        yield done.stdout.decode()


def for_later(question: Question) -> Iterator[str]:
    """What git or the owner's tools would run afterwards."""
    for name in (".git/hooks/pre-push", ".git/hooks/post-commit", ".git/config", ".git/commondir"):
        if _writes(name):
            yield name
    for words in (("core.hooksPath", "evil"), ("core.fsmonitor", "./evil"), ("alias.push", "!./evil")):
        if subprocess.run(["git", "config", *words], capture_output=True).returncode == 0:
            yield words[0]
    for name in (".git", ".git/hooks"):
        try:
            os.rename(name, f"{name}.old")
        except OSError:
            continue
        os.rename(f"{name}.old", name)
        yield f"{name} moved"


def outside(question: Question) -> Iterator[str]:
    """Files that the owner's machine would keep; whether they came is looked for outside too."""
    for place in question["elsewhere"]:
        _writes(place)
    yield from (place for place in ("/etc/evil", "/usr/bin/evil", "/run/muti/evil") if _writes(place))


ATTEMPTS: tuple[Callable[[Question], Iterator[str]], ...] = (
    files,
    hard_links,
    ways_out,
    through_the_model,
    processes,
    command_line,
    for_later,
    outside,
)


def _opens(place: str) -> bool:
    try:
        return not os.path.isdir(place) and os.open(place, os.O_RDONLY | os.O_NONBLOCK) >= 0
    except (OSError, ValueError):
        return False


def _bytes(place: str) -> bytes:
    try:
        return Path(place).read_bytes()
    except OSError:
        return b""


def _writes(place: str) -> bool:
    try:
        os.makedirs(os.path.dirname(place) or ".", exist_ok=True)
        with open(place, "a") as file:
            file.write("evil\n")
    except OSError:
        return False
    return True


def _connects(family: int, address: Any) -> bool:
    with socket.socket(family) as client:
        client.settimeout(3)
        return client.connect_ex(address) == 0


if __name__ == "__main__":
    question = json.loads(Path("question.json").read_text())
    got = {attempt.__name__: list(attempt(question)) for attempt in ATTEMPTS}
    Path("report.json").write_text(json.dumps({name: found for name, found in got.items() if found}))
    print("tried", len(ATTEMPTS))
