"""One redaction step: known values in every form, token formats, and both also when a stream cuts them."""

import base64
import json
import time
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from daemon.redact import LONGEST_LINE, REDACTED, NeedleTooShort, Redactor, encoded_forms, secret_values

SECRET = 'pä55/w+rd "x"=1~z'
UUID = "7b0f1c5e-93d4-4c1e-8a55-0f2d6f0c9e11"
PEM = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nQUJD\n-----END OPENSSH PRIVATE KEY-----"
FORMS = {
    "plain": SECRET,
    "base64, first": base64.b64encode(SECRET.encode()).decode(),
    "base64, second": base64.b64encode(b"u" + SECRET.encode() + b"!").decode(),
    "base64, third": base64.b64encode(b"u:" + SECRET.encode()).decode(),
    "base64, for addresses": base64.urlsafe_b64encode(SECRET.encode()).decode(),
    "url": quote(SECRET, safe=""),
    "url, path": quote(SECRET),
    "url, form": quote_plus(SECRET),
    "url, lower": quote(SECRET, safe="").replace("%C3%A4", "%c3%a4").replace("%2F", "%2f").replace("%2B", "%2b")
    .replace("%3D", "%3d"),
    "url, every byte": "".join(f"%{byte:02X}" for byte in SECRET.encode()),
    "json": json.dumps(SECRET)[1:-1],
    "json, not ascii": json.dumps(SECRET, ensure_ascii=False)[1:-1],
    "json in json": json.dumps(json.dumps(SECRET))[3:-3],
    "json, slashes": json.dumps(SECRET)[1:-1].replace("/", "\\/"),
    "hex": SECRET.encode().hex(),
    "hex, upper": SECRET.encode().hex().upper(),
    "html": "pä55/w+rd &quot;x&quot;=1~z",
    "colours inside": "pä5\x1b[31m5/w+r\x1b[0md \"x\"=1~z",
    "nothing inside": "pä55/w\u200b+rd \"x\"=1~z",
    "wrapped": "pä55/w+\nrd \"x\"=1~z",
    "wrapped base64": base64.b64encode(SECRET.encode()).decode()[:9] + "\r\n  " + base64.b64encode(SECRET.encode()).decode()[9:],
}  # fmt: skip
TOKENS = {
    "anthropic": "sk-ant-dummy03-AAAAAAAA",
    "openai": "sk-proj-dummydummydummy00000",
    "slack bot": "xoxb-000000000-dummydummy",
    "slack user": "xoxp-000000000-dummydummy",
    "slack rotating": "xoxe.xoxp-1-dummydummy00",
    "slack app": "xapp-1-A000000-dummydummy",
    "github": "ghp_" + "dummy0" * 6,
    "github app": "ghs_" + "dummy0" * 6,
    "github fine": "github_pat_" + "dummy0" * 6,
    "gitlab": "glpat-dummydummydummy0000",
    "aws": "AKIA" + "DUMMY0DUMMY0DUMM",
    "google": "AIza" + "dummy00" * 5,
    "google oauth": "ya29.dummydummydummydummy",
    "jwt": "eyJhbGciOiJub25l.eyJzdWIiOiJkdW1teSJ9.ZHVtbXk",
    "stripe": "sk_" + "live_" + "dummy0" * 4,
    "npm": "npm_" + "dummy0" * 6,
    "pypi": "pypi-dummydummydummydummy00",
    "hugging face": "hf_" + "dummyd" * 5,
    "telegram": "123456789:" + "dummy_0" * 5,
    "pem": PEM,
    "pem in json": PEM.replace("\n", "\\n"),
}
PLACES = {
    "postgres://owner:hunter2@db.example/x": "postgres://owner:[redacted]@db.example/x",
    "git clone https://x:dummy-pass@git.example/r": "git clone https://x:[redacted]@git.example/r",
    "Authorization: Bearer abc.def": "Authorization: [redacted]",
    "authorization: token 12ab34": "authorization: [redacted]",
    '"Authorization": "Basic dTpw"': '"Authorization": "[redacted]"',
    "curl -H 'Proxy-Authorization: Basic dTpw' x": "curl -H 'Proxy-Authorization: [redacted]' x",
    "Cookie: session=abc; b=c": "Cookie: [redacted]",
    "X-Api-Key: abcd1234": "X-Api-Key: [redacted]",
    "DB_PASSWORD=hunter2": "DB_PASSWORD=[redacted]",
    "export API_KEY='hunter2'": "export API_KEY='[redacted]'",
    "?access_token=abcdef&x=1": "?access_token=[redacted]&x=1",
    '{"password": "hunter two"}': '{"password": "[redacted]"}',
    "client_secret: 'abcd'": "client_secret: '[redacted]'",
    "password: hunter22": "password: [redacted]",
    "密码：hunter22": "密码：[redacted]",
    "密码是hunter22。": "密码是[redacted]",
    "密钥=abcd": "密钥=[redacted]",
    "비밀번호: hunter22": "비밀번호: [redacted]",
}
PLAIN = (
    "def check(token: str) -> None:",
    "token = get_token(request)",
    "self.password = self.settings.password",
    "password: Optional[str] = None",
    "The password must have a digit.",
    "see https://example.com:8080/path/@scope/name",
    "commit 3f2c1d9a0b8e7f6d5c4b3a29181706f5e4d3c2b1",
    f"id {UUID}",
    "sk-learn and skip-navigation-links",
    "R20260906-07: asked by Sarah, running at 60 %.",
    "secret = os.environ['X']",
    "author: someone",
)
redactor = Redactor([SECRET, UUID])


def stream(text: str, *cuts: int) -> str:
    """The text fed in pieces that end at these places."""
    fresh = redactor.fresh()
    ends = sorted(min(cut, len(text)) for cut in cuts)
    pieces = [text[a:b] for a, b in zip([0, *ends], [*ends, len(text)], strict=True)]
    return "".join(fresh.feed(piece) for piece in pieces) + fresh.flush()


@pytest.mark.rule("S3")
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_known_value_is_hidden_in_every_form(form: str) -> None:
    counted = Redactor([SECRET])
    hidden = counted.redact(f"before <{form}> after")
    assert hidden.startswith("before <") and hidden.endswith("> after")
    assert REDACTED in hidden
    assert counted.count == 1
    assert len(hidden) <= len(f"before <{REDACTED}> after") + 6


@pytest.mark.rule("S3")
@pytest.mark.parametrize("token", TOKENS.values(), ids=TOKENS)
def test_a_token_format_is_hidden(token: str) -> None:
    assert Redactor().redact(f"a {token} b") == f"a {REDACTED} b"


@pytest.mark.rule("S3")
@pytest.mark.parametrize(("text", "hidden"), PLACES.items())
def test_what_is_written_as_a_secret_is_hidden(text: str, hidden: str) -> None:
    assert Redactor().redact(text) == hidden


@pytest.mark.parametrize("text", PLAIN)
def test_ordinary_text_stays_readable(text: str) -> None:
    assert Redactor([SECRET]).redact(text) == text


@pytest.mark.rule("S3")
@pytest.mark.parametrize("secret", [*FORMS.values(), *TOKENS.values(), *PLACES, UUID], ids=repr)
def test_a_secret_split_at_any_place_is_hidden_as_if_it_came_whole(secret: str) -> None:
    text = f"line one\nbefore <{secret}> after\nlast"
    whole = redactor.redact(text)
    assert secret not in whole
    for cut in range(len(text) + 1):
        assert stream(text, cut) == whole, cut
    assert stream(text, *range(len(text))) == whole


@settings(max_examples=150, deadline=None)
@given(
    parts=st.lists(
        st.one_of(
            st.sampled_from([*FORMS.values(), *TOKENS.values(), *PLACES, UUID]),
            st.text(max_size=12),
            st.just("\n"),
        ),
        max_size=8,
    ),
    cuts=st.lists(st.integers(0, 400), max_size=6),
)
@example(parts=[UUID[:-1], UUID], cuts=[10])
@example(parts=["Authorization: Bearer abc.def", *[SECRET] * 30, "\n"], cuts=[])
@example(parts=["pad\n"] * 90 + [PEM, "x" * 300], cuts=[])
@example(parts=["pad\n"] * 90 + ["password: 'wrapped\n" + UUID[:9] + "\n" + UUID[9:], "x" * 300], cuts=[380])
@example(parts=["-----BEGIN RSA PRIVATE KEY-----\nAAAA\n"], cuts=[40])
@pytest.mark.rule("S3")
def test_how_a_text_is_cut_changes_nothing(parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    assert stream(text, *cuts) == redactor.redact(text)


@settings(max_examples=150, deadline=None)
@given(
    secret=st.text(min_size=8, max_size=40).filter(lambda s: len(s.strip()) >= 8),
    around=st.binary(max_size=4),
)
@pytest.mark.rule("S3")
def test_any_value_is_hidden_in_base64_wherever_it_stands(secret: str, around: bytes) -> None:
    data = secret.encode()
    encoded = base64.b64encode(around + data + around).decode()
    hidden = Redactor([secret], patterns=()).redact(encoded)
    assert REDACTED in hidden
    assert len(hidden) - len(REDACTED) <= 4 * len(around) + 8


@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=200))
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redactor.redact(text)
    assert redactor.redact(once) == once


@pytest.mark.rule("S3")
def test_a_cut_never_takes_a_word_from_what_stands_before_it() -> None:
    for length in range(60, 320):
        text = "ask-ant-dummydummy " + "y" * length + "\n"
        assert stream(text, len(text)) == text


def test_overlapping_values_leave_nothing_of_either() -> None:
    both = Redactor(["abcdefghijkl", "ghijklmnopqr"])
    assert both.redact("<abcdefghijklmnopqr>") == f"<{REDACTED}>"
    assert Redactor(["abababab"], patterns=()).redact("<ababababab>") == f"<{REDACTED}>"


@pytest.mark.rule("S3")
def test_a_private_key_without_an_end_hides_everything_after_it() -> None:
    begun = "ok\n-----BEGIN RSA PRIVATE KEY-----\n" + "AAAA\n" * 20
    assert Redactor().redact(begun) == f"ok\n{REDACTED}"
    fresh = Redactor()
    assert "".join(fresh.feed(line + "\n") for line in begun.splitlines()) == "ok\n"
    assert fresh.flush() == REDACTED


@pytest.mark.rule("S3", "T4")
@pytest.mark.parametrize("begin", ["-----BEGIN RSA PRIVATE KEY-----\n", "sk-ant-dummy"])
def test_a_secret_without_an_end_is_swallowed_in_bounded_memory(begin: str) -> None:
    fresh = Redactor()
    out = fresh.feed("before " + begin)
    for _ in range(60):
        out += fresh.feed("A" * 10_000)
        assert len(fresh._held) <= 4 * LONGEST_LINE
    out += fresh.feed("\n-----END RSA PRIVATE KEY-----\nafter\n") + fresh.flush()
    assert out.startswith(f"before {REDACTED}") and out.endswith("\nafter\n")
    assert "AAAA" not in out


def test_a_long_line_is_let_go_and_a_value_across_its_cut_is_still_hidden() -> None:
    for shift in (0, 1, 17, 35, 36, 40):
        fresh = Redactor([UUID])
        line = "x " * (LONGEST_LINE // 2) + "y" * shift + UUID + " z" * 3000
        out = "".join(fresh.feed(line[at : at + 1000]) for at in range(0, len(line), 1000))
        assert len(out) > LONGEST_LINE // 2
        out += fresh.flush()
        assert out == line.replace(UUID, REDACTED)


def test_whole_lines_come_at_once_and_the_rest_with_the_flush() -> None:
    fresh = Redactor()
    assert fresh.feed("one\ntwo" + " " * 100) == "one\n"
    assert fresh.feed("three") == ""
    assert fresh.flush() == "two" + " " * 100 + "three"
    assert fresh.flush() == ""


def test_a_value_too_short_to_hide_is_refused_aloud() -> None:
    with pytest.raises(NeedleTooShort, match="fewer than eight"):
        Redactor(["true"])
    with pytest.raises(NeedleTooShort):
        encoded_forms("  abc     ")


@pytest.mark.rule("S3")
def test_environment_values_that_look_secret_are_found() -> None:
    environment = {
        "DEPLOY_TOKEN": UUID,
        "DB_PASSWORD": "correct horse",
        "DATABASE_URL": "postgres://u:hunter2-long@db/x",
        "STRANGE": "ghp_" + "dummy0" * 6,
        "SSH_AUTH_SOCK": "/run/user/1000/ssh-agent",
        "HOME": "/home/owner",
        "LANG": "en_US.UTF-8",
        "SHORT_TOKEN": "abc",
        "SERVICE_URL": "https://example.com/path",
    }
    assert set(secret_values(environment)) == {UUID, "correct horse", "hunter2-long", "ghp_" + "dummy0" * 6}


@pytest.mark.rule("T4")
def test_a_flood_is_redacted_fast_enough() -> None:
    fresh = Redactor([f"dummy-secret-value-{number:04}" for number in range(40)])
    lines = [f"{number} building module src/pkg/mod_{number}.py ok in 0.12s\n" for number in range(100)]
    chunk = "".join(lines) * 2
    begun = time.perf_counter()
    out = "".join(fresh.feed(chunk) for _ in range(100)) + fresh.flush()
    assert out == chunk * 100
    assert time.perf_counter() - begun < 10
