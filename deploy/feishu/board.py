"""The card of the check, on which each thing is ticked off when it arrives. Pure."""

from typing import Any

from bots.feishu.elements import card, lines, plain, row, small
from bots.feishu.languages import in_all_languages
from bots.feishu.markup import escape
from bots.words import say
from deploy.feishu.proofs import DONE, NAMES, PROOFS, TAPPED

Json = dict[str, Any]


def board(seen: set[str], *, over: bool, language: str = "en") -> Json:
    """How far the check is; without buttons once it is over."""
    return in_all_languages(lambda one: _board(seen, one, over=over), language)


def _board(seen: set[str], language: str, *, over: bool) -> Json:
    rows = [f"{'☑' if proof.name in seen else '☐'} {escape(say(proof.step, language))}" for proof in PROOFS]
    elements = [lines(escape(say("check.says", language)), *rows)]
    if over:
        elements.append(small(say("check.done" if seen >= NAMES else "check.over", language)))
    else:
        tap = _button(say("button.check", language), TAPPED, "primary_filled")
        elements.append(row(tap, _button(say("button.check_done", language), DONE, "default")))
    title = say("check.feishu_title", language)
    return card(title, title, elements, "green" if over and seen >= NAMES else "blue")


def _button(text: str, act: str, kind: str) -> Json:
    return {
        "tag": "button",
        "text": plain(text, 100),
        "type": kind,
        "size": "large",
        "width": "fill",
        "behaviors": [{"type": "callback", "value": {"act": act}}],
    }
