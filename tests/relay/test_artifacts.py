"""Files that an agent hands over, at the relay: for the machine that runs their request, once, and bounded."""

from hashlib import sha256

import pytest

from relay.client import Refused
from relay.requests import artifacts
from relay.wire.executions import Meter
from tests.house import House
from tests.relay.players import running, said

DATA = b"the bytes"
DIGEST = sha256(DATA).hexdigest()


@pytest.mark.rule("S4", "T3")
async def test_the_same_bytes_twice_are_stored_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifacts, "MOST_BYTES", 2 * len(DATA))
    daemon, request = await running(house)
    for _ in range(5):
        await daemon.client.put_artifact(request, DIGEST, daemon.epoch, DATA)
    other = b"other 012"
    await daemon.client.put_artifact(request, sha256(other).hexdigest(), daemon.epoch, other)
    with pytest.raises(Refused, match="bytes of files at most"):
        await daemon.client.put_artifact(request, sha256(b"x").hexdigest(), daemon.epoch, b"x")
    assert await house.client("owner").take_artifact(None, request, DIGEST) == DATA


@pytest.mark.rule("N2", "S4")
async def test_bytes_are_taken_only_under_their_digest_and_from_whoever_runs_the_request(
    house: House,
) -> None:
    daemon, request = await running(house)
    for digest, fence in ((sha256(b"others").hexdigest(), daemon.epoch), (DIGEST, daemon.epoch + 1)):
        with pytest.raises(Refused):
            await daemon.client.put_artifact(request, digest, fence, DATA)
    await daemon.finish(request)
    with pytest.raises(Refused):
        await daemon.client.put_artifact(request, DIGEST, daemon.epoch, DATA)
    with pytest.raises(Refused, match="no such thing"):
        await house.client("owner").take_artifact(None, request, DIGEST)


@pytest.mark.rule("T1")
async def test_the_summary_of_files_knows_what_is_new_gone_renamed_and_binary(house: House) -> None:
    daemon, request = await running(house)
    await daemon.report(
        request,
        said(1, "file", path="a", added=3, removed=0, created=True),
        said(2, "file", path="b", added=1, removed=2, renamed_from="a"),
        said(3, "file", path="c", added=0, removed=9, deleted=True),
        said(4, "file", path="d", added=0, removed=0, binary=True, renamed_from=7, created="yes"),
    )
    files = {file.path: file.model_dump(exclude_defaults=True) for file in (await house.view(request)).files}
    assert files == {
        "b": {"path": "b", "added": 4, "removed": 2, "created": True, "renamed_from": "a"},
        "c": {"path": "c", "added": 0, "removed": 9, "deleted": True},
        "d": {"path": "d", "added": 0, "removed": 0, "binary": True},
    }


@pytest.mark.rule("T1")
async def test_what_a_request_has_used_is_in_its_view(house: House) -> None:
    daemon, request = await running(house)
    used = {"input_tokens": 1200, "output_tokens": 34}
    await daemon.report(request, said(1, "done", text="ok", usage=used, cost_usd=0.125))
    meters = {one.meter: one.spent for one in (await house.view(request)).meters}
    assert (meters[Meter.tokens], meters[Meter.cost]) == (1234, 125_000)
