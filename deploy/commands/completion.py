"""completion: what a shell needs to complete `muti` when Tab is pressed."""

from enum import StrEnum
from typing import Annotated

import typer

from deploy.console import Console, command

WHERE = {
    "bash": "echo 'eval \"$(muti completion bash)\"' >> ~/.bashrc",
    "zsh": "echo 'eval \"$(muti completion zsh)\"' >> ~/.zshrc, below the line with compinit",
    "fish": "muti completion fish > ~/.config/fish/completions/muti.fish",
}


class Shell(StrEnum):
    """The shells that are known."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


@command
async def completion(
    ctx: typer.Context, shell: Annotated[Shell, typer.Argument(help="Which shell is to be taught.")]
) -> None:
    """Print the script that lets your shell complete commands and options."""
    import contextlib
    import io

    from typer.completion import shell_complete

    console: Console = ctx.obj
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        shell_complete(ctx.find_root().command, {}, "muti", "_MUTI_COMPLETE", f"source_{shell.value}")
    script = text.getvalue().rstrip("\n")
    console.show({"shell": shell.value, "script": script}, script)
    console.note(f"To have it in each new shell: {WHERE[shell.value]}")
