"""Logs go to stderr: lines to read on a terminal, one JSON object a line elsewhere (O12)."""

import logging
import os
import sys
from typing import Any

import structlog

QUIET = {
    "aiohttp": logging.WARNING,
    "alembic": logging.WARNING,
    # Each pass that fails is logged by the sweeper itself; what is left is what a tick says about a stop.
    "apscheduler": logging.CRITICAL,
    "asyncio": logging.WARNING,
    "slack_bolt": logging.WARNING,
    "slack_sdk": logging.WARNING,
    "tzlocal": logging.WARNING,
}
"""Libraries whose ordinary news is nobody's."""


def start_logging(level: int = logging.INFO) -> None:
    """Send what this process and its libraries say to stderr, in one shape."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers()],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name, quiet in QUIET.items():
        logging.getLogger(name).setLevel(max(level, quiet))


def _renderers() -> list[Any]:
    """Tracebacks come without the values of variables: tokens are among them (S5)."""
    if sys.stderr.isatty():
        colors = not os.environ.get("NO_COLOR")
        plain = structlog.dev.plain_traceback
        return [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    frames = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return [
        structlog.processors.ExceptionRenderer(frames),
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
