"""The code to scan: drawn in the terminal, into a picture, and as an address to open."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import segno

from deploy.failures import Exit, Failure

QUIET = 2
"""Modules of white around the code."""


class Shown:
    """Shows one code. ``draw``: in the terminal, too, where there is one and it is wide enough."""

    def __init__(self, note: Callable[[str], None], picture: Path | None, *, draw: bool) -> None:
        self._note, self._picture, self._draw = note, picture, draw
        if picture is not None and picture.suffix not in (".png", ".svg"):
            raise Failure(
                f"--qr-image {picture}: name a file that ends in .png or .svg.", "usage", Exit.usage
            )

    def show(self, url: str, seconds: int) -> None:
        """Show the code of an address that is good for so many seconds."""
        code = segno.make(url, error="l", micro=False)
        if self._picture is not None:
            code.save(str(self._picture), scale=6, border=4)
            self._note(f"The code is in {self._picture}.")
        if self._draw and sys.stderr.isatty():
            self._draw_in_terminal(code)
        self._note(f"Scan it with Feishu or Lark on your phone, or open this address: {url}")
        self._note(f"Waiting until you have agreed there, for at most {seconds // 60} minutes.")

    def clear(self) -> None:
        """The code is good for nothing any more."""
        if self._picture is not None:
            self._picture.unlink(missing_ok=True)

    def _draw_in_terminal(self, code: segno.QRCode) -> None:
        width = code.symbol_size(border=QUIET)[0]
        if width > shutil.get_terminal_size().columns:
            self._note(
                f"This window is too narrow for the code: it needs {width} columns. Widen it, or use --qr-image."
            )
            return
        code.terminal(out=sys.stderr, border=QUIET, compact=True)
