"""The parts that look at nothing: values in, values out."""

from pathlib import Path

import pytest

from daemon.sandbox.addresses import is_listed, is_public
from daemon.sandbox.asking import BadAsk, Wanted, read_ask
from daemon.sandbox.later import describe_new
from daemon.sandbox.layout import Layout, Mount, arguments, same
from daemon.sandbox.overlap import fault_of_directory, fault_of_reading
from daemon.sandbox.providers import ANTHROPIC, OPENAI, Upstream
from daemon.sandbox.refusal import explain, leaks, missing
from daemon.sandbox.usage import Meter
from daemon.sandbox.variables import inside_variables

GOLDEN = Path(__file__).parent / "golden"
HOME, WORK = Path("/home/olga"), Path("/home/olga/code/project")


def test_the_command_line_of_a_box_is_as_it_was_looked_at() -> None:
    layout = Layout(
        home=HOME,
        directory=WORK,
        system=(same(Path("/usr")), Mount(Path("/usr/share/zoneinfo/UTC"), Path("/etc/localtime"))),
        links=(("usr/bin", Path("/bin")),),
        kernel=(Path("/proc/sys"),),
        readable=(same(HOME / ".pyenv"),),
        writable=(same(HOME / ".local/state/muti/daemon/claude"),),
        points=(WORK / ".git",),
        guards=(same(WORK / ".git/config"), same(WORK / ".git/hooks")),
        sockets=Path("/run/user/1000/muti-x"),
    )
    words = [*arguments("/usr/bin/bwrap", layout), "claude"]
    assert "\n".join(words) + "\n" == (GOLDEN / "bubblewrap.txt").read_text()


@pytest.mark.rule("P7", "S6")
def test_no_secret_enters_and_the_daemons_sockets_stand_for_the_network() -> None:
    given = {
        "HOME": "/home/olga",
        "PATH": "/bin",
        "ANTHROPIC_API_KEY": "sk-ant-0123456789",
        "GITHUB_TOKEN": "ghp_0123456789",
        "SSH_AUTH_SOCK": "/run/agent",
        "HTTPS_PROXY": "http://olga:secret-password@proxy:1",
        "CI_TOKEN": "0123456789",
        "EDITOR": "vi",
    }
    upstream = Upstream(ANTHROPIC, "https://api.anthropic.com", ANTHROPIC.given(given))

    inside = inside_variables(given, HOME, ("CI_TOKEN",), upstream, hosts=True)

    assert inside == {
        "ANTHROPIC_API_KEY": "placeholder-for-anthropic-api-key",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:8787",
        "CI_TOKEN": "0123456789",
        "EDITOR": "vi",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_GLOBAL": "/run/muti/gitconfig",
        "GIT_CONFIG_KEY_0": "credential.helper",
        "GIT_CONFIG_VALUE_0": "",
        "HOME": "/home/olga",
        "LANG": "C.UTF-8",
        "PATH": "/bin",
        "TMPDIR": "/tmp",
        **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:8788"),
        **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost"),
    }


@pytest.mark.rule("P7")
def test_only_what_may_be_posted_to_a_model_has_an_address() -> None:
    upstream = Upstream(OPENAI, "https://models.example/v1", OPENAI.given({"OPENAI_API_KEY": "k"}))

    assert upstream.inside(8787) == "http://127.0.0.1:8787/v1"
    assert upstream.url_of("POST", "/v1/responses", "x=1") == "https://models.example/v1/responses?x=1"
    refused = [
        ("GET", "/v1/responses"),
        ("POST", "/v1/files"),
        ("POST", "/v1/../v1/responses"),
        ("POST", "//evil/v1/responses"),
    ]
    assert [upstream.url_of(method, path, "") for method, path in refused] == [None] * 4


def test_the_key_is_the_one_whose_placeholder_was_sent() -> None:
    keys = ANTHROPIC.given({"ANTHROPIC_API_KEY": "key", "CLAUDE_CODE_OAUTH_TOKEN": "token"})
    upstream = Upstream(ANTHROPIC, ANTHROPIC.usual, keys)

    assert upstream.authorized({"x-api-key": "placeholder-for-anthropic-api-key"}) == {"x-api-key": "key"}
    bearer = {"authorization": "Bearer placeholder-for-claude-code-oauth-token"}
    assert upstream.authorized(bearer) == {"Authorization": "Bearer token"}
    assert upstream.authorized({}) == {"x-api-key": "key"}


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "192.168.1.1",
        "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "fd00::1",
        "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:1::1",
        "2001:db8::1", "not an address", "100.100.100.200",
    ],
)  # fmt: skip
@pytest.mark.rule("P7")
def test_an_address_that_leads_into_this_machine_or_its_network_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "140.82.112.3"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("host", "port", "listed"),
    [
        ("pypi.org", 443, True),
        ("PyPI.org.", 80, True),
        ("pypi.org", 22, False),
        ("files.pythonhosted.org", 443, True),
        ("pythonhosted.org", 443, False),
        ("evil-pypi.org", 443, False),
        ("pypi.org.evil.example", 443, False),
        ("own.example", 8443, True),
        ("own.example", 443, False),
    ],
)
@pytest.mark.rule("P7")
def test_a_host_is_listed_by_its_whole_name_and_its_port(host: str, port: int, listed: bool) -> None:
    assert is_listed(host, port, ("pypi.org", "*.pythonhosted.org", "own.example:8443")) is listed


def test_a_tunnel_and_a_plain_call_are_understood() -> None:
    assert read_ask(b"CONNECT pypi.org:443 HTTP/1.1\r\nHost: x\r\n\r\n") == Wanted("pypi.org", 443)
    assert read_ask(b"CONNECT [2606:4700::1]:443 HTTP/1.1\r\n\r\n") == Wanted("2606:4700::1", 443)
    plain = read_ask(
        b"GET http://example.org/a?b=1 HTTP/1.1\r\nHost: other\r\nProxy-Authorization: x\r\nAccept: y\r\n\r\n"
    )
    first = b"GET /a?b=1 HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\nAccept: y\r\n\r\n"
    assert plain == Wanted("example.org", 80, first)


@pytest.mark.parametrize(
    "head",
    [
        b"\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"CONNECT pypi.org HTTP/1.1\r\n\r\n", b"CONNECT a:99999 HTTP/1.1\r\n\r\n",
        b"CONNECT u@a:443 HTTP/1.1\r\n\r\n", b"CONNECT a b:443 HTTP/1.1\r\n\r\n", b"GET ftp://a/ HTTP/1.1\r\n\r\n",
        b"GET http://u:p@a/ HTTP/1.1\r\n\r\n", b"CONNECT a:443/x HTTP/1.1\r\n\r\n", b"CONNECT a:443 HTTP/9\r\n\r\n",
        b"GET http://a/ HTTP/1.1\r\nX: y\nHost: evil\r\n\r\n", b"GET http:///x HTTP/1.1\r\n\r\n", b"\xff\xfe\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_neither_is_bad(head: bytes) -> None:
    with pytest.raises(BadAsk):
        read_ask(head)


def test_tokens_of_a_streamed_answer_are_its_last_totals() -> None:
    meter = Meter(streamed=True)
    stream = (
        b'event: message_start\ndata: {"message": {"usage": {"input_tokens": 11, "output_tokens": 1, '
        b'"cache_read_input_tokens": 100}}}\n\nevent: x\ndata: not json usage\n\n'
        b'data: {"type": "message_delta", "usage": {"output_tokens": 7}}\n\n'
    )
    for start in range(0, len(stream), 5):
        meter.feed(stream[start : start + 5])
    assert meter.tokens() == 118


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        (b'{"usage": {"input_tokens": 3, "output_tokens": 4}}', 7),
        (b'{"usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}}', 7),
        (b'{"usage": {"input_tokens": "many"}}', 0),
        (b"[1]", 0),
        (b"\xff", 0),
        (b"", 0),
    ],
)
def test_tokens_of_a_whole_answer(said: bytes, tokens: int) -> None:
    meter = Meter(streamed=False)
    meter.feed(said)
    assert meter.tokens() == tokens


def test_tokens_of_a_response_stand_in_its_last_event() -> None:
    meter = Meter(streamed=True)
    meter.feed(
        b'data: {"type": "response.completed", "response": {"usage": {"input_tokens": 5, "output_tokens": 6}}}\n'
    )
    assert meter.tokens() == 11


@pytest.mark.parametrize(
    "directory",
    [
        "/home/olga",
        "/home",
        "/",
        "/tmp",
        "/usr/src/x",
        "/etc/x",
        "/home/olga/.local/state/muti/x",
        "/home/olga/.local",
    ],
)
@pytest.mark.rule("P6", "P7")
def test_a_directory_that_holds_or_lies_in_what_must_stay_out_of_reach_is_refused(directory: str) -> None:
    assert fault_of_directory(Path(directory), (HOME,), (HOME / ".local/state/muti",)) is not None


def test_a_directory_below_the_home_is_taken() -> None:
    assert fault_of_directory(WORK, (HOME,), (HOME / ".local/state/muti",)) is None


def test_what_is_shown_besides_is_neither_the_home_nor_the_products() -> None:
    product = (HOME / ".local/state/muti",)
    assert fault_of_reading(HOME / ".pyenv", (HOME,), product) is None
    for path in (HOME, Path("/"), HOME / ".local", HOME / ".local/state/muti/tokens"):
        assert fault_of_reading(path, (HOME,), product) is not None


@pytest.mark.parametrize(
    ("errors", "remedy"),
    [
        ("bwrap: setting up uid map: Permission denied", "AppArmor"),
        ("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "AppArmor"),
        ("bwrap: No permissions to create new namespace", "unprivileged_userns_clone"),
        ("bwrap: Unknown option --disable-userns", "too old"),
        ("", "it said nothing"),
    ],
)
@pytest.mark.rule("P7")
def test_a_box_that_does_not_start_says_what_to_do(errors: str, remedy: str) -> None:
    sentence = explain(errors)
    assert remedy in sentence
    assert 'sandbox = "off"' in sentence


def test_other_refusals_say_what_to_do_too() -> None:
    assert "apt-get install bubblewrap" in missing()
    assert leaks(["there is a network"]).startswith(
        "The sandbox does not keep in what it should: there is a network."
    )


def test_new_files_for_the_owners_tools_are_named() -> None:
    assert describe_new(frozenset({".vscode"}), frozenset({".vscode"})) is None
    assert ".envrc" in (describe_new(frozenset(), frozenset({".envrc"})) or "")
