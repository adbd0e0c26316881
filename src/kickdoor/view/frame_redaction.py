"""Redaction of frames: the declaration of each field says who sees it, so nothing is listed here."""

from typing import Final, cast

from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.state.fields import BARGAIN, CHOOSER, HIDDEN, PROGRAM, PUBLIC
from kickdoor.engine.state.state import State
from kickdoor.view.frame_types import FrameSeen
from kickdoor.view.visibility import hidden_cards, show_bargain

WITHHELD: Final = -1


def show_frame(s: State, frame: Frame, seat: int, remembers: bool = True) -> FrameSeen:
    """Show one frame to a seat; cards of the discards only if the seat remembers them (AMB-05)."""
    out: dict[str, object] = {"kind": frame.KIND}
    for field in frame.COMMON + frame.FIELDS:
        value: object = getattr(frame, field.name)
        visibility = frame.visibility(field)
        if visibility == HIDDEN:
            continue
        if field.type == PROGRAM:
            assert isinstance(value, int)
            out[field.name] = s.rules.programs[value].name
        elif visibility == PUBLIC:
            out[field.name] = value[:] if isinstance(value, list) else value
        else:
            assert isinstance(value, list)
            out[field.name] = show_secret(s, frame, visibility, value, seat, remembers)
    # The set of fields is data; a test checks every kind of frame against its type.
    return cast(FrameSeen, out)


def show_secret(s: State, frame: Frame, visibility: str, cards: list[int], seat: int, remembers: bool) -> list[int]:
    """Show a field that is not public, without the cards that the seat does not know."""
    if visibility == BARGAIN:
        return show_bargain(s, cards, seat)
    hidden = hidden_cards(s, seat)
    if visibility == CHOOSER and frame.choosing_seat() != seat:
        # The order in which another player holds their cards is private.
        if not remembers:
            hidden.update(s.discards[0][:-1], s.discards[1][:-1])
        known = sorted([card for card in cards if card not in hidden])
        return known + [WITHHELD] * (len(cards) - len(known))
    return [WITHHELD if card in hidden else card for card in cards]
