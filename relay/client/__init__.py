"""The door to the relay: one short method per call, in parts by audience."""

from relay.client.call import Refused, Unreachable
from relay.client.connectors import ConnectorCalls
from relay.client.coordination import CoordinationCalls
from relay.client.machines import MachineCalls
from relay.client.people import PeopleCalls

__all__ = ["Refused", "RelayClient", "Unreachable"]


class RelayClient(PeopleCalls, ConnectorCalls, MachineCalls, CoordinationCalls):
    """Calls the relay over HTTP with one token; what the token does not open, the relay refuses."""
