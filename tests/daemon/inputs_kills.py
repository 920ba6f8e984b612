"""A daemon killed at moments that nobody chose, with a message in its hands: is it read, and by the turn on record?

    python -m tests.daemon.inputs_kills --count 200 --seed 1

plays the long form on a relay of its own and prints what came of it.
"""

import argparse
import asyncio
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from daemon.inputs import Known
from daemon.journal import Journal
from relay.store.migrate import migrate
from relay.wire.messages import MessageView, Say
from tests.daemon.kills import PATIENCE, Play, open_play
from tests.daemon.scene import Scene
from tests.house import open_house


@dataclass
class Tally:
    """What the file of the dead process said of its message, and that it came out so."""

    recorded: int = 0
    waiting: int = 0
    elsewhere: int = 0

    def __str__(self) -> str:
        kills = self.recorded + self.waiting + self.elsewhere
        return (
            f"{kills} kills: {self.recorded} behind the record, none of these fed again; {self.waiting} before it, all of "
            f"these fed afterwards; {self.elsewhere} with the message still, or again, at the relay; none lost"
        )


async def kill_often(play: Play, count: int) -> Tally:
    """So many messages, each with a kill at some moment between its sending and its receipt.

    Raises:
        AssertionError: a message was not read, or not by the turn that the file of the dead process had on record.
    """
    tally = Tally()
    play.span = 0.0
    for number in range(count + 1):
        began = time.monotonic()
        said = Say(body=f"message {number}", agent="claude")
        message = await play.scene.house.client("owner").say(None, play.scene.house.room, said)
        request = await play.scene.house.ask(None, play.side.turn([]).prompt + f"\n{number}")
        if number == 0:  # the first one waits for the daemon too, and measures
            await _read(play, message.message)
            play.span = time.monotonic() - began
            continue
        await asyncio.sleep(play.chance.uniform(0, min(play.span, 1.5)))
        play.child.kill()
        await play.child.died(20)
        on_record = _on_record(play, message.message)
        play.child.start()
        await play._final(request)
        seen = await _read(play, message.message)
        assert seen.read_turn is not None
        assert seen.read_turn.startswith(request.request), seen
        if on_record is None:
            tally.elsewhere += 1
        elif on_record:
            tally.recorded += 1
            assert seen.read_turn == on_record, "it was fed again although its record stood"
        else:
            tally.waiting += 1
    return tally


def _on_record(play: Play, message: str) -> str | None:
    """The turn that the journal of a dead daemon has for a message; empty where it waits, none where it is not there."""
    with Journal(play.scene.folder / "home" / "journal") as journal:
        if any(one.message == message for session in journal.sessions() for one in journal.waiting(*session)):
            return ""
        found = [
            one.turn for one in journal.unsaid(1000) if (one.message, one.state) == (message, Known.read)
        ]
    return found[0] if found else None


async def _read(play: Play, message: str) -> MessageView:
    """The message, once it is read."""
    house = play.scene.house
    async with asyncio.timeout(PATIENCE):
        while True:
            page = await house.client("owner").inbox(None, house.room, "claude", limit=5)
            for one in page.messages:
                if one.message == message and one.read_at is not None:
                    return one
            await asyncio.sleep(0.03)


async def _main(count: int, seed: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    try:
        migrate(f"sqlite:///{folder}/relay.db")
        (folder / "project").mkdir()
        async with (
            open_house(f"sqlite:///{folder}/relay.db", folder / "project") as house,
            open_play("scripted", Scene(house, folder), seed) as play,
        ):
            print(await kill_often(play, count))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(_main(given.count, given.seed))
