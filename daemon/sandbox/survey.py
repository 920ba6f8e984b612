"""From what a program needs to what its box shows, after a look at the disk."""

from dataclasses import dataclass, field
from pathlib import Path

from daemon.runtime import Needs, RuntimeUnfit
from daemon.sandbox.later import PASSING, present
from daemon.sandbox.layout import Layout, Mount, same
from daemon.sandbox.overlap import ROOTS, fault_of_directory, fault_of_reading, holds
from daemon.sandbox.paths import is_link, must_be_plain, must_be_real
from daemon.sandbox.repository import Guarded
from daemon.sandbox.system import kernel_parts, system_mounts

EMPTY = "empty"
"""A file of the private folder that lies over what must not be read."""

LOGINS = (".credentials.json", "auth.json")
"""Files of the agents' programs that hold a login; the daemon adds the key itself."""

HOME_INSIDE = Path("/home/agent")


@dataclass(frozen=True)
class Ground:
    """What a box stands on: the folder that the agent works in, and what must stay out of its reach.

    ``product`` are the paths of this installation's own state, ``homes`` those that the box hides.
    """

    directory: Path
    homes: tuple[Path, ...]
    product: tuple[Path, ...]
    readable: tuple[Path, ...] = field(default=())

    @property
    def home(self) -> Path:
        """The home that the program sees; it is empty."""
        known = self.homes[0]
        return known if len(known.parts) > 2 or known == Path("/root") else HOME_INSIDE


def check_ground(ground: Ground) -> None:
    """See that the working directory and what is shown beside it may be shown.

    Raises:
        RuntimeUnfit: one may not.
    """
    must_be_real(ground.directory)
    fault = fault_of_directory(ground.directory, _all(ground), ground.product)
    for path in ground.readable:
        if not path.exists():
            raise RuntimeUnfit(f"{path} is not there: take it out of sandbox_read.")
        real = path.resolve()
        fault = fault or fault_of_reading(path, _all(ground), ground.product)
        fault = fault or fault_of_reading(real, _all(ground), ground.product)
    if fault:
        raise RuntimeUnfit(f"{fault}.")


def lay_out(ground: Ground, needs: Needs, shown: tuple[Path, ...], guarded: Guarded, private: Path) -> Layout:
    """What this program's box shows. ``shown`` is readable besides; ``private`` is the folder of the sockets.

    Raises:
        RuntimeUnfit: something cannot be shown safely.
    """
    check_ground(ground)
    for state in needs.state:
        _check_state(state, ground)
    system, links = system_mounts()
    held = (*guarded.guards, *_later(ground))
    readable = (*ground.readable, *shown, *_programs(needs, ground))
    return Layout(
        home=ground.home,
        directory=ground.directory,
        system=system,
        links=links,
        kernel=kernel_parts(),
        readable=tuple(mount for path in readable for mount in _both_names(path)),
        writable=tuple(map(same, needs.state)),
        points=_points(ground.directory, held, guarded),
        guards=(*map(same, (*held, *_fixed(needs))), *_masks(needs, private)),
        sockets=private,
    )


def _all(ground: Ground) -> tuple[Path, ...]:
    return (*ground.homes, ground.home)


def _both_names(path: Path) -> list[Mount]:
    """A link is shown under its own name and under that of what it leads to: programs look for their folder."""
    real = path.resolve()
    return [same(real)] if real == path else [same(real), Mount(real, path)]


def _programs(needs: Needs, ground: Ground) -> list[Path]:
    """What is not in /usr anyway. A program out of the agent's own hands would be whatever it has made of it."""
    found = []
    for path in needs.programs:
        real = path.resolve()
        if any(holds(folder, real) for folder in (ground.directory, *needs.state)):
            raise RuntimeUnfit(f"{path} lies where the agent can change it: install the program elsewhere.")
        if any(holds(real, known) for known in (*_all(ground), *ground.product)) or real in ROOTS:
            raise RuntimeUnfit(f"{path} holds what the agent must not see: install the program elsewhere.")
        if not real.exists():
            raise RuntimeUnfit(f"{path} is not there: install the program.")
        if not real.is_relative_to("/usr") or not path.is_relative_to("/usr"):
            found.append(path)
    return found


def _check_state(state: Path, ground: Ground) -> None:
    must_be_real(state)
    if state in ROOTS or any(holds(state, known) or state.parent == known for known in _all(ground)):
        raise RuntimeUnfit(
            f"{state} is your own, and the agent would change it: give its program another folder."
        )
    if holds(state, ground.directory) or holds(ground.directory, state):
        raise RuntimeUnfit(
            f"{state} and the working directory lie in each other: give the program another folder."
        )
    if any(holds(state, known) for known in ground.product):
        raise RuntimeUnfit(f"{state} holds muti's own state: give the agent's program another folder.")


def _points(directory: Path, held: tuple[Path, ...], guarded: Guarded) -> tuple[Path, ...]:
    """Every folder on the way to what is held: one that could be moved away would make room for another of its name."""
    known = {parent for path in (*held, *guarded.points) for parent in path.parents} | set(guarded.points)
    return tuple(sorted(path for path in known if path != directory and holds(directory, path)))


def _fixed(needs: Needs) -> list[Path]:
    for path in needs.fixed:
        root = next((state for state in needs.state if holds(state, path)), path.parent)
        must_be_plain(path, root)
        if not path.exists():
            raise RuntimeUnfit(f"{path} is not there: start the daemon anew, it makes the file.")
    return list(needs.fixed)


def _later(ground: Ground) -> list[Path]:
    found = [ground.directory / name for name in sorted(present(ground.directory)) if name not in PASSING]
    for path in found:
        must_be_plain(path, ground.directory)
    return found


def _masks(needs: Needs, private: Path) -> list[Mount]:
    logins = [state / name for state in needs.state for name in LOGINS]
    for path in logins:
        if is_link(path):
            raise RuntimeUnfit(f"{path} is a link: remove it.")
    return [Mount(private / EMPTY, path) for path in logins if path.exists()]
