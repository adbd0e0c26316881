"""Sums up a game from its log: how everybody rose and fell, who did what to whom, and what deserves an award."""

from __future__ import annotations

from msgspec import Struct

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import P_TOKEN_PLACE, P_TOKENS
from kickdoor.engine.rules.fight.promises import values_of_kind
from kickdoor.engine.rules.fight.strength import totals
from kickdoor.server.records.table_record import TableRecord
from kickdoor.server.room.game_log import LogEvent
from kickdoor.server.room.match import Match

FACES = 6


class SeatStats(Struct):
    """What one munchkin did."""

    level: int = 0
    fights_won: int = 0
    fights_lost: int = 0
    helped: int = 0
    """Fights of others won by this munchkin's help."""
    escapes: int = 0
    caught: int = 0
    deaths: int = 0
    kills: int = 0
    gold: int = 0
    levels_gained: int = 0
    levels_lost: int = 0
    cards_played: int = 0
    treasures: int = 0
    curses_played: int = 0
    curses_suffered: int = 0
    curses_cancelled: int = 0
    backstab: int = 0
    """The most by which one deed of theirs turned a fight of others against them."""
    given: int = 0
    """Cards given away in Charity."""
    bargain: int = 0
    """The most that one helping hand has brought in: Treasures, Items, and tokens where they were agreed on."""
    held: int = 0
    """The longest they have held a reaction window open, in seconds."""
    dice: list[int] = []

    @property
    def sixes(self) -> int:
        return self.dice[FACES - 1]


class TurnMark(Struct):
    """Where a turn began, with everybody's Level then."""

    seq: int
    turn: int
    seat: int
    levels: list[int]


class Award(Struct):
    """Something worth a mention: a message id, who earned it, and by how much."""

    id: str
    seat: int
    amount: int


class Stats(Struct):
    """The end of a game in numbers."""

    names: list[str]
    kinds: list[str]
    winners: list[int]
    turns: list[TurnMark]
    final: list[int]
    """Everybody's Level at the end."""
    seats: list[SeatStats]
    curses: list[list[int]]
    """How often each seat, the row, cursed each other one, the column."""
    dice: list[int]
    """How often each face was rolled."""
    awards: list[Award]
    answers: int
    seed: str
    fair: bool
    """The seed was promised before the game, and kept."""


AWARDS: tuple[tuple[str, str, int], ...] = (
    ("award.backstab", "backstab", 5),
    ("award.bargain", "bargain", 2),
    ("award.helpful", "helped", 2),
    ("award.runner", "escapes", 2),
    ("award.cursed", "curses_suffered", 2),
    ("award.slayer", "kills", 3),
    ("award.merchant", "gold", 1000),
    ("award.giver", "given", 2),
    ("award.unlucky", "deaths", 1),
    ("award.luck", "sixes", 3),
    ("award.hold", "held", 5),
)
"""Each with what it goes by, and how much of that is worth a mention: somebody leads alone by next to nothing too."""


class Counts:
    """Counts along while a record is played again."""

    def __init__(self, match: Match) -> None:
        self.match = match
        n = len(match.names)
        self.seats = [SeatStats(dice=[0] * FACES) for _ in range(n)]
        self.curses = [[0] * n for _ in range(n)]
        self.turns: list[TurnMark] = []
        self.seat = -1
        self.fight = -1
        self.edge = 0
        self.helper = -1
        self.share = 0
        """What the helper has got out of this fight so far."""
        self.tokens_agreed = False
        self.drawn: dict[int, int] = {}
        """Who has drawn each Treasure of this turn; where there is a helper, another may pick it."""

    def before(self, seat: int) -> None:
        """Note how a fight stands before somebody's answer."""
        s = self.match.state
        self.seat = seat
        self.fight = -1 if s.fight is None else s.fight.main
        self.edge = self.lead()
        deal = [] if s.fight is None else s.fight.deal
        self.tokens_agreed = bool(values_of_kind(deal, P_TOKENS) + values_of_kind(deal, P_TOKEN_PLACE))

    def lead(self) -> int:
        """Return by how much the munchkins lead."""
        s = self.match.state
        if s.fight is None:
            return 0
        both = totals(s)
        return both[nr.MUNCHKINS] - both[nr.MONSTERS]

    def after(self, seq: int, facts: list[LogEvent]) -> None:
        """Count what came of an answer."""
        s = self.match.state
        for fact in facts:
            if fact.event is not None:
                self.count(fact.event)
                self.count_share(fact.event)
                if fact.event.kind == ev.TURN_BEGUN:
                    self.drawn.clear()
                    levels = [p.level for p in s.seats]
                    self.turns.append(TurnMark(seq, fact.event.amount, fact.event.seat, levels))
        fight = s.fight
        if fight is not None and fight.main == self.fight and self.seat not in (fight.main, fight.helper):
            turned = self.edge - self.lead()
            self.seats[self.seat].backstab = max(self.seats[self.seat].backstab, turned)

    def count(self, e: Event) -> None:
        """Count one event."""
        if e.seat < 0:
            return
        mine = self.seats[e.seat]
        if e.kind == ev.DIE_ROLLED and 1 <= e.amount <= FACES:
            mine.dice[e.amount - 1] += 1
        elif e.kind == ev.CURSE_LANDED:
            mine.curses_suffered += 1
            if e.other >= 0:
                self.seats[e.other].curses_played += 1
                self.curses[e.other][e.seat] += 1
        elif e.kind == ev.ITEMS_SOLD:
            mine.gold += max(0, e.other)
        elif e.kind == ev.LEVEL_GAINED:
            mine.levels_gained += e.amount
        elif e.kind == ev.LEVEL_LOST:
            mine.levels_lost += e.amount
        elif e.kind == ev.CHARITY_GIVEN:
            mine.given += len(e.cards)
        elif e.kind in (ev.TREASURES_DRAWN, ev.TREASURE_PICKED):
            self.count_treasures(e)
        elif e.kind == ev.FIGHT_WON:
            mine.fights_won += 1
            if e.other >= 0:
                self.seats[e.other].helped += 1
        else:
            self.count_plain(mine, e.kind)

    def count_treasures(self, e: Event) -> None:
        """Count Treasures for whoever gets them: what the main fighter draws lies there until it is picked."""
        for card in e.cards:
            drawer = self.drawn.pop(card, -1)
            if e.kind == ev.TREASURES_DRAWN:
                self.drawn[card] = e.seat
            elif drawer >= 0:
                self.seats[drawer].treasures -= 1
            self.seats[e.seat].treasures += 1

    def count_share(self, e: Event) -> None:
        """Count what a helper gets for helping."""
        if e.kind in (ev.FIGHT_BEGUN, ev.HELP_AGREED):
            self.helper, self.share = e.seat if e.kind == ev.HELP_AGREED else -1, 0
            return
        picked = e.kind == ev.TREASURE_PICKED and e.seat == self.helper
        # While they fight nobody gives anything away but by a bargain
        given = e.kind == ev.GIVEN and e.other == self.helper and e.seat == self.fight
        token = e.kind == ev.TOKEN_GAINED and e.seat == self.helper and self.tokens_agreed
        if self.helper >= 0 and (picked or given or token):
            self.share += 1
            mine = self.seats[self.helper]
            mine.bargain = max(mine.bargain, self.share)

    def count_plain(self, mine: SeatStats, kind: int) -> None:
        """Count an event that is just one more of its kind."""
        name = PLAIN.get(kind)
        if name is not None:
            setattr(mine, name, getattr(mine, name) + 1)

    def stats(self, record: TableRecord) -> Stats:
        """Return the sums."""
        s = self.match.state
        for p in s.seats:
            self.seats[p.index].level = p.level
        for mine, held in zip(self.seats, record.holds, strict=False):
            mine.held = held
        return Stats(
            names=record.names,
            kinds=record.kinds,
            winners=s.winners[:],
            turns=self.turns,
            final=[p.level for p in s.seats],
            seats=self.seats,
            curses=self.curses,
            dice=[sum(one.dice[face] for one in self.seats) for face in range(FACES)],
            awards=awards_of(self.seats),
            answers=len(record.game.answers),
            seed=record.game.seed,
            fair=record.fairness is not None,
        )


PLAIN = {
    ev.FIGHT_LOST: "fights_lost",
    ev.ESCAPED: "escapes",
    ev.CAUGHT: "caught",
    ev.DIED: "deaths",
    ev.MONSTER_KILLED: "kills",
    ev.CARD_PLAYED: "cards_played",
    ev.CURSE_CANCELLED: "curses_cancelled",
}


def awards_of(seats: list[SeatStats]) -> list[Award]:
    """Return each award to whoever leads alone, by enough; a tie earns none."""
    out: list[Award] = []
    for id, name, least in AWARDS:
        amounts: list[int] = [getattr(one, name) for one in seats]
        most = max(amounts)
        if most >= least and amounts.count(most) == 1:
            out.append(Award(id, amounts.index(most), most))
    return out
