"""Digests of the meaning of card files, independent of wording and of the order of keys.

Comments, spaces and the order of keys within a card do not count, nor do texts that are only displayed: names of cards
and sets, labels, flavour, names of powers without a use. Everything else counts, including the order of cards, because
decks are shuffled from it, and the names of abilities, because abilities with equal names are one ability.
"""

import json
from hashlib import blake2b

HEAD_WORDS = ("name", "labels")
CARD_WORDS = ("name", "flavour", "powers")
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=str)
MEANING = "2:"
"""The prefix of a digest of meaning. Version 0.1 made digests of the bytes, without a prefix."""


def canonical(value: object) -> bytes:
    """Write the meaning of a table as canonical bytes.

    No key of a card takes a value that is not JSON, such as a date.
    """
    return ENCODER.encode(value).encode()


def without(table: dict[str, object], words: tuple[str, ...]) -> dict[str, object]:
    return {key: value for key, value in table.items() if key not in words}


def meaning_of(head: dict[str, object], cards: list[tuple[int, str, dict[str, object]]]) -> str:
    """Return a digest of the meaning of a set's files: the set, and its cards by deck, id and table."""
    whole = blake2b(canonical(without(head, HEAD_WORDS)), digest_size=16)
    for deck, card_id, table in cards:
        whole.update(canonical([deck, card_id, without(table, CARD_WORDS)]))
    return whole.hexdigest()


def program_digest(lines: list[dict[str, object]]) -> str:
    """Return a digest of the ops of a program."""
    return blake2b(canonical(lines), digest_size=4).hexdigest()


def is_of_bytes(digest: str) -> bool:
    """Return whether a digest was made of the bytes of card files, as version 0.1 did."""
    return not digest.startswith(MEANING)
