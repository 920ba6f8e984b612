"""Addresses of this house in the spellings of the internet: nothing is sent there for a browser that names them."""

import pytest

from bots.web.push.addresses import is_public


@pytest.mark.rule("W3", "S1")
@pytest.mark.parametrize(
    "address",
    [
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "fec0::1",
        "fe80::1%eth0",
        "192.0.0.8",
        "100.64.0.1",
        "169.254.169.254",
        "ff0e::1",
    ],
)
def test_no_spelling_of_a_private_address_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["142.250.74.10", "2a00:1450:4001:82a::200a", "2620:0:861:ed1a::1"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)
