"""One card in every language (F4): each client shows the texts of its own. Pure.

Source: open.feishu.cn, feishu-cards, configure-multi-language-content: beside each ``content`` may stand an
``i18n_content``; a client in another language shows the ``content``.
"""

from collections.abc import Callable
from typing import Any

from bots.words import LANGUAGES, name_language

Json = dict[str, Any]

LOCALES = {"en": ("en_us",), "zh": ("zh_cn", "zh_hk", "zh_tw"), "ko": ("ko_kr",)}
"""Feishu's locales of each of our languages."""


def in_all_languages(draw: Callable[[str], Json], language: str) -> Json:
    """What ``draw`` gives for a language, with the texts of the others beside it where they differ.

    The shape must not depend on the language.
    """
    own = name_language(language)
    joined: Json = _joined(draw(own), {name: draw(name) for name in LANGUAGES})
    return joined


def _joined(own: Any, others: dict[str, Any]) -> Any:
    if isinstance(own, list):
        each = [{name: other[index] for name, other in others.items()} for index in range(len(own))]
        return [_joined(item, said) for item, said in zip(own, each, strict=True)]
    if not isinstance(own, dict):
        return own
    made = {
        key: _joined(value, {name: one[key] for name, one in others.items()}) for key, value in own.items()
    }
    said = {name: one.get("content") for name, one in others.items()}
    if isinstance(own.get("content"), str) and len(set(said.values())) > 1:
        made["i18n_content"] = {locale: said[name] for name in said for locale in LOCALES[name]}
    return made
