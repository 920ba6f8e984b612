"""Tasks, as the verbs between agents see them."""

from relay.authority.tasks import children_of, current_task, live_delegation, task_of

__all__ = ["children_of", "current_task", "live_delegation", "task_of"]
