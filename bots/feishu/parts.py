"""Putting a payload together that came in several frames, in any order. Pure: the clock is an argument."""

from dataclasses import dataclass, field

from bots.feishu.frames import Frame, header_of
from bots.feishu.sdk import const

WAIT_SECONDS = 60.0
"""What is not whole so long after its last part is dropped: it was never acknowledged, and comes again."""

BYTES_AT_MOST = 64 * 1024 * 1024
PARTS_AT_MOST = 1000


@dataclass
class _Pile:
    sum: int
    touched: float
    parts: dict[int, bytes] = field(default_factory=dict)


class Parts:
    """What has come of the payloads that are not whole yet."""

    def __init__(self) -> None:
        self._piles: dict[str, _Pile] = {}
        self._bytes = 0

    def add(self, frame: Frame, now: float) -> bytes | None:
        """The whole payload once its last part is there; None until then, and for what makes no sense."""
        total, place = (
            _number(header_of(frame, const.HEADER_SUM, "1")),
            _number(header_of(frame, const.HEADER_SEQ, "0")),
        )
        if total in (0, 1):
            return bytes(frame.payload)
        if not 0 <= place < total <= PARTS_AT_MOST:
            return None
        self._forget(now)
        name = header_of(frame, const.HEADER_MESSAGE_ID)
        pile = self._piles.get(name)
        if pile is None or pile.sum != total:
            self._drop(name)
            pile = self._piles[name] = _Pile(total, now)
        self._bytes += len(frame.payload) - len(pile.parts.get(place, b""))
        pile.parts[place], pile.touched = frame.payload, now
        if len(pile.parts) < total:
            return None
        whole = b"".join(pile.parts[number] for number in range(total))
        self._drop(name)
        return whole

    def _forget(self, now: float) -> None:
        for name in [name for name, pile in self._piles.items() if pile.touched < now - WAIT_SECONDS]:
            self._drop(name)
        while self._bytes > BYTES_AT_MOST:
            self._drop(min(self._piles, key=lambda name: self._piles[name].touched))

    def _drop(self, name: str) -> None:
        pile = self._piles.pop(name, None)
        if pile is not None:
            self._bytes -= sum(map(len, pile.parts.values()))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else -1
