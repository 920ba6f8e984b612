"""What all commands share: the options that go anywhere, results on stdout, errors as sentences, exit codes (O5)."""

import asyncio
import functools
import json
import sys
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

import typer

from deploy.failures import Exit, Failure

P = ParamSpec("P")

SHAPE = 1
"""The version of the JSON documents. Keys may be added to one; none changes its meaning or goes away."""


@dataclass(frozen=True)
class Console:
    """The options that every command understands, wherever they stand."""

    config: Path | None = None
    relay: str | None = None
    as_json: bool = False
    no_input: bool = False
    verbose: bool = False

    def show(self, document: dict[str, Any], lines: Iterable[str] | str = ()) -> None:
        """The result: one JSON document, or lines to read."""
        if self.as_json:
            typer.echo(json.dumps({"muti": SHAPE, **_plain(document)}, ensure_ascii=False))
            return
        for line in [lines] if isinstance(lines, str) else lines:
            typer.echo(line)

    def note(self, line: str) -> None:
        """Something on the way, for who watches."""
        typer.echo(line, err=True)

    def progress(self, line: str) -> None:
        """Where long work stands, on one line that the next one takes; for a terminal only. Empty: it is done."""
        if not self.as_json and sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    @property
    def can_ask(self) -> bool:
        """Whether somebody is there to answer a question."""
        return not self.no_input and not self.as_json and sys.stdin.isatty() and sys.stderr.isatty()

    def confirm(self, question: str, *, yes: bool) -> None:
        """Go on only with a yes.

        Raises:
            Failure: it was no, or nobody can be asked.
        """
        if yes:
            return
        if not self.can_ask:
            raise Failure("This asks before it acts; add --yes to answer in advance.", "usage", Exit.usage)
        if not typer.confirm(question, err=True):
            raise Failure("Nothing was done.", "declined")


Command = Callable[Concatenate[typer.Context, P], Coroutine[Any, Any, Exit | None]]


def command(work: Command[P]) -> Callable[..., None]:
    """A coroutine as a command: run to its end, its errors told as sentences, its answer as the exit code."""

    @functools.wraps(work)
    def run(ctx: typer.Context, *args: P.args, **kwargs: P.kwargs) -> None:
        console: Console = ctx.obj
        try:
            code = asyncio.run(work(ctx, *args, **kwargs))
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except Exception as error:
            code = _tell(console, error)
        raise typer.Exit(int(code or Exit.done))

    return run


def _tell(console: Console, error: Exception) -> Exit:
    """The error in words; one that has none is a fault of ours and shows where it came from."""
    if console.verbose:
        import traceback

        traceback.print_exception(error)
    from deploy.faults import explain

    failure = explain(error)
    if failure is None:
        raise error
    if console.as_json:
        document = {"muti": SHAPE, "error": {"code": failure.code, "message": str(failure)}}
        typer.echo(json.dumps(document, ensure_ascii=False))
    typer.echo(f"muti: {failure}", err=True)
    return failure.exit_code


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return value
