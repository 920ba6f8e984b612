"""An agent's answer in Feishu: code, lists and tables look like what they are, and text stays text."""

import html
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.feishu.elements import card
from bots.feishu.markup import bold, code, escape, is_literal, link
from bots.feishu.prose import ELEMENTS_AT_MOST, prose
from tests.emulators.feishu import FeishuEmulator
from tests.emulators.feishu.cards import checked_card
from tests.emulators.feishu.reading import mentions_of

Json = dict[str, Any]
TABLE = "| File | 说明 |\n|---|:-:|\n| `a.py` | 修复了登录 |\n| b\\|c | ok |"


def tags(text: str) -> list[str]:
    return [str(element["tag"]) for element in prose(text)]


def source(text: str) -> str:
    (element,) = prose(text)
    return str(element["content"])


@pytest.mark.rule("C6")
def test_code_stays_exactly_as_it_is() -> None:
    _, block, _ = prose("Done:\n```python\nif a | b:\n    **x** = [1](2)\n```\nafter")
    assert block["content"] == "```python\nif a | b:\n    **x** = [1](2)\n```"
    assert source("```\nnever closed\n\n- no list") == "```\nnever closed\n\n- no list\n```"


@pytest.mark.rule("C7")
@pytest.mark.parametrize("inside", ["<at id=all></at>", "a ~~~ b", "<font color='red'>x</font>", "</at>"])
def test_code_in_which_a_tag_stands_is_shown_where_no_tag_is_read(inside: str) -> None:
    (box,) = prose(f"````\n{inside}\n````")
    assert box["tag"] == "column_set"
    assert box["columns"][0]["elements"][0]["text"] == {"tag": "plain_text", "content": inside}


@pytest.mark.rule("C6")
def test_three_tables_are_tables_and_the_next_is_aligned_by_the_width_of_its_letters() -> None:
    elements = prose("\n\nand\n\n".join([TABLE] * 4))
    assert [one["tag"] for one in elements].count("table") == 3
    assert elements[0]["rows"] == [{"c0": "a.py", "c1": "修复了登录"}, {"c0": "b|c", "c1": "ok"}]
    assert elements[-1]["content"] == "```\nFile  说明\na.py  修复了登录\nb|c   ok\n```"


@pytest.mark.rule("C6")
def test_lists_keep_their_numbers_and_their_depth() -> None:
    assert source("3. three\n4. four\n   - deep\n- flat") == "3. three\n4. four\n    - deep\n- flat"


@pytest.mark.rule("C7")
def test_a_link_says_where_it_leads() -> None:
    assert source("[Approve](https://evil.example/x)") == (
        "Approve ([https://evil.example/x](https://evil.example/x))"
    )
    assert link("javascript:alert(1)") == "javascript&#58;alert(1)"


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# big", "**big**"),
        ("a\n===", "a\n&#61;=="),
        ("a\n---", "a\n&#45;--"),
        ("    four", "&nbsp;&nbsp;&nbsp;&nbsp;four"),
        ("1\\. no", "1&#92;. no"),
        ("> q", "&#62; q"),
        ("**bold：**是", "bold：是"),
        ("a :OK: b", "a &#58;OK: b"),
    ],
)
def test_what_would_begin_something_in_markdown_is_written_as_a_character(text: str, shown: str) -> None:
    assert source(text) == shown


@pytest.mark.rule("C7")
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00"), max_size=200))
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    assert html.unescape(escape(text)).replace("\xa0", " ").split() == text.replace("\xa0", " ").split()
    assert not re.search(r"[<>`*_~\[\]|\\]", escape(text))


@pytest.mark.rule("C7")
@given(st.text(alphabet="ab*_`~[]()<>#-+.|\n 1汉：", max_size=120))
def test_whatever_an_agent_writes_is_taken_and_names_nobody(text: str) -> None:
    feishu = FeishuEmulator()
    if text.strip():
        elements = prose(text + " <at id=all></at>")
        assert len(elements) <= ELEMENTS_AT_MOST
        made = card("R20260906-07", "R20260906-07", elements, "green")
        checked_card(made, feishu.service, feishu.app)
        assert mentions_of(made) == set()


def test_words_in_a_fixed_width_end_where_they_should() -> None:
    assert code("a `b` c") == "a &#96;b&#96; c"
    assert code("/home/olga/api") == "`/home/olga/api`"
    assert not is_literal("x\n```\ny")
    assert bold(" no ") == "&nbsp;no "
