"""Tells what a scenario may say though nobody has asked, because the engine has done it by itself."""

from typing import Final

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.rules.things.equip import big_items
from kickdoor.engine.state.items import is_big
from kickdoor.scenario.expecting.expect import is_own_step
from kickdoor.scenario.reading.reader import Deed, number
from kickdoor.scenario.reading.tokens import kind_named
from kickdoor.scenario.steps.standing import works_by_itself
from kickdoor.scenario.steps.table import Table

WAITED_FOR: Final = ("play", "use", "flee", "choose")
"""What may give others a moment to answer, which is over at once where nobody can."""


def happened_so(t: Table, seat: int, value: object) -> bool:
    """Tells whether the engine chose this very thing by itself, because there was nothing else."""
    name = t.names.card(str(value))
    kind = kind_named(t, value)
    if kind >= 0:
        gained = [e.amount for e in t.events if e.kind == ev.TOKEN_GAINED]
        return kind in gained + [e.other for e in t.events if e.kind == ev.TOKENS_LOST]
    told = None if name is not None else int(value) if isinstance(value, bool) else number(value)
    if told is not None:
        # A number as such, or the number of a way out, which the engine counts from 0
        return told in t.s.picked or told - 1 in t.s.picked
    if name is None:
        return t.names.player(value) in t.s.picked
    seen = [n for event in t.events if seat in (event.seat, event.other) for n in event.names]
    kept = [t.s.cards[c].index for c in kept_items(t, seat)]
    return was_picked(t, value) or any(d.index in seen or d.index in kept for d in name.defs)


def was_picked(t: Table, value: object) -> bool:
    """Tells whether this card is what was chosen last, by whomever."""
    name = t.names.card(str(value))
    picked = [t.s.cards[c].index for c in t.s.picked if 0 <= c < len(t.s.cards)]
    return name is not None and any(d.index in picked for d in name.defs)


def kept_items(t: Table, seat: int) -> list[int]:
    """Lists the Big items a player has kept when another had to go, which is what the rule lets them name (ITEM-21)."""
    parted = [e for e in t.events if e.seat == seat and e.kind in (ev.BIG_ITEM_PASSED, ev.CARD_DISCARDED)]
    return big_items(t.s, seat) if any(is_big(t.s, c) for e in parted for c in e.cards) else []


def done_already(t: Table, seat: int, deed: Deed) -> bool:
    """Tells whether the engine has done by itself what the step says, because nothing else was possible."""
    asked = seat in t.asked()
    if deed.verb == "pass":
        # Who cannot do anything is not asked in the first place, and who declares has passed by that
        if seat in t.passed_for or t.last in ("claim", "give up", "pass") or (not asked and t.is_window()):
            return True
        return t.last in WAITED_FOR and not (asked and (is_own_step(t.s) or t.is_window()))
    if deed.verb == "accept":
        # Who must help is not asked about it
        return any(e.kind == ev.HELPER_FORCED and seat in (e.seat, e.other) for e in t.events)
    if deed.verb == "use":
        return works_by_itself(t, seat, deed)
    if deed.verb == "done":
        return not asked or not is_own_step(t.s) or t.s.phase != nr.SECOND
    if deed.verb == "end turn":
        return t.ended == seat and any(e.kind == ev.TURN_BEGUN for e in t.events)
    if deed.verb in ("play", "equip", "take", "flee") and deed.what is not None:
        return card_went(t, seat, deed)
    return False


def card_went(t: Table, seat: int, deed: Deed) -> bool:
    """Tells whether a card has gone by itself where a step wants it, or a monster been left behind without a roll."""
    defs = t.names.need_card(deed.what).defs
    if deed.verb == "play":
        # What must be played at once has been
        forced = [d.index for d in defs if d.must_play]
        return any(e.kind == ev.CARD_PLAYED and e.seat == seat and e.names[:1] == forced[:1] != [] for e in t.events)
    if deed.verb == "equip":
        # What goes with another card on to an Item may have equipped it
        card = t.find(deed.what, [t.s.seats[seat].equipped])
        return any(e.kind == ev.ITEM_EQUIPPED and card in e.cards for e in t.events)
    if deed.verb == "take":
        hand = [t.s.cards[c] for c in t.s.seats[seat].hand]
        told = [n for event in t.events for n in event.names]
        return any(d in hand and d.index in told for d in defs)
    for d in defs:
        if (seat, d.index) in t.free_escapes:
            t.free_escapes.remove((seat, d.index))
            return True
    return False
