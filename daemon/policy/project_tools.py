"""The table of package managers and build tools: which of their commands only work on the project.

They run the code of the directory, as its tests do; what publishes, installs what nobody asked for or takes away
is not here. An empty text stands for every use.
"""

import re

SAFE_TARGET = re.compile(
    r"(unit|integration|e2e)?[-_:]?(tests?|check|lint|build|format|fmt|typecheck|type-check|types|compile|docs|help"
    r"|coverage|cov|tsc|eslint|prettier|mypy|ruff|vet|clippy|dev|start|serve|watch|all|generate|codegen|storybook"
    r"|preview|validate|verify|spec|style|analyze|bench|setup|deps|ci|install|up|doctor|run)([-_:][\w:-]*)?"
)


SUBCOMMANDS: dict[str, tuple[str, ...]] = {
    "cargo": ("test", "build", "check", "clippy", "fmt", "doc", "tree", "metadata", "bench", "nextest", "fetch", "run",
              "update", "new", "init", "audit", "deny", "outdated", "expand", "b", "t", "c", "r", "llvm-cov", "search"),
    "go": ("test", "generate", "build", "vet", "fmt", "list", "doc", "version", "env", "mod tidy", "mod download", "mod verify",
           "mod graph", "mod why", "mod init", "mod vendor", "work sync", "tool cover", "tool pprof", "run .", "run ./"),
    "npm": ("test", "t", "ls", "list", "view", "info", "show", "outdated", "audit", "explain", "root", "prefix", "why",
            "ci", "start", "pkg get", "pkg set", "version", "init", "pack", "fund", "doctor", "help", "search", "dedupe",
            "bin", "rebuild"),
    "pnpm": ("test", "t", "ls", "list", "outdated", "why", "start", "lint", "build", "audit", "typecheck", "format", "dev"),
    "yarn": ("test", "why", "list", "outdated", "lint", "build", "start", "audit", "info", "typecheck", "format", "dev",
             "workspaces list", "workspaces info", "check"),
    "bun": ("test", "pm ls", "build"),
    "pip": ("list", "show", "check", "freeze", "index", "cache dir", "debug", "help"),
    "pipx": ("list",),
    "uv": ("tree", "pip compile", "version", "pip list", "pip show", "pip freeze", "pip check", "sync", "lock", "venv", "python list",
           "init", "build", "export", "cache dir", "tool list"),
    "poetry": ("show", "check", "env info", "env list", "install", "lock", "build", "version", "sync"),
    "pipenv": ("sync", "graph", "check", "verify", "lock"),
    "hatch": ("test", "build", "env show", "fmt", "version"),
    "pdm": ("install", "sync", "lock", "list", "build"),
    "rye": ("sync", "lock", "test", "lint", "fmt", "build"),
    "mvn": ("test", "versions:display-dependency-updates", "versions:display-plugin-updates", "help:effective-pom",  "spring-boot:run", "quarkus:dev", "compile", "verify", "validate", "package", "install", "dependency:tree", "test-compile", "spotless:apply"),
    "mvnw": ("test", "compile", "verify", "validate", "package", "dependency:tree"),
    "gradle": ("test", "build", "check", "tasks", "dependencies", "assemble", "lint", "compileJava", "bootRun",
               "spotlessApply", "ktlintCheck", "ktlintFormat", "spotlessCheck", "detekt", "jacocoTestReport", "classes", "testClasses", "javadoc", "projects", "assembleDebug", "testDebugUnitTest"),
    "sbt": ("test", "compile", "testOnly", "run", "update", "scalafmtAll"),
    "dotnet": ("test", "build", "restore", "list", "format", "watch", "run", "new", "sln", "ef migrations add", "ef migrations list", "ef migrations script", "ef dbcontext", "--info"),
    "mix": ("test", "compile", "format", "deps.get", "credo", "dialyzer", "phx.server", "ecto.migrate", "phx.routes"),
    "bundle": ("list", "show", "check", "install", "info", "outdated", "lock"),
    "composer": ("install", "validate", "show", "outdated", "test", "dump-autoload", "diagnose", "audit"),
    "deno": ("test", "lint", "fmt", "check", "info", "doc", "types"),
    "swift": ("test", "build", "package resolve", "package describe", "format"),
    "cmake": ("",), "meson": ("setup", "compile", "test", "configure"), "ctest": ("",),
    "bazel": ("test", "build", "query", "info", "version", "cquery"), "bazelisk": ("test", "build", "query"),
    "buck2": ("test", "build"), "pants": ("test", "lint", "fmt", "check"), "zig": ("build", "test", "fmt"),
    "flutter": ("test", "analyze", "build", "pub get", "doctor", "format", "devices", "run"),
    "dart": ("analyze", "format", "test", "pub get", "fix"), "pod": ("install",), "stack": ("build", "test"),
    "cabal": ("build", "test"), "rebar3": ("ct", "eunit", "compile"), "lein": ("test", "deps"), "opam": ("list",),
    "xcodebuild": ("",), "terraform-docs": ("",), "helm-docs": ("",), "turbo": ("run", "build", "test", "lint"),
    "nx": ("test", "build", "lint", "run", "affected", "graph", "serve"),
    "alembic": ("upgrade", "current", "history", "revision", "check", "heads", "show", "branches"),
    "flask": ("run", "routes", "db upgrade", "db migrate", "db current", "db history", "--version"),
    "rails": ("test", "db:migrate", "routes", "db:prepare", "db:create", "db:test:prepare", "server", "s", "generate",
              "db:migrate:status", "spec", "zeitwerk:check", "db:seed", "g", "about", "stats", "notes"),
    "artisan": ("migrate", "test", "route:list", "make:", "serve", "migrate:status", "about", "list", "db:seed"),
    "manage.py": ("test", "check", "migrate", "makemigrations", "showmigrations", "runserver", "collectstatic",
                  "sqlmigrate", "startapp", "diffsettings", "inspectdb", "compilemessages", "makemessages", "loaddata",
                  "show_urls", "help", "version"),
    "django-admin": ("startproject", "startapp", "version", "makemessages", "compilemessages"),
    "prisma": ("generate", "validate", "format", "migrate dev", "migrate status", "migrate deploy", "studio"),
    "knex": ("migrate:latest", "migrate:make", "migrate:status", "migrate:list", "seed:run"),
    "sequelize": ("db:migrate",), "sequelize-cli": ("db:migrate",), "typeorm": ("migration:run", "migration:show"),
    "drizzle-kit": ("generate", "migrate", "check"), "dbmate": ("up", "status", "new", "migrate"),
    "goose": ("up", "status", "create"), "sqlx": ("migrate run", "migrate info", "prepare"), "diesel": ("migration run",),
    "flyway": ("migrate", "info", "validate"), "liquibase": ("update", "status", "validate"), "atlas-cli": ("migrate",),
    "next": ("build", "dev", "lint", "start", "info"), "vite": ("",), "playwright": ("test", "show-report", "--version"),
    "cypress": ("run", "verify", "info", "open"), "webpack": ("",), "rollup": ("",), "esbuild": ("",), "parcel": ("build",),
    "astro": ("build", "check", "dev"), "nuxt": ("build", "dev"), "ng": ("test", "build", "lint", "serve", "version"),
    "expo": ("start", "doctor"), "storybook": ("dev", "build"), "svelte-check": ("",), "mkdocs": ("build", "serve"),
    "sphinx-build": ("",), "hugo": ("",), "jekyll": ("build", "serve"), "docusaurus": ("build", "start"),
    "uvicorn": ("",), "gunicorn": ("",), "hypercorn": ("",), "celery": ("worker", "inspect", "beat"), "streamlit": ("run",),
    "jupyter": ("nbconvert", "--version", "kernelspec list"), "dbt": ("test", "compile", "ls", "debug", "parse", "docs"),
    "scrapy": ("check", "list"), "virtualenv": ("",), "air": ("",), "wire": ("",), "buf": ("lint", "build", "generate", "format"),
    "protoc": ("",), "sqlc": ("generate", "vet", "compile"), "mockgen": ("",), "swag": ("init", "fmt"), "stringer": ("",),
}  # fmt: skip


FORBIDDEN = (
    "--config", "--prefix", "--manifest-path", "-exec", "-toolexec", "-vettool", "-overlay", "--script-shell",
    "--registry", "--global", "--index-url", "--extra-index-url", "--find-links", "--default-index", "--index",
    "--userconfig", "--globalconfig", "--init-script", "--target-dir", "--use-feature", "--root",
)  # fmt: skip


FORBIDDEN_SHORT = {
    "npm": ("-g", "-C"),
    "pnpm": ("-g", "-C"),
    "yarn": (),
    "gradle": ("-I",),
    "pip": ("-i", "-f"),
    "go": ("-C", "-exec"),
}
