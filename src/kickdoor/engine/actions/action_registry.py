"""The registry of actions, with the one way in which every action is listed, explained and executed."""

from typing import Final

from kickdoor.engine.actions import (
    equip,
    hand,
    help_offers,
    play_card,
    prompt_answers,
    sell,
    trade,
    turn_steps,
    use_ability,
)
from kickdoor.engine.actions.action import Action
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import ACTS as WORDS
from kickdoor.engine.machine.prompts import Form, Verdict, act_of, card_of
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.plays.legality import is_refillable
from kickdoor.engine.state.state import State

USE_ABILITY: Final = use_ability.UseAbility()
PLAY_CARD: Final = play_card.PlayCard()
DISCARD: Final = hand.Discard()
LISTED_ACTIONS: Final[list[Action]] = [
    USE_ABILITY, PLAY_CARD, equip.Equip(), trade.OfferTrade(), hand.Done(), hand.ShowHand(), help_offers.AskForHelp(),
    help_offers.OfferHelp(), sell.Sell(),
]  # fmt: skip
"""The actions offered without a prompt, in the order of the list."""
OFFERED_AT: Final[list[int]] = [act.AT for act in LISTED_ACTIONS]
SECONDARY_ACTIONS: Final[list[Action]] = [
    DISCARD, play_card.Carry(), equip.Unequip(), equip.Swap(), equip.HandToFollower(), trade.Give(),
]  # fmt: skip
"""The actions offered by cards in play, or together with a listed action."""
ANSWERS: Final[list[Action]] = [
    prompt_answers.Pass(), prompt_answers.Take(), prompt_answers.Accept(), prompt_answers.Refuse(),
    prompt_answers.Counter(), prompt_answers.Claim(), prompt_answers.GiveUp(), prompt_answers.Flee(),
    prompt_answers.Sacrifice(), prompt_answers.Choose(), prompt_answers.ChooseMany(),
    turn_steps.KickDoor(), turn_steps.LookForTrouble(), turn_steps.LootTheRoom(), turn_steps.GiveCharity(),
    turn_steps.EndTurn(),
]  # fmt: skip
"""The actions that a frame prompts for, offers and executes."""
ACTIONS: Final[list[Action]] = sorted(LISTED_ACTIONS + SECONDARY_ACTIONS + ANSWERS, key=lambda act: act.NUMBER)
"""All actions, each at the index of its number."""
assert [act.NUMBER for act in ACTIONS] == list(range(len(WORDS)))


def list_actions(s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
    """Add every play, ability and other action that a seat has at these timings."""
    p = s.seats[seat]
    cards = s.cards
    for card in p.hand:
        if cards[card].moments & moments:
            PLAY_CARD.list_from_hand(s, seat, card, moments, out)
    for card in p.play:
        if cards[card].table_moments & moments:
            USE_ABILITY.list_from_play(s, seat, card, moments, out)
            PLAY_CARD.list_from_play(s, seat, card, moments, out)
        DISCARD.list_from_play(s, seat, card, moments, out)
    for i in range(len(OFFERED_AT)):
        # Reading an action from the list costs a check of its class, so the timing is tested first.
        if moments & OFFERED_AT[i]:
            LISTED_ACTIONS[i].list_general(s, seat, moments, out)


def form_of(s: State, seat: SeatNo, code: OptionCode) -> Form:
    """Return the form of an offered action."""
    return ACTIONS[act_of(code)].form(s, seat, code)


def execute_action(s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
    """Execute an offered action."""
    act = ACTIONS[act_of(code)]
    act.note(s, seat, code)
    act.do(s, seat, code, picks)


def why_not(s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> None:
    """Collect every reason against an action that is not offered now."""
    if not s.stack:
        v.deny(no.GAME_OVER)
        return
    act = ACTIONS[act_of(code)]
    card = card_of(code)
    p = s.seats[seat]
    if card >= 0 and card not in p.hand and card not in p.play and not is_refillable(s, seat, card):
        # Add no other reason, because it could reveal what a hidden card is.
        v.deny(act.not_own())
    else:
        act.check(s, seat, code, picks, s.stack[-1].moments(s, seat), v)
