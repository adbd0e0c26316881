"""Passwords of tables, kept so that whoever gets hold of the file has to try each word slowly, table by table."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from kickdoor.server.room.room_data import token_hash

SCHEME = "scrypt"
COST = 1 << 14
BLOCK = 8
"""16 MB and some hundredths of a second a word; whoever checks one does so off the loop, one at a time."""
SALT = 16


def kept_password(word: str) -> str:
    """Make what is kept of a password."""
    salt = secrets.token_bytes(SALT)
    return f"{SCHEME}${salt.hex()}${stretched(word, salt)}"


def stretched(word: str, salt: bytes) -> str:
    return hashlib.scrypt(word.encode("utf-8", "surrogatepass"), salt=salt, n=COST, r=BLOCK, p=1, dklen=32).hex()


def is_plain_hash(kept: str) -> bool:
    """Return whether a password was kept by 0.1, as a hash without salt."""
    return not kept.startswith(SCHEME)


def is_password(word: str, kept: str) -> bool:
    """Compare in the same time whatever the difference."""
    if is_plain_hash(kept):
        return hmac.compare_digest(token_hash(word), kept)
    _, salt, digest = kept.split("$")
    return hmac.compare_digest(stretched(word, bytes.fromhex(salt)), digest)
