"""Checks of a position: it must keep all limits, and attached cards must fit."""

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

LIMIT_RULES: Final = {
    excess.SHED_DISCARD: "CHAR-31, CHAR-42",
    excess.SHED_UNEQUIP: "ITEM-08, ITEM-09",
    excess.SHED_BIG: "ITEM-18",
    excess.SHED_COMPLEX: "ITEM-25",
    excess.SHED_FOLLOWER: "SIDEKICK-03",
}
"""The rules of each limit, by how the engine enforces it."""


def check_limits(state: State, players: list[str], lines: list[int]) -> None:
    """Raise `Malformed` if the engine would change anything when it enforces the limits."""
    s = state.copy()
    for p in s.seats:
        # A hand may hold a card that must be played at once; its prompt would come before the limits.
        p.hand = []
    s.rules.procedures.check_limits(s)
    for choice in excess.excess_choices(s):
        cards = ", ".join(s.cards[c].name for c in choice.atoms)
        problem = f"has more in play than the rules allow: {cards} ({LIMIT_RULES.get(choice.how, 'AMB-55')})"
        raise Malformed(f"{players[choice.seat]} {problem}", lines[choice.seat])
    for p, before in zip(s.seats, state.seats, strict=True):
        gone = [s.cards[c].name for c in before.equipped if c not in p.equipped]
        gone += [s.cards[c].name for c in before.play if c not in p.play]
        if gone:
            raise Malformed(f"{players[p.index]} may not have {', '.join(gone)} like that (ITEM-12)", lines[p.index])
        if p.level != before.level:
            floor = ask_seat(state, p.index, nr.Q_LEVEL_FLOOR, 1)
            problem = f"is never below level {floor} with these cards, but is at level {before.level} (CONFLICT-01)"
            raise Malformed(f"{players[p.index]} {problem}", lines[p.index])
        check_attached(state, before, players[p.index], lines[p.index])
        if p.dead:
            check_dead(state, before, players[p.index], lines[p.index])


def check_attached(s: State, p: Seat, name: str, line: int) -> None:
    """Raise `Malformed` if a card cannot be attached to its Item, or a follower cannot carry its Item."""
    used_carriers: list[int] = []
    for card in [c for c in p.play if c in s.attached]:
        host = s.attached[card]
        trial = s.copy()
        del trial.attached[card]
        if s.cards[card].kind in (nr.ITEM, nr.ONESHOT):
            can_carry = check_carrier(trial, p.index, card, host, nr.WHEN_QUIET, Verdict(False))
            legal = host not in used_carriers and can_carry
            used_carriers.append(host)
        else:
            plays = [play for play in s.cards[card].plays if play.verb == nr.V_ATTACH]
            fits = any(play.aim_kinds >> s.cards[host].kind & 1 for play in plays)
            legal = fits and check_attach(trial, p.index, card, host, Verdict(False))
        if not legal:
            raise Malformed(f"{name}: {s.cards[card].name} cannot go with {s.cards[host].name}", line)


def check_dead(s: State, p: Seat, name: str, line: int) -> None:
    """Raise `Malformed` if a dead player has cards or tokens that death takes away."""
    if p.hand or [c for c in p.play if s.cards[c].kind not in KEPT_KINDS]:
        raise Malformed(f"{name}: the dead have neither hand nor Items nor followers (DEATH-01)", line)
    if any(p.counters) and not s.options.tokens_survive_death:
        raise Malformed(f"{name}: the dead have no tokens (AMB-46)", line)


def check_fight(state: State) -> None:
    """Raise `Malformed` if a monster would leave the fight at once."""
    s = state.copy()
    for p in s.seats:
        p.hand = []
    fight = s.fight
    assert fight is not None
    monsters = fight.bodies[:]
    s.rules.procedures.check_limits(s)
    for monster in monsters:
        if monster not in fight.bodies:
            raise Malformed(
                f"combat: {s.rules.defs[monster.definition].name} would leave this fight at once (CONFLICT-01)"
            )
