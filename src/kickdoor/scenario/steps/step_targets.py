"""Targets and costs of a play or ability, as a step names them."""

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
from kickdoor.engine.rules.items.item_loss import is_losing_items, items_at_stake
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.rules.plays.targeting import aimed_cards
from kickdoor.scenario.parsing.play_modes import has_alternatives, is_closed_alternative
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.parsing.token_names import expand_words, find_token_kind, list_named_tokens, read_token_payment
from kickdoor.scenario.parsing.values import format_value, read_names, read_number
from kickdoor.scenario.parsing.yaml_document import Impossible, Malformed
from kickdoor.scenario.steps.scenario_game import NO_TARGET, Interpretation, ScenarioGame


@dataclass(frozen=True)
class PlayCandidate:
    """A play or ability of one card that a step could mean."""

    game: ScenarioGame
    seat: int
    act: int
    """`PLAY` or `USE`."""
    card: int
    play: Play
    action: StepAction

    def attempt(self, kind: int, target: int, second: int, picks: list[int]) -> Interpretation:
        """Return the interpretation with this target, second card and picks."""
        form = FORM_BIT if has_form(self.play) else 0
        code = option(self.act, self.card, kind, target, second, self.play.index)
        return Interpretation(self.seat, code | form, picks)


def add_attempts(one: PlayCandidate, fitting: list[Interpretation], possible: list[Interpretation]) -> None:
    """Add the interpretations of one play: those that fit the words of the step, and those that are only possible."""
    game, seat, card, play, action = one.game, one.seat, one.card, one.play, one.action
    names_tokens = bool(list_named_tokens(game, action))
    if names_tokens and not play.cost_token_max and (play.verb == nr.V_ITEM or spends_tokens(game, card)):
        # The tokens pay for another play of the card.
        return
    picks = read_payment(game, seat, play, action)
    second = find_second_card(game, seat, play, action)
    names_second = action.details.get("with") is not None and not find_named_in_play(game, action)
    if (second >= 0) != play.needs_second and names_second and not play.cost_token_max:
        return
    if play.aim == nr.NOTHING and action.details.get("side") == nr.SIDES[nr.MONSTERS] and play.verb != nr.V_ITEM:
        # The play can only help its own side; the engine refuses the other side.
        possible.append(one.attempt(nr.A_SIDE, nr.MONSTERS, second, picks))
        return
    fitting_targets, possible_targets = list_targets(game, seat, card, play, action)
    is_monster_open = play.aim == nr.A_MONSTER and possible_targets == [NO_TARGET]
    if (is_monster_open or play.aim == nr.A_CARD) and action.details.get("on") is None:
        possible_targets = only_target(game, seat, one.act, card, play) or possible_targets
    fitting.extend([one.attempt(play.aim, target, second, picks) for target in fitting_targets])
    possible.extend([one.attempt(play.aim, target, second, picks) for target in possible_targets])


def read_payment(game: ScenarioGame, seat: int, play: Play, action: StepAction) -> list[int]:
    """Return the picks that pay the cost of a play or ability."""
    p = game.s.seats[seat]
    if play.cost_token_max:
        return read_token_payment(game, seat, play, action)
    is_free = not has_form(play) and bool(find_named_in_play(game, action))
    texts = [] if is_free else read_names(action.details.get("discarding"), "discarding")
    if not texts and play.cost_whole_hand:
        return p.hand[:]
    return game.find_cards(texts, [p.hand, p.play, game.all_cards()])


def find_named_in_play(game: ScenarioGame, action: StepAction) -> str:
    """Return the follower or Item in play that a `play` step names as the answer to a prompt of the card.

    Return an empty string if it names none.
    """
    if action.verb != "play":
        return ""
    texts = [str(word) for key in ("with", "discarding") for word in expand_words(action.details.get(key))]
    in_play = [c for p in game.s.seats for c in p.play if game.s.cards[c].kind in (nr.FOLLOWER, nr.ITEM, nr.ONESHOT)]
    for text in texts:
        name = game.names.card(text)
        if name is not None and game.find_in(name, in_play) >= 0:
            return text
    return ""


def spends_tokens(game: ScenarioGame, card: int) -> bool:
    """Return whether a play or ability of a card costs tokens."""
    d = game.s.cards[card]
    return any(play.cost_token_max for play in d.plays + d.abilities)


def find_second_card(game: ScenarioGame, seat: int, play: Play, action: StepAction) -> int:
    """Find the second card that `with` names for a play; -1 if there is none."""
    value = action.details.get("with")
    if value is None or play.cost_token_max or list_named_tokens(game, action) or find_named_in_play(game, action):
        return -1
    if isinstance(value, list):
        if len(value) != 1:
            raise Impossible(f"with: no card of {', '.join(game.s.rules.sets)} is played with {format_value(value)}")
        value = value[0]
    return game.find_card(value, game.search_pools(seat))


def list_named_targets(game: ScenarioGame, seat: int, kind: int, action: StepAction) -> list[int]:
    """List the targets of one kind that the step names."""
    on = action.details.get("on")
    side = action.details.get("side")
    if kind == nr.A_SIDE:
        if side is not None:
            if side not in nr.SIDES:
                raise Malformed(f"side must be munchkins or monsters, got {format_value(side)}")
            return [nr.SIDES.index(str(side))]
        return []
    if on is None:
        return []
    if kind == nr.A_SEAT:
        found = game.names.player(on)
        return [found] if found >= 0 else []
    if kind == nr.A_MONSTER:
        monster = game.find_monster(on)
        return [monster.uid] if monster is not None else []
    if kind == nr.A_CARD and game.names.player(on) < 0:
        p = game.s.seats[seat]
        others = [c for other in game.s.seats for c in other.play]
        return [game.find_card(on, [p.play, p.hand, game.s.aside, others, game.all_cards()])]
    return []


def list_owners(game: ScenarioGame, on: object) -> list[int]:
    """List the seats that have a card of this name in play."""
    name = game.names.card(str(on))
    return [] if name is None else [p.index for p in game.s.seats if game.find_in(name, p.play) >= 0]


def list_targets(
    game: ScenarioGame, seat: int, card: int, play: Play, action: StepAction
) -> tuple[list[int], list[int]]:
    """Return the targets of a play that fit the words of a step, and those that are only possible."""
    on = action.details.get("on")
    side = action.details.get("side")
    if side is None and (on is None or find_token_kind(game, on) >= 0):
        return default_targets(game, seat, card, play)
    offers_alternatives = any(has_alternatives(game, one) for one in [play, *game.s.cards[card].plays])
    if on is not None and game.names.player(on) < 0 and not offers_alternatives:
        if isinstance(on, list):
            return [], []
        if read_number(on) is None:
            # A number is the face to which a die is turned, which a later prompt asks for.
            game.names.need_card(on)
    named = list_named_targets(game, seat, play.aim, action)
    if named:
        return named, []
    if play.verb == nr.V_CURSE:
        # A curse targets a player. A card of the player does not stand for the player.
        return [], []
    if play.aim == nr.A_SEAT and list_owners(game, on):
        return list_owners(game, on), []
    if play.aim == nr.NOTHING and play.program < 0 and game.names.player(on) >= 0:
        # A card without a program is put into play by its player, and for no other player.
        return [], [0 if game.names.player(on) == seat else NO_TARGET]
    if play.aim == nr.NOTHING and play.verb != nr.V_ITEM:
        # The engine may know the target without a choice: the die, the curse being resolved, or the card's own side.
        is_closed = is_lost_later(game, seat, on) or is_closed_alternative(game, seat, card, play, on)
        return [], [NO_TARGET if is_closed else 0]
    if play.aim == nr.A_CARD and game.names.player(on) >= 0:
        # The name of the owner is enough if only one of the owner's cards is a possible target.
        owned = [c for c in aimed_cards(game.s, seat, play) if c in game.s.seats[game.names.player(on)].play]
        return [], owned if len(owned) == 1 else []
    if play.aim == nr.A_SEAT and game.find_monster(on) is not None and game.s.fight is not None:
        # A later prompt of the card asks for the monster.
        return [], [seat if seat == game.s.fight.helper else game.s.fight.main]
    if play.aim == nr.A_SIDE and on is not None:
        return [], [nr.MUNCHKINS if game.names.player(on) >= 0 else nr.MONSTERS]
    if play.aim == nr.A_MONSTER and side == nr.SIDES[nr.MONSTERS]:
        return [], only_monster(game)
    # The step names a monster that is not in the fight. The engine refuses it with a reason.
    return [], [NO_TARGET] if play.aim == nr.A_MONSTER and on is not None else []


def is_lost_later(game: ScenarioGame, seat: int, on: object) -> bool:
    """Return whether the player has the named Item in play, but is losing a different one now."""
    name = game.names.card(str(on))
    if name is None or not is_losing_items(game.s):
        return False
    at_stake = items_at_stake(game.s, seat)
    return bool(at_stake) and game.find_in(name, at_stake) < 0 <= game.find_in(name, game.s.seats[seat].play)


def only_target(game: ScenarioGame, seat: int, act: int, card: int, play: Play) -> list[int]:
    """Return the target of a play if the engine offers only one; otherwise an empty list."""
    offered = runtime.legal_options(game.s, seat) if game.s.stack else []
    codes = [c for c in offered if (act_of(c), card_of(c), way_of(c)) == (act, card, play.index)]
    found = {target_of(c) for c in codes if kind_of(c) == play.aim}
    return list(found) if len(found) == 1 else []


def only_monster(game: ScenarioGame) -> list[int]:
    """Return the uid of the monster in the fight if there is only one; otherwise an empty list."""
    fight = game.s.fight
    return [fight.bodies[0].uid] if fight is not None and len(fight.bodies) == 1 else []


def default_targets(game: ScenarioGame, seat: int, card: int, play: Play) -> tuple[list[int], list[int]]:
    """Return the fitting and the possible targets of a play if the step names none."""
    if play.aim == nr.NOTHING:
        return [0], []
    if play.aim == nr.A_SEAT:
        return [], [seat]
    if play.aim == nr.A_SIDE:
        side = game.s.cards[card].side if play.aim_side < 0 else play.aim_side
        return [], [max(side, nr.MUNCHKINS)]
    if play.aim == nr.A_MONSTER:
        # After a roll, the monster it was rolled against is the target.
        monster = rolled_against(game.s)
        return [], [monster] if monster >= 0 else only_monster(game) or [NO_TARGET]
    return [], []
