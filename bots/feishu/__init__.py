"""Feishu and Lark."""
