"""Only what Feishu itself has sealed, signed and marked lately is let in."""

import base64
import hashlib
import json

import pytest
from Crypto.Cipher import AES
from Crypto.Util.Padding import pad
from hypothesis import given
from hypothesis import strategies as some

from bots.feishu.sealed import open_sealed
from bots.feishu.signature import NONCES_AT_MOST, WINDOW_SECONDS, Nonces, is_from_feishu, sign

pytestmark = pytest.mark.rule("F1")

KEY, BODY, NOW = "dummy-key", b'{"encrypt": "x"}', 1_800_000_000.0


def seal(text: str, key: str = KEY) -> str:
    cipher = AES.new(hashlib.sha256(key.encode()).digest(), AES.MODE_CBC, bytes(16))
    return base64.b64encode(bytes(16) + cipher.encrypt(pad(text.encode(), 16))).decode()


def test_the_example_of_the_manual_opens() -> None:
    """open.feishu.cn, encrypt key: "hello world" sealed with "test key"."""
    data = base64.b64decode("P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk=")
    cipher = AES.new(hashlib.sha256(b"test key").digest(), AES.MODE_CBC, data[:16])
    assert cipher.decrypt(data[16:]).startswith(b"hello world")


def test_an_object_opens_with_its_key_only() -> None:
    assert open_sealed(KEY, seal('{"a": 1}')) == {"a": 1}
    assert open_sealed("another", seal('{"a": 1}')) is None
    assert open_sealed("", seal('{"a": 1}', "")) is None


@pytest.mark.parametrize("sealed", [None, 5, "", "!", "AAAA", seal("[1]"), seal("no"), seal('{"a": 1}')[:-8]])
def test_what_is_not_sealed_does_not_open(sealed: object) -> None:
    assert open_sealed(KEY, sealed) is None


@given(some.binary(max_size=200))
def test_noise_does_not_open(noise: bytes) -> None:
    assert open_sealed(KEY, base64.b64encode(noise).decode()) is None


def signed(
    key: str = KEY, moment: str = str(int(NOW)), nonce: str = "n", body: bytes = BODY, now: float = NOW
) -> bool:
    return is_from_feishu(key, moment, nonce, sign(KEY, str(int(NOW)), "n", BODY), body, now)


def test_a_signature_holds_for_exactly_what_was_signed() -> None:
    assert signed()
    assert not signed(key="")
    assert not signed(key="another")
    assert not signed(nonce="m")
    assert not signed(body=BODY + b" ")
    assert not signed(moment=str(int(NOW) + 1))


@pytest.mark.parametrize("moment", ["", "soon", "-5", "１８００００００００", "9" * 20, "1e9"])
def test_a_moment_that_is_none_is_refused(moment: str) -> None:
    assert not is_from_feishu(KEY, moment, "n", sign(KEY, moment, "n", BODY), BODY, NOW)


def test_an_old_request_is_refused_and_one_without_a_nonce() -> None:
    assert signed(now=NOW + WINDOW_SECONDS)
    assert not signed(now=NOW + WINDOW_SECONDS + 1)
    assert not signed(now=NOW - WINDOW_SECONDS - 1)
    assert not is_from_feishu(KEY, str(int(NOW)), "", sign(KEY, str(int(NOW)), "", BODY), BODY, NOW)


def test_nonces_are_known_through_the_window_and_are_not_kept_for_ever() -> None:
    nonces = Nonces()
    nonces.add("a", NOW)
    assert nonces.knows("a", NOW + WINDOW_SECONDS)
    assert not nonces.knows("b", NOW)
    assert not nonces.knows("a", NOW + 2 * WINDOW_SECONDS + 1)
    for number in range(NONCES_AT_MOST + 10):
        nonces.add(str(number), NOW)
    assert len(nonces._seen) == NONCES_AT_MOST


def test_the_signature_is_over_the_raw_body() -> None:
    again = json.dumps(json.loads(BODY), separators=(",", ":")).encode()
    assert again != BODY
    assert not signed(body=again)
