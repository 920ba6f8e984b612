"""Pages about people: rooms, invitations, doors, this browser, and the page with one thing to say."""

from collections.abc import Sequence

import segno
from markupsafe import Markup

from bots.web.look import Look, draw
from relay.wire.people import InviteView, JoinView, RoomView


def rooms_page(look: Look, rooms: Sequence[RoomView], waiting: dict[str, int]) -> str:
    """All rooms of a person, with how many requests wait there for that person."""
    return draw(look, "rooms.html", rooms=rooms, waiting=waiting, back="/rooms")


def people_page(
    look: Look, room: RoomView, invites: Sequence[InviteView], joins: Sequence[JoinView] = ()
) -> str:
    """The people of a room; for its owner the invitations, and who asks to come in."""
    back = f"/rooms/{room.room}/people"
    return draw(look, "people.html", room=room, invites=invites, joins=joins, back=back)


def invite_page(look: Look, room: RoomView, invite: InviteView, url: str) -> str:
    """A new invite link, shown once, with its QR code."""
    code = segno.make(url, error="m").svg_inline(omitsize=True, border=2, dark="#10201a", light="#ffffff")
    return draw(
        look,
        "invite.html",
        room=room,
        invite=invite,
        url=url,
        qr=Markup(code),  # noqa: S704 (drawn by segno)
        typed="-".join(pieces_of(invite.token or "", 4)),
        address=url.rpartition("/")[0],
        back=f"/rooms/{room.room}/people",
    )


def pieces_of(text: str, length: int) -> list[str]:
    """A code in groups that a person can read out."""
    return [text[at : at + length] for at in range(0, len(text), length)]


def account_page(look: Look) -> str:
    """Who this browser is, and the ways out."""
    return draw(look, "account.html", back="/account")


def door_page(look: Look, kind: str, path: str, trouble: str = "") -> str:
    """The page before a room: ``join`` asks for a name, ``code`` for an invitation's code, ``owner`` for a tap.
    ``path`` is where the form goes.
    """
    return draw(look, "door.html", kind=kind, path=path, trouble=trouble, back=path)


def message_page(look: Look, title: str, text: str, back: str = "") -> str:
    """One thing to say, and a way on."""
    return draw(look, "message.html", title=title, text=text, back=back or "/rooms")


def again_page(look: Look, path: str) -> str:
    """A page that goes to ``path``, in this very browser window, from a page of ours."""
    return draw(look, "again.html", path=path, back="/rooms")
