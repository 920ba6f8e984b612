"""An agent's answer in Slack: code, lists and tables look like what they are, and text stays text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.slack.prose import BLOCKS_AT_MOST, prose
from tests.emulators.slack.blocks import block_complaints, read_blocks
from tests.emulators.slack.text import mrkdwn_texts, pings_of, visible_blocks

TABLE = "| File | 说明 |\n|---|:-:|\n| `a.py` | 修复了 **登录** |\n| b\\|c | ok |"


def kinds(text: str) -> list[str]:
    return [
        block["type"] if block["type"] == "table" else block["elements"][0]["type"].removeprefix("rich_text_")
        for block in prose(text)
    ]


def texts(node: Any) -> list[str]:
    if isinstance(node, list):
        return [text for one in node for text in texts(one)]
    if not isinstance(node, dict):
        return []
    own = [node["text"]] if isinstance(node.get("text"), str) else []
    return own + [text for value in node.values() for text in texts(value)]


@pytest.mark.rule("C6")
def test_code_stays_exactly_as_it_is() -> None:
    blocks = prose("Done:\n```python\nif a | b:\n    **x** = [1](2)\n```\nafter")
    assert kinds("Done:\n```python\nif a:\n```\nafter") == ["section", "preformatted", "section"]
    assert texts(blocks[1]) == ["if a | b:\n    **x** = [1](2)"]
    assert kinds("```\nnever closed\n\n- no list") == ["preformatted"]


@pytest.mark.rule("C6")
def test_a_table_is_a_table_and_a_second_one_is_aligned_by_the_width_of_its_letters() -> None:
    blocks = prose(f"{TABLE}\n\nand\n\n{TABLE}")
    read_blocks(blocks)
    table, _, aligned = blocks
    assert table["type"] == "table"
    assert [texts(row) for row in table["rows"]] == [
        ["File", "说明"],
        ["a.py", "修复了 ", "登录"],
        ["b|c", "ok"],
    ]
    assert texts(aligned) == ["File    说明\n`a.py`  修复了 **登录**\nb|c     ok"]


@pytest.mark.rule("C6")
def test_lists_keep_their_numbers_and_their_depth() -> None:
    (block,) = prose("3. three\n4. four\n   - deep\n- flat")
    assert [(one["style"], one["indent"], one.get("offset")) for one in block["elements"]] == [
        ("ordered", 0, 2),
        ("bullet", 1, None),
        ("bullet", 0, None),
    ]


@pytest.mark.rule("C7")
def test_a_link_says_where_it_leads_and_nobody_is_mentioned() -> None:
    blocks = prose(
        "[Approve](https://evil.example/a) <!channel> <@U1> **<!here>** `<@U2>`\n# Title <!everyone>"
    )
    assert "Approve (https://evil.example/a)" in visible_blocks(blocks)
    assert "<!channel>" in visible_blocks(blocks)
    assert [pings_of(text) for text in mrkdwn_texts(blocks)] == []
    assert not [node for node in str(blocks).split("'") if node in ("link", "user", "broadcast")]


MARKS = st.sampled_from(
    ["|", "`", "```", "~~~", "-", "1.", "**", "[a](b)", "\n", "|--|", "漢", "😀", " ", "x", "#"]
)


@pytest.mark.rule("C7", "C6")
@given(st.lists(MARKS, max_size=300).map("".join))
def test_whatever_an_agent_writes_is_a_message_that_slack_takes(text: str) -> None:
    blocks = prose(text)
    assert block_complaints(blocks) == []
    assert len(blocks) <= BLOCKS_AT_MOST
    assert sum(block["type"] == "table" for block in blocks) <= 1
    letters = sum(text.count(letter) for letter in "漢😀")
    assert sum(shown.count(letter) for shown in texts(blocks) for letter in "漢😀") == letters
