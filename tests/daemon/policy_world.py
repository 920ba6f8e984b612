"""The small project in which the corpus of the policy is judged: what is there, and what its files say."""

from dataclasses import replace

from daemon.policy import Rules

TEXTS = {
    "/w/run.sh": "#!/bin/sh\nset -e\npytest -q\n",
    "/w/scripts/test.sh": '#!/usr/bin/env bash\nset -euo pipefail\ncd "$(dirname "$0")/.."\npytest -q "$@"\n',
    "/w/scripts/lint.sh": "ruff check .\nmypy src\n",
    "/w/scripts/wipe.sh": "#!/bin/sh\nrm -rf src\n",
    "/w/scripts/ship.sh": "#!/bin/sh\ngit push origin main\n",
    "/w/scripts/keys.sh": "cat .env\n",
    "/w/scripts/seed.py": "from src.app import db, User\n\ndb.session.add(User(name='a'))\ndb.session.commit()\n",
    "/w/scripts/erase.py": "import shutil\n\nshutil.rmtree('src')\n",
    "/w/app.py": "from flask import Flask\n\napp = Flask(__name__)\n\nif __name__ == '__main__':\n    app.run()\n",
    "/w/server.js": "const express = require('express');\nconst app = express();\napp.listen(3000);\n",
    "/w/package.json": '{"name": "x", "version": "1.0.0", "scripts": {"dev": "vite", "test": "jest", "lint": "eslint .",'
    ' "build": "rimraf dist && vite build", "lines": "wc -l src/app.py", "tidy": "rm -rf src",'
    ' "prebump": "git push origin main", "bump": "echo done"}}',
    "/w/Makefile": "PY := python\n\ntest: build\n\tpytest -q\n\nbuild:\n\t@$(PY) -m compileall src\n\n"
    "lines:\n\twc -l src/app.py\n\ntidy-up: lines\n\t-rm -rf src\n\nnext: tidy-up\n\techo next\n",
    "/w/x.patch": "--- a/src/app.py\n+++ b/src/app.py\n@@ -1 +1 @@\n-a\n+b\n",
    "/w/gone.patch": "diff --git a/src/app.py b/src/app.py\ndeleted file mode 100644\n--- a/src/app.py\n+++ /dev/null\n",
    "/w/.git/HEAD": "ref: refs/heads/main\n",
    "/w/.git/config": '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.com:o/r.git\n',
    "/w/.git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/blue\n",
    "/w/.git/packed-refs": "# pack-refs\n0123 refs/heads/main\n0123 refs/remotes/origin/blue\n0123 refs/remotes/origin/feature/shared\n",
}
THERE = {
    "/w", "/w/.", "/w/src", "/w/src/.", "/w/src/app.py", "/w/tests", "/w/tests/.", "/w/tests/test_app.py",
    "/w/README.md", "/w/.env", "/w/.git", "/w/.git/.", "/w/scripts", "/w/scripts/.", "/w/dist", "/w/dist/.",
    *TEXTS,
}  # fmt: skip
world = Rules(
    directory="/w",
    home="/home/owner",
    product_paths=("/home/owner/.local/state/muti", "/home/owner/.config/muti"),
    product_hosts=("127.0.0.1:8765",),
    own_branches=("muti/*",),
    exists=THERE.__contains__,
    read=TEXTS.get,
)


def changed_world(path: str, text: str, *, boxed: bool = False) -> Rules:
    """The project after this request has written a file."""
    texts = {**TEXTS, path: text}
    exists = (THERE | {path}).__contains__
    return replace(world, read=texts.get, exists=exists, changed_paths=(path,), boxed=boxed)
