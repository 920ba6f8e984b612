"""Which muti this is; `pyproject.toml` and the daemon say the same."""

VERSION = "0.1.0"
