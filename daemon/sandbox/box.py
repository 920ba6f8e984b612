"""One request's box: the command line that starts a program inside, and what the program is told in place of keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from daemon.runtime import Needs, RuntimeUnfit
from daemon.sandbox import refusal
from daemon.sandbox.layout import SOCKETS, arguments
from daemon.sandbox.model import ModelDoor
from daemon.sandbox.providers import Upstream
from daemon.sandbox.repository import Guarded
from daemon.sandbox.survey import Ground, lay_out
from daemon.sandbox.system import find_python
from daemon.sandbox.upstream import find_upstream
from daemon.sandbox.variables import HOSTS_PORT, MODEL_PORT, inside_variables

MODEL_SOCKET, HOSTS_SOCKET, FORWARD = "model.sock", "hosts.sock", "forward.py"


@dataclass(frozen=True)
class BubblewrapBox:
    """A box that is open: its sockets are served, and nothing has started in it yet (see `daemon.runtime.Box`).

    ``shown`` are folders that the program may read if they are there, ``variables`` those that it may see
    although they look secret.
    """

    bubblewrap: str
    ground: Ground
    guarded: Guarded
    private: Path
    door: ModelDoor
    hosts: bool
    shown: tuple[Path, ...] = ()
    variables: tuple[str, ...] = ()

    def enter(
        self, command: Sequence[str], environment: Mapping[str, str], needs: Needs
    ) -> tuple[list[str], dict[str, str]]:
        """See `daemon.runtime.Box.enter`."""
        upstream = find_upstream(needs.provider, environment) if needs.provider else None
        python, mounts = find_python()
        shown = (*filter(Path.is_dir, self.shown), *(mount.source for mount in mounts))
        try:
            layout = lay_out(self.ground, needs, shown, self.guarded, self.private)
        except OSError as problem:
            raise RuntimeUnfit(refusal.unready(problem)) from problem
        if upstream is not None:  # what needs no model leaves the agent's own way to it as it is
            self.door.upstream = upstream
        forward = [str(python), "-I", "-S", str(SOCKETS / FORWARD), *self._ports(upstream), "--"]
        told = [_translate(word, upstream) for word in command]
        variables = inside_variables(environment, layout.home, self.variables, upstream, self.hosts)
        return [*arguments(self.bubblewrap, layout), *forward, *told], variables

    def _ports(self, upstream: Upstream | None) -> list[str]:
        model = [f"{MODEL_PORT}={SOCKETS / MODEL_SOCKET}"] if upstream else []
        return model + ([f"{HOSTS_PORT}={SOCKETS / HOSTS_SOCKET}"] if self.hosts else [])


def _translate(word: str, upstream: Upstream | None) -> str:
    """A program that takes the model's address as an argument gets the one that holds inside."""
    return word.replace(upstream.address, upstream.inside(MODEL_PORT)) if upstream else word
