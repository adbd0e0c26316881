"""Invariants of every state while the game waits for an answer."""

from __future__ import annotations

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.rules.fight.game_winning import must_see_to_helper
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.integrity import cards_in_zones
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.queries import ask_seat, lifted
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Fight, Seat, State
from kickdoor.engine.state.zones import items_in_play
from kickdoor.sim.errors import InvariantViolation
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe

MAX_STACK_DEPTH = 40
"""The greatest valid depth of the stack; a deeper stack grows without end."""
SHED = "shed"
"""The frame in which a seat may exceed its limits until it has chosen what to give up; it may sell in the meantime."""
CHOOSE = "choose"
"""A prompt that may be part of that frame."""
BOTTOM = ("setup", "turn")
OPEN = ("combat", "fight_window", "help_talk", "trade", "run_away")
"""Prompts during which the others may act; anything that must happen at once has happened before them."""


def demand(holds: bool, message: str) -> None:
    """Raise `InvariantViolation` unless the condition holds."""
    if not holds:
        raise InvariantViolation(message)


def check_state(s: State) -> None:
    """Run the cheap checks, meant for every decision."""
    check_cards(s)
    kinds = [frame.KIND for frame in s.stack]
    if SHED not in kinds and kinds[-1:] != [CHOOSE]:
        for p in s.seats:
            check_seat(s, p)
    if s.winners:
        demand(s.phase == nr.OVER and not s.stack, "the game is won but continues")
        return
    check_rest(s)
    check_asked(s)
    if s.stack[-1].KIND in OPEN and s.fight is None:
        demand(not s.seats[s.turn].dead, "the seat whose turn it is is dead, but the turn continues (AMB-44)")
    if s.fight is not None:
        check_fight(s, s.fight)


def check_cards(s: State) -> None:
    """Check that every card is in exactly one place, and in a pile of its own deck (CARDS-16, CARDS-01)."""
    placed = cards_in_zones(s)
    placed.sort()
    demand(placed == list(range(len(s.cards))), "a card is nowhere, or in two places")
    for deck in (nr.DOOR, nr.TREASURE):
        for card in s.decks[deck] + s.discards[deck]:
            if s.cards[card].deck != deck:
                raise InvariantViolation(f"{s.cards[card].name} is in the {nr.DECKS[deck]} piles")
    for rider, host in s.attached.items():
        # A card that improves an Item stays with it, on a looted body (AMB-98) and in a fight (AMB-118)
        zones = [*(p.play for p in s.seats), s.aside, [] if s.fight is None else s.fight.played]
        together = any(rider in zone and host in zone for zone in zones)
        demand(together, f"cards {rider} and {host} belong together but are apart")


def check_seat(s: State, p: Seat) -> None:
    """Check that a seat is within the limits that hold at every moment."""
    who = f"seat {p.index}"
    demand(1 <= p.level <= s.options.winning_level, f"{who} has Level {p.level}")
    demand(set(p.equipped) <= set(p.play), f"{who} has equipped a card that is not in play")
    demand(set(p.fresh) <= set(p.hand), f"{who} has a new card that is not in hand")
    if p.dead:
        demand(not p.hand and not p.equipped and p.newborn, f"{who} is dead and holds cards")
    if p.play:
        check_character(s, p, who)
        check_worn(s, p, who)


def check_character(s: State, p: Seat, who: str) -> None:
    """Check that Classes and Races are distinct and as many as the second-Class cards allow (CHAR-45)."""
    kinds = [s.cards[card].kind for card in p.play]
    for base, second in ((nr.CLASS, nr.SUPER), (nr.RACE, nr.HALFBREED)):
        have, seconds = kinds.count(base), kinds.count(second)
        allowed = seconds <= 1 and seconds <= have <= 1 + seconds
        demand(allowed, f"{who} has {have} {nr.KINDS[base]} and {seconds} {nr.KINDS[second]} cards")
        traits = [s.cards[card].trait for card in p.play if s.cards[card].kind == base]
        demand(len(set(traits)) == len(traits), f"{who} has a {nr.KINDS[base]} twice")


def check_worn(s: State, p: Seat, who: str) -> None:
    """Check slots, hands and the Big limit (ITEM-08, ITEM-09, ITEM-18)."""
    over = 0
    for slot in (nr.HEADGEAR, nr.ARMOR, nr.FOOTGEAR):
        worn = [c for c in p.equipped if s.cards[c].slot == slot and not lifted(s, c) & nr.LIFTS_SLOT]
        demand(len(worn) <= 1 or slot != nr.ARMOR, f"{who} wears {len(worn)} Armors")
        over += max(len(worn) - 1, 0)
    over += max(hands_used(s, p) - ask_seat(s, p.index, nr.Q_HANDS, 2), 0)
    demand(over <= ask_seat(s, p.index, nr.Q_EXTRA_SLOT, 0), f"{who} wears or holds {over} Items too many")
    intricate = [c for c in p.equipped if s.cards[c].complex and not lifted(s, c) & nr.LIFTS_COMPLEX]
    singles = [c for c in intricate if not s.cards[c].joins]
    weapons = {s.cards[c].joins for c in intricate if s.cards[c].joins}
    used = len(singles) + len(weapons)
    demand(used <= ask_seat(s, p.index, nr.Q_COMPLEX_LIMIT, 1), f"{who} uses {used} Complex items")
    if s.rules.sidekicks:
        followers = len([c for c in p.play if s.cards[c].kind == nr.FOLLOWER])
        demand(followers <= ask_seat(s, p.index, nr.Q_FOLLOWER_LIMIT, 1), f"{who} has {followers} Sidekicks")
    big = [c for c in items_in_play(s, p.index) if is_big(s, c) and not lifted(s, c) & nr.LIFTS_BIG]
    demand(len(big) <= ask_seat(s, p.index, nr.Q_BIG_LIMIT, 1), f"{who} has {len(big)} Big items")


def hands_used(s: State, p: Seat) -> int:
    """Count the hands in use: each joined weapon takes those of its largest part (ITEM-44)."""
    held = [s.cards[c] for c in p.equipped if s.cards[c].slot == nr.HAND and not lifted(s, c) & nr.LIFTS_SLOT]
    joined: dict[int, int] = {}
    for d in held:
        if d.joins:
            joined[d.joins] = max(joined.get(d.joins, 0), d.hands)
    return sum(d.hands for d in held if not d.joins) + sum(joined.values())


def check_rest(s: State) -> None:
    """Check that no step is unfinished while the game waits, and that the stack does not grow."""
    demand(s.serial % 2 == 0, "the game waits in the middle of a step")
    demand(not s.dirty and not s.pending, "the game waits with unfinished work")
    kinds = [frame.KIND for frame in s.stack]
    demand(bool(kinds) and kinds[0] in BOTTOM, "no turn is under way")
    demand(not any(kind in BOTTOM for kind in kinds[1:]), f"nested turns: {' '.join(kinds)}")
    demand(len(kinds) <= MAX_STACK_DEPTH, f"{len(kinds)} procedures are on the stack")
    uids = {frame.uid for frame in s.stack}
    demand(len(uids) == len(kinds), "two procedures have the same number")


def check_asked(s: State) -> None:
    """Check that a living seat is prompted, and that every prompted seat has an option."""
    asked = runtime.prompted_seats(s)
    kind = s.stack[-1].KIND
    demand(asked != 0, f"no seat is prompted in {kind}")
    for seat in range(len(s.seats)):
        if asked >> seat & 1:
            demand(not s.seats[seat].dead, f"seat {seat} is dead but prompted in {kind}")
            demand(bool(runtime.legal_options(s, seat)), f"seat {seat} has no option in {kind}")


def check_fight(s: State, fight: Fight) -> None:
    """Check that a fight is between different seats and different monsters."""
    demand(fight.main != fight.helper, "the main fighter is also the helper")
    uids = {body.uid for body in fight.bodies}
    demand(len(uids) == len(fight.bodies), "two monsters have the same number")
    if s.stack[-1].KIND in OPEN:
        demand(bool(fight.bodies), "the last monster is gone, but the fight continues (COMBAT-14)")
        if not fight.lost:
            demand(not s.seats[fight.main].dead, "the main fighter is dead, but the fight continues (AMB-44)")
            demand(not must_see_to_helper(s, fight), "a helper who may leave is not prompted (HELP-26)")


def check_round_trips(s: State, rng: LehmerRng) -> None:
    """Run the expensive checks: saving and loading, a copy, and a determinization of one seat's observation."""
    text = state_to_json(s)
    demand(state_to_json(state_from_json(text, s.rules)) == text, "a saved game is different after loading")
    demand(state_to_json(s.copy()) == text, "a copy is not equal")
    me = rng.below(len(s.seats) + 1) - 1
    seen = observe(s, me)
    demand(
        observe(sample_state(seen, s.rules, rng), me) == seen,
        f"seat {me} has a different observation in a determinization",
    )
    demand(state_to_json(s) == text, "observing the game has changed it")
