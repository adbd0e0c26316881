"""What an act would come to: tried out in worlds that look just like the table from where the seat sits.

Nothing hidden goes into it: the worlds are dealt from what the seat may know, the same for all tables that look alike
from there, and the dice show every face once. What differs from world to world hangs on chance, and is said to.
"""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.machine.prompts import ACCEPT, FLEE, PASS, Answer, act_of, parse, target_of
from kickdoor.engine.rules.fight.strength import munchkin_strength, totals, winning, wins_ties
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.rng import Lots
from kickdoor.engine.state.state import State
from kickdoor.minds.imagining import MOST_ANSWERS, REST
from kickdoor.table.room.match import Match
from kickdoor.table.room.room import Client, Room
from kickdoor.table.wire import client as wire
from kickdoor.table.wire.refusals import No, Why
from kickdoor.view.dealing import Dealer
from kickdoor.words.outcome_text import Foresight, foresight_text
from kickdoor.words.reasons_text import refusal_text

FACES = 6
"""Worlds that are looked at, one for each face of the next die."""
FEW = 4
"""Worlds that do where no die is rolled: which cards lie where makes a difference in most of them, or in none."""
BARGAINS = (nr.ASK_HELP, nr.ASK_OFFER, nr.ASK_TRADE, nr.ASK_GIFT)
"""Questions that nobody but the one who is asked can answer: silence would mean no, so it is told what a yes does."""
DRAWN = (ev.CARD_DRAWN, ev.TREASURES_DRAWN, ev.TREASURE_PICKED)


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand in one world, as far as it is told."""

    levels: tuple[int, ...]
    dead: tuple[bool, ...]
    winners: tuple[int, ...]
    strength: int
    """One's own."""
    cards: tuple[int, ...]
    """One's own cards in play."""
    totals: tuple[int, int] | None
    """Both totals of an undecided fight."""
    lacks: int
    main: int
    mine: bool
    """One takes part in it."""


def standing(s: State, seat: int) -> Standing:
    fight = s.fight
    going = fight is not None and not fight.lost and bool(fight.bodies)
    both, lacks = (0, 0), 0
    if fight is not None and going:
        found = totals(s)
        both = (found[0], found[1])
        lacks = both[1] - both[0]
        if lacks == 0 and not winning(s):
            lacks = 1
        elif lacks > 0 and not wins_ties(s, fight):
            lacks += 1
    return Standing(
        levels=tuple(p.level for p in s.seats),
        dead=tuple(p.dead for p in s.seats),
        winners=tuple(s.winners),
        strength=munchkin_strength(s, seat),
        cards=tuple(s.seats[seat].play),
        totals=both if going else None,
        lacks=lacks,
        main=-1 if fight is None else fight.main,
        mine=fight is not None and seat in (fight.main, fight.helper),
    )


@dataclass(slots=True)
class Trial:
    """What an act has come to in one world."""

    after: Standing
    events: list[Event]
    up_to: int
    """Who would have to agree; -1 for nobody."""
    silence: bool
    """Others were asked whether they do anything about it."""

    @property
    def fight(self) -> str:
        kinds = [event.kind for event in self.events]
        return "won" if ev.FIGHT_WON in kinds else ("lost" if ev.FIGHT_LOST in kinds else "")

    @property
    def course(self) -> list[tuple[int, ...]]:
        """What has happened, for comparison. Which Treasures one draws is luck, but not what comes of an act."""
        return [
            (event.kind, event.seat, event.other, event.amount, *([] if event.kind in DRAWN else event.names))
            for event in self.events
            if event.kind != ev.DIE_ROLLED and event.eyes == EVERYONE
        ]

    def has(self, kind: int, seat: int) -> bool:
        return any(event.kind == kind and event.seat == seat for event in self.events)

    @property
    def rolled(self) -> bool:
        return any(event.kind == ev.DIE_ROLLED for event in self.events)


def preview(room: Room, client: Client, message: wire.Preview) -> wire.Outcome:
    """Says what an act would come to; it is refused as the act itself would be, and changes nothing."""
    match, seat = room.game_of(client), client.seat
    code = parse(message.key)
    if code < 0:
        raise No(Why.BAD_KEY, Why.BAD_KEY.text)
    answer = Answer(seat, code, message.picks, message.prompt)
    try:
        machine.check(match.state, answer)
    except Refused as e:
        raise No(e.code, refusal_text(e.code, e.rules), e.rules) from None
    return outcome(match, answer, message)


def outcome(match: Match, answer: Answer, message: wire.Preview) -> wire.Outcome:
    """Tries an act in every world and says what is the same in all."""
    s, seat = match.state, answer.seat
    before = standing(s, seat)
    dealer = Dealer(s, seat)
    lots = Lots(f"preview:{s.serial}:{seat}")
    trials = [tried(dealer.deal(lots), answer, face + 1) for face in range(FEW)]
    if any(trial.rolled for trial in trials):
        trials += [tried(dealer.deal(lots), answer, face + 1) for face in range(FEW, FACES)]
    seen = foresee(before, trials, answer, match)
    worse = [is_worse(before, trial.after, seat) for trial in trials]
    alone = seen.up_to < 0
    return wire.Outcome(
        cmd=message.cmd,
        key=message.key,
        text=foresight_text(match.rules, seen, match.names, seat),
        sure=alone and not seen.depends,
        depends="others" if not alone else seen.depends,
        harms=all(worse),
        risks=any(worse),
        totals=seen.totals,
        lacks=max(0, seen.lacks),
        fight=seen.fight,
        levels=[after - was for was, after in zip(before.levels, levels_of(trials, before), strict=True)],
        strength=seen.strength,
        dies=seen.dies,
        wins=seen.wins,
        lost=[s.cards[card].key for card in gone(before, trials)],
        faces=seen.faces,
        up_to=seen.up_to,
        silence=seen.silence,
    )


def tried(world: State, answer: Answer, face: int) -> Trial:
    """Does an act in a world and lets it happen, until the seat must choose or the game rests."""
    seat = answer.seat
    world.rng.script = [face]
    world.events = []
    machine.apply(world, Answer(seat, answer.code, answer.picks))
    up_to, silence = -1, False
    for _ in range(MOST_ANSWERS):
        mask = machine.asked(world)
        if not mask:
            break
        top, asked = world.stack[-1], (mask & -mask).bit_length() - 1
        if asked != seat and top.purpose(world, asked) in BARGAINS:
            once, up_to = up_to < 0, asked
            if once and agrees(world, asked, seat):
                continue
            break
        if top.moments(world, asked) & REST or (asked == seat and not isinstance(top, Window)):
            break
        silence = silence or asked != seat
        machine.keep_silent(world, asked)
    return Trial(standing(world, seat), world.events, up_to, silence)


def agrees(world: State, seat: int, asker: int) -> bool:
    """Has a seat agree to what it was asked for; False if it cannot."""
    codes = [code for code in machine.listing(world, seat) if act_of(code) == ACCEPT and target_of(code) == asker]
    if codes:
        machine.apply(world, Answer(seat, codes[0], []))
    return bool(codes)


def foresee(before: Standing, trials: list[Trial], answer: Answer, match: Match) -> Foresight:
    """Gathers what is the same in all worlds, and what the rest hangs on."""
    first, s = trials[0].after, match.state
    seen = Foresight()
    seen.up_to = trials[0].up_to
    seen.main = before.main if first.main < 0 else first.main
    seen.silence = any(trial.silence for trial in trials)
    if any(trial.after != first or trial.course != trials[0].course for trial in trials):
        seen.depends = "die" if all(trial.rolled for trial in trials) else "cards"
    if act_of(answer.code) == FLEE and all(trial.rolled for trial in trials):
        seen.faces = len([trial for trial in trials if not trial.has(ev.CAUGHT, answer.seat)])
    sure = {trial.after.totals for trial in trials}
    if (
        first.totals is not None
        and len(sure) == 1
        and first.totals != before.totals
        and (before.totals or not seen.depends)
    ):
        seen.totals, seen.lacks = [list(before.totals or []), list(first.totals)], first.lacks
    if len({trial.fight for trial in trials}) == 1:
        seen.fight = trials[0].fight
    after = levels_of(trials, before)
    seen.levels = [[i, was, after[i]] for i, was in enumerate(before.levels) if after[i] != was]
    for i in range(len(before.levels)):
        if not before.dead[i] and all(trial.after.dead[i] for trial in trials):
            seen.dies.append(i)
        if all(i in trial.after.winners for trial in trials):
            seen.wins.append(i)
    strengths = {trial.after.strength for trial in trials}
    if before.totals is None and first.totals is None and strengths != {before.strength} and len(strengths) == 1:
        seen.strength = [before.strength, first.strength]
    if answer.code != PASS:
        seen.lost = [s.cards[card].name for card in gone(before, trials)]
    return seen


def levels_of(trials: list[Trial], before: Standing) -> list[int]:
    """Gives everybody's Level after the act; where it is not sure, as it is now."""
    first = trials[0].after.levels
    return [
        first[i] if all(trial.after.levels[i] == first[i] for trial in trials) else was
        for i, was in enumerate(before.levels)
    ]


def gone(before: Standing, trials: list[Trial]) -> list[int]:
    """Lists one's own cards in play that are gone in all worlds."""
    return [card for card in before.cards if not any(card in trial.after.cards for trial in trials)]


def is_worse(before: Standing, after: Standing, seat: int) -> bool:
    """Tells whether a seat stands worse: dead, at a lower Level, further from winning its fight, weaker, or poorer."""
    if seat in after.winners:
        return False
    if after.winners or after.dead[seat] != before.dead[seat]:
        return bool(after.winners) or after.dead[seat]
    if after.levels[seat] != before.levels[seat]:
        return after.levels[seat] < before.levels[seat]
    if before.mine and after.mine and before.totals is not None and after.totals is not None:
        return after.totals[0] - after.totals[1] < before.totals[0] - before.totals[1]
    if before.mine and before.lacks <= 0 and before.totals is not None and after.totals is None:
        # A fight that was as good as won, given up without a level
        return True
    return after.strength < before.strength
