"""Playing a card: from the hand, from the table where the card says so, or by paying more for a card in the fight."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action import Action
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.cards.rule_citations import card_grounds
from kickdoor.engine.ids import CardId, OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import CARRY, PLAY, Form, Reason, Verdict, card_of, kind_of, second_of
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.plays.costs import cost_form, has_form
from kickdoor.engine.rules.plays.execution import carry, do_play
from kickdoor.engine.rules.plays.legality import check_play, list_play, play_of
from kickdoor.engine.rules.plays.use import use_of
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.state.queries import may_use
from kickdoor.engine.state.state import State


class PlayCard(Action):
    """The action of playing a card: one of its plays, aimed at a target."""

    NUMBER: ClassVar[int] = PLAY

    def list_from_hand(self, s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
        for play in s.cards[card].plays:
            list_play(s, seat, card, play, moments, out)

    def list_from_play(self, s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
        for play in s.cards[card].plays:
            if play.from_table:
                list_play(s, seat, card, play, moments, out)

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        fight = s.fight
        if fight is None:
            return
        for i in range(0, len(fight.refillable), 2):
            if fight.refillable[i + 1] == seat:
                for play in s.cards[fight.refillable[i]].plays:
                    if play.again:
                        list_play(s, seat, fight.refillable[i], play, moments, out)

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        play = play_of(s, code)
        if play is None:
            card = card_of(code)
            monster = card >= 0 and s.cards[card].kind == nr.MONSTER
            idle = Reason(no.NO_MOMENT.code, no.NO_MOMENT.rules + card_grounds(s, card))
            v.deny(no.MONSTER_ALONE if monster else idle)
            return
        check_play(s, use_of(seat, code, play), moments, v)
        self.check_cost(s, seat, card_of(code), play, picks, v)

    def check_cost(self, s: State, seat: SeatNo, card: CardId, play: Play, picks: list[int], v: Verdict) -> None:
        """Check what is paid for the card."""
        if has_form(play):
            cost_form(s, seat, card, play).check(s, picks, v)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        play = play_of(s, code)
        return super().form(s, seat, code) if play is None else cost_form(s, seat, card_of(code), play)

    def note(self, s: State, seat: SeatNo, code: OptionCode) -> None:
        note_act(s, seat, card_of(code) in s.seats[seat].fresh)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        play = play_of(s, code)
        assert play is not None
        do_play(s, use_of(seat, code, play), picks)

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        play = play_of(s, code)
        verb = nr.V_EFFECT if play is None else play.verb
        if verb == nr.V_ITEM:
            return "item" if may_use(s, s.seats[seat], card_of(code)) else "idle_item"
        if verb == nr.V_CLASS or verb == nr.V_RACE:
            return "character"
        level_card = s.cards[card_of(code)].kind == nr.GOUP
        if kind_of(code) == nr.A_SIDE or (kind_of(code) == nr.A_SEAT and level_card):
            return "for"
        if second_of(code) >= 0:
            return "on_with" if kind_of(code) else "with"
        return "on" if kind_of(code) else ""


class Carry(PlayCard):
    """The action of putting an Item on the table without equipping it (ITEM-03).

    It is offered in addition to playing the Item, where playing would equip it.
    """

    NUMBER: ClassVar[int] = CARRY

    def check_cost(self, s: State, seat: SeatNo, card: CardId, play: Play, picks: list[int], v: Verdict) -> None:
        """Add no reason: carrying is free."""

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        carry(s, seat, card_of(code))

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        return ""
