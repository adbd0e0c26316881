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
from kickdoor.scenario.parsing.token_names import kind_named, words_in
from kickdoor.scenario.parsing.values import names, shown
from kickdoor.scenario.parsing.yaml_document import Block, Malformed
from kickdoor.scenario.steps.abilities import abilities, is_character, monster_abilities, pays_monster
from kickdoor.scenario.steps.passive_powers import standing, standing_attempts
from kickdoor.scenario.steps.scenario_game import NO, YES, Interpretation, ScenarioGame
from kickdoor.scenario.steps.step_targets import Playing, aimed

PLAIN: Final = {
    "kick open the door": prompts.KICK,
    "loot the room": prompts.LOOT_ROOM,
    "claim": prompts.CLAIM,
    "give up": prompts.GIVE_UP,
    "pass": prompts.PASS,
    "done": prompts.DONE,
    "end turn": prompts.END_TURN,
}
ON_ONE_CARD: Final = {
    "equip": prompts.EQUIP,
    "unequip": prompts.UNEQUIP,
    "discard": prompts.DISCARD,
    "take": prompts.TAKE,
    "look for trouble": prompts.TROUBLE,
}


def attempts(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """List what a step may stand for, in the order of the table in `docs/scenarios.md`."""
    if deed.verb == "pass":
        # Who does without what may be done without says so too
        return [Interpretation(seat, prompts.PASS), *doing_without(t, seat), *second_done(t, seat)]
    if deed.verb == "end turn":
        return [Interpretation(seat, option(prompts.END_TURN)), *second_done(t, seat)]
    if deed.verb in PLAIN:
        return [Interpretation(seat, option(PLAIN[deed.verb]))]
    if deed.verb in ON_ONE_CARD:
        return on_one_card(t, seat, deed)
    return BY_VERB[deed.verb](t, seat, deed)


def doing_without(t: ScenarioGame, seat: int) -> list[Interpretation]:
    """List the answers by which something optional is refused: a no, or nothing chosen."""
    many = Interpretation(seat, option(prompts.CHOOSE_MANY) | FORM_BIT)
    out = [Interpretation(seat, option(prompts.CHOOSE)), *([many] if t.is_legal(many) else [])]
    return [*out, Interpretation(seat, NO)] if is_yes_or_no(t, seat) else out


def is_yes_or_no(t: ScenarioGame, seat: int) -> bool:
    """Return whether a player is asked to grant or refuse something; 0 stands for other things elsewhere."""
    return bool(t.s.stack) and seat in t.asked() and t.s.stack[-1].purpose(t.s, seat) == nr.ASK_YES_OR_NO


def second_done(t: ScenarioGame, seat: int) -> list[Interpretation]:
    """Return the act that leaves the room alone, where the second phase may be let go by."""
    open_now = t.s.phase == nr.SECOND and seat == t.s.turn and bool(t.s.stack)
    open_now = open_now and option(prompts.DONE) in runtime.legal_options(t.s, seat)
    return [Interpretation(seat, option(prompts.DONE))] if open_now else []


def uses_itself(t: ScenarioGame, seat: int, card: int) -> list[Interpretation]:
    """List the abilities of a card in play that need no more said."""
    ways = [way for way in t.s.cards[card].abilities if way.aim == nr.NOTHING and not has_form(way)]
    return [Interpretation(seat, option(prompts.USE, card, way=way.index)) for way in ways]


def on_one_card(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read acts on a single card: it is looked for where the act would find it."""
    p = t.s.seats[seat]
    act = ON_ONE_CARD[deed.verb]
    pools = t.pools(seat)
    if deed.verb == "equip":
        pools = [[c for c in p.play if c not in p.equipped], p.play, *pools]
    elif deed.verb == "unequip":
        pools = [p.equipped, p.play, *pools]
    elif deed.verb == "discard":
        pools = [p.play, *pools]
    found = t.each(deed.what, pools)
    if "instead of" in deed.more:
        worn = t.find(deed.more["instead of"], [p.equipped, *t.pools(seat)])
        return [attempt for card in found for attempt in swaps(t, seat, card, worn)]
    out = [Interpretation(seat, option(act, card)) for card in found]
    if deed.verb in ("discard", "take"):
        # So says, too, who is asked what to discard or take
        out += [Interpretation(seat, option(prompts.CHOOSE, -1, nr.A_CARD, card)) for card in found]
        for card in found:
            # An ability may be paid with its own card
            out += [a for a in uses_itself(t, seat, card) if t.s.cards[card].abilities[way_of(a.code)].cost_self]
            out += pays_monster(t, seat, card)
    return out


def swaps(t: ScenarioGame, seat: int, card: int, worn: int) -> list[Interpretation]:
    """List the ways to equip an Item for which another one comes off; a refused one if there is none."""
    found = [way[0] for way in ways_to_swap(t.s, seat, card) if worn in way] or [worn]
    return [Interpretation(seat, option(prompts.SWAP, card, nr.A_CARD, first)) for first in found]


def attached_with(t: ScenarioGame, seat: int, deed: StepAction) -> StepAction:
    """Read a card played with an Item that it hangs on, or an Item with it, as the one on the other."""
    second = deed.more.get("with")
    if "on" in deed.more or not isinstance(second, str) or t.names.card(second) is None:
        return deed
    for rider, host in ((deed.what, second), (second, deed.what)):
        card = t.find(rider, t.pools(seat))
        if card >= 0 and any(way.verb == nr.V_ATTACH for way in t.s.cards[card].plays):
            return replace(deed, what=rider, more={"on": host})
    return deed


def play(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read the play of a card from hand or table."""
    deed = attached_with(t, seat, deed)
    p = t.s.seats[seat]
    fight = t.s.fight
    open_cards = [] if fight is None else [c for c in fight.refillable[::2] if is_refillable(t.s, seat, c)]
    own = t.each(deed.what, [p.hand]) + t.each(deed.what, [p.play]) + t.each(deed.what, [open_cards])
    cards = own or t.each(deed.what, t.pools(seat))[:1]
    sure: list[Interpretation] = []
    maybe: list[Interpretation] = []
    for card in cards:
        # A one-shot is meant to be used; where it cannot be, it is put on the table
        for way in sorted(t.s.cards[card].plays, key=lambda way: way.verb == nr.V_ITEM):
            aimed(Playing(t, seat, prompts.PLAY, card, way, deed), sure, maybe)
    if not sure and not maybe:
        maybe = [Interpretation(seat, option(prompts.PLAY, card)) for card in cards]
    for card in [c for c in cards if c in p.play]:
        # Of a card in play its ability is meant
        maybe += uses_itself(t, seat, card)
    return sure + maybe


def carry(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read putting an Item on the table without equipping it."""
    out: list[Interpretation] = []
    for card in t.each(deed.what, t.pools(seat)):
        ways = [way for way in t.s.cards[card].plays if way.verb in (nr.V_ITEM, nr.V_STAY)]
        out.append(Interpretation(seat, option(prompts.CARRY, card)))
        out += [Interpretation(seat, option(prompts.PLAY, card, way=way.index)) for way in ways]
    return out


def attach(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read attaching a card to an Item, or giving an Item to a follower."""
    p = t.s.seats[seat]
    card = t.find(deed.what, t.pools(seat))
    to = t.find(deed.more["to"], [p.play, *t.pools(seat)])
    out: list[Interpretation] = []
    for rider, host in ((card, to), (to, card)):
        for way in t.s.cards[rider].plays:
            if way.verb == nr.V_ATTACH:
                out.append(Interpretation(seat, option(prompts.PLAY, rider, way.aim, host, way=way.index)))
    ways = [(card, to), (to, card)] if t.s.cards[card].kind != nr.FOLLOWER else [(to, card), (card, to)]
    carried = [Interpretation(seat, option(prompts.ATTACH, item, nr.A_CARD, host)) for item, host in ways]
    if not out and card in p.hand and to in p.play and is_carrier(t.s.cards[to]):
        # It comes to the table first
        ways_in = [way for way in t.s.cards[card].plays if way.verb == nr.V_ITEM]
        carried = [Interpretation(seat, option(prompts.PLAY, card, way=way.index)) for way in ways_in] + carried
    return out or carried


def sell(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    p = t.s.seats[seat]
    cards = t.find_all(names(deed.what, "sell"), [p.hand, p.play, t.anywhere()])
    return [Interpretation(seat, option(prompts.SELL) | FORM_BIT, cards)]


def give(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    to = t.names.need_player(deed.more["to"])
    code = option(prompts.GIVE, -1, nr.A_SEAT, to) | FORM_BIT
    return [Interpretation(seat, code, goods(t, deed.what, "give", seat, P_GIVE))]


def goods(t: ScenarioGame, value: object, what: str, seat: int, sort: int) -> list[int]:
    """Read what changes hands; tokens are understood, though the engine refuses them."""
    p = t.s.seats[seat]
    if isinstance(value, Block) and any(kind_named(t, kind) < 0 for kind in value):
        raise Malformed(f"{what}: {shown(value)} are no tokens of {', '.join(t.s.rules.sets)}")
    texts = words_in(value) if isinstance(value, Block) else names(value, what)
    tokens = [pick(P_TOKENS, kind_named(t, text)) for text in texts if kind_named(t, text) >= 0]
    cards = t.find_all([str(x) for x in texts if kind_named(t, x) < 0], [p.play, p.hand, t.anywhere()])
    return [pick(sort, c) for c in cards] + tokens


def trade(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    other = t.names.need_player(deed.more["with"])
    gives = goods(t, deed.what, "trade", seat, P_GIVE)
    wants = goods(t, deed.more.get("for"), "for", other, P_WANT)
    return [Interpretation(seat, option(prompts.TRADE, -1, nr.A_SEAT, other) | FORM_BIT, gives + wants)]


def use(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read the use of an ability; a one-shot may be used by its name too."""
    against = monster_abilities(t, seat, deed)
    if against and not is_character(t.names.card(str(deed.what)), deed):
        return against
    found = abilities(t, seat, str(deed.what))
    if not found:
        power = standing(t, seat, str(deed.what))
        if power >= 0:
            return standing_attempts(t, seat, power)
        if t.names.card(str(deed.what)) is None:
            raise Malformed(f"nothing is called '{deed.what}'")
        return play(t, seat, deed)
    sure: list[Interpretation] = []
    maybe: list[Interpretation] = []
    for card, ability in found:
        aimed(Playing(t, seat, prompts.USE, card, ability, deed), sure, maybe)
    if not sure and not maybe:
        maybe = [Interpretation(seat, option(prompts.USE, card, way=ability.index)) for card, ability in found]
    return sure + maybe + against


def show_hand(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read showing one's hand to somebody, to several, or to everyone."""
    eyes = [p.index for p in t.s.seats if p.index != seat]
    if deed.what != EVERYONE:
        eyes = [t.names.need_player(name) for name in names(deed.what, "show hand")]
    return [Interpretation(seat, option(prompts.SHOW) | FORM_BIT, eyes)]


def ask(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    helper = t.names.need_player(deed.what)
    code = option(prompts.ASK, -1, nr.A_SEAT, helper) | FORM_BIT
    return [Interpretation(seat, code, read_terms(t, deed.more.get("offer"), helper))]


def offer_help(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    return [Interpretation(seat, option(prompts.OFFER) | FORM_BIT, read_terms(t, deed.what, seat))]


def helper_of_offer(t: ScenarioGame, seat: int, asker: object) -> int:
    """Find who would be the helper by the offer that is answered."""
    offers = [] if t.s.fight is None else t.s.fight.offers
    whose = -1 if asker is None else t.names.need_player(asker)
    return next((o.helper for o in offers if o.to == seat and whose in (-1, o.asker)), -1)


def reply(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read an answer to an offer, trade or gift."""
    act = {"accept": prompts.ACCEPT, "refuse": prompts.REFUSE}.get(deed.verb, prompts.COUNTER)
    named = deed.more.get("to") if act == prompts.COUNTER else deed.what
    picks = read_terms(t, deed.what, helper_of_offer(t, seat, named)) if act == prompts.COUNTER else []
    form = FORM_BIT if act == prompts.COUNTER else 0
    if named is not None:
        to = t.names.need_player(named)
        return [Interpretation(seat, option(act, -1, nr.A_SEAT, to) | form, picks)]
    open_ones = [c for c in runtime.legal_options(t.s, seat) if act_of(c) == act]
    if len(open_ones) > 1:
        who = ", ".join(t.who(target_of(c)) for c in open_ones)
        raise Malformed(f"{deed.verb}: several offers are open ({who}); say whose is meant")
    if open_ones:
        return [Interpretation(seat, open_ones[0], picks)]
    before = [c for c in runtime.legal_options(t.s, seat) if act_of(c) == prompts.REFUSE]
    other = t.s.turn if t.s.fight is None else t.s.fight.main
    other = target_of(before[0]) if before else other
    out = [Interpretation(seat, option(act, -1, nr.A_SEAT, other) | form, picks)]
    if act == prompts.REFUSE:
        # What a card or an ability offers is refused in the same word, or taken
        out += doing_without(t, seat)
    elif act == prompts.ACCEPT and is_yes_or_no(t, seat):
        out.append(Interpretation(seat, YES))
    return out


def flee(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    if deed.what is None:
        # Only one monster is left to run from
        codes = [c for c in runtime.legal_options(t.s, seat) if act_of(c) == prompts.FLEE]
        if len(codes) > 1:
            raise Malformed("flee: there are several monsters to run from; say which")
        return [Interpretation(seat, c) for c in codes or [option(prompts.FLEE, -1, nr.A_MONSTER, 4095)]]
    body = t.body(deed.what)
    t.names.need_card(deed.what)
    return [Interpretation(seat, option(prompts.FLEE, -1, nr.A_MONSTER, 4095 if body is None else body.uid))]


def sacrifice(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read the sacrifice of a follower; what becomes of the helper may be part of the option or a question after."""
    if deed.more.get("helper") not in (None, "escapes", "rolls"):
        raise Malformed(f"sacrifice: the helper escapes or rolls, not {shown(deed.more.get('helper'))}")
    card = t.find(deed.what, [t.s.seats[seat].play, t.anywhere()])
    listed = [c for c in runtime.legal_options(t.s, seat) if act_of(c) == prompts.SACRIFICE and card_of(c) == card]
    if len(listed) > 1:
        escapes = deed.more.get("helper") == "escapes"
        listed = [c for c in listed if target_of(c) == int(escapes)] or listed
    return [Interpretation(seat, c) for c in listed] or [Interpretation(seat, option(prompts.SACRIFICE, card))]


def charity(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """Read who gets which cards, or which are discarded."""
    hand = t.s.seats[seat].hand
    picks: list[int] = []
    if isinstance(deed.what, Block):
        taken: list[int] = []
        for name, cards in deed.what.items():
            picks.append(pick(P_TO, t.names.need_player(name)))
            for text in names(cards, "charity"):
                taken.append(t.find(text, [hand, t.anywhere()], taken))
                picks.append(taken[-1])
    elif deed.what == "discard":
        picks = t.find_all(names(deed.more.get("cards"), "charity"), [hand, t.anywhere()])
    else:
        raise Malformed("charity says who gets which cards, or discard")
    return [Interpretation(seat, option(prompts.GIVE_CHARITY) | FORM_BIT, picks)]


BY_VERB: Final[dict[str, Callable[[ScenarioGame, int, StepAction], list[Interpretation]]]] = {
    "play": play,
    "carry": carry,
    "attach": attach,
    "sell": sell,
    "give": give,
    "trade": trade,
    "use": use,
    "show hand": show_hand,
    "ask": ask,
    "offer help": offer_help,
    "accept": reply,
    "refuse": reply,
    "counter": reply,
    "flee": flee,
    "sacrifice": sacrifice,
    "charity": charity,
}
