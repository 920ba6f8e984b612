"""What no good program prints, and a working directory that goes away: told, bounded, and nothing breaks."""

import pytest

from tests.daemon.scene import Scene, of


@pytest.mark.rule("T6", "T4")
async def test_output_that_is_no_text_is_told_readably_and_the_request_goes_on(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "printf '\\033]0;evil title\\007\\033[31mred\\033[0m \\342\\200\\256txt.exe \\n'"},
            {"run": "printf 'half \\377\\376\\300 of \\000 it 你好\\n'"},
            {"run": "head -c 200000 /dev/urandom"},
            {"run": "head -c 3000000 /dev/zero | tr '\\0' 'x'"},
            {"run": "printf 'name' > \"$(printf 'a\\033[2Jb\\377\\n.txt')\""},
            {"run": "printf 'lost \\355\\240\\200 half'; exit 1"},
            {"done": "the end \ud83d of it"},
        )
        async with scene.yielding(request):
            view = await scene.until_done(request)
        events = await scene.timeline(request)
    tails = [event.body.get("tail", "") for event in of("tool_ended", events)]
    assert "red" in tails[0] and "txt.exe" in tails[0]
    assert "half" in tails[1] and "of" in tails[1] and "it 你好" in tails[1]
    assert "\0" not in "".join(tails)
    assert all(len(tail) <= 4_000 for tail in tails)
    assert of("tool_ended", events)[3].body["characters_left_out"] == 3_000_000 - 4_000
    assert [event.body["created"] for event in of("file", events)] == [True]
    assert view.result == "the end ? of it"
    "".join(str(event.body) for event in events).encode()


@pytest.mark.rule("T1")
async def test_a_working_directory_that_goes_away_in_the_middle_is_said_and_the_request_ends(
    scene: Scene,
) -> None:
    gone = f"{scene.work}-gone"
    async with scene.daemon() as daemon:
        request = await scene.ask(
            {"run": f"mv {scene.work} {gone}"},
            {"use": "attach", "arguments": {"path": "x"}},
            {"use": "progress", "arguments": {"percent": 50, "text": "still here"}},
            {"done": "ok"},
        )
        async with scene.yielding(request):
            view = await scene.until_done(request)
        events = await scene.timeline(request)
        assert not daemon.done()
    assert view.percent == 50
    assert any("not told any more" in event.body["text"] for event in of("notice", events))
    assert [event.body["name"] for event in of("refused", events)] == ["x"]
