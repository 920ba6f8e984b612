"""The one place where an error becomes what the command line says about it."""

from deploy.failures import Exit, Failure

OURS = ("bots.", "config.", "daemon.", "deploy.", "relay.")
EXTRAS = {
    "psycopg": ("A PostgreSQL database", "postgres"),
    "Crypto": ("Feishu", "feishu"),
    "lark_oapi": ("Feishu", "feishu"),
    "slack_bolt": ("Slack", "slack"),
    "slack_sdk": ("Slack", "slack"),
    "acp": ("The runtime acp", "acp"),
    "claude_agent_sdk": ("The runtime claude", "claude"),
    "codex_cli_bin": ("The runtime codex", "codex"),
}


def explain(error: BaseException) -> Failure | None:
    """An error as a sentence that says what to do; None for what can only be a fault of ours."""
    from config.errors import ConfigError
    from relay.client import Refused, Unreachable

    match error:
        case Failure():
            return error
        case ConfigError():
            return Failure(str(error), "config", Exit.usage)
        case Refused():
            return _refused(error)
        case Unreachable():
            return Failure(
                f"The relay does not answer ({error}). Start it with `muti up`, or name another by --relay.",
                "unreachable",
            )
        case ModuleNotFoundError():
            return _missing(error)
    return _outside(error)


def _refused(error: "object") -> Failure:
    from bots.words import problem
    from relay.client import Refused

    assert isinstance(error, Refused)
    if error.code == "unauthorized":
        return Failure(
            "The relay does not know this token. Run `muti up` (or `muti relay`) once on the computer of the "
            "relay, or set MUTI_TOKEN to a token of yours.",
            "unauthorized",
        )
    words, detail = problem(error.problem, "en"), error.problem.detail
    return Failure(words if detail in words else f"{words} ({detail})", str(error.code))


def _missing(error: ModuleNotFoundError) -> Failure | None:
    """A package of an extra that is not installed."""
    found = EXTRAS.get((error.name or "").partition(".")[0])
    if found is None:
        return None
    what, extra = found
    return Failure(f"{what} needs a package that is not installed: pip install 'muti[{extra}]'.", "missing")


def _outside(error: BaseException) -> Failure | None:
    """Errors of ours are sentences already; of the others, those that the world outside causes."""
    kind = type(error)
    if kind.__module__.startswith(OURS):
        return Failure(str(error) or str(kind.__doc__))
    if kind.__module__.startswith(("sqlalchemy.", "sqlite3", "psycopg")):
        said = str(error).splitlines()[0]
        remedy = "Start the database, or correct relay.database_url (MUTI_RELAY__DATABASE_URL)."
        return Failure(f"The database cannot be used ({said}). {remedy}", "database")
    if isinstance(error, OSError) and error.filename:
        remedy = "Check its permissions, or name another state folder by MUTI_HOME."
        return Failure(f"{error.filename} cannot be used ({error.strerror}). {remedy}", "files")
    return None
