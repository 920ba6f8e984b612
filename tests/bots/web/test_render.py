"""What each person sees of a request in each state, in each language."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.web import render
from bots.web.card import pieces
from bots.web.words_web import LANGUAGE_NAMES
from relay.machine import State
from relay.wire.requests import Attachment, FileView
from tests.bots.web.views import ASKED, action, approved, event, look, room, view

STATES = {
    "pending": view(),
    "approved": approved("approved", waiting="queue", ahead=2),
    "running": approved(percent=60, progress="testing", plan=[("test", "in_progress")], actions=[action()]),
    "done": approved("done", result="All **green**.", files=[FileView(path="a.py", added=1, removed=2)]),
    "failed": approved("failed", result="No.", reason="broken"),
    "cancelled": view(
        state="cancelled",
        waiting="nothing",
        decision="denied",
        decided_by="o1",
        decided_by_name="Olga",
        decided_at=ASKED,
        ended_at=ASKED,
        reason="not today",
        deadline=None,
    ),
    "expired": view(state="expired", waiting="nothing", ended_at=ASKED, deadline=None),
}


class Reader(HTMLParser):
    """A page's text, its buttons and its tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags, self.depth, self.buttons = "", [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag == "button":
            self.buttons.append(dict(attributes).get("value") or dict(attributes).get("aria-label") or "")
        if tag not in ("input", "meta", "link", "br", "hr"):
            self.depth.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.depth.pop() == tag, f"</{tag}> closes nothing"

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.text += data


def card(shown: Any, me: str = "o1", language: str = "en", *, whole: bool = False) -> Reader:
    reader = Reader(str(render.live_card(look(language), room(me), shown, whole=whole)["card"]))
    assert reader.depth == []
    return reader


@pytest.mark.rule("C3", "T5", "Q4")
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize("me", ["o1", "p2", "p3"])
@pytest.mark.parametrize("state", STATES)
def test_a_card_tells_id_sentence_and_state_and_is_well_formed(state: str, me: str, language: str) -> None:
    shown = card(STATES[state], me, language)
    assert "R20260906-07" in shown.text
    assert "fix the tests" in shown.text
    badge = render._word(STATES[state], language)
    assert badge in shown.text
    told = str(render._sentence(STATES[state], language, me))
    assert "R20260906-07" in told
    assert re.sub(r"<[^>]+>", "", told) in shown.text.replace("’", "'")


def test_every_state_has_an_example() -> None:
    assert set(STATES) == {str(state) for state in State}


@pytest.mark.rule("A1")
def test_a_pending_card_says_everything_that_a_decision_needs() -> None:
    attachment = Attachment(blob="b", name="shot.png", media_type="image/png", size=2048)
    text = card(view(attachments=[attachment], prompt="line one\nline two")).text
    for part in (
        "Sarah",
        "@claude",
        "/home/olga/project",
        "laptop",
        "line one\nline two",
        "shot.png",
        "2 KB",
    ):
        assert part in text
    assert "2026-09-07 14:00 UTC" in text


@pytest.mark.rule("A1", "A2")
def test_only_the_owner_has_buttons_to_decide() -> None:
    owner, others = card(view()), [card(view(), me) for me in ("p2", "p3")]
    assert {"approve", "always"} <= set(owner.buttons)
    assert any(name.startswith("Deny") for name in owner.buttons)
    for other in others:
        assert not any("pprove" in name or "Deny" in name or name == "always" for name in other.buttons)
        assert "Only Olga can decide." in other.text


@pytest.mark.rule("C3")
@pytest.mark.parametrize("state", ["approved", "done", "failed", "cancelled", "expired"])
def test_a_settled_card_has_no_buttons_to_decide_and_says_who_and_when(state: str) -> None:
    shown = card(STATES[state])
    assert not {"approve", "always", "yes"} & set(shown.buttons)
    assert not any("Deny" in name for name in shown.buttons)
    if state in ("approved", "done", "failed"):
        assert "Approved by you, 2026-09-06 14:02 UTC." in shown.text


@pytest.mark.rule("X2", "X3", "L6")
@pytest.mark.parametrize(
    ("shown", "me", "wanted"),
    [
        (STATES["pending"], "p2", {"Cancel"}),
        (STATES["pending"], "p3", set()),
        (STATES["approved"], "o1", {"Cancel"}),
        (STATES["running"], "p2", {"Cancel"}),
        (STATES["running"], "p3", set()),
        (approved(stopping=True), "p2", set()),
        (STATES["done"], "p2", {"Ask again"}),
        (STATES["expired"], "p2", {"Ask again"}),
        (STATES["expired"], "p3", set()),
        (approved(interrupted_since=ASKED), "p2", {"Cancel"}),
    ],
)
def test_cancel_and_retry_are_offered_to_whom_they_are_for(shown: Any, me: str, wanted: set[str]) -> None:
    labels = {name.split(",")[0] for name in card(shown, me).buttons}
    assert labels & {"Cancel", "Ask again"} == wanted


@pytest.mark.rule("L6")
def test_only_the_owner_can_give_up_a_machine_that_is_silent() -> None:
    silent = approved(interrupted_since=ASKED)
    assert "Close as failed" in card(silent).text
    assert "Close as failed" not in card(silent, "p2").text
    assert "Close as failed" not in card(approved()).text


@pytest.mark.rule("P3")
def test_an_action_shows_its_exact_input_and_what_cannot_be_seen_in_it() -> None:
    shown = card(approved(actions=[action(shown="git push\u202e \u200borigin <main>")]))
    assert shown.text.count("git push\u27e8U+202E\u27e9 \u27e8U+200B\u27e9origin <main>") == 2
    assert "It pushes to a shared branch." in shown.text
    assert shown.buttons.count("yes") == 2  # on the card and on the sheet


@pytest.mark.rule("P3")
def test_there_is_no_approve_where_the_whole_does_not_fit() -> None:
    partly = card(approved(actions=[action(whole=False)]))
    assert "yes" not in partly.buttons
    assert "cannot be approved here" in partly.text
    long = card(approved(actions=[action(shown="x" * 2000)]))
    assert long.buttons.count("yes") == 1  # on the card only: the sheet shows too little of it
    many_lines = card(view(prompt="a\n" * 60))
    assert many_lines.buttons.count("approve") == 1


def test_a_long_prompt_is_whole_for_who_decides_and_cut_for_others() -> None:
    long = view(prompt="word " * 2000 + "end")
    assert "end" in card(long).text
    cut = card(long, "p2").text
    assert "word end" not in cut
    assert "8503 more characters" in cut
    assert "word end" in card(long, "p2", whole=True).text


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    "field", ["prompt", "result", "progress", "asker_name", "handle", "directory", "reason"]
)
def test_text_of_people_and_agents_is_never_markup(field: str) -> None:
    hostile = '</p><script>x</script><b class="badge">Done</b> [a](javascript:x) ![i](http://e.example/i.png)'
    state = {"result": "failed", "reason": "failed", "directory": "pending"}.get(field, "running")
    made = view(**{field: hostile}) if state == "pending" else approved(state, **{field: hostile})
    shown = card(made, whole=True)
    assert not {tag for tag, _ in shown.tags} & {"script", "img"}
    assert "<script>x</script>" in shown.text
    assert [a["class"] for tag, a in shown.tags if tag == "span" and a.get("class") == "badge"] == ["badge"]
    assert not any("javascript:" in str(value) for _, a in shown.tags for value in a.values())


@pytest.mark.rule("C7", "T6")
@given(text=st.text(max_size=300))
def test_no_text_breaks_a_card(text: str) -> None:
    shown = approved(
        "running",
        prompt=text or "x",
        result=text,
        asker_name=text or "x",
        progress=text,
        plan=[(text, text)],
        actions=[action(shown=text, reason=text, kind=text or "x")],
        events=[event(1, "said", text=text), event(2, text or "x", text=text)],
        seq=2,
    )
    plain = card(approved(plan=[("x", "y")], actions=[action()], events=[event(1, "said", text="a")], seq=2))
    found = card(shown)
    forms = [a.get("action") for tag, a in found.tags if tag == "form"]
    assert forms == [a.get("action") for tag, a in plain.tags if tag == "form"]
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", found.text)


def test_times_are_given_for_the_reader_to_see_in_their_own_zone() -> None:
    times = [a for tag, a in card(STATES["done"]).tags if tag == "time"]
    assert {"datetime": "2026-09-06T14:02:00Z", "data-at": str((ASKED + 120_000_000) // 1000)} in times


def test_the_page_says_its_language() -> None:
    for language, tag in (("en", "en"), ("zh", "zh-Hans"), ("ko", "ko")):
        page = render.room_page(look(language), room(), [view()], more=None, newest=True, after=1)
        assert f'<html lang="{tag}">' in page
        Reader(page.replace("<!doctype html>", ""))


def test_finished_requests_come_without_their_rows_and_running_ones_with_the_last() -> None:
    events = [event(seq, "said", text=f"word {seq}") for seq in range(1, 31)]
    running = card(approved(events=events, seq=30)).text
    assert "word 30" in running
    assert "word 22" not in running
    assert "word 23" in running
    assert "word 30" not in card(approved("done", events=events, seq=30)).text
    assert "word 1" in card(approved("done", events=events, seq=30), whole=True).text


@given(text=st.text(alphabet=st.sampled_from("ab \n\u5b57\U0001f642"), max_size=9000))
def test_a_long_text_in_pieces_is_the_text(text: str) -> None:
    parts = pieces(text)
    assert "".join(parts) == text
    assert all(0 < len(part) <= 2000 for part in parts if text)


def test_a_long_text_is_laid_out_piece_by_piece() -> None:
    shown = card(view(prompt="word " * 20_000))
    assert len([1 for _, attributes in shown.tags if attributes.get("class") == "piece"]) == 50
    assert "word " * 20_000 in shown.text
