"""Settings that are each possible and cannot hold together; and what works and should be better."""

from collections.abc import Iterable, Iterator

from config.errors import Fault, Location, suggest
from config.settings import AgentSettings, FeishuSettings, PolicyRule, RoomSettings, Settings, SlackSettings
from config.values import check_web_url


def find_conflicts(settings: Settings) -> list[Fault]:
    """Every combination that cannot work."""
    return [
        *_check_relay(settings),
        *(_check_slack(settings.slack) if settings.slack else ()),
        *(_check_feishu(settings.feishu) if settings.feishu else ()),
        *_check_names(settings),
        *_check_rooms(settings),
        *_check_rules(("daemon",), settings.daemon.rules),
        *(fault for i, agent in enumerate(settings.agents) for fault in _check_sandbox(i, agent)),
        *(
            fault
            for i, agent in enumerate(settings.agents)
            for fault in _check_rules(("agents", i), agent.rules)
        ),
    ]


def find_notes(settings: Settings) -> list[str]:
    """What will not do what its owner seems to expect, one sentence each."""
    return [
        f"room {room.name} has {key}, and there is no [{section}] section to hear them with"
        for room in settings.rooms
        for section, key, chats in _chats(room)
        if chats and getattr(settings, section) is None
    ]


def _check_relay(settings: Settings) -> Iterator[Fault]:
    try:
        check_web_url(settings.public_url)
    except ValueError:
        sentence = "is open to other computers; set relay.public_url to the https:// address in front of it"
        yield Fault(("relay", "listen"), sentence)


def _check_slack(slack: SlackSettings) -> Iterator[Fault]:
    bot, app = (token.get_secret_value() if token else "" for token in (slack.bot_token, slack.app_token))
    if bot.startswith("xapp-"):
        yield Fault(("slack", "bot_token"), "is an app token (xapp-); the bot token begins with xoxb-")
    if app.startswith("xoxb-"):
        yield Fault(("slack", "app_token"), "is a bot token (xoxb-); the app token begins with xapp-")
    if not bot:
        yield _missing("slack", "bot_token")
    if not app and slack.address is None:
        sentence = 'is missing; add it for Socket Mode, or slack.signing_secret and slack.events = "http"'
        yield Fault(("slack", "app_token"), sentence)
    if not slack.signing_secret and slack.address is not None:
        yield _missing("slack", "signing_secret")


def _check_feishu(feishu: FeishuSettings) -> Iterator[Fault]:
    if feishu.app_id is None:
        yield Fault(("feishu", "app_id"), "is missing; copy it from the app's page of credentials")
    if feishu.app_secret is None:
        yield _missing("feishu", "app_secret")
    if feishu.address is not None:
        # Without the key nothing is signed, and whoever knows the address could speak for everybody.
        yield from (
            _missing("feishu", name)
            for name in ("encrypt_key", "verification_token")
            if getattr(feishu, name) is None
        )


def _missing(section: str, name: str) -> Fault:
    remedy = f"set MUTI_{section}__{name}".upper().replace("SET", "set", 1)
    return Fault((section, name), f"is missing; {remedy}, {section}.{name}_file, or keep it in the keyring")


def _check_sandbox(place: int, agent: AgentSettings) -> Iterator[Fault]:
    if agent.runtime == "acp" and agent.sandbox == "off":
        sentence = (
            'cannot be "off" for acp: what stops its calls is too weak to stand alone; take the line out'
        )
        yield Fault(("agents", place, "sandbox"), sentence)
    if agent.runtime == "scripted" and agent.sandbox == "on":
        sentence = 'cannot be "on" for scripted: its script runs in the daemon itself; take the line out'
        yield Fault(("agents", place, "sandbox"), sentence)


def _check_names(settings: Settings) -> Iterator[Fault]:
    handles = [(("agents", i, "handle"), agent.handle) for i, agent in enumerate(settings.agents)]
    rooms = [(("rooms", i, "name"), room.name) for i, room in enumerate(settings.rooms)]
    yield from _check_unique(handles, "is the handle of an agent above, too; choose another")
    yield from _check_unique(rooms, "is the name of a room above, too; choose another")


def _check_unique(named: Iterable[tuple[Location, str]], sentence: str) -> Iterator[Fault]:
    seen: set[str] = set()
    for location, name in named:
        if name.casefold() in seen:
            yield Fault(location, sentence)
        seen.add(name.casefold())


def _check_rooms(settings: Settings) -> Iterator[Fault]:
    bound: list[tuple[Location, str]] = []
    known = {agent.handle for agent in settings.agents}
    for i, room in enumerate(settings.rooms):
        for section, key, chats in _chats(room):
            bound += [(("rooms", i, key, j), f"{section}:{chat}") for j, chat in enumerate(chats)]
        # A relay may hold rooms whose agents live in the files of other machines.
        for j, handle in enumerate(room.agents if known else ()):
            if handle not in known:
                yield Fault(
                    ("rooms", i, "agents", j), f"is no handle of [[agents]]; {suggest(handle, known)}"
                )
    yield from _check_unique(bound, "is bound already; a chat belongs to one room, so remove one of the two")


def _chats(room: RoomSettings) -> list[tuple[str, str, tuple[str, ...]]]:
    return [("slack", "slack_channels", room.slack_channels), ("feishu", "feishu_chats", room.feishu_chats)]


def _check_rules(parent: Location, rules: Iterable[PolicyRule]) -> Iterator[Fault]:
    for i, rule in enumerate(rules):
        if not (rule.tools or rule.commands or rule.paths or rule.hosts):
            yield Fault((*parent, "rules", i), "matches nothing; add tools, commands, paths or hosts")
