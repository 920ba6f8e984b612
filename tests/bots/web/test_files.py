"""Files that an agent has handed over, in a browser: pictures are shown, all else is saved, nothing runs."""

from hashlib import sha256
from typing import Any

import pytest

from relay.wire.machines import ReportKind
from relay.wire.people import Role
from tests.bots.web.scene import Room
from tests.bots.web.test_live import ask

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 16
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"


async def handed(room: Room, surfer: Any, *files: tuple[str, str, bytes]) -> str:
    """The path of a request that hands these files over: name, what the agent calls them, bytes."""
    machine = room.machine()
    await machine.wake()
    public = await ask(surfer, "draw it")
    request = await machine.take()
    for name, media, data in files:
        digest = sha256(data).hexdigest()
        await machine.client.put_artifact(request, digest, machine.fence, data)
        told = {
            "name": name,
            "digest": digest,
            "media_type": media,
            "size": len(data),
            "caption": "how <b>it</b> is",
        }
        await machine.report(request, ReportKind.artifact, **told)
    return f"{room.path}/{public}"


@pytest.mark.rule("S2", "S4", "T1", "W3")
async def test_a_picture_is_on_the_page_and_anything_else_is_saved_and_never_run(
    room: Room, surf: Any
) -> None:
    olga = surf()
    await olga.come_in(await room.owner_link())
    path = await handed(
        room,
        olga,
        ("plot.png", "image/png", PNG),
        ("x\"'<.svg", "image/svg+xml", SVG),
        ("y.png", "image/png", SVG),
    )
    _, page = await olga.get(path)
    assert f'<img src="{path}/files/{sha256(PNG).hexdigest()}" alt="plot.png"' in page
    assert "how &lt;b&gt;it&lt;/b&gt; is" in page
    assert f'<img src="{path}/files/{sha256(SVG).hexdigest()}" alt="x' not in page
    for data, kind, shown in ((PNG, "image/png", "inline"), (SVG, "application/octet-stream", "attachment")):
        async with olga.session.get(f"{path}/files/{sha256(data).hexdigest()}") as answer:
            assert (answer.status, await answer.read()) == (200, data)
            assert answer.content_type == kind
            assert answer.headers["Content-Disposition"] == shown
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "sandbox" in answer.headers["Content-Security-Policy"]


@pytest.mark.rule("R2", "S2")
async def test_a_file_is_for_the_people_of_its_room_only(room: Room, surf: Any) -> None:
    olga, guest, stranger = surf(), surf(), surf()
    await olga.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(Role.guest))
    path = await handed(room, olga, ("plot.png", "image/png", PNG))
    there = f"{path}/files/{sha256(PNG).hexdigest()}"
    async with guest.session.get(there) as answer:
        assert answer.status == 200
    async with stranger.session.get(there) as answer:
        assert answer.status == 403
    status, _ = await olga.get(f"{path}/files/{'0' * 64}")
    assert status == 404
