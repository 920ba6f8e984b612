"""The rest of the Feishu emulator: chats, people, reactions, tasks, files, the app itself, troubles on the way."""

import asyncio
import io
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.emulators.feishu import FeishuEmulator, ImpossibleGesture, Member
from tests.emulators.feishu.frames import CONTROL, DATA, BrokenFrame, Frame, decode, encode
from tests.emulators.plain_feishu_app import PlainApp, button, card, plain_app


@pytest.fixture
async def feishu() -> AsyncIterator[FeishuEmulator]:
    async with FeishuEmulator(rate_limits=False) as emulator:
        yield emulator


@pytest.fixture
async def app(feishu: FeishuEmulator) -> AsyncIterator[PlainApp]:
    async with plain_app(feishu) as found:
        yield found


@pytest.fixture
def mina(feishu: FeishuEmulator) -> Member:
    return feishu.add_user("Mina")


def test_a_ping_is_the_bytes_that_the_sdk_sends() -> None:
    ping = Frame(CONTROL, 33554678, [("type", "ping")])
    assert encode(ping).hex() == "0800100018f681801020002a0c0a0474797065120470696e67"
    full = Frame(DATA, 1, [("a", "b"), ("c", "长")], b"x", 2, 3, "gzip", "json", "log")
    assert decode(encode(full)) == full
    for broken in (b"", b"\x08", encode(full)[:-1], b"\x0d\x00\x00\x00\x00", b"\x52\x00"):
        with pytest.raises(BrokenFrame):
            decode(broken)


async def test_chats_and_their_people_come_by_page(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    others = [feishu.add_user(f"Person {number}") for number in range(3)]
    chats = [feishu.add_chat(f"Chat {number}", [mina, *others]) for number in range(3)]
    feishu.direct_chat(mina)
    first = (await app.call("GET", "im/v1/chats", page_size=2)).data
    rest = (await app.call("GET", "im/v1/chats", page_size=2, page_token=first["page_token"])).data
    assert [c["chat_id"] for c in first["items"] + rest["items"]] == [chat.id for chat in chats]
    assert (first["has_more"], rest["has_more"]) == (True, False)
    people = (await app.call("GET", f"im/v1/chats/{chats[0].id}/members", member_id_type="union_id")).data
    assert {p["member_id"] for p in people["items"]} == {p.union_id for p in (mina, *others)}
    await feishu.remove_bot(chats[0], feishu.app, mina)
    assert (await app.call("GET", f"im/v1/chats/{chats[0].id}/members")).code == 232011
    assert (await app.call("GET", "im/v1/chats/oc_none")).code == 232006
    assert (await app.call("GET", "im/v1/chats", page_size=101)).code == 99992402
    assert (await app.call("GET", "im/v1/chats", colour="red")).code == 99992402


async def test_a_person_has_another_open_id_for_every_app(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    other = feishu.add_app("other")
    own = (await app.call("GET", f"contact/v3/users/{mina.union_id}", user_id_type="union_id")).data["user"]
    async with plain_app(feishu, other) as second:
        path = f"contact/v3/users/{mina.union_id}"
        theirs = (await second.call("GET", path, user_id_type="union_id")).data["user"]
    assert own["union_id"] == theirs["union_id"]
    assert own["open_id"] != theirs["open_id"]
    assert "user_id" not in own
    assert (await app.call("GET", f"contact/v3/users/{theirs['open_id']}")).code == 99992361
    feishu.app.scopes.add("contact:user.employee_id:readonly")
    assert (await app.call("GET", f"contact/v3/users/{own['open_id']}")).data["user"][
        "user_id"
    ] == mina.user_id


async def test_a_tap_may_name_its_operator_by_user_id_alone(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    mina.hides_open_id = True
    sent = await app.send(feishu.add_chat("Backend", [mina]), card(button({"n": 1})), "interactive")
    async with app.connected():
        await feishu.tap(sent.data["message_id"], mina)
    operator = app.heard[0]["event"]["operator"]
    assert operator.keys() == {"tenant_key", "union_id", "user_id"}


async def test_reactions_are_put_once_and_taken_away_by_their_owner(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    said = await feishu.say(feishu.add_chat("Backend", [mina]), mina, "hello")
    await feishu.react(said, mina, "THUMBSUP")
    path = f"im/v1/messages/{said.id}/reactions"
    ids = [
        (await app.call("POST", path, {"reaction_type": {"emoji_type": "OK"}})).data["reaction_id"]
        for _ in range(2)
    ]
    assert ids[0] == ids[1]
    assert (await app.call("POST", path, {"reaction_type": {"emoji_type": "NONSENSE"}})).code == 231001
    listed = (await app.call("GET", path)).data["items"]
    assert [r["operator"]["operator_type"] for r in listed] == ["user", "app"]
    assert (await app.call("DELETE", f"{path}/{listed[0]['reaction_id']}")).code == 231007
    assert (await app.call("DELETE", f"{path}/{ids[0]}")).code == 0
    assert feishu.reactions(said) == [(mina.key, "THUMBSUP")]


async def test_a_task_is_made_once_changed_by_its_named_fields_and_commented(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    members = [{"id": mina.open_id(feishu.app.app_id), "type": "user", "role": "assignee"}]
    body = {"summary": "R20260906-07 Fix", "client_token": "token-of-ten", "members": members}
    guids = {(await app.call("POST", "task/v2/tasks", body)).data["task"]["guid"] for _ in range(2)}
    (guid,) = guids
    change = {"task": {"summary": "R20260906-07 Done"}, "update_fields": ["summary"]}
    assert (await app.call("PATCH", f"task/v2/tasks/{guid}", change)).data["task"][
        "summary"
    ] == "R20260906-07 Done"
    slip = {"task": {"summary": "x", "extra": "y"}, "update_fields": ["summary"]}
    assert (await app.call("PATCH", f"task/v2/tasks/{guid}", slip)).code == 1470400
    assert (await app.call("POST", "task/v2/tasks", {**body, "summary": ""})).code == 99992402
    async with app.connected():
        comment = await feishu.comment(feishu.tasks[0], mina, "also the docs")
        event = await feishu.until(lambda: app.heard[-1])
    assert event["header"]["event_type"] == "task.task.comment_updated_v1"
    assert "docs" not in json.dumps(event)
    read = (await app.call("GET", f"task/v2/comments/{event['event']['comment_id']}")).data["comment"]
    assert (read["content"], read["creator"]["id"]) == ("also the docs", mina.open_id(feishu.app.app_id))
    own = {
        "content": "noted",
        "resource_type": "task",
        "resource_id": guid,
        "reply_to_comment_id": comment.id,
    }
    assert (await app.call("POST", "task/v2/comments", own)).code == 0
    assert len((await app.call("GET", "task/v2/comments", resource_id=guid)).data["items"]) == 2
    other = feishu.add_app("other")
    async with plain_app(feishu, other) as second:
        assert (await second.call("GET", f"task/v2/tasks/{guid}")).code == 1470403
    with pytest.raises(ImpossibleGesture):
        await feishu.comment(feishu.tasks[0], feishu.add_user("Stranger"), "x")


async def test_an_app_reads_its_own_scopes_and_versions(feishu: FeishuEmulator, app: PlainApp) -> None:
    feishu.app.events.discard("im.message.recalled_v1")
    waiting = feishu.publish_version(feishu.app, status=3)
    found = (await app.call("GET", "application/v6/applications/me", lang="en_us")).data["app"]
    assert found["unaudit_version_id"] == waiting["version_id"]
    assert {s["scope"] for s in found["scopes"]} == feishu.app.scopes
    path = f"application/v6/applications/{feishu.app.app_id}/app_versions"
    versions = (await app.call("GET", path, lang="en_us")).data["items"]
    assert [v["status"] for v in versions] == [3, 1]
    assert "im.message.recalled_v1" in versions[1]["events"]
    assert (
        await app.call("GET", "application/v6/applications/cli_a0000000000000ff", lang="en_us")
    ).code == 210508
    assert (await app.call("GET", path)).code == 99992402
    assert (await app.call("GET", "tenant/v2/tenant/query")).code == 99991672
    feishu.app.scopes.add("tenant:tenant:readonly")
    assert (await app.call("GET", "tenant/v2/tenant/query")).data["tenant"]["tenant_key"] == feishu.tenant.key


async def test_files_have_their_limits_and_their_owners(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    chat = feishu.add_chat("Backend", [mina])
    token = await app.fetch_token()
    codes = []
    async with aiohttp.ClientSession(trust_env=False) as session:
        for name, kind, data in (
            ("images", "image", b"no picture"),
            ("images", "image", b""),
            ("images", "image", b"\x89PNG\r\n\x1a\n" + bytes(10 * 1024 * 1024)),
            ("files", "file", bytes(30 * 1024 * 1024 + 1)),
        ):
            form = aiohttp.FormData()
            more = (
                {"image_type": "message"} if kind == "image" else {"file_type": "mp4", "file_name": "a.mp4"}
            )
            for key, value in more.items():
                form.add_field(key, value)
            form.add_field(kind, io.BytesIO(data), filename="a")
            url = f"{feishu.base_url}/open-apis/im/v1/{name}"
            async with session.post(url, data=form, headers={"Authorization": f"Bearer {token}"}) as reply:
                codes.append((await reply.json())["code"])
    assert codes == [234011, 234010, 234006, 234006]
    given = await feishu.send_file(chat, mina, ("notes.txt", b"hello"))
    key = json.loads(given.content)["file_key"]
    assert (await app.send(chat, {"file_key": key}, "file")).code == 230017
    path = f"im/v1/messages/{given.id}/resources"
    assert (await app.call("GET", f"{path}/other", type="file")).code == 234003
    assert (await app.call("GET", f"{path}/{key}", type="image")).code == 234001


async def test_troubles_on_the_way_end_as_they_were_told(feishu: FeishuEmulator, app: PlainApp) -> None:
    feishu.faults.rate_limit("chat.list", 30.0)
    limited = await app.call("GET", "im/v1/chats")
    assert (limited.status, limited.code, limited.headers["x-ogw-ratelimit-reset"]) == (429, 99991400, "30")
    feishu.clock.advance(31)
    assert (await app.call("GET", "im/v1/chats")).code == 0
    feishu.faults.error("endpoint", 1000040343, "internal error", status=200)
    assert (await app.endpoint())["code"] == 1000040343
    hang = feishu.faults.hang("endpoint")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await app.endpoint()
    assert hang.hits == 1
    assert (await app.endpoint())["code"] == 0


async def test_held_events_come_backwards_and_copies_have_ids_of_their_own(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    direct = feishu.direct_chat(mina)
    async with app.connected():
        feishu.hold_events()
        said = [await feishu.say(direct, mina, str(number)) for number in range(3)]
        feishu.release_events(reverse=True)
        await feishu.settle()
        heard = [payload["event"]["message"]["message_id"] for payload in app.heard]
        assert heard == [message.id for message in reversed(said)]
        feishu.event_faults.copies = 3
        once = await feishu.say(direct, mina, "thrice")
        await feishu.settle()
    copies = feishu.deliveries_of(once)
    assert len({d.payload["header"]["event_id"] for d in copies}) == len(copies) == 3


async def test_a_black_hole_takes_what_is_sent_and_says_nothing(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    async with app.connected() as socket:
        feishu.freeze_connections()
        await app.ping(socket)
        said = await feishu.say(feishu.direct_chat(mina), mina, "hello")
        feishu.clock.advance(3.0)
        await feishu.until(lambda: feishu.deliveries_of(said)[0].outcome == "timeout")
    assert app.frames == []
