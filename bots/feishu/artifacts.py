"""Pictures that an agent hands over are shown, not only sent. Pure."""

from bots.feishu.elements import Json, bare_card, picture, small

PICTURE_BYTES = 10 * 1024 * 1024
"""Feishu takes no larger pictures (im/v1 image create)."""

_BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")


def is_picture(data: bytes) -> bool:
    """Whether Feishu shows it: what a file is, its beginning says, and not its name."""
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    return 0 < len(data) <= PICTURE_BYTES and (webp or data.startswith(_BEGINNINGS))


def picture_card(key: str, name: str) -> Json:
    """A picture with its name below."""
    return bare_card(name, [picture(key, name), small(name)])
