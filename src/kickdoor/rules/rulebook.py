"""The common game: implements what the machine and the effects ask of the rules."""

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.items import is_big
from kickdoor.core.levels import lose_levels
from kickdoor.core.machine import Frame, call
from kickdoor.core.procedures import Procedures
from kickdoor.core.prompts import Form, Verdict
from kickdoor.core.queries import ask_seat
from kickdoor.core.questions import Choose
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import State
from kickdoor.core.zones import move_item
from kickdoor.effects.decks import KeepSome
from kickdoor.effects.hands import PassingLeft
from kickdoor.effects.losses import ChooseWorth
from kickdoor.rules.bargain import Delivery, locked
from kickdoor.rules.combat import Combat
from kickdoor.rules.curse import CurseLands, cancel_curse, landing_curse
from kickdoor.rules.death import Death
from kickdoor.rules.dice import FOR_CARD, RollDie, RollOff, roll_in_progress
from kickdoor.rules.doing import CardInPlay, OneShotPlayed, cancel_oneshot, do_play, oneshot_in_fight
from kickdoor.rules.door import FaceUp
from kickdoor.rules.draws import FaceUpDraw
from kickdoor.rules.equip import blocking_items, equip_if_possible, room_for_big, slot_use
from kickdoor.rules.escape import RunAway, let_escape, runs_from, someone_rolled, undo_escape
from kickdoor.rules.fighting import add_mate, add_monster, drop_helper, forfeit, hand_over, remove_monster
from kickdoor.rules.help import HelpTalk, check_compelled, force_help, may_bargain
from kickdoor.rules.limits import check_limits
from kickdoor.rules.losing import Losing, items_at_stake, lose_cards, save_item
from kickdoor.rules.offers import do_offer, form_of, list_offers
from kickdoor.rules.plays import promised_play
from kickdoor.rules.refusals import why_not
from kickdoor.rules.rewards import FormerRewards, Rewards, RewardWindow, take_reward
from kickdoor.rules.run_order import RunOrder
from kickdoor.rules.sell import Sale
from kickdoor.rules.setup import Setup
from kickdoor.rules.shed import Shed
from kickdoor.rules.strength import item_counts, only_level_counts, tag_counts, winning
from kickdoor.rules.tokens import Spoils, TakeToken, could_complete, killed_tags, other_kinds, token_in_hand
from kickdoor.rules.trade import Trade
from kickdoor.rules.turn import Turn, seek_monster
from kickdoor.rules.windows import CaughtWindow, EscapedWindow, FightWindow

FRAMES: list[type[Frame]] = [
    CardInPlay, CaughtWindow, Choose, ChooseWorth, Combat, CurseLands, Death, Delivery, EscapedWindow, FaceUp,
    FaceUpDraw, FightWindow, FormerRewards, HelpTalk, KeepSome, Losing, OneShotPlayed, PassingLeft, Resolve,
    RewardWindow, Rewards, RollDie, RollOff, RunAway, RunOrder, Sale, Setup, Shed, Spoils, TakeToken, Trade, Turn,
]  # fmt: skip


class Rulebook(Procedures):
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

    def roll(self, s: State, seat: int, reason: int) -> None:
        call(s, RollDie(seat, FOR_CARD))

    def die(self, s: State, seat: int) -> bool:
        # Losing levels stands in for death where a card says so (AMB-85)
        instead = ask_seat(s, seat, w.Q_CHEATS_DEATH, 0)
        if instead:
            s.tell(ev.DEATH_CHEATED, seat)
            lose_levels(s, seat, instead)
            return False
        call(s, Death(seat))
        return True

    def lose_cards(self, s: State, seat: int, cards: list[int], by_curse: bool, taker: int = -1) -> None:
        lose_cards(s, seat, cards, by_curse, taker)

    def items_at_stake(self, s: State, seat: int) -> list[int]:
        return items_at_stake(s, seat)

    def save_item(self, s: State, card: int) -> None:
        save_item(s, card)

    def curse_cancelled(self, s: State, victim: int, card: int) -> None:
        cancel_curse(s, victim, card)

    def set_die(self, s: State, face: int) -> None:
        roll = roll_in_progress(s)
        if roll is not None:
            roll.face = face
            s.tell(ev.DIE_SET, roll.seat, -1, face)

    def add_to_roll(self, s: State, n: int) -> None:
        roll = roll_in_progress(s)
        if roll is not None:
            roll.added += n

    def roll_again(self, s: State) -> None:
        roll = roll_in_progress(s)
        if roll is not None:
            # Another roll: what may be done once a roll may be done again
            roll.uid = s.next_uid
            s.next_uid += 1
            roll.pc = 0
            roll.added = 0
            roll.again = True

    def escape(self, s: State, seat: int, body: int) -> None:
        let_escape(s, seat, body)

    def unescape(self, s: State) -> None:
        undo_escape(s)

    def leave_fight(self, s: State, body: int, how: int, treasures: int) -> None:
        remove_monster(s, body, how, treasures)

    def end_fight(self, s: State, draw: int, may_loot: bool) -> None:
        fight = s.fight
        if fight is not None:
            for body in fight.bodies[:]:
                remove_monster(s, body.uid, w.REMOVED, 0)
            if not draw:
                # Who ends a fight without rewards ends those earned in it before, too (AMB-110)
                forfeit(fight)
            fight.gift += draw
            # The room is the turn's owner's: a card that keeps the fighter out does not keep him out (AMB-110)
            fight.may_loot = may_loot or fight.main != s.turn

    def move_fight(self, s: State, seat: int) -> None:
        if s.fight is not None:
            hand_over(s, s.fight, seat)

    def force_help(self, s: State, seat: int) -> None:
        force_help(s, seat)

    def why_no_forced_help(self, s: State, seat: int, v: Verdict) -> None:
        check_compelled(s, seat, v)

    def take_item(self, s: State, taker: int, owner: int, card: int) -> None:
        move_item(s, owner, taker, card)
        s.tell(ev.ITEM_TAKEN, taker, owner, 0, card)

    def may_promise(self, s: State, player: int, helper: int, card: int) -> bool:
        return promised_play(s, player, helper, card) is not None

    def locked(self, s: State, seat: int) -> list[int]:
        return locked(s, seat)

    def may_bargain(self, s: State, seat: int) -> bool:
        return may_bargain(s, seat)

    def play_promised(self, s: State, player: int, helper: int, card: int) -> None:
        """Plays a promised card on the helper if that is still legal (AMB-18)."""
        play = promised_play(s, player, helper, card)
        if play is not None:
            do_play(s, player, card, play, w.A_SEAT, helper, -1)
        else:
            s.tell(ev.PROMISE_LAPSED, player, helper)

    def may_carry(self, s: State, seat: int, card: int) -> bool:
        return not is_big(s, card) or room_for_big(s, seat, 0 if card in s.seats[seat].play else 1)

    def item_counts(self, s: State, seat: int, card: int, bonus: int) -> int:
        return item_counts(s, seat, card, bonus)

    def is_winning(self, s: State) -> bool:
        return winning(s)

    def only_level_counts(self, s: State) -> bool:
        return only_level_counts(s)

    def tag_counts(self, s: State, tags: int) -> bool:
        return tag_counts(s, tags)

    def join_fight(self, s: State, card: int) -> None:
        if s.fight is not None:
            add_monster(s, s.fight, card, True)

    def in_the_way(self, s: State, seat: int, card: int) -> list[int]:
        return blocking_items(s, seat, card)

    def equip_item(self, s: State, seat: int, card: int) -> None:
        equip_if_possible(s, seat, card)

    def seek_monster(self, s: State) -> None:
        seek_monster(s)

    def landing(self, s: State) -> list[int]:
        curse = landing_curse(s)
        return [] if curse is None else [curse.victim, curse.by]

    def rolled_before(self, s: State) -> bool:
        roll = roll_in_progress(s)
        return roll is not None and roll.again

    def someone_rolled(self, s: State) -> bool:
        return someone_rolled(s)

    def rolled_against(self, s: State) -> int:
        roll = roll_in_progress(s)
        return -1 if roll is None else roll.body

    def take_token(self, s: State, seat: int, kinds: list[int], may_win: bool) -> None:
        call(s, TakeToken(seat, seat, kinds, may_win))

    def other_tokens(self, s: State, kinds: list[int]) -> list[int]:
        return other_kinds(s, kinds)

    def change_token(self, s: State, kind: int) -> None:
        token = token_in_hand(s)
        if token is not None:
            token.token = kind

    def could_complete(self, s: State, meals: int) -> bool:
        return s.fight is not None and could_complete(s, s.fight, meals)

    def killed_tags(self, s: State) -> int:
        return killed_tags(s)

    def oneshot_in_fight(self, s: State) -> bool:
        return oneshot_in_fight(s)

    def cancel_oneshot(self, s: State) -> None:
        cancel_oneshot(s)

    def take_reward(self, s: State, seat: int, n: int) -> None:
        take_reward(s, seat, n)

    def dismiss_helper(self, s: State) -> None:
        if s.fight is not None and s.fight.helper >= 0:
            drop_helper(s, s.fight)

    def add_twin(self, s: State, body: int, card: int) -> None:
        if s.fight is not None:
            add_mate(s, s.fight, body, card)

    def roller(self, s: State) -> int:
        roll = roll_in_progress(s)
        return -1 if roll is None else roll.seat

    def runs_from(self, s: State, seat: int) -> list[int]:
        return runs_from(s, seat)

    def hands_in_use(self, s: State, seat: int) -> int:
        return slot_use(s, s.seats[seat].equipped, w.HAND)
