"""The game of a scenario: a state in which cards and monsters are found by name and answers are applied."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import (
    CHOOSE,
    CHOOSE_MANY,
    FORM_BIT,
    PASS,
    Answer,
    Verdict,
    act_of,
    option,
)
from kickdoor.engine.machine.resolve import programs_running
from kickdoor.engine.rules.turn.windows import declaration_open
from kickdoor.engine.state.state import FightMonster, State
from kickdoor.scenario.parsing.card_names import Name, Names
from kickdoor.scenario.steps.automatic_answers import PASSED, AutomaticAnswers

MAX_PASSES: Final = 1000
DECLARATIONS: Final = ("claim", "give up")
"""Verbs that open a window, which closes at once if no player can respond."""
NO: Final = option(CHOOSE, -1, nr.A_NUMBER, 0)
YES: Final = option(CHOOSE, -1, nr.A_NUMBER, 1)
NO_TARGET: Final = 4095
"""Target that no option ever has. The engine refuses an interpretation with it, and gives the reason."""


class Interpretation:
    """One possible meaning of a step: an option with its picks."""

    def __init__(self, seat: int, code: int, picks: list[int] | None = None) -> None:
        self.seat = seat
        self.code = code
        self.picks: list[int] = [] if picks is None else picks


class PendingChoice:
    """Values that a step has already given for prompts that its card opens later."""

    def __init__(self, seat: int, card: int, values: list[object]) -> None:
        self.seat = seat
        self.card = card
        self.values = values
        self.victim = -1
        """Seat that the card targets if the step names only a card of that player; otherwise -1."""

    def copy(self) -> "PendingChoice":
        c = PendingChoice(self.seat, self.card, self.values)
        c.victim = self.victim
        return c


class ScenarioGame:
    """A game state with the names of a scenario."""

    def __init__(self, s: State, names: Names, placed: dict[int, list[int]]) -> None:
        self.s = s
        self.names = names
        self.placed = placed
        """The cards of each seat in the order of the scenario."""
        self.events: list[Event] = []
        """Events since the start of the last action."""
        self.automatic = AutomaticAnswers()
        self.last_verb = ""
        """Verb of the last action."""
        self.last_window = -1
        """Uid of the window in which the last action passed; -1 if the last action was not a pass."""
        self.pending: list[PendingChoice] = []
        self.ordinals: dict[int, tuple[int, int]] = {}
        """Definition and number of each fight monster by uid; `Net Troll (2)` has number 2."""
        self.number_monsters()

    def copy(self) -> "ScenarioGame":
        """Return an independent copy, on which a step can be tried."""
        c = ScenarioGame(self.s.copy(), self.names, self.placed)
        c.events = self.events[:]
        c.automatic = self.automatic.copy()
        c.last_verb = self.last_verb
        c.last_window = self.last_window
        c.pending = [choice.copy() for choice in self.pending]
        c.ordinals = self.ordinals.copy()
        return c

    def adopt(self, trial: "ScenarioGame") -> None:
        """Take over the state of a copy on which a step succeeded."""
        self.__dict__.update(trial.__dict__)

    # Names

    def player_name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.names.players[seat]

    def find_card(self, text: object, pools: list[list[int]], taken: list[int] | None = None) -> int:
        """Find a card by name in the first pool that has it, except those taken; -1 if there is none."""
        name = self.names.need_card(text)
        for pool in pools:
            card = self.find_in(name, [c for c in pool if taken is None or c not in taken])
            if card >= 0:
                return card
        return -1

    def find_in(self, name: Name, pool: list[int]) -> int:
        """Find a card by name in one pool; -1 if there is none.

        A number counts the cards that the scenario gave one player, and otherwise those of the pool.
        """
        found = [c for c in pool if name.fits(self.s.cards[c])]
        if name.owner >= 0:
            p = self.s.seats[name.owner]
            found = [c for c in found if c in p.play or c in p.hand]
        if not found:
            return -1
        number = name.number or 1
        for placed in self.placed.values():
            same = [c for c in placed if name.fits(self.s.cards[c])]
            if name.number and len(same) >= number and same[number - 1] in found:
                return same[number - 1]
        return found[number - 1] if len(found) >= number else -1

    def list_matches(self, text: object, pools: list[list[int]]) -> list[int]:
        """List the equal cards of this name in the first pool that has any; a number selects one of them."""
        name = self.names.need_card(text)
        for pool in pools:
            card = self.find_in(name, pool)
            if card >= 0:
                if name.number:
                    return [card]
                return [card] + [c for c in pool if c != card and self.s.cards[c] is self.s.cards[card]]
        return []

    def all_cards(self) -> list[int]:
        """Return all cards of the game."""
        return list(range(len(self.s.cards)))

    def search_pools(self, seat: int) -> list[list[int]]:
        """Return the pools in which a card named by a player is searched, in this order.

        They are the hand, the player's cards in play, cards set aside, other players' cards in play, and all cards.
        """
        p = self.s.seats[seat]
        others = [c for other in self.s.seats if other is not p for c in other.play]
        return [p.hand, p.play, self.s.aside, others, self.all_cards()]

    def find_cards(self, texts: list[str], pools: list[list[int]]) -> list[int]:
        """Find a different card for each name; -1 where there is none."""
        taken: list[int] = []
        for text in texts:
            taken.append(self.find_card(text, pools, taken))
        return taken

    def number_monsters(self) -> None:
        """Give each new fight monster its number among equal ones, in the order of arrival."""
        fight = self.s.fight
        if fight is None:
            self.ordinals = {}
            return
        for monster in fight.bodies:
            if monster.uid not in self.ordinals:
                count = sum(definition == monster.definition for definition, _ in self.ordinals.values())
                self.ordinals[monster.uid] = (monster.definition, count + 1)

    def find_monster(self, text: object) -> FightMonster | None:
        """Find a fight monster by name."""
        found = self.list_monsters(text)
        return found[0] if found else None

    def list_monsters(self, text: object) -> list[FightMonster]:
        """List the fight monsters that a name may mean; the name of a Mate card means the monster it added."""
        name = self.names.card(str(text))
        fight = self.s.fight
        if fight is None or name is None:
            return []
        found = [one for one in fight.bodies if name.fits(self.s.rules.defs[one.definition])]
        if name.number:
            return [one for one in found if self.ordinals.get(one.uid) == (one.definition, name.number)]
        return found or [one for one in fight.bodies if name.fits(self.s.cards[one.card])]

    # Actions

    def is_offered(self, attempt: Interpretation) -> bool:
        """Return whether an option is offered now, with any picks."""
        return bool(self.s.stack) and attempt.code in runtime.legal_options(self.s, attempt.seat)

    def is_legal(self, attempt: Interpretation) -> bool:
        """Return whether an option with its picks is legal now."""
        s = self.s
        if not self.is_offered(attempt):
            return False
        if attempt.code & FORM_BIT:
            return runtime.form(s, attempt.seat, attempt.code).check(s, attempt.picks, Verdict(False))
        return not attempt.picks

    def start_action(self, verb: str) -> None:
        """Start an action of a player: forget the events and automatic answers before it."""
        self.events = []
        self.last_window = self.window_uid() if verb == "pass" else -1
        self.automatic.forget(self.last_window)
        self.last_verb = verb

    def apply(self, attempt: Interpretation) -> None:
        """Apply an answer, and record its events and automatic answers."""
        events: list[Event] = []
        picked = self.s.picked
        self.s.events = events
        try:
            runtime.apply(self.s, Answer(attempt.seat, attempt.code, attempt.picks))
        finally:
            self.s.events = None
        self.automatic.record(self.s, events, attempt.code, attempt.picks)
        if self.s.picked is not picked and act_of(attempt.code) not in (CHOOSE, CHOOSE_MANY):
            self.automatic.record_picks(self.s.picked, events)
        self.record_events(events)
        self.number_monsters()

    def record_events(self, events: list[Event]) -> None:
        """Record events; a new fight numbers its monsters from 1 again."""
        self.events += events
        if any(event.kind == ev.FIGHT_BEGUN for event in events):
            self.ordinals = {}

    def prompted_seats(self) -> list[int]:
        """List the seats that are prompted."""
        mask = runtime.prompted_seats(self.s)
        return [p.index for p in self.s.seats if mask >> p.index & 1]

    def pass_idle_seats(self) -> None:
        """Pass for every seat that can only pass."""
        for _ in range(MAX_PASSES):
            idle = [seat for seat in self.prompted_seats() if runtime.legal_options(self.s, seat) == [PASS]]
            if not idle:
                return
            window = self.window_uid()
            self.apply(Interpretation(idle[0], PASS))
            self.automatic.answers.append((idle[0], PASSED, window))

    def window_uid(self) -> int:
        """Return the uid of the open window, or of the window that the last pass closed; -1 if there is none.

        The window of a declaration that closed at once has uid 0.
        """
        top = self.s.stack[-1] if self.s.stack else None
        if top is not None and top.WINDOW:
            return top.uid
        return 0 if self.last_verb in DECLARATIONS else self.last_window

    def pass_all(self) -> None:
        """Pass for all prompted seats until the open window closes, also if it restarts.

        Right after `claim` or `give up` this means the window of that declaration. If it closed at once, nothing is
        passed.
        """
        top = self.s.stack[-1] if self.s.stack else None
        is_closed = self.last_verb in DECLARATIONS and declaration_open(self.s) is None
        if top is None or is_closed:
            self.last_window = self.window_uid()
            self.last_verb = "pass"
            return
        window = top.uid
        for i in range(MAX_PASSES):
            if not self.s.stack or self.s.stack[-1].uid != window:
                return
            waiting = [seat for seat in self.prompted_seats() if PASS in runtime.legal_options(self.s, seat)]
            if not waiting:
                return
            if i == 0:
                self.start_action("pass")
            self.apply(Interpretation(waiting[0], PASS))

    def is_resolving(self, card: int) -> bool:
        """Return whether a frame on the stack belongs to a card."""
        return any(getattr(frame, "card", -1) == card for frame in self.s.stack)

    def is_prompting(self, card: int) -> bool:
        """Return whether the program of a card is being resolved, so that the current prompt is one of its own."""
        return any(program.card == card for program in programs_running(self.s))

    def waiting_text(self) -> str:
        """Return a sentence that says which players are prompted, and for what."""
        if self.s.phase == nr.OVER:
            return "the game is over"
        parts = [f"{self.player_name(seat)} ({runtime.prompt(self.s, seat).word})" for seat in self.prompted_seats()]
        return "the game waits for " + (", ".join(parts) or "no player")
