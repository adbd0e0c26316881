"""What card files mean, apart from how they are written: the same cards in other words or another order of keys.

Comments, spaces and the order of keys within a card mean nothing, nor do words that are only read: names of cards and
sets, labels, flavour, names of powers that work by themselves. All else counts, the order of cards included, because
decks are shuffled from it, and so do names of abilities: those of one name are one ability.
"""

import json
from hashlib import blake2b

HEAD_WORDS = ("name", "labels")
CARD_WORDS = ("name", "flavour", "powers")
MEANING = "2:"
"""Begins a digest of what card files mean. Those of 0.1 were of their bytes, and have no such beginning."""


def canonical(value: object) -> bytes:
    """Write a table so that only what it says counts. What is no JSON, such as a date, no key of a card takes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str).encode()


def without(table: dict[str, object], words: tuple[str, ...]) -> dict[str, object]:
    return {key: value for key, value in table.items() if key not in words}


def meaning_of(head: dict[str, object], cards: list[tuple[int, str, dict[str, object]]]) -> str:
    """Return a digest of what the files of a set mean: the set, and its cards by deck, id and table."""
    whole = blake2b(canonical(without(head, HEAD_WORDS)), digest_size=16)
    for deck, card_id, table in cards:
        whole.update(canonical([deck, card_id, without(table, CARD_WORDS)]))
    return whole.hexdigest()


def program_digest(lines: list[dict[str, object]]) -> str:
    """Return a fingerprint of the instructions of a program."""
    return blake2b(canonical(lines), digest_size=4).hexdigest()


def is_of_bytes(digest: str) -> bool:
    """Return whether a digest was made of the bytes of card files, as 0.1 did."""
    return not digest.startswith(MEANING)
