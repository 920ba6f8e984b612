"""What newcomers of such programs complain about, and the sentence of a command that cures it (O5, O7).

Each case: the complaint, what is run, and what has to stand in the answer: the cause by its name, and what to do.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from config.errors import ConfigError
from config.load import load
from config.settings import Settings
from deploy.doctor import agents, machine, relay
from deploy.doctor.relay import Reached
from deploy.findings import Finding, as_lines
from deploy.moments import now
from deploy.service.system import Launchd
from relay.wire.machines import MachineView
from tests.deploy.at_home import Home, make_home
from tests.emulators.slack import SlackEmulator

pytestmark = pytest.mark.rule("O5", "O7")

PAGE = "https://open.feishu.cn/app/cli_dummy/{}".format


@dataclass
class Bench:
    """A newcomer's computer."""

    home: Home

    def settings(self, more: str = "") -> Settings:
        self.home.config.write_text(self.home.config.read_text() + more)
        return load(self.home.config, {"HOME": str(self.home.folder)})

    def run(self, *words: str) -> str:
        """All that a command says."""
        said = self.home.run(*words)
        return said.out + said.err


Cure = Callable[[Bench], Awaitable[str]]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(make_home(tmp_path))


def told(*found: Finding) -> str:
    return "\n".join(as_lines(found))


def typed(*words: str) -> Cure:
    """A command."""

    async def run(bench: Bench) -> str:
        return await asyncio.to_thread(bench.run, *words)

    return run


def slack_lacks(*scopes: str) -> Cure:
    """The doctor's lines of an app that was installed before these scopes were asked for."""

    async def run(bench: Bench) -> str:
        from deploy.slack.manifest import scopes as wanted
        from deploy.slack.tries import try_slack

        async with SlackEmulator() as slack:
            slack.service.scopes = wanted() - set(scopes)
            section = f'[slack]\nbot_token = "{slack.bot_token}"\napp_token = "{slack.app_token}"\n'
            return told(*await try_slack(bench.settings(f'{section}api_url = "{slack.api_url}"\n')))

    return run


def slack_tokens(bot: str, app: str) -> Cure:
    """What a start says of these two tokens."""

    async def run(bench: Bench) -> str:
        from deploy.slack.tries import kinds_of_tokens

        try:
            settings = bench.settings(f'[slack]\nbot_token = "{bot}"\napp_token = "{app}"\n')
        except ConfigError as refused:
            return str(refused)
        assert settings.slack is not None
        return told(*kinds_of_tokens(settings.slack))

    return run


async def slack_says_nothing(_: Bench) -> str:
    from deploy.slack.proofs import judge

    return told(*judge(set()))


async def a_rival_hears_slack(bench: Bench) -> str:
    from deploy.slack.check import Check

    async with SlackEmulator() as slack:
        section = f'[slack]\nbot_token = "{slack.bot_token}"\napp_token = "{slack.app_token}"\n'
        settings = bench.settings(f'{section}api_url = "{slack.api_url}"\n')
        assert settings.slack is not None
        lines: list[str] = []
        first, second = (Check(settings.slack, lines.append) for _ in range(2))
        listening = asyncio.create_task(first.run(60))
        await slack.until(lambda: bool(lines) or listening.done(), 20)
        found = await second.run(5)
        first.finish()
        await listening
        return told(*found)


async def the_address_is_a_dead_tunnel(_: Bench) -> str:
    async def gone(_: web.Request) -> web.Response:
        return web.Response(status=404, text="Tunnel not found")

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", gone)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        return told(await relay.try_public_url(Reached("http://127.0.0.1:1", None, f"http://{host}:{port}")))
    finally:
        await runner.cleanup()


def feishu_lacks(*scopes: str) -> Cure:
    async def run(_: Bench) -> str:
        from deploy.feishu.needs import missing
        from deploy.feishu.needs import scopes as wanted

        lacking = missing(set(wanted(tasks=False)) - set(scopes), tasks=False)
        return "; ".join(f"{need.scope} ({need.without})" for need in lacking)

    return run


async def feishu_subscribes_nothing(_: Bench) -> str:
    from deploy.feishu.versions import PUBLISHED, judge_events

    return told(judge_events([{"version": "1.0.0", "status": PUBLISHED}], PAGE("event"), tasks=False))


async def feishu_says_nothing(_: Bench) -> str:
    from deploy.feishu.proofs import judge

    return told(*judge(set(), PAGE))


async def the_feishu_app_is_made(_: Bench) -> str:
    from deploy.feishu.pages import remains

    return "\n".join(remains("https://open.feishu.cn", "cli_dummy"))


async def the_feishu_version_is_a_draft(_: Bench) -> str:
    from deploy.feishu.versions import DRAFT, judge_version

    return told(judge_version([{"version": "1.0.0", "status": DRAFT}], PAGE("version")))


async def the_feishu_version_waits(_: Bench) -> str:
    from deploy.feishu.versions import judge_version

    return told(judge_version([{"version": "1.0.0", "status": 3}], PAGE("version")))


def agent_is(**changes: object) -> Cure:
    """The doctor's line of an agent, as a service with a bare PATH sees it."""

    async def run(bench: Bench) -> str:
        settings = bench.settings()
        agent = settings.agents[0].model_copy(update=changes)
        return told(
            *await agents.try_agent(settings, agent, {"PATH": "/usr/bin"}, ", as the service sees it")
        )

    return run


async def claude_is_logged_out_there(bench: Bench) -> str:
    program = bench.home.folder / "claude"
    program.write_text(
        '#!/bin/sh\ncase "$*" in *status*) echo \'{"loggedIn": false}\';; *) echo "2.9.9 (Claude Code)";; esac\n'
    )
    program.chmod(0o755)
    return await agent_is(runtime="claude", sandbox="off", options={"program": str(program)})(bench)


async def the_machine_sleeps(_: Bench) -> str:
    at = now() - 3600 * 1_000_000
    asleep = MachineView(machine="m", name="laptop", last_contact_at=at, revoked_at=None, agents=[])
    return told(machine._contact([asleep]))


async def the_logs_are_looked_for(bench: Bench) -> str:
    agent = bench.home.folder / "agent.plist"
    agent.write_text("")
    service = await machine.try_service(Launchd(agent, bench.home.state / "logs" / "daemon.log"))
    return f"{told(service)}\n{await typed('doctor', '--help')(bench)}"


CASES: list[tuple[int, str, Cure, tuple[str, ...]]] = [
    (1, "I have to set up a Slack app before I see anything",
     typed("doctor", "--relay", "http://127.0.0.1:1"), ("skip  slack.bot", "not configured", "start it with `muti up`")),
    (2, "I followed the docs and the bot is mute",
     slack_lacks("app_mentions:read"), ("not granted: app_mentions:read", "install the app again")),
    (3, "ten manual steps in Slack's console",
     typed("slack", "manifest"), ("copy its bot token (xoxb-)", "app token (xapp-) with connections:write")),
    (4, "the two tokens are swapped, and all I get is not_authed",
     slack_tokens("xapp-dummy", "xoxb-dummy"), ("slack.bot_token is an app token (xapp-)", "begins with xoxb-")),
    (5, "connected, and no event arrives",
     slack_says_nothing, ("no app_mention came", "Event Subscriptions")),
    (5, "another process takes half of the events",
     a_rival_hears_slack, ("2 processes hear this app", "stop `muti up`")),
    (6, "the bot dies after twelve hours",
     slack_tokens("xoxe.xoxb-1-dummy", "xapp-dummy"), ("a token that rotates", "switch Token Rotation off")),
    (7, "a scope was added later, and old installations fail in silence",
     slack_lacks("reactions:write"), ("not granted: reactions:write", "then install the app again")),
    (8, "the agent does not see the thread that it was called into",
     slack_lacks("groups:history", "channels:history"), ("channels:history, groups:history", "install the app again")),
    (10, "the button says that the app is not configured for interactive responses",
     slack_says_nothing, ("no interactivity came", "Interactivity & Shortcuts")),
    (11, "the tunnel's address changed, and nothing says so",
     the_address_is_a_dead_tunnel, ("something else answers there", "relay.public_url")),
    (12, "Feishu: nothing arrives",
     feishu_subscribes_nothing, ("not subscribed: ", "im.message.receive_v1", "publish a version")),
    (13, "Feishu: direct messages vanish",
     feishu_lacks("im:message.p2p_msg:readonly"), ("im:message.p2p_msg:readonly (direct messages are not heard)",)),
    (14, "Feishu: all scopes are there, it says connected, and hears nothing",
     feishu_says_nothing, ("no mention came", "subscribe im.message.receive_v1")),
    (15, "Feishu's console refuses the long connection",
     the_feishu_app_is_made, ("Start `muti up`, then open", "only saves that while the app is connected")),
    (16, "Feishu: the buttons end in an error",
     feishu_says_nothing, ("no tap came", "card.action.trigger")),
    (17, "Feishu: the version is stuck",
     the_feishu_version_is_a_draft, ("is a draft", "publish it")),
    (18, "Feishu: I cannot approve my own update",
     the_feishu_version_waits, ("administrator", "approve it")),
    (19, "it was saved without a secret and seems to be online",
     slack_tokens("", "xapp-dummy"), ("slack.bot_token", "config.toml:")),
    (21, "the service does not find the program that my shell finds",
     agent_is(runtime="claude", sandbox="off", options={"program": "/nowhere/claude"}),
     ("/nowhere/claude", "its PATH is /usr/bin", "as the service sees it", "options.program")),
    (22, "logged in by hand, and not logged in as a service",
     claude_is_logged_out_there, ("not logged in", "as the service sees it", "claude setup-token")),
    (25, "I asked while the machine slept, and heard nothing",
     the_machine_sleeps, ("laptop heard of 1 h ago", "wake laptop up", "what is asked meanwhile waits")),
    (27, "always allowed, and it asks again",
     typed("policy", "explain", "git push origin main"), ("pause: push", "git push origin main")),
    (28, "where are the logs?",
     the_logs_are_looked_for, ("its log: `tail", "daemon.log", "--bundle")),
]  # fmt: skip

ELSEWHERE = {
    9: "replies stand in one thread and one card, by design",
    20: "a join card is among what needs the owner: `muti room joins` (test_owners_words)",
    23: "a question of the agent's is a card, by design",
    24: "the link and its code are text beside every QR code: `muti invite` (test_owners_words)",
    26: "the card is drawn anew when it expires; too late says `muti retry ID` (test_owners_words)",
}
"""Those that no sentence of a command cures, or another test has: what does."""


@pytest.mark.parametrize(
    ("complaint", "cure", "said"),
    [case[1:] for case in CASES],
    ids=[f"{number}: {words}" for number, words, _, _ in CASES],
)
async def test_the_complaint_has_its_sentence(
    bench: Bench, complaint: str, cure: Cure, said: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("MUTI_")]:
        monkeypatch.delenv(name)
    answer = await cure(bench)
    for part in said:
        assert part in answer, f"{complaint}: {part!r} is not in what was said:\n{answer}"


def test_all_of_them_are_accounted_for() -> None:
    assert {number for number, *_ in CASES} | set(ELSEWHERE) == set(range(1, 29))
    assert not {number for number, *_ in CASES} & set(ELSEWHERE)
