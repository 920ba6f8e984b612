"""Files that go to Feishu: uploaded first, then sent as a message of their own; a picture is shown."""

from collections.abc import Mapping
from typing import Any

import structlog

from bots.connector import Unsure
from bots.feishu.api import FeishuApi
from bots.feishu.artifacts import is_picture, picture_card
from bots.feishu.calls import create_file, create_image
from bots.feishu.marks import marked
from bots.feishu.sending import Content
from bots.whole import Take
from relay.client import Refused, Unreachable
from relay.wire.people import Who
from relay.wire.places import PlaceView

log = structlog.get_logger()

FILE_BYTES = 30 * 1024 * 1024
"""Feishu takes no larger files, and no empty ones (im/v1 file create)."""


async def upload_file(api: FeishuApi, name: str, data: bytes) -> Content:
    """A message that is a file.

    Raises: as `FeishuApi.send`.
    """
    reply = await api.send(create_file(name, data or b"\n"))
    return Content("file", {"file_key": str(reply["file_key"])})


async def upload_artifact(
    api: FeishuApi, take: Take, place: PlaceView, part: str, told: Mapping[str, Any]
) -> Content | None:
    """A message that is a file which an agent handed over; None where it cannot be had or is too large.

    Raises:
        bots.connector.Unsure: the relay does not answer.
        bots.feishu.failures.Failed, bots.connector.Later, bots.connector.Unfit: as `FeishuApi.send`.
    """
    try:
        data = await take(Who.model_validate(told["who"]), told["request"], told["digest"])
    except Refused as refused:
        log.warning("artifact.refused", error=str(refused))
        return None
    except Unreachable as error:
        raise Unsure(str(error)) from error
    name = str(told["name"])
    if is_picture(data):
        reply = await api.send(create_image(data))
        return Content("interactive", marked(picture_card(str(reply["image_key"]), name), place, part))
    if len(data) > FILE_BYTES:
        log.warning("artifact.too_large", size=len(data))
        return None
    return await upload_file(api, name, data)
