"""How large a message is as Feishu counts it, and drawing it as large as it may be. Pure.

Source: open.feishu.cn, im/v1 message create: a request with a card or a post has at most 30 KB; tags in it count for
more than they look.
"""

import json
from collections.abc import Callable
from typing import Any

from bots.feishu.elements import ELEMENTS_AT_MOST, TABLES_AT_MOST, count_elements

Json = dict[str, Any]

BYTES_AT_MOST = 26_000
"""Of the whole encoded body. The rest up to 30 KB is for what Feishu adds while it counts."""

AROUND_BYTES = 300
"""Of what stands around the content: its type, the key, where it goes."""

TEXT_CHARACTERS = (6000, 4500, 3000, 2000, 1200, 600, 200)


def encode(content: Json) -> str:
    """A message's content as the text that the request carries: letters stay letters, which saves half."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def measure_body(content: Json) -> int:
    """Bytes of the request that carries a content, which is JSON inside JSON."""
    return len(json.dumps(encode(content), ensure_ascii=False).encode()) + AROUND_BYTES


def fits(card: Json) -> bool:
    """Whether Feishu takes a card."""
    small = measure_body(card) <= BYTES_AT_MOST and count_elements(card) <= ELEMENTS_AT_MOST
    return small and count_tables(card) <= TABLES_AT_MOST


def count_tables(card: Json) -> int:
    """Tables of a card: they stand at its root only."""
    return sum(element.get("tag") == "table" for element in card["body"]["elements"])


def fitting(draw: Callable[[int], Json]) -> Json:
    """The card that shows most of what it is about and still fits. ``draw`` takes the characters that are shown."""
    for characters in TEXT_CHARACTERS[:-1]:
        card = draw(characters)
        if fits(card):
            return card
    return draw(TEXT_CHARACTERS[-1])
