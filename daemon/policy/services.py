"""Programs that act on other systems: clouds, clusters, registries, payment, keys.

Each program has what it does when nothing better is known; a row says what a command that begins so does; and
the verbs of all these programs are much the same, so a verb decides for commands that no row names.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial

from daemon.policy.model import Kind
from daemon.policy.readers import has_option
from daemon.policy.scene import Command, Scene

REASONS = {
    Kind.money: "It may spend money.",
    Kind.delete: "It deletes something on another system.",
    Kind.push: "It publishes to where others share it.",
    Kind.credentials: "It touches credentials.",
    Kind.unknown: "It changes something on another system.",
}
ALLOW = None
PUBLISHED = "It publishes a package, which cannot be taken back."
PACKAGERS = frozenset(
    ("npm", "yarn", "pnpm", "bun", "deno", "jsr", "poetry", "uv", "hatch", "flit", "pdm", "rye", "maturin", "twine", "cargo", "gem", "mvn",
     "mvnw", "gradle", "sbt", "dotnet", "vsce", "ovsx", "lerna", "semantic-release", "release-it", "np", "goreleaser",
     "fastlane", "eas", "mix", "dart", "pod", "changeset", "nx", "composer", "rake"),
)  # fmt: skip
"""Programs whose publishing is a package's: it counts as spending, since it cannot be taken back."""
PROGRAMS: dict[str, Kind] = {
    **dict.fromkeys(
        ("aws", "gcloud", "az", "gsutil", "bq", "terraform", "tofu", "terragrunt", "pulumi", "cdk", "serverless", "sls",
         "stripe", "heroku", "fly", "flyctl", "vercel", "netlify", "doctl", "hcloud", "linode-cli", "wrangler", "railway",
         "eksctl", "vultr-cli", "scw", "ibmcloud", "oci", "aliyun", "tccli", "civo", "exo", "ovhcloud", "namecheap",
         "godaddy", "gandi", "porkbun", "twilio", "modal", "runpodctl", "vastai", "vast", "databricks", "snowsql", "snow",
         "sam", "copilot", "amplify", "firebase", "supabase", "render", "koyeb", "upsun", "platform", "cf", "eb", "sky",
         "lambda", "replicate", "paypal", "sendgrid", "auth0", "planetscale", "pscale", "turso", "neonctl", "atlas"),
        Kind.money,
    ),
    **dict.fromkeys(
        ("kubectl", "oc", "k", "helm", "helmfile", "gh", "ansible", "ansible-playbook", "argocd", "flux", "nomad",
         "consul", "istioctl", "minikube", "kind", "skaffold", "rclone", "restic", "borg", "gem", "vsce", "flit",
         "hatch", "s3cmd", "mc", "etcdctl", "systemctl", "launchctl", "service", "brew", "apt", "apt-get", "apt-cache",
         "dpkg", "yum", "dnf", "pacman", "apk", "snap", "flatpak", "port", "conda", "mamba", "nix", "nix-env", "choco",
         "winget", "nvm", "fnm", "pyenv", "rbenv", "asdf", "mise", "rustup", "sdk", "volta", "gio", "kustomize",
         "svn", "hg", "jj"),
        Kind.unknown,
    ),
    **dict.fromkeys(
        ("twine", "goreleaser", "glab", "hub", "fastlane", "eas", "semantic-release", "release-it", "np", "altool",
         "xcrun", "gh-pages", "ovsx", "changeset", "git-cliff", "lerna", "skopeo", "crane", "oras", "cosign"),
        Kind.push,
    ),
    **dict.fromkeys(
        ("vault", "op", "pass", "gopass", "bw", "lpass", "security", "secret-tool", "gpg", "gpg2", "keyring",
         "ssh-keygen", "openssl", "kinit", "klist", "passwd", "doppler", "age", "sops", "git-credential*", "ansible-vault",
         "kwallet-query", "chamber", "aws-vault", "infisical", "teller", "pbpaste", "xclip", "xsel", "wl-paste",
         "screencapture", "scrot", "grim", "gnome-screenshot", "certutil", "keytool", "getent", "gcloud-auth", "dbus-send",
         "git-credential-osxkeychain", "docker-credential-desktop", "oathtool", "ykman", "gnome-keyring"),
        Kind.credentials,
    ),
    **dict.fromkeys(
        ("crontab", "userdel", "groupdel", "wipefs", "mkfs", "mkswap", "fdisk", "parted", "blkdiscard", "lvremove", "zfs", "trash-cli",
         "git-filter-repo", "bfg"),
        Kind.delete,
    ),
}  # fmt: skip
ROWS: dict[str, Kind | None] = {
    "aws configure": Kind.credentials, "aws sts": Kind.credentials, "aws sts get-caller-identity": ALLOW,
    "aws iam": Kind.credentials, "aws kms": Kind.credentials, "aws sso": Kind.credentials,
    "aws ssm get-parameter*": Kind.credentials, "aws ecr get-login*": Kind.credentials, "aws * get-*-url": Kind.money,
    "aws s3 presign": Kind.credentials, "aws s3 ls": ALLOW, "aws s3api get-object": Kind.money,
    "gcloud iam": Kind.credentials, "gcloud config list": ALLOW, "gcloud config get-value": ALLOW, "az login": Kind.credentials,
    "az keyvault": Kind.credentials, "az account get-access-token": Kind.credentials, "az account show": ALLOW,
    "terraform fmt": ALLOW, "terraform validate": ALLOW, "terraform version": ALLOW, "terraform providers": ALLOW,
    "terraform plan": ALLOW, "terraform init": ALLOW, "terraform init -migrate-state": Kind.unknown, "terraform graph": ALLOW,
    "terraform output": Kind.credentials, "terraform show": Kind.credentials, "terraform state": Kind.credentials,
    "terraform state rm": Kind.delete, "terraform state list": ALLOW, "terraform apply -destroy": Kind.delete,
    "terraform console": Kind.credentials, "tofu plan": ALLOW, "tofu fmt": ALLOW, "tofu validate": ALLOW,
    "tofu output": Kind.credentials, "tofu show": Kind.credentials, "tofu state": Kind.credentials, "pulumi preview": ALLOW,
    "pulumi config": Kind.credentials, "cdk diff": ALLOW, "cdk synth": ALLOW, "az ad": Kind.credentials, "heroku config*": Kind.credentials, "gcloud logging read": ALLOW, "helm dependency list": ALLOW,
    "helm dep list": ALLOW, "openssl dgst": ALLOW, "openssl x509": ALLOW,
    "heroku pg:credentials*": Kind.credentials, "heroku logs": ALLOW, "heroku ps": ALLOW, "netlify env*": Kind.credentials, "aws logs tail": ALLOW, "crontab -": Kind.delete, "vercel env": Kind.credentials,
    "vercel ls": ALLOW, "fly ssh": Kind.credentials, "fly secrets": Kind.credentials, "stripe listen": ALLOW,
    "firebase emulators:start": ALLOW, "supabase start": ALLOW, "supabase status": Kind.credentials, "wrangler dev": ALLOW,
    "sam build": ALLOW, "sam validate": ALLOW, "stripe logs": Kind.credentials,
    "kubectl whoami -t": Kind.credentials, "kubectl whoami --show-token": Kind.credentials, "kubectl version": ALLOW, "kubectl config": Kind.credentials, "kubectl config current-context": ALLOW,
    "kubectl config get-contexts": ALLOW, "kubectl apply --dry-run*": ALLOW, "kubectl create token": Kind.credentials,
    "kubectl drain": Kind.delete, "kubectl replace --force": Kind.delete, "kubectl cluster-info": ALLOW,
    "kubectl api-resources": ALLOW, "kubectl rollout status": ALLOW, "kubectl rollout history": ALLOW,
    "kubectl auth can-i": ALLOW, "kustomize build": ALLOW, "minikube status": ALLOW,
    "helm lint": ALLOW, "helm template": ALLOW, "helm push": Kind.push, "helm get notes": ALLOW, "helm registry": Kind.credentials,
    "helm get": Kind.credentials, "helm dependency": Kind.unknown,
    "npm publish": Kind.push, "npm unpublish": Kind.delete, "npm deprecate": Kind.push, "npm token": Kind.credentials,
    "npm login": Kind.credentials, "npm adduser": Kind.credentials, "npm dist-tag": Kind.push, "yarn publish": Kind.push,
    "yarn npm": Kind.push, "pnpm publish": Kind.push, "bun publish": Kind.push, "npm access": Kind.credentials,
    "npm owner": Kind.credentials, "npm config set": Kind.unknown, "npm config get": Kind.unknown, "yarn config get": Kind.unknown, "yarn config set": Kind.unknown,
    "pnpm config get": Kind.unknown, "pnpm config set": Kind.unknown, "npm config list": Kind.credentials, "npm config ls": Kind.credentials,
    "npm profile": Kind.credentials, "npm whoami": ALLOW, "npm config get registry": ALLOW, "npm config get prefix": ALLOW,
    "poetry publish": Kind.push, "uv publish": Kind.push, "hatch publish": Kind.push, "flit publish": Kind.push,
    "poetry config": Kind.credentials, "pip config": Kind.credentials, "jsr publish": Kind.push, "deno publish": Kind.push,
    "cargo publish": Kind.push, "cargo yank": Kind.delete, "cargo login": Kind.credentials, "cargo owner": Kind.credentials,
    "gem push": Kind.push, "gem yank": Kind.delete, "gem signin": Kind.credentials, "mvn deploy": Kind.push,
    "dotnet nuget push": Kind.push, "dotnet nuget delete": Kind.delete, "vsce publish": Kind.push, "vsce package": ALLOW,
    "gh pr create": ALLOW, "gh pr merge": Kind.push, "gh pr close": Kind.delete, "gh pr checkout": ALLOW,
    "gh pr review": ALLOW, "gh pr review --approve": Kind.push, "gh pr review -a": Kind.push, "gh pr edit": ALLOW,
    "gh pr ready": ALLOW, "gh issue create": ALLOW, "gh issue comment": ALLOW, "gh issue edit": ALLOW, "gh pr comment": ALLOW, "gh release": Kind.push, "gh release list": ALLOW,
    "gh release view": ALLOW, "gh repo create": Kind.push, "gh repo sync": Kind.push, "gh repo archive": Kind.delete,
    "gh workflow run": Kind.push, "gh run rerun": Kind.push, "gh run download": Kind.unknown, "gh auth": Kind.credentials,
    "gh auth status": ALLOW, "gh auth status --show-token": Kind.credentials, "gh auth status -t": Kind.credentials,
    "gh secret": Kind.credentials, "gh variable": Kind.credentials, "gh ssh-key": Kind.credentials,
    "gh gpg-key": Kind.credentials, "gh repo edit": Kind.push, "gh repo rename": Kind.push, "gh codespace": Kind.money,
    "gh extension": Kind.unknown, "gh alias": Kind.unknown, "gh gist": Kind.push,
    "glab mr merge": Kind.push, "glab auth": Kind.credentials, "hub ci-status": ALLOW,
    "openssl rand": ALLOW, "openssl version": ALLOW, "gpg --version": ALLOW, "getent hosts": ALLOW, "changeset status": ALLOW,
    "fastlane tests": ALLOW, "xcrun simctl list": ALLOW, "xcrun swift": Kind.unknown, "lerna ls": ALLOW,
    "crontab -l": ALLOW, "crontab -r": Kind.delete, "systemctl disable": Kind.delete, "gio trash": Kind.delete,
    "brew outdated": ALLOW, "brew doctor": ALLOW, "dpkg -l": ALLOW, "dpkg -s": ALLOW, "dpkg -L": ALLOW, "dpkg -P": Kind.delete,
    "dpkg -r": Kind.delete, "nvm use": ALLOW, "nvm version": ALLOW, "pyenv versions": ALLOW, "asdf current": ALLOW,
    "apt-cache policy": ALLOW, "conda env list": ALLOW, "restic forget": Kind.delete, "rclone purge": Kind.delete,
    "rclone sync": Kind.delete, "rclone config": Kind.credentials, "rclone move": Kind.delete, "mc mirror --remove": Kind.delete,
    "svn commit": Kind.push, "hg push": Kind.push, "svn revert": Kind.delete, "jj git push": Kind.push,
    "ansible --version": ALLOW, "docker-compose config": Kind.credentials,
}  # fmt: skip
_DELETES = frozenset(
    ("delete", "del", "destroy", "remove", "rm", "rb", "rmi", "drop", "purge", "terminate", "uninstall", "prune", "reset",
     "wipe", "deregister", "decommission", "obliterate", "undeploy", "autoremove", "erase", "flush", "forget", "yank",
     "unpublish", "nuke", "truncate", "cleanup", "deprovision", "discard", "empty", "unregister", "deinit", "down", "undo", "teardown"),
)  # fmt: skip
_CHANGES = frozenset(
    ("create", "add", "set", "update", "deploy", "run", "start", "stop", "restart", "scale", "apply", "import", "export",
     "enable", "disable", "submit", "execute", "exec", "call", "invoke", "publish", "send", "resize", "attach", "detach",
     "ssh", "scp", "connect", "patch", "replace", "upgrade", "install", "promote", "rollback", "restore", "migrate", "buy",
     "purchase", "register", "renew", "transfer", "provision", "up", "push", "init", "login", "put", "modify", "edit",
     "new", "clone", "copy", "cp", "mv", "move", "sync", "launch", "request", "allocate", "reboot", "cancel", "merge",
     "approve", "edit", "close", "reopen", "fork", "archive", "rename", "use", "annotate", "label", "taint", "cordon",
     "expose", "port-forward", "proxy", "debug", "rollout", "autoscale", "upload", "download", "write", "generate"),
)  # fmt: skip
_READS = frozenset(
    ("list", "ls", "get", "describe", "show", "status", "logs", "log", "view", "version", "help", "diff", "preview",
     "info", "ps", "top", "explain", "search", "history", "whoami", "tail", "wait", "checks", "watch", "query-status",
     "releases", "regions", "current", "events", "lint", "policy", "outdated", "doctor"),
)  # fmt: skip
_BARE = ("vercel", "amplify", "modal")
"""Programs that act when they are given nothing."""
_GROUPED = ("gh", "glab")
SECRET = re.compile(
    r"secret|\btokens?\b|credential|passw|access-?key|api-?key|^auth(:|$)|\bauth$|private-?key|login-|auth_?token",
    re.IGNORECASE,
)
_VALUED = frozenset(
    ("-n", "--namespace", "--context", "--profile", "--region", "--project", "-R", "--repo", "-o", "--output", "--app",
     "--subscription", "--cluster", "--zone", "--format", "--query", "-C", "--kubeconfig", "--org", "-L", "--limit",
     "-l", "--selector", "--tail", "--since", "--json", "--jq", "-q", "--state", "--label", "--author", "-c", "--filter"),
)  # fmt: skip
_TAKE_AWAY = (
    "--delete",
    "--purge",
    "--delete-source",
    "--remove-source-files",
    "--destroy",
    "-destroy",
    "--drop",
    "--clean",
)


def _patterns() -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """The rows of each program."""
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    for row in ROWS:
        parts = [re.escape(part).replace(r"\*", r"\S*") + r"(?:\s+|$)" for part in row.split()]
        found.setdefault(row.split()[0], []).append((re.compile("".join(parts)), row))
    return found


_PATTERNS = _patterns()


def act(scene: Scene, command: Command, name: str) -> None:
    """Judge a program by its rows and verbs."""
    kind = kind_of(name, command)
    if kind is not ALLOW:
        scene.find(kind, f"service.{name}", REASONS[kind], command.raw)
    if kind is Kind.push and name in PACKAGERS:
        scene.find(Kind.money, f"service.{name}", PUBLISHED, command.raw)


def kind_by_verb(command: Command) -> Kind | None:
    """What the verbs of a program that nobody knows say of it."""
    words = [word for word in _words(command)[:3] if re.fullmatch(r"[\w:.-]+", word)]
    if any(
        verb in ("publish", "push", "deploy", "release", "upload", "ship", "merge")
        for word in words
        for verb in _verbs(word)
    ):
        return Kind.push
    return _said(command)


def kind_of(name: str, command: Command) -> Kind | None:
    """What a command does: what its words say outright first, then its row, then its verb, then its program."""
    rows = _rows(name, command)
    row = max(rows, key=lambda row: (len(row.split()), len(row)), default=None)
    if row is not None and ROWS[row] is not ALLOW:
        return _said(command) or ROWS[row]
    if row is not None and len(row.split()) > 2:
        return ALLOW
    default = PROGRAMS.get(name, Kind.unknown)
    if row is None and default in (Kind.credentials, Kind.delete):
        return default
    said = _said(command)
    if said is not None or row is not None:
        return said
    return ALLOW if _only_reads(name, command) else default


def _said(command: Command) -> Kind | None:
    if _names_secret(command):
        return Kind.credentials
    verbs = [verb for word in _words(command)[:5] for verb in _verbs(word)]
    if any(verb in _DELETES for verb in verbs) or has_option(command.args, _TAKE_AWAY):
        return Kind.delete
    return None


def _names_secret(command: Command) -> bool:
    plain = [word for word in _words(command) if not re.search(r"\s", word)]
    return bool(SECRET.search(" ".join(plain[:4]))) or any(SECRET.search(word) for word in plain[:4])


def _verbs(word: str) -> Iterable[str]:
    """``terminate-instances`` and ``apps:destroy`` name their verbs at one end of the word."""
    parts = re.split(r"[-:_]", word.casefold())
    if parts[0] in ("batch", "bulk", "force") and len(parts) > 1:
        return (parts[1],)
    return (word.casefold(), parts[0], parts[-1] if ":" in word or len(parts) == 2 else parts[0])


def _words(command: Command) -> list[str]:
    """The words that are no options; the values of options stay, since nobody knows which take one."""
    return [word.text or "?" for word in command.args if not (word.text or "?").startswith("-")]


def _apart(command: Command) -> list[str]:
    """The words without options and the values of those options that are known to take one."""
    words: list[str] = []
    skip = False
    for word in command.args:
        text = word.text or "?"
        if skip:
            skip = False
        elif text.startswith("-"):
            skip = text in _VALUED
        else:
            words.append(text)
    return words


def _lines(name: str, command: Command) -> set[str]:
    whole = [word.text or "?" for word in command.args]
    return {" ".join([name, *whole]), " ".join([name, *_words(command)]), " ".join([name, *_apart(command)])}


def _only_reads(name: str, command: Command) -> bool:
    """Whether a reading verb stands where a verb does, and no other verb anywhere."""
    words = _apart(command)
    if name in _GROUPED and words[:1] and words[0] not in _READS:
        words = words[1:]
    if name in ("kubectl", "oc", "k", "helm"):
        words = words[:1]
    if any(verb in _CHANGES for word in words[:5] for verb in _verbs(word)) or not words:
        silent = PROGRAMS.get(name) is not Kind.push and name not in _BARE and not command.args
        return silent or (
            bool(command.args) and command.args[0].text in ("--version", "version", "--help", "help")
        )
    if name == "aws":
        return len(words) > 1 and words[1].split("-")[0] in ("describe", "list", "get", "ls", "head")
    return any(word.casefold() in _READS for word in words[: 2 if name in ("kubectl", "gh") else 4])


def has_row(name: str, command: Command) -> bool:
    """Whether a row speaks of a command."""
    return bool(_rows(name, command))


def _rows(name: str, command: Command) -> list[str]:
    patterns = _PATTERNS.get(name, ())
    lines = _lines(name, command) if patterns else ()
    return [row for pattern, row in patterns for line in lines if pattern.match(line)]


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **{name: partial(act, name=name) for name in PROGRAMS},
}
