"""Telling the owner, once, that a chat or all of the platform is out of reach, and what to do about it (C10)."""

import asyncio
from collections.abc import Coroutine

import structlog

from bots.connector import Later, Voice
from bots.words import say
from bots.words.catalogue import has
from relay.wire.places import PlaceRole, PlaceView

log = structlog.get_logger()


NEWS_AT_MOST = 20
"""That are kept for owners who are not known yet."""


class Warnings:
    """Knows where owners are told things, from the cards that they get there."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._owners: dict[str, PlaceView] = {}
        self._told: set[tuple[str, str]] = set()
        self._news: dict[tuple[str, str], dict[str, str]] = {}
        self._deaf = ""
        """The key of the sentence that says why the platform is not heard; empty while it is."""
        self._tasks: set[asyncio.Task[None]] = set()

    def notice(self, place: PlaceView) -> None:
        """Remember where an owner decides."""
        owner = _owner(place)
        if place.role is PlaceRole.owner and owner is not None:
            self._owners[owner] = place
            self._say_deaf(owner)
            self._say_news(owner)

    def deaf(self, key: str) -> None:
        """The platform is not heard any more; ``key`` is the sentence that says so."""
        self._deaf = key
        for owner in self._owners:
            self._say_deaf(owner)

    def hears(self) -> None:
        """The platform is heard again: the next time is news."""
        self._told = {told for told in self._told if told[1] != self._deaf}
        self._deaf = ""

    def lost(self, place: PlaceView, reason: str) -> None:
        """A place is out of reach."""
        owner = self._owners.get(_owner(place) or "")
        if owner is None or place.role is PlaceRole.owner or (place.channel, reason) in self._told:
            return
        self._told.add((place.channel, reason))
        self._start(self._tell(owner, place, reason))

    def news(self, key: str, about: str, **values: str) -> None:
        """Something happened that each owner should know of once: the sentence ``key``, with its values.

        An owner who is not known yet is told when it is known where.
        """
        self._news[key, about] = values
        while len(self._news) > NEWS_AT_MOST:
            self._news.pop(next(iter(self._news)))
        for owner in self._owners:
            self._say_news(owner)

    async def close(self) -> None:
        """Say no more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _say_deaf(self, owner: str) -> None:
        if self._deaf and (owner, self._deaf) not in self._told:
            self._told.add((owner, self._deaf))
            there = self._owners[owner]
            self._start(self._inform(there, say(self._deaf, there.language)))

    def _say_news(self, owner: str) -> None:
        there = self._owners[owner]
        for (key, about), values in self._news.items():
            if (owner, f"{key}:{about}") not in self._told:
                self._told.add((owner, f"{key}:{about}"))
                self._start(self._inform(there, say(key, there.language, **values)))

    def _start(self, telling: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(telling)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, owner: PlaceView, place: PlaceView, reason: str) -> None:
        name = place.request.public_id if place.request is not None else place.channel
        remedy = f"notice.gone_remedy.{reason}"
        words = [
            say("notice.gone", owner.language, id=name, reason=reason),
            say(remedy if has(remedy) else "notice.gone_remedy.other", owner.language),
        ]
        await self._inform(owner, " ".join(words))

    async def _inform(self, owner: PlaceView, text: str) -> None:
        """Again while the platform asks for patience; what may have arrived is not said twice."""
        while True:
            try:
                await self._voice.inform(owner.channel, text)
            except Later as later:
                await asyncio.sleep(later.seconds)
                continue
            except Exception as error:
                # The audit log has it too; nothing else depends on this message.
                log.warning("warning.untold", error=str(error))
            return


def _owner(place: PlaceView) -> str | None:
    if place.request is not None:
        return place.request.owner
    return place.join.owner if place.join is not None else None
