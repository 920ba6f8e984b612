"""What the turns of one request have used together."""

from collections import Counter
from dataclasses import replace

from daemon.runtime import Ended


class Used:
    """Adds up; a cost that one turn does not know is not known of all."""

    def __init__(self) -> None:
        self._usage: Counter[str] = Counter()
        self._cost: float | None = None

    def after(self, end: Ended) -> Ended:
        """The end of one more turn, with the use of all so far."""
        self._usage.update(end.usage)
        if end.cost_usd is not None:
            self._cost = (self._cost or 0.0) + end.cost_usd
        return replace(end, usage=dict(self._usage), cost_usd=self._cost)
