"""Tenant tokens, the bot's own description, and the bootstrap of the long connection."""

from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.routes import Arguments, Flat, route
from tests.emulators.feishu.schema import may, need, text
from tests.emulators.feishu.state import digest

CREDENTIALS = {"app_id": need(text(minimum=1)), "app_secret": need(text(minimum=1))}


@route("POST", "/open-apis/auth/v3/tenant_access_token/internal", "token.tenant", body=CREDENTIALS, open=True)
def tenant_token(call: Arguments) -> Flat:
    """A token for two hours; the same one until less than half an hour is left."""
    app = call.service.apps.get(str(call.body["app_id"]))
    if app is None:
        raise FeishuRefusal(10003, "invalid param", 200)
    if call.body["app_secret"] != app.secret:
        raise FeishuRefusal(10014, "app secret invalid", 200)
    if app.status != 2:
        raise FeishuRefusal(10014, "app unauthorized", 200)
    now = call.service.platform.now()
    token = app.issue_token(now)
    return Flat({"tenant_access_token": token.value, "expire": int(token.expires - now)})


@route("GET", "/open-apis/bot/v3/info", "bot.info")
def bot_info(call: Arguments) -> Flat:
    """Who the app's bot is; ``activate_status`` 2 is enabled."""
    if not call.app.bot_enabled:
        raise FeishuRefusal(11205, "app do not have bot")
    bot = {
        "activate_status": call.app.status,
        "app_name": call.app.bot.name,
        "avatar_url": f"https://example.invalid/{digest('avatar', call.app.app_id)}.png",
        "ip_white_list": [],
        "open_id": call.app.bot.open_id(call.app.app_id),
    }
    return Flat({"bot": bot})


@route(
    "POST",
    "/callback/ws/endpoint",
    "endpoint",
    body={"AppID": need(text()), "AppSecret": need(text()), "ClientAssertion": may(text())},
    open=True,
)
def endpoint(call: Arguments) -> Flat:
    """Where to dial for the long connection. Codes: 1000040344 no credential, 514 wrong one, 403 not allowed."""
    app = call.service.apps.get(str(call.body["AppID"]))
    if app is None or not call.body["AppSecret"]:
        raise FeishuRefusal(1000040344, "app_id or app_secret is empty or unknown", 200)
    if call.body["AppSecret"] != app.secret:
        raise FeishuRefusal(514, "app_secret is invalid", 200)
    if app.status != 2:
        raise FeishuRefusal(403, "the app is not enabled", 200)
    connection = call.service.connections[app.app_id]
    if len(connection.connections) >= connection.most_connections:
        raise FeishuRefusal(1000040350, "the number of connections exceeded the limit", 200)
    address = connection.address(call.service.base_url)
    return Flat({"msg": "", "data": {"URL": address, "ClientConfig": dict(connection.configuration)}})
