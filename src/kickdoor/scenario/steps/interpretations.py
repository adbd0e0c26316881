"""Turns what a step says into options of the engine: it stands for the first that is offered."""

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
from kickdoor.scenario.steps.scenario_game import NO, YES, Interpretation, ScenarioGame
from kickdoor.scenario.steps.step_targets import PlayCandidate, add_attempts

PLAIN_ACTIONS: Final = {
    "kick open the door": prompts.KICK,
    "loot the room": prompts.LOOT_ROOM,
    "claim": prompts.CLAIM,
    "give up": prompts.GIVE_UP,
    "pass": prompts.PASS,
    "done": prompts.DONE,
    "end turn": prompts.END_TURN,
}
CARD_ACTIONS: Final = {
    "equip": prompts.EQUIP,
    "unequip": prompts.UNEQUIP,
    "discard": prompts.DISCARD,
    "take": prompts.TAKE,
    "look for trouble": prompts.TROUBLE,
}


def attempts(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """List what a step may stand for, in the order of the table in `docs/scenarios.md`."""
    if action.verb == "pass":
        # Who does without what may be done without says so too
        return [Interpretation(seat, prompts.PASS), *decline_attempts(game, seat), *leave_room_attempts(game, seat)]
    if action.verb == "end turn":
        return [Interpretation(seat, option(prompts.END_TURN)), *leave_room_attempts(game, seat)]
    if action.verb in PLAIN_ACTIONS:
        return [Interpretation(seat, option(PLAIN_ACTIONS[action.verb]))]
    if action.verb in CARD_ACTIONS:
        return interpret_on_one_card(game, seat, action)
    return BY_VERB[action.verb](game, seat, action)


def decline_attempts(game: ScenarioGame, seat: int) -> list[Interpretation]:
    """List the answers by which something optional is refused: a no, or nothing chosen."""
    many = Interpretation(seat, option(prompts.CHOOSE_MANY) | FORM_BIT)
    out = [Interpretation(seat, option(prompts.CHOOSE)), *([many] if game.is_legal(many) else [])]
    return [*out, Interpretation(seat, NO)] if is_yes_no_prompt(game, seat) else out


def is_yes_no_prompt(game: ScenarioGame, seat: int) -> bool:
    """Return whether a player is asked to grant or refuse something; 0 stands for other things elsewhere."""
    return (
        bool(game.s.stack)
        and seat in game.prompted_seats()
        and game.s.stack[-1].purpose(game.s, seat) == nr.ASK_YES_OR_NO
    )


def leave_room_attempts(game: ScenarioGame, seat: int) -> list[Interpretation]:
    """Return the act that leaves the room alone, where the second phase may be let go by."""
    open_now = game.s.phase == nr.SECOND and seat == game.s.turn and bool(game.s.stack)
    open_now = open_now and option(prompts.DONE) in runtime.legal_options(game.s, seat)
    return [Interpretation(seat, option(prompts.DONE))] if open_now else []


def simple_ability_attempts(game: ScenarioGame, seat: int, card: int) -> list[Interpretation]:
    """List the abilities of a card in play that need no more said."""
    plays = [play for play in game.s.cards[card].abilities if play.aim == nr.NOTHING and not has_form(play)]
    return [Interpretation(seat, option(prompts.USE, card, way=play.index)) for play in plays]


def interpret_on_one_card(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read acts on a single card: it is looked for where the act would find it."""
    p = game.s.seats[seat]
    act = CARD_ACTIONS[action.verb]
    pools = game.search_pools(seat)
    if action.verb == "equip":
        pools = [[c for c in p.play if c not in p.equipped], p.play, *pools]
    elif action.verb == "unequip":
        pools = [p.equipped, p.play, *pools]
    elif action.verb == "discard":
        pools = [p.play, *pools]
    found = game.list_matches(action.argument, pools)
    if "instead of" in action.details:
        worn = game.find_card(action.details["instead of"], [p.equipped, *game.search_pools(seat)])
        return [attempt for card in found for attempt in swap_attempts(game, seat, card, worn)]
    out = [Interpretation(seat, option(act, card)) for card in found]
    if action.verb in ("discard", "take"):
        # So says, too, who is asked what to discard or take
        out += [Interpretation(seat, option(prompts.CHOOSE, -1, nr.A_CARD, card)) for card in found]
        for card in found:
            # An ability may be paid with its own card
            out += [
                a
                for a in simple_ability_attempts(game, seat, card)
                if game.s.cards[card].abilities[way_of(a.code)].cost_self
            ]
            out += paid_ability_attempts(game, seat, card)
    return out


def swap_attempts(game: ScenarioGame, seat: int, card: int, worn: int) -> list[Interpretation]:
    """List the ways to equip an Item for which another one comes off; a refused one if there is none."""
    found = [play[0] for play in ways_to_swap(game.s, seat, card) if worn in play] or [worn]
    return [Interpretation(seat, option(prompts.SWAP, card, nr.A_CARD, first)) for first in found]


def read_as_attachment(game: ScenarioGame, seat: int, action: StepAction) -> StepAction:
    """Read a card played with an Item that it hangs on, or an Item with it, as the one on the other."""
    second = action.details.get("with")
    if "on" in action.details or not isinstance(second, str) or game.names.card(second) is None:
        return action
    for rider, host in ((action.argument, second), (second, action.argument)):
        card = game.find_card(rider, game.search_pools(seat))
        if card >= 0 and any(play.verb == nr.V_ATTACH for play in game.s.cards[card].plays):
            return replace(action, argument=rider, details={"on": host})
    return action


def interpret_play(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read the play of a card from hand or table."""
    action = read_as_attachment(game, seat, action)
    p = game.s.seats[seat]
    fight = game.s.fight
    open_cards = [] if fight is None else [c for c in fight.refillable[::2] if is_refillable(game.s, seat, c)]
    own = (
        game.list_matches(action.argument, [p.hand])
        + game.list_matches(action.argument, [p.play])
        + game.list_matches(action.argument, [open_cards])
    )
    cards = own or game.list_matches(action.argument, game.search_pools(seat))[:1]
    sure: list[Interpretation] = []
    maybe: list[Interpretation] = []
    for card in cards:
        # A one-shot is meant to be used; where it cannot be, it is put on the table
        for play in sorted(game.s.cards[card].plays, key=lambda play: play.verb == nr.V_ITEM):
            add_attempts(PlayCandidate(game, seat, prompts.PLAY, card, play, action), sure, maybe)
    if not sure and not maybe:
        maybe = [Interpretation(seat, option(prompts.PLAY, card)) for card in cards]
    for card in [c for c in cards if c in p.play]:
        # Of a card in play its ability is meant
        maybe += simple_ability_attempts(game, seat, card)
    return sure + maybe


def interpret_carry(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read putting an Item on the table without equipping it."""
    out: list[Interpretation] = []
    for card in game.list_matches(action.argument, game.search_pools(seat)):
        plays = [play for play in game.s.cards[card].plays if play.verb in (nr.V_ITEM, nr.V_STAY)]
        out.append(Interpretation(seat, option(prompts.CARRY, card)))
        out += [Interpretation(seat, option(prompts.PLAY, card, way=play.index)) for play in plays]
    return out


def interpret_attach(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read attaching a card to an Item, or giving an Item to a follower."""
    p = game.s.seats[seat]
    card = game.find_card(action.argument, game.search_pools(seat))
    to = game.find_card(action.details["to"], [p.play, *game.search_pools(seat)])
    out: list[Interpretation] = []
    for rider, host in ((card, to), (to, card)):
        for play in game.s.cards[rider].plays:
            if play.verb == nr.V_ATTACH:
                out.append(Interpretation(seat, option(prompts.PLAY, rider, play.aim, host, way=play.index)))
    plays = [(card, to), (to, card)] if game.s.cards[card].kind != nr.FOLLOWER else [(to, card), (card, to)]
    carried = [Interpretation(seat, option(prompts.ATTACH, item, nr.A_CARD, host)) for item, host in plays]
    if not out and card in p.hand and to in p.play and is_carrier(game.s.cards[to]):
        # It comes to the table first
        ways_in = [play for play in game.s.cards[card].plays if play.verb == nr.V_ITEM]
        carried = [Interpretation(seat, option(prompts.PLAY, card, way=play.index)) for play in ways_in] + carried
    return out or carried


def interpret_sell(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    p = game.s.seats[seat]
    cards = game.find_cards(read_names(action.argument, "sell"), [p.hand, p.play, game.all_cards()])
    return [Interpretation(seat, option(prompts.SELL) | FORM_BIT, cards)]


def interpret_give(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    to = game.names.need_player(action.details["to"])
    code = option(prompts.GIVE, -1, nr.A_SEAT, to) | FORM_BIT
    return [Interpretation(seat, code, read_goods(game, action.argument, "give", seat, P_GIVE))]


def read_goods(game: ScenarioGame, value: object, what: str, seat: int, sort: int) -> list[int]:
    """Read what changes hands; tokens are understood, though the engine refuses them."""
    p = game.s.seats[seat]
    if isinstance(value, Block) and any(find_token_kind(game, kind) < 0 for kind in value):
        raise Malformed(f"{what}: {format_value(value)} are no tokens of {', '.join(game.s.rules.sets)}")
    texts = expand_words(value) if isinstance(value, Block) else read_names(value, what)
    tokens = [pick(P_TOKENS, find_token_kind(game, text)) for text in texts if find_token_kind(game, text) >= 0]
    cards = game.find_cards([str(x) for x in texts if find_token_kind(game, x) < 0], [p.play, p.hand, game.all_cards()])
    return [pick(sort, c) for c in cards] + tokens


def interpret_trade(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    other = game.names.need_player(action.details["with"])
    gives = read_goods(game, action.argument, "trade", seat, P_GIVE)
    wants = read_goods(game, action.details.get("for"), "for", other, P_WANT)
    return [Interpretation(seat, option(prompts.TRADE, -1, nr.A_SEAT, other) | FORM_BIT, gives + wants)]


def interpret_use(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read the use of an ability; a one-shot may be used by its name too."""
    monster_attempts = monster_ability_attempts(game, seat, action)
    if monster_attempts and not is_trait_with_target(game.names.card(str(action.argument)), action):
        return monster_attempts
    found = find_abilities(game, seat, str(action.argument))
    if not found:
        power = find_passive_power(game, seat, str(action.argument))
        if power >= 0:
            return passive_power_attempts(game, seat, power)
        if game.names.card(str(action.argument)) is None:
            raise Malformed(f"nothing is called '{action.argument}'")
        return interpret_play(game, seat, action)
    sure: list[Interpretation] = []
    maybe: list[Interpretation] = []
    for card, ability in found:
        add_attempts(PlayCandidate(game, seat, prompts.USE, card, ability, action), sure, maybe)
    if not sure and not maybe:
        maybe = [Interpretation(seat, option(prompts.USE, card, way=ability.index)) for card, ability in found]
    return sure + maybe + monster_attempts


def interpret_show_hand(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read showing one's hand to somebody, to several, or to everyone."""
    eyes = [p.index for p in game.s.seats if p.index != seat]
    if action.argument != EVERYONE:
        eyes = [game.names.need_player(name) for name in read_names(action.argument, "show hand")]
    return [Interpretation(seat, option(prompts.SHOW) | FORM_BIT, eyes)]


def interpret_ask(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    helper = game.names.need_player(action.argument)
    code = option(prompts.ASK, -1, nr.A_SEAT, helper) | FORM_BIT
    return [Interpretation(seat, code, read_terms(game, action.details.get("offer"), helper))]


def interpret_offer_help(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    return [Interpretation(seat, option(prompts.OFFER) | FORM_BIT, read_terms(game, action.argument, seat))]


def helper_of_offer(game: ScenarioGame, seat: int, asker: object) -> int:
    """Find who would be the helper by the offer that is answered."""
    offers = [] if game.s.fight is None else game.s.fight.offers
    whose = -1 if asker is None else game.names.need_player(asker)
    return next((o.helper for o in offers if o.to == seat and whose in (-1, o.asker)), -1)


def interpret_reply(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read an answer to an offer, trade or gift."""
    act = {"accept": prompts.ACCEPT, "refuse": prompts.REFUSE}.get(action.verb, prompts.COUNTER)
    named = action.details.get("to") if act == prompts.COUNTER else action.argument
    picks = read_terms(game, action.argument, helper_of_offer(game, seat, named)) if act == prompts.COUNTER else []
    form = FORM_BIT if act == prompts.COUNTER else 0
    if named is not None:
        to = game.names.need_player(named)
        return [Interpretation(seat, option(act, -1, nr.A_SEAT, to) | form, picks)]
    open_ones = [c for c in runtime.legal_options(game.s, seat) if act_of(c) == act]
    if len(open_ones) > 1:
        who = ", ".join(game.player_name(target_of(c)) for c in open_ones)
        raise Malformed(f"{action.verb}: several offers are open ({who}); say whose is meant")
    if open_ones:
        return [Interpretation(seat, open_ones[0], picks)]
    before = [c for c in runtime.legal_options(game.s, seat) if act_of(c) == prompts.REFUSE]
    other = game.s.turn if game.s.fight is None else game.s.fight.main
    other = target_of(before[0]) if before else other
    out = [Interpretation(seat, option(act, -1, nr.A_SEAT, other) | form, picks)]
    if act == prompts.REFUSE:
        # What a card or an ability offers is refused in the same word, or taken
        out += decline_attempts(game, seat)
    elif act == prompts.ACCEPT and is_yes_no_prompt(game, seat):
        out.append(Interpretation(seat, YES))
    return out


def interpret_flee(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    if action.argument is None:
        # Only one monster is left to run from
        codes = [c for c in runtime.legal_options(game.s, seat) if act_of(c) == prompts.FLEE]
        if len(codes) > 1:
            raise Malformed("flee: there are several monsters to run from; say which")
        return [Interpretation(seat, c) for c in codes or [option(prompts.FLEE, -1, nr.A_MONSTER, 4095)]]
    body = game.find_monster(action.argument)
    game.names.need_card(action.argument)
    return [Interpretation(seat, option(prompts.FLEE, -1, nr.A_MONSTER, 4095 if body is None else body.uid))]


def interpret_sacrifice(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read the sacrifice of a follower; what becomes of the helper may be part of the option or a question after."""
    if action.details.get("helper") not in (None, "escapes", "rolls"):
        raise Malformed(f"sacrifice: the helper escapes or rolls, not {format_value(action.details.get('helper'))}")
    card = game.find_card(action.argument, [game.s.seats[seat].play, game.all_cards()])
    listed = [c for c in runtime.legal_options(game.s, seat) if act_of(c) == prompts.SACRIFICE and card_of(c) == card]
    if len(listed) > 1:
        escapes = action.details.get("helper") == "escapes"
        listed = [c for c in listed if target_of(c) == int(escapes)] or listed
    return [Interpretation(seat, c) for c in listed] or [Interpretation(seat, option(prompts.SACRIFICE, card))]


def interpret_charity(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read who gets which cards, or which are discarded."""
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
        raise Malformed("charity says who gets which cards, or discard")
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
