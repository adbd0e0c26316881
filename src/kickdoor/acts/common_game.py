"""The common game: implements what the machine asks of the rules."""

from kickdoor.acts.table import do_offer, form_of, list_offers, why_not
from kickdoor.core.machine import Frame, call
from kickdoor.core.procedures import Procedures
from kickdoor.core.prompts import Form, Verdict
from kickdoor.core.questions import Choose
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import State
from kickdoor.effects.hands import PassingLeft
from kickdoor.effects.losses import ChooseWorth
from kickdoor.rules.bargain import Delivery
from kickdoor.rules.combat import Combat
from kickdoor.rules.curse import CurseLands
from kickdoor.rules.death import Death
from kickdoor.rules.dice import RollDie, RollOff
from kickdoor.rules.doing import CardInPlay, OneShotPlayed
from kickdoor.rules.door import FaceUp
from kickdoor.rules.draws import FaceUpDraw, KeepSome
from kickdoor.rules.escape import RunAway
from kickdoor.rules.help import HelpTalk
from kickdoor.rules.limits import check_limits
from kickdoor.rules.losing import Losing
from kickdoor.rules.promises import locked
from kickdoor.rules.rewards import FormerRewards, Rewards, RewardWindow
from kickdoor.rules.run_order import RunOrder
from kickdoor.rules.sell import Sale
from kickdoor.rules.setup import Setup
from kickdoor.rules.shed import Shed
from kickdoor.rules.tokens import Spoils, TakeToken
from kickdoor.rules.trade import Trade
from kickdoor.rules.turn import Turn
from kickdoor.rules.windows import CaughtWindow, EscapedWindow, FightWindow

FRAMES: list[type[Frame]] = [
    CardInPlay, CaughtWindow, Choose, ChooseWorth, Combat, CurseLands, Death, Delivery, EscapedWindow, FaceUp,
    FaceUpDraw, FightWindow, FormerRewards, HelpTalk, KeepSome, Losing, OneShotPlayed, PassingLeft, Resolve,
    RewardWindow, Rewards, RollDie, RollOff, RunAway, RunOrder, Sale, Setup, Shed, Spoils, TakeToken, Trade, Turn,
]  # fmt: skip


class CommonGame(Procedures):
    """The rules all four games share."""

    def begin(self, s: State) -> None:
        call(s, Setup())

    def offers(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        list_offers(s, seat, moments, out)

    def form(self, s: State, seat: int, code: int) -> Form:
        return form_of(s, seat, code)

    def act(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        do_offer(s, seat, code, picks)

    def why(self, s: State, seat: int, code: int, picks: list[int], v: Verdict) -> None:
        why_not(s, seat, code, picks, v)

    def check_limits(self, s: State) -> None:
        check_limits(s)

    def fire(self, s: State) -> None:
        """Runs the trigger that has waited longest; its card may be gone by now."""
        seat, card, number, amount = s.pending[:4]
        s.pending = s.pending[4:]
        if card in s.seats[seat].play:
            frame = Resolve(s.cards[card].triggers[number].program, card, seat, seat)
            frame.n = amount
            call(s, frame)

    def locked(self, s: State, seat: int) -> list[int]:
        return locked(s, seat)
