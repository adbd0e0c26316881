"""Text of the table for the player at the terminal: all cards in play, the hand, the fight."""

from __future__ import annotations

from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.strength import munchkin_strength, own_terms, terms
from kickdoor.engine.state.state import Seat, State
from kickdoor.text.card_text import CardWriter, card_face
from kickdoor.text.event_text import explain_totals
from kickdoor.text.message_catalog import DEFAULT, renderer_for
from kickdoor.view.observe import observe


def table_lines(s: State, seat: int, names: list[str]) -> list[str]:
    """Show every seat on a line or two; the arrow marks the seat whose turn it is."""
    shown_names = ["You" if p.index == seat else names[p.index] for p in s.seats]
    width = max(len(name) for name in shown_names)
    lines: list[str] = []
    for p in s.seats:
        mark = ">" if p.index == s.turn and s.phase != nr.SETUP else " "
        dead = ", dead" if p.dead else ""
        head = f"{mark} {shown_names[p.index]:<{width}}  Level {p.level}, strength {strength_of(s, p.index)}"
        cards = f"{len(p.hand)} card{'' if len(p.hand) == 1 else 's'} in hand"
        lines.append(f"{head}, {nr.SEXES[p.sex]}, {cards}{tokens(s, p)}{dead}")
        if p.play:
            lines.append(" " * (width + 4) + in_play(s, p))
    return lines


def strength_of(s: State, seat: int) -> int:
    """Return the strength of a seat; after the game without the cards played in the winning fight."""
    return sum(term.amount for term in own_terms(s, seat, [])) if s.winners else munchkin_strength(s, seat)


def in_play(s: State, p: Seat) -> str:
    """List the cards in play of a seat; carried Items are in brackets."""
    parts: list[str] = []
    for card in p.play:
        d = s.cards[card]
        bonus = f" {d.bonus:+}" if d.bonus else ""
        is_carried = d.kind == nr.ITEM and card not in p.equipped
        parts.append(f"({d.name}{bonus})" if is_carried else f"{d.name}{bonus}")
    return ", ".join(parts)


def tokens(s: State, p: Seat) -> str:
    """List the tokens of a seat: ", tokens: 2 Meat, 1 Drink"."""
    renderer = renderer_for(s.rules)
    names = [renderer.text("counter." + name) for name in s.rules.counters]
    parts = [f"{count} {name}" for name, count in zip(names, p.counters, strict=True) if count]
    return f", tokens: {', '.join(parts)}" if parts else ""


def own_lines(s: State, seat: int) -> list[str]:
    """Show the player's Level and cards in play, then the hand."""
    p = s.seats[seat]
    in_play_text = f"; in play: {in_play(s, p)}" if p.play else ""
    head = f"You: Level {p.level}, strength {munchkin_strength(s, seat)}{tokens(s, p)}"
    return [f"{head}{in_play_text}", *hand_lines(s, seat)]


def hand_lines(s: State, seat: int) -> list[str]:
    """Show the player's hand, each card with its most important facts."""
    hand = s.seats[seat].hand
    return ["Your hand: " + (", ".join(in_brief(s, card) for card in hand) or "empty")]


def in_brief(s: State, card: int) -> str:
    """Name a card with its numbers: "Short Wide Armor (+3, Armor, only for a Dwarf)"."""
    d = s.cards[card]
    writer = CardWriter(s.rules, d, DEFAULT)
    facts: list[str] = [f"Level {d.level}"] if d.kind == nr.MONSTER else []
    if d.bonus:
        facts.append(f"{d.bonus:+}")
    if d.slot == nr.HAND:
        facts.append(writer.line("card.hands", {"n": d.hands}))
    elif d.slot:
        facts.append(writer.line("slot." + nr.SLOTS[d.slot], None, "label"))
    if d.big:
        facts.append(writer.line("card.big"))
    limits = [writer.line("card.only", {"names": writer.traits(mask)}) for mask in d.needs]
    if d.forbids:
        limits.append(writer.line("card.not_for", {"names": writer.traits(d.forbids)}))
    facts += [limit[:1].lower() + limit[1:] for limit in limits]
    text = ", ".join(fact.rstrip(".") for fact in facts)
    return f"{d.name} ({text})" if text else d.name


def total_lines(s: State, seat: int, names: list[str]) -> list[str]:
    """Explain both totals of the current fight term by term; a decided fight has none."""
    if s.fight is None or s.fight.lost or not s.fight.bodies:
        return []
    return explain_totals(s.rules, terms(s), names, s.fight.main, me=seat)


def card_text_lines(s: State, seat: int, name: str, listed: list[int]) -> list[str]:
    """Return card texts: visible cards of this name, the cards of a menu line, or all cards of the player."""
    own = s.seats[seat].hand + s.seats[seat].play
    visible = observe(s, seat, remembers=False)["card_ids"]
    wanted = name.casefold().strip()
    cards = [card for card in visible if wanted in s.cards[card].name.casefold()] if wanted else own
    faces = dict.fromkeys(card_face(s.rules, s.cards[card]) for card in listed or cards)
    if not faces:
        return [f"You see no card called '{name}'." if wanted else "You have no cards."]
    return "\n\n".join(faces).split("\n")
