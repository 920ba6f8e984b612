"""Programs that run code: interpreters, their modules, test runners and linters."""

import posixpath
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

from daemon.policy.code import judge_code, shadows_module
from daemon.policy.feeds import fed_text
from daemon.policy.model import Kind
from daemon.policy.places import TEMPORARY, Use, below_any, is_below
from daemon.policy.readers import has_option, plain_words, read_paths
from daemon.policy.scene import Command, Scene
from daemon.policy.scripts import is_changed, run_script
from daemon.policy.syntax import Word

PUBLISHES = re.compile(r"deploy|release|publish|push|ship\b|upload|promote", re.IGNORECASE)
CLEANS = re.compile(
    r"clean|purge|undo|schema[:_]load|teardown|tear-down|erase|reset|drop|destroy|wipe|nuke|prune|uninstall|truncate|delete|remove|fresh|rollback|downgrade",
    re.IGNORECASE,
)
RUNNERS: dict[str, tuple[str, ...]] = {
    "pytest": ("-p", "-c", "-o", "--rootdir", "--override-ini", "--basetemp", "--confcutdir", "--pyargs"),
    "py.test": ("-p", "-c", "-o", "--rootdir", "--override-ini", "--basetemp"),
    "mypy": ("--install-types", "--config-file", "--python-executable", "--cache-dir"),
    "ruff": ("--config", "--cache-dir", "--output-file"),
    "eslint": ("-o", "--output-file", "-c", "--config", "--rulesdir", "--resolve-plugins-relative-to"),
    "nox": ("-f", "--noxfile"),
    **dict.fromkeys(
        ("tox", "black", "isort", "flake8", "pyright", "pylint", "bandit", "coverage", "tsc", "prettier", "basedpyright",
         "jest", "vitest", "mocha", "rspec", "rubocop", "phpunit", "shellcheck", "yamllint", "markdownlint", "hadolint",
         "rustfmt", "clang-format", "biome", "lint-imports", "bats", "unittest", "ava", "tap", "c8", "nyc", "karma",
         "actionlint", "golangci-lint", "goimports", "gofumpt", "staticcheck", "revive", "tflint", "ansible-lint",
         "stylelint", "commitlint", "knip", "depcheck", "madge", "tsc-watch", "vue-tsc", "oxlint", "standard", "xo",
         "swiftlint", "swiftformat", "ktlint", "detekt", "checkstyle", "clang-tidy", "cppcheck", "cpplint", "include-what-you-use",
         "phpstan", "psalm", "phpcs", "php-cs-fixer", "pint", "pest", "paratest", "standardrb", "brakeman", "erb_lint",
         "vulture", "radon", "pydocstyle", "pycodestyle", "autopep8", "yapf", "pyupgrade", "ty", "deptry", "djlint",
         "sqlfluff", "sqlfmt", "codespell", "typos", "vale", "lychee", "taplo", "shfmt", "checkov", "trivy",
         "gitleaks", "ct", "conftest", "kubeconform", "kubeval", "kube-linter", "hyperfine", "stylua", "luacheck",
         "pyinstrument", "pip-audit", "safety", "pip-compile", "tailwindcss", "postcss", "sass", "babel", "swc",
         "svgo", "typedoc", "lint-staged", "sort-package-json", "cspell", "jscpd", "ts-prune", "graphql-codegen", "ginkgo", "gotestsum", "act-lint"),
        ("--config", "-c", "-o"),
    ),
    **dict.fromkeys(("gofmt", "semgrep", "pre-commit", "mdformat", "doc8", "interrogate", "size-limit"), ()),
}  # fmt: skip
COMPILERS = frozenset(
    ("gcc", "g++", "cc", "c++", "clang", "clang++", "javac", "rustc", "kotlinc", "ghc", "tsup", "swiftc")
)
LANGUAGES = {
    "python": "python", "python3": "python", "python2": "python", "pypy3": "python", "node": "node", "nodejs": "node",
    "ruby": "ruby", "perl": "perl", "php": "php", "lua": "lua", "luajit": "lua", "osascript": "applescript", "Rscript": "r",
    "tclsh": "tcl", "julia": "julia", "ts-node": "node", "tsx": "node", "groovy": "groovy", "elixir": "elixir",
    "guile": "scheme", "scala": "scala", "jshell": "java", "ipython": "python", "irb": "ruby", "nu": "nu", "pwsh": "powershell",
    "escript": "erlang", "racket": "racket", "sbcl": "lisp", "octave": "octave", "java": "java",
}  # fmt: skip
_CODE_OPTION = re.compile(r"-c|-e|--eval|-p|--print|-r|-E|-[a-zA-Z0-9.]*[ep]|-[IBsSEuOqvx]+c")
_ONLY_CHECKS = {
    "node": ("--check", "-c"),
    "php": ("-l",),
    "ruby": ("-c", "-wc"),
    "perl": ("-c", "-wc"),
    "lua": ("-p",),
}
_FRONTS = {"python": ("manage.py",), "php": ("artisan",), "ruby": ("rails", "rake")}


def run_file(scene: Scene, name: str, command: Command) -> None:
    """A program named by its path."""
    run_script(scene, Word(name, (name,)), command)


def _is_mild(args: tuple[Word, ...], at: int) -> bool:
    """Options that look like those that change what runs: ``-p no:cacheprovider``, ``--target x86_64``."""
    text = args[at].text or ""
    after = args[at + 1].text or "" if at + 1 < len(args) else ""
    return (text == "-p" and after.startswith("no:")) or text.partition("=")[0] == "--target"


def run_project(scene: Scene, command: Command, forbidden: tuple[str, ...] = ()) -> None:
    """A tool that runs the code of the directory: known, as long as this request has not changed it."""
    plain = tuple(word for at, word in enumerate(command.args) if not _is_mild(command.args, at))
    bad = has_option(plain, forbidden)
    if bad:
        scene.doubt_code("program.option", f"The option {bad} changes what it runs.", command.raw)
    for word in command.args:
        text = word.text or ""
        if text.startswith("//"):
            continue  # a label of bazel
        if text.startswith(("/", "~", "-")) or ".." in text.split("/"):
            read_paths(scene, (word,))
    ours = (scene.rules.directory, *scene.rules.extra_directories)
    changed = [*scene.rules.changed_paths, *scene.writes]
    away = [place for place in scene.places or () if not below_any(place, ours)]
    away += [word.text for word in command.args if word.text and word.text.startswith(f"{TEMPORARY}/")]
    if not scene.rules.boxed and any(
        is_below(place, folder) for place in changed for folder in (*ours, *away)
    ):
        scene.doubt("program.changed", "It may run code that this request has changed.", command.raw)


def compile_code(scene: Scene, command: Command) -> None:
    """A compiler: it reads sources and writes what ``-o`` names."""
    args = list(command.args)
    while args:
        word = args.pop(0)
        text = word.text
        if text == "-o" and args:
            scene.touch(args.pop(0), Use.write)
        elif text is None or re.match(
            r"-(wrapper|fplugin|specs|B|Xclang|load|C?\s*linker|J)|@|--config", text
        ):
            scene.doubt("program.option", "It compiles with options that are not followed.", command.raw)
        else:
            read_paths(scene, (word,))


def interpret(scene: Scene, command: Command, language: str) -> None:
    """An interpreter: program text on its line, a module, a script, or text from a pipe."""
    checks = _ONLY_CHECKS.get(language, ())
    if command.args and command.args[0].text in checks and len(command.args) == 2:
        read_paths(scene, command.args[1:])
        return
    if language == "node" and command.args and command.args[0].text == "--test":
        run_project(scene, command)
        return
    for at, word in enumerate(command.args):
        before = command.args[at - 1].text if at else ""
        if (language == "python" and before in ("-W", "-X")) or _loads_types(before, word.text):
            continue
        if at + 1 < len(command.args) and _loads_types(word.text, command.args[at + 1].text):
            continue
        if _interprets(scene, command, at, word.text, language):
            return
    fed = command.stdin if command.stdin is not None else fed_text(command.feeder)
    judge_code(scene, fed, language, command.raw)


def _loads_types(option: str | None, value: str | None) -> bool:
    """What node loads to read TypeScript."""
    known = ("tsx", "ts-node/register", "ts-node/esm", "esbuild-register", "source-map-support/register")
    return option in ("--import", "-r", "--require", "--loader") and value in known


def _interprets(scene: Scene, command: Command, at: int, text: str | None, language: str) -> bool:
    """Whether a word says what runs; if so, it has been judged."""
    if text is not None and language == "python" and text.startswith("-m"):
        parts = (Word("-m", ("-m",)),) if text == "-m" else (Word("-m", ("-m",)), Word(text[2:], (text[2:],)))
        split = (*command.args[:at], *parts, *command.args[at + 1 :])
        run_module(scene, replace(command, args=split), at + 1)
    elif text is not None and (_CODE_OPTION.fullmatch(text) or text.startswith("--eval=")):
        _run_inline(scene, command, at, text, language)
    elif text is None or not text.startswith("-") or text == "-":
        _interpret_file(scene, command, at, language)
    else:
        if text.startswith(("-M", "-r", "--require", "--import", "-l")) and language in (
            "perl",
            "ruby",
            "node",
            "lua",
        ):
            scene.doubt("program.option", f"The option {text} changes what it runs.", command.raw)
        return False
    return True


def _run_inline(scene: Scene, command: Command, at: int, text: str, language: str) -> None:
    """Program text on the line; the words after it are files for it in some languages."""
    inline = text.partition("=")[2] if "=" in text else None
    code = inline or (command.args[at + 1].text if at + 1 < len(command.args) else None)
    judge_code(scene, code, language, command.raw)
    in_place = language == "perl" and any(
        re.match(r"-[a-zA-Z]*i", word.text or "") for word in command.args[: at + 1]
    )
    if in_place and re.search(r"^\s*$|\$_\s*=\s*(\"\"|''|undef|q\(\))|\bundef\s+\$_", code or ""):
        scene.find(Kind.delete, "delete.overwrite", "It empties files that were there before.", command.raw)
    for word in command.args[at + 2 :]:
        if language in ("perl", "ruby") and not (word.text or "").startswith("-"):
            scene.touch(word, Use.write if in_place else Use.read)


def _interpret_file(scene: Scene, command: Command, at: int, language: str) -> None:
    word = command.args[at]
    name = posixpath.basename(word.text or "")
    if name in scene.rules.product_commands:
        scene.find(Kind.product, "product.command", "It runs the product's own command line.", command.raw)
    if name == "setup.py" and any(other.text in ("upload", "register") for other in command.args[at + 1 :]):
        scene.find(Kind.push, "program.publish", "It publishes to where others share it.", command.raw)
        scene.find(
            Kind.money, "program.publish", "It publishes a package, which cannot be taken back.", command.raw
        )
    if word.text == "-":
        fed = command.stdin if command.stdin is not None else fed_text(command.feeder)
        judge_code(scene, fed, language, command.raw)
    elif name in _FRONTS.get(language, ()) and not any(
        is_changed(scene, place) for place in scene.locate(word.text or "")
    ):
        scene.touch(word, Use.read)
        scene.after(
            replace(command, args=(*command.args[:at], Word(name, (name,)), *command.args[at + 1 :])), at + 1
        )
    else:
        run_script(scene, word, command, "" if re.search(r"\.\w+$", name) else language)


_PRODUCT_MODULE = re.compile(r"deploy\.(muti|commands)(\.\w+)*")


def runs_product(command: Command) -> bool:
    """Whether the product's own command line is run as a module, through whatever runs modules."""
    words = [word.text or "" for word in command.args]
    named = [word for before, word in pairwise(words) if before in ("-m", "--module", "runpy")]
    joined = [word.removeprefix("-m") for word in words if word.startswith("-m")]
    return any(_PRODUCT_MODULE.fullmatch(word) for word in (*named, *joined))


def run_module(scene: Scene, command: Command, at: int) -> None:
    """``python -m``: a module that is known as a program, or a script."""
    name = command.args[at].text if at < len(command.args) else None
    rest = command.args[at + 1 :]
    if name in (
        "json.tool",
        "py_compile",
        "compileall",
        "timeit",
        "this",
        "calendar",
        "site",
        "ast",
        "dis",
        "tokenize",
    ) and (scene.rules.boxed or not shadows_module(scene)):
        _run_harmless_module(scene, command, name, rest)
    elif name in ("cProfile", "pdb", "trace", "doctest", "profile") and any(
        (word.text or "").endswith(".py") for word in rest
    ):
        run_script(scene, next(word for word in rest if (word.text or "").endswith(".py")), command, "python")
    elif name in ("venv", "virtualenv"):
        for word in plain_words(rest):
            scene.make(word)
    elif name in ("build", "pip", "twine", "poetry", "keyring", "flit", "hatch", "uv", "flask", "alembic", "uvicorn", "django",
                  "celery", "nox", "mkdocs", "pdm", "pipenv", "awscli", *RUNNERS):  # fmt: skip
        scene.after(command, at + 1)
    elif name is not None and any(name.split(".")[0] in (c, "deploy") for c in scene.rules.product_commands):
        scene.find(Kind.product, "product.command", "It runs the product's own command line.", command.raw)
    elif name is not None and _run_project_module(scene, command, name):
        return
    elif name == "http.server":
        run_project(scene, command)
    else:
        scene.doubt_code(
            "program.module", "It runs a module whose effect cannot be told beforehand.", command.raw
        )


def _run_project_module(scene: Scene, command: Command, name: str) -> bool:
    """A module of the project whose text can be read is judged as a script; whether it was."""
    folder = name.replace(".", "/")
    ways = [f"{root}{folder}{end}" for root in ("", "src/") for end in (".py", "/__main__.py")]
    for way in ways if re.fullmatch(r"[\w.]+", name) else []:
        if any(scene.text_at(place) is not None for place in scene.locate(way)):
            run_script(scene, Word(way, (way,)), command, "python")
            return True
    return False


def _run_harmless_module(scene: Scene, command: Command, name: str, rest: tuple[Word, ...]) -> None:
    if name == "timeit":
        scene.doubt("program.module", "It runs program text whose effect cannot be told.", command.raw)
    words = plain_words(rest)
    read_paths(scene, words[:1] if name == "json.tool" else words)
    for word in words[1:] if name == "json.tool" else ():
        scene.touch(word, Use.overwrite)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    **{name: partial(run_project, forbidden=options) for name, options in RUNNERS.items()},
    **{name: partial(interpret, language=language) for name, language in LANGUAGES.items()},
    **dict.fromkeys(COMPILERS, compile_code),
    "build": run_project,
}
