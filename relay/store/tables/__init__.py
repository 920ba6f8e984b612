"""All tables, each defined once; rows never leave `relay.store` and the verbs that use it."""

from relay.store.tables.audit import AuditRow, HeadRow
from relay.store.tables.coordination import DelegationRow, MoveRow, TaskRow
from relay.store.tables.machines import AgentRow, GrantRow, MachineRow, RoomAgentRow, SessionRow
from relay.store.tables.messages import FeedHeadRow, FeedRow, HandRow, MessageRow, WaitRow
from relay.store.tables.notifications import NoticeRow, SubscriptionRow
from relay.store.tables.people import (
    AccountRow,
    BindingRow,
    CredentialRow,
    InviteRow,
    LinkRow,
    MemberRow,
    PersonRow,
    RoomRow,
)
from relay.store.tables.requests import (
    ActionRow,
    BlobRow,
    CounterRow,
    EventRow,
    JoinRow,
    LeaseRow,
    PlaceRow,
    RequestRow,
)

__all__ = [
    "AccountRow",
    "ActionRow",
    "AgentRow",
    "AuditRow",
    "BindingRow",
    "BlobRow",
    "CounterRow",
    "CredentialRow",
    "DelegationRow",
    "EventRow",
    "FeedHeadRow",
    "FeedRow",
    "GrantRow",
    "HandRow",
    "HeadRow",
    "InviteRow",
    "JoinRow",
    "LeaseRow",
    "LinkRow",
    "MachineRow",
    "MemberRow",
    "MessageRow",
    "MoveRow",
    "NoticeRow",
    "PersonRow",
    "PlaceRow",
    "RequestRow",
    "RoomAgentRow",
    "RoomRow",
    "SessionRow",
    "SubscriptionRow",
    "TaskRow",
    "WaitRow",
]
