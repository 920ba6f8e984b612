"""Where settings come from, in which order, and what is said when they cannot be used."""

import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from config.errors import ConfigError
from config.load import find_config, load, load_settings
from config.settings import Settings

Write = Callable[[str], Path]
AGENT = '[[agents]]\nhandle = "claude"\nruntime = "scripted"\ndirectory = "/srv/code"\n'


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(text: str) -> Path:
        path = tmp_path / "config.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


def refusals(path: Path | None, environ: dict[str, str] | None = None) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(path, environ or {})
    assert str(caught.value).startswith("The configuration cannot be used.\n")
    return list(caught.value.sentences)


@pytest.mark.rule("O9", "O10")
def test_example_gives_every_key_a_value() -> None:
    example = Path(__file__).parents[2] / "config" / "example.toml"
    settings = load(example, {"HOME": "/home/owner"})
    given = settings.model_dump(exclude_unset=True)
    missing = {name for name in Settings.model_fields if name not in given}
    for section in (
        settings.relay,
        settings.owner,
        settings.web,
        settings.slack,
        settings.feishu,
        settings.daemon,
    ):
        assert section is not None
        names = {name for name in type(section).model_fields if not name.endswith("_file")}
        missing |= names - section.model_fields_set
    for entry in (settings.agents[0], settings.rooms[0], settings.daemon.rules[0]):
        missing |= set(type(entry).model_fields) - entry.model_fields_set
    assert missing == set()
    assert settings.agents[0].directory == Path("/home/owner/code/project")


@pytest.mark.rule("O10")
def test_nothing_at_all_gives_the_embedded_default() -> None:
    settings = load(None, {"MUTI_HOME": "/srv/state"})
    assert settings.relay.address == ("127.0.0.1", 8787)
    assert settings.public_url == "http://127.0.0.1:8787"
    assert settings.database_url.get_secret_value() == "sqlite:////srv/state/relay.db"
    assert settings.relay.approval_ttl == timedelta(hours=24)
    assert (settings.slack, settings.feishu, settings.agents, settings.rooms) == (None, None, (), ())


@pytest.mark.rule("O10")
def test_the_lasting_keys_are_all_read(write: Write) -> None:
    settings = load(
        write(
            'home = "/srv/state"\n'
            "[relay]\n"
            'listen = "[::1]:0"\npublic_url = "https://muti.example.org/"\napproval_ttl = "90m"\n'
            'database_url = "postgresql://muti:secret@db.example.org/muti"\n'
            '[owner]\nname = "민수"\n'
            '[slack]\nbot_token = "xoxb-dummy"\napp_token = "xapp-dummy"\nsigning_secret = "s"\n'
            'api_url = "http://127.0.0.1:1/api"\n'
            '[feishu]\napp_id = "a"\napp_secret = "b"\nencrypt_key = "c"\nverification_token = "d"\ndomain = "lark"\n'
            '[[agents]]\nhandle = "클로드"\nruntime = "codex"\ndirectory = "/srv/code"\n'
            'env = { PATH = true, LANG = "C" }\n'
            '[[rooms]]\nname = "R"\nagents = ["클로드"]\nslack_channels = ["C1"]\nfeishu_chats = ["oc_1"]\n'
        ),
        {},
    )
    assert settings.home == Path("/srv/state")
    assert settings.relay.address == ("::1", 0)
    assert settings.public_url == "https://muti.example.org"
    assert settings.relay.approval_ttl == timedelta(minutes=90)
    assert settings.database_url.get_secret_value() == "postgresql://muti:secret@db.example.org/muti"
    assert settings.owner.name == "민수"
    assert settings.slack is not None
    assert settings.slack.bot_token is not None
    assert settings.slack.bot_token.get_secret_value() == "xoxb-dummy"
    assert settings.slack.api_url == "http://127.0.0.1:1/api/"
    assert settings.feishu is not None
    assert settings.feishu.domain == "https://open.larksuite.com"
    assert settings.agents[0].environment({"PATH": "/bin", "TOKEN": "no"}) == {"PATH": "/bin", "LANG": "C"}
    assert settings.rooms[0].agents == ("클로드",)


@pytest.mark.rule("O10")
@pytest.mark.parametrize("runtime", ["claude", "codex", "acp", "scripted"])
def test_the_four_runtimes_are_known(write: Write, runtime: str) -> None:
    assert load(write(AGENT.replace("scripted", runtime)), {}).agents[0].runtime == runtime


@pytest.mark.rule("O9")
def test_the_option_comes_before_the_variable_and_that_before_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tmp_path / "user" / "muti" / "config.toml"
    usual.parent.mkdir(parents=True)
    usual.touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    assert find_config(Path("/a.toml"), {"MUTI_CONFIG": "/b.toml"}) == Path("/a.toml")
    assert find_config(None, {"MUTI_CONFIG": "/b.toml"}) == Path("/b.toml")
    if sys.platform == "linux":
        assert find_config(None, {}) == usual


@pytest.mark.rule("O9")
def test_the_current_directory_is_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (tmp_path, tmp_path / "muti"):
        folder.mkdir(exist_ok=True)
        (folder / "config.toml").write_text("this is read\n")
        (folder / "muti.toml").write_text("this is read\n")
    monkeypatch.chdir(tmp_path)
    assert load_settings().source is None
    with pytest.raises(ConfigError, match=r"MUTI_CONFIG: config\.toml must be a path that begins with /"):
        find_config(None, {"MUTI_CONFIG": "config.toml"})


@pytest.mark.rule("O9")
def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    (missing,) = refusals(tmp_path / "no.toml")
    assert missing == f"{tmp_path}/no.toml: cannot be read (No such file or directory); " + (
        "name another file by --config or MUTI_CONFIG"
    )
    assert "Is a directory" in refusals(tmp_path)[0]


@pytest.mark.rule("O9")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"[relay]\nlisten = \n", ":2: is not TOML (Invalid value); correct this line"),
        (b"[relay\n", ":1: is not TOML"),
        (b'[relay]\nlisten = "a', ":2: is not TOML"),
        (b"[relay]\n[relay]\n", ":2: is not TOML (Cannot declare ('relay',) twice)"),
        (b"name = '\xff'", ": is not UTF-8 text; save it as UTF-8"),
        (b"#" * (1024 * 1024 + 1), ": is larger than a configuration can be; name the right file"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_its_line(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    assert refusals(path)[0].startswith(f"{path}{sentence}")


def test_a_file_as_a_windows_editor_saves_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b'\xef\xbb\xbf[owner]\r\nname = "Kim"\r\n')
    assert load(path, {}).owner.name == "Kim"


@pytest.mark.rule("O9")
def test_every_fault_is_told_at_once_with_its_line_and_its_remedy(write: Write) -> None:
    path = write(
        '# ours\n[relay]\nlisten = 8787\naproval_ttl = "24h"\n\n[slak]\n\n'
        '[[agents]]\nhandle = "claude"\nruntime = "cladue"\ndirectory = "code"\n\n'
        "[[agents]]\n"
        'env = [\n  "PATH",\n  "no name",\n]\n'
    )
    assert set(refusals(path)) == {
        f"{path}:3: relay.listen must be a text in quotes, not a number",
        f"{path}:4: relay.aproval_ttl is not a key of [relay]; did you mean approval_ttl?",
        f"{path}:6: slak is not a key; did you mean slack?",
        f"{path}:10: agents[0].runtime must be one of claude, codex, acp, scripted; did you mean claude?",
        f"{path}:11: agents[0].directory must be a path that begins with / or ~/",
        f"{path}:13: agents[1].handle is missing; add handle to [agents[1]]",
        f"{path}:13: agents[1].runtime is missing; add runtime to [agents[1]]",
        f"{path}:13: agents[1].directory is missing; add directory to [agents[1]]",
        f"{path}:14: agents[1].env has a name that is no variable's: 'no name'; "
        'write ["NAME"] to pass one through, or {NAME = "value"} to set it',
    }


@pytest.mark.rule("O9")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("relay = 5", ":1: relay must be a table, not a number"),
        ("[relay]\nlisten = 2026-09-06", ":2: relay.listen must be a text in quotes, not a table or a date"),
        ("[[relay]]", ":1: relay must be a table, not a list"),
        ("[agents]", ":1: agents must be a list of tables; begin each with [[agents]]"),
        (
            '[[rooms]]\nname = "a"\nagents = "b"',
            ':3: rooms[0].agents must be a list such as ["a", "b"], not a text',
        ),
        ('[web]\nenabled = "yes"', ":2: web.enabled must be true or false, not a text"),
        ("[owner]\nname = true", ":2: owner.name must be a text in quotes, not true or false"),
        ('[owner]\nname = "\\n"', ":2: owner.name must be a name on one line, of 1 to 80 characters"),
        ('[owner]\nlanguage = "de"', ":2: owner.language must be one of en, zh, ko; "),
        ('[relay]\napproval_ttl = "1 day"', ":2: relay.approval_ttl is not a length of time; write it as"),
        ("[relay]\napproval_ttl = true", ":2: relay.approval_ttl is not a length of time; write it as"),
        ("[relay]\napproval_ttl = 0", ":2: relay.approval_ttl must be above zero and at most a year; "),
        (
            '[relay]\napproval_ttl = "999999999d"',
            ":2: relay.approval_ttl must be above zero and at most a year; ",
        ),
        ('[relay]\nlisten = "8787"', ':2: relay.listen must be a host and a port, such as "127.0.0.1:8787"'),
        ('[relay]\nlisten = "127.0.0.1:99999"', ":2: relay.listen must be a host and a port"),
        ('[relay]\ndatabase_url = "mysql://x/y"', ":2: relay.database_url must be sqlite:////FOLDER/FILE or"),
        (
            '[relay]\ndatabase_url = "sqlite:///relay.db"',
            ":2: relay.database_url must be sqlite:////FOLDER/FILE or",
        ),
        (
            '[relay]\ndatabase_url = "postgresql+asyncpg://h/d"',
            ":2: relay.database_url must be sqlite:////FOLDER",
        ),
        (AGENT.replace('"claude"', '"@claude"'), ":2: agents[0].handle must be up to 32 letters, digits"),
        (
            AGENT + "options = {a = 1.5}\n",
            ":5: agents[0].options must hold texts, whole numbers, true or false",
        ),
        (
            AGENT + 'rules = [{name = "a", kind = "deploying"}]\n',
            ":5: agents[0].rules[0] matches nothing; add tools",
        ),
        (
            AGENT + AGENT.replace("claude", "Claude"),
            ":6: agents[1].handle is the handle of an agent above, too",
        ),
        (
            '[[rooms]]\nname = "a"\nslack_channels = ["#general"]',
            ":3: rooms[0].slack_channels[0] must be the id",
        ),
        (
            '[[rooms]]\nname = "a"\nslack_channels = ["C1"]\n[[rooms]]\nname = "b"\nslack_channels = ["C2", "C1"]',
            ":6: rooms[1].slack_channels[1] is bound already; a chat belongs to one room",
        ),
        (
            AGENT + '[[rooms]]\nname = "a"\nagents = ["cloude"]',
            ":7: rooms[0].agents[0] is no handle of [[agents]]; did you mean claude?",
        ),
        ('[daemon]\nredact = ["abc"]', ":2: daemon.redact[0] must have 8 characters or more"),
        ('[slack]\nbot_token = "xoxb-dummy"', ":1: slack.app_token is missing; add it for Socket Mode, or"),
        ('[slack]\napp_token = "xapp-dummy"', ":1: slack.bot_token is missing; set MUTI_SLACK__BOT_TOKEN, "),
        (
            '[slack]\nbot_token = "xapp-dummy"\napp_token = "xapp-dummy"',
            ":2: slack.bot_token is an app token (xapp-); the bot token begins with xoxb-",
        ),
        ('[feishu]\napp_id = "cli_dummy"', ":1: feishu.app_secret is missing; set MUTI_FEISHU__APP_SECRET, "),
    ],
)
def test_what_cannot_be_meant_is_refused_where_it_stands(write: Write, text: str, sentence: str) -> None:
    path = write(text)
    (said,) = refusals(path)
    assert said.startswith(f"{path}{sentence}")


@pytest.mark.rule("O11")
@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "[::1]", "localhost", "a.localhost"])
@pytest.mark.parametrize("section", ["slack", "feishu", "daemon", "relay"])
def test_plain_http_is_for_loopback(write: Write, section: str, host: str) -> None:
    key, rest = {
        "slack": ("api_url", 'bot_token = "xoxb-dummy"\napp_token = "xapp-dummy"\n'),
        "feishu": ("domain", 'app_id = "a"\napp_secret = "b"\n'),
        "daemon": ("relay_url", ""),
        "relay": ("public_url", ""),
    }[section]
    load(write(f'[{section}]\n{rest}{key} = "http://{host}:8080"\n'), {})
    for far in (
        "http://example.org",
        "http://localhost.example.org",
        "http://127.0.0.1.nip.io",
        "http://10.0.0.1",
    ):
        (said,) = refusals(write(f'[{section}]\n{rest}{key} = "{far}"\n'))
        assert f"{section}.{key} must begin with https://" in said
    for wrong in (
        "ftp://127.0.0.1",
        "https://",
        "https://a:b@example.org",
        "https://example.org:port",
        "https://[",
    ):
        assert f"{section}.{key} must be" in refusals(write(f'[{section}]\n{rest}{key} = "{wrong}"\n'))[0]


@pytest.mark.rule("O11")
@pytest.mark.parametrize("listen", ["0.0.0.0:8787", "[::]:8787", "192.168.1.5:8787"])
def test_a_relay_that_others_reach_needs_a_public_address(write: Write, listen: str) -> None:
    (said,) = refusals(write(f'[relay]\nlisten = "{listen}"\n'))
    assert "relay.listen is open to other computers; set relay.public_url to the https:// address" in said
    load(write(f'[relay]\nlisten = "{listen}"\npublic_url = "https://muti.example.org"\n'), {})


@pytest.mark.rule("P7")
@pytest.mark.parametrize(
    ("runtime", "sandbox", "sentence"),
    [
        ("acp", "off", 'agents[0].sandbox cannot be "off" for acp'),
        ("scripted", "on", 'agents[0].sandbox cannot be "on" for scripted'),
    ],
)
def test_a_sandbox_that_would_not_hold_is_refused(
    write: Write, runtime: str, sandbox: str, sentence: str
) -> None:
    agent = AGENT.replace('"scripted"\ndirectory', f'"{runtime}"\nsandbox = "{sandbox}"\ndirectory')
    [refusal] = refusals(write(agent))
    assert sentence in refusal


@pytest.mark.rule("O9")
def test_every_key_can_be_set_by_a_variable(write: Write) -> None:
    settings = load(
        write(AGENT + '[relay]\nlisten = "127.0.0.1:1"\n'),
        {
            "MUTI_HOME": "/srv/state",
            "MUTI_RELAY__LISTEN": "127.0.0.1:2",
            "MUTI_RELAY__APPROVAL_TTL": "60",
            "MUTI_OWNER__NAME": "true",
            "MUTI_OWNER__LANGUAGE": "",
            "MUTI_WEB__ENABLED": "False",
            "MUTI_SLACK__BOT_TOKEN": "xoxb-dummy",
            "MUTI_SLACK__APP_TOKEN": "xapp-dummy",
            "MUTI_AGENTS__0__DIRECTORY": "/srv/other",
            "MUTI_AGENTS__0__ENV": "PATH, LANG=C",
            "MUTI_AGENTS__1__HANDLE": "two",
            "MUTI_AGENTS__1__RUNTIME": "acp",
            "MUTI_AGENTS__1__DIRECTORY": "~/two",
            "MUTI_AGENTS__1__OPTIONS": '{program = ["a", "b"]}',
            "MUTI_ROOMS": '[{name = "R", agents = ["two"]}]',
            "MUTI_DAEMON__RULES__0__NAME": "clusters",
            "MUTI_DAEMON__RULES__0__KIND": "deploying",
            "MUTI_DAEMON__RULES__0__COMMANDS": '["kubectl apply, now"]',
            "MUTI_TEST_REQUIRE_ALL": "1",
            "HOME": "/home/owner",
        },
    )
    assert settings.home == Path("/srv/state")
    assert settings.relay.address == ("127.0.0.1", 2)
    assert settings.relay.approval_ttl == timedelta(minutes=1)
    assert (settings.owner.name, settings.owner.language) == ("true", "en")
    assert not settings.web.enabled
    assert settings.slack is not None
    assert [agent.handle for agent in settings.agents] == ["claude", "two"]
    assert settings.agents[0].directory == Path("/srv/other")
    assert settings.agents[0].environment({"PATH": "/bin"}) == {"PATH": "/bin", "LANG": "C"}
    assert settings.agents[1].directory == Path("/home/owner/two")
    assert settings.agents[1].options == {"program": ["a", "b"]}
    assert settings.rooms[0].agents == ("two",)
    assert settings.daemon.rules[0].commands == ("kubectl apply, now",)


@pytest.mark.rule("O9")
@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("MUTI_RELY__LISTEN", "x", "rely.listen is not a key of [rely]; remove it"),
        ("MUTI_RELAY__LISTN", "x", "relay.listn is not a key of [relay]; did you mean listen?"),
        ("MUTI_RELAY__LISTEN", "x", 'relay.listen must be a host and a port, such as "127.0.0.1:8787"'),
        ("MUTI_WEB__ENABLED", "yes", "web.enabled must be true or false"),
        ("MUTI_ROOMS", "[{", 'rooms is no list or table as in TOML; write ["a", "b"] or {name = "value"}'),
        (
            "MUTI_AGENTS__3__HANDLE",
            "x",
            "agents[3].handle has no agents[3] to belong to; number the entries from 0 without a gap",
        ),
        ("MUTI_RELAY__LISTEN__0", "x", "relay.listen[0] is not a key of [relay.listen]; remove it"),
        ("MUTI_HOME", "state", "home must be a path that begins with / or ~/"),
    ],
)
def test_a_variable_that_cannot_be_meant_is_refused_by_its_name(name: str, text: str, sentence: str) -> None:
    assert refusals(None, {name: text}) == [f"{name}: {sentence}"]


def test_a_variable_below_a_value_of_the_file_is_refused(write: Write) -> None:
    said = refusals(write("relay = 5\n"), {"MUTI_RELAY__LISTEN": "127.0.0.1:1"})
    assert said[0].startswith("MUTI_RELAY__LISTEN: relay.listen has no relay.listen to belong to")


@pytest.mark.rule("O9")
def test_settings_cannot_be_changed_after_start() -> None:
    settings = load(None, {})
    with pytest.raises(ValueError, match="frozen"):
        settings.relay.listen = "0.0.0.0:1"  # type: ignore[misc]


@pytest.mark.rule("O9")
def test_secrets_come_from_a_file_of_their_own(write: Write, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("xoxb-from-file\n")
    path = write(f'[slack]\nbot_token_file = "{tmp_path}/token"\napp_token = "xapp-dummy"\n')
    slack = load(path, {}).slack
    assert slack is not None
    assert slack.bot_token is not None
    assert slack.bot_token.get_secret_value() == "xoxb-from-file"
    over = load(path, {"MUTI_SLACK__BOT_TOKEN": "xoxb-from-variable"}).slack
    assert over is not None
    assert over.bot_token is not None
    assert over.bot_token.get_secret_value() == "xoxb-from-variable"


@pytest.mark.rule("O9")
def test_a_variable_that_names_a_secrets_file_wins_over_the_configuration(
    write: Write, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("xoxb-from-file\n")
    path = write('[slack]\nbot_token = "xoxb-literal"\napp_token = "xapp-dummy"\n')
    slack = load(path, {"MUTI_SLACK__BOT_TOKEN_FILE": f"{tmp_path}/token"}).slack
    assert slack is not None
    assert slack.bot_token is not None
    assert slack.bot_token.get_secret_value() == "xoxb-from-file"


@pytest.mark.rule("O9")
def test_a_secret_is_given_in_one_way(write: Write, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("xoxb-dummy")
    path = write(
        f'[slack]\nbot_token = "xoxb-dummy"\nbot_token_file = "{tmp_path}/token"\napp_token = "xapp-dummy"\n'
    )
    assert refusals(path) == [
        f"{path}:3: slack.bot_token_file stands beside slack.bot_token; keep one of the two"
    ]


@pytest.mark.rule("O9")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\n", "is empty"),
        (b"\xff\xfe", "holds no text"),
        (b"x" * 65537, "is too large for a secret"),
    ],
)
def test_a_secrets_file_that_holds_none_is_refused(
    write: Write, tmp_path: Path, data: bytes | None, sentence: str
) -> None:
    if data is not None:
        (tmp_path / "token").write_bytes(data)
    path = write(f'[daemon]\ntoken_file = "{tmp_path}/token"\n')
    (said,) = refusals(path)
    assert said.startswith(f"{path}:2: daemon.token_file names {tmp_path}/token, which ")
    assert said.endswith(sentence)


@pytest.mark.rule("O9")
def test_a_database_with_its_password_can_stand_in_a_file_and_is_checked_there(
    write: Write, tmp_path: Path
) -> None:
    secret = tmp_path / "database"
    path = write(f'[relay]\ndatabase_url_file = "{secret}"\n')
    secret.write_text("postgresql://muti:hidden@db.example.org/muti\n")
    assert load(path, {}).database_url.get_secret_value().endswith("@db.example.org/muti")
    secret.write_text("mysql://muti:hidden@db.example.org/muti\n")
    (said,) = refusals(path)
    assert said.startswith(f"{path}:2: relay.database_url must be")
    assert "hidden" not in said


@pytest.mark.rule("O9")
def test_redactions_come_from_the_list_and_from_its_file(write: Write, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("the second\n\n  the third  \n")
    daemon = load(write(f'[daemon]\nredact = ["the first"]\nredact_file = "{tmp_path}/words"\n'), {}).daemon
    assert [word.get_secret_value() for word in daemon.redact] == ["the first", "the second", "the third"]


@pytest.mark.rule("O9")
def test_secrets_come_from_the_keyring_where_a_section_lacks_them(write: Write) -> None:
    asked: list[str] = []

    def keyring(name: str) -> str | None:
        asked.append(name)
        return {"slack.bot_token": "xoxb-kept", "slack.app_token": "xapp-kept"}.get(name)

    slack = load(write("[slack]\n"), {}, keyring).slack
    assert slack is not None
    assert slack.bot_token is not None
    assert slack.bot_token.get_secret_value() == "xoxb-kept"
    assert {name.split(".")[0] for name in asked} == {"slack"}
    load(write('[slack]\nbot_token = "xoxb-dummy"\nsigning_secret = "x"\n'), {}, keyring)
    assert asked.count("slack.bot_token") == 1


@pytest.mark.rule("O9")
@pytest.mark.parametrize("backend", ["null", "fail"])
def test_a_system_without_a_keyring_is_told_the_other_ways(
    write: Write, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    # A process of its own: the library chooses its backend once.
    path = write("[slack]\n")
    monkeypatch.setenv("MUTI_CONFIG", str(path))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", f"keyring.backends.{backend}.Keyring")
    program = "from config.load import load_settings; load_settings()"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (
        f"{path}:1: slack.bot_token is missing; set MUTI_SLACK__BOT_TOKEN, slack.bot_token_file, or"
        in run.stderr
    )


@pytest.mark.rule("O9")
def test_secrets_show_in_no_print_and_no_refusal(write: Write) -> None:
    text = (
        '[slack]\nbot_token = "xoxb-hidden"\napp_token = "xapp-hidden"\n'
        '[relay]\ndatabase_url = "postgresql://a:hidden@b/c"\n'
        '[daemon]\nredact = ["hidden one"]\ntoken = "hidden"\n' + AGENT + 'env = ["KEY=hidden"]\n'
    )
    settings = load(write(text), {})
    assert "hidden" not in repr(settings)
    assert "hidden" not in settings.model_dump_json()
    wrong = text.replace('"postgresql://a:hidden@b/c"', '"oracle://a:hidden@b/c"').replace(
        'token = "hidden"', "token = 5"
    )
    assert "hidden" not in "".join(refusals(write(wrong)))


def test_a_secret_that_others_can_read_is_a_note(write: Write) -> None:
    path = write('[slack]\nbot_token = "xoxb-dummy"\napp_token = "xapp-dummy"\n')
    path.chmod(0o644)
    (note,) = load(path, {}).notes
    assert note.startswith(f"{path} holds slack.bot_token, slack.app_token and others can read it; chmod 600")
    path.chmod(stat.S_IRUSR)
    assert load(path, {}).notes == ()


def test_a_room_bound_to_a_platform_that_is_not_set_up_is_a_note(write: Write) -> None:
    (note,) = load(write('[[rooms]]\nname = "R"\nslack_channels = ["C1"]\n'), {}).notes
    assert note == "room R has slack_channels, and there is no [slack] section to hear them with"
