"""interactive.v1: the update of a card by the token of a tap, within half an hour, twice, after the answer."""

from tests.emulators.feishu.cards import checked_card
from tests.emulators.feishu.change_routes import UPDATE
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.messages import show_card
from tests.emulators.feishu.payloads import dumps
from tests.emulators.feishu.routes import Arguments, Flat, route
from tests.emulators.feishu.schema import anything, need, text
from tests.emulators.feishu.state import CallbackToken

TOKEN_SECONDS = 1800.0
TOKEN_USES = 2
CARD_BYTES = 100 * 1024


@route(
    "POST",
    "/open-apis/interactive/v1/card/update",
    "card.delayed_update",
    *UPDATE,
    body={"token": need(text()), "card": need(anything)},
)
def delayed_update(call: Arguments) -> Flat:
    """Shows another card to all. Before the answer to the tap it shows for a moment and goes back."""
    token = _usable(call)
    card = call.body["card"]
    if not isinstance(card, dict) or "open_ids" in card:
        raise FeishuRefusal(10002, "card is invalid: shared cards of JSON 2.0 take no open_ids")
    if len(dumps(card).encode()) > CARD_BYTES:
        raise FeishuRefusal(100000, "card content exceeds 100 KB")
    try:
        checked = checked_card(card, call.service, call.app)
    except FeishuRefusal as refusal:
        raise FeishuRefusal(11311, refusal.message) from refusal
    message = call.service.platform.messages[token.message]
    if message.gone:
        raise FeishuRefusal(200000, "the card has been recalled")
    token.uses += 1
    show_card(call.service, message, checked)
    return Flat({})


def _usable(call: Arguments) -> CallbackToken:
    value = str(call.body["token"])
    if not value.startswith("c-"):
        raise FeishuRefusal(300020, "the format of the token is wrong")
    token = call.service.platform.tokens.get(value)
    if token is None or call.service.platform.now() - token.issued > TOKEN_SECONDS:
        raise FeishuRefusal(300030, "the token has expired")
    if token.app_id != call.app.app_id:
        raise FeishuRefusal(200310, "a card of another app cannot be updated")
    if token.uses >= TOKEN_USES:
        raise FeishuRefusal(300040, "the token has been used too often")
    return token
