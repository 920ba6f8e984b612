"""The real lark_oapi as a program of its own: what it hears it writes to stdout, what stdin says it does.

``python -m tests.emulators.lark_peer DOMAIN APP_ID APP_SECRET``; one JSON document a line, as ``feishu_peer.py`` says.
The SDK takes seconds to import, and its long connection wants a process to itself.
"""

import base64
import importlib
import io
import json
import os
import sys
import threading
from typing import Any

import lark_oapi as lark

# The SDK logs to stdout, which is for documents alone.
OUT = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
ANSWER: dict[str, Any] = {}
EVENTS = (
    "im_message_receive_v1",
    "im_message_recalled_v1",
    "im_message_reaction_created_v1",
    "im_message_reaction_deleted_v1",
    "im_chat_member_bot_added_v1",
    "im_chat_member_bot_deleted_v1",
    "im_chat_member_user_added_v1",
    "im_chat_member_user_deleted_v1",
    "im_chat_updated_v1",
    "im_chat_disbanded_v1",
    "im_chat_access_event_bot_p2p_chat_entered_v1",
    "task_task_updated_v1",
    "task_task_comment_updated_v1",
)


def tell(document: dict[str, Any]) -> None:
    """One line on stdout."""
    OUT.write(json.dumps(document, ensure_ascii=False) + "\n")
    OUT.flush()


def heard(data: Any) -> None:
    """Any event."""
    body = json.loads(lark.JSON.marshal(data))
    tell({"event": body["header"]["event_type"], "data": body["event"]})


def tapped(data: Any) -> Any:
    """A tap on a card; the answer is the one that was set last."""
    heard(data)
    from lark_oapi.event.callback.model.p2_card_action_trigger import P2CardActionTriggerResponse

    return P2CardActionTriggerResponse(ANSWER)


def dispatcher() -> Any:
    builder = lark.EventDispatcherHandler.builder("", "").register_p2_card_action_trigger(tapped)
    for name in EVENTS:
        getattr(builder, f"register_p2_{name}")(heard)
    return builder.build()


def register(domain: str, addons: dict[str, Any]) -> dict[str, Any]:
    """A new app by a scanned code; the code's address is told as the event ``code``."""
    result = lark.register_app(
        on_qr_code=lambda info: tell({"event": "code", "data": info}),
        on_status_change=lambda info: tell({"event": "status", "data": info}),
        domain=domain,
        lark_domain=domain,
        addons=addons,
    )
    return {"code": 0, "data": result}


def perform(client: lark.Client, order: dict[str, Any]) -> dict[str, Any]:
    """One call of the interface by the SDK's own builders, or a raw one."""
    if "register" in order:
        return register(sys.argv[1], order["register"])
    if "raw" in order:
        return answered(client.request(raw_request(order["raw"])))
    *where, verb = order["call"].split(".")
    target: Any = client
    for name in where:
        target = getattr(target, name)
    response = getattr(target, verb)(request_of(where, verb, order))
    if order.get("download") and response.success():
        return {"code": 0, "data": {"name": response.file_name, "base64": encoded(response.file.read())}}
    return answered(response)


def raw_request(order: dict[str, Any]) -> Any:
    builder = lark.BaseRequest.builder().http_method(lark.HttpMethod[order["method"]]).uri(order["url"])
    return builder.token_types({lark.AccessTokenType.TENANT}).body(order.get("body")).build()


def request_of(where: list[str], verb: str, order: dict[str, Any]) -> Any:
    """The typed request, for example CreateMessageRequest with a CreateMessageRequestBody."""
    module = importlib.import_module(f"lark_oapi.api.{where[0]}.{where[1]}")
    name = camel(verb) + "".join(camel(part) for part in where[2].split("_")) + "Request"
    builder = getattr(module, name).builder()
    for key, value in {**order.get("path", {}), **order.get("params", {})}.items():
        getattr(builder, key)(value)
    if "body" in order:
        builder.request_body(body_of(module, name, order["body"]))
    return builder.build()


def body_of(module: Any, name: str, fields: dict[str, Any]) -> Any:
    """The typed body; where the SDK has none of that name it takes the object itself."""
    typed = getattr(module, f"{name}Body", None)
    if typed is None:
        return fields
    builder = typed.builder()
    for key, value in fields.items():
        if key.startswith("base64:"):
            getattr(builder, key.removeprefix("base64:"))(io.BytesIO(base64.b64decode(value)))
        else:
            getattr(builder, key)(value)
    return builder.build()


def camel(word: str) -> str:
    return word[:1].upper() + word[1:]


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def answered(response: Any) -> dict[str, Any]:
    body = json.loads(response.raw.content or b"{}")
    data = json.loads(lark.JSON.marshal(response.data)) if getattr(response, "data", None) else body
    return {"code": response.code, "msg": response.msg, "data": data, "status": response.raw.status_code}


def obey(client: lark.Client) -> None:
    """Does what stdin says, until it ends."""
    for line in sys.stdin:
        order = json.loads(line)
        if "answer" in order:
            ANSWER.clear()
            ANSWER.update(order["answer"])
            result: dict[str, Any] = {}
        else:
            try:
                result = perform(client, order)
            except Exception as error:
                result = {"failed": f"{type(error).__name__}: {error}"}
        tell({"id": order["id"], **result})
    os._exit(0)


def main() -> None:
    domain, app_id, secret = sys.argv[1:]
    client = lark.Client.builder().app_id(app_id).app_secret(secret).domain(domain).timeout(10).build()
    threading.Thread(target=obey, args=(client,), daemon=True).start()
    link = lark.ws.Client(
        app_id, secret, event_handler=dispatcher(), domain=domain, log_level=lark.LogLevel.ERROR
    )
    link.start()


if __name__ == "__main__":
    main()
