"""Reads option codes the way a bot thinks of them: which card, played how, at whom."""

from __future__ import annotations

from kickdoor.bots.sight import Sight
from kickdoor.core import words as w
from kickdoor.core.cards import CardDef, Play
from kickdoor.core.prompts import PLAY, act_of, card_of, kind_of, second_of, target_of, way_of

NO_PLAY = Play(-1, -1, 0)


def verb_of(sight: Sight, code: int) -> Play:
    """Finds the way of playing behind a PLAY option; one with no verb if the code is none."""
    d = sight.cards.get(card_of(code))
    if d is not None and act_of(code) == PLAY:
        for play in d.plays:
            if play.index == way_of(code):
                return play
    return NO_PLAY


def aimed_at_seat(code: int) -> int:
    """Gives the seat an option is aimed at; -1 for none."""
    return target_of(code) if kind_of(code) == w.A_SEAT else -1


def of_act(codes: list[int], act: int) -> list[int]:
    """Lists the options of one act."""
    return [code for code in codes if act_of(code) == act]


def side_gain(sight: Sight, code: int, side: int) -> int:
    """Tells by how much an option would strengthen a side of the fight, as far as that is printed on the card."""
    fight = sight.fight
    d = sight.cards.get(card_of(code))
    if fight is None or d is None:
        return 0
    verb = verb_of(sight, code).verb
    if verb == w.V_SIDE_BONUS:
        return d.bonus if target_of(code) == side else 0
    for_monsters = monster_gain(sight, code, d, verb, fight.monsters)
    return for_monsters if side == w.MONSTERS else -for_monsters


def monster_gain(sight: Sight, code: int, d: CardDef, verb: int, monsters: int) -> int:
    """Tells by how much a play changes the monsters' total."""
    if verb == w.V_ENHANCE:
        return d.bonus
    if verb == w.V_MATE:
        return monsters
    if verb == w.V_JOIN:
        joined = sight.cards.get(second_of(code), d)
        return joined.level
    return 0


def turn_the_fight(sight: Sight, codes: list[int], side: int, need: int) -> int:
    """Finds the play that, alone or with others still in hand, turns the fight: the smallest that is enough.

    Gives -1 if all together would not do.
    """
    best: dict[int, tuple[int, int]] = {}
    for code in codes:
        gain = side_gain(sight, code, side)
        if gain > best.get(card_of(code), (0, 0))[0]:
            best[card_of(code)] = (gain, code)
    plays = sorted(best.values())
    if not plays or sum(gain for gain, _ in plays) < need:
        return -1
    for gain, code in plays:
        if gain >= need:
            return code
    return plays[-1][1]
