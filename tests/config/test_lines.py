"""Finding the line of a key, in files that no simple search would understand."""

import pytest

from config.lines import find_line

FILE = '''\
# relay.listen = "not this"
home = "/a"

[relay]
listen = "127.0.0.1:1"
note = """
[slack]
bot_token = "not this"
"""
"public_url" = "https://x"

[[agents]]
handle = "one"
env = [  # [agents]
  "A",
  "B",
]

[[agents]]
handle = "two"
options = { model = "m" }

[agents.more]
key = 1
daemon.lease = "x"

[slack]
bot_token = "this"
'''


@pytest.mark.rule("O9")
@pytest.mark.parametrize(
    ("location", "line"),
    [
        (("home",), 2),
        (("relay",), 4),
        (("relay", "listen"), 5),
        (("relay", "note"), 6),
        (("relay", "public_url"), 10),
        (("agents",), 12),
        (("agents", 0, "env"), 14),
        (("agents", 0, "env", 1), 14),
        (("agents", 1), 19),
        (("agents", 1, "handle"), 20),
        (("agents", 1, "options", "model"), 21),
        (("agents", 1, "more", "key"), 24),
        (("agents", 1, "more", "daemon", "lease"), 25),
        (("slack", "bot_token"), 28),
        (("slack", "app_token"), None),
        (("agents", 2), None),
        (("home", "x"), None),
    ],
)
def test_a_key_is_found_on_its_line(location: tuple[str | int, ...], line: int | None) -> None:
    assert find_line(FILE, location) == line


def test_a_long_file_takes_no_long_time() -> None:
    text = "".join(f"[section{number}]\nkey = {number}\n" for number in range(5000))
    assert find_line(text, ("section4999", "key")) == 10_000
