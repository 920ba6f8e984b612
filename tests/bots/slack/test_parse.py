"""What Slack sends, and what it means to us."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.intents import Decides, DecidesAction, DecidesJoin, Presses
from bots.slack.bind import bind_tap, spot_of
from bots.slack.mrkdwn import read_text
from bots.slack.parse import Heard, Tap, hear, keys_of
from bots.slack.quotes import quoted_in
from relay.wire.people import Account, Who
from relay.wire.requests import Decision

BOT = "UBOT"
WHO = Who(account=Account(platform="slack", tenant="T1", subject="U1"), name="Sarah")


def event(**fields: Any) -> dict[str, Any]:
    said = {
        "type": "message",
        "channel": "C1",
        "channel_type": "channel",
        "user": "U1",
        "ts": "5.1",
        "team": "T1",
        "text": f"<@{BOT}> hi",
    }
    return {"type": "event_callback", "event": {**said, **fields}}


def heard(**fields: Any) -> Heard:
    found = hear(event(**fields), BOT)
    assert isinstance(found, Heard)
    return found


def tap(value: Any, action: str = "muti:approve", **fields: Any) -> Tap | None:
    body = {
        "type": "block_actions",
        "user": {"id": "U1", "team_id": "T1"},
        "channel": {"id": "C1"},
        "container": {"type": "message", "message_ts": "7.1", "channel_id": "C1"},
        "message": {"ts": "7.1", "thread_ts": "6.1"},
        "trigger_id": "t",
        "actions": [
            {
                "action_id": action,
                "action_ts": "8.1",
                "value": value if isinstance(value, str) else json.dumps(value),
            }
        ],
        **fields,
    }
    found = hear(body, BOT)
    assert not isinstance(found, Heard)
    return found


@pytest.mark.rule("C8")
@pytest.mark.parametrize(
    ("stored", "read"),
    [
        (f"<@{BOT}> fix it", "fix it"),
        (f"hey <@{BOT}> fix it", "hey fix it"),
        (f"<@{BOT}|muti> fix", "fix"),
        (f"<@{BOT}> ask <@U2> and <@U3|old>", "ask @Mina and @old"),
        (f"<@{BOT}> see <#C9|general> <!here> <!subteam^S1|@devs>", "see #general @here @devs"),
        (f"<@{BOT}> if a &lt; b &amp;&amp; c &gt; d", "if a < b && c > d"),
        (f"<@{BOT}> &amp;lt; &copy; &amp;copy;", "&lt; &copy; &copy;"),
        (f"<@{BOT}> <https://x.io/a?b=1&amp;c=2>", "https://x.io/a?b=1&c=2"),
        (f"<@{BOT}> <http://x.io|x.io> <https://y.io/p|the page>", "x.io the page (https://y.io/p)"),
        (f"<@{BOT}> <mailto:a@b.c|a@b.c>", "a@b.c"),
        (
            f"<@{BOT}> one\n\n```\n  def f():\n    return &lt;1&gt;\n```",
            "one\n\n```\n  def f():\n    return <1>\n```",
        ),
        (f"<@{BOT}> 修复登录 👩‍💻 로그인", "修复登录 👩‍💻 로그인"),
        (f"<@{BOT}>", ""),
    ],
)
def test_a_message_reaches_the_agent_as_it_was_written(stored: str, read: str) -> None:
    assert read_text(stored, BOT, {"U2": "Mina"}) == read


@pytest.mark.rule("C7")
def test_a_name_that_looks_like_markup_stays_a_name() -> None:
    assert read_text("<@U2> x", BOT, {"U2": "<!channel> &amp;"}) == "@<!channel> &amp; x"


@pytest.mark.rule("C2")
def test_a_mention_and_a_direct_message_are_heard_and_nothing_else_is() -> None:
    assert heard().kind == "ask"
    assert heard(type="app_mention").message == "5.1"
    assert heard(channel="D1", channel_type="im", text="no mention").direct
    assert hear(event(text="not for us <@U2>"), BOT) is None
    assert hear(event(type="reaction_added"), BOT) is None
    assert hear({"type": "event_callback", "event": {"type": "app_home_opened"}}, BOT) is None
    assert hear({"type": "block_suggestion"}, BOT) is None
    assert hear({"type": "view_closed"}, BOT) is None


@pytest.mark.rule("C2", "C1")
def test_a_reply_knows_its_thread_and_a_root_is_not_its_own() -> None:
    assert heard(thread_ts="4.1").thread == "4.1"
    assert heard(thread_ts="5.1").thread is None
    assert heard(subtype="thread_broadcast", thread_ts="4.1").thread == "4.1"


@pytest.mark.rule("A2", "R6")
@pytest.mark.parametrize(
    "fields",
    [
        {"bot_id": "B1"},
        {"app_id": "A1"},
        {"bot_profile": {"id": "B1"}},
        {"subtype": "bot_message"},
        {"user": BOT},
        {"subtype": "channel_join"},
    ],
)
def test_what_an_app_posts_also_in_a_persons_name_is_nobodys_ask(fields: dict[str, Any]) -> None:
    assert hear(event(**fields), BOT) is None


def changed(new: dict[str, Any], old: dict[str, Any], subtype: str = "message_changed") -> Any:
    base = {"type": "message", "user": "U1", "ts": "5.1"}
    said = {"subtype": subtype, "ts": "9.1", "event_ts": "9.1", "previous_message": {**base, **old}}
    if subtype == "message_changed":
        said["message"] = {**base, **new}
    return hear(event(**said), BOT)


@pytest.mark.rule("C9")
def test_an_edit_of_an_ask_is_heard_and_a_preview_or_a_reply_is_not() -> None:
    edit = changed(
        {"text": f"<@{BOT}> two", "edited": {"user": "U1", "ts": "9.0"}}, {"text": f"<@{BOT}> one"}
    )
    assert (edit.kind, edit.text, edit.message, edit.edited) == ("edit", f"<@{BOT}> two", "5.1", "9.0")
    same = {"text": f"<@{BOT}> one"}
    assert changed({**same, "attachments": [{"from_url": "http://x"}]}, same) is None
    assert changed({**same, "reply_count": 3}, same) is None
    assert changed({"text": "two"}, {"text": "one"}) is None
    assert changed({"text": f"<@{BOT}> now"}, {"text": "not for us"}) is None
    assert changed({"text": f"<@{BOT}> x", "edited": {"user": "UADMIN", "ts": "9"}}, same) is None
    assert changed({"text": f"<@{BOT}> x", "bot_id": "B1"}, {**same, "bot_id": "B1"}) is None


@pytest.mark.rule("C9")
def test_a_deletion_of_an_ask_is_heard() -> None:
    gone = changed({}, {"text": f"<@{BOT}> one"}, "message_deleted")
    assert (gone.kind, gone.message) == ("delete", "5.1")
    assert changed({}, {"text": "one"}, "message_deleted") is None
    grave = changed({"subtype": "tombstone", "text": "This message was deleted."}, {"text": f"<@{BOT}> one"})
    assert grave.kind == "delete"


@pytest.mark.rule("C5")
def test_repetitions_share_a_key() -> None:
    mention, message = heard(type="app_mention"), heard()
    assert set(keys_of(mention)) & set(keys_of(message))
    twice = [heard(ts=ts, client_msg_id="same") for ts in ("5.1", "5.2")]
    assert set(keys_of(twice[0])) & set(keys_of(twice[1]))
    assert not set(keys_of(heard(ts="5.1"))) & set(keys_of(heard(ts="5.2")))
    assert not set(keys_of(heard(channel="C1"))) & set(keys_of(heard(channel="C2")))


@pytest.mark.rule("A3")
def test_a_tap_is_bound_to_what_its_button_says() -> None:
    def bound(value: Any, **fields: Any) -> Any:
        found = tap(value, **fields)
        assert found is not None
        return bind_tap(found, WHO, "T1")

    decides = bound({"r": "r1", "v": 2, "d": "always"})
    assert isinstance(decides, Decides)
    assert (decides.request, decides.version, decides.decision) == ("r1", 2, Decision.always)
    action = bound({"r": "r1", "a": "x1", "g": "d1", "d": "allow"}, action="muti:allow")
    assert isinstance(action, DecidesAction)
    assert action.allow
    assert isinstance(bound({"j": "j1", "d": "admit"}), DecidesJoin)
    assert isinstance(bound({"r": "r1", "c": "cancel"}), Presses)
    assert decides.key == bound({"r": "r1", "v": 2, "d": "always"}).key


@pytest.mark.rule("A7")
@pytest.mark.parametrize(
    "value",
    ["", "approve", "[]", "{}", {"r": "r1"}, {"r": "r1", "v": "x", "d": "approve"}, {"r": "r1", "v": 1, "d": "yes"},
     {"r": 5, "v": 1, "d": "deny"}, {"r": "r1", "a": "x", "d": "allow"}, {"j": "j", "d": "approve"}, {"r": "x" * 999, "v": 1, "d": "deny"}],
)  # fmt: skip
def test_a_button_that_is_bound_to_nothing_decides_nothing(value: Any) -> None:
    found = tap(value)
    assert found is None or bind_tap(found, WHO, "T1") is None


def test_buttons_of_others_are_not_ours() -> None:
    assert tap({"r": "r1", "v": 1, "d": "approve"}, action="other:approve") is None


def test_a_tap_in_a_thread_knows_where_to_answer() -> None:
    found = tap({"r": "r1", "v": 1, "d": "approve"})
    assert found is not None
    assert spot_of(found, "T1").thread == "6.1"


@pytest.mark.rule("C8")
def test_forwarded_messages_come_along_marked_with_their_origin() -> None:
    said = heard(
        attachments=[
            {"text": "old text", "from_url": "https://x/p1", "author_name": "Mina"},
            {"image_url": "x"},
        ]
    )
    assert [(q.origin, q.author, q.text) for q in quoted_in(said, {})] == [
        ("https://x/p1", "Mina", "old text")
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "event",
                    "user",
                    "channel",
                    "ts",
                    "text",
                    "message",
                    "subtype",
                    "previous_message",
                    "actions",
                    "container",
                    "view",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(
    st.sampled_from(["event_callback", "block_actions", "view_submission"]),
    st.dictionaries(
        st.sampled_from(["event", "actions", "user", "view", "container", "channel", "message"]), JSON
    ),
)
def test_no_shape_of_payload_is_an_error(kind: str, body: dict[str, Any]) -> None:
    hear({"type": kind, **body}, BOT)
