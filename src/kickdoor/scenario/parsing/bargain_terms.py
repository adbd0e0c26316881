"""Reads the terms of a bargain: what the helper gets, whoever proposes it, and gives for being let in."""

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
from kickdoor.scenario.parsing.values import block, flag, names, number, rows, shown
from kickdoor.scenario.parsing.yaml_document import Malformed
from kickdoor.scenario.steps.scenario_game import ScenarioGame

PLACES: Final = {"last": 0, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}


def share(value: object, count: int, place: int, what: str) -> list[int]:
    """Read a number, or places in the picking order."""
    if value is None:
        return []
    if (told := number(value)) is not None:
        if not 0 <= told <= MAX_SHARE:
            raise Malformed(f"terms: {told} {what}?")
        return [pick(count, told)] if told else []
    out: list[int] = []
    for entry in rows(value, what):
        at = PLACES.get(str(entry), number(entry) or -1)
        if not 0 <= at <= MAX_SHARE:
            raise Malformed(f"terms: {shown(entry)} is no place among the {what}")
        out.append(pick(place, at))
    return out


def read_terms(t: ScenarioGame, value: object, helper: int = -1) -> list[int]:
    """Turn terms into picks; nothing at all means help for nothing. The helper of the fight need not be named."""
    terms = block(value, "terms")
    fight = t.s.fight
    p = t.s.seats[t.s.turn if fight is None else fight.main]
    out = share(terms.get("treasures"), P_COUNT, P_PLACE, "treasures")
    out += share(terms.get("tokens"), P_TOKENS, P_TOKEN_PLACE, "tokens")
    items = t.find_all(names(terms.get("items"), "items"), [p.play, p.hand, t.anywhere()])
    out += [pick(P_GIVE, card) for card in items]
    cards = t.find_all(names(terms.get("cards"), "cards"), [p.hand, p.play, t.anywhere()])
    out += [pick(P_CARD, card) for card in cards]
    out += given(t, terms.get("gives"), fight.helper if helper < 0 and fight is not None else helper)
    if flag(terms, "in any case"):
        out.append(pick(P_ANYWAY))
    return out


def given(t: ScenarioGame, value: object, helper: int) -> list[int]:
    """Read what the helper gives: carried Items."""
    gives = block(value, "gives")
    for word in gives:
        if word != "items":
            raise Malformed(f"terms: a helper gives items, not '{word}'")
    own = t.s.seats[helper].play + t.s.seats[helper].hand if helper >= 0 else []
    others = [c for p in t.s.seats for c in p.play]
    return [pick(P_WANT, card) for card in t.find_all(names(gives.get("items"), "gives"), [own, others, t.anywhere()])]
