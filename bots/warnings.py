"""Telling the owner, once, that a chat is out of reach and what to do about it (C10)."""

import asyncio

import structlog

from bots.connector import Voice
from bots.words import say
from bots.words.catalogue import has
from relay.wire.places import PlaceRole, PlaceView

log = structlog.get_logger()


class Warnings:
    """Knows where owners are told things, from the cards that they get there."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._owners: dict[str, PlaceView] = {}
        self._told: set[tuple[str, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def notice(self, place: PlaceView) -> None:
        """Remember where an owner decides."""
        owner = _owner(place)
        if place.role is PlaceRole.owner and owner is not None:
            self._owners[owner] = place

    def lost(self, place: PlaceView, reason: str) -> None:
        """A place is out of reach."""
        owner = self._owners.get(_owner(place) or "")
        if owner is None or place.role is PlaceRole.owner or (place.channel, reason) in self._told:
            return
        self._told.add((place.channel, reason))
        task = asyncio.create_task(self._tell(owner, place, reason))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Say no more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell(self, owner: PlaceView, place: PlaceView, reason: str) -> None:
        name = place.request.public_id if place.request is not None else place.channel
        remedy = f"notice.gone_remedy.{reason}"
        words = [
            say("notice.gone", owner.language, id=name, reason=reason),
            say(remedy if has(remedy) else "notice.gone_remedy.other", owner.language),
        ]
        try:
            await self._voice.inform(owner.channel, " ".join(words))
        except Exception as error:
            # The audit log has it too; nothing else depends on this message.
            log.warning("warning.untold", error=str(error))


def _owner(place: PlaceView) -> str | None:
    if place.request is not None:
        return place.request.owner
    return place.join.owner if place.join is not None else None
