"""Refuses positions that the rules would put right at once, or that could never have come about."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine.prompts import Verdict
from kickdoor.engine.rules.characters.death import KEPT_KINDS
from kickdoor.engine.rules.items import excess
from kickdoor.engine.rules.items.equipment import check_carrier
from kickdoor.engine.rules.plays.legality import check_attach
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import Seat, State
from kickdoor.scenario.parsing.yaml_document import Malformed

TOO_MUCH: Final = {
    excess.SHED_DISCARD: "CHAR-31, CHAR-42",
    excess.SHED_UNEQUIP: "ITEM-08, ITEM-09",
    excess.SHED_BIG: "ITEM-18",
    excess.SHED_COMPLEX: "ITEM-25",
    excess.SHED_FOLLOWER: "SIDEKICK-03",
}
"""The rules behind what somebody would have to part with."""


def check_limits(state: State, players: list[str], lines: list[int]) -> None:
    """Let the engine put a copy right; whatever it changes is more than the rules allow."""
    s = state.copy()
    for p in s.seats:
        # A card that must be played at once is no limit, and would come first
        p.hand = []
    s.rules.procedures.check_limits(s)
    for frame in s.stack:
        if isinstance(frame, excess.ExcessChoice):
            cards = ", ".join(s.cards[c].name for c in frame.atoms)
            told = f"has more in play than the rules allow: {cards} ({TOO_MUCH.get(frame.how, 'AMB-55')})"
            raise Malformed(f"{players[frame.seat]} {told}", lines[frame.seat])
    for p, before in zip(s.seats, state.seats, strict=True):
        gone = [s.cards[c].name for c in before.equipped if c not in p.equipped]
        gone += [s.cards[c].name for c in before.play if c not in p.play]
        if gone:
            raise Malformed(f"{players[p.index]} may not have {', '.join(gone)} like that (ITEM-12)", lines[p.index])
        if p.level != before.level:
            floor = ask_seat(state, p.index, nr.Q_LEVEL_FLOOR, 1)
            told = f"is never below level {floor} with the cards that lie there, so not at {before.level} (CONFLICT-01)"
            raise Malformed(f"{players[p.index]} {told}", lines[p.index])
        check_attached(state, before, players[p.index], lines[p.index])
        if p.dead:
            check_dead(state, before, players[p.index], lines[p.index])


def check_attached(s: State, p: Seat, name: str, line: int) -> None:
    """Refuse what could not be attached, or carried, like that."""
    laden: list[int] = []
    for rider in [c for c in p.play if c in s.attached]:
        host = s.attached[rider]
        trial = s.copy()
        del trial.attached[rider]
        if s.cards[rider].kind in (nr.ITEM, nr.ONESHOT):
            legal = host not in laden and check_carrier(trial, p.index, rider, host, nr.WHEN_QUIET, Verdict(False))
            laden.append(host)
        else:
            ways = [way for way in s.cards[rider].plays if way.verb == nr.V_ATTACH]
            fits = any(way.aim_kinds >> s.cards[host].kind & 1 for way in ways)
            legal = fits and check_attach(trial, p.index, rider, host, Verdict(False))
        if not legal:
            what = f"{s.cards[rider].name} cannot go with {s.cards[host].name}"
            raise Malformed(f"{name}: {what}", line)


def check_dead(s: State, p: Seat, name: str, line: int) -> None:
    """Refuse what the dead have lost."""
    if p.hand or [c for c in p.play if s.cards[c].kind not in KEPT_KINDS]:
        raise Malformed(f"{name}: the dead have neither hand nor Items nor followers (DEATH-01)", line)
    if any(p.counters) and not s.options.tokens_survive_death:
        raise Malformed(f"{name}: the dead have no tokens (AMB-46)", line)


def check_fight(state: State) -> None:
    """Refuse a monster that would leave at once."""
    s = state.copy()
    for p in s.seats:
        p.hand = []
    fight = s.fight
    assert fight is not None
    bodies = fight.bodies[:]
    s.rules.procedures.check_limits(s)
    for body in bodies:
        if body not in fight.bodies:
            raise Malformed(f"combat: {s.rules.defs[body.definition].name} does not stay in such a fight (CONFLICT-01)")
