"""What Codex must keep, asserted at each start: a program that does not is not used.

It has to echo the policy by which everything is asked about, to trust our hook and call it, and to have switched
off what acts without either. A later version that forgets one of these would go on without a word.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from daemon.codex.command import KEY, build_command
from daemon.codex.home import Home
from daemon.codex.settings import OFF, Settings, render_settings
from daemon.codex.shapes import part, parts
from daemon.codex.wire import Declined, Wire, WireClosed
from daemon.process import Limits, finish, spawn
from daemon.runtime import RuntimeUnfit

POLICY = "untrusted"
CLIENT = {"name": "muti", "title": "muti", "version": "1"}
# A sandbox inside ours would be one more, and a command that was accepted runs without one anyway.
INSIDE, OUTSIDE = "danger-full-access", "workspace-write"
ANSWERED = {INSIDE: "dangerFullAccess", OUTSIDE: "workspaceWrite"}
ADVICE = "install the version that comes with muti, or look for a newer muti."


async def greet(wire: Wire, home: Home, settings: Settings) -> None:
    """Introduce ourselves, have our hook trusted, and see what is switched off.

    Raises:
        RuntimeUnfit: the program does not keep one of these.
    """
    await wire.call("initialize", {"clientInfo": CLIENT, "capabilities": {"experimentalApi": True}})
    wire.note("initialized")
    hook, skills = await _own_hook(wire, home, settings), await _skills(wire, settings)
    trusted = replace(settings, hooks=((str(hook["key"]), str(hook["currentHash"])),), skills=skills)
    home.configure(trusted)
    await _check_hook(wire, home, settings)
    await _check_features(wire)


async def open_thread(
    wire: Wire, settings: Settings, thread: str | None, sandbox: str, more: Mapping[str, Any]
) -> str:
    """A new thread, or the known one; its id.

    Raises:
        RuntimeUnfit: the program would not ask before each action.
        Declined: there is no such thread.
    """
    asked = {"cwd": settings.directory, "approvalPolicy": POLICY, "approvalsReviewer": "user", **more}
    if thread is not None:
        answer = await wire.call("thread/resume", {**asked, "sandbox": sandbox, "threadId": thread})
    else:
        answer = await wire.call("thread/start", {**asked, "sandbox": sandbox})
    for name, wanted in (("approvalPolicy", POLICY), ("approvalsReviewer", "user")):
        if answer.get(name) != wanted:
            raise RuntimeUnfit(
                f"Codex would not ask before each action ({name} is {answer.get(name)!r}): {ADVICE}"
            )
    if part(answer, "sandbox").get("type") != ANSWERED[sandbox]:
        raise RuntimeUnfit(f"Codex uses another sandbox than it was told ({answer.get('sandbox')}): {ADVICE}")
    return str(part(answer, "thread").get("id"))


class OwnSandbox:
    """The program's own sandbox outside of ours, where the machine lets it work: tried once for each agent.

    It holds what is not asked about; a command that was approved runs without it (measured). Where it cannot be
    set up, every command would fail in it.
    """

    def __init__(self) -> None:
        self._works: bool | None = None

    async def choose(self, wire: Wire, directory: str, boxed: bool) -> str:
        """The mode for a thread."""
        if boxed:
            return INSIDE
        if self._works is None:
            self._works = await _try_sandbox(wire, directory)
        return OUTSIDE if self._works else INSIDE


async def _try_sandbox(wire: Wire, directory: str) -> bool:
    asked = {
        "command": ["/bin/sh", "-c", ":"],
        "cwd": directory,
        "sandboxPolicy": {"type": ANSWERED[OUTSIDE]},
    }
    try:
        return (await wire.call("command/exec", asked)).get("exitCode") == 0
    except Declined:
        return False


async def _own_hook(wire: Wire, home: Home, settings: Settings) -> Mapping[str, Any]:
    answer = await wire.call("hooks/list", {"cwds": [settings.directory]})
    hooks = [hook for entry in parts(answer, "data") for hook in parts(entry, "hooks")]
    own = [hook for hook in hooks if Path(str(hook.get("sourcePath"))) == home.hooks]
    if len(own) != 1 or own[0].get("eventName") != "preToolUse":
        raise RuntimeUnfit(f"Codex does not know the hook by which it asks: {ADVICE}")
    return dict(own[0])


async def _check_hook(wire: Wire, home: Home, settings: Settings) -> None:
    hook = await _own_hook(wire, home, settings)
    if hook.get("trustStatus") != "trusted" or not hook.get("enabled"):
        raise RuntimeUnfit(f"Codex does not trust the hook by which it asks: {ADVICE}")


async def _skills(wire: Wire, settings: Settings) -> Sequence[str]:
    """The skills that lie about. One that a prompt happens to name would be read into it, unasked."""
    answer = await wire.call("skills/list", {"cwds": [settings.directory], "forceReload": True})
    skills = [skill for entry in parts(answer, "data") for skill in parts(entry, "skills")]
    return [str(skill["path"]) for skill in skills if skill.get("path")]


async def _check_features(wire: Wire) -> None:
    answer = await wire.call("experimentalFeature/list", {"limit": 1000})
    state = {feature.get("name"): feature.get("enabled") for feature in parts(answer, "data")}
    still_on = [name for name in OFF if state.get(name) is not False]
    if still_on:
        raise RuntimeUnfit(f"Codex does not switch off what acts unasked ({', '.join(still_on)}): {ADVICE}")


async def probe(program: Path, folder: Path, limits: Limits) -> None:
    """Try all of it in an empty folder, without a model.

    Raises:
        RuntimeUnfit: the program does not keep what the gate needs.
    """
    home, settings = Home(folder / "home"), Settings(str(folder), "http://127.0.0.1:9/v1")
    home.prepare(None)
    home.settings.write_text(render_settings(settings), encoding="utf-8")
    environment = {"CODEX_HOME": str(home.folder), "HOME": str(folder), KEY: "none"}
    mark = f"check-{uuid4()}"
    child = await spawn(build_command(program), folder, environment, mark)
    wire = Wire(child, lambda method, params: None, lambda number, method, params: None)
    try:
        await _with_reader(wire, _try(wire, home, settings))
    except (Declined, WireClosed, TimeoutError) as problem:
        raise RuntimeUnfit(
            f"Codex does not answer as it should ({problem or child.errors}): {ADVICE}"
        ) from problem
    finally:
        await child.stop(limits, 2.0)


async def _try(wire: Wire, home: Home, settings: Settings) -> None:
    await greet(wire, home, settings)
    await open_thread(wire, settings, None, INSIDE, {"ephemeral": True})


async def _with_reader(wire: Wire, work: Coroutine[Any, Any, None]) -> None:
    """Do something over a wire that nobody else reads."""
    reading = asyncio.ensure_future(wire.read())
    try:
        await work
    finally:
        reading.cancel()
        await finish(asyncio.wait_for(asyncio.gather(reading, return_exceptions=True), None))
