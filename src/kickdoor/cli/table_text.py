"""Writes the table for the person at the terminal: everybody's cards in play, the hand, the fight."""

from __future__ import annotations

from kickdoor.core import words as w
from kickdoor.core.state import Seat, State
from kickdoor.rules.strength import munchkin_strength, terms
from kickdoor.view.card_text import card_face
from kickdoor.view.narrate import explain_totals
from kickdoor.view.observe import observe


def table_lines(s: State, names: list[str]) -> list[str]:
    """Shows every munchkin on a line or two."""
    width = max(len(name) for name in names)
    lines: list[str] = []
    for p in s.seats:
        mark = ">" if p.index == s.turn and s.phase != w.SETUP else " "
        dead = ", dead" if p.dead else ""
        head = f"{mark} {names[p.index]:<{width}}  Level {p.level}, strength {munchkin_strength(s, p.index)}"
        lines.append(f"{head}, {w.SEXES[p.sex]}, {len(p.hand)} in hand{dead}")
        if p.play:
            lines.append(" " * (width + 4) + in_play(s, p))
    return lines


def in_play(s: State, p: Seat) -> str:
    """Lists the cards before a munchkin; what he carries without using it stands in brackets."""
    parts: list[str] = []
    for card in p.play:
        d = s.cards[card]
        bonus = f" {d.bonus:+}" if d.bonus else ""
        idle = d.kind == w.ITEM and card not in p.equipped
        parts.append(f"({d.name}{bonus})" if idle else f"{d.name}{bonus}")
    return ", ".join(parts)


def hand_lines(s: State, seat: int) -> list[str]:
    """Shows the person's own hand."""
    hand = s.seats[seat].hand
    return ["Your hand: " + (", ".join(s.cards[card].name for card in hand) or "empty")]


def total_lines(s: State, names: list[str]) -> list[str]:
    """Explains both totals of the fight under way, term by term."""
    return [] if s.fight is None else explain_totals(s.rules, terms(s), names, s.fight.main)


def card_words(s: State, seat: int, name: str) -> list[str]:
    """Gives the text of the cards of this name that the person can see, or of all his own cards."""
    own = s.seats[seat].hand + s.seats[seat].play
    seen = observe(s, seat)["card_ids"]
    assert isinstance(seen, list)
    wanted = name.casefold().strip()
    cards = [card for card in seen if wanted in s.cards[card].name.casefold()] if wanted else own
    faces = dict.fromkeys(card_face(s.rules, s.cards[card]) for card in cards)
    if not faces:
        return [f"You see no card called '{name}'."]
    return "\n\n".join(faces).split("\n")
