"""Making a game: every card gets a random id, and each deck is shuffled (SETUP-08, SETUP-09)."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.runtime import run
from kickdoor.engine.rules.turn.setup import STARTING_CARDS
from kickdoor.engine.state.rng import OTHER, GameRng, keys_from_seed
from kickdoor.engine.state.state import Seat, State

MIN_SEATS = 3
MAX_SEATS = nr.MAX_SEATS


def blank_state(rules: RuleSet, options: RuleOptions, seed: str, seats: int, sexes: list[int]) -> State:
    """Make a state with shuffled decks and empty seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadData(f"the game is for {MIN_SEATS} to {MAX_SEATS} players, not {seats} (SETUP-01)")
    if options.first_player.isdecimal() and int(options.first_player) >= seats:
        raise BadData(f"first_player: there is no seat {options.first_player} at a table of {seats} (AMB-02)")
    rng = GameRng(keys_from_seed(seed), [0, 0, 0, 0], [])
    definitions = [d.index for d in rules.defs for _ in range(d.copies)]
    rng.shuffle(OTHER, definitions)
    cards = [rules.defs[i] for i in definitions]
    s = State(rules, options, rng, [Seat(i) for i in range(seats)], cards)
    for deck in (nr.DOOR, nr.TREASURE):
        s.decks[deck] = [c for c in range(len(cards)) if cards[c].deck == deck]
        rng.shuffle(deck, s.decks[deck])
    for i, sex in enumerate(sexes[:seats]):
        s.seats[i].sex = sex
    for p in s.seats:
        p.counters = [0] * len(rules.counters)
    return s


def new_state(rules: RuleSet, options: RuleOptions, seed: str, seats: int, sexes: list[int]) -> State:
    """Make a game that waits for the players to play from their starting hands."""
    s = blank_state(rules, options, seed, seats, sexes)
    needed = seats * STARTING_CARDS
    if min(len(deck) for deck in s.decks) < needed:
        doors, treasures = len(s.decks[nr.DOOR]), len(s.decks[nr.TREASURE])
        raise BadData(
            f"{seats} players are dealt {needed} Door and {needed} Treasure cards, but {' and '.join(rules.sets)} "
            f"together has {doors} and {treasures}: mix in a larger set (--sets)"
        )
    rules.procedures.begin(s)
    run(s)
    return s
