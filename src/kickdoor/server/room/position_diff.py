"""How things stand for everybody to see, before an act and after it, and what has changed between the two."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.fight.game_winning import winners_by
from kickdoor.engine.rules.fight.strength import helper_levels, is_winning, munchkin_strength, totals, wins_ties
from kickdoor.engine.state.state import Fight, Seat, State
from kickdoor.server.room.escape_odds import escapes_of
from kickdoor.text.preview_text import Change, reward_change_kind

CHARACTER = (nr.CLASS, nr.RACE)
RAN = (ev.CAUGHT, ev.ESCAPED)


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """What lies before a seat."""

    level: int
    sex: int
    dead: bool
    hand: int
    """How many cards, without the one that is played."""
    play: tuple[int, ...]
    equipped: frozenset[int]
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublicPosition:
    """How things stand in one world, as far as it is told."""

    seats: tuple[SeatPosition, ...]
    winners: tuple[int, ...]
    strength: int
    """One's own, out of a fight."""
    totals: tuple[int, int] | None
    """Both totals of an undecided fight."""
    lacks: int
    main: int
    helper: int
    pay: int
    """Levels that the helper would gain by winning."""
    stakes: tuple[int, ...]
    """Whom it would win the game."""
    bodies: tuple[int, ...]
    """The monsters, by definition."""
    runs: tuple[tuple[int, int, int], ...]
    """Seat, monster and with how many faces of the die it is escaped, for whoever may have to run."""
    mine: bool
    """One takes part in it."""
    marks: tuple[tuple[int, int], ...]
    """Items in play and the tags they have got for good."""

    @property
    def levels(self) -> tuple[int, ...]:
        return tuple(seat.level for seat in self.seats)

    @property
    def dead(self) -> tuple[bool, ...]:
        return tuple(seat.dead for seat in self.seats)


def standing(s: State, seat: int, card: int = -1) -> PublicPosition:
    """Note how things stand; `card` is the one that is played."""
    fight = s.fight
    going = fight is not None and not fight.lost and bool(fight.bodies)
    both, lacks = (0, 0), 0
    if fight is not None and going:
        found = totals(s)
        both = (found[0], found[1])
        lacks = both[1] - both[0]
        if lacks == 0 and not is_winning(s):
            lacks = 1
        elif lacks > 0 and not wins_ties(s, fight):
            lacks += 1
    return PublicPosition(
        seats=tuple(munchkin(s, p, card) for p in s.seats),
        winners=tuple(s.winners),
        strength=strength_of(s, seat),
        totals=both if going else None,
        lacks=lacks,
        main=-1 if fight is None else fight.main,
        helper=-1 if fight is None else fight.helper,
        pay=0 if fight is None or not going else helper_pay(s, fight),
        stakes=() if fight is None else tuple(winners_by(s, fight)),
        bodies=() if fight is None else tuple(body.definition for body in fight.bodies),
        runs=() if fight is None else tuple(runs_of(s, fight)),
        mine=fight is not None and seat in (fight.main, fight.helper),
        marks=tuple(sorted(s.marks.items())),
    )


def munchkin(s: State, p: Seat, card: int) -> SeatPosition:
    hand = len([c for c in p.hand if c != card])
    return SeatPosition(p.level, p.sex, p.dead, hand, tuple(p.play), frozenset(p.equipped), tuple(p.counters))


def strength_of(s: State, seat: int) -> int:
    """Return a munchkin's strength as it is out of a fight: what one fight has lent ends with it, whatever is done."""
    if s.fight is None:
        return munchkin_strength(s, seat)
    quiet = s.copy()
    quiet.fight = None
    # Odd: not at rest, so that nothing summed up before counts
    quiet.serial += 1
    return munchkin_strength(quiet, seat)


def helper_pay(s: State, fight: Fight) -> int:
    """Return how many levels helping would bring the helper, if the fight is won as it stands."""
    return helper_levels(s, fight) if fight.helper >= 0 else 0


def runs_of(s: State, fight: Fight) -> list[tuple[int, int, int]]:
    seats = [seat for seat in (fight.main, fight.helper) if seat >= 0]
    return [(seat, one.monster, one.faces) for seat in seats for one in escapes_of(s, seat)]


def list_changes(before: PublicPosition, after: PublicPosition, world: State, seat: int) -> list[Change]:
    """List what is always told of a change: who becomes what, what others lose, what a helper gains."""
    out: list[Change] = []
    defs = world.cards
    for i, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if now.dead:
            continue
        mine = [defs[c].name for c in was.play if i != seat and c in after.seats[seat].play]
        gone = [defs[c].name for c in was.play if c not in now.play and (i == seat or defs[c].name not in mine)]
        come = [c for c in now.play if c not in was.play]
        for c in come:
            if defs[c].kind in CHARACTER:
                out.append(Change("same" if defs[c].name in gone else "becomes", i, [defs[c].name]))
        if mine:
            out.append(Change("gets", seat, mine))
        if i != seat and gone:
            out.append(Change("loses", i, gone))
        if was.sex != now.sex:
            out.append(Change(nr.SEXES[now.sex], i))
        out += [Change("stays", i, [defs[c].name]) for c in come if defs[c].kind == nr.CURSE]
    if after.helper not in (before.helper, -1):
        # "You both" is said to one of the two; of others it is told what the helper gets
        winners = [i for i in after.stakes if after.mine or i == after.helper]
        kind = reward_change_kind(after.pay, after.helper, winners)
        out += [Change(kind, after.helper, n=after.pay)] if kind else []
    return out


def list_minor_changes(before: PublicPosition, after: PublicPosition, world: State, card: int) -> list[Change]:
    """List what is told only where there is nothing else to tell; `card` is the one that is played."""
    out: list[Change] = []
    defs = world.cards
    for i, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        come = [c for c in now.play if c not in was.play and defs[c].kind not in (*CHARACTER, nr.CURSE)]
        used = [defs[c].name for c in now.equipped - was.equipped]
        idle = [defs[c].name for c in was.equipped - now.equipped if c in now.play]
        others = [c for j, p in enumerate(before.seats) if j != i for c in p.play]
        got = [defs[c].name for c in come if c not in now.equipped and c != card and c not in others]
        put = [c for c in come if c == card and c not in now.equipped]
        idly = [defs[c].name for c in put if defs[c].kind == nr.ITEM]
        lies = [defs[c].name for c in put if defs[c].kind != nr.ITEM]
        for kind, names in (("uses", used), ("idle", idle), ("gets", got), ("carries", idly), ("lies", lies)):
            if names:
                out.append(Change(kind, i, sorted(names)))
        if now.hand != was.hand:
            out.append(Change("hand", i, n=now.hand))
        if sum(now.tokens) != sum(was.tokens):
            out.append(Change("tokens", i, n=sum(now.tokens)))
    marked = [defs[c].name for c, tags in after.marks if (c, tags) not in before.marks]
    out += [Change("marked", -1, [name]) for name in marked]
    return out + news_of_fight(before, after, world)


def news_of_fight(before: PublicPosition, after: PublicPosition, world: State) -> list[Change]:
    """List who helps, which monsters come and go, and who gets away more or less easily."""
    out: list[Change] = []
    if before.main < 0 or after.main < 0:
        return [Change("over", before.main)] if after.main < before.main else out
    if after.main != before.main:
        out.append(Change("fights", after.main))
    elif after.helper != before.helper:
        out.append(Change("helps", after.helper) if after.helper >= 0 else Change("alone", after.main))
    names = [d.name for d in world.rules.defs]
    for kind, bodies in (
        ("joins", Counter(after.bodies) - Counter(before.bodies)),
        ("leaves", Counter(before.bodies) - Counter(after.bodies)),
    ):
        out += [Change(kind, -1, [names[d]]) for d in bodies.elements()]
    for runner, monster, faces in after.runs:
        changed = [n for other, uid, n in before.runs if (other, uid) == (runner, monster) and n != faces]
        out += [Change("away", runner, n=faces) for _ in changed]
    return out


def news_of_events(events: list[Event], world: State) -> list[Change]:
    """List what has no place before a seat: what will be felt for a while, else that a curse does no harm."""
    felt = [e for e in events if e.kind == ev.AFTERMATH and e.names]
    if felt:
        return [Change("felt", e.seat, [world.rules.defs[e.names[0]].name]) for e in felt]
    ran = [Change("caught" if e.kind == ev.CAUGHT else "escapes", e.seat) for e in events if e.kind in RAN]
    return ran or [Change("no_harm", e.seat) for e in events if e.kind == ev.CURSE_LANDED]


def is_worse(before: PublicPosition, after: PublicPosition, seat: int) -> bool:
    """Return whether a seat stands worse: dead, at a lower Level, further from winning its fight, or weaker."""
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
