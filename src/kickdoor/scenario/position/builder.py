"""Builds the position a scenario describes, and refuses an impossible one."""

from pathlib import Path
from typing import Final

from kickdoor.catalog.loader import load_catalog
from kickdoor.catalog.set_folder import absolute
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.runtime import push_frame, run
from kickdoor.engine.rules.turn import turn as turn_rules
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS, blank_state
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import Seat, State
from kickdoor.engine.state.zones import is_item, stays_by_itself
from kickdoor.scenario.parsing.card_names import Names, plain
from kickdoor.scenario.parsing.scenario_parser import DECKS, Scenario
from kickdoor.scenario.parsing.token_names import MAX_TOKENS
from kickdoor.scenario.parsing.values import block, flag, known_keys, names, number, shown
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows
from kickdoor.scenario.position.fight_setup import Battle
from kickdoor.scenario.position.validation import check_fight, check_limits

PHASES: Final = {
    "arrange": (turn_rules.ARRANGE, nr.ARRANGE),
    "second": (turn_rules.SECOND, nr.SECOND),
    "charity": (turn_rules.CHARITY, nr.CHARITY),
}
NO_CARD: Final = ("human", "none")
HOSTS: Final = (nr.FOLLOWER, nr.ITEM)
"""What carries an Item; anything else that is attached hangs on an Item itself."""


def rules_of(scenario: Scenario, folders: list[Path] | None) -> RuleSet:
    """Load the sets the scenario is about; folders with others are left alone."""
    try:
        return load_catalog(scenario.sets, [one for one in folders or [] if absolute(one).name in scenario.sets])
    except Malformed:
        raise
    except BadData as e:
        raise Malformed(f"sets: {e}") from None


def read_options(scenario: Scenario) -> RuleOptions:
    """Read the table options."""
    found = scenario.options
    named = dict(found.items())
    first = scenario.seat(str(named.get("first_player", "")))
    if first >= 0:
        named["first_player"] = str(first)
    try:
        options = options_from_dict(named)
    except BadData as e:
        raise Malformed(str(e), found.line) from None
    if scenario.new_game and scenario.turn:
        options.first_player = str(scenario.seat(scenario.turn))
    return options


class Builder:
    """Lays out the cards of one scenario."""

    def __init__(self, scenario: Scenario, rules: RuleSet, seed: str) -> None:
        self.scenario = scenario
        self.names = Names(rules, list(scenario.players))
        count = len(scenario.players)
        if not MIN_SEATS <= count <= MAX_SEATS:
            raise Malformed(f"the game is for {MIN_SEATS} to {MAX_SEATS} players, not {count} (SETUP-01)")
        self.s = blank_state(rules, read_options(scenario), seed, count, self.sexes())
        self.free: list[list[int]] = [deck[:] for deck in self.s.decks]
        """Cards that nobody has named yet."""
        self.placed: dict[int, list[int]] = {}
        """The cards of each seat in the order the scenario names them, so that `Laser (2)` keeps its number."""

    def sexes(self) -> list[int]:
        out: list[int] = []
        for name, spec in self.scenario.players.items():
            sex = spec.get("sex", nr.SEXES[nr.MALE])
            if sex not in nr.SEXES:
                raise Malformed(f"{name}: sex is male or female, not {shown(sex)}", spec.line)
            out.append(nr.SEXES.index(str(sex)))
        return out

    def take(self, text: object, where: str, line: int) -> int:
        """Take a card of that name out of the decks."""
        name = self.names.need_card(text, line)
        for d in name.defs:
            for card in self.free[d.deck]:
                if self.s.cards[card] is d:
                    self.free[d.deck].remove(card)
                    return card
        copies = sum(d.copies for d in name.defs)
        raise Malformed(f"{where}: the sets hold {text} only {copies} time{'s' if copies > 1 else ''}", line)

    def build(self) -> State:
        """Build the state and goes on to the first question."""
        s = self.s
        stacked = [[self.take(n, deck, 0) for n in getattr(self.scenario, deck)] for deck in DECKS]
        for seat, (name, spec) in enumerate(self.scenario.players.items()):
            self.placed[seat] = []
            if self.scenario.new_game:
                known_keys(spec, ("sex",), f"{name}, in a new game")
            else:
                self.player(name, s.seats[seat], spec)
        for i, deck in enumerate(DECKS):
            s.discards[i] = [self.take(n, "discards", 0) for n in self.scenario.discards[deck]][::-1]
            for card in s.discards[i]:
                if s.cards[card].deck != i:
                    raise Malformed(f"discards: {s.cards[card].name} does not belong to the {deck}")
            for card in stacked[i]:
                if s.cards[card].deck != i:
                    raise Malformed(f"{deck}: {s.cards[card].name} does not belong to the {deck}")
        turn = max(self.scenario.seat(self.scenario.turn), 0)
        lines = [spec.line for spec in self.scenario.players.values()]
        check_limits(s, list(self.scenario.players), lines)
        battle = None
        if self.scenario.combat is not None:
            battle = Battle(s, self.names, self.placed, self.take, self.scenario.combat)
            battle.lay_out(turn)
            check_fight(s)
        for i, deck in enumerate(DECKS):
            rest = [] if deck in self.scenario.only else self.free[i]
            s.decks[i] = rest + stacked[i][::-1]
        s.rng.script = self.scenario.dice[::-1]
        self.begin(turn, battle)
        return s

    # The players

    def player(self, name: str, p: Seat, spec: Block) -> None:
        """Lay out one player's cards."""
        p.level = self.level(name, spec)
        self.character(name, p, spec)
        for card in self.several(name, p, spec, "followers", (nr.FOLLOWER,)):
            p.play.append(card)
        for key in ("equipped", "carried"):
            kinds = (nr.ITEM,) if key == "equipped" else (nr.ITEM, nr.ONESHOT)
            for card in self.several(name, p, spec, key, kinds):
                p.play.append(card)
                if key == "equipped" and is_item(self.s.cards[card]):
                    p.equipped.append(card)
        for card in self.several(name, p, spec, "curses", (nr.CURSE,)):
            if self.s.cards[card].lasts == nr.NOT_KEPT:
                raise Malformed(f"{name}: {self.s.cards[card].name} is not kept before anybody", spec.line)
            p.play.append(card)
        self.attach(name, p, spec)
        p.hand.extend(self.several(name, p, spec, "hand", tuple(range(len(nr.KINDS)))))
        self.tokens(name, p, spec)
        if spec.get("level") is None:
            # Some are never as low as that
            p.level = ask_seat(self.s, p.index, nr.Q_LEVEL_FLOOR, 1)
        p.dead = flag(spec, "dead")
        p.newborn = p.dead

    def level(self, name: str, spec: Block) -> int:
        level = 1 if spec.get("level") is None else number(spec["level"])
        top = self.s.options.winning_level - 1
        if level is None or not 1 <= level <= top:
            raise Malformed(f"{name}: level is 1 to {top}, not {shown(spec['level'])}", spec.line)
        return level

    def several(self, name: str, p: Seat, spec: Block, key: str, kinds: tuple[int, ...]) -> list[int]:
        """Take the cards a player has under one heading."""
        out: list[int] = []
        for text in names(spec.get(key), f"{name}: {key}", spec.line):
            card = self.take(text, name, spec.line)
            kind = self.s.cards[card].kind
            # What lies there without being an Item is named among either sort of them
            if kind not in kinds and not (nr.ITEM in kinds and stays_by_itself(self.s.cards[card])):
                raise Malformed(f"{name}: {key} cannot hold {text}, which is a {nr.KINDS[kind]}", spec.line)
            self.placed[p.index].append(card)
            out.append(card)
        return out

    def character(self, name: str, p: Seat, spec: Block) -> None:
        """Give Classes and Races with the cards that allow two of them."""
        line = spec.line
        spec = Block(spec)
        spec.line = line
        for key in ("class", "race"):
            # Human is the absence of a card, and so is no Class
            spec[key] = Rows([t for t in names(spec.get(key), key, spec.line) if plain(t) not in NO_CARD])
        for key, kind, second, word in (
            ("class", nr.CLASS, nr.SUPER, "super"),
            ("race", nr.RACE, nr.HALFBREED, "half"),
        ):
            cards = self.several(name, p, spec, key, (kind,))
            p.play.extend(cards)
            extra = flag(spec, word)
            if len(cards) > (2 if extra else 1):
                raise Malformed(f"{name}: too many cards under {key}", spec.line)
            if len({self.s.cards[c].trait for c in cards}) < len(cards):
                raise Malformed(f"{name}: the same {key} twice (CHAR-45)", spec.line)
            if extra:
                if not cards:
                    raise Malformed(f"{name}: {word} needs a {key} (CHAR-44)", spec.line)
                p.play.append(self.second(name, second, spec.line))

    def second(self, name: str, kind: int, line: int) -> int:
        """Take a Super Munchkin or Half-Breed."""
        for card in self.free[nr.DOOR]:
            if self.s.cards[card].kind == kind:
                self.free[nr.DOOR].remove(card)
                return card
        raise Malformed(f"{name}: the sets hold no {nr.KINDS[kind]} card (any more)", line)

    def own(self, p: Seat, text: object) -> int:
        """Find a card already laid out before a player; -1 if there is none."""
        name = self.names.need_card(text)
        found = [c for c in self.placed[p.index] if c in p.play and name.fits(self.s.cards[c])]
        number = name.number or 1
        return found[number - 1] if len(found) >= number else -1

    def attach(self, name: str, p: Seat, spec: Block) -> None:
        """Attach cards to Items, and gives followers what they carry."""
        s = self.s
        for text, target in block(spec.get("attached"), f"{name}: attached", spec.line).items():
            if self.names.need_card(target, spec.line).defs[0].kind == nr.FOLLOWER:
                # The Item named before who carries it means the same
                text, target = str(target), text
            item = self.own(p, target)
            if item < 0:
                item = self.take(target, name, spec.line)
                self.placed[p.index].append(item)
                p.play.append(item)
                p.equipped.append(item)
            card = self.own(p, text)
            if card < 0:
                card = self.take(text, name, spec.line)
                self.placed[p.index].append(card)
                p.play.append(card)
                if s.cards[card].kind == nr.ITEM:
                    p.equipped.append(card)
            if not is_item(s.cards[item]):
                raise Malformed(f"{name}: {target} is no Item", spec.line)
            if item == card:
                raise Malformed(f"{name}: {target} cannot go with itself", spec.line)
            if s.cards[card].kind in HOSTS:
                s.attached[item] = card
            else:
                s.attached[card] = item

    def tokens(self, name: str, p: Seat, spec: Block) -> None:
        """Count out the tokens."""
        for kind, value in block(spec.get("tokens"), f"{name}: tokens", spec.line).items():
            kind = kind.casefold()
            if kind not in self.s.rules.counters:
                raise Malformed(f"{name}: there are no {kind} tokens in {', '.join(self.s.rules.sets)}", spec.line)
            count = number(value)
            if count is None or not 0 <= count <= MAX_TOKENS:
                raise Malformed(f"{name}: {shown(value)} is no number of tokens", spec.line)
            p.counters[self.s.rules.counters.index(kind)] = count
        if any(all(p.counters[kind] for kind in meal) for meal in self.s.rules.meals):
            raise Malformed(f"{name}: a complete set of tokens is turned in at once (TOKEN-11)", spec.line)

    # The turn

    def begin(self, seat: int, battle: Battle | None) -> None:
        """Push the frames of the turn, and goes on."""
        s = self.s
        if self.scenario.new_game:
            s.rules.procedures.begin(s)
        else:
            if s.seats[seat].dead and (battle is None or battle.run is None):
                raise Malformed("whose turn it is cannot be dead (DEATH-16)")
            s.turn = seat
            s.turns = 1
            turn = turn_rules.Turn(seat)
            turn.pc, s.phase = PHASES[self.scenario.phase]
            if s.options.listen_at_the_door and turn.pc == turn_rules.ARRANGE and battle is None:
                turn.pc = turn_rules.LISTEN
            push_frame(s, turn)
            if battle is not None:
                battle.begin(turn)
        run(s)
