"""Builder of the position that a scenario describes; an impossible position raises `Malformed`."""

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
from kickdoor.scenario.parsing.values import check_keys, format_value, read_block, read_flag, read_names, read_number
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows
from kickdoor.scenario.position.fight_setup import FightSetup
from kickdoor.scenario.position.validation import check_fight, check_limits

PHASES: Final = {
    "arrange": (turn_rules.ARRANGE, nr.ARRANGE),
    "second": (turn_rules.SECOND, nr.SECOND),
    "charity": (turn_rules.CHARITY, nr.CHARITY),
}
NO_TRAIT: Final = ("human", "none")
"""Values of `class` and `race` that stand for no card."""
CARRIER_KINDS: Final = (nr.FOLLOWER, nr.ITEM)
"""Kinds that carry an Item. A card of another kind is attached to an Item."""


def load_rules(scenario: Scenario, folders: list[Path] | None) -> RuleSet:
    """Load the sets that the scenario names; folders of other sets are ignored."""
    try:
        return load_catalog(
            scenario.sets, [folder for folder in folders or [] if absolute(folder).name in scenario.sets]
        )
    except Malformed:
        raise
    except BadData as e:
        raise Malformed(f"sets: {e}") from None


def read_options(scenario: Scenario) -> RuleOptions:
    """Read the rule options; `first_player` may be the name of a player."""
    values = dict(scenario.options.items())
    first = scenario.seat(str(values.get("first_player", "")))
    if first >= 0:
        values["first_player"] = str(first)
    try:
        options = options_from_dict(values)
    except BadData as e:
        raise Malformed(str(e), scenario.options.line) from None
    if scenario.new_game and scenario.turn:
        options.first_player = str(scenario.seat(scenario.turn))
    return options


class Builder:
    """Builder of the state of one scenario with one seed."""

    def __init__(self, scenario: Scenario, rules: RuleSet, seed: str) -> None:
        self.scenario = scenario
        self.names = Names(rules, list(scenario.players))
        count = len(scenario.players)
        if not MIN_SEATS <= count <= MAX_SEATS:
            raise Malformed(f"expected {MIN_SEATS} to {MAX_SEATS} players, got {count} (SETUP-01)")
        self.s = blank_state(rules, read_options(scenario), seed, count, self.read_sexes())
        self.free: list[list[int]] = [deck[:] for deck in self.s.decks]
        """The cards of each deck that the scenario has not named yet."""
        self.placed: dict[int, list[int]] = {}
        """The cards of each seat in the order of the scenario, by which `Laser (2)` keeps its meaning."""

    def read_sexes(self) -> list[int]:
        """Return the sex of each player."""
        out: list[int] = []
        for name, spec in self.scenario.players.items():
            sex = spec.get("sex", nr.SEXES[nr.MALE])
            if sex not in nr.SEXES:
                raise Malformed(f"{name}: sex must be male or female, got {format_value(sex)}", spec.line)
            out.append(nr.SEXES.index(str(sex)))
        return out

    def take(self, text: object, where: str, line: int) -> int:
        """Remove a card of this name from the decks and return it; `where` stands at the start of the error."""
        name = self.names.need_card(text, line)
        for d in name.defs:
            for card in self.free[d.deck]:
                if self.s.cards[card] is d:
                    self.free[d.deck].remove(card)
                    return card
        copies = sum(d.copies for d in name.defs)
        raise Malformed(f"{where}: the sets have {text} only {copies} time{'s' if copies > 1 else ''}", line)

    def build(self) -> State:
        """Build the state and run it to the first prompt."""
        s = self.s
        stacked = [[self.take(n, deck, 0) for n in getattr(self.scenario, deck)] for deck in DECKS]
        for seat, (name, spec) in enumerate(self.scenario.players.items()):
            self.placed[seat] = []
            if self.scenario.new_game:
                check_keys(spec, ("sex",), f"{name}, in a new game")
            else:
                self.place_player(name, s.seats[seat], spec)
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
        setup = None
        if self.scenario.combat is not None:
            setup = FightSetup(s, self.names, self.placed, self.take, self.scenario.combat)
            setup.build(turn)
            check_fight(s)
        for i, deck in enumerate(DECKS):
            rest = [] if deck in self.scenario.only else self.free[i]
            s.decks[i] = rest + stacked[i][::-1]
        s.rng.script = self.scenario.dice[::-1]
        self.start(turn, setup)
        return s

    # The players

    def place_player(self, name: str, p: Seat, spec: Block) -> None:
        """Give a player the level, cards and tokens of the scenario."""
        p.level = self.read_level(name, spec)
        self.place_traits(name, p, spec)
        for card in self.take_cards(name, p, spec, "followers", (nr.FOLLOWER,)):
            p.play.append(card)
        for key in ("equipped", "carried"):
            kinds = (nr.ITEM,) if key == "equipped" else (nr.ITEM, nr.ONESHOT)
            for card in self.take_cards(name, p, spec, key, kinds):
                p.play.append(card)
                if key == "equipped" and is_item(self.s.cards[card]):
                    p.equipped.append(card)
        for card in self.take_cards(name, p, spec, "curses", (nr.CURSE,)):
            if self.s.cards[card].lasts == nr.NOT_KEPT:
                raise Malformed(f"{name}: {self.s.cards[card].name} does not stay in play", spec.line)
            p.play.append(card)
        self.attach_cards(name, p, spec)
        p.hand.extend(self.take_cards(name, p, spec, "hand", tuple(range(len(nr.KINDS)))))
        self.place_tokens(name, p, spec)
        if spec.get("level") is None:
            # The cards of the player may raise the lowest possible level above 1.
            p.level = ask_seat(self.s, p.index, nr.Q_LEVEL_FLOOR, 1)
        p.dead = read_flag(spec, "dead")
        p.newborn = p.dead

    def read_level(self, name: str, spec: Block) -> int:
        """Return the level of a player, 1 by default; raise `Malformed` if it is out of range."""
        level = 1 if spec.get("level") is None else read_number(spec["level"])
        top = self.s.options.winning_level - 1
        if level is None or not 1 <= level <= top:
            raise Malformed(f"{name}: level must be from 1 to {top}, got {format_value(spec['level'])}", spec.line)
        return level

    def take_cards(self, name: str, p: Seat, spec: Block, key: str, kinds: tuple[int, ...]) -> list[int]:
        """Take the cards under one key of a player out of the decks; raise `Malformed` if one is of the wrong kind."""
        out: list[int] = []
        for text in read_names(spec.get(key), f"{name}: {key}", spec.line):
            card = self.take(text, name, spec.line)
            kind = self.s.cards[card].kind
            # Cards that stay in play without being Items are listed under `equipped` or `carried` too.
            if kind not in kinds and not (nr.ITEM in kinds and stays_by_itself(self.s.cards[card])):
                raise Malformed(f"{name}: {key} cannot hold {text}, which is a {nr.KINDS[kind]}", spec.line)
            self.placed[p.index].append(card)
            out.append(card)
        return out

    def place_traits(self, name: str, p: Seat, spec: Block) -> None:
        """Put the Classes and Races of a player into play, with Super Munchkin and Half-Breed."""
        line = spec.line
        spec = Block(spec)
        spec.line = line
        for key in ("class", "race"):
            # Human and no Class are the absence of a card.
            spec[key] = Rows([t for t in read_names(spec.get(key), key, spec.line) if plain(t) not in NO_TRAIT])
        for key, kind, extra_kind, extra_key in (
            ("class", nr.CLASS, nr.SUPER, "super"),
            ("race", nr.RACE, nr.HALFBREED, "half"),
        ):
            cards = self.take_cards(name, p, spec, key, (kind,))
            p.play.extend(cards)
            has_extra = read_flag(spec, extra_key)
            if len(cards) > (2 if has_extra else 1):
                raise Malformed(f"{name}: too many cards under {key}", spec.line)
            if len({self.s.cards[c].trait for c in cards}) < len(cards):
                raise Malformed(f"{name}: the same {key} twice (CHAR-45)", spec.line)
            if has_extra:
                if not cards:
                    raise Malformed(f"{name}: {extra_key} needs a {key} (CHAR-44)", spec.line)
                p.play.append(self.take_extra_card(name, extra_kind, spec.line))

    def take_extra_card(self, name: str, kind: int, line: int) -> int:
        """Remove a Super Munchkin or Half-Breed card from the deck and return it."""
        for card in self.free[nr.DOOR]:
            if self.s.cards[card].kind == kind:
                self.free[nr.DOOR].remove(card)
                return card
        raise Malformed(f"{name}: the sets have no {nr.KINDS[kind]} card (any more)", line)

    def find_placed(self, p: Seat, text: object) -> int:
        """Find a card that the player already has in play; -1 if there is none."""
        name = self.names.need_card(text)
        found = [c for c in self.placed[p.index] if c in p.play and name.fits(self.s.cards[c])]
        number = name.number or 1
        return found[number - 1] if len(found) >= number else -1

    def attach_cards(self, name: str, p: Seat, spec: Block) -> None:
        """Attach cards to Items, and let followers carry Items."""
        s = self.s
        for text, target in read_block(spec.get("attached"), f"{name}: attached", spec.line).items():
            if self.names.need_card(target, spec.line).defs[0].kind == nr.FOLLOWER:
                # A scenario may also write the Item before its follower.
                text, target = str(target), text
            item = self.find_placed(p, target)
            if item < 0:
                item = self.take(target, name, spec.line)
                self.placed[p.index].append(item)
                p.play.append(item)
                p.equipped.append(item)
            card = self.find_placed(p, text)
            if card < 0:
                card = self.take(text, name, spec.line)
                self.placed[p.index].append(card)
                p.play.append(card)
                if s.cards[card].kind == nr.ITEM:
                    p.equipped.append(card)
            if not is_item(s.cards[item]):
                raise Malformed(f"{name}: {target} is not an Item", spec.line)
            if item == card:
                raise Malformed(f"{name}: {target} cannot go with itself", spec.line)
            if s.cards[card].kind in CARRIER_KINDS:
                s.attached[item] = card
            else:
                s.attached[card] = item

    def place_tokens(self, name: str, p: Seat, spec: Block) -> None:
        """Give a player tokens; raise `Malformed` for a complete set."""
        for kind, value in read_block(spec.get("tokens"), f"{name}: tokens", spec.line).items():
            kind = kind.casefold()
            if kind not in self.s.rules.counters:
                raise Malformed(f"{name}: there are no {kind} tokens in {', '.join(self.s.rules.sets)}", spec.line)
            count = read_number(value)
            if count is None or not 0 <= count <= MAX_TOKENS:
                raise Malformed(
                    f"{name}: {kind} must be a number from 0 to {MAX_TOKENS}, got {format_value(value)}", spec.line
                )
            p.counters[self.s.rules.counters.index(kind)] = count
        if any(all(p.counters[kind] for kind in meal) for meal in self.s.rules.meals):
            raise Malformed(f"{name}: a complete set of tokens would be turned in at once (TOKEN-11)", spec.line)

    # The turn

    def start(self, seat: int, setup: FightSetup | None) -> None:
        """Push the frames of the new game, or of the turn and its fight, and run to the first prompt."""
        s = self.s
        if self.scenario.new_game:
            s.rules.procedures.begin(s)
        else:
            if s.seats[seat].dead and (setup is None or setup.run is None):
                raise Malformed("turn: the player whose turn it is cannot be dead (DEATH-16)")
            s.turn = seat
            s.turns = 1
            turn = turn_rules.Turn(seat)
            turn.pc, s.phase = PHASES[self.scenario.phase]
            if s.options.listen_at_the_door and turn.pc == turn_rules.ARRANGE and setup is None:
                turn.pc = turn_rules.LISTEN
            push_frame(s, turn)
            if setup is not None:
                setup.push_frames(turn)
        run(s)
