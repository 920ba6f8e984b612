"""A file that an agent has handed over, from the relay into the work thread."""

from collections.abc import Mapping
from typing import Any

import structlog

from bots.connector import Unsure
from bots.slack.api import SlackApi
from bots.slack.files import share_file
from bots.slack.render import GIVEN_UP
from bots.whole import Take
from relay.client import Refused, Unreachable
from relay.wire.people import Who

log = structlog.get_logger()


async def share_artifact(
    api: SlackApi, take: Take, channel: str, thread: str | None, told: Mapping[str, Any]
) -> str:
    """Upload one and share it in the thread; its file id.

    Raises:
        Unsure: it may or may not stand there, or the relay does not answer.
    """
    try:
        data = await take(Who.model_validate(told["who"]), told["request"], told["digest"])
    except Refused as refused:
        log.warning("artifact.refused", error=str(refused))
        return GIVEN_UP
    except Unreachable as error:
        raise Unsure(str(error)) from error
    return await share_file(
        api, channel, thread, {"name": told["name"], "title": told["name"], "content": data}
    )
