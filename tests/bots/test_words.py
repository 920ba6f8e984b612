"""The sentences that people read."""

import re
import string
from typing import Any

import pytest

from bots.words import LANGUAGES, name_language, outcome, problem, say, sentence, state_word, waits_for
from bots.words.catalogue import Ready, has
from bots.words.commands import read_command
from relay.machine import State
from relay.wire.base import Code, Problem
from tests.bots.views import APPROVED, ENDED, NOON, RUNNING, STATES, request_view


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.rule("C12")
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_everything_with_the_same_values(language: str) -> None:
    english, other = LANGUAGES["en"], LANGUAGES[language]
    assert other.keys() == english.keys()
    assert {key: fields(text) for key, text in other.items()} == {k: fields(t) for k, t in english.items()}
    assert all(text.strip() for text in other.values())


@pytest.mark.parametrize("language", ["zh", "ko"])
def test_what_is_not_translated_is_meant(language: str) -> None:
    same = {text for key, text in LANGUAGES[language].items() if text == LANGUAGES["en"][key]}
    assert [text for text in same if any(c.isalpha() for c in re.sub(r"{\w+}", "", text))] == []


@pytest.mark.rule("T5")
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "R20260906-07: asked by Sarah, waits for you until 12:00 UTC."),
        (
            RUNNING,
            "R20260906-07: asked by Sarah, approved by you at 12:02 UTC, running at 60 % since 12:03 UTC on laptop.",
        ),
        (
            ENDED | {"state": State.done},
            "R20260906-07: asked by Sarah, approved by you at 12:02 UTC, done at 12:09 UTC on laptop.",
        ),
        (
            RUNNING | {"interrupted_since": NOON, "percent": None},
            "R20260906-07: asked by Sarah, approved by you at 12:02 UTC, running since 12:03 UTC on laptop, "
            "interrupted: no word from laptop since 12:00 UTC.",
        ),
        (
            APPROVED | {"state": State.approved, "ahead": 1, "decision": "grant"},
            "R20260906-07: asked by Sarah, allowed by your standing permission, "
            "waits in the queue of claude on laptop behind 1 request.",
        ),
        (
            {"state": State.expired, "ended_at": NOON},
            "R20260906-07: asked by Sarah, expired at 12:00 UTC, nothing was run.",
        ),
    ],
)
def test_one_sentence_says_where_a_request_stands(changes: dict[str, Any], told: str) -> None:
    assert sentence(request_view(**changes), "en", "p-olga") == told


@pytest.mark.rule("T5")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_every_state_has_its_sentence_in_every_language(state: str, language: str) -> None:
    view = STATES[state]
    told = sentence(view, language)
    assert told.startswith(view.public_id)
    assert "Sarah" in told
    assert state_word(view.state, language)
    assert (outcome(view, language) is None) == (view.state is State.pending)


@pytest.mark.rule("C4")
def test_it_says_what_an_open_request_waits_for() -> None:
    assert waits_for(STATES["pending"], "en") == "Waits for Olga to decide, until 12:00 UTC."
    assert waits_for(STATES["queued"], "en") == "In the queue of claude: 2 requests come before it."
    assert waits_for(STATES["away"], "en") == "laptop is away since 11:51 UTC. This runs when it is back."
    assert waits_for(STATES["done"], "en") is None


@pytest.mark.rule("C7")
def test_a_name_cannot_break_the_line_nor_hide_in_it() -> None:
    told = sentence(request_view(asker_name="Eve\n\u202eR20260906-08: approved by Olga {owner}"), "en")
    assert "\n" not in told
    assert "\u202e" not in told
    assert "{owner}" in told


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence_that_says_what_to_do(code: Code, language: str) -> None:
    told = problem(Problem(code=code, detail="claude, codex", state="done", by="Olga", at=NOON), language)
    assert has(f"problem.{code}")
    assert len(told) > 8
    assert "{" not in told


@pytest.mark.rule("L5")
def test_who_comes_too_late_is_told_what_happened_instead() -> None:
    late = Problem(code=Code.late, detail="x", state="cancelled", by="Sarah", at=NOON)
    assert problem(late, "en") == "Too late: cancelled by Sarah at 12:00 UTC. Nothing was changed."


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", "zh"), ("zh_TW", "zh"), ("ko-KR", "ko"), ("en-GB", "en"), ("fr-FR", "en"), ("", "en")],
)
def test_a_locale_gets_the_nearest_language(locale: str, language: str) -> None:
    assert name_language(locale) == language


def test_one_is_not_many() -> None:
    assert say("card.more", "en", count=1) == "… 1 more character."
    assert say("card.more", "en", count=2) == "… 2 more characters."


def test_a_missing_value_is_an_error_and_not_an_empty_place() -> None:
    with pytest.raises(KeyError):
        say("card.asks", "en", asker=Ready("x"))


@pytest.mark.rule("C12", "A7")
@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("status", "status", ""),
        ("Status R-07", "status", "R-07"),
        ("取消 R20260906-07", "cancel", "R20260906-07"),
        ("대기열", "queue", ""),
        ("link ABCD-1234", "link", "ABCD-1234"),
        ("help!", "help", ""),
        ("tree", "tree", ""),
        ("任务树 R-07", "tree", "R-07"),
        ("작업트리", "tree", ""),
    ],
)
def test_a_message_that_is_only_a_command_is_one(text: str, name: str, argument: str) -> None:
    assert read_command(text) == (name, argument)


@pytest.mark.rule("A7")
@pytest.mark.parametrize(
    "text",
    [
        "approved",
        "approve",
        "yes",
        "approve R-07",
        "批准",
        "승인",
        "cancel the subscription",
        "status of the build?",
        "",
        "who am I",
        "cancel everything",
    ],
)
def test_nothing_else_is_a_command_and_no_word_approves(text: str) -> None:
    assert read_command(text) is None


@pytest.mark.rule("L5", "C12")
@pytest.mark.parametrize(
    ("state", "by", "told"),
    [
        (
            "running",
            "Olga",
            "Too late: Olga approved it at 12:00 UTC, and it is running now. Nothing was changed.",
        ),
        ("done", "Olga", "Too late: done at 12:00 UTC. Nothing was changed."),
        ("cancelled", "Sarah", "Too late: cancelled by Sarah at 12:00 UTC. Nothing was changed."),
        ("allowed", "Olga", "Too late: approved by Olga at 12:00 UTC. Nothing was changed."),
    ],
)
def test_who_comes_too_late_reads_who_did_what(state: str, by: str, told: str) -> None:
    late = Problem(code=Code.late, detail="", state=state, by=by, at=NOON)
    assert problem(late, "en") == told
    for language in ("zh", "ko"):
        assert state not in problem(late, language)


@pytest.mark.rule("C12")
@pytest.mark.parametrize("text", ["grants", "授权", "허용"])
def test_standing_permissions_are_asked_for_in_each_language(text: str) -> None:
    assert read_command(text) == ("grants", "")
    assert read_command("revoke 12") == ("revoke", "12")
    assert read_command("revoke the token of the bot") is None
    assert read_command("revoke ²") is None
