"""A tap comes once: it is kept, decided and answered in one step, or kept and answered so."""

import asyncio

import pytest

from relay.machine import State
from tests.bots.feishu.conftest import Stage, until
from tests.emulators.feishu import Delivery

pytestmark = pytest.mark.rule("C5")


def said(delivery: Delivery) -> str:
    """The toast that came back, in English."""
    return str(delivery.answer["toast"]["content"])


class Stall:
    """Stands before the relay; while it is shut, it lets nothing through, or no call with ``only`` in its first line."""

    def __init__(self, relay: str, only: bytes = b"") -> None:
        self._only = only
        self._relay = relay.removeprefix("http://").split(":")
        self.open = asyncio.Event()
        self.open.set()

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._relay)
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            back.close()
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if self._only in data.partition(b"\r\n")[0]:
                await self.open.wait()
            writer.write(data)
            await writer.drain()
        writer.close()


@pytest.mark.rule("C3")
async def test_a_tap_of_the_owner_decides_and_is_answered_in_each_language(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.ask()
        tapped = await stage.tap("approve")
        assert tapped.acked
        toast = tapped.answer["toast"]
        assert toast["type"] == "success"
        assert toast["i18n"]["en_us"] == "Approved."
        assert toast["i18n"]["zh_cn"] == "已批准。"
        assert toast["i18n"]["ko_kr"] == "승인했습니다."
        assert "card" not in tapped.answer
        await stage.state(State.approved)


@pytest.mark.rule("C3")
async def test_a_tapped_card_changes_only_after_the_tap_has_its_answer(stage: Stage, hasty: None) -> None:
    """An update that is there before the answer is undone by it: here the decision comes another way meanwhile."""
    stall = Stall(stage.house.url, b"/decision ")
    async with stall as url, stage.running_bot(url=url):
        _, request = await stage.ask()
        card = await stage.card()
        await stage.settled()
        stall.open.clear()
        tapping = asyncio.create_task(stage.tap(card=card))
        await until(stage.waiting)
        await stage.house.approve(request)
        tapped = await tapping
        await stage.feishu.until(lambda: not stage.acts(card, "approve"))
        stall.open.set()
        assert tapped.acked_at is not None
        updates = [
            call for call in stage.feishu.calls_of("message.patch") if call.path["message_id"] == card.id
        ]
        assert updates
        assert all(call.at > tapped.acked_at for call in updates)


async def test_who_may_not_decide_is_told_so_and_nothing_changes(stage: Stage) -> None:
    async with stage.running_bot():
        _, request = await stage.ask()
        card = await stage.card()
        forged = {"tag": "button", "value": stage.acts(card, "approve")[0]}
        tapped = await stage.feishu.call_back(stage.feishu.app, card, stage.asker, forged)
        assert tapped.answer["toast"]["type"] == "error"
        assert said(tapped).startswith("Only the owner can decide this.")
        assert (await stage.house.view(request.request)).state is State.pending


@pytest.mark.rule("L5")
async def test_two_taps_at_once_decide_once_and_the_other_is_told_what_counts(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.ask()
        card = await stage.card()
        one, two = await asyncio.gather(stage.tap("approve", card=card), stage.tap("deny", card=card))
        assert [one.answer["toast"]["type"], two.answer["toast"]["type"]].count("success") == 1
        assert [one.answer["toast"]["type"], two.answer["toast"]["type"]].count("error") == 1
        view = (await stage.requests())[0]
        won = one if one.answer["toast"]["type"] == "success" else two
        assert (view.state is State.approved) == (won is one)


async def test_a_tap_comes_in_either_kind_of_frame_and_copies_get_the_same_answer(stage: Stage) -> None:
    async with stage.running_bot():
        _, request = await stage.ask()
        stage.feishu.event_faults.as_card = True
        tapped = await stage.tap()
        assert said(tapped) == "Approved."
        stage.feishu.event_faults.as_card = False
        for _ in range(3):
            assert said(await stage.feishu.replay(tapped)) == "Approved."
        timeline = await stage.house.client("owner").timeline(None, request.request)
        assert [event.kind for event in timeline.events].count("approved") == 1


@pytest.mark.rule("F3")
@pytest.mark.parametrize("form", ["hidden", "nested"])
async def test_who_tapped_is_known_in_each_form_in_which_feishu_tells_it(stage: Stage, form: str) -> None:
    async with stage.running_bot():
        await stage.ask()
        card = await stage.card()
        stage.owner.hides_open_id = form == "hidden"
        if form == "nested":
            tapped = await forge(stage, card.id, {"operator_id": {"union_id": stage.owner.union_id}})
        else:
            tapped = await stage.tap(card=card)
        assert said(tapped) == "Approved."


@pytest.mark.rule("F3")
@pytest.mark.parametrize("kind", ["open_id", "user_id"])
async def test_without_a_union_id_the_contact_book_tells_it(stage: Stage, kind: str) -> None:
    async with stage.running_bot():
        await stage.ask()
        card = await stage.card()
        some_id = stage.owner.id_of(kind, stage.feishu.app.app_id)
        assert said(await forge(stage, card.id, {kind: some_id})) == "Approved."


@pytest.mark.rule("F3")
async def test_nobody_is_nobody_and_an_open_id_of_another_app_is_nobody_here(stage: Stage) -> None:
    other = stage.feishu.add_app("other")
    async with stage.running_bot():
        _, request = await stage.ask()
        card = await stage.card()
        for ids in ({}, {"open_id": stage.owner.open_id(other.app_id)}, {"open_id": "ou_nobody"}):
            tapped = await forge(stage, card.id, dict(ids))
            assert tapped.answer["toast"]["type"] == "error"
            assert "who you are" in said(tapped)
        assert (await stage.house.view(request.request)).state is State.pending


@pytest.mark.rule("F3", "C13")
async def test_the_same_union_id_in_another_organisation_is_somebody_else(stage: Stage) -> None:
    async with stage.running_bot():
        _, request = await stage.ask()
        card = await stage.card()
        ids = {"union_id": stage.owner.union_id}
        for tenant in ("another", ""):
            tapped = await forge(stage, card.id, dict(ids), tenant=tenant)
            assert tapped.answer["toast"]["type"] == "error"
        assert (await stage.house.view(request.request)).state is State.pending


async def forge(
    stage: Stage, message: str, operator: dict[str, object], tenant: str | None = None
) -> Delivery:
    """A tap on approve with the operator's ids as given."""
    card = stage.feishu.found(message)
    told = await stage.feishu.call_back(
        stage.feishu.app, card, stage.owner, {"tag": "button", "value": {"nobody": "yet"}}
    )
    event = told.payload["event"]
    home = stage.feishu.tenant.key if tenant is None else tenant
    forged = {
        **event,
        "token": f"c-{len(stage.feishu.deliveries)}",
        "operator": {**operator, **({"tenant_key": home} if home else {})},
        "action": {"tag": "button", "value": stage.acts(card, "approve")[0]},
    }
    return await stage.feishu.dispatcher.call_back({**told.payload, "event": forged})


@pytest.mark.parametrize(
    "value", [{"some": "thing"}, "text", {"act": "approve"}, {"act": "fly", "request": "r"}]
)
async def test_a_button_that_is_not_ours_is_answered(stage: Stage, value: object) -> None:
    async with stage.running_bot():
        await stage.ask()
        action = {"tag": "button", "value": value}
        tapped = await stage.feishu.call_back(stage.feishu.app, await stage.card(), stage.owner, action)
        assert "leads nowhere" in said(tapped)


@pytest.mark.rule("C4", "B06")
async def test_with_the_relay_stalled_a_tap_is_kept_and_said_to_be_and_done_once_later(
    stage: Stage, hasty: None
) -> None:
    stall = Stall(stage.house.url)
    async with stall as url, stage.running_bot(url=url):
        _, request = await stage.ask()
        card = await stage.card()
        await stage.settled()
        stall.open.clear()
        tapped = await stage.tap(card=card)
        assert tapped.acked
        assert tapped.latency is not None
        assert tapped.latency < 2.5
        assert said(tapped) == "Your decision is on its way. The card shows it as soon as it counts."
        assert stage.acts(card, "approve")  # it does not say what is not so
        stall.open.set()
        await stage.state(State.approved, 20)
        await stage.feishu.until(lambda: not stage.acts(card, "approve"), 20)
        timeline = await stage.house.client("owner").timeline(None, request.request)
        assert [event.kind for event in timeline.events].count("approved") == 1


@pytest.mark.rule("C4")
async def test_what_is_refused_after_the_answer_is_told_directly(stage: Stage, hasty: None) -> None:
    stall = Stall(stage.house.url)
    async with stall as url, stage.running_bot(url=url):
        _, request = await stage.ask()
        card = await stage.card()
        await stage.settled()
        stall.open.clear()
        tapped = await stage.tap(card=card)
        assert "on its way" in said(tapped)
        await stage.house.client("owner").cancel(None, request.request, "key")
        stall.open.set()
        direct = stage.feishu.direct_chat(stage.owner)
        await stage.feishu.until(
            lambda: [m for m in stage.feishu.from_bot(direct) if "Too late" in stage.feishu.visible_text(m)],
            20,
        )


@pytest.mark.rule("B06")
async def test_a_tap_that_a_dead_process_had_answered_is_done_by_the_next(stage: Stage, hasty: None) -> None:
    async with stage.running_bot():
        await stage.ask()
        card = await stage.card()
        await stage.settled()
    async with stage.running_bot(url="http://127.0.0.1:9"):
        tapped = await stage.tap(card=card)
        assert "on its way" in said(tapped)
    async with stage.running_bot():
        await stage.state(State.approved)


@pytest.mark.rule("C4")
async def test_a_toast_is_there_at_once(stage: Stage) -> None:
    """The target is 300 ms at the 99th percentile on a quiet machine; here only that nothing waits for a clock."""
    async with stage.running_bot():
        latencies = []
        for number in range(8):
            await stage.ask(f"ask {number}")
            tapped = await stage.tap("deny", card=await stage.card("deny"))
            assert tapped.latency is not None
            latencies.append(tapped.latency)
            await stage.state(State.cancelled)
        assert sorted(latencies)[len(latencies) // 2] < 0.3


@pytest.mark.rule("C4")
async def test_a_tap_does_not_wait_for_a_name(stage: Stage, hasty: None) -> None:
    async with stage.running_bot():
        await stage.ask()
        card = await stage.card()
        stage.feishu.faults.hang("user.get", times=None)
        tapped = await stage.tap(card=card)
        assert tapped.acked
        await stage.state(State.approved)
        stage.feishu.faults.clear()


async def test_a_tap_does_not_wait_behind_an_ask_that_takes_long(stage: Stage, hasty: None) -> None:
    async with stage.running_bot():
        await stage.ask()
        card = await stage.card()
        direct = stage.feishu.direct_chat(stage.owner)
        stage.feishu.faults.hang("resource.get")
        stage.feishu.faults.hang("message.get")
        await stage.feishu.send_file(direct, stage.owner, ("notes.txt", b"text"))
        await until(lambda: stage.waiting() == 1)
        assert said(await stage.tap(card=card)) == "Approved."
        stage.feishu.faults.clear()
