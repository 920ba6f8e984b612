"""Feishu and Lark, as this installation is set up."""
