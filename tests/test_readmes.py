"""What README and the guides show is there: pictures, links, commands with their options; three languages in step."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from deploy.muti import app
from tests.pictures import KEPT, MOST_BYTES, MOST_BYTES_ALTOGETHER, PICTURES
from tests.readmes import ENGLISH, ROOT, TRANSLATIONS, faults, marked

NAMES = ("GUIDE.md", "OPERATING.md", "SECURITY.md", "CONTRIBUTING.md", "deploy/feishu/README.md")
PAGES = [ENGLISH, *TRANSLATIONS, *(ROOT / name for name in NAMES)]
_FENCE = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_COMMAND = re.compile(r"(?:^|\s|bin/)(muti .*)")
_PICTURE = re.compile(r"src=\"deploy/pictures/([^\"]+)\"")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def commands(text: str) -> Iterator[str]:
    """Every command line of the program in a page, without its comment: in blocks of code, and inline."""
    lines = [line for block in _FENCE.findall(text) for line in block.splitlines()]
    for line in [*lines, *_CODE.findall(_FENCE.sub("", text))]:
        yield from (found.strip() for found in _COMMAND.findall(line.partition(" #")[0]))


def missing(line: str) -> str | None:
    """What a command line names that the program does not have."""
    command, path = typer.main.get_command(app), "muti"
    options = {one for parameter in command.params for one in parameter.opts}
    for word in shlex.split(line.replace("…", ""))[1:]:
        if isinstance(command, TyperGroup) and not word.startswith("-"):
            if word not in command.commands:
                return f"{path} {word}"
            command, path = command.commands[word], f"{path} {word}"
            options |= {
                one for parameter in command.params for one in (*parameter.opts, *parameter.secondary_opts)
            }
        elif word.startswith("-") and word.partition("=")[0] not in {*options, "--help"}:
            return f"{path} {word}"
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_a_page_shows_is_one(page: Path) -> None:
    found = list(commands(page.read_text(encoding="utf-8")))
    assert found or page.name == "CONTRIBUTING.md"
    assert [line for line in found if missing(line)] == []


def test_a_command_that_is_none_is_found() -> None:
    assert missing("muti room bind slack:T1:C1 --room x") is None
    assert missing("muti room bnid") == "muti room bnid"
    assert missing("muti up --brwser") == "muti up --brwser"
    text = "Say `muti nothing`.\n```\n/opt/muti/bin/muti up  # muti\n$ MUTI_HOME=/x muti nope --json  # all\n```\n"
    assert [missing(line) for line in commands(text)] == [None, "muti nope", "muti nothing"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = _LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_pages_show_the_pictures_that_the_script_makes() -> None:
    shown = [name for page in PAGES for name in _PICTURE.findall(page.read_text(encoding="utf-8"))]
    assert set(shown) == set(PICTURES)


def test_the_pictures_are_there_and_small() -> None:
    sizes = {path.name: path.stat().st_size for path in KEPT.iterdir()}
    assert set(sizes) == set(PICTURES)
    assert {name: size for name, size in sizes.items() if not 0 < size <= MOST_BYTES} == {}
    assert sum(sizes.values()) <= MOST_BYTES_ALTOGETHER


@pytest.mark.parametrize("page", TRANSLATIONS, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_translation_is_in_step_with_the_english(page: Path) -> None:
    assert faults(ENGLISH.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")) == []


def test_what_falls_out_of_step_is_found() -> None:
    english = "# A\ntext `x` [l](b.md)\n```\nmuti up  # go\n# no heading\n```\n## B\n- one\n"
    other = marked(english, "# 甲\n字 `x` [链](b.md)\n```\nmuti up  # 走\n# 不是\n```\n## 乙\n- 一\n")
    assert faults(english, other) == []
    assert marked(english, other) == other
    assert faults(english.replace("text", "texts"), other) != []
    for before, after in (
        ("muti up", "muti down"),
        ("b.md", "c.md"),
        ("`x`", "`y`"),
        ("- 一", "- 一\n- 二"),
        ("## 乙", ""),
    ):
        assert faults(english, other.replace(before, after)) != [], before
