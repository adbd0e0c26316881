"""Plays a stored game again when its table is woken, and says what has become of it since it was stored."""

from __future__ import annotations

import msgspec

from kickdoor.engine.rules.version import VERSION
from kickdoor.replay.origin import Origin, made
from kickdoor.replay.record import Step
from kickdoor.table.data import RoomData, Switch
from kickdoor.table.match import Match, NoUndo
from kickdoor.table.store import Deed


def play_again(match: Match, data: RoomData, deeds: list[Deed]) -> None:
    """Does all deeds again; `Differs` at the first that does not come to what it did.

    A game that was stored under other rules or with other cards and comes out the same is a game of the present ones
    from then on: its record will say so, and come out under them from its first answer.
    """
    origin = Origin(data.rules, data.catalog, match.rules, "the game")
    origin.check_deal(match.recorder, data.dealt)
    proven = True
    for deed in deeds:
        if deed.kind == "answer":
            seat, key, picks, cause, *outcome = msgspec.json.decode(deed.body)
            proven = bool(outcome)
            step = Step(seat, key, picks, cause, outcome[0] if outcome else "")
            match.give_again(origin, step, blind=not outcome)
        elif deed.kind == "undo":
            take_back(match, origin, msgspec.json.decode(deed.body))
    if not proven and data.turn_noted >= 0 and data.turn_noted != match.state.turns:
        # Deeds of 0.1 do not say what they came to; that the game stands at another turn tells enough
        raise origin.differs(
            f"after {match.seq} answers the game stands at turn {match.state.turns}, not at {data.turn_noted}"
        )
    if origin.words:
        data.switch = Switch(data.rules, origin.other_cards, match.seq, proven)
        data.rules, data.catalog, data.dealt = VERSION, match.rules.digest, match.recorder.dealt


def take_back(match: Match, origin: Origin, seat: int) -> None:
    """Takes an answer back once more."""
    try:
        match.undo(seat)
    except NoUndo as e:
        raise origin.differs(f"answer {match.seq} of the game cannot be taken back by seat {seat} now: {e}") from None


def note_of(data: RoomData) -> str:
    """Tells those at a table that its game has gone on under other rules or cards; empty if it has not."""
    switch = data.switch
    if switch is None or data.status != "playing":
        return ""
    words = made(switch.rules, switch.cards)
    if switch.proven:
        return f"This game was {words}. All {switch.answers} answers came out the same, and it goes on under these."
    return (
        f"This game was {words}. Its {switch.answers} answers were given again under these, and it goes on from there. "
        "What they came to was not written down then: some cards may lie otherwise than you remember."
    )
