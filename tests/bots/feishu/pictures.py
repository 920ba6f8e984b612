"""The golden examples as pictures, near to how Feishu draws them: ``python -m tests.bots.feishu.pictures FOLDER``.

Every example is drawn in every language, at a desk and on a phone, to be looked at. A panel is drawn folded, and once
more unfolded. Needs Chromium.
"""

import asyncio
import json
import re
import sys
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from tests.bots.feishu.examples import FOLDER
from tests.needs import find_chromium

Json = dict[str, Any]
LOCALES = {"en": "en_us", "zh": "zh_cn", "ko": "ko_kr"}
HEADERS = {
    "blue": "#e0e9ff", "wathet": "#d9f3fd", "green": "#d9f5d6", "orange": "#feead2", "red": "#fde2e2",
    "grey": "#eff0f1", "default": "#fff",
}  # fmt: skip
TITLES = {
    "blue": "#0442d2", "wathet": "#006c98", "green": "#186010", "orange": "#8f4f04", "red": "#ac2f28",
    "grey": "#646a73", "default": "#1f2329",
}  # fmt: skip
MARKS = {
    "🟡": "#e8a400",
    "🔵": "#1d7fd1",
    "🔄": "#1d7fd1",
    "✅": "#1a8f5a",
    "❌": "#d0322d",
    "⛔": "#777",
    "⌛": "#777",
    "⚠️": "#e8a400",
}
"""Drawn as dots: a machine without fonts for emoji would show boxes."""

STYLE = """
* { box-sizing: border-box; margin: 0 }
body { font: 14px/22px -apple-system, "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK KR", sans-serif; color: #1f2329;
       background: #f5f6f7; padding: 12px; width: WIDTHpx }
.card { background: #fff; border: 1px solid #dee0e3; border-radius: 8px; overflow: hidden }
.header { padding: 12px; font-size: 16px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere }
.body { padding: 12px; display: flex; flex-direction: column; gap: 8px }
.md, .div { white-space: pre-wrap; overflow-wrap: anywhere } .notation { font-size: 12px; line-height: 18px }
.grey { color: #8f959e } .columns { display: flex; gap: 8px } .columns.stretch.narrow { flex-direction: column }
.column { flex: 1; min-width: 0 } .box { background: #f5f6f7; border-radius: 6px }
button { font: 500 16px/1 -apple-system, "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK KR", sans-serif; width: 100%;
         height: HEIGHTpx; border: 1px solid #d0d3d6; border-radius: 6px; background: #fff; color: #1f2329 }
.primary_filled { background: #3370ff; border-color: #3370ff; color: #fff } .danger { color: #f54a45; border-color: #f54a45 }
.asks:after { content: " ?"; opacity: .5 } .form { display: flex; flex-direction: column; gap: 8px }
.input { border: 1px solid #d0d3d6; border-radius: 6px; padding: 8px 12px; color: #8f959e; min-height: 40px }
pre { background: #f5f6f7; border-radius: 6px; padding: 8px 12px; font: 13px/20px "Noto Sans Mono",
      "Noto Sans Mono CJK SC", monospace; white-space: pre-wrap; overflow-wrap: anywhere }
code { background: #f5f6f7; border-radius: 4px; padding: 1px 4px; font: 13px "Noto Sans Mono",
       "Noto Sans Mono CJK SC", monospace } a { color: #3370ff }
.panel { border: 1px solid #dee0e3; border-radius: 8px } .fold { padding: 8px; display: flex; justify-content: space-between }
.inside { padding: 8px; display: flex; flex-direction: column; gap: 8px } ul, ol { padding-left: 22px }
table { border-collapse: collapse; width: 100% } td, th { border: 1px solid #dee0e3; padding: 6px 10px; text-align: left }
.img { background: #d9f3fd; height: 140px; border-radius: 6px; text-align: center; line-height: 140px; color: #006c98 }
.at { color: #3370ff } .summary { color: #8f959e; font-size: 12px; padding: 0 0 8px; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis } .dot { display: inline-block; width: 11px; height: 11px; border-radius: 50% }
"""


class Page:
    """Draws one card for one reader."""

    def __init__(self, language: str, width: int, *, unfolded: bool) -> None:
        self._locale, self._width, self._unfolded = LOCALES[language], width, unfolded

    def html(self, card: Json) -> str:
        """A page with what the list of chats shows, and the card below it."""
        header = ""
        if "header" in card:
            colour = card["header"].get("template", "default")
            style = f"background: {HEADERS[colour]}; color: {TITLES[colour]}"
            header = (
                f'<div class="header" style="{style}">{escape(self._text(card["header"]["title"]))}</div>'
            )
        summary = escape(self._text(card["config"]["summary"]))
        inner = f'<div class="summary">{summary}</div><div class="card">{header}<div class="body">'
        inner += "".join(map(self._element, card["body"]["elements"])) + "</div></div>"
        for mark, colour in MARKS.items():
            inner = inner.replace(mark, f'<i class="dot" style="background: {colour}"></i>')
        height = 48 if self._width < 500 else 40
        style = STYLE.replace("WIDTH", str(self._width)).replace("HEIGHT", str(height))
        return f"<!doctype html><meta charset=utf-8><style>{style}</style>{inner}"

    def _text(self, found: Json) -> str:
        return str((found.get("i18n_content") or {}).get(self._locale) or found["content"])

    def _element(self, element: Json) -> str:
        match element["tag"]:
            case "markdown":
                size = "notation" if element.get("text_size") == "notation" else ""
                return f'<div class="md {size}">{markdown(self._text(element))}</div>'
            case "div":
                return f'<div class="div">{escape(self._text(element["text"]))}</div>'
            case "column_set":
                return self._columns(element)
            case "button":
                asks = " asks" if "confirm" in element else ""
                return (
                    f'<button class="{element["type"]}{asks}">{escape(self._text(element["text"]))}</button>'
                )
            case "form":
                return f'<div class="form">{"".join(map(self._element, element["elements"]))}</div>'
            case "input":
                return f'<div class="input">{escape(self._text(element["placeholder"]))}</div>'
            case "collapsible_panel":
                return self._panel(element)
            case "table":
                return self._table(element)
            case "img":
                return f'<div class="img">{escape(self._text(element["alt"]))}</div>'
        raise ValueError(element["tag"])

    def _columns(self, element: Json) -> str:
        narrow = " narrow" if self._width < 500 else ""
        columns = "".join(
            f'<div class="column" style="padding: {column.get("padding", 0)}">'
            f"{''.join(map(self._element, column['elements']))}</div>"
            for column in element["columns"]
        )
        box = " box" if element.get("background_style") == "grey" else ""
        return f'<div class="columns {element["flex_mode"]}{narrow}{box}">{columns}</div>'

    def _panel(self, element: Json) -> str:
        title = escape(self._text(element["header"]["title"]))
        inside = "".join(map(self._element, element["elements"])) if self._unfolded else ""
        shown = f'<div class="inside">{inside}</div>' if inside else ""
        arrow = "⌃" if self._unfolded else "⌄"
        return f'<div class="panel"><div class="fold"><span>{title}</span><span>{arrow}</span></div>{shown}</div>'

    def _table(self, element: Json) -> str:
        head = "".join(f"<th>{escape(one['display_name'])}</th>" for one in element["columns"])
        rows = [
            "".join(f"<td>{escape(row[one['name']])}</td>" for one in element["columns"])
            for row in element["rows"]
        ]
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


_DATES = {"date_short": "%b %-d", "time": "%H:%M"}


def markdown(source: str) -> str:
    """Our markdown as HTML."""
    shown = ""
    for index, piece in enumerate(
        re.split(r"^```[a-z]*\n(.*?)\n```$", source, flags=re.DOTALL | re.MULTILINE)
    ):
        shown += (
            f"<pre>{escape(piece)}</pre>" if index % 2 else _lines(piece.strip("\n")) * bool(piece.strip())
        )
    return shown


def _lines(source: str) -> str:
    found: list[str] = []
    for row in source.split("\n"):
        item = re.match(r"^( *)(-|\d+\.) (.*)$", row)
        if item:
            mark = "•" if item[2] == "-" else item[2]
            found.append(
                f'<div style="padding-left: {len(item[1]) * 5 + 4}px">{mark} {_inline(item[3])}</div>'
            )
        else:
            found.append(f"<div>{_inline(row) or '&nbsp;'}</div>")
    return "".join(found)


def _inline(source: str) -> str:
    source = re.sub(r"`([^`]+)`", lambda found: f"<code>{escape(found[1])}</code>", source)
    source = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", source)
    source = re.sub(r"<font color='grey'>(.*?)</font>", r'<span class="grey">\1</span>', source)
    source = re.sub(r"<at id=([^>]+)></at>", r'<span class="at">@Sarah</span>', source)
    source = re.sub(r"\[([^\]]*)\]\(([^)]*)\)", r"<a>\1</a>", source)
    return re.sub(r"<local_datetime millisecond='(\d+)' format_type='(\w+)'></local_datetime>", _date, source)


def _date(found: re.Match[str]) -> str:
    return f"{datetime.fromtimestamp(int(found[1]) / 1000, UTC):{_DATES[found[2]]}}"


async def shoot(
    browser: Browser, path: Path, card: Json, language: str, width: int, *, unfolded: bool
) -> None:
    """One picture of one example."""
    view = await browser.new_page(viewport={"width": width, "height": 200}, device_scale_factor=1)
    await view.set_content(Page(language, width, unfolded=unfolded).html(card))
    path.parent.mkdir(parents=True, exist_ok=True)
    await view.screenshot(path=path, full_page=True)
    await view.close()


async def main(folder: Path, only: str) -> None:
    """All examples whose name begins so."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium())
        for path in sorted(FOLDER.glob(f"{only}*.json")):
            card = json.loads(path.read_text(encoding="utf-8"))
            for language in LOCALES:
                for width in (600, 360):
                    picture = folder / language / f"{path.stem}-{width}.png"
                    await shoot(browser, picture, card, language, width, unfolded=False)
            if "collapsible_panel" in path.read_text(encoding="utf-8"):
                picture = folder / "en" / f"{path.stem}-unfolded-360.png"
                await shoot(browser, picture, card, "en", 360, unfolded=True)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""))
