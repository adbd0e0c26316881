"""Aims a way of playing a card at what the step names."""

from dataclasses import dataclass

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import (
    FORM_BIT,
    act_of,
    card_of,
    kind_of,
    option,
    target_of,
    way_of,
)
from kickdoor.engine.rules.fight.dice import rolled_against
from kickdoor.engine.rules.items.item_loss import ItemLoss, items_at_stake
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.rules.plays.targeting import aimed_cards
from kickdoor.scenario.parsing.play_modes import is_closed_way, offers_ways
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.parsing.token_names import kind_named, named_tokens, token_payment, words_in
from kickdoor.scenario.parsing.values import names, number, shown
from kickdoor.scenario.parsing.yaml_document import Impossible, Malformed
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame


@dataclass(frozen=True)
class Playing:
    """One way of playing a card or using an ability, as a step could mean it."""

    t: ScenarioGame
    seat: int
    act: int
    card: int
    way: Play
    deed: StepAction

    def attempt(self, kind: int, target: int, second: int, picks: list[int]) -> Interpretation:
        """Make the option for a target."""
        form = FORM_BIT if has_form(self.way) else 0
        return Interpretation(
            self.seat, option(self.act, self.card, kind, target, second, self.way.index) | form, picks
        )


def aimed(one: Playing, sure: list[Interpretation], maybe: list[Interpretation]) -> None:
    """Add the options one way of playing could stand for: those that fit what is said, and those that might."""
    t, seat, card, way, deed = one.t, one.seat, one.card, one.way, one.deed
    if not way.cost_token_max and named_tokens(t, deed) and (way.verb == nr.V_ITEM or spends_tokens(t, card)):
        return
    picks = payment(t, seat, way, deed)
    second = second_card(t, seat, way, deed)
    said = deed.more.get("with") is not None and not named_in_play(t, deed)
    if (second >= 0) != way.needs_second and said and not way.cost_token_max:
        return
    if way.aim == nr.NOTHING and deed.more.get("side") == nr.SIDES[nr.MONSTERS] and way.verb != nr.V_ITEM:
        # It can help its own side only: the engine says no to the other
        maybe.append(one.attempt(nr.A_SIDE, nr.MONSTERS, second, picks))
        return
    fits, could = targets(t, seat, card, way, deed)
    unsaid_body = way.aim == nr.A_MONSTER and could == [4095]
    if (unsaid_body or way.aim == nr.A_CARD) and deed.more.get("on") is None:
        could = only_target(t, seat, one.act, card, way) or could
    for found, out in ((fits, sure), (could, maybe)):
        out.extend([one.attempt(way.aim, target, second, picks) for target in found])


def payment(t: ScenarioGame, seat: int, way: Play, deed: StepAction) -> list[int]:
    """Read the cards discarded for an ability."""
    p = t.s.seats[seat]
    if way.cost_token_max:
        return token_payment(t, seat, way, deed)
    unpaid = not has_form(way) and bool(named_in_play(t, deed))
    texts = [] if unpaid else names(deed.more.get("discarding"), "discarding")
    if not texts and way.cost_whole_hand:
        return p.hand[:]
    return t.find_all(texts, [p.hand, p.play, t.anywhere()])


def named_in_play(t: ScenarioGame, deed: StepAction) -> str:
    """Return the follower or Item on the table that a play is about: the card asks for it, it is not played itself."""
    said = [str(x) for key in ("with", "discarding") for x in words_in(deed.more.get(key)) if deed.verb == "play"]
    table = [c for p in t.s.seats for c in p.play if t.s.cards[c].kind in (nr.FOLLOWER, nr.ITEM, nr.ONESHOT)]
    for text in said:
        name = t.names.card(text)
        if name is not None and t.find_in(name, table) >= 0:
            return text
    return ""


def spends_tokens(t: ScenarioGame, card: int) -> bool:
    """Return whether a card is one for which tokens are paid: those that a step names are for that then."""
    d = t.s.cards[card]
    return any(way.cost_token_max for way in d.plays + d.abilities)


def second_card(t: ScenarioGame, seat: int, way: Play, deed: StepAction) -> int:
    """Read the second card of a play."""
    value = deed.more.get("with")
    if value is None or way.cost_token_max or named_tokens(t, deed) or named_in_play(t, deed):
        return -1
    if isinstance(value, list):
        if len(value) != 1:
            raise Impossible(f"with: no card of {', '.join(t.s.rules.sets)} is played with {shown(value)}")
        value = value[0]
    return t.find(value, t.pools(seat))


def named(t: ScenarioGame, seat: int, kind: int, deed: StepAction) -> list[int]:
    """List the targets of one kind that the step names."""
    on = deed.more.get("on")
    side = deed.more.get("side")
    if kind == nr.A_SIDE:
        if side is not None:
            if side not in nr.SIDES:
                raise Malformed(f"side is munchkins or monsters, not {shown(side)}")
            return [nr.SIDES.index(str(side))]
        return []
    if on is None:
        return []
    if kind == nr.A_SEAT:
        found = t.names.player(on)
        return [found] if found >= 0 else []
    if kind == nr.A_MONSTER:
        body = t.body(on)
        return [body.uid] if body is not None else []
    if kind == nr.A_CARD and t.names.player(on) < 0:
        others = [c for p in t.s.seats for c in p.play]
        return [t.find(on, [t.s.seats[seat].play, t.s.seats[seat].hand, t.s.aside, others, t.anywhere()])]
    return []


def owners(t: ScenarioGame, on: object) -> list[int]:
    """Find who has a card in play that is named instead of its owner."""
    name = t.names.card(str(on))
    return [] if name is None else [p.index for p in t.s.seats if t.find_in(name, p.play) >= 0]


def targets(t: ScenarioGame, seat: int, card: int, way: Play, deed: StepAction) -> tuple[list[int], list[int]]:
    """List the targets that fit what is said, and those that might be meant."""
    on = deed.more.get("on")
    side = deed.more.get("side")
    if side is None and (on is None or kind_named(t, on) >= 0):
        return unsaid(t, seat, card, way)
    offers = any(offers_ways(t, one) for one in [way, *t.s.cards[card].plays])
    if on is not None and t.names.player(on) < 0 and not offers:
        if isinstance(on, list):
            return [], []
        if number(on) is None:
            # A number is the face a die is turned to: that is asked for afterwards
            t.names.need_card(on)
    fits = named(t, seat, way.aim, deed)
    if fits:
        return fits, []
    if way.verb == nr.V_CURSE:
        # A curse strikes a player; nothing else that is named stands for the player
        return [], []
    if way.aim == nr.A_SEAT and owners(t, on):
        return owners(t, on), []
    if way.aim == nr.NOTHING and way.program < 0 and t.names.player(on) >= 0:
        # What one puts before oneself is for nobody else
        return [], [0 if t.names.player(on) == seat else 4095]
    if way.aim == nr.NOTHING and way.verb != nr.V_ITEM:
        # The engine may know by itself what the card is about: the die, the curse that lands, the own side
        return [], [4095 if is_lost_later(t, seat, on) or is_closed_way(t, seat, card, way, on) else 0]
    if way.aim == nr.A_CARD and t.names.player(on) >= 0:
        # Whose card is meant says enough where only one of theirs could be
        theirs = [c for c in aimed_cards(t.s, seat, way) if c in t.s.seats[t.names.player(on)].play]
        return [], theirs if len(theirs) == 1 else []
    if way.aim == nr.A_SEAT and t.body(on) is not None and t.s.fight is not None:
        # The card asks for the monster afterwards
        return [], [seat if seat == t.s.fight.helper else t.s.fight.main]
    if way.aim == nr.A_SIDE and on is not None:
        return [], [nr.MUNCHKINS if t.names.player(on) >= 0 else nr.MONSTERS]
    if way.aim == nr.A_MONSTER and side == nr.SIDES[nr.MONSTERS]:
        return [], only_body(t)
    # A monster that is not in the fight is aimed at all the same: the engine says why not
    return [], [4095] if way.aim == nr.A_MONSTER and on is not None else []


def is_lost_later(t: ScenarioGame, seat: int, on: object) -> bool:
    """Return whether the Item that is named is not the one being lost at the moment."""
    name = t.names.card(str(on))
    if name is None or not t.s.stack or not isinstance(t.s.stack[-1], ItemLoss):
        return False
    stake = items_at_stake(t.s, seat)
    return bool(stake) and t.find_in(name, stake) < 0 <= t.find_in(name, t.s.seats[seat].play)


def only_target(t: ScenarioGame, seat: int, act: int, card: int, way: Play) -> list[int]:
    """Find the monster or card that is meant where the engine lets only one be aimed at."""
    listed = runtime.legal_options(t.s, seat) if t.s.stack else []
    codes = [c for c in listed if (act_of(c), card_of(c), way_of(c)) == (act, card, way.index)]
    found = {target_of(c) for c in codes if kind_of(c) == way.aim}
    return list(found) if len(found) == 1 else []


def only_body(t: ScenarioGame) -> list[int]:
    fight = t.s.fight
    return [fight.bodies[0].uid] if fight is not None and len(fight.bodies) == 1 else []


def unsaid(t: ScenarioGame, seat: int, card: int, way: Play) -> tuple[list[int], list[int]]:
    """Choose the target of a step that names none, where there is no doubt."""
    if way.aim == nr.NOTHING:
        return [0], []
    if way.aim == nr.A_SEAT:
        return [], [seat]
    if way.aim == nr.A_SIDE:
        side = t.s.cards[card].side if way.aim_side < 0 else way.aim_side
        return [], [max(side, nr.MUNCHKINS)]
    if way.aim == nr.A_MONSTER:
        # While a die lies there, what it was rolled against is meant
        return [], [body] if (body := rolled_against(t.s)) >= 0 else only_body(t) or [4095]
    return [], []
