"""Plays a record again, checking that everything comes out as it did."""

from __future__ import annotations

from kickdoor.core.codec import options_from_dict
from kickdoor.core.errors import BadData, Refused
from kickdoor.core.events import Event
from kickdoor.core.prompts import Answer, parse
from kickdoor.core.ruleset import RuleSet
from kickdoor.game import Game, new_game
from kickdoor.replay.outcomes import Outcomes, result_of
from kickdoor.replay.record import Record, catalog_of, check_catalog


class Replayer:
    """A record being played again, one answer at a time."""

    def __init__(self, record: Record, rules: RuleSet | None = None) -> None:
        self.rules = catalog_of(record) if rules is None else rules
        check_catalog(record, self.rules)
        self.record = record
        options = options_from_dict(record.options)
        self.game: Game = new_game(self.rules, record.seats, record.seed, options, record.sexes)
        self.outcomes = Outcomes()
        self.done = 0
        """How many answers have been given."""

    def step(self) -> list[Event]:
        """Gives the next answer and checks what comes of it."""
        number = self.done + 1
        step = self.record.answers[self.done]
        code = parse(step.key)
        if code < 0:
            raise BadData(f"answer {number} of the record: '{step.key[:60]}' is no option")
        try:
            events = self.game.apply(Answer(step.seat, code, step.picks, cause=step.cause))
        except Refused as e:
            rules = f" ({', '.join(e.rules)})" if e.rules else ""
            raise BadData(
                f"answer {number} of the record, {step.key} of seat {step.seat}, is refused: {e}{rules}"
            ) from None
        if self.outcomes.after(events) != step.outcome:
            raise BadData(f"answer {number} of the record, {step.key} of seat {step.seat}, now comes out differently")
        self.done = number
        return events

    def finish(self) -> Game:
        """Plays all that is left and checks the result."""
        while self.done < len(self.record.answers):
            self.step()
        found = result_of(self.game.state)
        if found != self.record.result:
            told = self.record.result
            raise BadData(
                f"the record ends with winners {told.winners} after {told.turns} turns in another state than replayed: "
                f"winners {found.winners} after {found.turns} turns"
            )
        return self.game


def replay(record: Record, rules: RuleSet | None = None) -> Game:
    """Plays a whole record again; raises `BadData` at the first thing that differs."""
    return Replayer(record, rules).finish()
