"""`make bench`: every figure beside a floor or a peer that was measured in the same run.

    python -m tests.benchmarks [--quick] [names]

Goals that are not reached are said, and are no failure; a benchmark that cannot run is one.
"""

import argparse
import asyncio
import importlib
import resource
import sys
import time
import traceback

from tests.benchmarks.harness import Report
from tests.benchmarks.stage import NoPostgres

SUBJECTS = (
    "store_sqlite",
    "store_postgres",
    "wake",
    "polls",
    "sweep",
    "growth",
    "coordination",
    "feed",
    "slack",
    "feishu",
    "redact",
    "turns",
    "policy",
    "room",
)


def main() -> int:
    """Run what was named, or everything."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(SUBJECTS))
    parser.add_argument("--quick", action="store_true", help="small rounds: a smoke test of the benchmarks")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(SUBJECTS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}")
    _open_many_files()
    report = Report(quick=arguments.quick)
    broken = [name for name in arguments.names or SUBJECTS if not _ran(report, name)]
    report.end()
    if broken:
        print(f"Did not run to the end: {', '.join(broken)}.")
    return 1 if broken else 0


def _ran(report: Report, name: str) -> bool:
    subject = importlib.import_module(f"tests.benchmarks.{name}")
    began = time.monotonic()
    try:
        asyncio.run(subject.run(report))
    except NoPostgres as error:
        report.missing(f"{name}: {error}")
    except Exception:
        traceback.print_exc()
        return False
    report.say(f"({name} took {time.monotonic() - began:.0f} s)")
    return True


def _open_many_files() -> None:
    """As many open files as the system lets us have: thousands of connections are held."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main())
