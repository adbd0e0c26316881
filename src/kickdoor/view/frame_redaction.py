"""Redaction of frames: public numbers stay as they are, ids of hidden cards are shown only to the seats that know them.

Every field of every frame is listed here once. A list that is not listed, or a number whose name does not show that it
is something else, is taken to hold card ids, and each value that could be a hidden card is withheld.
"""

from typing import Final, cast

from kickdoor.engine import constants as nr
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.rules.fight.bargain import Delivery
from kickdoor.engine.state.codec import SEAT_NAMES
from kickdoor.engine.state.state import State
from kickdoor.view.frame_types import FrameSeen
from kickdoor.view.visibility import hidden_cards, show_bargain

WITHHELD: Final = -1

PUBLIC: Final[dict[str, tuple[str, ...]]] = {
    "card_in_play": ("card",),
    "caught_window": ("passed", "seen", "seat"),
    "oneshot_played": ("passed", "seen", "card", "by", "way", "aim", "target", "second", "paid", "cancelled"),
    "reward_window": ("passed", "seen", "seat"),
    "choose": ("seat", "ask", "what", "least", "most"),
    "choose_worth": ("seat", "ask", "what", "least", "most", "worth"),
    "keep_some": ("seat", "ask", "what", "least", "most"),
    "combat": ("seat", "card", "may_loot"),
    "curse_lands": ("passed", "seen", "card", "victim", "by", "cancelled", "tries"),
    "delivery": ("main", "helper", "waived"),
    "death": ("seat", "body", "looters", "phase"),
    "escaped_window": ("passed", "seen"),
    "face_up": ("seat", "card"),
    "face_up_draw": ("seat", "deck"),
    "fight_window": ("passed", "seen", "claim", "main"),
    "help_talk": (),
    "losing": ("passed", "seen", "seat", "cards", "by_curse", "taker"),
    "passing_left": ("order", "first", "rest"),
    "resolve": ("program", "op", "part", "card", "player", "victim", "body", "target", "n", "found", "acted", "memo"),
    "former_rewards": ("count", "gift"),
    "rewards": ("count", "gift", "killed", "spread", "order", "gifts"),
    "roll_die": ("passed", "seen", "seat", "reason", "face", "added", "body", "again", "spent"),
    "roll_off": ("queue", "faces", "order"),
    "run_order": ("main", "helper", "wish", "other_wish"),
    "run_away": ("runner", "waiting", "todo", "body", "undone", "has_rolled", "safe", "begun", "struck"),
    "sale": ("seat", "ask", "what", "atoms", "least", "most", "cards", "doubled"),
    "setup": ("ready",),
    "shed": ("seat", "ask", "what", "atoms", "least", "most", "how", "excess", "giving"),
    "spoils": ("passed", "seen", "seat", "kills", "at", "claims", "order", "gifts", "tags", "barred"),
    "take_token": ("passed", "seen", "seat", "chooser", "kinds", "may_win", "token", "chosen"),
    "trade": ("seat", "other", "gives", "wants", "gift", "agreed"),
    "turn": ("seat", "met", "handed"),
}
"""Fields that hold seats, numbers, and cards that are face-up or were announced to all."""

SECRET: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("atoms",),
    "choose_worth": ("atoms",),
    "keep_some": ("atoms",),
    "delivery": ("deal",),
    "passing_left": ("given",),
}
"""Fields that may hold ids of hidden cards, from the hand that the prompted seat must choose from."""

NAMED_NOWHERE: Final[tuple[str, ...]] = (*sorted(SEAT_NAMES), "deck", "phase", "passed", "seen", "face")
"""Fields that a frame not listed here may show: numbers that cannot be cards."""


def is_open(frame: ChoiceFrame) -> bool:
    """Return whether everyone sees the candidates, because they are not cards or lie in play."""
    return frame.what != nr.A_CARD or "atoms" in PUBLIC.get(frame.KIND, NAMED_NOWHERE)


def show_frame(s: State, frame: Frame, seat: int, remembers: bool = True) -> FrameSeen:
    """Show one frame to a seat; cards of the discards only if the seat remembers them (AMB-05)."""
    out: dict[str, object] = {"kind": frame.KIND, "uid": frame.uid, "pc": frame.pc, "round": frame.round}
    public = PUBLIC.get(frame.KIND, NAMED_NOWHERE)
    for name in frame.FIELDS:
        value: object = getattr(frame, name)
        if name == "program":
            assert isinstance(value, int)
            out[name] = s.rules.programs[value].name
        elif isinstance(frame, Delivery) and name == "deal":
            out[name] = show_bargain(s, frame.deal, seat)
        elif name in public:
            out[name] = value[:] if isinstance(value, list) else value
        elif isinstance(frame, ChoiceFrame) and frame.what != nr.A_CARD:
            out[name] = frame.atoms[:]
        elif isinstance(frame, ChoiceFrame) and name == "atoms" and frame.seat != seat:
            # The order in which another player holds their cards is private.
            hidden = hidden_cards(s, seat)
            if not remembers:
                hidden.update(s.discards[0][:-1], s.discards[1][:-1])
            known = sorted([card for card in frame.atoms if card not in hidden])
            out[name] = known + [WITHHELD] * (len(frame.atoms) - len(known))
        else:
            out[name] = withhold(s, value, seat)
    # The set of fields is data; a test checks every kind of frame against its type.
    return cast(FrameSeen, out)


def withhold(s: State, value: object, seat: int) -> object:
    """Return a field's value with every hidden card removed."""
    hidden = hidden_cards(s, seat)
    if isinstance(value, list):
        return [WITHHELD if item in hidden else item for item in value]
    return WITHHELD if value in hidden and not isinstance(value, bool) else value
