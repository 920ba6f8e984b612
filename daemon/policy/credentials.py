"""Where credentials live and what they are called: files, variables, and words of a search."""

import posixpath
import re
from fnmatch import fnmatchcase, translate
from functools import lru_cache
from unicodedata import normalize

FILE_NAMES = (
    ".env", ".env.*", "*.env", ".envrc", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".npmrc", ".pypirc",
    ".git-credentials", ".dockercfg", ".htpasswd", "pip.conf", "pip.ini", ".vault-token", ".terraformrc", "terraform.tfstate*",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "authorized_keys", "*.pem", "*.key", "*.p12", "*.pfx",
    "*.p8", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*.asc", "*.gpg", "*.keychain", "*.keychain-db", "*.ovpn",
    "credentials", "credentials.json", "credentials.toml", "credentials.yml", "credentials.yaml",
    "secrets.json", "secrets.toml", "secrets.yml", "secrets.yaml", "service-account*.json",
    "service_account*.json", "client_secret*.json", "kubeconfig", "shadow", "gshadow", "sudoers",
    "login.keychain*", "cookies.sqlite", "cookies.binarycookies", "login data", "logins.json",
    "key4.db", "*.age", "master.key", "auth.json", ".claude.json", ".credentials.json", ".bash_history",
    ".zsh_history", ".python_history", ".psql_history", ".mysql_history", ".s3cfg", ".boto", ".databrickscfg", ".wgetrc", ".curlrc", ".node_repl_history",
    ".irb_history", ".sqlite_history", ".rediscli_history", ".lesshst", "*.tfvars", "accesstokens.json", "token.json",
    "cookies", "local state", "web data",
)  # fmt: skip
FOLDERS = (
    ".ssh", ".aws", ".azure", ".gnupg", ".kube", ".docker", ".password-store", "gcloud", "keychains",
    "keyrings", ".gcloud", ".mozilla", "google-chrome", "chromium", "firefox", ".config/gh", ".config/op",
    ".oci", ".fly", ".terraform.d", "1password", ".1password", "brave-browser", ".subversion/auth", ".config/rclone", ".config/heroku", ".config/fly", ".snowsql", ".huggingface", ".cache/huggingface",
    ".config/sops", "run/secrets", ".config/hub", ".config/doctl", ".config/gcloud", ".config/stripe", ".config/netlify",
    ".m2/settings.xml", ".gradle/gradle.properties", ".gem/credentials", ".pulumi", ".config/glab-cli", ".local/share/keyrings", ".config/chromium", ".config/vivaldi", ".thunderbird", ".cargo/credentials",
)  # fmt: skip
HARMLESS_NAMES = (
    ".env.example", ".env.sample", ".env.template", ".env.dist", "*.pub", "config.env.example", "example.env",
)  # fmt: skip
PROCESS_FILES = re.compile(
    r"^/proc/([^/]+/)?(environ|mem|maps|fd|root|cwd|cmdline|task)(/|$)|^/proc/(self|\d+)/"
)
METADATA_HOSTS = (
    "169.254.169.254", "metadata.google.internal", "metadata", "169.254.170.2", "100.100.100.200",
    "fd00:ec2::254", "[fd00:ec2::254]", "instance-data", "metadata.azure.com", "2852039166", "0xa9fea9fe",
    "0251.0376.0251.0376", "::ffff:169.254.169.254", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]",
)  # fmt: skip
_SECRET_VARIABLE = re.compile(
    r"(SECRET|TOKEN|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH|COOKIE|DATABASE_URL|DSN$"
    r"|WEBHOOK|_KEY$|^PGPASS|_PAT$|_PWD$)",
    re.IGNORECASE,
)
_SAMPLES = (
    ".env", ".env.local", ".env.production", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".envrc",
    ".ssh", ".aws", ".kube", ".gnupg",
)  # fmt: skip


def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, patterns)))


_HARMLESS, _FILES = _any_of(HARMLESS_NAMES), _any_of(FILE_NAMES)


def fold(path: str) -> str:
    """A path as a careless file system compares it: without case, in one Unicode form."""
    return normalize("NFC", path).casefold()


@lru_cache(4096)
def is_credential(path: str) -> bool:
    """Whether a path is, by its name or folder, one where credentials live."""
    folded = fold(path)
    if PROCESS_FILES.search(folded):
        return True
    name = posixpath.basename(folded.rstrip("/"))
    parts = f"/{folded}/"
    if any(f"/{folder}/" in parts for folder in FOLDERS if folder.startswith(".") or "/" in folded):
        return True
    return _HARMLESS.match(name) is None and _FILES.match(name) is not None


def may_match_credential(pattern: str) -> bool:
    """Whether a shell wildcard may stand for a credential: ``.e*``, ``.[e]nv``, ``~/.s*/id*``.

    A lone star does not stand for names that begin with a dot, so ``*.py`` and ``*`` are no match here; the
    key files of a directory that a star does reach are `Rules.credential_paths`.
    """
    for part in fold(pattern).split("/"):
        hidden = part.startswith((".", "[", "?"))
        if hidden and any(c in part for c in "*?[") and any(fnmatchcase(name, part) for name in _SAMPLES):
            return True
        if part.startswith(("id_", "id*")) and "*" in part:
            return True
    return is_credential(pattern.replace("[", "").replace("]", "").replace("?", "").replace("*", ""))


@lru_cache(4096)
def is_secret_variable(name: str) -> bool:
    """Whether a variable's name says that its value is a secret."""
    return bool(_SECRET_VARIABLE.search(name))
