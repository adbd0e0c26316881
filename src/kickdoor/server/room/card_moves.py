"""Moves of the cards of events as words, so that a page can have them fly.

A place is a word: `deck.0`, `discards.1` (Doors and Treasures), `hand.2`, `mat.2` (what lies before a seat), `grave.2`
(what is left of somebody), `stage` (the middle of the table). Which places a card moves between is known to everybody:
where some may not see the card, nothing but the kind of event says so.
"""

from __future__ import annotations

from sys import intern

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.event_kinds import DECK, KINDS, VARIES
from kickdoor.engine.machine.events import CARD_PLAYED, FOLLOWS_PLAY, Event
from kickdoor.engine.machine.places import place_word

CONTINUES = (VARIES, "deck")
"""Origins that give way to the place to which an earlier event of the act has brought the card."""


def list_moves(rules: RuleSet, events: list[Event]) -> list[list[str]]:
    """List the moves of the cards of each event of an act, as `hand.2>stage`; none where no card moves.

    The play of a card shows where the card ends up, so the events of its being put away have none.
    """
    reached: dict[int, str] = {}
    played: dict[int, list[str]] = {}
    out: list[list[str]] = []
    for event in events:
        kind = KINDS[event.kind]
        moves: list[str] = []
        out.append(moves)
        if not kind.target:
            continue
        # The second card of a play is what it is aimed at
        for n, card in enumerate(event.cards[:1] if event.kind == CARD_PLAYED else event.cards):
            target = place_of(rules, event, n, kind.target, event.targets)
            play = played.pop(card, None)
            if event.kind in FOLLOWS_PLAY:
                if play is not None:
                    play[0] = intern(f"{play[0].partition('>')[0]}>{target}")
                continue
            origin = reached.get(card, "") if kind.origin in CONTINUES else ""
            origin = origin or place_of(rules, event, n, kind.origin, event.origins)
            reached[card] = target
            # There are few, and each line of the log keeps its own
            moves.append(intern(f"{origin}>{target}"))
            if event.kind == CARD_PLAYED:
                played[card] = moves
    return out


def place_of(rules: RuleSet, event: Event, n: int, where: str, noted: list[int]) -> str:
    """Return the place of a card of an event: as the event notes it, else as its kind declares it."""
    if noted:
        return place_word(noted[n])
    zone, _, whose = where.partition(" ")
    if zone in ("deck", "discards"):
        deck = event.other if KINDS[event.kind].other.sort == DECK else rules.defs[event.names[n]].deck
        return f"{zone}.{deck}"
    return zone if zone == "stage" else f"{zone}.{event.other if whose else event.seat}"
