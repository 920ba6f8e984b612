"""Which muti this is; `pyproject.toml` and the daemon say the same."""

VERSION = "0.3.0"
