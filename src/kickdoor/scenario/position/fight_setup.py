"""Setup of a fight in progress with its bargain, or of running away after a lost fight."""

from collections.abc import Callable
from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import AGREE
from kickdoor.engine.machine.prompts import Verdict
from kickdoor.engine.machine.runtime import Frame, push_frame
from kickdoor.engine.rules.fight import combat as combat_rules
from kickdoor.engine.rules.fight import run_away as escape_rules
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.rules.fight.game_winning import may_not_stay
from kickdoor.engine.rules.fight.help import join_as_helper, show_promised
from kickdoor.engine.rules.fight.participants import enhance
from kickdoor.engine.rules.fight.strength import combatants, totals
from kickdoor.engine.rules.plays.targeting import body_fits
from kickdoor.engine.rules.turn import turn as turn_rules
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.scenario.parsing.bargain_terms import read_terms
from kickdoor.scenario.parsing.card_names import Names
from kickdoor.scenario.parsing.scenario_parser import check_terms
from kickdoor.scenario.parsing.values import check_keys, read_block, read_names
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows
from kickdoor.scenario.steps.scenario_game import ScenarioGame

FIGHT_KEYS: Final = ("fighter", "helper", "monsters", "bargain", "running")

Take = Callable[[object, str, int], int]
"""`Builder.take`: it removes a card from the decks by name; the part of the position and the line are for errors."""


class FightSetup:
    """Setup of the fight in one position."""

    def __init__(self, s: State, names: Names, placed: dict[int, list[int]], take: Take, spec: Block) -> None:
        self.s = s
        self.names = names
        self.placed = placed
        self.take = take
        self.spec = spec
        self.run: escape_rules.RunAway | None = None

    def build(self, turn: int) -> None:
        """Set up fighters, monsters, bargain and running away. `turn` is the seat whose turn it is."""
        spec = self.spec
        check_keys(spec, FIGHT_KEYS, "combat")
        main = turn if spec.get("fighter") is None else self.names.need_player(spec["fighter"], spec.line)
        fight = self.s.fight = Fight(main)
        monsters = spec.get("monsters")
        for entry in monsters if isinstance(monsters, Rows) else [monsters]:
            self.add_monster(fight, entry)
        if not fight.bodies:
            raise Malformed("combat: there is no monster", spec.line)
        helper = -1 if spec.get("helper") is None else self.names.need_player(spec["helper"], spec.line)
        if helper == main:
            raise Malformed("combat: the fighter cannot be the helper too", spec.line)
        running = spec.get("running")
        if running is None and any(self.s.seats[seat].dead for seat in (main, helper) if seat >= 0):
            raise Malformed("combat: the dead do not fight (HELP-29)", spec.line)
        if helper >= 0:
            self.add_helper(fight, helper)
        elif spec.get("bargain") is not None:
            raise Malformed("combat: a bargain needs a helper", spec.line)
        if running is not None:
            self.start_running(fight, read_block(running, "running", spec.line))

    # The monsters

    def add_monster(self, fight: Fight, entry: object) -> None:
        """Add a monster with its enhancers, or a Mate of the last monster."""
        line = self.spec.line
        enhancers: list[str] = []
        if isinstance(entry, Block):
            check_keys(entry, ("name", "enhancers"), "combat: monsters")
            line = entry.line
            enhancers = read_names(entry.get("enhancers"), "enhancers", line)
            entry = entry.get("name")
        if entry is None:
            raise Malformed("combat: there is no monster", line)
        card = self.take(entry, "combat", line)
        d = self.s.cards[card]
        if d.kind == nr.MATE and fight.bodies:
            self.add_mate(fight, fight.bodies[-1], card)
            return
        if d.kind != nr.MONSTER:
            raise Malformed(f"combat: {entry} is not a monster", line)
        monster = FightMonster(fight.next_uid, card, d.index, fight.next_uid, bool(fight.bodies))
        fight.next_uid += 1
        fight.bodies.append(monster)
        for text in enhancers:
            self.add_enhancer(fight, monster, text, line)

    def add_enhancer(self, fight: Fight, monster: FightMonster, text: str, line: int) -> None:
        """Play an enhancer or a Mate on a monster."""
        card = self.take(text, "combat", line)
        d = self.s.cards[card]
        if d.kind == nr.MATE:
            self.add_mate(fight, monster, card)
            return
        if d.kind != nr.ENHANCER:
            raise Malformed(f"combat: {text} is not an enhancer", line)
        plays = [play for play in d.plays if play.aim == nr.A_MONSTER]
        if plays and not any(body_fits(self.s, fight, play, monster.uid) for play in plays):
            name = self.s.rules.defs[monster.definition].name
            raise Malformed(f"combat: {text} cannot be played on {name}", line)
        enhance(self.s, fight, monster.uid, card)

    def add_mate(self, fight: Fight, monster: FightMonster, card: int) -> None:
        """Add the second monster of a Mate card."""
        mate = FightMonster(fight.next_uid, card, monster.definition, monster.group, True)
        mate.tags = monster.tags
        mate.taken = monster.taken
        fight.bodies.append(mate)
        fight.next_uid += 1

    # The bargain

    def add_helper(self, fight: Fight, helper: int) -> None:
        """Let the helper join on the terms of `bargain`, or for nothing."""
        line = self.spec.line
        terms = read_block(self.spec.get("bargain"), "bargain", line)
        check_terms(terms, "combat: bargain", line)
        fight.helper = helper
        picks = read_terms(self.game(), terms)
        if not TermsForm(self.s, fight.main, helper).check(self.s, picks, Verdict(False)):
            raise Malformed("combat: these terms are not legal (HELP-07, HELP-08, HELP-10)", line)
        show_promised(self.s, helper, picks)
        join_as_helper(self.s, fight, helper, picks)
        # `check_fight` checks the limits once the whole fight is set up.
        self.s.dirty = False
        if not self.s.seats[helper].dead and may_not_stay(self.s, fight):
            raise Malformed(f"combat: {self.names.players[helper]} may not help in this fight (COMBAT-15)", line)

    def game(self) -> ScenarioGame:
        """Return a game in the current state, to look up names."""
        return ScenarioGame(self.s, self.names, self.placed)

    # Running away

    def start_running(self, fight: Fight, spec: Block) -> None:
        """Set up running away: `spec` names the monsters from which each player still has to run.

        - A player has already rolled for the monsters that are not named. Before the first roll, a player may
          sacrifice a follower.
        - The main fighter runs before the helper (AMB-72), unless the helper has already begun. If the rule options
          let the two agree, they run in the order of the scenario.
        """
        remaining: dict[int, list[int]] = {}
        for text, monsters in spec.items():
            seat = self.names.need_player(text, spec.line)
            if seat not in combatants(fight):
                raise Malformed(f"running: {text} is not in the fight", spec.line)
            remaining[seat] = self.find_monsters(read_names(monsters, "running", spec.line), spec.line)
            if remaining[seat] and self.s.seats[seat].dead:
                raise Malformed(f"running: {text} is dead and cannot run (RUN-16)", spec.line)
        runners = [seat for seat in remaining if remaining[seat]]
        if self.s.options.run_order != AGREE:
            runners = [seat for seat in combatants(fight) if seat in runners]
        if not runners:
            raise Malformed("running: no player has to run", spec.line)
        begun = [seat for seat in runners if len(remaining[seat]) < len(fight.bodies)]
        runners = begun[:1] + [seat for seat in runners if seat not in begun[:1]]
        run = self.run = escape_rules.RunAway()
        run.pc = escape_rules.CHOOSE
        run.runner = runners[0]
        run.waiting = runners[1:]
        run.todo = remaining[run.runner]
        run.has_rolled = bool(begun)
        for seat in combatants(fight):
            escaped = [monster.uid for monster in fight.bodies if monster.uid not in remaining.get(seat, [])]
            fight.escaped.extend([n for uid in escaped for n in (seat, uid)])
            if escaped and seat not in run.waiting:
                run.begun = True
                fight.rolled |= 1 << seat
        strengths = totals(self.s)
        # A scenario cannot name cards played during the fight, so the munchkins may seem to win a fight they lost.
        fight.margin = max(strengths[nr.MONSTERS] - strengths[nr.MUNCHKINS], 0)
        fight.lost = True

    def find_monsters(self, texts: list[str], line: int) -> list[int]:
        """Return the uids of fight monsters by name; a name given twice means two monsters."""
        game = self.game()
        out: list[int] = []
        for text in texts:
            self.names.need_card(text, line)
            found = [monster.uid for monster in game.list_monsters(text) if monster.uid not in out]
            if not found:
                raise Malformed(f"running: there is no {text} (any more) in the fight", line)
            out.append(found[0])
        return out

    def push_frames(self, turn: Frame) -> None:
        """Push the frames of the fight, and of running away, onto that of the turn."""
        s = self.s
        fight = s.fight
        assert fight is not None
        turn.pc = turn_rules.AFTER_FIGHT
        frame = combat_rules.Combat(fight.main, fight.bodies[0].card)
        frame.pc = combat_rules.FIGHT if self.run is None else combat_rules.OVER
        s.phase = nr.COMBAT if self.run is None else nr.RUN
        push_frame(s, frame)
        if self.run is not None:
            push_frame(s, self.run)
