"""Lists what a person cannot do now, each with the reasons."""

from __future__ import annotations

from kickdoor.core import machine
from kickdoor.core import prompts as p
from kickdoor.core import words as w
from kickdoor.core.cards import Play
from kickdoor.core.prompts import FORM_BIT, Verdict, option
from kickdoor.core.state import State
from kickdoor.rules.plays import aims
from kickdoor.view.options_text import option_text
from kickdoor.view.reasons_text import verdict_text

STEPS = (p.KICK, p.LOOT_ROOM, p.END_TURN, p.CLAIM, p.GIVE_UP)


def refused_lines(s: State, seat: int, names: list[str]) -> list[str]:
    """Says for each card and step that is not among the options why it is not."""
    legal = machine.listing(s, seat)
    lines: list[str] = []
    for codes in [*card_codes(s, seat), *([option(act)] for act in STEPS)]:
        if codes and not any(code in legal for code in codes):
            code = min(codes, key=lambda one: len(objections(s, seat, one)))
            reasons = verdict_text(objected(s, seat, code)) or ["That is not among the things to do now."]
            lines.append(f"  {option_text(s, seat, code, names)}: {' '.join(reasons)}")
    return lines or ["Nothing you have is refused now."]


def objected(s: State, seat: int, code: int) -> Verdict:
    """Gathers every objection to an act; a form is tried with its default picks."""
    v = Verdict(True)
    machine.explain(s, seat, code, [], v)
    return v


def objections(s: State, seat: int, code: int) -> list[str]:
    """Lists the codes of the objections."""
    return [reason.code for reason in objected(s, seat, code).reasons]


def card_codes(s: State, seat: int) -> list[list[int]]:
    """Lists, for each card of the seat and each way to use it, all options it could give."""
    own = s.seats[seat]
    out: list[list[int]] = []
    for card in own.hand:
        out.append([code for play in s.cards[card].plays for code in play_codes(s, seat, card, play)])
    for card in own.play:
        d = s.cards[card]
        out.extend(play_codes(s, seat, card, play) for play in d.abilities)
        if d.kind == w.ITEM:
            out.append([option(p.UNEQUIP if card in own.equipped else p.EQUIP, card)])
    return out


def play_codes(s: State, seat: int, card: int, play: Play) -> list[int]:
    """Lists the options of one way of playing a card, at whatever it could be aimed."""
    act = p.USE if play.verb == w.V_ABILITY else p.PLAY
    form = FORM_BIT if play.cost_max else 0
    if play.needs_second:
        monsters = [c for c in s.seats[seat].hand if s.cards[c].kind == w.MONSTER] or [-1]
        return [option(act, card, play.aim, 0, second, play.index) for second in monsters]
    found = aims(s, seat, card, play) or [0]
    return [option(act, card, play.aim, target, -1, play.index) | form for target in found]
