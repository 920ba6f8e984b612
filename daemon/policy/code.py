"""Program text: what its words give away, and what is plainly harmless."""

import re

from daemon.policy.encoded import decoded
from daemon.policy.harmless import SAFE_MODULES, files_read, is_harmless
from daemon.policy.model import Kind
from daemon.policy.places import Use
from daemon.policy.scene import Scene

_DELETES = re.compile(
    r"\b(rmtree|remove_tree|unlink\w*|rmdir\w*|removedirs|remove_(file|dir)\w*|os\.remove|rmSync|rm_rf?\b|rm_f\b|fs(\.promises)?\.rm\b"
    r"|promises\.(rm|unlink)|truncate(Sync)?|FileUtils\.rm\w*|rm\s+-\w+|(File|Dir|Pathname)\.(delete|unlink|rmdir)|rimraf"
    r"|drop_?(all|table|database|collection)|flush(all|db)|delete_(bucket|object|table|stack|instance)\w*|terminate_instances"
    r"|deleteMany|deleteOne|dropDatabase|move_to_trash|send2trash)\b"
    r"|\bdrop\s+(table|database|schema|view|index|keyspace|collection|column|user|role|bucket)\b|\bdelete\s+from\b|\btruncate\s+table\b"
    r"|\bopen\w*\s*\(\s*(?!['\"]/dev/)[^()]*,\s*(mode\s*=\s*)?['\"](w|wb|w\+|wt)['\"]|writeFile(Sync)?\s*\(|(rename|truncate)Sync|\bFile\.write\b|\bopen\(?\s*\w+\s*,\s*['\"]\+?>[^>]|\bwrite_text\(|\bwrite_bytes\("
    r"|['\"]rm['\"]|\.delete\(\s*\)|(delete|destroy)_all\b|\.rm(Sync)?\(|removeSync|removeAll\b|\bshutil\.copy\w*\(|\b(rename|replace|move)\(['\"]",
    re.IGNORECASE,
)
_SECRETS = re.compile(
    r"\benviron|\bgetenv|process\.env|process\[['\"]env|\bENV\b|%ENV|keyring|keychain|id_rsa|id_ed25519|id_ecdsa|\.ssh\b|\.aws\b"
    r"|\.netrc|/proc/|(?<![\w)])\.env\b|\.npmrc|\.pypirc|\.kube\b|\.gnupg|\.git-credentials|169\.254\.|metadata\.google|getpass|dotenv|['\"](env|printenv)['\"]|(?<!\w)expanduser"
    r"|\bcredentials?\b|cookies?\.sqlite|Deno\.env|System\.getenv|os\.LookupEnv|private_key|\.pem\b",
)
_PUSHES = re.compile(
    r"\bgit\b\W{1,6}(args\W{1,4})?push\b|\btwine\b|\b(npm|cargo|yarn|pnpm|uv|poetry)['\",\s]+publish\b|\bremotes?\b[^;\n]{0,40}\.push\(|\.push\(['\"]origin",
    re.IGNORECASE,
)
_SPENDS = re.compile(
    r"\btwine\b|\b(npm|cargo|yarn|pnpm|uv|poetry)['\",\s]+publish\b|"
    r"\bstripe\b|\bboto3\b|run_instances|\bbraintree\b|\bpaypal|\btwilio\b|aws-sdk|@aws-sdk|google\.cloud|googleapis|azure\.mgmt"
    r"|\bdigitalocean\b|\bcreate_(instance|charge|payment|db_instance|cluster)\w*|\bcharges?\.create|paymentIntents|\bopenai\.\w+\.(create|generate)|\bclient\.(chat|images|messages|completions|responses)\b",
    re.IGNORECASE,
)
_GIVEN_AWAY = (
    (_DELETES, Kind.delete, "Its program text deletes or empties something."),
    (_SECRETS, Kind.credentials, "Its program text reads secrets."),
    (_PUSHES, Kind.push, "Its program text publishes."),
    (_SPENDS, Kind.money, "Its program text may spend money."),
)
_OPAQUE = re.compile(
    r"subprocess|\bos\.(system|popen|exec\w*|spawn\w*|fork|kill)|\bshutil\b|\beval\b|\bexec\w*\s*\(|\bcompile\s*\(|__\w+__\s*\("
    r"|__import__|importlib|ctypes|\bsockets?\b|pickle|marshal|child_process|\bspawn\w*|\bFunction\s*\(|\bsystem\b|popen|passthru"
    r"|shell_exec|proc_open|Kernel|%x|`|\bopen\w*\s*\([^()]*,\s*[^()]*['\"][rwaxbt+]*[wax+]|writeFile|createWriteStream|appendFile"
    r"|requests\.|urllib|urlopen|httpx|aiohttp|\bfetch\s*\(|https?\.(request|get)|XMLHttpRequest|axios|paramiko|fabric|smtplib|ftplib"
    r"|telnetlib|\bcurl\b|\bwget\b|getattr|setattr|globals|base64|b64decode|fromhex|atob|codecs|\bvm\b|process\.(binding|dlopen)"
    r"|\bgit\b|\bdocker\b|\bssh\b|\brm\b|chmod|\bkill\b|symlink|\blink\(|write_text|write_bytes|\bos\.rename|\bFile\.(write|open)",
)


_PRODUCT = re.compile(
    r"\bdeploy\.(muti|commands)\b|\bfrom\s+deploy\s+import\b[^;\n]*\bmuti\b|\brun_(module|path)\(\s*['\"](deploy\b|\S*\bmuti['\"])"
)
"""The product's own command line as a module that is imported."""


def judge_code(scene: Scene, text: str | None, language: str, matched: str) -> None:
    """Judge program text: in a sandbox what gives nothing away may run, outside only what is plainly harmless."""
    if language == "python" and _PRODUCT.search(text or ""):
        scene.find(Kind.product, "product.command", "It runs the product's own command line.", matched)
    if text is not None and is_harmless(text, language) and not shadows_module(scene):
        for path in files_read(text, language):
            scene.touch_path(path, Use.read)
        return
    judge_words(scene, text, matched)
    if text is None or not scene.guessing:
        scene.doubt_code("code.unknown", "It runs program text whose effect cannot be told.", matched)


def judge_program(scene: Scene, text: str, language: str, matched: str) -> None:
    """Judge a program of the project that lies in a file and was not changed: its words must give nothing away."""
    judge_words(scene, text, matched)
    opaque = _OPAQUE.search(text)
    if opaque and not is_harmless(text, language):
        reason = "It runs a script that starts, sends or writes something that cannot be told beforehand."
        scene.doubt("program.script", reason, f"{matched}: {opaque.group(0)}"[:500])


def judge_words(scene: Scene, text: str | None, matched: str) -> None:
    """What the words of a text give away, in whatever language it is."""
    if text is None:
        return
    joined = re.sub(r"(['\"])\s*\+\s*(['\"])", "", text)
    _judge_sockets(scene, text, matched)
    _judge_calls(scene, text, matched)
    for part in {text, joined, *decoded(text)}:
        for pattern, kind, reason in _GIVEN_AWAY:
            if pattern.search(part):
                scene.find(kind, f"code.{kind}", reason, matched)


def _judge_calls(scene: Scene, text: str, matched: str) -> None:
    """The product's own command line, where a program starts others."""
    if not re.search(r"subprocess|system|exec|spawn|popen|`|%x", text):
        return
    for name in scene.rules.product_commands:
        if re.search(rf"['\"`(](\S*/)?{re.escape(name)}(['\"]|\s+[a-z-]+)", text):
            reason = "It runs the product's own command line."
            scene.find(Kind.product, "product.command", reason, matched)


def _judge_sockets(scene: Scene, text: str, matched: str) -> None:
    """The product's own address as two words: ``connect(('127.0.0.1', 8765))``."""
    ports = [host.rpartition(":")[2] for host in scene.rules.product_hosts if ":" in host]
    for port in ports:
        if re.search(rf"(127\.[\d.]+|localhost|::1|0\.0\.0\.0)\W{{1,6}}{re.escape(port)}\b", text):
            scene.find(Kind.product, "product.host", "It reaches for the product's own address.", matched)


def shadows_module(scene: Scene) -> bool:
    """Whether this request has written what Python would import in place of a harmless module of its own."""
    written = (*scene.rules.changed_paths, *scene.writes)
    return any(part.removesuffix(".py") in SAFE_MODULES for path in written for part in path.split("/"))
