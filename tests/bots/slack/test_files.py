"""Files come along with an ask, or it is said why not."""

import pytest

from bots.slack import files
from tests.bots.slack.conftest import Stage
from tests.emulators.slack import Message
from tests.emulators.slack.people import Attachment

SLOW = 20.0


async def asked(stage: Stage, *attached: Attachment) -> Message:
    """An ask of the owner's with files, taken up."""
    ask = await stage.slack.mention(stage.owner, stage.channel, "look", files=attached, order="message_only")
    await stage.anchor(ask, SLOW)
    return ask


async def names(stage: Stage) -> list[str]:
    return [one.name for one in (await stage.requests())[-1].attachments]


@pytest.mark.rule("C8")
async def test_a_picture_and_a_page_come_along_as_they_are(stage: Stage) -> None:
    async with stage.running_bot():
        await asked(
            stage, ("shot.png", b"\x89PNG\x00", "image/png"), ("page.html", b"<html>mine</html>", "text/html")
        )
        request = (await stage.requests())[0]
        kinds = [(one.name, one.media_type) for one in request.attachments]
        assert kinds == [("shot.png", "image/png"), ("page.html", "text/html")]
        daemon = await stage.take(request.request)
        assert await daemon.client.take_attachment(request.request, 1) == b"<html>mine</html>"


@pytest.mark.rule("C8")
async def test_a_sign_in_page_is_never_taken_for_the_file(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.remove_scope("files:read")
        await asked(stage, ("page.html", b"<html>mine</html>", "text/html"), ("log.txt", b"x", "text/plain"))
        assert await names(stage) == []
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner)[1:], SLOW)
        assert "files:read" in told[0].text


@pytest.mark.rule("C8", "S1")
async def test_a_file_that_is_too_large_or_of_another_service_is_named_and_not_fetched(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ATTACHMENT_LIMIT", 1024 * 1024)
    monkeypatch.setattr("tests.emulators.slack.people.file_json", elsewhere)
    async with stage.running_bot():
        await asked(stage, ("big.bin", b"x" * 1024 * 1025), ("ours.txt", b"x"), ("drive.txt", b"x"))
        assert await names(stage) == ["ours.txt"]
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner)[1:], SLOW)
        said = [one.text for one in stage.slack.ephemerals_of(stage.owner)]
        assert told
        assert any("big.bin is larger than 1 MB" in text for text in said)
        assert any("drive.txt could not be read" in text for text in said)


def elsewhere(slack: object, file: object) -> dict[str, object]:
    from tests.emulators.slack.file_methods import file_json

    body = file_json(slack, file)  # type: ignore[arg-type]
    if body["name"] == "drive.txt":
        body["url_private"] = body["url_private_download"] = "https://drive.example.org/drive.txt"
    return body


@pytest.mark.rule("C8")
async def test_of_very_many_files_the_rest_is_named(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FILES_AT_MOST", 2)
    async with stage.running_bot():
        await asked(stage, *((f"{number}.txt", b"x") for number in range(3)))
        assert await names(stage) == ["0.txt", "1.txt"]
        (told,) = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner), SLOW)
        assert "2.txt" in told.text


@pytest.mark.rule("C8")
async def test_the_files_of_a_forwarded_message_come_along(stage: Stage) -> None:
    async with stage.running_bot():
        there = await stage.slack.say(stage.asker, stage.channel, "the trace", files=[("trace.log", b"boom")])
        share = {"is_share": True, "text": "the trace", "author_name": "Sarah", "files": there.files}
        text = f"<@{stage.slack.bot.id}> why?"
        ask = await stage.slack.say(stage.owner, stage.channel, text, attachments=[share])
        await stage.anchor(ask, SLOW)
        assert await names(stage) == ["trace.log"]
        request = (await stage.requests())[0]
        claim = await (await stage.take(request.request)).take(request.request)
        assert [(one.author, one.text) for one in claim.quoted] == [("Sarah", "the trace\n(file: trace.log)")]
