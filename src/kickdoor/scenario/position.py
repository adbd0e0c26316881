"""Builds the position a scenario describes, and refuses an impossible one."""

from pathlib import Path
from typing import Final

from kickdoor.catalog.folder import absolute
from kickdoor.catalog.load import load_catalog
from kickdoor.core import words as w
from kickdoor.core.codec import options_from_dict
from kickdoor.core.errors import BadData
from kickdoor.core.machine import Frame, call, run
from kickdoor.core.ruleset import Options, RuleSet
from kickdoor.core.state import Body, Fight, Seat, State
from kickdoor.core.zones import is_item, stays_by_itself
from kickdoor.rules import combat as combat_rules
from kickdoor.rules import turn as turn_rules
from kickdoor.rules.fighting import enhance
from kickdoor.rules.start import FEWEST, MOST, blank_state
from kickdoor.scenario.document import Block, Malformed, Rows
from kickdoor.scenario.names import Names, plain
from kickdoor.scenario.reader import DECKS, Scenario, block, flag, known_keys, names, shown

PHASES: Final = {
    "arrange": (turn_rules.ARRANGE, w.ARRANGE),
    "second": (turn_rules.SECOND, w.SECOND),
    "charity": (turn_rules.CHARITY, w.CHARITY),
}
MATE_KINDS: Final = (w.MATE,)
NO_CARD: Final = ("human", "none")
HOSTS: Final = (w.FOLLOWER, w.ITEM)
"""What carries an Item; anything else that is attached hangs on an Item itself."""


def rules_of(scenario: Scenario, folders: list[Path] | None) -> RuleSet:
    """Loads the sets the scenario is about; folders with others are left alone."""
    try:
        return load_catalog(scenario.sets, [one for one in folders or [] if absolute(one).name in scenario.sets])
    except Malformed:
        raise
    except BadData as e:
        raise Malformed(f"sets: {e}") from None


def read_options(scenario: Scenario) -> Options:
    """Reads the table options."""
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
        if not FEWEST <= count <= MOST:
            raise Malformed(f"the game is for {FEWEST} to {MOST} players, not {count} (SETUP-01)")
        self.s = blank_state(rules, read_options(scenario), seed, count, self.sexes())
        self.free: list[list[int]] = [deck[:] for deck in self.s.decks]
        """Cards that nobody has named yet."""
        self.placed: dict[int, list[int]] = {}
        """The cards of each seat in the order the scenario names them, so that `Laser (2)` keeps its number."""

    def sexes(self) -> list[int]:
        out: list[int] = []
        for name, spec in self.scenario.players.items():
            sex = spec.get("sex", w.SEXES[w.MALE])
            if sex not in w.SEXES:
                raise Malformed(f"{name}: sex is male or female, not {shown(sex)}", spec.line)
            out.append(w.SEXES.index(str(sex)))
        return out

    def take(self, text: object, where: str, line: int) -> int:
        """Takes a card of that name out of the decks."""
        name = self.names.need_card(text, line)
        for d in name.defs:
            for card in self.free[d.deck]:
                if self.s.cards[card] is d:
                    self.free[d.deck].remove(card)
                    return card
        copies = sum(d.copies for d in name.defs)
        raise Malformed(f"{where}: the sets hold {text} only {copies} time{'s' if copies > 1 else ''}", line)

    def build(self) -> State:
        """Builds the state and goes on to the first question."""
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
        fight = None if self.scenario.combat is None else self.fight(self.scenario.combat)
        for i, deck in enumerate(DECKS):
            rest = [] if deck in self.scenario.only else self.free[i]
            s.decks[i] = rest + stacked[i][::-1]
        s.rng.script = self.scenario.dice[::-1]
        if not self.scenario.new_game:
            self.check_limits()
        self.begin(fight)
        return s

    # The players

    def player(self, name: str, p: Seat, spec: Block) -> None:
        """Lays out one player's cards."""
        p.level = self.level(name, spec)
        self.character(name, p, spec)
        for card in self.several(name, p, spec, "followers", (w.FOLLOWER,)):
            p.play.append(card)
        for key in ("equipped", "carried"):
            kinds = (w.ITEM,) if key == "equipped" else (w.ITEM, w.ONESHOT)
            for card in self.several(name, p, spec, key, kinds):
                p.play.append(card)
                if key == "equipped" and is_item(self.s.cards[card]):
                    p.equipped.append(card)
        for card in self.several(name, p, spec, "curses", (w.CURSE,)):
            if self.s.cards[card].lasts == w.NOT_KEPT:
                raise Malformed(f"{name}: {self.s.cards[card].name} is not kept before anybody", spec.line)
            p.play.append(card)
        self.attach(name, p, spec)
        p.hand.extend(self.several(name, p, spec, "hand", tuple(range(len(w.KINDS)))))
        self.tokens(name, p, spec)
        p.dead = flag(spec, "dead")
        p.newborn = p.dead
        if p.dead and (p.hand or p.equipped or [c for c in p.play if is_item(self.s.cards[c])]):
            raise Malformed(f"{name}: the dead have neither hand nor Items (DEATH-01)", spec.line)

    def level(self, name: str, spec: Block) -> int:
        level = spec.get("level", 1)
        top = self.s.options.winning_level - 1
        if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= top:
            raise Malformed(f"{name}: level is 1 to {top}, not {shown(level)}", spec.line)
        return level

    def several(self, name: str, p: Seat, spec: Block, key: str, kinds: tuple[int, ...]) -> list[int]:
        """Takes the cards a player has under one heading."""
        out: list[int] = []
        for text in names(spec.get(key), f"{name}: {key}", spec.line):
            card = self.take(text, name, spec.line)
            kind = self.s.cards[card].kind
            # What lies there without being an Item is named among either sort of them
            if kind not in kinds and not (w.ITEM in kinds and stays_by_itself(self.s.cards[card])):
                raise Malformed(f"{name}: {key} cannot hold {text}, which is a {w.KINDS[kind]}", spec.line)
            self.placed[p.index].append(card)
            out.append(card)
        return out

    def character(self, name: str, p: Seat, spec: Block) -> None:
        """Gives Classes and Races with the cards that allow two of them."""
        line = spec.line
        spec = Block(spec)
        spec.line = line
        for key in ("class", "race"):
            # Human is the absence of a card, and so is no Class
            spec[key] = Rows([t for t in names(spec.get(key), key, spec.line) if plain(t) not in NO_CARD])
        for key, kind, second, word in (
            ("class", w.CLASS, w.SUPER, "super"),
            ("race", w.RACE, w.HALFBREED, "half"),
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
        """Takes a Super Munchkin or Half-Breed."""
        for card in self.free[w.DOOR]:
            if self.s.cards[card].kind == kind:
                self.free[w.DOOR].remove(card)
                return card
        raise Malformed(f"{name}: the sets hold no {w.KINDS[kind]} card (any more)", line)

    def own(self, p: Seat, text: object) -> int:
        """Finds a card already laid out before a player; -1 if there is none."""
        name = self.names.need_card(text)
        found = [c for c in self.placed[p.index] if c in p.play and name.fits(self.s.cards[c])]
        number = name.number or 1
        return found[number - 1] if len(found) >= number else -1

    def attach(self, name: str, p: Seat, spec: Block) -> None:
        """Attaches cards to Items, and gives followers what they carry."""
        s = self.s
        for text, target in block(spec.get("attached"), f"{name}: attached", spec.line).items():
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
                if s.cards[card].kind == w.ITEM:
                    p.equipped.append(card)
            if not is_item(s.cards[item]):
                raise Malformed(f"{name}: {target} is no Item", spec.line)
            if s.cards[card].kind in HOSTS:
                s.attached[item] = card
            else:
                s.attached[card] = item

    def tokens(self, name: str, p: Seat, spec: Block) -> None:
        """Counts out the tokens."""
        for kind, number in block(spec.get("tokens"), f"{name}: tokens", spec.line).items():
            kind = kind.casefold()
            if kind not in self.s.rules.counters:
                raise Malformed(f"{name}: there are no {kind} tokens in {', '.join(self.s.rules.sets)}", spec.line)
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise Malformed(f"{name}: {shown(number)} is no number of tokens", spec.line)
            p.counters[self.s.rules.counters.index(kind)] = number
        if any(all(p.counters[kind] for kind in meal) for meal in self.s.rules.meals):
            raise Malformed(f"{name}: a complete set of tokens is turned in at once (TOKEN-11)", spec.line)

    def check_limits(self) -> None:
        """Refuses a position that the rules would put right at once."""
        s = self.s.copy()
        s.rules.procedures.check_limits(s)
        for name, p, before in zip(self.scenario.players, s.seats, self.s.seats, strict=True):
            for frame in s.stack:
                if getattr(frame, "seat", -1) == p.index:
                    raise Malformed(f"{name} has more in play than the rules allow", self.scenario.players[name].line)
            gone = [s.cards[c].name for c in before.equipped if c not in p.equipped]
            gone += [s.cards[c].name for c in before.play if c not in p.play]
            if gone:
                line = self.scenario.players[name].line
                raise Malformed(f"{name} may not have {', '.join(gone)} like that", line)

    # The fight and the turn

    def fight(self, spec: Block) -> Fight:
        """Lays out a fight in progress."""
        known_keys(spec, ("fighter", "helper", "monsters"), "combat")
        fighter = spec.get("fighter") or self.scenario.turn or next(iter(self.scenario.players))
        fight = Fight(self.names.need_player(fighter, spec.line))
        if spec.get("helper") is not None:
            fight.helper = self.names.need_player(spec["helper"], spec.line)
            if fight.helper == fight.main:
                raise Malformed("combat: the fighter cannot be his own helper", spec.line)
        found = spec.get("monsters")
        for entry in found if isinstance(found, Rows) else [found]:
            self.monster(fight, entry, spec.line)
        for seat in (fight.main, fight.helper):
            if seat >= 0 and self.s.seats[seat].dead:
                raise Malformed("combat: the dead do not fight (HELP-29)", spec.line)
        return fight

    def monster(self, fight: Fight, entry: object, line: int) -> None:
        if isinstance(entry, Block):
            known_keys(entry, ("name", "enhancers"), "combat: monsters")
            line = entry.line
            more = names(entry.get("enhancers"), "enhancers", line)
            entry = entry.get("name")
        else:
            more = []
        card = self.take(entry, "combat", line)
        d = self.s.cards[card]
        if d.kind in MATE_KINDS and fight.bodies:
            self.mate(fight, fight.bodies[-1], card)
            return
        if d.kind != w.MONSTER:
            raise Malformed(f"combat: {entry} is no monster", line)
        body = Body(fight.next_uid, card, d.index, fight.next_uid, bool(fight.bodies))
        fight.next_uid += 1
        fight.bodies.append(body)
        for text in more:
            extra = self.take(text, "combat", line)
            if self.s.cards[extra].kind in MATE_KINDS:
                self.mate(fight, body, extra)
            elif self.s.cards[extra].kind == w.ENHANCER:
                enhance(self.s, fight, body.uid, extra)
            else:
                raise Malformed(f"combat: {text} is no enhancer", line)

    def mate(self, fight: Fight, body: Body, card: int) -> None:
        twin = Body(fight.next_uid, card, body.definition, body.group, True)
        twin.tags = body.tags
        twin.taken = body.taken
        fight.bodies.append(twin)
        fight.next_uid += 1

    def begin(self, fight: Fight | None) -> None:
        """Pushes the frames of the turn, and goes on."""
        s = self.s
        if self.scenario.new_game:
            s.rules.procedures.begin(s)
        else:
            seat = self.scenario.seat(self.scenario.turn) if self.scenario.turn else 0
            if s.seats[seat].dead:
                raise Malformed("whose turn it is cannot be dead (DEATH-16)")
            s.turn = seat
            s.turns = 1
            turn = turn_rules.Turn(seat)
            turn.pc, s.phase = PHASES[self.scenario.phase]
            if s.options.listen_at_the_door and turn.pc == turn_rules.ARRANGE and fight is None:
                turn.pc = turn_rules.LISTEN
            call(s, turn)
            if fight is not None:
                self.begin_fight(turn, fight)
        run(s)

    def begin_fight(self, turn: Frame, fight: Fight) -> None:
        s = self.s
        turn.pc = turn_rules.AFTER_FIGHT
        frame = combat_rules.Combat(fight.main, fight.bodies[0].card if fight.bodies else -1)
        frame.pc = combat_rules.FIGHT
        if not fight.bodies:
            raise Malformed("combat: there is no monster")
        s.phase = w.COMBAT
        s.fight = fight
        call(s, frame)
