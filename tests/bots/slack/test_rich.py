"""Rich text, forwarded messages and threads, as the agent is given them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.slack.parse import Heard, hear
from bots.slack.quotes import EARLIER_AT_MOST, earlier_in_thread, ids_of, quoted_in, read_words
from bots.slack.rich import ids_in_rich, read_rich
from relay.wire.requests import EARLIER

BOT = "UBOT"
NAMES = {"U2": "Mina", "C9": "general"}


def text(said: str, **style: bool) -> dict[str, Any]:
    return {"type": "text", "text": said, **({"style": style} if style else {})}


def section(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": list(elements)}


def rich(*parts: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": "rich_text", "elements": list(parts)}]


def listed(style: str, *items: str, **more: int) -> dict[str, Any]:
    return {
        "type": "rich_text_list",
        "style": style,
        "elements": [section(text(item)) for item in items],
        **more,
    }


ME = {"type": "user", "user_id": BOT}


@pytest.mark.rule("C8")
@pytest.mark.parametrize(
    ("parts", "read"),
    [
        ([section(ME, text(" fix it"))], "fix it"),
        ([section(text("hey "), ME, text(" fix it"))], "hey fix it"),
        (
            [section(text("ask "), {"type": "user", "user_id": "U2"}, {"type": "user", "user_id": "U7"})],
            "ask @Mina@U7",
        ),
        (
            [section({"type": "channel", "channel_id": "C9"}, text(" "), {"type": "broadcast", "range": "here"})],
            "#general @here",
        ),
        ([section(text("do:\n")), listed("ordered", "one", "two"), section(text("end"))], "do:\n1. one\n2. two\nend"),
        (
            [listed("bullet", "a"), listed("bullet", "b", indent=1), listed("ordered", "c", offset=4)],
            "• a\n    • b\n5. c",
        ),
        (
            [
                section(text("run")),
                {"type": "rich_text_preformatted", "elements": [text("if a < b:\n    pass")]},
                section(text("now")),
            ],
            "run\n```\nif a < b:\n    pass\n```\nnow",
        ),
        (
            [{"type": "rich_text_quote", "elements": [text("said\ntwice")]}, section(text("why?"))],
            "> said\n> twice\nwhy?",
        ),
        ([section(text("a "), text("b ", bold=True), text("c", code=True), text("d", italic=True, strike=True))], "a *b* `c`_~d~_"),
        (
            [section({"type": "link", "url": "https://x.io/p", "text": "the page"}, text(" "), {"type": "link", "url": "https://y.io"})],
            "the page (https://y.io/p) https://y.io".replace("https://y.io/p", "https://x.io/p"),
        ),
        (
            [{"type": "rich_text_preformatted", "elements": [{"type": "link", "url": "https://x.io"}]}],
            "```\nhttps://x.io\n```",
        ),
        (
            [section({"type": "emoji", "name": "tada", "unicode": "1f389"}, {"type": "emoji", "name": "shipit"})],
            "🎉:shipit:",
        ),
        ([section(text("修复登录 👩‍💻 로그인 <b> & &amp;"))], "修复登录 👩‍💻 로그인 <b> & &amp;"),
    ],
)  # fmt: skip
def test_rich_text_is_read_as_it_looks(parts: list[dict[str, Any]], read: str) -> None:
    assert read_rich(rich(*parts), BOT, NAMES) == read


@pytest.mark.rule("C8")
def test_a_list_in_a_message_keeps_its_numbers_which_the_text_has_lost() -> None:
    event = {
        "type": "app_mention",
        "user": "U1",
        "channel": "C1",
        "ts": "5.1",
        "text": f"<@{BOT}> do:\n• one\n• two",
        "blocks": rich(section(ME, text(" do:")), listed("ordered", "one", "two")),
    }
    heard = hear({"type": "event_callback", "event": event}, BOT)
    assert isinstance(heard, Heard)
    assert read_words(heard.text, heard.blocks, BOT, {}) == "do:\n1. one\n2. two"
    assert read_words(heard.text, [{"type": "section"}], BOT, {}) == "do:\n• one\n• two"
    assert (
        read_words(heard.text, [{"type": "rich_text", "elements": [{"type": "new"}]}], BOT, {})
        == "do:\n• one\n• two"
    )


NODE = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "elements", "text", "style", "user_id", "unicode"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(st.lists(st.fixed_dictionaries({"type": st.just("rich_text"), "elements": NODE}), max_size=3))
def test_no_shape_of_rich_text_is_an_error(blocks: list[dict[str, Any]]) -> None:
    assert isinstance(read_words("as text", blocks, BOT, NAMES), str)
    ids_in_rich(blocks)


def heard_with(*shared: dict[str, Any]) -> Heard:
    return Heard(
        kind="ask",
        user="U1",
        team="T1",
        channel="C1",
        message="5.1",
        thread=None,
        direct=False,
        shared=shared,
    )


@pytest.mark.rule("C8")
def test_a_forwarded_message_comes_whole_with_its_author_origin_and_names() -> None:
    share = {
        "is_share": True,
        "from_url": "https://home.slack.com/archives/C9/p1",
        "author_name": "Mina",
        "text": "lost its numbers",
        "message_blocks": [
            {"team": "T1", "channel": "C9", "ts": "1.1", "message": {"blocks": rich(listed("ordered", "a", "b"), section({"type": "user", "user_id": "U2"}, text(" knows")))}}
        ],
        "files": [{"name": "trace.log"}],
    }  # fmt: skip
    heard = heard_with(
        share, {"text": "see <@U2> &amp; <#C9>", "channel_name": "general"}, {"image_url": "x"}
    )
    assert ids_of(heard) == {"U2", "C9"}
    first, second = quoted_in(heard, NAMES)
    assert (first.author, first.origin) == ("Mina", "https://home.slack.com/archives/C9/p1")
    assert first.text == "1. a\n2. b\n@Mina knows\n(file: trace.log)"
    assert second.text == "see @Mina & #general"


def message(ts: int, said: str, user: str = "U2", **more: Any) -> dict[str, Any]:
    return {"ts": f"{ts}.0", "user": user, "text": said, **more}


def told(messages: list[dict[str, Any]], ask: str = "900.0") -> list[str]:
    return [one.text for one in earlier_in_thread(messages, ask, BOT, NAMES)]


@pytest.mark.rule("C8")
def test_what_stands_above_an_ask_is_given_as_information_with_author_and_time() -> None:
    alert = message(
        2, "", user="UALERT", bot_id="B2", username="CI", attachments=[{"fallback": "build failed"}]
    )
    thread = [
        message(1, "it breaks <@U2>"),
        alert,
        message(3, "", files=[{"name": "a.png"}]),
        message(901, "later"),
    ]
    found = earlier_in_thread(thread, "900.0", BOT, NAMES)
    assert [one.text for one in found] == ["it breaks @Mina", "build failed", "(file: a.png)"]
    assert [one.author for one in found] == ["Mina", "CI", "Mina"]
    assert all(one.origin.startswith(EARLIER) for one in found)
    assert found[0].origin.endswith("1970-01-01 00:00 UTC")


@pytest.mark.rule("C8", "B04")
def test_asks_of_others_and_our_own_words_are_not_given_again() -> None:
    anchor = message(12, "card", user=BOT, metadata={"event_payload": {"part": "anchor"}})
    thread = [
        message(1, "root"),
        message(10, f"<@{BOT}> first ask"),
        message(11, "said in between"),
        anchor,
        message(13, "progress", user=BOT),
        message(14, f"<@{BOT}> by somebody who may not"),
        message(15, "newest"),
    ]
    assert told(thread) == ["said in between", "newest"]
    assert told(thread[:3]) == ["root", "said in between"]


@pytest.mark.rule("C8")
def test_of_a_long_thread_the_root_and_the_newest_come_and_the_rest_is_counted() -> None:
    thread = [message(n, f"message {n}") for n in range(1, 101)]
    found = told(thread)
    assert found[0] == f"{100 - EARLIER_AT_MOST} messages are left out here."
    assert found[1] == "message 1"
    assert found[-1] == "message 100"
    assert len(found) == EARLIER_AT_MOST + 1
    long = [message(n, "x" * 5000) for n in range(1, 31)]
    assert sum(map(len, told(long))) < 20_000
    assert told(long)[-1].endswith("more characters]")
