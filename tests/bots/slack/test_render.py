"""What people see in Slack: golden examples, limits, and that text stays text."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.connector import Part
from bots.slack.blocks import UPDATE_TEXT_CHARACTERS, lock_screen
from bots.slack.cards import PROMPT_CHARACTERS, Reader
from bots.slack.render import draw
from bots.slack.review import review_action, review_request
from bots.words import LANGUAGES
from relay.machine import FINAL, State
from relay.wire.places import PlaceRole
from relay.wire.requests import ActionState, EventView, FileView, RequestView, Spot
from tests.bots.slack.examples import FOLDER, POSTED, path_of, pictures, text_of
from tests.bots.views import ENDED, NOON, RUNNING, STATES, action_view, join_view, place_view, request_view
from tests.emulators.slack.blocks import block_complaints, interactive_elements, read_view
from tests.emulators.slack.text import mrkdwn_texts, pings_of, visible_blocks

HOSTILE = "<!channel> <@U1> *b* `c` <http://evil|Approve> &lt;!here&gt; @everyone\n```x``` :smile: \u202eevil R20260906-99"
PICTURES = list(pictures())


def parts(view: RequestView, refs: dict[str, str] | None = None, **place: Any) -> dict[str, Part]:
    drawn = draw(place_view(view, **place), POSTED if refs is None else refs, "https://x.slack.com/")
    return {part.name: part for part in drawn}


def actions(body: Any) -> list[str]:
    return [str(element["action_id"]) for element in interactive_elements(list(body.get("blocks", [])))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_golden_examples_are_what_is_drawn(language: str) -> None:
    drawn = {path_of(name, lang): text_of(body) for name, lang, body in PICTURES if lang == language}
    kept = {path: path.read_text(encoding="utf-8") for path in (FOLDER / language).glob("*.json")}
    assert kept.keys() == drawn.keys()
    assert [path.name for path in kept if kept[path] != drawn[path]] == []


@pytest.mark.rule("C3")
def test_slack_accepts_every_example() -> None:
    for name, language, body in PICTURES:
        if "file" in body:
            continue
        if "type" in body:
            read_view(body, body["type"])
            continue
        assert block_complaints(body["blocks"]) == [], (name, language)
        assert len(body["text"]) <= UPDATE_TEXT_CHARACTERS


@pytest.mark.rule("C1", "C3")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_begins_with_the_id_and_only_a_pending_card_has_buttons(state: str, language: str) -> None:
    view = STATES[state]
    anchor = parts(view, language=language)["anchor"].body
    assert anchor["blocks"][0]["text"]["text"].startswith(view.public_id)
    assert anchor["text"].startswith(view.public_id)
    assert bool(actions(anchor)) == (view.state is State.pending)


@pytest.mark.rule("A1")
def test_the_card_says_who_where_which_agent_and_directory_what_files_and_until_when() -> None:
    view = STATES["pending"]
    body = parts(view, {}, role=PlaceRole.owner)["card"].body
    shown = visible_blocks(body["blocks"], {"C1": "backend"})
    for fact in (
        "Sarah",
        "outside",
        "Backend",
        "#backend",
        "claude",
        "laptop",
        view.directory,
        view.prompt,
        "log.txt",
        "12:00",
    ):
        assert fact in shown


@pytest.mark.rule("A3")
def test_buttons_are_bound_to_the_request_and_the_version_that_is_shown() -> None:
    anchor = parts(request_view(version=3))["anchor"].body
    bound = [json.loads(e["value"]) for e in interactive_elements(anchor["blocks"])]
    assert [(b["r"], b["v"], b.get("d")) for b in bound] == [
        ("r1", 3, "approve"),
        ("r1", 3, "always"),
        ("r1", 3, "deny"),
        ("r1", 3, None),
    ]


def test_allow_always_asks_once_more_and_every_button_has_a_label_with_the_id() -> None:
    elements = list(interactive_elements(parts(request_view())["anchor"].body["blocks"]))
    assert [bool(e.get("confirm")) for e in elements] == [False, True, False, False]
    assert all("R20260906-07" in e["accessibility_label"] for e in elements)


@pytest.mark.rule("P3", "A1")
@pytest.mark.parametrize("length", [PROMPT_CHARACTERS, PROMPT_CHARACTERS + 1])
def test_what_does_not_fit_cannot_be_approved_unread(length: int) -> None:
    fits = length <= PROMPT_CHARACTERS
    anchor = parts(request_view(prompt="x" * length))["anchor"].body
    assert actions(anchor) == (
        ["muti:approve", "muti:always", "muti:deny", "muti:explain"]
        if fits
        else ["muti:review", "muti:deny", "muti:explain"]
    )
    shown = action_view(shown="x" * length)
    card = parts(request_view(**RUNNING | {"actions": [shown]}))["action:x1"].body
    assert actions(card) == ["muti:allow" if fits else "muti:review", "muti:refuse", "muti:explain"]


@pytest.mark.rule("P3")
def test_an_action_that_the_daemon_could_not_show_whole_is_not_approved_at_all() -> None:
    action = action_view(whole=False)
    card = parts(request_view(**RUNNING | {"actions": [action]}))["action:x1"].body
    assert "muti:allow" not in actions(card)
    assert "submit" not in review_action(request_view(), action, Reader("en"), {})


@pytest.mark.rule("P3")
def test_the_end_of_a_long_command_is_never_hidden_behind_a_live_approve() -> None:
    command = "echo ok; " * 400 + "rm -rf /"
    card = parts(request_view(**RUNNING | {"actions": [action_view(shown=command)]}))["action:x1"].body
    assert "rm -rf /" not in visible_blocks(card["blocks"])
    assert "muti:allow" not in actions(card)
    view = review_action(request_view(), action_view(shown=command), Reader("en"), {})
    assert "rm -rf /" in visible_blocks(view["blocks"])
    assert view["submit"]["text"] == "Approve once"


def leaf_through(first: dict[str, Any], turn: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """All pages of a window, as somebody sees them who taps Next until there is none."""
    pages = [first]
    while nexts := [e for e in interactive_elements(pages[-1]["blocks"]) if "Next" in e["text"]["text"]]:
        pages.append(turn(json.loads(nexts[0]["value"])["p"]))
    for page in pages:
        read_view(page, "modal")
    return pages


@pytest.mark.rule("A1")
def test_a_hundred_thousand_characters_can_be_read_and_are_approved_on_the_last_page_only() -> None:
    asked, reader = request_view(prompt="a" * 99_990 + "rm -rf /"), Reader("en")
    pages = leaf_through(
        review_request(asked, reader, {}), lambda page: review_request(asked, reader, {}, page)
    )
    assert ["submit" in page for page in pages] == [False, False, False, True]
    assert all(asked.directory in visible_blocks(page["blocks"]) for page in pages)
    shown = "".join(visible_blocks(page["blocks"]) for page in pages)
    assert (shown.count("a" * 100) >= 900, "rm -rf /" in shown) == (True, True)
    assert pages[-1]["submit"]["text"] == "Approve"


@pytest.mark.rule("P3")
@pytest.mark.parametrize("text", ["漢" * 40_000, "\u202e" * 6_000, "😀" * 20_000, '"' * 40_000])
def test_each_page_of_an_operation_fits_whatever_it_is_written_in(text: str) -> None:
    action, reader = action_view(shown=text), Reader("en")
    pages = leaf_through(
        review_action(request_view(), action, reader, {}),
        lambda page: review_action(request_view(), action, reader, {}, page),
    )
    assert [("submit" in page) for page in pages] == [False] * (len(pages) - 1) + [True]


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    "where", ["asker_name", "prompt", "directory", "progress", "result", "reason", "machine_name", "handle"]
)
def test_text_of_people_and_agents_pings_nobody_and_forges_nothing(where: str) -> None:
    for state in (State.pending, State.running, State.done, State.failed):
        base = (
            {**ENDED, "state": state} if state in FINAL else ({**RUNNING} if state is State.running else {})
        )
        for part in parts(request_view(**{**base, "state": state, where: HOSTILE})).values():
            body = part.body
            pings = set().union(*(pings_of(text) for text in [body["text"], *mrkdwn_texts(body["blocks"])]))
            assert pings <= ({"U2"} if part.name == "final" else set())
            assert "<http" not in body["text"]
            assert actions(body) == actions(parts(request_view(**{**base, "state": state}))[part.name].body)


@pytest.mark.rule("C7", "A7")
def test_an_action_that_spells_a_card_stays_one_block_of_text() -> None:
    forged = action_view(shown=HOSTILE, reason=HOSTILE, tool=HOSTILE)
    card = parts(request_view(**RUNNING | {"actions": [forged]}))["action:x1"].body
    assert set().union(*(pings_of(t) for t in [card["text"], *mrkdwn_texts(card["blocks"])])) == set()
    assert "⟨U+202E⟩" in visible_blocks(card["blocks"])


@pytest.mark.rule("C7")
def test_a_long_result_is_cut_with_its_count_and_the_rest_is_a_file() -> None:
    view = request_view(**ENDED | {"state": State.done, "result": "word 👨‍👩‍👧 " * 2000})
    drawn = parts(view)
    assert "more characters" in visible_blocks(drawn["final"].body["blocks"])
    assert drawn["rest"].body["file"]["content"].strip() == (view.result or "").strip()
    assert drawn["rest"].body["file"]["name"] == f"{view.public_id}.txt"


@pytest.mark.rule("C6")
def test_the_end_is_a_message_of_its_own_that_tells_the_asker_once() -> None:
    done = parts(STATES["done"])["final"]
    assert done.once
    assert "@U2" in visible_blocks(done.body["blocks"])
    assert "final" not in parts(STATES["running"])


@pytest.mark.rule("C6")
def test_progress_alone_leaves_the_card_as_it_is() -> None:
    earlier, later = (request_view(**RUNNING | {"percent": percent}) for percent in (10, 90))
    assert parts(earlier)["anchor"].body == parts(later)["anchor"].body
    assert parts(earlier)["progress"].body != parts(later)["progress"].body


@pytest.mark.rule("C11")
def test_another_workspace_sees_the_picture_and_no_button_and_no_news() -> None:
    view = STATES["done"].model_copy(
        update={"origin": Spot(platform="feishu", tenant="t", channel="c", message="m")}
    )
    assert list(parts(view, role=PlaceRole.mirror)) == ["anchor"]
    pending = STATES["pending"].model_copy(update={"origin": view.origin})
    assert actions(parts(pending, {}, role=PlaceRole.mirror)["anchor"].body) == []
    assert parts(STATES["pending"], {}, role=PlaceRole.mirror) == {}


@pytest.mark.rule("C3")
def test_the_owner_is_bothered_only_with_what_waits_for_the_owner() -> None:
    assert parts(STATES["running"], {}, role=PlaceRole.owner) == {}
    assert list(parts(STATES["paused"], {}, role=PlaceRole.owner)) == ["action:x1"]
    settled = parts(STATES["done"], {"card": "1"}, role=PlaceRole.owner)["card"].body
    assert actions(settled) == []
    assert "Approved by you" in visible_blocks(settled["blocks"])


@pytest.mark.rule("C1")
def test_inside_a_thread_everything_stays_in_that_thread_and_links_nothing() -> None:
    drawn = parts(STATES["done"], thread="1.0", message="1.5")
    assert {part.thread for part in drawn.values()} == {"1.0"}
    assert "link" not in drawn


@pytest.mark.rule("C1")
def test_below_the_card_nothing_is_drawn_before_the_card_stands() -> None:
    assert list(parts(STATES["done"], {})) == ["anchor"]
    assert parts(STATES["done"])["final"].thread == POSTED["anchor"]


@pytest.mark.rule("R5")
def test_only_the_owner_gets_a_join_card_and_the_asker_a_word() -> None:
    owner = draw(place_view(join=join_view(), role=PlaceRole.owner), {}, "")[0].body
    assert actions(owner) == ["muti:admit_and_approve", "muti:admit", "muti:refuse"]
    asker = draw(place_view(join=join_view()), {}, "")[0].body
    assert actions(asker) == []
    settled = draw(
        place_view(join=join_view(state="refused", decided_at=NOON), role=PlaceRole.owner), {}, ""
    )[0].body
    assert actions(settled) == []


@pytest.mark.rule("C7")
@given(st.text(max_size=9000))
def test_the_lock_screen_fits_and_reads_no_markup(text: str) -> None:
    shown = lock_screen(text)
    assert len(shown) <= UPDATE_TEXT_CHARACTERS
    assert "<" not in shown
    assert ">" not in shown


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.builds(
        request_view,
        prompt=st.text(max_size=5000),
        asker_name=st.text(min_size=1, max_size=300),
        directory=st.text(max_size=1000),
        handle=st.text(min_size=1, max_size=200),
        machine_name=st.text(min_size=1, max_size=200),
        state=st.sampled_from(State),
        reason=st.none() | st.text(max_size=3000),
        result=st.none() | st.text(max_size=9000),
        progress=st.none() | st.text(max_size=3000),
        percent=st.none() | st.integers(0, 100),
        plan=st.lists(
            st.tuples(st.text(max_size=300), st.sampled_from(["pending", "completed"])), max_size=40
        ),
        files=st.lists(
            st.builds(FileView, path=st.text(max_size=500), added=st.integers(0), removed=st.integers(0)),
            max_size=30,
        ),
        actions=st.lists(
            st.builds(
                action_view,
                shown=st.text(max_size=4000),
                reason=st.text(max_size=2000),
                state=st.sampled_from(ActionState),
            ),
            max_size=2,
            unique_by=lambda action: action.action,
        ),
        events=st.lists(
            st.builds(
                EventView,
                seq=st.just(1),
                kind=st.sampled_from(["said", "tool_ended", "file", "dropped", "unknown"]),
                at=st.just(NOON),
                actor=st.just("agent"),
                body=st.dictionaries(
                    st.sampled_from(["text", "title", "path", "lines", "failed"]), st.text() | st.integers()
                ),
            ),
            max_size=9,
        ),
    ),
    st.sampled_from(list(PlaceRole)),
    st.sampled_from(list(LANGUAGES)),
)
def test_slack_accepts_whatever_a_request_holds(view: RequestView, role: PlaceRole, language: str) -> None:
    for part in draw(place_view(view, role=role, language=language), POSTED, "https://x.slack.com/"):
        if "file" not in part.body:
            assert block_complaints(part.body["blocks"]) == []
            assert 0 < len(part.body["text"]) <= UPDATE_TEXT_CHARACTERS
            json.dumps(part.body).encode("ascii")
            json.dumps(part.body, ensure_ascii=False).encode("utf-8")


@pytest.mark.rule("C3", "T6")
def test_no_picture_holds_a_mark_of_ours_where_a_time_should_be() -> None:
    drawn = sorted(FOLDER.rglob("*.json"))
    assert drawn
    for picture in drawn:
        assert "\u2400" not in picture.read_text(encoding="utf-8"), picture.name
