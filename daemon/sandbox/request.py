"""A request in its sandbox: the box is there before its first turn and gone after its last."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from daemon.runtime import Box, Notice
from daemon.sandbox.model import Spending
from daemon.sandbox.sandbox import Sandbox


@asynccontextmanager
async def in_box(
    sandbox: Sandbox | None,
    files: Path,
    note: Callable[[Notice], None],
    spending: Spending | None = None,
    lets: Callable[[str], bool] = lambda host: True,
) -> AsyncIterator[Box | None]:
    """The box of one request, if its agent has a sandbox; afterwards people are told what they should know.

    ``files`` is the folder of what was attached, which the program may read, ``spending`` the request's account,
    ``lets`` says which of the owner's hosts the request may reach at this moment.

    Raises:
        RuntimeUnfit: there is no box to be had any more.
    """
    if sandbox is None:
        yield None
        return
    before, spending = sandbox.present(), spending or sandbox.spending()
    async with sandbox.open(files, spending, lets) as box:
        yield box
    for sentence in (spending.describe(), sandbox.describe_new(before)):
        if sentence is not None:
            note(Notice(sentence))
