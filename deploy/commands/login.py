"""login, logout: this command line, in front of a relay that runs elsewhere."""

import sys
from typing import Annotated

import typer

from deploy.console import Console, command
from deploy.failures import Exit, Failure


@command
async def login(
    ctx: typer.Context,
    address: Annotated[str, typer.Argument(help="The relay's, such as https://muti.example.org.")],
) -> None:
    """Use a relay that runs elsewhere from here, as yourself.

    `muti link --computer NAME` makes the token, at the computer where you are known. It is asked for here, or read
    from standard input; it is never an argument.
    """
    from config.load import load_settings
    from config.values import check_web_url
    from deploy.reach import refuse_agents
    from deploy.tokens import LOGIN, TokenFolder
    from relay.client import RelayClient

    console: Console = ctx.obj
    refuse_agents()
    try:
        url = check_web_url(address).rstrip("/")
    except ValueError as error:
        raise Failure(f"{address}: {error}", "usage", Exit.usage) from error
    settings = load_settings(console.config)
    token = _token(console)
    async with RelayClient(url, token) as client:
        rooms = (await client.rooms(None)).rooms
    folder = TokenFolder(settings.home)
    folder.keep(LOGIN, f"{url} {token}")
    names = ", ".join(room.name for room in rooms) or "none yet"
    console.show(
        {"url": url, "rooms": [room.name for room in rooms], "file": str(folder.path / LOGIN)},
        [f"Logged in at {url}. Your rooms: {names}.", "`muti status` shows how everything is."],
    )


def _token(console: Console) -> str:
    """What was typed, unseen, or piped in.

    Raises:
        Failure: there is none, or it is of another kind.
    """
    if console.can_ask:
        said = str(typer.prompt("Token (from `muti link --computer NAME`)", hide_input=True, err=True))
    elif sys.stdin.isatty():
        raise Failure("Pipe the token in: muti login ADDRESS < FILE.", "usage", Exit.usage)
    else:
        said = sys.stdin.readline()
    token = said.strip()
    if not token.startswith("muti_person_"):
        raise Failure(
            "That is no token of a person (muti_person_…). `muti link --computer NAME` makes one, at the computer "
            "where you are known.",
            "unauthorized",
        )
    return token


@command
async def logout(
    ctx: typer.Context,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="All computers that were logged in, such as a lost one.")
    ] = False,
) -> None:
    """Let the token of this computer go, here and at the relay."""
    from config.load import load_settings
    from deploy.reach import calling, read_login, refuse_agents
    from deploy.tokens import LOGIN, TokenFolder
    from relay.client import Refused

    console: Console = ctx.obj
    refuse_agents()
    home = load_settings(console.config).home
    here = read_login(home)
    if here is None and not everywhere:
        raise Failure("This computer is logged in nowhere; `muti login ADDRESS` does it.", "login")
    try:
        async with calling(console) as caller:
            url = caller.url
            await caller.client.sign_out(None, everywhere=everywhere)
    except Refused as refused:
        if refused.code != "unauthorized" or here is None:
            raise
        url = here.url  # it was let go there already
    TokenFolder(home).drop(LOGIN)
    all_of_them = " So is every other computer that was logged in there." if everywhere else ""
    console.show({"url": url, "everywhere": everywhere}, f"Logged out of {url}.{all_of_them}")
