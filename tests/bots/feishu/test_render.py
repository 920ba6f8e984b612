"""What people see in Feishu: golden examples, the schema, the limits, languages, and that text stays text."""

import html
import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.connector import Part, Urgency
from bots.feishu.book import PIECE_CHARACTERS
from bots.feishu.limits import BYTES_AT_MOST, fits, measure_body
from bots.feishu.offer import OPEN_CHARACTERS
from bots.feishu.render import draw
from bots.feishu.values import OnAction, OnRequest, read_value
from bots.words import LANGUAGES
from relay.machine import FINAL, State
from relay.wire.places import PlaceRole
from relay.wire.requests import ActionState, Decision, EventView, FileView, RequestView
from tests.bots.feishu.examples import FOLDER, MORE, ORIGIN, POSTED, feishu_place, path_of, pictures, text_of
from tests.bots.views import ENDED, NOON, RUNNING, STATES, action_view, join_view, request_view
from tests.emulators.feishu import FeishuEmulator
from tests.emulators.feishu.cards import CARD_BYTES, card_bytes, checked_card
from tests.emulators.feishu.gestures import callback_value
from tests.emulators.feishu.reading import card_buttons, card_lines, card_summary, card_title, mentions_of

Json = dict[str, Any]
LOCALES = {"en": "en_us", "zh": "zh_cn", "ko": "ko_kr"}
HOSTILE = (
    "<at id=all></at> <at id=ou_1>x</at> **b** `c` [Approve](http://evil.example) &lt;at id=all&gt; <font color='red'>r</font>\n"
    "```\n<at id=all></at>\n``` :OK: ~~s~~ <text_tag color='green'>Approved</text_tag> \u202eevil R20260906-99 | a | b |\n# big\n- x\n> q"
)
PICTURES = list(pictures())


def cards(
    view: RequestView | None = None, refs: dict[str, str] | None = None, **place: Any
) -> dict[str, Json]:
    drawn = draw(feishu_place(view, **place), POSTED if refs is None else refs)
    return {part.name: part.body["card"] for part in drawn if "card" in part.body}


def shown(card: Json, language: str = "en") -> str:
    return html.unescape("\n".join(card_lines(card, LOCALES[language])))


def labels(card: Json) -> list[str]:
    return [str(button["text"]["content"]) for button in card_buttons(card) if button["tag"] == "button"]


def bound(card: Json) -> list[Any]:
    return [read_value(callback_value(button)) for button in card_buttons(card) if button["tag"] == "button"]


def test_the_golden_examples_are_what_is_drawn() -> None:
    drawn = {path_of(name): text_of(card) for name, card in PICTURES}
    kept = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    assert kept.keys() == drawn.keys()
    assert [path.name for path in kept if kept[path] != drawn[path]] == []


@pytest.mark.rule("C3", "F4")
def test_feishu_accepts_every_example_within_its_limits() -> None:
    feishu = FeishuEmulator()
    for name, card in PICTURES:
        if name == "artifact-picture":
            continue  # its picture has to be uploaded first
        checked_card(card, feishu.service, feishu.app)
        assert card_bytes(card) < CARD_BYTES
        assert fits(card), name


@pytest.mark.rule("C1", "C3", "F2", "F4")
@pytest.mark.parametrize("state", [*STATES, *MORE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_title_and_summary_begin_with_the_id_and_only_a_pending_card_has_buttons(
    state: str, language: str
) -> None:
    view = {**STATES, **MORE}[state]
    anchor = cards(view, language="en")["anchor"]
    assert card_title(anchor, LOCALES[language]).startswith(view.public_id)
    assert card_summary(anchor, LOCALES[language]).split(" ", 1)[1].startswith(view.public_id)
    assert bool(card_buttons(anchor)) == (view.state is State.pending)


@pytest.mark.rule("F4")
def test_each_viewer_reads_their_own_language_whatever_the_language_of_the_place() -> None:
    for place_language in LANGUAGES:
        anchor = cards(STATES["pending"], language=place_language)["anchor"]
        assert card_title(anchor, "en_us").endswith("Waiting for approval")
        assert card_title(anchor, "zh_cn").endswith("待批准")
        assert card_title(anchor, "zh_tw").endswith("待批准")
        assert card_title(anchor, "ko_kr").endswith("승인 대기")
    japanese = card_title(cards(STATES["pending"], language="ko")["anchor"], "ja_jp")
    assert japanese.endswith("승인 대기")  # in no language of ours: that of the place


@pytest.mark.rule("F4")
def test_words_of_people_and_agents_are_the_same_in_every_language() -> None:
    for _, card in PICTURES:
        for text in _plain_texts(card["body"]):
            if STATES["pending"].prompt in text["content"]:
                assert "i18n_content" not in text


def _plain_texts(node: Any) -> list[Json]:
    if isinstance(node, list):
        return [text for one in node for text in _plain_texts(one)]
    if not isinstance(node, dict):
        return []
    own = [node] if node.get("tag") == "plain_text" else []
    return own + [text for value in node.values() for text in _plain_texts(value)]


@pytest.mark.rule("A1")
def test_the_card_says_who_where_which_agent_and_directory_what_files_and_until_when() -> None:
    view = STATES["pending"]
    card = cards(view, {}, role=PlaceRole.owner)["card"]
    for fact in ("Sarah", "outside", "Backend", "claude", "laptop", view.directory, view.prompt, "log.txt"):
        assert fact in shown(card)
    assert f"millisecond='{view.deadline // 1000 if view.deadline else 0}'" in json.dumps(card)


@pytest.mark.rule("P7")
def test_an_agent_without_a_sandbox_is_shown_as_such() -> None:
    assert "without a sandbox" in shown(cards(request_view(sandbox=False))["anchor"])


@pytest.mark.rule("A3", "P3")
def test_buttons_are_bound_to_exactly_what_is_shown() -> None:
    assert bound(cards(request_view(version=3))["anchor"]) == [
        OnRequest("r1", 3, Decision.approve),
        OnRequest("r1", 3, Decision.always),
        OnRequest("r1", 3, Decision.deny),
    ]
    view = request_view(**RUNNING | {"actions": [action_view()]})
    assert bound(cards(view)["action:x1"]) == [
        OnAction("r1", "x1", "d" * 64, allow=True),
        OnAction("r1", "x1", "d" * 64, allow=False),
    ]


@pytest.mark.rule("C3")
def test_the_approval_card_is_no_stream_and_allow_always_asks_once_more() -> None:
    anchor = cards(request_view())["anchor"]
    assert "streaming_mode" not in anchor["config"]
    asks = {
        button["text"]["content"]: "confirm" in button for button in card_buttons(anchor) if "text" in button
    }
    assert asks == {"Approve": False, "Allow always": True, "Deny": False}
    assert len(labels(anchor)) == 3


@pytest.mark.rule("P3", "A1")
@pytest.mark.parametrize("length", [OPEN_CHARACTERS, OPEN_CHARACTERS + 1])
def test_a_longer_prompt_is_approved_below_the_whole_of_it_only(length: int) -> None:
    view = request_view(prompt="x" * length)
    elements = cards(view)["anchor"]["body"]["elements"]
    panels = [one for one in elements if one["tag"] == "collapsible_panel"]
    assert bool(panels) == (length > OPEN_CHARACTERS)
    outside = [one for one in elements if one["tag"] != "collapsible_panel"]
    if panels:
        assert "Approve" not in labels({"body": outside})
        assert "x" * length in str(panels[0]["elements"][0])
        assert labels({"body": panels[0]["elements"][1:]}) == ["Approve"]
    else:
        assert "Approve" in labels({"body": outside})


@pytest.mark.rule("P3", "A1")
def test_what_no_card_holds_stands_on_pages_whose_last_one_approves() -> None:
    view = request_view(prompt="word " * 8000)
    drawn = cards(view, {}, role=PlaceRole.owner)
    pages = [name for name in drawn if name.startswith("page:")]
    assert len(pages) == 40000 // PIECE_CHARACTERS
    assert [labels(drawn[name]) for name in pages] == [[]] * (len(pages) - 1) + [["Approve"]]
    assert labels(drawn["card"]) == ["Deny"]
    assert labels(cards(view, {})["anchor"]) == ["Deny"]
    assert "Olga reads all of it" in shown(cards(view, {})["anchor"])


@pytest.mark.rule("C9", "P3")
def test_pages_that_are_too_many_after_an_edit_say_so() -> None:
    refs = {"card": "om_1", **{f"page:{number}": f"om_{number}" for number in range(2, 9)}}
    drawn = cards(request_view(prompt="short"), refs, role=PlaceRole.owner)
    assert "no longer needed" in shown(drawn["page:8"])
    assert labels(drawn["page:8"]) == []


@pytest.mark.rule("P3")
@pytest.mark.parametrize("length", [10, 40_000])
def test_an_operation_that_is_not_all_there_cannot_be_approved_anywhere(length: int) -> None:
    view = request_view(**RUNNING | {"actions": [action_view(whole=False, shown="x" * length)]})
    assert labels(cards(view)["action:x1"]) == ["Deny"]
    drawn = cards(view, {}, role=PlaceRole.owner)
    assert labels(drawn["action:x1"]) == ["Deny"]
    assert not [name for name in drawn if name.startswith("page:")]


@pytest.mark.rule("C3", "P4")
@pytest.mark.parametrize("state", [one for one in ActionState if one is not ActionState.pending])
def test_a_decided_action_has_no_buttons_and_says_by_whom_and_when(state: ActionState) -> None:
    action = action_view(state=state, decided_at=NOON, decided_by="p-olga")
    card = cards(request_view(**RUNNING | {"actions": [action]}))["action:x1"]
    assert card_buttons(card) == []
    if state in (ActionState.allowed, ActionState.denied):
        assert "Olga" in shown(card)
        assert f"millisecond='{NOON // 1000}'" in json.dumps(card)


@pytest.mark.rule("C4")
def test_what_it_waits_for_is_said_the_queue_or_a_machine_that_is_away() -> None:
    assert "2 requests come before it" in shown(cards(STATES["queued"])["anchor"])
    assert "laptop is away since" in shown(cards(STATES["away"])["anchor"])


@pytest.mark.rule("C6")
def test_progress_is_the_same_message_and_loses_its_button_at_the_end() -> None:
    assert labels(cards(STATES["running"])["progress"]) == ["Cancel"]
    assert "60 %" in shown(cards(STATES["running"])["progress"])
    for name in ("done", "failed", "cancelled"):
        assert labels(cards(STATES[name])["progress"]) == []


@pytest.mark.rule("C6")
def test_what_has_ended_goes_before_what_goes_on() -> None:
    urgent = {part.name: part.urgency for part in draw(feishu_place(STATES["done"]), POSTED)}
    assert urgent["anchor"] == urgent["final"] == Urgency.answer
    going = {part.name: part.urgency for part in draw(feishu_place(STATES["running"]), POSTED)}
    assert Urgency.answer < going["anchor"] < going["progress"] == Urgency.progress


@pytest.mark.rule("C6", "C11")
def test_what_notifies_is_one_new_message_where_it_was_asked() -> None:
    view = STATES["done"].model_copy(update={"origin": ORIGIN, "asker_account": "feishu:T1:on_sarah"})
    final = [part for part in draw(feishu_place(view), POSTED) if part.name == "final"]
    assert [(part.once, part.body["tells"]) for part in final] == [(True, "on_sarah")]
    for role in (PlaceRole.mirror, PlaceRole.owner):
        assert [p.name for p in draw(feishu_place(STATES["done"], role=role), {})] in ([], ["anchor"])


@pytest.mark.rule("C11")
def test_elsewhere_the_picture_changes_without_buttons() -> None:
    for view in STATES.values():
        drawn = cards(view, {}, role=PlaceRole.mirror)
        assert set(drawn) == {"anchor"}
        assert card_buttons(drawn["anchor"]) == []


@pytest.mark.rule("C7")
def test_hostile_text_is_shown_as_text_in_every_card() -> None:
    event = EventView(seq=1, kind="said", at=NOON, actor="agent", body={"text": HOSTILE})
    changes: Json = {
        "prompt": HOSTILE, "asker_name": HOSTILE, "owner_name": HOSTILE, "machine_name": HOSTILE,
        "room_name": HOSTILE, "directory": HOSTILE, "progress": HOSTILE, "plan": [(HOSTILE, "pending")],
        "events": [event], "files": [FileView(path=HOSTILE, added=1, removed=1)], "reason": HOSTILE,
    }  # fmt: skip
    views = [
        request_view(**changes),
        request_view(
            **RUNNING | changes | {"actions": [action_view(shown=HOSTILE, reason=HOSTILE, tool=HOSTILE)]}
        ),
        request_view(**ENDED | changes | {"state": State.failed, "result": HOSTILE}),
    ]
    drawn = [card for view in views for role in PlaceRole for card in cards(view, role=role).values()]
    drawn += [
        card
        for role in PlaceRole
        for card in cards(join=join_view(name=HOSTILE, prompt=HOSTILE), role=role).values()
    ]
    feishu = FeishuEmulator()
    for card in drawn:
        checked_card(card, feishu.service, feishu.app)
        assert mentions_of(card) == set()
        for source in _sources(card):
            outside = "".join(source.split("```")[::2])
            for forged in (
                "<text_tag",
                "<font color='red'",
                "[Approve](",
                "~~s~~",
                ":OK:",
                "<at ",
            ):
                assert forged not in outside, source
            for label, address in re.findall(r"\[([^\]]*)\]\(([^)]*)\)", outside):
                assert html.unescape(label) == address
            assert "\n#" not in outside
            assert "\n- x" not in outside


def _sources(node: Any) -> list[str]:
    if isinstance(node, list):
        return [source for one in node for source in _sources(one)]
    if not isinstance(node, dict):
        return []
    own = (
        [node["content"], *(node.get("i18n_content") or {}).values()] if node.get("tag") == "markdown" else []
    )
    return own + [source for value in node.values() for source in _sources(value)]


@pytest.mark.rule("C7", "F4")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=300), st.integers(1, 60), st.sampled_from(sorted(FINAL)))
def test_whatever_the_text_every_message_fits_and_is_taken(text: str, times: int, state: State) -> None:
    feishu = FeishuEmulator()
    values = {"state": state, "result": text * times, "reason": text, "prompt": text * times}
    for card in (
        *cards(request_view(**ENDED | values)).values(),
        *cards(request_view(prompt=text * times)).values(),
    ):
        assert measure_body(card) <= BYTES_AT_MOST
        checked_card(card, feishu.service, feishu.app)
        assert mentions_of(card) == set()


@pytest.mark.rule("C7")
@pytest.mark.parametrize("letter", ["x", "汉", "*", '"', "👩‍👩‍👧", "&"])
def test_a_long_result_is_cut_between_characters_and_the_file_has_all_of_it(letter: str) -> None:
    view = request_view(**ENDED | {"state": State.done, "result": letter * 20_000})
    parts: dict[str, Part] = {part.name: part for part in draw(feishu_place(view), POSTED)}
    card = parts["final"].body["card"]
    assert "more characters" in shown(card)
    assert measure_body(card) <= BYTES_AT_MOST
    assert "�" not in shown(card)
    assert parts["rest"].body["file"] == {"name": "R20260906-07.txt", "content": letter * 20_000}
