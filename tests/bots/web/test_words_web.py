"""The browser room's sentences are there in all three languages, and none is left over."""

import re
from pathlib import Path
from string import Formatter

import pytest

from bots.web import words_web
from bots.web.catalogue import WEB
from bots.web.words_web import LANGUAGE_NAMES, choose_language, has, tell
from bots.words import LANGUAGES

FOLDER = Path(words_web.__file__).parent
SOURCES = [*FOLDER.glob("*.py"), *(FOLDER / "templates").glob("*.html")]


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.rule("C12")
@pytest.mark.parametrize("key", WEB)
def test_each_sentence_says_the_same_in_each_language(key: str) -> None:
    assert len(WEB[key]) == len(LANGUAGE_NAMES) == len(LANGUAGES)
    assert all(sentence.strip() for sentence in WEB[key])
    assert len({frozenset(places(sentence)) for sentence in WEB[key]}) == 1
    for code, sentence in zip(LANGUAGE_NAMES, WEB[key], strict=True):
        script = {"en": "[A-Za-z]", "zh": "[\u4e00-\u9fff]", "ko": "[\uac00-\ud7a3]"}[code]
        assert re.search(script, sentence), f"{key} is not {code}"


def test_every_sentence_that_a_page_says_is_there_and_none_is_left_over() -> None:
    text = "\n".join(
        path.read_text() for path in SOURCES if path.name not in ("words_web.py", "catalogue.py")
    )
    said = set(re.findall(r"""(?:\bt|tell|labelled)\(\s*["']([a-z_.]+)["']\s*[,)]""", text))
    said |= {f"{kind}_{part}" for kind in ("join", "owner") for part in ("title", "text")}
    assert len(said) > 80
    assert {key for key in said if not has(key)} == set()
    quoted = set(re.findall(r"""["']([a-z_.]+)["']""", text))
    made = ("event.", "role_", "plan_", "join_", "owner_")
    spare = {key for key in WEB if "#" not in key and key not in quoted and not key.startswith(made)}
    assert spare == set()


def test_one_of_a_thing_has_words_of_its_own() -> None:
    assert tell("needs_you", "en", count=1) == "1 needs you"
    assert tell("needs_you", "en", count=2) == "2 need you"
    with pytest.raises(KeyError):
        tell("no such sentence", "en")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("zh-TW,zh;q=0.9", "zh"),
        ("fr, ko;q=0.3, en;q=0.2", "ko"),
        ("en;q=0.1, zh;q=0.8", "zh"),
        ("ko;q=0, en", "en"),
        ("ko;q=x, zh;q=0.1", "zh"),
        ("*", "en"),
        (";;;,,,", "en"),
    ],
)
def test_the_browsers_favourite_language_is_taken(accepted: str, language: str) -> None:
    assert choose_language(accepted) == language
