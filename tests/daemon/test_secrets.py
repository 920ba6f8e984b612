"""No secret of the machine reaches the relay, whichever way an agent tries (S3): its database is searched, byte by byte."""

import base64
import json
from urllib.parse import quote

import pytest

from tests.daemon.scene import Scene

SECRET = "correct-horse/battery+staple=9"
OWN = "s3cr3t value of the owner's list"


@pytest.fixture
def known(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A daemon that knows a secret by its own environment, one by the owner's list, and its token."""
    monkeypatch.setenv("DATABASE_PASSWORD", SECRET)
    scene.settings = {"secrets": (OWN,)}
    return scene


def stored(scene: Scene) -> bytes:
    """Everything that the relay has on its disk."""
    files = sorted(path for path in scene.folder.glob("relay.db*") if path.is_file())
    assert files
    return b"".join(path.read_bytes() for path in files)


@pytest.mark.rule("S3", "S2")
async def test_a_secret_leaves_by_no_way_that_a_report_or_a_card_offers(known: Scene) -> None:
    token = known.house.tokens["machine"]
    (known.work / "copy.txt").write_text(f"{SECRET}\n{OWN}\n{token}\n")
    moves = [
        {"run": "cat copy.txt"},
        {"run": "base64 -w0 copy.txt; echo; base64 copy.txt; xxd -p copy.txt"},
        {"run": "head -c 20 copy.txt; sleep 0.05; tail -c +21 copy.txt; exit 3"},
        {"run": "python3 -c \"import urllib.parse;print(urllib.parse.quote(open('copy.txt').read()))\""},
        {"run": "printf '\\033[1m'; cat copy.txt | sed 's/-/-\\x1b[0m/g'"},
        {"read": "copy.txt"},
        {"run": 'cp copy.txt "$(head -1 copy.txt)"; ls'},
        {"run": "rm missing-$(head -1 copy.txt)"},
        {"tool": "mcp__mail__send", "input": {"body": "%s"}},
    ]
    async with known.daemon():
        request = await known.ask(*moves, {"say": "reading copy.txt"}, {"done": "ok"})
        async with known.yielding(request):
            await known.until_done(request)
    seen = stored(known)
    for form in forms(SECRET) | forms(OWN) | forms(token):
        assert form not in seen, form


def forms(secret: str) -> set[bytes]:
    """The ways in which a secret is likely to be written."""
    plain = secret.encode()
    found = {plain, plain.hex().encode(), quote(secret, safe="").encode(), quote(secret).encode()}
    return found | {base64.b64encode(plain)[:-4]}


@pytest.mark.rule("S3")
async def test_a_secret_in_what_the_agent_says_in_its_result_and_in_an_approval_is_hidden(
    known: Scene,
) -> None:
    # The prompt itself is the asker's own, so the agent reads its script from the machine.
    listed = OWN.replace("'", "")
    moves = [
        {"say": listed},
        {"write": f"{listed}.txt", "content": "x"},
        {"run": f"rm '{listed}'"},
        {"plan": [[listed, "pending"]]},
        {"progress": 5, "text": listed},
        {"done": f"the end: {listed}"},
    ]
    script = known.folder / "script.json"
    script.write_text(json.dumps(moves))
    known.settings = {"secrets": (listed,)}
    known.agent = {"options": {"script": str(script)}}
    async with known.daemon():
        request = await known.ask(words="please")
        async with known.yielding(request):
            view = await known.until_done(request)
    assert listed.encode() not in stored(known)
    assert view.result == "the end: [redacted]"
    assert "[redacted]" in view.files[0].path


@pytest.mark.rule("S3")
async def test_an_error_of_the_program_is_redacted_too(known: Scene) -> None:
    script = known.folder / "script.json"
    script.write_text(json.dumps([{"fail": f"cannot log in with {SECRET}"}]))
    known.agent = {"options": {"script": str(script)}}
    async with known.daemon():
        view = await known.until_done(await known.ask(words="please"), "failed")
    assert view.result == "cannot log in with [redacted]"
    assert SECRET.encode() not in stored(known)


@pytest.mark.rule("R11", "S6")
async def test_the_key_of_the_model_stays_on_the_machine_though_the_agent_works_with_it(scene: Scene) -> None:
    key = "sk-ant-api03-" + "k" * 40
    scene.environment = {"ANTHROPIC_API_KEY": key}
    async with scene.daemon():
        request = await scene.ask({"run": "echo key=$ANTHROPIC_API_KEY; env"}, {"done": "ok"})
        async with scene.yielding(request):
            await scene.until_done(request)
    assert key.encode() not in stored(scene)
