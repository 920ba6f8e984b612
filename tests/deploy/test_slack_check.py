"""The manifest asks for what is used; and whatever of an installation is broken, `muti slack check` names it."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bots.slack.gestures import ABOUT, COMMAND
from config.settings import SlackSettings
from deploy.findings import Finding, Status
from deploy.slack.check import Check
from deploy.slack.manifest import over_http, read_manifest, scopes
from deploy.slack.proofs import PROOFS
from deploy.slack.tries import try_slack
from tests.deploy.test_slack import settings_for
from tests.emulators.slack import Channel, ImpossibleGesture, SlackEmulator, User
from tests.emulators.slack.methods import METHODS
from tests.emulators.slack.service import EVENT_SCOPES

EVENT_NAMES = {
    "message.channels": "message.channel",
    "message.groups": "message.group",
}
EVENTS = [proof.name for proof in PROOFS if "_" in proof.name or "." in proof.name]
FEATURES = {
    "interactivity": "slack.arrives.interactivity",
    "home_tab": "slack.home",
    "messages_tab": "slack.card",
    "slash": "slack.arrives.slash command",
    "shortcut": "slack.arrives.message shortcut",
}


@dataclass
class Bench:
    """A workspace with an app, and the person who installs it."""

    slack: SlackEmulator
    person: User
    channel: Channel
    private: Channel
    folder: Path

    async def quick(self, **changes: str) -> dict[str, Finding]:
        """What needs no person, with these keys of the configuration changed."""
        settings = settings_for(self.slack, self.folder, self.channel.id)
        assert settings.slack is not None
        wanted = settings.slack.model_copy(update={name: SecretStr(value) for name, value in changes.items()})
        found = await try_slack(settings.model_copy(update={"slack": wanted}))
        return {one.name: one for one in found}

    async def whole(self) -> dict[str, Finding]:
        """The check with a person's help, who does all that is asked and then says that it is all."""
        settings = SlackSettings(
            bot_token=SecretStr(self.slack.bot_token),
            app_token=SecretStr(self.slack.app_token),
            api_url=self.slack.api_url,
        )
        told: list[str] = []
        check = Check(settings, told.append)
        checking = asyncio.create_task(check.run(60))
        await self.slack.until(lambda: told or checking.done(), 20)
        if not checking.done():
            await self.help(checking)
            check.finish()
        return {one.name: one for one in await checking}

    async def help(self, checking: "asyncio.Task[list[Finding]]") -> None:
        """Each thing in turn; what the app is not configured for cannot be done."""
        for step in (
            self._write,
            self._talk_here_and_there,
            self._look,
            self._command,
            self._choose,
            self._tap,
        ):
            if not checking.done():
                with contextlib.suppress(ImpossibleGesture):
                    await step()

    async def _write(self) -> None:
        await self.slack.dm(self.person, "check")

    async def _talk_here_and_there(self) -> None:
        group = self.slack.add_group_dm([self.person])
        for place in (self.channel, self.private, group):
            await self.slack.mention(self.person, place, f"<@{self.slack.bot.id}> check")

    async def _look(self) -> None:
        await self.slack.start_assistant_thread(self.person)
        await self.slack.open_home(self.person)

    async def _command(self) -> None:
        await self.slack.slash(self.person, self.channel, COMMAND, "check")

    async def _choose(self) -> None:
        message = await self.slack.say(self.person, self.channel, "something")
        await self.slack.use_shortcut(self.person, self.channel, message.ts, ABOUT)

    async def _tap(self) -> None:
        # Events come by themselves; what has arrived is seen by its acknowledgement.
        await self.slack.until(self._quiet, 20)
        direct = self.slack.dm_channel(self.person)
        for action in ("muti:check", "muti:check-done"):
            cards = [m for m in self.slack.from_bot(direct) if action in self.slack.actions(m)]
            if cards:
                await self.slack.tap(self.person, direct, cards[0].ts, action)

    def _quiet(self) -> bool:
        """Whether each event of the person's was delivered."""
        said = [d for d in self.slack.deliveries if d.event.get("user") == self.person.id]
        own = [d for d in said if "check" in str(d.event.get("text", ""))]
        homes = [d for d in self.slack.deliveries if d.event.get("type") == "app_home_opened"]
        return all(delivery.acked for delivery in [*own, *homes])


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with SlackEmulator(retry_scale=0.01) as slack:
        slack.service.scopes = scopes()
        person = slack.add_user("olga", real_name="Olga Owner")
        channel = slack.add_channel("backend", members=[person])
        private = slack.add_channel("secret", private=True, members=[person])
        yield Bench(slack, person, channel, private, tmp_path)


def broken(found: dict[str, Finding]) -> set[str]:
    return {name for name, one in found.items() if one.status is Status.fail}


# -- the manifest ----------------------------------------------------------------------------------------------------


def used_methods() -> set[str]:
    folders = (Path("bots/slack"), Path("deploy/slack"))
    source = "".join(path.read_text() for folder in folders for path in folder.glob("*.py"))
    return {name for name in re.findall(r'"([a-z]+\.[A-Za-z.]+)"', source) if name in METHODS}


@pytest.mark.rule("O8", "K4")
def test_the_manifest_asks_for_the_scopes_that_the_code_uses_and_for_no_more() -> None:
    used, granted = used_methods(), scopes()
    assert {"chat.postMessage", "chat.update", "conversations.history", "views.open"} <= used
    missing = {name for name in used if METHODS[name].scopes and not granted & set(METHODS[name].scopes)}
    assert {name for name in missing if METHODS[name].token == "xoxb-"} == set()
    events = read_manifest()["settings"]["event_subscriptions"]["bot_events"]
    heard = {EVENT_SCOPES.get(EVENT_NAMES.get(event, event)) for event in events} - {None}
    assert heard <= granted
    by_method = {scope for name in used for scope in METHODS[name].scopes}
    assert granted <= heard | by_method | {"files:read", "commands"}


@pytest.mark.rule("O8", "K4")
def test_the_manifest_has_the_events_and_features_that_the_code_hears_and_no_others() -> None:
    manifest = read_manifest()
    features, settings = manifest["features"], manifest["settings"]
    assert sorted(settings["event_subscriptions"]["bot_events"]) == sorted(EVENTS)
    assert [one["command"] for one in features["slash_commands"]] == [COMMAND]
    assert [(one["type"], one["callback_id"]) for one in features["shortcuts"]] == [("message", ABOUT)]
    assert features["app_home"] == {
        "home_tab_enabled": True,
        "messages_tab_enabled": True,
        "messages_tab_read_only_enabled": False,
    }
    assert settings["interactivity"]["is_enabled"]
    assert settings["socket_mode_enabled"]
    assert settings["token_rotation_enabled"] is False


@pytest.mark.rule("O8", "K1")
def test_the_manifest_of_an_app_that_slack_calls_has_the_address_wherever_slack_asks_for_one() -> None:
    url = "https://muti.example.org/slack/events"
    manifest = over_http(url)
    settings = manifest["settings"]
    assert settings["socket_mode_enabled"] is False
    assert {settings["event_subscriptions"]["request_url"], settings["interactivity"]["request_url"]} == {url}
    assert [one["url"] for one in manifest["features"]["slash_commands"]] == [url]
    assert "request_url" not in str(read_manifest())


# -- what is broken is named ----------------------------------------------------------------------------------------


@pytest.mark.rule("O7", "K4")
async def test_a_whole_installation_passes_and_the_card_ticks_everything_off(bench: Bench) -> None:
    assert broken(await bench.quick()) == set()
    found = await bench.whole()
    assert {one.status for one in found.values()} == {Status.ok}
    direct = bench.slack.dm_channel(bench.person)
    (card,) = [m for m in bench.slack.from_bot(direct) if "being checked" in bench.slack.visible_text(m)]
    shown = bench.slack.visible_text(card)
    assert ("☐" in shown, "Everything arrives" in shown, bench.slack.actions(card)) == (False, True, [])


@pytest.mark.rule("O7", "K4")
@pytest.mark.parametrize("scope", sorted(scopes()))
async def test_a_scope_that_was_not_granted_is_named(bench: Bench, scope: str) -> None:
    bench.slack.remove_scope(scope)
    found = (await bench.quick())["slack.scopes"]
    assert (found.status, found.evidence) == (Status.fail, f"not granted: {scope}")
    assert "OAuth & Permissions" in found.remedy


@pytest.mark.rule("O7", "K4")
@pytest.mark.parametrize("event", EVENTS)
async def test_an_event_that_is_not_subscribed_is_named(bench: Bench, event: str) -> None:
    bench.slack.service.muted_events.add(EVENT_NAMES.get(event, event))
    found = await bench.whole()
    others = {name for name, one in found.items() if one.status is not Status.ok}
    assert others == {f"slack.arrives.{event}"}
    assert event in found[f"slack.arrives.{event}"].remedy
    assert "Event Subscriptions" in found[f"slack.arrives.{event}"].remedy


@pytest.mark.rule("O7", "K4")
@pytest.mark.parametrize("feature", FEATURES)
async def test_a_feature_that_is_switched_off_is_named(bench: Bench, feature: str) -> None:
    bench.slack.service.features.discard(feature)
    found = await bench.whole()
    assert FEATURES[feature] in broken(found)
    assert "→" in found[FEATURES[feature]].remedy


Break = Callable[[Bench], Coroutine[Any, Any, dict[str, Finding]]]


async def _swapped(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(bot_token=bench.slack.app_token, app_token=bench.slack.bot_token)


async def _app_in_place_of_bot(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(bot_token=bench.slack.app_token)


async def _bot_in_place_of_app(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(app_token=bench.slack.bot_token)


async def _of_a_person(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(bot_token="xoxp-dummy")


async def _rotating(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(bot_token="xoxe.xoxb-dummy")


async def _revoked(bench: Bench) -> dict[str, Finding]:
    bench.slack.revoke_token()
    return await bench.quick()


async def _unknown_bot(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(bot_token="xoxb-other")


async def _unknown_app(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(app_token="xapp-other")


async def _no_app(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(app_token="")


async def _app_without_scope(bench: Bench) -> dict[str, Finding]:
    bench.slack.service.app_scopes.clear()
    return await bench.quick()


async def _no_socket_mode(bench: Bench) -> dict[str, Finding]:
    await bench.slack.disable_link()
    return await bench.quick()


async def _not_in_channel(bench: Bench) -> dict[str, Finding]:
    await bench.slack.kick(bench.slack.bot, bench.channel)
    return await bench.quick()


async def _archived(bench: Bench) -> dict[str, Finding]:
    await bench.slack.archive(bench.channel)
    return await bench.quick()


async def _unknown_channel(bench: Bench) -> dict[str, Finding]:
    bench.channel.id = "C0NOWHERE"
    return await bench.quick()


async def _two_apps(bench: Bench) -> dict[str, Finding]:
    bench.slack.bot.app_id = "A0OTHER"
    return await bench.whole()


@pytest.mark.rule("O7", "K4")
@pytest.mark.parametrize(
    ("breaks", "evidence", "remedy"),
    [
        (_swapped, "are swapped", "swap them"),
        (
            _app_in_place_of_bot,
            "slack.bot_token has to begin with xoxb-; what is there is an app token",
            "OAuth",
        ),
        (
            _bot_in_place_of_app,
            "slack.app_token has to begin with xapp-; what is there is a bot token",
            "Basic",
        ),
        (_of_a_person, "a token of a person", "OAuth"),
        (_rotating, "Token Rotation", "OAuth"),
        (_revoked, "the token was revoked", "OAuth"),
        (_unknown_bot, "Slack does not know this token", "OAuth"),
        (_unknown_app, "Slack does not know this token", "App-Level Tokens"),
        (_no_app, "slack.app_token is not configured", "App-Level Tokens"),
        (_app_without_scope, "lacks connections:write", "App-Level Tokens"),
        (_no_socket_mode, "apps.connections.open", "Socket Mode"),
        (_not_in_channel, "#backend, room Backend: the app is not in it", "/invite"),
        (_archived, "archived", "unarchive"),
        (_unknown_channel, "channel_not_found", "/invite"),
        (_two_apps, "the bot token is of the app A0OTHER, the app token of A0APP", "same app"),
    ],
    ids=lambda value: value.__name__.strip("_") if callable(value) else "",
)
async def test_a_token_a_switch_or_a_channel_that_is_wrong_is_named(
    bench: Bench, breaks: Break, evidence: str, remedy: str
) -> None:
    failed = [one for one in (await breaks(bench)).values() if one.status is Status.fail]
    assert [evidence in one.evidence for one in failed] == [True]
    assert remedy in failed[0].remedy
    assert "xoxb-dummy" not in str(failed)


@pytest.mark.rule("O7")
async def test_another_process_that_hears_the_same_app_is_named_and_takes_no_gestures(bench: Bench) -> None:
    other = asyncio.create_task(bench.whole())
    await bench.slack.until_connected()
    try:
        found = await bench.whole()
        assert broken(found) == {"slack.rival"}
    finally:
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)


@pytest.mark.rule("C5")
async def test_what_people_say_to_the_agent_during_a_check_is_left_for_the_bot(bench: Bench) -> None:
    checking = asyncio.create_task(bench.whole())
    await bench.slack.until_connected()
    asked = await bench.slack.mention(bench.person, bench.channel, "fix the tests")
    await checking
    assert [d.acked for d in bench.slack.deliveries_of(asked)] == [False] * len(
        bench.slack.deliveries_of(asked)
    )
