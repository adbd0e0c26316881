"""Using an ability of a card in play, or one that a monster gives to the players who fight it."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.play_card import PlayCard
from kickdoor.engine.ids import CardId, OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import FORM_BIT, USE, Reason, card_of, kind_of, option
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.rules.plays.execution import use_ability
from kickdoor.engine.rules.plays.legality import FIRST_REASON_ONLY, check_play, list_play, play_of
from kickdoor.engine.rules.plays.use import Use, use_of
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.state.state import State


class UseAbility(PlayCard):
    """The action of using an ability at its cost (CHAR-27)."""

    NUMBER: ClassVar[int] = USE

    def not_own(self) -> Reason:
        return no.NO_SUCH_POWER

    def list_from_play(self, s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
        for play in s.cards[card].abilities:
            list_play(s, seat, card, play, moments, out)

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        fight = s.fight
        if fight is None:
            return
        for body in fight.bodies:
            for play in s.rules.defs[body.definition].abilities:
                if not play.moments & moments:
                    continue
                if check_play(s, Use(seat, -1, play, nr.A_MONSTER, body.uid), moments, FIRST_REASON_ONLY):
                    form = FORM_BIT if has_form(play) else 0
                    out.append(option(USE, -1, nr.A_MONSTER, body.uid, -1, play.index) | form)

    def note(self, s: State, seat: SeatNo, code: OptionCode) -> None:
        note_act(s, seat)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        play = play_of(s, code)
        assert play is not None
        use_ability(s, use_of(seat, code, play), picks)

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        if not kind_of(code) or card_of(code) < 0:
            return ""
        return "against" if kind_of(code) == nr.A_SEAT else "on"
