"""The frames of the long connection: the SDK's own type, read so that no bytes are an accident."""

from bots.feishu.sdk import Frame, FrameType, MessageType, const

__all__ = ["CONTROL", "DATA", "BadFrame", "Frame", "acknowledge", "header_of", "make_ping", "read_frame"]

CONTROL, DATA = FrameType.CONTROL.value, FrameType.DATA.value


class BadFrame(Exception):
    """These bytes are no frame."""


def read_frame(data: bytes) -> Frame:
    """Bytes as a frame. Much besides the payload takes long to read: a second for some 300 KB.

    Raises:
        BadFrame: they are none.
    """
    frame = Frame()
    try:
        frame.ParseFromString(data)
    except Exception as error:
        # The SDK's reader lets out what it stumbles over: errors of its own, of texts, of nesting.
        raise BadFrame(BadFrame.__doc__) from error
    if not frame.IsInitialized():
        raise BadFrame(BadFrame.__doc__)
    return frame


def header_of(frame: Frame, name: str, default: str = "") -> str:
    """The first header of that name."""
    return next((str(one.value) for one in frame.headers if one.key == name), default)


def make_ping(service: int) -> bytes:
    """What the server answers with a pong. ``service`` is the number that came with the address."""
    frame = Frame(SeqID=0, LogID=0, service=service, method=CONTROL)
    frame.headers.add(key=const.HEADER_TYPE, value=MessageType.PING.value)
    return bytes(frame.SerializeToString())


def acknowledge(frame: Frame, said: bytes, milliseconds: int | None) -> bytes:
    """The answer to a payload: its last frame, with what was said and how long it took, None for a failure."""
    answer = Frame()
    answer.CopyFrom(frame)
    if milliseconds is not None:
        answer.headers.add(key=const.HEADER_BIZ_RT, value=str(milliseconds))
    answer.payload = said
    return bytes(answer.SerializeToString())
