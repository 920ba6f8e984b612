"""Host names and addresses in whatever spelling: where they lead, and which hosts mean something to the owner."""

import ipaddress
import re
from fnmatch import fnmatchcase
from functools import lru_cache
from unicodedata import normalize
from urllib.parse import unquote

LOOPBACK = "127.0.0.1"
_URL = re.compile(
    r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:/{1,3}(?:[^/@\s'\"]{0,200}@)?"
    r"(\[[^\]\s]{0,60}\]|[^/:?#\s'\"\\)>,;]{1,255})(?::(\d{1,9}))?",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"^[\w.-]+@([\w.-]+)(?::|$)")
_DEVICE = re.compile(r"/dev/(?:tcp|udp)/([^/\s]+)/(\d+)")
# Names of the public DNS that answer with the address that they are made of, or with the loopback.
_EMBEDDING = re.compile(r"(?:^|[.-])(\d{1,3}(?:[.-]\d{1,3}){3})\.(?:nip|sslip|xip)\.\w+$")
_LOOPBACK_NAMES = re.compile(
    r"^(localhost|.*\.localhost|localhost\.localdomain|ip6-localhost|(.*\.)?(localtest\.me|lvh\.me|vcap\.me))$"
)
_METADATA_NAMES = frozenset(
    ("metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
     "metadata.azure.com", "metadata.azure.internal", "metadata.platformequinix.com"),
)  # fmt: skip
_METADATA = frozenset(("100.100.100.200", "fd00:ec2::254", "fd20:ce::254", "192.0.0.192", "168.63.129.16"))
_LINK_LOCAL = ipaddress.ip_network("169.254.0.0/16")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
MONEY_HOSTS = (
    "api.stripe.com", "*.paypal.com", "*.braintreegateway.com", "*.braintree-api.com", "*.squareup.com", "*.adyen.com",
    "*.adyenpayments.com", "api.mollie.com", "api.razorpay.com", "api.paddle.com", "*.checkout.com", "api.wise.com",
    "*.transferwise.com", "api.coinbase.com", "api.binance.com", "api.kraken.com", "*.plaid.com", "api.gocardless.com",
    "api.godaddy.com", "api.namecheap.com", "api.porkbun.com", "*.gandi.net", "api.name.com", "*.ovh.com", "api.dnsimple.com",
    "api.digitalocean.com", "api.hetzner.cloud", "api.linode.com", "api.vultr.com", "api.scaleway.com", "api.heroku.com",
    "api.fly.io", "api.machines.dev", "api.vercel.com", "api.netlify.com", "*.amazonaws.com", "management.azure.com",
    "compute.googleapis.com", "cloudbilling.googleapis.com", "run.googleapis.com", "container.googleapis.com",
    "api.twilio.com", "api.sendgrid.com", "api.mailgun.net", "api.openai.com", "api.anthropic.com", "api.replicate.com",
    "*.runpod.io", "console.vast.ai", "cloud.lambdalabs.com", "api.together.xyz", "api.mistral.ai", "api.cohere.*",
    "generativelanguage.googleapis.com", "api.cloudflare.com", "backboard.railway.app", "api.render.com",
    "api.shopify.com", "*.myshopify.com", "api.lemonsqueezy.com", "ads.google.com", "googleads.googleapis.com",
    "api.appstoreconnect.apple.com",
)  # fmt: skip
PACKAGE_HOSTS = (
    "upload.pypi.org", "test.pypi.org", "registry.npmjs.org", "npm.pkg.github.com", "crates.io", "rubygems.org", "jsr.io",
    "api.nuget.org", "www.nuget.org", "oss.sonatype.org", "s01.oss.sonatype.org", "central.sonatype.com", "repo.packagist.org", "hex.pm",
)  # fmt: skip
"""Hosts that take packages."""
READING_HOSTS = (
    "docs.python.org", "pypi.org", "packaging.python.org", "*.readthedocs.io", "developer.mozilla.org", "nodejs.org",
    "registry.npmjs.org", "www.npmjs.com", "docs.npmjs.com", "docs.rs", "crates.io", "doc.rust-lang.org", "www.rust-lang.org",
    "go.dev", "pkg.go.dev", "proxy.golang.org", "docs.oracle.com", "kotlinlang.org", "ruby-doc.org", "rubygems.org",
    "guides.rubyonrails.org", "docs.djangoproject.com", "flask.palletsprojects.com", "fastapi.tiangolo.com", "react.dev",
    "reactjs.org", "vuejs.org", "angular.dev", "nextjs.org", "svelte.dev", "www.typescriptlang.org", "eslint.org",
    "jestjs.io", "vitejs.dev", "webpack.js.org", "tailwindcss.com", "www.postgresql.org", "sqlite.org", "www.sqlite.org",
    "dev.mysql.com", "redis.io", "www.mongodb.com", "kubernetes.io", "helm.sh", "docs.docker.com", "developer.hashicorp.com",
    "registry.terraform.io", "git-scm.com", "docs.github.com", "github.com", "raw.githubusercontent.com", "api.github.com",
    "gitlab.com", "docs.gitlab.com", "stackoverflow.com", "*.wikipedia.org", "www.gnu.org", "man7.org", "learn.microsoft.com",
    "docs.aws.amazon.com", "cloud.google.com", "datatracker.ietf.org", "www.rfc-editor.org", "www.w3.org", "json-schema.org",
    "semver.org", "docs.pytest.org", "hexdocs.pm", "www.php.net", "docs.gradle.org", "maven.apache.org", "repo1.maven.org",
    "docs.anthropic.com", "platform.openai.com", "docs.stripe.com", "pandas.pydata.org", "numpy.org",
)  # fmt: skip
"""Hosts that keep what programmers read: a plain page of them may be fetched, and nothing sent there."""


def addresses_in(text: str) -> list[tuple[str, str]]:
    """The hosts and ports that a text speaks of as addresses, each host as it is resolved; a port may be empty."""
    plain = text if text.isascii() else normalize("NFKC", text)
    urls = _URL.finditer(plain) if ":/" in plain else ()
    found = [(canonical(match.group(1)), _port(match.group(2))) for match in urls]
    found += [(canonical(match.group(1)), _port(match.group(2))) for match in _DEVICE.finditer(text)]
    login = _LOGIN.match(text)
    return [*found, (canonical(login.group(1)), "")] if login else found


def _port(text: str | None) -> str:
    return (text or "").lstrip("0")


def hosts_in(text: str) -> list[str]:
    """The hosts that a text speaks of as addresses."""
    return [host for host, _ in addresses_in(text)]


@lru_cache(4096)
def canonical(host: str) -> str:
    """One spelling for each host: numbers as inet_aton(3) reads them, IPv4 inside IPv6, and names of the loopback."""
    plain = normalize("NFKC", unquote(host)).casefold().strip("[]").split("%")[0].rstrip(".")
    if _LOOPBACK_NAMES.match(plain):
        return LOOPBACK
    embedded = _EMBEDDING.search(plain)
    found = (
        _read_four(plain)
        or _read_six(plain)
        or (_read_four(embedded.group(1).replace("-", ".")) if embedded else None)
    )
    if found is None:
        return plain
    return LOOPBACK if found.is_loopback or found.is_unspecified else str(found)


def _read_four(text: str) -> ipaddress.IPv4Address | None:
    parts = text.split(".")
    if not 1 <= len(parts) <= 4:
        return None
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return None
    last = 256 ** (5 - len(numbers))
    if any(number > 255 for number in numbers[:-1]) or numbers[-1] >= last:
        return None
    return ipaddress.IPv4Address(
        sum(number << (24 - 8 * at) for at, number in enumerate(numbers[:-1])) + numbers[-1]
    )


def _number(text: str) -> int:
    if not re.fullmatch(r"0x[0-9a-f]{1,16}|[0-9]{1,16}", text):
        raise ValueError(text)
    return int(text, 16 if text.startswith("0x") else 8 if text.startswith("0") and len(text) > 1 else 10)


def _read_six(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return None
    inner = address.ipv4_mapped or address.sixtofour
    if inner is None and (address in _NAT64 or int(address) >> 32 == 0) and int(address) > 1:
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return inner or address


def is_metadata(host: str) -> bool:
    """Whether a host, in its one spelling, is where a cloud hands out keys."""
    if host in _METADATA_NAMES or host in _METADATA:
        return True
    try:
        return ipaddress.ip_address(host) in _LINK_LOCAL
    except ValueError:
        return False


@lru_cache(4096)
def matches_host(host: str, patterns: tuple[str, ...]) -> bool:
    """Whether an owner's patterns mean a host, in its one spelling."""
    return any(fnmatchcase(host, pattern.casefold()) or host == canonical(pattern) for pattern in patterns)
