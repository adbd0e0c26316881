"""Text of figures and their names."""

from __future__ import annotations

from typing import Any

MINUS = "−"
CALLED = {
    "turns": "turns",
    "rounds": "rounds",
    "decisions": "decisions",
    "fights_won": "fights won",
    "fights_lost": "fights lost",
    "fights_ended": "fights without a kill",
    "fights_helped": "fights with a helper",
    "escaped": "successful escapes",
    "caught": "failed escapes",
    "deaths": "deaths",
    "curses": "curses",
    "leads": "changes of the lead",
    "together": "shared wins",
    "cut": "games cut",
}
"""The figures of a game by which variants are compared."""
RATES = ("together", "cut")
"""Figures that a game has once or not at all, so that they are shares of games."""


def number(value: float, digits: int = 1, signed: bool = False) -> str:
    """Write a number.

    >>> number(-1.25, 2), number(0.5, 1, True), number(-0.01), number(12345.0, 0)
    ('−1.25', '+0.5', '0.0', '12,345')
    """
    text = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
    if not any(digit in text for digit in "123456789"):
        text = text.lstrip("+-")
    return text.replace("-", MINUS)


def between(low: float, high: float, digits: int = 1, signed: bool = False) -> str:
    """Write an interval.

    >>> between(-1, 2, 1, True)
    '[−1.0, +2.0]'
    """
    return f"[{number(low, digits, signed)}, {number(high, digits, signed)}]"


def percent_of(share: dict[str, Any], digits: int = 1) -> str:
    """Write a share with its interval."""
    return f"{number(share['share'], digits)} % {between(share['share_low'], share['share_high'], digits)}"


def points(row: dict[str, Any]) -> str:
    """Write the effect of a card in points of the win."""
    return f"{number(row['effect'], 1, True)} points {between(row['low'], row['high'], 1, True)}"


def listed(words: list[str]) -> str:
    """Write a list of words.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def luck(chance: float) -> str:
    """Write the probability of a result by chance alone.

    >>> luck(0.0000001), luck(0.0312)
    ('less than 1 in 10,000', '3 %')
    """
    if chance < 0.0001:
        return "less than 1 in 10,000"
    return f"{100 * chance:.1f} %" if chance < 0.01 else f"{100 * chance:.0f} %"
