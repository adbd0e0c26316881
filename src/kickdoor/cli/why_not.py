"""Lists what a person cannot do now, each with the reasons."""

from __future__ import annotations

from kickdoor.core import machine
from kickdoor.core import prompts as p
from kickdoor.core import words as w
from kickdoor.core.cards import Play
from kickdoor.core.prompts import FORM_BIT, Reason, Verdict, card_of, kind_of, option
from kickdoor.core.state import State
from kickdoor.rules.plays import aims
from kickdoor.view.options_text import option_text
from kickdoor.view.reasons_text import reason_text

STEPS = (p.KICK, p.LOOT_ROOM, p.END_TURN, p.CLAIM, p.GIVE_UP, p.SELL | FORM_BIT)
FAINT = ("wrong_target", "phase_order")
"""Objections that say nothing new where there is another one."""


def refused_lines(s: State, seat: int, names: list[str], name: str = "") -> list[str]:
    """Says for each card and step that is not among the options why it is not; with a name, for cards of that name."""
    legal = machine.listing(s, seat)
    refused: dict[str, list[str]] = {}
    own = s.seats[seat].hand + s.seats[seat].play
    wanted = [card for card in own if name.casefold() in s.cards[card].name.casefold()]
    steps = [] if name else [[step] for step in STEPS]
    for codes in [*card_codes(s, seat, wanted), *steps]:
        if codes and not any(code in legal for code in codes):
            code = min(codes, key=lambda one: len(objections(s, seat, one)))
            reasons = " ".join(objections(s, seat, code)) or "That is not among the things to do now."
            act = act_text(s, seat, code, names)
            if act not in refused.setdefault(reasons, []):
                refused[reasons].append(act)
    if name and not refused:
        return [f"Nothing is refused with {s.cards[wanted[0]].name} now." if wanted else f"You have no card '{name}'."]
    lines = [f"  {'; '.join(acts)}: {reasons}" for reasons, acts in refused.items()]
    return lines or ["Nothing you have is refused now."]


def act_text(s: State, seat: int, code: int, names: list[str]) -> str:
    """Names an act; if there is nothing to aim it at, the target is left out."""
    aimless = kind_of(code) in (w.A_BODY, w.A_CARD) and objections(s, seat, code)
    if aimless and card_of(code) >= 0 and p.act_of(code) == p.PLAY:
        return f"Play {s.cards[card_of(code)].name}"
    return option_text(s, seat, code, names)


def objections(s: State, seat: int, code: int) -> list[str]:
    """Gathers every objection to an act, each sentence once; a form is tried with its default picks."""
    v = Verdict(True)
    machine.explain(s, seat, code, [], v)
    telling: list[Reason] = [reason for reason in v.reasons if reason.code not in FAINT] or v.reasons
    return list(dict.fromkeys(reason_text(reason) for reason in telling))


def card_codes(s: State, seat: int, cards: list[int]) -> list[list[int]]:
    """Lists, for each of some cards of the seat and each way to use it, all options it could give."""
    own = s.seats[seat]
    out: list[list[int]] = []
    for card in cards:
        d = s.cards[card]
        if card in own.hand:
            out.append([code for play in d.plays for code in play_codes(s, seat, card, play)])
            if d.kind == w.MONSTER:
                out.append([option(p.TROUBLE, card)])
            continue
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
