"""Whether an id and a secret belong together, asked of the platform before they are stored."""

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import FeishuApi
from bots.feishu.failures import Failed, failure
from bots.feishu.tokens import PATH
from deploy.feishu.pages import app_page


class NotTaken(Exception):
    """The platform does not take this id and secret."""


async def verify(domain: str, app_id: str, secret: str) -> None:
    """Ask for a token.

    Raises:
        NotTaken: the platform refuses, or does not answer; the message says what to do.
    """
    api = FeishuApi(app_id, secret, domain)
    await api.start()
    try:
        wrong = failure(*await api.plain(PATH, {"app_id": app_id, "app_secret": secret}))
    except Unsure as error:
        raise NotTaken(f"{domain} does not answer. Check the network, and --domain.") from error
    finally:
        await api.close()
    if isinstance(wrong, Failed | Unfit):
        remedy = f"Copy both from {app_page(domain, app_id, 'baseinfo')}; for Lark add --lark."
        raise NotTaken(f"{domain} does not take this id and secret ({wrong}). {remedy}")
    if isinstance(wrong, Later | Unsure):
        raise NotTaken(f"{domain} is busy ({wrong}). Run this again in a minute.")
