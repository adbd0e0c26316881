"""Replay of a record with a check of every answer."""

from __future__ import annotations

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.game import Game
from kickdoor.replay.fingerprints import result_of
from kickdoor.replay.provenance import ReplayMismatch, origin_of
from kickdoor.replay.record import Record, catalog_of
from kickdoor.replay.recorder import Recorder


class Replayer:
    """A replay of a record, one answer at a time. Its recorder can continue the game from any point."""

    def __init__(self, record: Record, rules: RuleSet | None = None) -> None:
        self.rules = catalog_of(record) if rules is None else rules
        self.record = record
        self.origin = origin_of(record, self.rules)
        try:
            options = options_from_dict(record.options)
            self.recorder = Recorder(self.rules, record.seats, record.seed, options, record.sexes)
            if record.begun is None:
                self.origin.check_deal(self.recorder, record.dealt)
            self.recorder.begin_as(record)
        except BadData as e:
            raise e if isinstance(e, ReplayMismatch) else self.origin.differs(str(e)) from None

    @property
    def game(self) -> Game:
        return self.recorder.game

    @property
    def done(self) -> int:
        """The number of answers replayed so far."""
        return len(self.recorder.answers)

    def step(self) -> list[Event]:
        """Apply the next answer, check it and return its events."""
        return self.origin.give_again(self.recorder, self.record.answers[self.done], self.recorder.apply)

    def finish(self) -> Game:
        """Replay all remaining answers and check the result."""
        while self.done < len(self.record.answers):
            self.step()
        self.origin.check_end(self.record.result, result_of(self.game.state))
        return self.game


def replay(record: Record, rules: RuleSet | None = None) -> Game:
    """Replay a whole record. Raise ReplayMismatch at the first difference."""
    return Replayer(record, rules).finish()
