"""A strict emulator of Feishu and Lark: the interface, the long connection, webhooks, and the people of a tenant."""

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.cards import card_complaint
from tests.emulators.feishu.delivery import Delivery
from tests.emulators.feishu.errors import FeishuRefusal, ImpossibleGesture
from tests.emulators.feishu.server import FeishuEmulator
from tests.emulators.feishu.state import Call, Chat, Member, Message, Tenant, Toast

__all__ = [
    "App",
    "Call",
    "Chat",
    "Delivery",
    "FeishuEmulator",
    "FeishuRefusal",
    "ImpossibleGesture",
    "Member",
    "Message",
    "Tenant",
    "Toast",
    "card_complaint",
]
