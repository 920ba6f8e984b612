"""What a Feishu connector is told, apart from everything that takes long to load."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

FEISHU = "https://open.feishu.cn"


@dataclass(frozen=True)
class Mirrored:
    """For which requests there is a task: those of the rooms that say so, else as it is ``everywhere``."""

    everywhere: bool = False
    rooms: Mapping[str, bool] = field(default_factory=dict)

    @property
    def any(self) -> bool:
        """Whether there are tasks at all."""
        return self.everywhere or any(self.rooms.values())

    def has(self, room: str) -> bool:
        """Whether requests of a room have tasks."""
        return self.rooms.get(room, self.everywhere)


@dataclass(frozen=True)
class FeishuSettings:
    """What one app needs. ``folder`` keeps what was heard and is not handled yet.

    With ``listen``, a host and a port, Feishu is heard over encrypted and signed HTTP requests there; else over the
    long connection.
    """

    app_id: str
    app_secret: str
    folder: Path
    url: str = FEISHU
    encrypt_key: str = ""
    verification_token: str = ""
    listen: tuple[str, int] | None = None
    tasks: Mirrored = field(default_factory=Mirrored)
