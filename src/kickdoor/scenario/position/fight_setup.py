"""Lays out a fight in progress with its bargain, or the flight after a lost one."""

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
from kickdoor.scenario.parsing.values import block, known_keys, names
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows
from kickdoor.scenario.steps.scenario_game import ScenarioGame

MATE_KINDS: Final = (nr.MATE,)
WORDS: Final = ("fighter", "helper", "monsters", "bargain", "running")

Take = Callable[[object, str, int], int]
"""Takes a card of that name out of the decks, for that part of the position, at that line."""


class Battle:
    """The fight of one position."""

    def __init__(self, s: State, known: Names, placed: dict[int, list[int]], take: Take, spec: Block) -> None:
        self.s = s
        self.names = known
        self.placed = placed
        self.take = take
        self.spec = spec
        self.run: escape_rules.RunAway | None = None

    def lay_out(self, turn: int) -> None:
        """Lay out fighters, monsters, bargain and flight."""
        spec = self.spec
        known_keys(spec, WORDS, "combat")
        main = turn if spec.get("fighter") is None else self.names.need_player(spec["fighter"], spec.line)
        fight = self.s.fight = Fight(main)
        found = spec.get("monsters")
        for entry in found if isinstance(found, Rows) else [found]:
            self.monster(fight, entry)
        if not fight.bodies:
            raise Malformed("combat: there is no monster", spec.line)
        helper = -1 if spec.get("helper") is None else self.names.need_player(spec["helper"], spec.line)
        if helper == main:
            raise Malformed("combat: the fighter cannot be the helper too", spec.line)
        running = spec.get("running")
        if running is None and any(self.s.seats[seat].dead for seat in (main, helper) if seat >= 0):
            raise Malformed("combat: the dead do not fight (HELP-29)", spec.line)
        if helper >= 0:
            self.helper(fight, helper)
        elif spec.get("bargain") is not None:
            raise Malformed("combat: a bargain needs a helper", spec.line)
        if running is not None:
            self.flight(fight, block(running, "running", spec.line))

    # The monsters

    def monster(self, fight: Fight, entry: object) -> None:
        line = self.spec.line
        more: list[str] = []
        if isinstance(entry, Block):
            known_keys(entry, ("name", "enhancers"), "combat: monsters")
            line = entry.line
            more = names(entry.get("enhancers"), "enhancers", line)
            entry = entry.get("name")
        if entry is None:
            raise Malformed("combat: there is no monster", line)
        card = self.take(entry, "combat", line)
        d = self.s.cards[card]
        if d.kind in MATE_KINDS and fight.bodies:
            self.mate(fight, fight.bodies[-1], card)
            return
        if d.kind != nr.MONSTER:
            raise Malformed(f"combat: {entry} is no monster", line)
        body = FightMonster(fight.next_uid, card, d.index, fight.next_uid, bool(fight.bodies))
        fight.next_uid += 1
        fight.bodies.append(body)
        for text in more:
            self.enhancer(fight, body, text, line)

    def enhancer(self, fight: Fight, body: FightMonster, text: str, line: int) -> None:
        extra = self.take(text, "combat", line)
        d = self.s.cards[extra]
        if d.kind in MATE_KINDS:
            self.mate(fight, body, extra)
            return
        if d.kind != nr.ENHANCER:
            raise Malformed(f"combat: {text} is no enhancer", line)
        ways = [way for way in d.plays if way.aim == nr.A_MONSTER]
        if ways and not any(body_fits(self.s, fight, way, body.uid) for way in ways):
            name = self.s.rules.defs[body.definition].name
            raise Malformed(f"combat: {text} cannot be played on {name}", line)
        enhance(self.s, fight, body.uid, extra)

    def mate(self, fight: Fight, body: FightMonster, card: int) -> None:
        twin = FightMonster(fight.next_uid, card, body.definition, body.group, True)
        twin.tags = body.tags
        twin.taken = body.taken
        fight.bodies.append(twin)
        fight.next_uid += 1

    # The bargain

    def helper(self, fight: Fight, helper: int) -> None:
        """Let the helper join on the terms that are given, or for nothing."""
        line = self.spec.line
        terms = block(self.spec.get("bargain"), "bargain", line)
        check_terms(terms, "combat: bargain", line)
        fight.helper = helper
        picks = read_terms(self.table(), terms)
        if not TermsForm(self.s, fight.main, helper).check(self.s, picks, Verdict(False)):
            raise Malformed("combat: that bargain cannot be struck (HELP-07, HELP-08, HELP-10)", line)
        show_promised(self.s, helper, picks)
        join_as_helper(self.s, fight, helper, picks)
        # The limits are looked at for the position as a whole
        self.s.dirty = False
        if not self.s.seats[helper].dead and may_not_stay(self.s, fight):
            raise Malformed(f"combat: {self.names.players[helper]} may not help in this fight (COMBAT-15)", line)

    def table(self) -> ScenarioGame:
        """Make a table to read names by."""
        return ScenarioGame(self.s, self.names, self.placed)

    # The flight

    def flight(self, fight: Fight, spec: Block) -> None:
        """Start where the fight is lost and each runner has still to get away from the monsters named.

        The others are behind the runner, who has rolled for them: before the first roll one may still sacrifice a
        follower. The main fighter runs before the helper (AMB-72), unless the helper is in the midst of it; where the
        table lets the two agree, they run as the scenario names them.
        """
        left: dict[int, list[int]] = {}
        for text, monsters in spec.items():
            seat = self.names.need_player(text, spec.line)
            if seat not in combatants(fight):
                raise Malformed(f"running: {text} is not in the fight", spec.line)
            left[seat] = self.bodies(names(monsters, "running", spec.line), spec.line)
            if left[seat] and self.s.seats[seat].dead:
                raise Malformed(f"running: {text} is dead and runs no more (RUN-16)", spec.line)
        runners = [seat for seat in left if left[seat]]
        if self.s.options.run_order != AGREE:
            runners = [seat for seat in combatants(fight) if seat in runners]
        if not runners:
            raise Malformed("running: nobody has to run from anything", spec.line)
        midst = [seat for seat in runners if len(left[seat]) < len(fight.bodies)]
        runners = midst[:1] + [seat for seat in runners if seat not in midst[:1]]
        run = self.run = escape_rules.RunAway()
        run.pc = escape_rules.CHOOSE
        run.runner = runners[0]
        run.waiting = runners[1:]
        run.todo = left[run.runner]
        run.has_rolled = bool(midst)
        for seat in combatants(fight):
            behind = [body.uid for body in fight.bodies if body.uid not in left.get(seat, [])]
            fight.escaped.extend([n for uid in behind for n in (seat, uid)])
            if behind and seat not in run.waiting:
                run.begun = True
                fight.rolled |= 1 << seat
        both = totals(self.s)
        # Cards that were played into the fight cannot be given, so that the totals may look better than they were
        fight.margin = max(both[nr.MONSTERS] - both[nr.MUNCHKINS], 0)
        fight.lost = True

    def bodies(self, texts: list[str], line: int) -> list[int]:
        """Find monsters of the fight by name; one named twice without a number is each of two."""
        table = self.table()
        out: list[int] = []
        for text in texts:
            self.names.need_card(text, line)
            found = [body.uid for body in table.bodies(text) if body.uid not in out]
            if not found:
                raise Malformed(f"running: there is no {text} (any more) in the fight", line)
            out.append(found[0])
        return out

    def begin(self, turn: Frame) -> None:
        """Push the frames of the fight."""
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
