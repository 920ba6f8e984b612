"""The profile for macOS, as text: it has never run on a Mac."""

from pathlib import Path

import pytest

from daemon.sandbox.seatbelt import SERVICES, Ground, profile

GOLDEN = Path(__file__).parent / "golden" / "seatbelt.sb"
WORK = Path('/Users/olga/code/a "project"')
GROUND = Ground(
    directory=WORK,
    temporary=Path("/private/tmp/muti-x"),
    readable=(Path("/Users/olga/.pyenv"),),
    writable=(Path("/Users/olga/.local/state/muti/daemon/claude"),),
    guards=(WORK / ".git/config", WORK / ".git/hooks"),
    sockets=(Path("/private/tmp/muti-x/model.sock"),),
)


def test_the_profile_is_as_it_was_looked_at() -> None:
    assert profile(GROUND) == GOLDEN.read_text()


@pytest.mark.rule("P7")
def test_the_profile_denies_first_and_knows_no_keychain() -> None:
    text = profile(GROUND)

    assert text.index("(deny default)") < text.index("(allow")
    assert text.index("deny file-write*") > text.index("allow file-write*")
    assert '(subpath "/Users/olga")' not in text
    assert not any(
        word in name.lower() for name in SERVICES for word in ("security", "keychain", "launchservices")
    )
    assert text.count("network-outbound") == 1
