"""Whatever of a Feishu app is broken, `muti feishu check` and `muti doctor` name it and say where it is put right."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from config.settings import FeishuSettings
from deploy.feishu.check import Check
from deploy.feishu.doctor import try_feishu
from deploy.feishu.needs import CALLBACK, events, scopes
from deploy.feishu.trial import try_message
from deploy.feishu.watch import judge_clock
from deploy.findings import Finding, Status
from deploy.probes import examine
from tests.deploy.test_feishu import settings_for
from tests.emulators.feishu import Chat, Delivery, FeishuEmulator, ImpossibleGesture, Member, Message

MESSAGES = "im.message.receive_v1"


@dataclass
class Bench:
    """An organisation with an app that has what it needs, and the person who installs it."""

    feishu: FeishuEmulator
    person: Member
    chat: Chat
    folder: Path

    def feishu_settings(self, **changes: Any) -> FeishuSettings:
        """The section [feishu], with these keys changed."""
        found = settings_for(self.feishu, self.folder, self.chat.id).feishu
        assert found is not None
        return found.model_copy(update=changes)

    async def quick(self, **changes: Any) -> dict[str, Finding]:
        """What needs no person."""
        settings = settings_for(self.feishu, self.folder, self.chat.id)
        wanted = settings.model_copy(update={"feishu": self.feishu_settings(**changes)})
        return {one.name: one for one in await try_feishu(wanted)}

    async def whole(self, **changes: Any) -> dict[str, Finding]:
        """The check with a person's help, who does all that is asked and then says that it is all."""
        told: list[str] = []
        check = Check(self.feishu_settings(**changes), told.append)
        checking = asyncio.create_task(check.run(60))
        await self.feishu.until(lambda: told or checking.done(), 25)
        if not checking.done():
            await self._help(checking)
            check.finish()
        return {one.name: one for one in await checking}

    async def _help(self, checking: "asyncio.Task[list[Finding]]") -> None:
        direct = self.feishu.direct_chat(self.person)
        for where, mention in ((direct, False), (self.chat, True)):
            with contextlib.suppress(ImpossibleGesture):
                await self.feishu.say(where, self.person, "check", mention=mention)
        # Only what the app hears can be answered with a card.
        heard = [d for d in self.feishu.deliveries if d.type == MESSAGES and " check" in f" {_text(d)}"]
        if heard:
            card = (await self.feishu.until(lambda: self.feishu.from_bot(direct), 20))[-1]
            await self.feishu.until(lambda: all(d.acked for d in heard), 20)
            await self.feishu.tap(card, self.person, {"act": "muti:check"})

    def card(self) -> Message:
        return self.feishu.from_bot(self.feishu.direct_chat(self.person))[-1]

    def publish(self) -> None:
        """What the console shows now is published."""
        self.feishu.publish_version(self.feishu.app)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with FeishuEmulator() as feishu:
        feishu.limits.off()
        feishu.app.scopes, feishu.app.events = set(scopes(tasks=False)), set(events(tasks=False))
        person = feishu.add_user("Olga Owner", locale="en_us")
        bench = Bench(feishu, person, feishu.add_chat("backend", [person]), tmp_path)
        bench.publish()
        yield bench


def _text(delivery: Delivery) -> str:
    said: str = json.loads(delivery.payload["event"]["message"]["content"])["text"]
    return said


def broken(found: dict[str, Finding]) -> set[str]:
    return {name for name, one in found.items() if one.status is Status.fail}


# -- with a person


@pytest.mark.rule("O7", "F5")
async def test_a_whole_installation_passes_and_the_card_ticks_everything_off(bench: Bench) -> None:
    found = await bench.quick()
    assert {name for name, one in found.items() if one.status is not Status.ok} == {"feishu.callbacks"}
    found = await bench.whole()
    assert {one.status for one in found.values()} == {Status.ok}
    shown = bench.feishu.visible_text(bench.card(), "en_us")
    assert ("☐" in shown, "Everything arrives" in shown) == (False, True)
    assert bench.feishu.buttons(bench.card()) == []
    assert bench.feishu.toasts_of(bench.person)[-1].text == "The tap arrived."
    assert len(bench.feishu.from_bot(bench.feishu.direct_chat(bench.person))) == 1


@pytest.mark.rule("O7")
async def test_a_callback_that_is_not_subscribed_is_named_by_the_tap_that_does_not_come(bench: Bench) -> None:
    bench.feishu.app.callbacks.discard(CALLBACK)
    found = await bench.whole()
    assert broken(found) == {"feishu.arrives.tap"}
    remedy = found["feishu.arrives.tap"].remedy
    assert (CALLBACK in remedy, "/event" in remedy, "200340" in remedy) == (True, True, True)
    assert "The check is over" in bench.feishu.visible_text(bench.card(), "en_us")


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("scope", "name"),
    [
        ("im:message.p2p_msg:readonly", "feishu.arrives.direct message"),
        ("im:message.group_at_msg:readonly", "feishu.arrives.mention"),
    ],
)
async def test_what_does_not_arrive_for_want_of_a_scope_is_named(bench: Bench, scope: str, name: str) -> None:
    bench.feishu.app.scopes.discard(scope)
    found = await bench.whole()
    assert broken(found) == {name}
    assert scope in found[name].remedy


@pytest.mark.rule("O7")
async def test_an_event_that_does_not_arrive_is_named(bench: Bench) -> None:
    bench.feishu.app.events.discard(MESSAGES)
    found = await bench.whole()
    assert broken(found) == {f"feishu.arrives.{name}" for name in ("direct message", "mention", "tap")}
    assert MESSAGES in found["feishu.arrives.mention"].remedy


@pytest.mark.rule("C5")
async def test_what_people_say_to_the_agent_during_a_check_is_left_for_the_bot(bench: Bench) -> None:
    checking = asyncio.create_task(bench.whole())
    await bench.feishu.until_connected()
    said = await bench.feishu.say(bench.chat, bench.person, "fix the tests", mention=True)
    await checking
    assert [d.acked for d in bench.feishu.deliveries_of(said)] == [False]


@pytest.mark.rule("O7", "C5")
async def test_a_tap_on_another_card_during_a_check_is_answered_with_what_to_do(bench: Bench) -> None:
    told: list[str] = []
    check = Check(bench.feishu_settings(), told.append)
    checking = asyncio.create_task(check.run(60))
    await bench.feishu.until(lambda: told, 20)
    await bench.feishu.say(bench.feishu.direct_chat(bench.person), bench.person, "check")
    card = (
        await bench.feishu.until(lambda: bench.feishu.from_bot(bench.feishu.direct_chat(bench.person)), 20)
    )[-1]
    action = {"tag": "button", "value": {"act": "approve", "request": "r", "version": 1}}
    await bench.feishu.call_back(bench.feishu.app, card, bench.person, action)
    check.finish()
    await checking
    assert "tap again in a minute" in bench.feishu.toasts_of(bench.person)[-1].text


@pytest.mark.rule("O7")
async def test_a_long_connection_that_is_refused_ends_the_check_with_the_reason(bench: Bench) -> None:
    bench.feishu.connection.most_connections = 0
    found = await bench.whole()
    assert broken(found) == {"feishu.hears"}
    assert "too many connections" in found["feishu.hears"].evidence


@pytest.mark.rule("O7", "F1")
async def test_over_http_the_check_listens_where_the_bot_would(bench: Bench) -> None:
    keys = {"events": "http", "encrypt_key": SecretStr("k" * 32), "verification_token": SecretStr("t" * 16)}
    check = Check(bench.feishu_settings(**keys, listen="127.0.0.1:0"), lambda text: None)
    found = {one.name: one for one in await check.run(0.2)}
    assert found["feishu.hears"].status is Status.ok


# -- without a person


@pytest.mark.rule("O7", "F5")
@pytest.mark.parametrize("scope", scopes(tasks=False))
async def test_a_scope_that_was_not_granted_is_named_with_what_fails(bench: Bench, scope: str) -> None:
    bench.feishu.app.scopes = {*bench.feishu.app.scopes} - {scope}
    found = (await bench.quick())["feishu.scopes"]
    needed_alone = scope != "im:message:update"  # sending covers it (open.feishu.cn, message patch)
    assert (scope in found.evidence) is needed_alone
    assert (found.status is Status.fail, "--missing" in found.remedy) == (needed_alone, needed_alone)


@pytest.mark.rule("O7", "F6")
async def test_the_scopes_and_the_event_of_tasks_are_wanted_only_where_tasks_are(bench: Bench) -> None:
    found = await bench.quick(tasks=True)
    assert broken(found) == {"feishu.scopes", "feishu.events"}
    assert "task:comment:read" in found["feishu.scopes"].evidence
    assert "task.task.comment_updated_v1" in found["feishu.events"].evidence


@pytest.mark.rule("O7", "F5")
@pytest.mark.parametrize("event", events(tasks=False))
async def test_an_event_that_the_published_version_lacks_is_named(bench: Bench, event: str) -> None:
    bench.feishu.app.events.discard(event)
    bench.publish()
    found = await bench.quick()
    assert broken(found) == {"feishu.events"}
    assert found["feishu.events"].evidence == f"not subscribed: {event}"
    assert "/event" in found["feishu.events"].remedy


@pytest.mark.rule("O7")
@pytest.mark.parametrize(("status", "says"), [(4, "is a draft"), (3, "waits for an administrator")])
async def test_a_version_that_waits_is_named(bench: Bench, status: int, says: str) -> None:
    bench.feishu.publish_version(bench.feishu.app, status=status)
    found = (await bench.quick())["feishu.version"]
    assert (found.status, says in found.evidence, bool(found.remedy)) == (Status.warn, True, True)
    bench.feishu.app.versions = bench.feishu.app.versions[-1:]
    found = (await bench.quick())["feishu.version"]
    assert (found.status, "none is published" in found.evidence) == (Status.fail, True)
    bench.feishu.app.versions = []
    found = (await bench.quick())["feishu.version"]
    assert (found.status, "/version" in found.remedy) == (Status.fail, True)


Break = Callable[[Bench], Coroutine[Any, Any, dict[str, Finding]]]


async def _wrong_secret(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(app_secret=SecretStr("another-secret"))


async def _unknown_app(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(app_id="cli_nobody")


async def _app_off(bench: Bench) -> dict[str, Finding]:
    bench.feishu.app.status = 1
    return await bench.quick()


async def _no_network(bench: Bench) -> dict[str, Finding]:
    return await bench.quick(domain="http://127.0.0.1:9")


async def _no_bot(bench: Bench) -> dict[str, Finding]:
    bench.feishu.app.bot_enabled = False
    found = await bench.quick()
    return {"feishu.bot": found["feishu.bot"]}


async def _not_in_chat(bench: Bench) -> dict[str, Finding]:
    await bench.feishu.remove_bot(bench.chat, bench.feishu.app, bench.person)
    return await bench.quick()


async def _unknown_chat(bench: Bench) -> dict[str, Finding]:
    bench.chat = Chat("oc_nowhere", "", "group", "", 0.0)
    return await bench.quick()


async def _too_many(bench: Bench) -> dict[str, Finding]:
    bench.feishu.connection.most_connections = 0
    return await bench.quick()


async def _out_of_range(bench: Bench) -> dict[str, Finding]:
    bench.person.available = False
    return await bench.quick()


async def _nameless(bench: Bench) -> dict[str, Finding]:
    bench.feishu.app.scopes.discard("contact:user.base:readonly")
    found = await bench.quick()
    return {"feishu.contacts": found["feishu.contacts"]}


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("breaks", "evidence", "remedy"),
    [
        (_wrong_secret, "10014 app secret invalid", "baseinfo"),
        (_unknown_app, "no app has this id", "feishu.domain"),
        (_app_off, "the app is switched off", "/version"),
        (_no_network, "no answer", "can be reached"),
        (_no_bot, "the app has no bot", "/bot"),
        (_not_in_chat, "backend, room Backend: the bot is not in it", "group settings"),
        (_unknown_chat, "room Backend: 232006", "feishu_chats"),
        (_too_many, "too many connections", "stop the other programs"),
        (_out_of_range, "may not see the people", "range of contacts"),
        (_nameless, "without their names", "contact:user.base:readonly"),
    ],
    ids=lambda value: value.__name__.strip("_") if callable(value) else "",
)
async def test_what_is_broken_is_named(bench: Bench, breaks: Break, evidence: str, remedy: str) -> None:
    failed = [one for one in (await breaks(bench)).values() if one.status is Status.fail]
    assert [evidence in one.evidence for one in failed] == [True]
    assert remedy in failed[0].remedy
    assert bench.feishu.app.secret not in str(failed)


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("seconds", "strict", "status"),
    [
        (0, True, Status.ok),
        (-100, True, Status.warn),
        (400, False, Status.warn),
        (400, True, Status.fail),
        (-400, True, Status.fail),
    ],
)
def test_a_clock_that_is_off_is_named_and_refuses_everything_over_http(
    seconds: int, strict: bool, status: Status
) -> None:
    now = 1_800_000_000.0
    found = judge_clock(formatdate(now - seconds, usegmt=True), now, strict=strict)
    assert found.status is status
    assert (f"{abs(seconds)} s" in found.evidence) and (bool(found.remedy) is bool(seconds))
    assert judge_clock("", now, strict=strict).status is Status.skip


@pytest.mark.rule("O7")
async def test_on_request_a_message_is_sent_updated_and_recalled(bench: Bench) -> None:
    found = await try_message(bench.feishu_settings(), bench.chat.id)
    assert [(one.name, one.status) for one in found] == [
        (f"feishu.{name}", Status.ok) for name in ("send", "update", "recall")
    ]
    assert bench.feishu.from_bot(bench.chat) == []
    await bench.feishu.remove_bot(bench.chat, bench.feishu.app, bench.person)
    (found_one,) = await try_message(bench.feishu_settings(), bench.chat.id)
    assert (found_one.status, "add the bot" in found_one.remedy) == (Status.fail, True)


@pytest.mark.rule("O7")
async def test_groups_that_no_room_has_are_listed_with_their_ids(bench: Bench) -> None:
    other = bench.feishu.add_chat("frontend", [bench.person])
    assert f"frontend = {other.id}" in (await bench.quick())["feishu.groups"].evidence


@pytest.mark.rule("O7")
async def test_doctor_tries_feishu_too_and_says_what_only_a_person_can(bench: Bench) -> None:
    bench.feishu.app.scopes.discard("im:resource")
    settings = settings_for(bench.feishu, bench.folder, bench.chat.id)
    found = {one.name: one for one in await examine(settings, "http://127.0.0.1:1", {})}
    assert found["feishu.token"].status is Status.ok
    assert "im:resource" in found["feishu.scopes"].evidence
    assert (found["feishu.tap"].status, "muti feishu check" in found["feishu.tap"].evidence) == (
        Status.skip,
        True,
    )
    assert len(bench.feishu.dials) == 0  # a tap that comes now must not land here
