"""The sign of the house as a picture for a home screen, drawn by code (W3C PNG, 5.3)."""

import struct
import zlib
from functools import cache
from math import hypot

GROUND, INK = (13, 92, 73), (255, 255, 255)
SIZES = (180, 192, 512)
UNITS = 44.0
"""The mark is 32 units wide; so much room is around it that any mask leaves it whole."""

_STROKES = ((16.0, 4.0, 16.0, 28.0), (20.5, 22.0, 26.0, 22.0), (6.0, 10.0, 12.0, 10.0))
_WIDTH = 1.4


@cache
def icon(size: int) -> bytes:
    """A PNG of so many pixels each way."""
    scale = UNITS / size
    lines = b"".join(b"\0" + _line(y, size, scale) for y in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _line(row: int, size: int, scale: float) -> bytes:
    y = (row + 0.5) * scale - (UNITS - 32) / 2
    line = bytearray()
    for column in range(size):
        line += _colour((column + 0.5) * scale - (UNITS - 32) / 2, y, scale)
    return bytes(line)


def _colour(x: float, y: float, scale: float) -> bytes:
    if not (4 < x < 28 and 2 < y < 30):
        return bytes(GROUND)
    inked = max(_cover(_to_stroke(x, y, *stroke) - _WIDTH, scale) for stroke in _STROKES)
    inked = max(inked, _cover(hypot(x - 16, y - 10) - 4.3, scale))
    ring = hypot(x - 16, y - 22)
    inked = min(inked, 1 - _cover(ring - 4, scale))
    inked = max(inked, _cover(abs(ring - 4) - _WIDTH, scale))
    return bytes(round(ground + (ink - ground) * inked) for ground, ink in zip(GROUND, INK, strict=True))


def _cover(distance: float, scale: float) -> float:
    """How much of a pixel is inside, of its distance from the edge."""
    return min(1.0, max(0.0, 0.5 - distance / scale))


def _to_stroke(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    along = min(1.0, max(0.0, along))
    return hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
