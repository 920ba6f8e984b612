"""What a card, a page of people or the console can do, the owner can say at the command line (O5)."""

import asyncio
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.console import Console
from relay.client import RelayClient
from relay.wire.people import Account, Binding, Who
from relay.wire.places import Lease
from relay.wire.requests import Ask, Spot
from tests.deploy.at_home import Home, make_home, running

pytestmark = pytest.mark.rule("O5")


def script(*moves: dict[str, object]) -> str:
    return json.dumps(moves)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    made = make_home(tmp_path_factory.mktemp("home"))
    made.config.write_text(made.config.read_text() + '[slack]\nbot_token = "xoxb-dummy"\napp_token = "xapp-dummy"\n'
                           'api_url = "http://127.0.0.1:1/"\n')  # fmt: skip
    with running(made):
        yield made


def stranger_asks(home: Home, prompt: str, name: str) -> None:
    """Somebody who is no member asks where the room hears: a join card waits then."""

    async def ask() -> None:
        async with RelayClient(home.url, home.token("person")) as owner:
            room = (await owner.rooms(None)).rooms[0].room
            await owner.bind(None, room, Binding(platform="slack", tenant="T1", channel="C1"))
        who = Who(account=Account(platform="slack", tenant="T1", subject=f"U-{name}"), name=name)
        async with RelayClient(home.url, home.token("slack")) as slack:
            await slack.lease(Lease(platform="slack", tenant="T1", holder="one"))
            spot = Spot(platform="slack", tenant="T1", channel="C1", message=os.urandom(4).hex())
            asked = await slack.ask(who, Ask(spot=spot, prompt=prompt))
            assert asked.request is None

    asyncio.run(ask())


# -- actions ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("P3")
def test_an_action_is_named_by_its_number_shown_whole_and_decided_once(home: Home) -> None:
    (home.project / "old.txt").write_text("old")
    asked = home.json("ask", script({"delete": "old.txt"}, {"done": "gone"}))["request"]["public_id"]
    home.until_paused(asked)
    assert "action 1" in home.run("status", asked).out
    wrong = home.run("approve", asked, "--action", "7", "--yes")
    assert (wrong.code, "They are: 1: delete" in wrong.err) == (2, True)
    undecided = home.run("approve", asked, "--action", "1", "--no-input")
    assert (undecided.code, "rm -- old.txt" in undecided.err) == (2, True)
    always = home.run("approve", asked, "--action", "1", "--always", "--yes")
    assert (always.code, "leave out --always" in always.err) == (1, True)
    home.json("deny", asked, "--action", "1", "--reason", "keep it", "--yes")
    home.until(asked, "done")
    assert (home.project / "old.txt").exists()
    late = home.run("approve", asked, "--action", "1", "--yes")
    assert (late.code, f"muti status {asked}" in late.err) == (1, True)


def test_too_late_says_how_to_ask_again(home: Home) -> None:
    view = home.member_asks("never mind")
    home.json("cancel", view.public_id)
    late = home.run("approve", view.public_id, "--yes")
    assert (late.code, f"muti retry {view.public_id}" in late.err) == (1, True)


# -- who comes in, who goes -------------------------------------------------------------------------------------


@pytest.mark.rule("R5")
def test_a_join_card_is_listed_shown_whole_and_decided(home: Home) -> None:
    stranger_asks(home, script({"done": "welcome"}) + " and more" * 60 + " the end of it", "Tom")
    assert "1  Tom (slack:T1:U-Tom) in Backend" in home.run("room", "joins").out
    undecided = home.run("room", "admit", "1", "--no-input")
    assert (undecided.code, "the end of it" in undecided.err) == (2, True)
    unknown = home.run("room", "admit", "9", "--yes")
    assert (unknown.code, "muti room joins" in unknown.err) == (1, True)
    admitted = home.json("room", "admit", "1", "--approve", "--yes")["join"]
    assert (admitted["state"], bool(admitted["request"])) == ("admitted", True)
    stranger_asks(home, "me too", "Eve")
    refused = home.json("room", "refuse", "1", "--yes")["join"]
    assert (refused["name"], refused["state"]) == ("Eve", "refused")
    assert home.json("room", "joins")["joins"] == []


@pytest.mark.rule("R9")
def test_a_person_is_removed_with_what_they_have_queued(home: Home) -> None:
    view = home.member_asks("something", "Rita")
    assert home.run("room", "remove", "Nobody", "--yes").code == 1
    now = home.json("room", "remove", "Rita", "--yes")["room"]
    assert "Rita" not in {member["name"] for member in now["members"]}
    home.until(view.public_id, "cancelled")


def test_an_agent_leaves_a_room_with_what_is_queued_and_comes_back_without_its_permissions(
    home: Home,
) -> None:
    first = home.member_asks("waits", "Nora")
    home.json("approve", home.member_asks(script({"done": "1"}), "Nora").public_id, "--always", "--yes")
    told = home.run("room", "take-out", "@helper", "--room", "Backend", "--yes")
    assert (told.code, "The configuration still names it" in told.out) == (0, True)
    home.until(first.public_id, "cancelled")
    nobody = home.run("ask", "anybody?", "--room", "Backend")
    assert (nobody.code, bool(nobody.err)) == (1, True)
    assert home.run("room", "take-out", "helper", "--room", "Backend", "--yes").code == 1
    for _ in range(2):
        now = home.json("room", "put-in", "helper", "--room", "Backend")["room"]
        assert [agent["handle"] for agent in now["agents"]] == ["helper"]
    unknown = home.run("room", "put-in", "nobody", "--room", "Backend")
    assert (unknown.code, "helper" in unknown.err) == (1, True)
    again = home.member_asks("must wait again", "Nora")
    assert again.state == "pending"
    home.json("cancel", again.public_id)


def test_an_invitation_is_listed_and_revoked(home: Home) -> None:
    made = home.json("invite", "--room", "Backend")["invite"]["invite"]
    assert made in home.run("room", "invites", "--room", "Backend").out
    home.json("room", "revoke-invite", made, "--room", "Backend")
    listed = {one["invite"]: one for one in home.json("room", "invites", "--room", "Backend")["invites"]}
    assert listed[made]["revoked_at"] is not None


# -- switches and limits ----------------------------------------------------------------------------------------


@pytest.mark.rule("D5", "H1")
def test_the_switches_of_a_room_are_set_and_shown(home: Home) -> None:
    before = home.json("room", "switch")["switches"]
    assert (before["agents_ask"], before["automatic_turns"], before["agents"]) == (
        False,
        False,
        {"helper": "run"},
    )
    home.json("room", "switch", "--agents-ask", "on", "--automatic-turns", "on")
    now = home.json("room", "switch", "--agent", "@helper", "--mode", "hold")["switches"]
    assert (now["agents_ask"], now["automatic_turns"], now["agents"]) == (True, True, {"helper": "hold"})
    lines = home.run("room", "switch", "--agents-ask", "off", "--automatic-turns", "off").out
    assert "agents ask each other: off" in lines
    half = home.run("room", "switch", "--mode", "run")
    assert (half.code, "go together" in half.err) == (2, True)


@pytest.mark.rule("A6")
def test_a_standing_permission_gets_a_daily_allowance_and_loses_it(home: Home) -> None:
    home.json("approve", home.member_asks(script({"done": "1"}), "Ada").public_id, "--always", "--yes")
    grant = next(one for one in home.json("grants", "list")["grants"] if one["person_name"] == "Ada")
    assert home.run("grants", "limit", grant["grant"]).code == 2
    home.json("grants", "limit", grant["grant"], "--tool-calls", "20", "--cost", "1.5")
    assert "a day: $1.50, 20 tool calls" in home.run("grants", "list").out
    kept = next(one for one in home.json("grants", "list")["grants"] if one["grant"] == grant["grant"])
    assert kept["allowance"] == {"tool_calls": 20, "cost": 1_500_000}
    home.json("grants", "limit", grant["grant"], "--none")
    kept = next(one for one in home.json("grants", "list")["grants"] if one["grant"] == grant["grant"])
    assert kept["allowance"] == {}


# -- another computer -------------------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> Home:
    """Another computer, on which nothing runs."""
    other = make_home(tmp_path / "elsewhere")
    other.config.write_text(f'home = "{other.state}"\n')
    return other


def test_a_login_is_a_token_of_its_own_that_a_logout_ends(home: Home, elsewhere: Home) -> None:
    made = home.json("link", "--computer", "desk")
    said = elsewhere.run("login", made["url"], "--json", stdin=made["token"] + "\n")
    assert (said.code, said.json["rooms"]) == (0, ["Backend"])
    file = Path(said.json["file"])
    assert file.stat().st_mode & 0o077 == 0
    assert "helper on laptop" in elsewhere.run("status").out
    assert elsewhere.json("room", "list")["rooms"][0]["name"] == "Backend"
    assert elsewhere.json("invite", "--room", "Backend")["url"].startswith(home.url)
    elsewhere.json("logout")
    assert not file.exists()
    again = elsewhere.run("login", made["url"], stdin=made["token"] + "\n")
    assert again.code == 1, "the token is dead at the relay, too"
    gone = elsewhere.run("logout")
    assert (gone.code, "muti login" in gone.err) == (1, True)


def test_the_owner_logs_a_lost_computer_out_and_keeps_the_own(home: Home, elsewhere: Home) -> None:
    made = home.json("link", "--computer", "lost")
    assert elsewhere.run("login", made["url"], stdin=made["token"]).code == 0
    home.json("logout", "--everywhere")
    assert elsewhere.run("status").code == 1
    assert home.run("status").code == 0
    rows = home.json("audit", "list")["rows"]
    assert {"token made", "signed out"} <= {row["act"] for row in rows}


@pytest.mark.rule("O9", "O11")
@pytest.mark.parametrize(
    ("address", "typed", "told"),
    [
        ("http://relay.example.org", "muti_person_x", "https://"),
        ("nonsense", "muti_person_x", "https://"),
        ("http://127.0.0.1:1", "xoxb-dummy", "muti link --computer"),
        ("http://127.0.0.1:1", "", "muti link --computer"),
        ("http://127.0.0.1:1", "muti_person_x", "does not answer"),
    ],
)
def test_a_login_that_cannot_be_is_told_and_keeps_nothing(
    elsewhere: Home, address: str, typed: str, told: str
) -> None:
    said = elsewhere.run("login", address, stdin=typed)
    assert (said.code in (1, 2), told in said.err, said.out) == (True, True, ""), said
    assert not (elsewhere.state / "tokens" / "login").exists()


def test_the_token_of_a_login_goes_to_that_relay_only(
    home: Home, elsewhere: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = home.json("link", "--computer", "desk")
    assert elsewhere.run("login", made["url"], stdin=made["token"]).code == 0
    other = elsewhere.run("status", "--relay", "http://127.0.0.1:1")
    assert (other.code, "has no token of yours" in other.err) == (1, True)


# -- shapes -----------------------------------------------------------------------------------------------------

SHAPES: list[tuple[list[str], str]] = [
    (["ask", script({"done": "x"}), "--wait", "--room", "Backend"], "request"),
    (["status"], "relay rooms"),
    (["queue"], "requests"),
    (["stop", "--yes"], "cancelled running"),
    (["room", "list"], "rooms"),
    (["room", "new", "Shapes"], "room"),
    (["room", "bind", "slack:T9:C9", "--room", "Shapes"], "room binding"),
    (["room", "put-in", "helper", "--room", "Shapes"], "room"),
    (["room", "joins"], "joins"),
    (["room", "invites", "--room", "Shapes"], "invites"),
    (["room", "switch", "--room", "Shapes"], "switches"),
    (["room", "take-out", "helper", "--room", "Shapes", "--yes"], "room"),
    (["invite", "--room", "Shapes"], "invite url"),
    (["link"], "code"),
    (["link", "--browser"], "code url"),
    (["link", "--computer", "shapes"], "token url"),
    (["logout", "--everywhere"], "url everywhere"),
    (["grants", "list"], "grants"),
    (["machines", "list"], "machines"),
    (["machines", "add", "shapes"], "machine"),
    (["machines", "revoke", "shapes", "--yes"], "revoked"),
    (["daemon", "status"], "service machines"),
    (["daemon", "install", "--print"], "file text"),
    (["audit", "list"], "rows before"),
    (["audit", "verify"], "whole rows head fault"),
    (["doctor"], "configuration probes"),
    (["policy", "explain", "ls"], "judgement"),
    (["config", "check"], "file notes"),
    (["config", "path"], "file usual_file home"),
    (["config", "show"], "settings"),
    (["config", "show", "--origin"], "settings origins"),
    (["slack", "manifest"], "manifest"),
    (["completion", "fish"], "shell script"),
    (["version"], "version python"),
    (["init", "--no-input"], "file changed chats directory runtime language"),
    (["approve", "R20200101-01", "--yes"], "error"),
]


def documented() -> dict[str, set[str]]:
    """The keys that ARCHITECTURE.md promises, by command."""
    text = Path("ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text[text.index("## The command line's JSON") :].split("\n\n")[2]
    found: dict[str, set[str]] = {}
    for row in table.splitlines()[2:]:
        commands, keys = (re.findall(r"`([^`]+)`", cell) for cell in row.strip("|").split(" | ", 1))
        for name in commands:
            found.setdefault(re.sub(r" (--?\w|[A-Z]).*", "", name), set()).update(keys)
    return found


@pytest.mark.parametrize(
    ("words", "keys"), SHAPES, ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else ""
)
def test_each_document_has_the_keys_that_are_promised(
    home: Home, words: list[str], keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for only_here in ("MUTI_TOKEN", "MUTI_TEST_REQUIRE_ALL"):  # what a service would not have is refused
        monkeypatch.delenv(only_here, raising=False)
    said = home.run(*words, "--json")
    document = said.json
    assert document.pop("muti") == 1
    assert " ".join(document) == keys, said
    promised = documented()
    name = next((name for name in (" ".join(words[:2]), words[0]) if name in promised), "")
    assert set(document) <= promised.get(name, set()) | {"error"}, name


def test_every_command_is_in_the_table_of_documents() -> None:
    from deploy.muti import app

    silent = {"bots", "daemon run", "daemon logs", "demo", "up", "relay"}
    names = set(commands_of(app)) - silent
    assert names <= set(documented()), names - set(documented())


def commands_of(app: Any) -> Iterator[str]:
    """Every command that there is, by its words."""
    for one in app.registered_commands:
        yield one.name or one.callback.__name__
    for group in app.registered_groups:
        yield from (f"{group.name} {name}" for name in commands_of(group.typer_instance))


# -- beside the result ------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Something that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for console, screen, shown in (
        (Console(), Terminal(), True),
        (Console(as_json=True), Terminal(), False),
        (Console(), io.StringIO(), False),
    ):
        monkeypatch.setattr(sys, "stderr", screen)
        console.progress("200 rows")
        assert ("200 rows" in screen.getvalue()) is shown


@pytest.mark.rule("O3")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_asks_muti_itself(elsewhere: Home, shell: str) -> None:
    said = elsewhere.run("completion", shell)
    assert (said.code, f"complete_{shell}" in said.out, "To have it" in said.err) == (0, True, True)
    assert elsewhere.run("completion", "tcsh").code == 2
