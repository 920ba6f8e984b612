"""One scan makes the app and stores it; every other end of the flow is a sentence that says what to do (O8)."""

import asyncio
import base64
import gzip
import io
import json
import re
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from config.load import load
from deploy.failures import Failure
from deploy.feishu.code import Shown
from deploy.feishu.needs import CALLBACK, addons, events, scopes
from deploy.feishu.pages import remains
from deploy.feishu.registering import NotRegistered, Registered, Talk, Waits, register
from deploy.muti import app as muti
from deploy.muti import hoist
from tests.deploy.test_feishu import settings_for
from tests.deploy.test_feishu_keeping import CONFIG
from tests.emulators.feishu import FeishuEmulator, Member

Scan = Callable[[FeishuEmulator, str], None]


@pytest.fixture
async def feishu() -> AsyncIterator[FeishuEmulator]:
    async with FeishuEmulator() as found:
        found.service.registrations.interval = 0.02
        yield found


@pytest.fixture
def person(feishu: FeishuEmulator) -> Member:
    return feishu.add_user("Olga Owner")


class Phone:
    """Whoever holds the phone: does something with the code that is shown."""

    def __init__(self, feishu: FeishuEmulator, does: Callable[[str], object]) -> None:
        self.feishu, self.does = feishu, does
        self.notes: list[str] = []
        self.url = ""

    def show(self, url: str, seconds: int) -> None:
        self.url = url
        asyncio.get_running_loop().call_later(0.05, self.does, url)

    async def register(self, app_id: str | None = None) -> Registered:
        talk = Talk(self.show, self.notes.append)
        return await register(self.feishu.base_url, app_id, addons(tasks=False), talk)


def wanted(scanned: dict[str, str]) -> dict[str, object]:
    """What the address of a code asks for."""
    packed = scanned["addons"]
    found: dict[str, object] = json.loads(
        gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    )
    return found


# -- the flow


@pytest.mark.rule("O8", "F5")
async def test_a_scan_makes_an_app_with_the_scopes_events_and_the_callback(
    feishu: FeishuEmulator, person: Member
) -> None:
    phone = Phone(feishu, lambda url: feishu.scan(url, person))
    made = await phone.register()
    app = feishu.service.apps[made.app_id]
    assert (made.secret, made.domain) == (app.secret, feishu.base_url)
    asked = wanted(feishu.scanned[-1])
    assert asked == {
        "preset": False,
        "scopes": {"tenant": scopes(tasks=False)},
        "events": {"items": {"tenant": events(tasks=False)}},
        "callbacks": {"items": [CALLBACK]},
    }


@pytest.mark.rule("O8")
async def test_somebody_of_lark_goes_on_at_lark(feishu: FeishuEmulator, person: Member) -> None:
    def scan(url: str) -> None:
        feishu.scan_from_lark(url)
        asyncio.get_running_loop().call_later(0.1, lambda: feishu.scan(url, person, brand="lark"))

    phone = Phone(feishu, scan)
    made = await phone.register()
    assert made.app_id in feishu.service.apps
    assert phone.notes == ["You are on Lark: going on there."]


def refuse(feishu: FeishuEmulator, url: str) -> None:
    feishu.refuse_scan(url)


def expire(feishu: FeishuEmulator, url: str) -> None:
    feishu.clock.advance(601)


def forbid(feishu: FeishuEmulator, url: str) -> None:
    feishu.service.registrations.of_address(url).outcome = {
        "error": "invalid_client",
        "error_description": "no apps here",
    }


@pytest.mark.rule("O8", "O5")
@pytest.mark.parametrize(
    ("end", "says", "remedy"),
    [
        (refuse, "refused on the phone", "Run this again and agree"),
        (expire, "Nobody scanned the code in time", "scan within ten minutes"),
        (forbid, "no apps here", "--app-id"),
    ],
    ids=["refused", "expired", "forbidden"],
)
async def test_each_end_of_the_flow_is_a_clear_sentence(
    feishu: FeishuEmulator, end: Scan, says: str, remedy: str
) -> None:
    with pytest.raises(NotRegistered) as told:
        await Phone(feishu, lambda url: end(feishu, url)).register()
    assert says in str(told.value)
    assert remedy in str(told.value)


@pytest.mark.rule("O8", "O5")
async def test_without_a_network_it_says_so(feishu: FeishuEmulator) -> None:
    stopped: list[asyncio.Task[None]] = []

    def stop(url: str) -> None:
        stopped.append(asyncio.create_task(feishu.stop()))

    with pytest.raises(NotRegistered, match=r"gave no answer .* Check the network .* --app-id"):
        await Phone(feishu, stop).register()
    with pytest.raises(NotRegistered, match="Check the network"):  # from the beginning
        await Phone(feishu, stop).register()
    await asyncio.gather(*stopped)


@pytest.mark.rule("O8")
async def test_another_app_than_the_one_that_was_named_is_not_taken(
    feishu: FeishuEmulator, person: Member
) -> None:
    phone = Phone(feishu, lambda url: feishu.scan(url, person))
    with pytest.raises(NotRegistered, match=r"not cli_mine\. Nothing was stored"):
        await phone.register("cli_mine")
    assert feishu.scanned[-1]["clientID"] == "cli_mine"


@pytest.mark.rule("O8", "O5")
def test_while_it_waits_it_says_so_now_and_then() -> None:
    now, notes = [0.0], list[str]()
    waits = Waits(notes.append, lambda: now[0])
    for second in range(0, 100, 5):
        now[0] = second
        waits.heard({"status": "polling"})
    assert notes == [f"Still waiting for the scan ({second} s)." for second in (30, 60, 90)]


# -- the code


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.rule("O8")
@pytest.mark.parametrize(("columns", "drawn"), [("200", True), ("40", False)])
def test_the_code_is_drawn_where_it_fits_and_its_address_is_always_there(
    monkeypatch: pytest.MonkeyPatch, columns: str, drawn: bool
) -> None:
    terminal, notes = Terminal(), list[str]()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", columns)
    url = "https://accounts.feishu.cn/page?user_code=1&addons=" + "x" * 600
    Shown(notes.append, None, draw=True).show(url, 600)
    assert ("▄" in terminal.getvalue()) is drawn
    assert any("--qr-image" in note for note in notes) is not drawn
    assert any(url in note for note in notes)
    assert "10 minutes" in notes[-1]


@pytest.mark.rule("O8")
def test_the_picture_of_the_code_is_gone_when_it_is_good_for_nothing_any_more(tmp_path: Path) -> None:
    shown = Shown(lambda note: None, tmp_path / "code.png", draw=False)
    shown.show("https://accounts.feishu.cn/page?user_code=1", 600)
    assert (tmp_path / "code.png").read_bytes().startswith(b"\x89PNG")
    shown.clear()
    assert not (tmp_path / "code.png").exists()
    with pytest.raises(Failure, match=r"ends in \.png or \.svg"):
        Shown(lambda note: None, tmp_path / "code.txt", draw=False)


# -- the command


async def run(*words: str, folder: Path) -> tuple[int, str, str]:
    """The command in a thread of its own; its exit code, and what it says on stdout and stderr."""
    environ = {"HOME": str(folder), "MUTI_HOME": str(folder / "state")}
    typed = hoist(["feishu", *words, "--config", str(folder / "config.toml")])
    ended = await asyncio.to_thread(CliRunner().invoke, muti, typed, env=environ)
    return ended.exit_code, ended.stdout, ended.stderr


@pytest.mark.rule("O8", "O5")
async def test_the_command_shows_a_code_waits_stores_the_app_and_says_what_remains(
    feishu: FeishuEmulator, person: Member, tmp_path: Path
) -> None:
    words = ("setup", "--domain", feishu.base_url, "--qr-image", str(tmp_path / "code.svg"), "--json")
    running = asyncio.create_task(run(*words, folder=tmp_path))
    (flow,) = await feishu.until(lambda: list(feishu.service.registrations.all.values()), 60)
    await feishu.until((tmp_path / "code.svg").exists, 10)
    app = feishu.scan(f"{feishu.base_url}/page/launcher?user_code={flow.user_code}", person)
    code, out, said = await running
    document = json.loads(out)
    assert code == 0
    assert re.search(
        rf"open this address: {feishu.base_url}/page/launcher\?user_code={flow.user_code}&\S+addons=", said
    )
    assert (document["app_id"], document["domain"]) == (app.app_id, feishu.base_url)
    assert document["remains"] == remains(feishu.base_url, app.app_id)
    assert app.secret not in out + said
    settings = load(tmp_path / "config.toml", {"HOME": str(tmp_path)})
    assert settings.feishu is not None
    assert settings.feishu.app_secret is not None
    assert settings.feishu.app_secret.get_secret_value() == app.secret
    assert not (tmp_path / "code.svg").exists()


@pytest.mark.rule("O8", "O5")
async def test_an_app_that_is_there_is_taken_with_its_secret_and_without_a_scan(
    feishu: FeishuEmulator, tmp_path: Path
) -> None:
    (tmp_path / "given").write_text(feishu.app.secret + "\n")
    words = ("setup", "--app-id", feishu.app.app_id, "--domain", feishu.base_url, "--no-input")
    code, out, said = await run(*words, "--secret-file", str(tmp_path / "given"), folder=tmp_path)
    assert (code, said) == (0, "")
    assert f"The app is {feishu.app.app_id}" in out
    assert "What remains:" in out
    assert feishu.app.secret not in out
    (tmp_path / "given").write_text("wrong-secret")
    before = (tmp_path / "config.toml").read_text()
    code, _, said = await run(*words, "--secret-file", str(tmp_path / "given"), folder=tmp_path)
    assert code == 1
    assert "does not take this id and secret" in said
    assert "10014" in said
    assert "baseinfo" in said
    assert (tmp_path / "config.toml").read_text() == before


@pytest.mark.rule("O8", "O5")
async def test_an_app_that_is_configured_is_not_replaced_without_a_yes(
    feishu: FeishuEmulator, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    code, _, said = await run("setup", "--domain", feishu.base_url, "--no-input", folder=tmp_path)
    assert (code, "--yes" in said) == (2, True)
    assert (tmp_path / "config.toml").read_text() == CONFIG
    code, _, said = await run("setup", "--secret-file", "/nowhere", folder=tmp_path)
    assert (code, "--app-id" in said) == (2, True)


@pytest.mark.rule("O8", "F5")
async def test_the_permissions_are_printed_whole_or_only_what_is_missing(
    feishu: FeishuEmulator, tmp_path: Path
) -> None:
    code, out, said = await run("permissions", folder=tmp_path)
    assert json.loads(out)["scopes"]["tenant"] == scopes(tasks=False)
    assert CALLBACK in said
    (tmp_path / "config.toml").write_text("")
    code, _, said = await run("permissions", "--missing", folder=tmp_path)
    assert (code, "muti feishu setup" in said) == (1, True)
    (tmp_path / "config.toml").write_text(
        f'[feishu]\napp_id = "{feishu.app.app_id}"\napp_secret = "{feishu.app.secret}"\ndomain = "{feishu.base_url}"\n'
    )
    feishu.app.scopes = set(scopes(tasks=False)) - {"im:resource"}
    code, out, _ = await run("permissions", "--missing", folder=tmp_path)
    assert json.loads(out) == {"scopes": {"tenant": ["im:resource"], "user": []}}


@pytest.mark.rule("O7", "O5")
async def test_the_check_prints_one_document_and_fails_where_something_is_broken(
    feishu: FeishuEmulator, tmp_path: Path
) -> None:
    feishu.app.scopes, feishu.app.events = set(scopes(tasks=False)), set(events(tasks=False))
    feishu.publish_version(feishu.app)
    chat = feishu.add_chat("backend", [feishu.add_user("Olga Owner")])
    settings_for(feishu, tmp_path, chat.id)
    code, out, said = await run("check", "--quick", "--chat", chat.id, "--json", folder=tmp_path)
    found = {one["name"]: one["status"] for one in json.loads(out)["probes"]}
    assert (code, said) == (0, "")
    assert set(found.values()) == {"ok", "skip"}
    assert found["feishu.recall"] == "ok"
    feishu.app.scopes.discard("im:resource")
    code, out, _ = await run("check", "--quick", folder=tmp_path)
    assert code == 1
    assert "fail  feishu.scopes  not granted: im:resource" in out
    assert "      → import what `muti feishu permissions --missing` prints at " in out
