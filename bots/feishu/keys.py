"""Which messages were begun: a second try of one may find that the first one made it, as it looked then."""

from collections import OrderedDict
from typing import TypeVar

from bots.feishu.marks import make_key

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED = 5000


class Keys:
    """The keys of one installation's messages."""

    def __init__(self) -> None:
        self._turns: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._begun: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._doubtful: OrderedDict[str, None] = OrderedDict()

    def begin(self, place: str, part: str) -> tuple[str, bool]:
        """The key of a message that is sent now, and whether it may stand there already, in an older shape."""
        repeats = (place, part) in self._begun or place in self._doubtful
        _remember(self._begun, (place, part), None)
        return make_key(place, part, self._turns.get((place, part), 0)), repeats

    def begun(self, place: str) -> list[str]:
        """The parts of a place that were sent, and of which nobody knows yet whether they arrived."""
        return [part for name, part in self._begun if name == place]

    def stands(self, place: str, part: str) -> None:
        """The message is there."""
        self._begun.pop((place, part), None)

    def deleted(self, place: str, part: str) -> None:
        """The message was deleted: the next one is another."""
        _remember(self._turns, (place, part), self._turns.get((place, part), 0) + 1)

    def doubt(self, place: str) -> None:
        """Another process may have begun messages of this place."""
        _remember(self._doubtful, place, None)


def _remember(memory: "OrderedDict[K, V]", key: K, value: V) -> None:
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)
