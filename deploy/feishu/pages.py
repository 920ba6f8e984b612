"""Where in Feishu's or Lark's console a thing is put right. Pure."""

from config.values import PLATFORM_DOMAINS


def app_page(domain: str, app_id: str, part: str) -> str:
    """The page of an app: ``baseinfo``, ``auth`` (permissions), ``event`` (events and callbacks), ``bot``, ``version``."""
    return f"{domain.rstrip('/')}/app/{app_id}/{part}"


def admin_page(domain: str) -> str:
    """Where the administrators of an organisation approve apps."""
    host = "www.larksuite.com" if domain == PLATFORM_DOMAINS["lark"] else "www.feishu.cn"
    return f"https://{host}/admin/appCenter/audit"


def name_of(domain: str) -> str:
    """What the platform is called."""
    return "Lark" if domain == PLATFORM_DOMAINS["lark"] else "Feishu"


def remains(domain: str, app_id: str) -> list[str]:
    """What nobody but a person can do after an app was made, in the order in which it is to be done."""
    events, version = app_page(domain, app_id, "event"), app_page(domain, app_id, "version")
    return [
        f"Start `muti up`, then open {events} and choose the long connection for events and for callbacks: "
        "Feishu only saves that while the app is connected.",
        f"Create a version and publish it: {version}",
        f"An administrator of your organisation approves it: {admin_page(domain)}",
        "Add the bot to a group (group settings → Bots), and put the group's id into feishu_chats of a room: "
        "`muti feishu check --quick` lists the groups that it is in.",
        "Run `muti feishu check`: it tries everything, and asks you for one message and one tap.",
    ]
