"""What forms say, and what no form of ours says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.web import parse
from relay.wire.base import Code
from relay.wire.people import Role
from relay.wire.requests import Decision

KEY = "0123456789abcdef"


def read(prompt: str, **fields: str) -> Any:
    return parse.read_ask({"prompt": prompt, "key": KEY, **fields}, "room", ["claude", "Reviewer"], [])


@pytest.mark.rule("C8")
def test_the_prompt_stays_as_it_was_written() -> None:
    prompt = "  @claude: 请修 \U0001f642\n\n```\ncode\t\n```\n"
    assert read(prompt.replace("\n", "\r\n")).prompt == prompt


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("prompt", "agent"),
    [
        ("@reviewer look", "Reviewer"),
        (" @Claude，看一下", "claude"),
        ("@claude", "claude"),
        ("ask @reviewer later", "picked"),
        ("mail me@reviewer", "picked"),
    ],
)
def test_a_mention_at_the_beginning_names_the_agent(prompt: str, agent: str) -> None:
    assert read(prompt, agent="picked").agent == agent


@pytest.mark.parametrize("prompt", ["@claudette hi", "@nobody", " @everyone, listen"])
def test_a_mention_of_nobody_here_goes_to_nobody(prompt: str) -> None:
    with pytest.raises(parse.NoSuchAgent) as nobody:
        read(prompt, agent="picked")
    assert nobody.value.named in prompt


@pytest.mark.parametrize(
    ("thread", "kept"),
    [("R20260906-07", True), ("", False), ("R1", False), ("../x", False), ("R20260906-07\n", False)],
)
def test_a_follow_up_names_the_request_that_it_follows(thread: str, kept: bool) -> None:
    assert read("go on", thread=thread).spot.thread == (thread if kept else None)


@pytest.mark.parametrize(
    ("typed", "code"),
    [(" 7f3k-9q2m-xw4t-8hpd ", "7F3K9Q2MXW4T8HPD"), ("7F3K9Q2MXW4T8HP", None), ("../../x", None), ("", None)],
)
def test_a_code_is_read_as_it_is_typed(typed: str, code: str | None) -> None:
    assert parse.read_code({"code": typed}) == code


@pytest.mark.rule("C5")
def test_an_ask_is_found_again_by_the_key_of_its_form() -> None:
    spot = read("hi").spot
    assert (spot.platform, spot.channel, spot.message, spot.shows) == ("web", "room", KEY, False)


@pytest.mark.parametrize(
    ("prompt", "key", "code"),
    [
        ("", KEY, Code.empty),
        ("\r\n \u3000", KEY, Code.empty),
        ("x" * 100_001, KEY, Code.too_long),
        ("hi", "", Code.bad_request),
        ("hi", "short", Code.bad_request),
        ("hi", "../../../../etc/passwd", Code.bad_request),
    ],
)
def test_an_ask_that_cannot_be_used_says_why(prompt: str, key: str, code: Code) -> None:
    with pytest.raises(parse.Unusable) as caught:
        read(prompt, key=key)
    assert caught.value.problem.code is code


def test_the_longest_ask_is_taken() -> None:
    assert len(read("\U0001f642" * 100_000).prompt) == 100_000


@pytest.mark.rule("A3")
def test_a_decision_names_the_version_that_was_shown() -> None:
    fields = {"version": "3", "decision": "deny", "reason": " no\r\nway ", "key": KEY}
    decided = parse.read_decision(fields)
    assert (decided.version, decided.decision, decided.reason) == (3, Decision.deny, "no\nway")


@pytest.mark.rule("A7")
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"version": "1", "decision": "approved", "key": KEY},
        {"version": "one", "decision": "approve", "key": KEY},
        {"decision": "approve", "key": KEY},
        {"version": "1", "decision": "approve"},
    ],
)
def test_what_is_not_exactly_a_decision_is_none(fields: dict[str, str]) -> None:
    with pytest.raises(parse.Unusable):
        parse.read_decision(fields)


@pytest.mark.rule("P3")
@pytest.mark.parametrize("allow", ["", "true", "YES", "1"])
def test_only_a_plain_yes_allows_an_action(allow: str) -> None:
    fields = {"digest": "d", "key": KEY}
    assert parse.read_action_decision({**fields, "allow": "yes"}).allow is True
    assert parse.read_action_decision({**fields, "allow": "no"}).allow is False
    with pytest.raises(parse.Unusable):
        parse.read_action_decision({**fields, "allow": allow})


def test_an_invite_never_makes_an_owner() -> None:
    assert parse.read_invite({"key": KEY}).role is Role.guest
    for role in (Role.member, Role.watcher):
        assert parse.read_invite({"key": KEY, "role": role}).role is role
    for fields in ({"role": "owner", "key": KEY}, {"role": "member"}):
        with pytest.raises(parse.Unusable):
            parse.read_invite(fields)


@pytest.mark.rule("T6")
@given(st.text(max_size=80))
def test_a_name_is_one_harmless_line_or_none(text: str) -> None:
    try:
        name = parse.read_name({"name": text})
    except parse.NameNeeded:
        return
    assert 1 <= len(name) <= 60
    assert name == " ".join(name.split())


@given(st.text(max_size=60))
def test_the_way_back_never_leads_out_of_the_house(text: str) -> None:
    assert parse.read_path({"back": "/" + text}).startswith("/")
    assert not parse.read_path({"back": "/" + text}).startswith("//")
    assert "\\" not in parse.read_path({"back": text})


@pytest.mark.rule("S7")
@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("C:\\Users\\me\\shot.png", "shot.png"),
        ("../../etc/passwd", "passwd"),
        ("...", "file"),
        ("", "file"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("x" * 300 + ".tar", "x" * 116 + ".tar"),
    ],
)
def test_a_file_keeps_the_last_part_of_its_name(given_name: str, kept: str) -> None:
    assert parse.read_file_name(given_name) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("image/PNG; q=1", "image/png"),
        ("", "application/octet-stream"),
        ("a/b\r\nX: y", "application/octet-stream"),
    ],
)
def test_a_media_type_is_kept_if_it_is_one(said: str, kept: str) -> None:
    assert parse.read_media_type(said) == kept
