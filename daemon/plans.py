"""The plan of a request, as the daemon carries it on before it tells the room: the table is the wire's (V1). Pure."""

from relay.wire.plans import MOST_STEPS, OVER, STATES, Steps, carry_on

__all__ = ["MOST_STEPS", "OVER", "STATES", "Steps", "carry_on"]
