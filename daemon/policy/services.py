"""Programs that act on other systems: clouds, clusters, registries, data bases, payment.

A row is a pattern of words and what a command that begins so does. The longest matching row counts; a program
without a matching row is a doubt.
"""

import re
from collections.abc import Callable
from functools import partial

from daemon.policy.model import Kind
from daemon.policy.places import Use
from daemon.policy.readers import has_option, plain_words
from daemon.policy.scene import Command, Scene

REASONS = {
    Kind.money: "It may spend money.",
    Kind.delete: "It deletes something on another system.",
    Kind.push: "It publishes to where others share it.",
    Kind.credentials: "It touches credentials.",
    Kind.unknown: "It changes something on another system.",
}
ALLOW = None
ROWS: dict[str, Kind | None] = {
    "aws *": Kind.money, "aws s3 rm": Kind.delete, "aws s3 rb": Kind.delete, "aws * delete-*": Kind.delete,
    "aws * terminate-*": Kind.delete, "aws s3 sync * --delete": Kind.delete, "aws configure": Kind.credentials,
    "aws secretsmanager": Kind.credentials, "aws sts": Kind.credentials, "aws iam": Kind.credentials,
    "aws ssm get-parameter*": Kind.credentials, "aws kms": Kind.credentials, "aws sso": Kind.credentials,
    "gcloud *": Kind.money, "gcloud * delete": Kind.delete, "gcloud * * delete": Kind.delete,
    "gcloud auth": Kind.credentials, "gcloud secrets": Kind.credentials, "gcloud iam": Kind.credentials,
    "gsutil *": Kind.money, "gsutil rm": Kind.delete, "gsutil rb": Kind.delete, "bq *": Kind.money, "bq rm": Kind.delete,
    "az *": Kind.money, "az * delete": Kind.delete, "az * * delete": Kind.delete, "az login": Kind.credentials,
    "az keyvault": Kind.credentials, "az account get-access-token": Kind.credentials,
    "terraform *": Kind.money, "terraform destroy": Kind.delete, "terraform fmt": ALLOW, "terraform validate": ALLOW,
    "terraform apply -destroy": Kind.delete, "terraform state rm": Kind.delete, "tofu *": Kind.money,
    "tofu destroy": Kind.delete, "pulumi *": Kind.money, "pulumi destroy": Kind.delete, "cdk *": Kind.money,
    "cdk destroy": Kind.delete, "serverless *": Kind.money, "sls *": Kind.money, "stripe *": Kind.money,
    "heroku *": Kind.money, "fly *": Kind.money, "flyctl *": Kind.money, "vercel *": Kind.money,
    "netlify *": Kind.money, "doctl *": Kind.money, "hcloud *": Kind.money, "linode-cli *": Kind.money,
    "wrangler *": Kind.money, "railway *": Kind.money, "eksctl *": Kind.money, "ansible-playbook *": Kind.unknown,
    "kubectl *": Kind.unknown, "kubectl get": ALLOW, "kubectl describe": ALLOW, "kubectl logs": ALLOW,
    "kubectl version": ALLOW, "kubectl get secret*": Kind.credentials, "kubectl describe secret*": Kind.credentials,
    "kubectl config": Kind.credentials, "kubectl delete": Kind.delete, "kubectl drain": Kind.delete,
    "kubectl replace --force": Kind.delete, "helm *": Kind.unknown, "helm list": ALLOW, "helm lint": ALLOW,
    "helm uninstall": Kind.delete, "helm delete": Kind.delete,
    "docker *": Kind.unknown, "docker ps": ALLOW, "docker images": ALLOW, "docker rm": Kind.delete,
    "docker rmi": Kind.delete, "docker * rm": Kind.delete, "docker * prune": Kind.delete, "docker * remove": Kind.delete,
    "docker compose down": Kind.delete, "docker compose rm": Kind.delete, "docker kill": Kind.delete,
    "docker push": Kind.push, "docker login": Kind.credentials, "docker compose ps": ALLOW,
    "docker-compose *": Kind.unknown, "docker-compose down": Kind.delete, "docker-compose rm": Kind.delete,
    "docker-compose ps": ALLOW, "podman *": Kind.unknown, "podman rm": Kind.delete, "podman rmi": Kind.delete,
    "podman push": Kind.push,
    "npm publish": Kind.push, "npm unpublish": Kind.delete, "npm deprecate": Kind.push, "npm token": Kind.credentials,
    "npm login": Kind.credentials, "npm dist-tag": Kind.push, "yarn publish": Kind.push, "yarn npm publish": Kind.push,
    "pnpm publish": Kind.push, "npm access": Kind.credentials, "npm owner": Kind.credentials,
    "twine *": Kind.push, "flit publish": Kind.push, "poetry publish": Kind.push, "uv publish": Kind.push,
    "hatch publish": Kind.push, "cargo publish": Kind.push, "cargo yank": Kind.delete, "cargo login": Kind.credentials,
    "gem push": Kind.push, "gem *": Kind.unknown, "goreleaser *": Kind.push, "vsce publish": Kind.push,
    "vsce *": Kind.unknown, "lerna publish": Kind.push, "flit *": Kind.unknown,
    "gh *": Kind.unknown, "gh pr view": ALLOW, "gh pr list": ALLOW, "gh pr diff": ALLOW, "gh pr status": ALLOW,
    "gh pr checks": ALLOW, "gh issue list": ALLOW, "gh issue view": ALLOW, "gh run list": ALLOW, "gh run view": ALLOW,
    "gh release list": ALLOW, "gh release view": ALLOW, "gh repo view": ALLOW, "gh pr merge": Kind.push,
    "gh pr create": Kind.push, "gh release": Kind.push, "gh release delete": Kind.delete, "gh repo delete": Kind.delete,
    "gh workflow run": Kind.push, "gh auth": Kind.credentials, "gh secret": Kind.credentials, "gh repo create": Kind.push,
    "gh pr close": Kind.delete, "gh issue delete": Kind.delete, "gh api": Kind.push, "gh ssh-key": Kind.credentials,
    "glab *": Kind.push, "hub *": Kind.push,
    "vault *": Kind.credentials, "op *": Kind.credentials, "pass *": Kind.credentials, "bw *": Kind.credentials,
    "security *": Kind.credentials, "secret-tool *": Kind.credentials, "gpg *": Kind.credentials,
    "keyring *": Kind.credentials, "ssh-keygen *": Kind.credentials, "openssl *": Kind.credentials,
    "kinit *": Kind.credentials, "passwd *": Kind.credentials, "doppler *": Kind.credentials, "age *": Kind.credentials,
    "sops *": Kind.credentials, "git-credential*": Kind.credentials,
    "dropdb *": Kind.delete, "redis-cli flushall": Kind.delete, "redis-cli flushdb": Kind.delete,
    "redis-cli del": Kind.delete, "redis-cli *": Kind.unknown,
}  # fmt: skip
PROGRAMS = frozenset(row.split()[0] for row in ROWS)
_PATTERNS = [
    (
        re.compile(
            "".join(_part.replace("-", r"\-").replace("*", r"\S*") + r"(?:\s+|$)" for _part in row.split())
        ),
        row,
    )
    for row in ROWS
    if not row.endswith(" *")
]
_SECRET_WORD = re.compile(r"secret|\btokens?\b|credential", re.IGNORECASE)


def act(scene: Scene, command: Command, name: str) -> None:
    """Judge a program by its rows."""
    kind = kind_of(name, command)
    if kind is not ALLOW:
        scene.find(kind, f"service.{name}", REASONS[kind], command.raw)


def kind_of(name: str, command: Command) -> Kind | None:
    """What the longest matching row says of a command: a heavier row counts before an allowing one."""
    words = [word.text or "?" for word in command.args]
    lines = {
        " ".join([name, *words]),
        " ".join([name, *(word for word in words if not word.startswith("-"))]),
    }
    rows = [row for pattern, row in _PATTERNS for line in lines if pattern.match(line)]
    if rows and _SECRET_WORD.search(" ".join(words)):
        return Kind.credentials
    if rows:
        return ROWS[max(rows, key=lambda row: (len(row.split()), len(row)))]
    return ROWS.get(f"{name} *", Kind.unknown)


def has_row(name: str, command: Command) -> bool:
    """Whether a row other than the general one speaks of a command."""
    line = " ".join([name, *(word.text or "?" for word in plain_words(command.args))])
    return any(pattern.match(line) for pattern, _ in _PATTERNS)


_SQL_DELETES = re.compile(
    r"\b(drop|truncate|delete\s+from|vacuum\s+full|purge|dropdatabase|remove\()", re.IGNORECASE
)
_SQL_READS = re.compile(
    r"^\s*(select|explain|show|describe|\.tables|\.schema|\.headers|\\d\S*)\b[^;]*;?\s*$", re.IGNORECASE
)
_SQL_CALL = re.compile(r"(\w+)\s*\(")
_SQL_FUNCTIONS = (
    "count",
    "sum",
    "min",
    "max",
    "avg",
    "lower",
    "upper",
    "length",
    "coalesce",
    "in",
    "and",
    "or",
    "from",
)


def judge_sql(scene: Scene, statement: str | None, matched: str) -> None:
    """Judge a statement for a data base."""
    if statement is not None and _SQL_DELETES.search(statement):
        scene.find(Kind.delete, "delete.rows", "It deletes from a data base.", matched)
    elif statement is None or not _is_reading(statement):
        scene.doubt("sql.unknown", "It may change a data base.", matched)


def _is_reading(statement: str) -> bool:
    calls = {match.group(1).casefold() for match in _SQL_CALL.finditer(statement)}
    if re.search(r"\n\s*\.|.\\", statement, re.DOTALL):
        return False
    into = re.search(r"\b(into|for\s+update|analyze)\b", statement, re.IGNORECASE)
    return bool(_SQL_READS.match(statement)) and calls <= set(_SQL_FUNCTIONS) and not into


def query(scene: Scene, command: Command, options: tuple[str, ...]) -> None:
    """``psql``, ``mysql``, ``sqlite3``: judged by their statements."""
    statements: list[str | None] = []
    args = list(command.args)
    files = []
    while args:
        word = args.pop(0)
        if word.text in options and args:
            statements.append(args.pop(0).text)
        elif word.text is None or not word.text.startswith("-"):
            files.append(word)
        elif len(word.text) > 2 and word.text[:2] in options:
            statements.append(word.text[2:])
    if not options:
        statements += [word.text for word in files[1:]]
        for word in files[:1]:
            scene.touch(word, Use.read)
    if command.stdin is not None or not statements:
        statements.append(command.stdin)
    for statement in statements:
        judge_sql(scene, statement, command.raw)
    if has_option(command.args, ("-f", "--file", "-init")):
        scene.doubt("sql.file", "Its statements are in a file.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **{name: partial(act, name=name) for name in PROGRAMS},
    "psql": partial(query, options=("-c", "--command")),
    "mysql": partial(query, options=("-e", "--execute")),
    "mariadb": partial(query, options=("-e", "--execute")),
    "mongosh": partial(query, options=("--eval",)),
    "sqlite3": partial(query, options=()),
}
