"""The golden examples as pictures, near to how Slack draws them: ``python -m tests.bots.slack.pictures FOLDER``.

Every example is drawn at a desk and on a phone, to be looked at. Needs Chromium. Those of the README: `tests.pictures`.
"""

import asyncio
import json
import sys
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from tests.bots.slack.examples import FOLDER
from tests.needs import find_chromium

Json = dict[str, Any]
MARKS = {
    "🟡": "#e8a400",
    "🔵": "#1d7fd1",
    "🔄": "#1d7fd1",
    "✅": "#1a8f5a",
    "❌": "#d0322d",
    "⛔": "#777",
    "⌛": "#777",
}
"""Drawn as dots: a machine without fonts for emoji would show boxes."""

NAMES = {"C1": "backend", "U2": "sarah", "U3": "mina"}
STYLE = """
* { box-sizing: border-box; margin: 0 }
body { font: 15px/1.46 Lato, "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK KR", sans-serif; color: #1d1c1d;
       background: #fff; padding: 12px 14px; width: WIDTHpx }
.who { display: flex; gap: 8px } .face { flex: 0 0 36px; height: 36px; border-radius: 6px; background: #2b2d42;
       color: #fff; font-weight: 900; text-align: center; line-height: 36px }
.body { flex: 1; min-width: 0 } .name { font-weight: 900 } .app { font-size: 10px; background: #e8e8e8;
       border-radius: 3px; padding: 1px 4px; margin-left: 4px; color: #616061 } .time { font-size: 12px; color: #616061 }
.block { margin: 6px 0; overflow-wrap: anywhere } .header { font-size: 18px; font-weight: 900 }
.line { white-space: pre-wrap } .context { font-size: 13px; color: #616061; white-space: pre-wrap }
blockquote { border-left: 4px solid #ddd; padding-left: 10px; white-space: pre-wrap }
pre { background: #f8f8f8; border: 1px solid #ddd; border-radius: 4px; padding: 8px; font: 12px/1.5 Menlo,
      "Noto Sans Mono", "Noto Sans Mono CJK SC", monospace; white-space: pre-wrap; overflow-wrap: anywhere }
code { background: #f8f8f8; border: 1px solid #ddd; border-radius: 3px; padding: 1px 3px; font: 12px Menlo,
       "Noto Sans Mono", "Noto Sans Mono CJK SC", monospace; color: #c01343 }
.actions { display: flex; flex-wrap: wrap; gap: 8px } button { font: 900 15px Lato, "Noto Sans", "Noto Sans CJK SC",
       "Noto Sans CJK KR", sans-serif; border: 1px solid #bbb; border-radius: 4px; background: #fff; padding: 0 12px;
       height: 36px } .primary { background: #007a5a; color: #fff; border-color: #007a5a }
.danger { background: #e01e5a; color: #fff; border-color: #e01e5a } .asks:after { content: " ?"; opacity: .5 }
table { border-collapse: collapse } td { border: 1px solid #ddd; padding: 4px 10px }
.section { display: flex; gap: 12px; justify-content: space-between; align-items: start; white-space: pre-wrap }
.at { background: #e8f5fa; color: #1264a3; border-radius: 3px; padding: 0 2px } a { color: #1264a3 }
.window { border: 1px solid #ddd; border-radius: 8px; padding: 12px } .input { margin: 8px 0 } .input b { display: block }
.field { border: 1px solid #868686; border-radius: 4px; min-height: 36px; padding: 6px 10px; color: #616061 }
.foot { display: flex; justify-content: flex-end; gap: 8px; margin-top: 10px }
.dot { display: inline-block; width: 13px; height: 13px; border-radius: 50% } hr { border: 0; border-top: 1px solid #ddd }
button { white-space: nowrap } ul, ol { padding-left: 26px }
"""


def page(body: Json, width: int) -> str:
    """One example as a page of HTML."""
    blocks = "".join(_block(block) for block in body["blocks"])
    if body.get("type") == "modal":
        foot = "".join(
            f'<button class="{style}">{escape(body[key]["text"])}</button>'
            for key, style in (("close", ""), ("submit", "primary"))
            if key in body
        )
        inner = f'<div class="window"><div class="header">{escape(body["title"]["text"])}</div>{blocks}'
        inner += f'<div class="foot">{foot}</div></div>'
    elif body.get("type") == "home":
        inner = blocks
    else:
        inner = '<div class="who"><div class="face">m</div><div class="body"><span class="name">muti</span>'
        inner += f'<span class="app">APP</span> <span class="time">12:00</span>{blocks}</div></div>'
    for mark, colour in MARKS.items():
        inner = inner.replace(mark, f'<i class="dot" style="background: {colour}"></i>')
    return f"<!doctype html><meta charset=utf-8><style>{STYLE.replace('WIDTH', str(width))}</style>{inner}"


def _block(block: Json) -> str:
    kind = block["type"]
    drawn = _DRAWN[kind](block)
    return f'<div class="block {kind}">{drawn}</div>'


def _section(block: Json) -> str:
    accessory = _button(block["accessory"]) if "accessory" in block else ""
    return f"<span>{escape(block['text']['text'])}</span>{accessory}"


def _context(block: Json) -> str:
    return " ".join(escape(element["text"]) for element in block["elements"])


def _actions(block: Json) -> str:
    return "".join(map(_button, block["elements"]))


def _button(element: Json) -> str:
    """A mark shows that one more question comes."""
    asks = " asks" if "confirm" in element else ""
    return f'<button class="{element.get("style", "")}{asks}">{escape(element["text"]["text"])}</button>'


def _table(block: Json) -> str:
    rows = ("".join(f"<td>{_rich(cell)}</td>" for cell in row) for row in block["rows"])
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _input(block: Json) -> str:
    element = block["element"]
    shown = element.get("initial_option", {}).get("text", {}).get("text", "")
    hint = escape(block.get("hint", {}).get("text", ""))
    return (
        f'<div class="input"><b>{escape(block["label"]["text"])}</b><div class="field">{escape(shown)}</div>'
        f'<div class="context">{hint}</div></div>'
    )


def _rich(block: Json) -> str:
    return "".join(_rich_part(part) for part in block["elements"])


def _rich_part(part: Json) -> str:
    if part["type"] == "rich_text_list":
        tag = "ol" if part["style"] == "ordered" else "ul"
        rows = "".join(f"<li>{_spans(item['elements'])}</li>" for item in part["elements"])
        style = f"margin-left: {part.get('indent', 0) * 20}px"
        return f'<{tag} start="{part.get("offset", 0) + 1}" style="{style}">{rows}</{tag}>'
    inner = _spans(part["elements"])
    tags = {"rich_text_quote": "blockquote", "rich_text_preformatted": "pre"}
    tag = tags.get(part["type"], "div")
    return f'<{tag} class="line">{inner}</{tag}>'


def _spans(elements: list[Json]) -> str:
    return "".join(map(_span, elements))


def _span(element: Json) -> str:
    kind, style = element["type"], element.get("style", {})
    if kind == "date":
        return f"{datetime.fromtimestamp(element['timestamp'], UTC):%b %-d, %H:%M}"
    if kind in ("user", "channel"):
        name = element.get("user_id") or element.get("channel_id")
        return f'<span class="at">{"@" if kind == "user" else "#"}{NAMES.get(str(name), str(name))}</span>'
    text = escape(element.get("text") or element.get("url", ""))
    if kind == "link":
        return f"<a>{text}</a>"
    text = f"<code>{text}</code>" if style.get("code") else text
    return f"<b>{text}</b>" if style.get("bold") else text


_DRAWN = {
    "header": lambda block: escape(block["text"]["text"]),
    "section": _section,
    "context": _context,
    "actions": _actions,
    "rich_text": _rich,
    "table": _table,
    "input": _input,
    "divider": lambda block: "<hr>",
}


async def shoot(browser: Browser, path: Path, name: str, language: str, width: int, height: int = 0) -> None:
    """One picture of one example; with a height, its upper part only."""
    body = json.loads((FOLDER / language / f"{name}.json").read_text(encoding="utf-8"))
    if "blocks" not in body:
        return
    view = await browser.new_page(viewport={"width": width, "height": height or 200}, device_scale_factor=1)
    await view.set_content(page(body, width))
    path.parent.mkdir(parents=True, exist_ok=True)
    await view.screenshot(path=path, full_page=not height)
    await view.close()


async def main(folder: Path) -> None:
    """All examples."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium())
        for path in sorted(FOLDER.glob("*/*.json")):
            for width in (600, 360):
                picture = folder / path.parent.name / f"{path.stem}-{width}.png"
                await shoot(browser, picture, path.stem, path.parent.name, width)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
