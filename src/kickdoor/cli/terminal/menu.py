"""Short menus: options that differ only in their target share one line, and rare options come last."""

from __future__ import annotations

from dataclasses import dataclass, field

from kickdoor.cli.terminal.table_text import in_brief
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import FORM_BIT, act_of, card_of, kind_of, second_of, target_of, way_of
from kickdoor.engine.rules.fight.dice import body_of, escapes_on, pursues, run_bonus
from kickdoor.engine.rules.fight.strength import munchkin_strength
from kickdoor.engine.state.queries import ask_body, ask_seat
from kickdoor.engine.state.state import FightMonster, State
from kickdoor.text.options_text import option_text, options_text

RARE_ACTIONS = (p.CARRY, p.UNEQUIP, p.DISCARD, p.GIVE, p.TRADE, p.SHOW)
"""Actions that are nearly always legal and rarely wanted."""
TARGETED_ACTIONS = (p.PLAY, p.SWAP, p.USE, p.ASK, p.TRADE, p.GIVE)
RARE_ACTION_TEXTS = {
    p.CARRY: "carry something unused",
    p.UNEQUIP: "take something off",
    p.DISCARD: "discard a card",
    p.GIVE: "give something away",
    p.TRADE: "trade",
    p.SHOW: "show your hand",
}
MAX_UNGROUPED = 2
"""The number of lines that differ only in their target up to which they are listed separately."""
FACES = range(1, 7)


@dataclass(frozen=True)
class Entry:
    """A line of a menu: an option, or a submenu."""

    text: str
    code: int = -1
    parts: list[Entry] = field(default_factory=list)

    def cards(self) -> list[int]:
        """List the cards the line is about."""
        codes = [part.code for part in self.parts] or [self.code]
        targets = [target_of(code) for code in codes if kind_of(code) == nr.A_CARD]
        return [card for card in [*map(card_of, codes), *map(second_of, codes), *targets] if card >= 0]


def menu_entries(s: State, seat: int, codes: list[int], names: list[str]) -> list[Entry]:
    """Make the lines of a menu."""
    lines = grouped(s, seat, [code for code in codes if act_of(code) not in RARE_ACTIONS], names)
    rare = [code for code in codes if act_of(code) in RARE_ACTIONS]
    others = grouped(s, seat, rare, names)
    if len(others) <= 1:
        return lines + others
    texts = ", ".join(words for act, words in RARE_ACTION_TEXTS.items() if act in map(act_of, rare))
    return [*lines, Entry(f"Something else: {texts} …", parts=others)]


def grouped(s: State, seat: int, codes: list[int], names: list[str]) -> list[Entry]:
    """Group options that differ only in their target, or only in which of two equal cards is played."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for code in codes:
        groups.setdefault(key_of(s, code), []).append(code)
    lines: list[Entry] = []
    for codes_of_group in groups.values():
        unique = list(
            {(target_of(code), card_name(s, second_of(code))): code for code in reversed(codes_of_group)}.values()
        )[::-1]
        if len(unique) > MAX_UNGROUPED:
            unique.sort(key=lambda code: is_own_curse(s, seat, code))
            parts = [entry_of(s, seat, code, names, True) for code in unique]
            lines.append(Entry(options_text(s, seat, unique, names) + " …", parts=parts))
        else:
            lines.extend(entry_of(s, seat, code, names, False) for code in unique)
    return lines


def card_name(s: State, card: int) -> str:
    return s.cards[card].name if card >= 0 else ""


def key_of(s: State, code: int) -> tuple[int, ...]:
    """Return the key that all options of one group share."""
    act, kind, card = act_of(code), kind_of(code), card_of(code)
    if act == p.PLAY and not kind and second_of(code) >= 0:
        return act, s.cards[card].index, way_of(code)
    if act not in TARGETED_ACTIONS or kind in (nr.A_SIDE, nr.A_NUMBER):
        equal_card = s.cards[card].index if act == p.PLAY else card
        return act, equal_card, way_of(code), kind, second_of(code), target_of(code)
    return act, s.cards[card].index if card >= 0 else -1, way_of(code), kind, second_of(code), -1


def is_own_curse(s: State, seat: int, code: int) -> bool:
    """Return whether an option curses the player who chooses it; such options come last."""
    card = card_of(code)
    return kind_of(code) == nr.A_SEAT and target_of(code) == seat and card >= 0 and s.cards[card].kind == nr.CURSE


def entry_of(s: State, seat: int, code: int, names: list[str], with_strength: bool) -> Entry:
    """Return the menu line of one option, with details that help to choose."""
    text = option_text(s, seat, code, names)
    if with_strength and kind_of(code) == nr.A_SEAT and 0 <= target_of(code) < len(s.seats):
        other = target_of(code)
        text += f" (Level {s.seats[other].level}, strength {munchkin_strength(s, other)})"
    if act_of(code) == p.CHOOSE and kind_of(code) == nr.A_CARD:
        text = in_brief(s, target_of(code))
    if act_of(code) == p.GIVE_UP:
        text += f" ({escape_rolls(s, seat)})"
    monster = body_of(s, target_of(code)) if act_of(code) == p.FLEE else None
    if monster is not None:
        text += f" ({escape_roll(s, seat, monster)})"
    return Entry(text + (" …" if code & FORM_BIT else ""), code)


def escape_rolls(s: State, seat: int) -> str:
    """Return the rolls that a seat needs to get away from each monster."""
    monsters = s.fight.bodies if s.fight is not None else []
    rolls = [(s.rules.defs[monster.definition].name, escape_roll(s, seat, monster)) for monster in monsters]
    return rolls[0][1] if len(rolls) == 1 else "; ".join(f"{name}: {words}" for name, words in rolls)


def escape_roll(s: State, seat: int, monster: FightMonster) -> str:
    """Return the roll that a seat needs to get away from a monster."""
    if not pursues(s, seat, monster.uid):
        return "no roll needed"
    if ask_body(s, monster, nr.Q_NO_ESCAPE, seat, 0):
        return "no roll can do it"
    needed = escapes_on(s, seat, monster.uid) - run_bonus(s, seat, monster)
    faces = [face for face in FACES if ask_seat(s, seat, nr.Q_DIE, face) >= needed]
    if not faces:
        return "no roll can do it"
    return "any roll will do" if len(faces) == len(FACES) else f"you need {faces[0]} or more on the die"
