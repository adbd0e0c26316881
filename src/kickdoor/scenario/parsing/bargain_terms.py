"""Reader of the terms of a bargain: the helper's share, and the Items that the helper gives in return."""

from typing import Final

from kickdoor.engine.machine.prompts import (
    P_ANYWAY,
    P_CARD,
    P_COUNT,
    P_GIVE,
    P_PLACE,
    P_TOKEN_PLACE,
    P_TOKENS,
    P_WANT,
    pick,
)
from kickdoor.engine.rules.fight.bargain import MAX_SHARE
from kickdoor.scenario.parsing.values import format_value, read_block, read_flag, read_names, read_number, read_rows
from kickdoor.scenario.parsing.yaml_document import Malformed
from kickdoor.scenario.steps.scenario_game import ScenarioGame

POSITIONS: Final = {"last": 0, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
"""Positions in the picking order by their words; 0 is the last."""


def read_share(value: object, count_pick: int, position_pick: int, label: str) -> list[int]:
    """Return the picks for the helper's share of Treasures or tokens: a number, or positions in the picking order."""
    if value is None:
        return []
    if (count := read_number(value)) is not None:
        if not 0 <= count <= MAX_SHARE:
            raise Malformed(f"terms: expected 0 to {MAX_SHARE} {label}, got {count}")
        return [pick(count_pick, count)] if count else []
    out: list[int] = []
    for entry in read_rows(value, label):
        position = POSITIONS.get(str(entry), read_number(entry) or -1)
        if not 0 <= position <= MAX_SHARE:
            raise Malformed(f"terms: {format_value(entry)} is not a position in the picking order of {label}")
        out.append(pick(position_pick, position))
    return out


def read_terms(game: ScenarioGame, value: object, helper: int = -1) -> list[int]:
    """Return the picks for the terms of a bargain; empty terms mean help for nothing.

    If `helper` is -1, it is the helper of the fight.
    """
    terms = read_block(value, "terms")
    fight = game.s.fight
    p = game.s.seats[game.s.turn if fight is None else fight.main]
    out = read_share(terms.get("treasures"), P_COUNT, P_PLACE, "treasures")
    out += read_share(terms.get("tokens"), P_TOKENS, P_TOKEN_PLACE, "tokens")
    items = game.find_cards(read_names(terms.get("items"), "items"), [p.play, p.hand, game.all_cards()])
    out += [pick(P_GIVE, card) for card in items]
    cards = game.find_cards(read_names(terms.get("cards"), "cards"), [p.hand, p.play, game.all_cards()])
    out += [pick(P_CARD, card) for card in cards]
    out += read_given(game, terms.get("gives"), fight.helper if helper < 0 and fight is not None else helper)
    if read_flag(terms, "in any case"):
        out.append(pick(P_ANYWAY))
    return out


def read_given(game: ScenarioGame, value: object, helper: int) -> list[int]:
    """Return the picks for the Items that the helper gives."""
    gives = read_block(value, "gives")
    for key in gives:
        if key != "items":
            raise Malformed(f"terms: gives allows only the key items, got '{key}'")
    own = game.s.seats[helper].play + game.s.seats[helper].hand if helper >= 0 else []
    others = [c for p in game.s.seats for c in p.play]
    items = game.find_cards(read_names(gives.get("items"), "gives"), [own, others, game.all_cards()])
    return [pick(P_WANT, card) for card in items]
