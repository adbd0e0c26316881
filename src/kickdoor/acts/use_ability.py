"""Using an ability: of a card in play, or one that a monster gives those who fight it."""

from typing import ClassVar

from kickdoor.acts.play_card import PlayCard
from kickdoor.core import words as w
from kickdoor.core.prompts import FORM_BIT, USE, Reason, card_of, kind_of, option, target_of
from kickdoor.core.state import State
from kickdoor.rules import reasons as no
from kickdoor.rules.charity import note_act
from kickdoor.rules.costs import has_form
from kickdoor.rules.doing import use_ability
from kickdoor.rules.plays import QUICK, check_play, list_play, play_of


class UseAbility(PlayCard):
    """Uses an ability, paid as it says (CHAR-27)."""

    NUMBER: ClassVar[int] = USE

    def not_own(self) -> Reason:
        return no.NO_SUCH_POWER

    def offer_card(self, s: State, seat: int, card: int, moments: int, out: list[int]) -> None:
        for play in s.cards[card].abilities:
            list_play(s, seat, card, play, moments, out)

    def offer(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        fight = s.fight
        if fight is None:
            return
        for body in fight.bodies:
            for play in s.rules.defs[body.definition].abilities:
                if play.moments & moments and check_play(s, seat, -1, play, w.A_BODY, body.uid, -1, moments, QUICK):
                    form = FORM_BIT if has_form(play) else 0
                    out.append(option(USE, -1, w.A_BODY, body.uid, -1, play.index) | form)

    def note(self, s: State, seat: int, code: int) -> None:
        note_act(s, seat)

    def do(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        play = play_of(s, code)
        assert play is not None
        use_ability(s, seat, card_of(code), play, kind_of(code), target_of(code), picks)

    def wording(self, s: State, seat: int, code: int) -> str:
        if not kind_of(code) or card_of(code) < 0:
            return ""
        return "against" if kind_of(code) == w.A_SEAT else "on"
