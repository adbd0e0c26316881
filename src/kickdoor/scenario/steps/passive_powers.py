"""Understands the names of what a card does by itself: some of it is part of another act, the rest needs no word."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.prompts import USE, option
from kickdoor.scenario.parsing.card_names import plain
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.steps.choices import is_asked
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame


def standing(t: ScenarioGame, seat: int, text: str) -> int:
    """Find the card with a power of this name, a player's own first, or one before them that is called so itself."""
    own = t.s.seats[seat].play
    for pool in (own, [c for p in t.s.seats for c in p.play], t.anywhere()):
        for card in pool:
            if plain(text) in [plain(power) for power in t.s.cards[card].powers]:
                return card
    name = t.names.card(text)
    unnamed = (nr.ITEM, nr.FOLLOWER, nr.CLASS, nr.RACE)
    own = [c for c in own if t.s.cards[c].kind in unnamed and not t.s.cards[c].abilities]
    return -1 if name is None else t.find_in(name, own)


def asks(t: ScenarioGame, card: int, query: int) -> bool:
    """Return whether a card changes something in particular."""
    return any(modifier.query == query for modifier in t.s.cards[card].modifiers)


def standing_attempts(t: ScenarioGame, seat: int, card: int) -> list[Interpretation]:
    """Read the use of what works by itself: looting the room is looting with whatever changes that."""
    none = Interpretation(seat, option(USE, card, way=len(t.s.cards[card].abilities)))
    if card in t.s.seats[seat].play and asks(t, card, nr.Q_LOOT_CHOOSE):
        return [Interpretation(seat, option(prompts.LOOT_ROOM)), none]
    return [none]


def works_by_itself(t: ScenarioGame, seat: int, deed: StepAction) -> bool:
    """Return whether a step names a power of the player that needs no using."""
    card = standing(t, seat, str(deed.what)) if deed.verb == "use" else -1
    return card >= 0 and card in t.s.seats[seat].play


def pays_for_a_draw(t: ScenarioGame, seat: int, deed: StepAction) -> bool:
    """Return whether a step names a power by which a card is paid when one is drawn face-up."""
    if not works_by_itself(t, seat, deed) or deed.more.get("discarding") is None:
        return False
    return asks(t, standing(t, seat, str(deed.what)), nr.Q_DRAWS_DISCARDS)


def is_drawing(t: ScenarioGame, seat: int) -> bool:
    """Return whether a player is asked what to pay for a draw."""
    return bool(t.s.stack) and is_asked(t, seat) and runtime.prompt(t.s, seat).purpose == nr.ASK_PAY
