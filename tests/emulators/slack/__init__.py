"""A strict emulator of Slack: Web API, Socket Mode, signed HTTP events, and the people of a workspace."""

from tests.emulators.slack.delivery import Delivery
from tests.emulators.slack.errors import ImpossibleGesture
from tests.emulators.slack.server import SlackEmulator
from tests.emulators.slack.state import Call, Channel, Ephemeral, Message, Revision, Team, User, View
from tests.emulators.slack.text import decode, encode

__all__ = [
    "Call",
    "Channel",
    "Delivery",
    "Ephemeral",
    "ImpossibleGesture",
    "Message",
    "Revision",
    "SlackEmulator",
    "Team",
    "User",
    "View",
    "decode",
    "encode",
]
