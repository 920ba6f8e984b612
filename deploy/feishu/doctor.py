"""What `muti doctor` tries of Feishu. The connector's parts are loaded only where Feishu is used: they take long (O3)."""

from config.settings import Settings
from deploy.findings import Finding, Status


async def try_feishu(settings: Settings) -> list[Finding]:
    """All that can be tried without a person; a skip where Feishu is not used."""
    if settings.feishu is None:
        return [Finding("feishu", Status.skip, "not configured")]
    try:
        from deploy.feishu.tries import try_app
    except ModuleNotFoundError as error:
        return [
            Finding("feishu", Status.fail, f"{error.name} is not installed", "pip install 'muti[feishu]'")
        ]
    return await try_app(settings)
