"""Interpretations of a step: the options that it could mean, best first. It means the first that is offered."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.prompts import (
    FORM_BIT,
    P_GIVE,
    P_TO,
    P_TOKENS,
    P_WANT,
    act_of,
    card_of,
    option,
    pick,
    target_of,
    way_of,
)
from kickdoor.engine.rules.items.equipment import is_carrier, ways_to_swap
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.rules.plays.legality import is_refillable
from kickdoor.scenario.parsing.bargain_terms import read_terms
from kickdoor.scenario.parsing.scenario_parser import EVERYONE, StepAction
from kickdoor.scenario.parsing.token_names import expand_words, find_token_kind
from kickdoor.scenario.parsing.values import format_value, read_names
from kickdoor.scenario.parsing.yaml_document import Block, Malformed
from kickdoor.scenario.steps.abilities import (
    find_abilities,
    is_trait_with_target,
    monster_ability_attempts,
    paid_ability_attempts,
)
from kickdoor.scenario.steps.passive_powers import find_passive_power, passive_power_attempts
from kickdoor.scenario.steps.scenario_game import NO, NO_TARGET, YES, Interpretation, ScenarioGame
from kickdoor.scenario.steps.step_targets import PlayCandidate, add_attempts

PLAIN_ACTIONS: Final = {
    "kick open the door": prompts.KICK,
    "loot the room": prompts.LOOT_ROOM,
    "claim": prompts.CLAIM,
    "give up": prompts.GIVE_UP,
    "done": prompts.DONE,
}
CARD_ACTIONS: Final = {
    "equip": prompts.EQUIP,
    "unequip": prompts.UNEQUIP,
    "discard": prompts.DISCARD,
    "take": prompts.TAKE,
    "look for trouble": prompts.TROUBLE,
}


def attempts(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """List the interpretations of a step in the order of the table "Several meanings" in `docs/scenarios.md`."""
    if action.verb == "pass":
        # `pass` also declines a choice that is optional.
        return [Interpretation(seat, prompts.PASS), *decline_attempts(game, seat), *leave_room_attempts(game, seat)]
    if action.verb == "end turn":
        return [Interpretation(seat, option(prompts.END_TURN)), *leave_room_attempts(game, seat)]
    if action.verb in PLAIN_ACTIONS:
        return [Interpretation(seat, option(PLAIN_ACTIONS[action.verb]))]
    if action.verb in CARD_ACTIONS:
        return interpret_on_one_card(game, seat, action)
    return BY_VERB[action.verb](game, seat, action)


def decline_attempts(game: ScenarioGame, seat: int) -> list[Interpretation]:
    """List the answers that decline an optional choice: choosing nothing, or `no`."""
    choose_none = Interpretation(seat, option(prompts.CHOOSE_MANY) | FORM_BIT)
    out = [Interpretation(seat, option(prompts.CHOOSE)), *([choose_none] if game.is_legal(choose_none) else [])]
    return [*out, Interpretation(seat, NO)] if is_yes_no_prompt(game, seat) else out


def is_yes_no_prompt(game: ScenarioGame, seat: int) -> bool:
    """Return whether a player has a yes-or-no prompt. The answer 0 means `no` there, and a number in other prompts."""
    return (
        bool(game.s.stack)
        and seat in game.prompted_seats()
        and game.s.stack[-1].purpose(game.s, seat) == nr.ASK_YES_OR_NO
    )


def leave_room_attempts(game: ScenarioGame, seat: int) -> list[Interpretation]:
    """List the option that skips the second phase, if the player may skip it now."""
    is_second_phase = game.s.phase == nr.SECOND and seat == game.s.turn and bool(game.s.stack)
    can_skip = is_second_phase and option(prompts.DONE) in runtime.legal_options(game.s, seat)
    return [Interpretation(seat, option(prompts.DONE))] if can_skip else []


def simple_ability_attempts(game: ScenarioGame, seat: int, card: int) -> list[Interpretation]:
    """List the abilities of a card that need neither a target nor a payment."""
    plays = [play for play in game.s.cards[card].abilities if play.aim == nr.NOTHING and not has_form(play)]
    return [Interpretation(seat, option(prompts.USE, card, way=play.index)) for play in plays]


def interpret_on_one_card(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret an action on one card, looking for the card first where the action usually takes it from."""
    p = game.s.seats[seat]
    kind = CARD_ACTIONS[action.verb]
    pools = game.search_pools(seat)
    if action.verb == "equip":
        pools = [[c for c in p.play if c not in p.equipped], p.play, *pools]
    elif action.verb == "unequip":
        pools = [p.equipped, p.play, *pools]
    elif action.verb == "discard":
        pools = [p.play, *pools]
    found = game.list_matches(action.argument, pools)
    if "instead of" in action.details:
        replaced = game.find_card(action.details["instead of"], [p.equipped, *game.search_pools(seat)])
        return [attempt for card in found for attempt in swap_attempts(game, seat, card, replaced)]
    out = [Interpretation(seat, option(kind, card)) for card in found]
    if action.verb in ("discard", "take"):
        # The step may also answer a prompt for the card to discard or take.
        out += [Interpretation(seat, option(prompts.CHOOSE, -1, nr.A_CARD, card)) for card in found]
        for card in found:
            # An ability may cost its own card.
            out += [
                one
                for one in simple_ability_attempts(game, seat, card)
                if game.s.cards[card].abilities[way_of(one.code)].cost_self
            ]
            out += paid_ability_attempts(game, seat, card)
    return out


def swap_attempts(game: ScenarioGame, seat: int, card: int, replaced: int) -> list[Interpretation]:
    """List the swaps that equip one Item and unequip another; if there are none, one that the engine refuses."""
    targets = [items[0] for items in ways_to_swap(game.s, seat, card) if replaced in items] or [replaced]
    return [Interpretation(seat, option(prompts.SWAP, card, nr.A_CARD, target)) for target in targets]


def read_as_attachment(game: ScenarioGame, seat: int, action: StepAction) -> StepAction:
    """Rewrite `play` with `with` as `play` with `on` if one of its two cards is an attachment and the other its Item.

    The step may name the two cards in either order.
    """
    other = action.details.get("with")
    if "on" in action.details or not isinstance(other, str) or game.names.card(other) is None:
        return action
    for attachment, host in ((action.argument, other), (other, action.argument)):
        card = game.find_card(attachment, game.search_pools(seat))
        if card >= 0 and any(play.verb == nr.V_ATTACH for play in game.s.cards[card].plays):
            return replace(action, argument=attachment, details={"on": host})
    return action


def interpret_play(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret the play of a card from hand or table."""
    action = read_as_attachment(game, seat, action)
    p = game.s.seats[seat]
    fight = game.s.fight
    refillable = [] if fight is None else [c for c in fight.refillable[::2] if is_refillable(game.s, seat, c)]
    own = (
        game.list_matches(action.argument, [p.hand])
        + game.list_matches(action.argument, [p.play])
        + game.list_matches(action.argument, [refillable])
    )
    cards = own or game.list_matches(action.argument, game.search_pools(seat))[:1]
    fitting: list[Interpretation] = []
    possible: list[Interpretation] = []
    for card in cards:
        # Using a one-shot Item comes before putting it on the table.
        for play in sorted(game.s.cards[card].plays, key=lambda play: play.verb == nr.V_ITEM):
            add_attempts(PlayCandidate(game, seat, prompts.PLAY, card, play, action), fitting, possible)
    if not fitting and not possible:
        possible = [Interpretation(seat, option(prompts.PLAY, card)) for card in cards]
    for card in [c for c in cards if c in p.play]:
        # A card that is already in play may have an ability that the step means.
        possible += simple_ability_attempts(game, seat, card)
    return fitting + possible


def interpret_carry(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret putting an Item on the table without equipping it."""
    out: list[Interpretation] = []
    for card in game.list_matches(action.argument, game.search_pools(seat)):
        plays = [play for play in game.s.cards[card].plays if play.verb in (nr.V_ITEM, nr.V_STAY)]
        out.append(Interpretation(seat, option(prompts.CARRY, card)))
        out += [Interpretation(seat, option(prompts.PLAY, card, way=play.index)) for play in plays]
    return out


def interpret_attach(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret attaching a card to an Item, or giving an Item to a follower to carry."""
    p = game.s.seats[seat]
    card = game.find_card(action.argument, game.search_pools(seat))
    to = game.find_card(action.details["to"], [p.play, *game.search_pools(seat)])
    out: list[Interpretation] = []
    for attachment, host in ((card, to), (to, card)):
        for play in game.s.cards[attachment].plays:
            if play.verb == nr.V_ATTACH:
                out.append(Interpretation(seat, option(prompts.PLAY, attachment, play.aim, host, way=play.index)))
    # Try the pair first in which the follower is the carrier.
    pairs = [(card, to), (to, card)] if game.s.cards[card].kind != nr.FOLLOWER else [(to, card), (card, to)]
    carry_attempts = [Interpretation(seat, option(prompts.ATTACH, item, nr.A_CARD, carrier)) for item, carrier in pairs]
    if not out and card in p.hand and to in p.play and is_carrier(game.s.cards[to]):
        # The Item is put on the table first; `finish_action` attaches it.
        plays = [play for play in game.s.cards[card].plays if play.verb == nr.V_ITEM]
        put_down = [Interpretation(seat, option(prompts.PLAY, card, way=play.index)) for play in plays]
        carry_attempts = put_down + carry_attempts
    return out or carry_attempts


def interpret_sell(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret a sale of Items."""
    p = game.s.seats[seat]
    cards = game.find_cards(read_names(action.argument, "sell"), [p.hand, p.play, game.all_cards()])
    return [Interpretation(seat, option(prompts.SELL) | FORM_BIT, cards)]


def interpret_give(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret a gift."""
    to = game.names.need_player(action.details["to"])
    code = option(prompts.GIVE, -1, nr.A_SEAT, to) | FORM_BIT
    return [Interpretation(seat, code, read_goods(game, "give", action.argument, seat, P_GIVE))]


def read_goods(game: ScenarioGame, key: str, value: object, owner: int, pick_kind: int) -> list[int]:
    """Return the picks for Items and tokens that change owners; tokens never may, so the engine gives the reason."""
    p = game.s.seats[owner]
    if isinstance(value, Block) and any(find_token_kind(game, word) < 0 for word in value):
        raise Malformed(f"{key}: {format_value(value)} are no tokens of {', '.join(game.s.rules.sets)}")
    words = expand_words(value) if isinstance(value, Block) else read_names(value, key)
    tokens = [pick(P_TOKENS, find_token_kind(game, word)) for word in words if find_token_kind(game, word) >= 0]
    names = [str(word) for word in words if find_token_kind(game, word) < 0]
    cards = game.find_cards(names, [p.play, p.hand, game.all_cards()])
    return [pick(pick_kind, card) for card in cards] + tokens


def interpret_trade(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret an offer to trade Items."""
    other = game.names.need_player(action.details["with"])
    gives = read_goods(game, "trade", action.argument, seat, P_GIVE)
    wants = read_goods(game, "for", action.details.get("for"), other, P_WANT)
    return [Interpretation(seat, option(prompts.TRADE, -1, nr.A_SEAT, other) | FORM_BIT, gives + wants)]


def interpret_use(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret the use of an ability, or of a one-shot Item by its name."""
    monster_attempts = monster_ability_attempts(game, seat, action)
    if monster_attempts and not is_trait_with_target(game.names.card(str(action.argument)), action):
        return monster_attempts
    found = find_abilities(game, seat, str(action.argument))
    if not found:
        power = find_passive_power(game, seat, str(action.argument))
        if power >= 0:
            return passive_power_attempts(game, seat, power)
        if game.names.card(str(action.argument)) is None:
            raise Malformed(f"no card or ability is called '{action.argument}'")
        return interpret_play(game, seat, action)
    fitting: list[Interpretation] = []
    possible: list[Interpretation] = []
    for card, ability in found:
        add_attempts(PlayCandidate(game, seat, prompts.USE, card, ability, action), fitting, possible)
    if not fitting and not possible:
        possible = [Interpretation(seat, option(prompts.USE, card, way=ability.index)) for card, ability in found]
    return fitting + possible + monster_attempts


def interpret_show_hand(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret showing the hand to one player, several players or everyone."""
    viewers = [p.index for p in game.s.seats if p.index != seat]
    if action.argument != EVERYONE:
        viewers = [game.names.need_player(name) for name in read_names(action.argument, "show hand")]
    return [Interpretation(seat, option(prompts.SHOW) | FORM_BIT, viewers)]


def interpret_ask(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret a request for help with its terms."""
    helper = game.names.need_player(action.argument)
    code = option(prompts.ASK, -1, nr.A_SEAT, helper) | FORM_BIT
    return [Interpretation(seat, code, read_terms(game, action.details.get("offer"), helper))]


def interpret_offer_help(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret an offer of help with its terms."""
    return [Interpretation(seat, option(prompts.OFFER) | FORM_BIT, read_terms(game, action.argument, seat))]


def helper_of_offer(game: ScenarioGame, seat: int, asker: object) -> int:
    """Return the seat that would help if the player accepted the open offer; -1 if there is no such offer."""
    offers = [] if game.s.fight is None else game.s.fight.offers
    asking_seat = -1 if asker is None else game.names.need_player(asker)
    return next((offer.helper for offer in offers if offer.to == seat and asking_seat in (-1, offer.asker)), -1)


def interpret_reply(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret an answer to an offer, trade or gift."""
    kind = {"accept": prompts.ACCEPT, "refuse": prompts.REFUSE}.get(action.verb, prompts.COUNTER)
    player = action.details.get("to") if kind == prompts.COUNTER else action.argument
    picks = read_terms(game, action.argument, helper_of_offer(game, seat, player)) if kind == prompts.COUNTER else []
    form = FORM_BIT if kind == prompts.COUNTER else 0
    if player is not None:
        return [Interpretation(seat, option(kind, -1, nr.A_SEAT, game.names.need_player(player)) | form, picks)]
    options = runtime.legal_options(game.s, seat)
    offered = [code for code in options if act_of(code) == kind]
    if len(offered) > 1:
        players = ", ".join(game.player_name(target_of(code)) for code in offered)
        raise Malformed(f"{action.verb}: several offers are open ({players}); name the player")
    if offered:
        return [Interpretation(seat, offered[0], picks)]
    refusable = [code for code in options if act_of(code) == prompts.REFUSE]
    other = game.s.turn if game.s.fight is None else game.s.fight.main
    other = target_of(refusable[0]) if refusable else other
    out = [Interpretation(seat, option(kind, -1, nr.A_SEAT, other) | form, picks)]
    if kind == prompts.REFUSE:
        # `accept` and `refuse` also answer the prompt of a card or an ability.
        out += decline_attempts(game, seat)
    elif kind == prompts.ACCEPT and is_yes_no_prompt(game, seat):
        out.append(Interpretation(seat, YES))
    return out


def interpret_flee(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret running from a monster; its name may be left out if only one is left."""
    if action.argument is None:
        codes = [code for code in runtime.legal_options(game.s, seat) if act_of(code) == prompts.FLEE]
        if len(codes) > 1:
            raise Malformed("flee: several monsters are left to run from; name one")
        return [Interpretation(seat, code) for code in codes or [option(prompts.FLEE, -1, nr.A_MONSTER, NO_TARGET)]]
    monster = game.find_monster(action.argument)
    game.names.need_card(action.argument)
    uid = NO_TARGET if monster is None else monster.uid
    return [Interpretation(seat, option(prompts.FLEE, -1, nr.A_MONSTER, uid))]


def interpret_sacrifice(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret the sacrifice of a follower; `helper` says whether the helper escapes too or rolls."""
    helper = action.details.get("helper")
    if helper not in (None, "escapes", "rolls"):
        raise Malformed(f"sacrifice: helper must be escapes or rolls, got {format_value(helper)}")
    card = game.find_card(action.argument, [game.s.seats[seat].play, game.all_cards()])
    options = runtime.legal_options(game.s, seat)
    codes = [code for code in options if act_of(code) == prompts.SACRIFICE and card_of(code) == card]
    if len(codes) > 1:
        codes = [code for code in codes if target_of(code) == int(helper == "escapes")] or codes
    return [Interpretation(seat, code) for code in codes or [option(prompts.SACRIFICE, card)]]


def interpret_charity(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret Charity: which player gets which cards, or which cards are discarded."""
    hand = game.s.seats[seat].hand
    picks: list[int] = []
    if isinstance(action.argument, Block):
        taken: list[int] = []
        for name, cards in action.argument.items():
            picks.append(pick(P_TO, game.names.need_player(name)))
            for text in read_names(cards, "charity"):
                taken.append(game.find_card(text, [hand, game.all_cards()], taken))
                picks.append(taken[-1])
    elif action.argument == "discard":
        picks = game.find_cards(read_names(action.details.get("cards"), "charity"), [hand, game.all_cards()])
    else:
        raise Malformed("charity must be a mapping of players to cards, or discard")
    return [Interpretation(seat, option(prompts.GIVE_CHARITY) | FORM_BIT, picks)]


BY_VERB: Final[dict[str, Callable[[ScenarioGame, int, StepAction], list[Interpretation]]]] = {
    "play": interpret_play,
    "carry": interpret_carry,
    "attach": interpret_attach,
    "sell": interpret_sell,
    "give": interpret_give,
    "trade": interpret_trade,
    "use": interpret_use,
    "show hand": interpret_show_hand,
    "ask": interpret_ask,
    "offer help": interpret_offer_help,
    "accept": interpret_reply,
    "refuse": interpret_reply,
    "counter": interpret_reply,
    "flee": interpret_flee,
    "sacrifice": interpret_sacrifice,
    "charity": interpret_charity,
}
