"""Opening what Feishu encrypts on its way to a webhook (open.feishu.cn, encrypt key). Pure.

``{"encrypt": base64(iv + AES-256-CBC(sha256(key), PKCS 7))}``.
"""

import base64
import binascii
import hashlib
import json

from Crypto.Cipher import AES
from Crypto.Util.Padding import unpad

from bots.feishu.parse import Json

BLOCK = 16


def open_sealed(key: str, sealed: object) -> Json | None:
    """The object inside; None if it cannot be opened with this key or holds no object."""
    if not key or not isinstance(sealed, str):
        return None
    try:
        data = base64.b64decode(sealed, validate=True)
        cipher = AES.new(hashlib.sha256(key.encode()).digest(), AES.MODE_CBC, data[:BLOCK])
        found = json.loads(unpad(cipher.decrypt(data[BLOCK:]), BLOCK))
    except (ValueError, binascii.Error, RecursionError):
        return None
    return found if isinstance(found, dict) else None
