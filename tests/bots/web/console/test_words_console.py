"""The console's sentences are there in all three languages, none is left over, and every act of the log has its words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import relay
from bots.web import words_web
from bots.web.catalogue_console import CONSOLE
from bots.web.console.audit import ACTS, act_of, word_of
from relay.wire.notifications import Waits

FOLDER = Path(words_web.__file__).parent
SCRIPTS = {0: "[A-Za-z]", 1: "[\u4e00-\u9fff]", 2: "[\uac00-\ud7a3]"}
MADE = ("act_", "console_ago_", "console_long_", "console_meter_", "console_who_", "push_")
"""Beginnings of keys that are put together."""


@pytest.mark.rule("C12", "U4")
def test_each_sentence_is_there_in_each_language_with_the_same_values() -> None:
    for key, sentences in CONSOLE.items():
        assert len(sentences) == 3
        for place, sentence in enumerate(sentences):
            plain = re.sub(r"\{\w+\}", "", sentence)
            # A price has no letters in English.
            assert re.search(SCRIPTS[place], plain) or sentence == "${count}", (key, place)
        values = [{name for _, name, _, _ in Formatter().parse(one) if name} for one in sentences]
        assert values[0] == values[1] == values[2], key


def test_none_is_left_over() -> None:
    files = [*FOLDER.glob("console/*.py"), *FOLDER.glob("push/*.py"), *(FOLDER / "templates").glob("*.html")]
    text = "\n".join(path.read_text() for path in files)
    quoted = set(re.findall(r"""["']([a-z_.]+)["']""", text))
    assert {key for key in CONSOLE if key not in quoted and not key.startswith(MADE)} == set()
    assert {f"push_{waits}" for waits in Waits} == {key for key in CONSOLE if key.startswith("push_")}


def acts_written() -> Iterator[str]:
    """Acts that the relay writes into the log under a name of its own."""
    for path in Path(str(relay.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = {"audit": 1, "record": 2}.get(called)
            if place is not None and len(node.args) > place:
                act = node.args[place]
                if isinstance(act, ast.Constant) and isinstance(act.value, str):
                    yield act.value


@pytest.mark.rule("U2", "U4")
def test_every_act_of_the_log_has_words_of_its_own() -> None:
    written = set(acts_written())
    assert len(written) > 40
    assert {act for act in written if word_of(act, "ko") == act} == set()
    assert {act for act in written if act not in {act_of(name) for name in ACTS}} == set()
