"""The common game: the implementation of the machine's interface to the rules."""

from kickdoor.engine.actions.action_registry import execute_action, form_of, list_actions, why_not
from kickdoor.engine.effects.ops.hand_ops import PassingLeft
from kickdoor.engine.effects.ops.loss_ops import ChooseWorth
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Form, Verdict
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.rules_interface import RulesInterface
from kickdoor.engine.machine.runtime import Frame, push_frame
from kickdoor.engine.rules.characters.curse import CurseLands
from kickdoor.engine.rules.characters.death import Death
from kickdoor.engine.rules.fight.bargain import Delivery
from kickdoor.engine.rules.fight.combat import Combat
from kickdoor.engine.rules.fight.dice import RollDie, RollOff
from kickdoor.engine.rules.fight.help import HelpNegotiation
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.fight.rewards import FormerRewards, Rewards, RewardWindow
from kickdoor.engine.rules.fight.run_away import RunAway
from kickdoor.engine.rules.fight.run_order import RunOrder
from kickdoor.engine.rules.fight.strength import is_winning, totals
from kickdoor.engine.rules.fight.token_rewards import Spoils, TakeToken
from kickdoor.engine.rules.items.excess import ExcessChoice
from kickdoor.engine.rules.items.item_loss import ItemLoss
from kickdoor.engine.rules.items.limits import enforce_limits
from kickdoor.engine.rules.items.sales import Sale
from kickdoor.engine.rules.items.trades import Trade
from kickdoor.engine.rules.plays.execution import CardInPlay, OneShotPlayed
from kickdoor.engine.rules.turn.door import FaceUp
from kickdoor.engine.rules.turn.draws import FaceUpDraw, KeepSome
from kickdoor.engine.rules.turn.setup import Setup
from kickdoor.engine.rules.turn.turn import Turn
from kickdoor.engine.rules.turn.windows import CaughtWindow, EscapedWindow, FightWindow
from kickdoor.engine.state.state import State

FRAMES: list[type[Frame]] = [
    CardInPlay, CaughtWindow, ChoiceFrame, ChooseWorth, Combat, CurseLands, Death, Delivery, EscapedWindow, FaceUp,
    FaceUpDraw, FightWindow, FormerRewards, HelpNegotiation, KeepSome, ItemLoss, OneShotPlayed, PassingLeft, Resolve,
    RewardWindow, Rewards, RollDie, RollOff, RunAway, RunOrder, Sale, Setup, ExcessChoice, Spoils, TakeToken, Trade,
    Turn,
]  # fmt: skip


class CoreRules(RulesInterface):
    """The rules shared by all four games."""

    def begin(self, s: State) -> None:
        push_frame(s, Setup())

    def offers(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        list_actions(s, seat, moments, out)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        return form_of(s, seat, code)

    def act(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        execute_action(s, seat, code, picks)

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> None:
        why_not(s, seat, code, picks, v)

    def check_limits(self, s: State) -> None:
        enforce_limits(s)

    def run_next_trigger(self, s: State) -> None:
        """Run the trigger that has waited longest; its card may have left play by now."""
        seat, card, number, amount = s.pending[:4]
        s.pending = s.pending[4:]
        if card in s.seats[seat].play:
            frame = Resolve(s.cards[card].triggers[number].program, card, seat, seat)
            frame.n = amount
            push_frame(s, frame)

    def score(self, s: State) -> list[int]:
        fight = s.fight
        if fight is None or fight.lost or not fight.bodies:
            return []
        return [*totals(s), 1 if is_winning(s) else 0]

    def locked(self, s: State, seat: SeatNo) -> list[int]:
        return locked(s, seat)
