"""How a bot spoils things for others: fights that bring them too far, and curses for the leader."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.dice import pursues
from kickdoor.engine.rules.fight.strength import combatants, helper_levels, in_combat, is_winning
from kickdoor.engine.state.state import Fight, State
from kickdoor.policies.evaluation import weights as x
from kickdoor.policies.lookahead import Choice, DecisionContext, margin
from kickdoor.policies.option_codes import aimed_at_seat, payments, way_to_play

Step = tuple[int, int, int, list[int]]
"""Cost for each point, points, and the play with its picks."""

INTO_FIGHT = (nr.V_SIDE_BONUS, nr.V_ENHANCE, nr.V_JOIN, nr.V_MATE, nr.V_EFFECT, nr.V_CURSE, nr.V_ABILITY)


def meddle(mind: DecisionContext) -> Choice | None:
    """Spoils a fight that would bring somebody too far; None if it lets things go on."""
    s = mind.now
    fight = s.fight
    if fight is None or fight.lost or in_combat(s, mind.me) or not is_winning(s):
        return None
    return spoil(mind, fight, *who_profits(mind, s, fight))


def spoil_flight(mind: DecisionContext) -> Choice | None:
    """Hold somebody back who runs away and is too far ahead."""
    s = mind.now
    fight = s.fight
    if fight is None or not fight.lost or in_combat(s, mind.me):
        return None
    hunted = [i for i in combatants(fight) if [body for body in fight.bodies if pursues(s, i, body.uid)]]
    return spoil(mind, fight, hunted[0], s.options.winning_level - s.seats[hunted[0]].level) if hunted else None


def spoil(mind: DecisionContext, fight: Fight, target: int, missing: int) -> Choice | None:
    """Harm a combatant who lacks so many levels to the win, if the bot minds that."""
    s = mind.now
    spite = mind.spite(target)
    if missing > mind.temper.hinders_within + spite // x.SPITE_A_LEVEL:
        return None
    if spite >= x.BITTER:
        return best_spoiling(mind, fight, target, missing)
    if missing > 0 and s.options.winning_level - missing <= s.seats[mind.me].level:
        # Whoever stays behind the bot does it no harm
        return None
    if missing > 0 and missing > nearest_other(mind, target):
        # What harms is kept for those who are nearer to the win
        return None
    return best_spoiling(mind, fight, target, missing)


def nearest_other(mind: DecisionContext, target: int) -> int:
    """Return the levels that the munchkin lacks who is nearest to the win, but for the bot and one other."""
    s = mind.now
    levels = [one.level for one in s.seats if one.index not in (mind.me, target) and not one.dead]
    return s.options.winning_level - max(levels, default=0)


def who_profits(mind: DecisionContext, s: State, fight: Fight) -> tuple[int, int]:
    """Find the combatant whom the fight brings nearest to the win, and the levels then lacking."""
    missing = s.options.winning_level - mind.reach(s, fight.main)
    helper = fight.helper
    if helper >= 0 and helper != mind.me:
        levels = helper_levels(s, fight)
        lacking = s.options.winning_level - s.seats[helper].level - levels
        if levels and lacking < missing:
            return helper, lacking
    return fight.main, missing


def best_spoiling(mind: DecisionContext, fight: Fight, target: int, missing: int) -> Choice | None:
    """Find the play that harms most for what it costs, alone or with others still in hand."""
    s = mind.now
    best: Choice | None = None
    most = mind.score(s, target) + least_gain(mind, missing)
    steps: list[Step] = []
    for code in mind.codes:
        if not is_hostile(s, fight, code):
            continue
        for picks in payments(mind, s, code)[:1]:
            c = mind.simulate(s, code, picks)
            if c is None:
                continue
            value = mind.score(c, target) - others_profit(mind, s, c, target) + glee_at(mind, fight, c, missing)
            # Whoever wins the game all the same is not harmed
            if value > most and not (missing <= 0 and would_win(mind, c, target)):
                best, most = (code, picks), value
            if c.fight is not None and c.fight.main == fight.main and c.fight.bodies and margin(c) < margin(s):
                cost = max(1, mind.holdings(s, mind.me) - mind.holdings(c, mind.me))
                gain = margin(s) - margin(c)
                steps.append((cost * 100 // gain, gain, code, picks))
    if best is not None or not steps:
        return best
    return several(mind, sorted(steps), target, missing)


def glee_at(mind: DecisionContext, fight: Fight, c: State, missing: int) -> int:
    """Return what the bot likes about a play besides its use: only a fight that is turned against others amuses it."""
    turned = c.fight is not None and len(c.fight.bodies) > 0 and not fight.lost and not is_winning(c)
    return glee(mind, missing) if turned else 0


def glee(mind: DecisionContext, missing: int) -> int:
    """Return what the bot likes about harming somebody who lacks so many levels; nobody is loath to stop a winner."""
    return max(0, mind.temper.glee) if missing <= x.ABOUT_TO_WIN else mind.temper.glee


def least_gain(mind: DecisionContext, missing: int) -> int:
    """Return what harming somebody must bring; there is no waiting for better moments with who is about to win."""
    patience = mind.temper.patience.worth_it
    return min(patience, x.WORTH_IT) if missing <= x.ABOUT_TO_WIN else patience


def others_profit(mind: DecisionContext, s: State, c: State, target: int = -1) -> int:
    """Return how much the bot minds what a play brings all others but the target: a game won by another is lost."""
    if would_win(mind, c, mind.me):
        return 0
    total = 0
    seats = combatants(s.fight) if s.fight is not None else []
    if c.fight is not None:
        seats = seats + [seat for seat in combatants(c.fight) if seat not in seats]
    for seat in seats:
        if seat == mind.me or seat == target:
            continue
        if would_win(mind, c, seat):
            total += x.WIN
        else:
            total += mind.grudge(c, seat) - mind.grudge(s, seat)
    return total


def would_win(mind: DecisionContext, s: State, seat: int) -> bool:
    """Return whether a munchkin has won the game, or will by the fight as it stands."""
    if mind.reach(s, seat) >= s.options.winning_level:
        return True
    fight = s.fight
    if fight is None or fight.helper != seat or not fight.bodies or fight.lost or not is_winning(s):
        return False
    levels = helper_levels(s, fight)
    shared = s.options.shared_victory and mind.reach(s, fight.main) >= s.options.winning_level
    return shared or s.seats[seat].level + levels >= s.options.winning_level


def is_hostile(s: State, fight: Fight, code: int) -> bool:
    """Return whether an option may harm those who fight."""
    if p.act_of(code) not in (p.PLAY, p.USE):
        return False
    play = way_to_play(s, code)
    if play.verb not in INTO_FIGHT:
        return False
    if play.verb == nr.V_SIDE_BONUS:
        return p.target_of(code) == nr.MONSTERS
    if play.verb == nr.V_ENHANCE:
        return s.cards[p.card_of(code)].bonus > 0
    if play.aim == nr.A_SEAT:
        # Handing the fight to somebody else is aimed at those outside it
        return aimed_at_seat(code) in combatants(fight) or play.moments == nr.IN_FIGHT
    return True


def several(mind: DecisionContext, steps: list[Step], target: int, missing: int) -> Choice | None:
    """Add up plays, the cheapest for their harm first, until the fight is lost; the biggest is played first."""
    s = mind.now
    needed = margin(s) + 1
    chosen: list[Step] = []
    spent: set[int] = set()
    for step in steps:
        cards = {p.card_of(step[2]), p.second_of(step[2]), *step[3]} - {-1}
        if needed > 0 and not cards & spent:
            chosen.append(step)
            needed -= step[1]
            spent |= cards
    if needed > 0:
        # Not enough; but if the game is lost otherwise, others may add what is missing
        hopes = missing <= 0 and mind.temper.desperate and needed <= hoped_for(mind)
        return (steps[0][2], steps[0][3]) if hopes else None
    c: State | None = s
    for _, _, code, picks in chosen:
        c = None if c is None else mind.simulate(c, code, picks)
    if c is None or s.fight is None:
        return None
    gain = mind.score(c, target) - mind.score(s, target) + glee_at(mind, s.fight, c, missing)
    if gain <= least_gain(mind, missing):
        return None
    first = max(chosen, key=lambda step: (step[1], step[2]))
    return first[2], first[3]


def hoped_for(mind: DecisionContext) -> int:
    """Estimate the points that others who stand by may add for the monsters."""
    s = mind.now
    cards = [len(p.hand) for p in s.seats if p.index != mind.me and not p.dead and not in_combat(s, p.index)]
    return sum(cards) * x.EXPECTED_INTERFERENCE // 100


def curse_somebody(mind: DecisionContext, surplus: bool) -> Choice | None:
    """Curses a leader who is far enough, whoever has it coming, or anybody if the card would have to be given away."""
    s = mind.now
    codes = [code for code in mind.codes if way_to_play(s, code).verb == nr.V_CURSE]
    victim = to_be_cursed(mind) if codes else -1
    if victim < 0 or not (surplus or is_time_to_curse(mind, victim)):
        return None
    best: Choice | None = None
    missing = s.options.winning_level - s.seats[victim].level
    start = mind.score(s, victim)
    most = start + least_gain(mind, missing)
    for code in codes:
        if aimed_at_seat(code) != victim:
            continue
        value = mind.value(s, code, [], victim)
        card = mind.worth(s, p.card_of(code))
        if value + card > start:
            # It harms, whatever the card is worth
            value += glee(mind, missing)
        if surplus:
            value += card
        if value > most:
            best, most = (code, []), value
    return best


def to_be_cursed(mind: DecisionContext) -> int:
    """Find whom a curse is for: whoever wronged the bot most, if that is bad enough, else the leader."""
    worst = max(mind.spites, default=0)
    if worst >= x.BITTER:
        for seat in range(len(mind.now.seats)):
            if mind.spite(seat) == worst and not mind.now.seats[seat].dead:
                return seat
    return mind.leader()


def is_time_to_curse(mind: DecisionContext, victim: int) -> bool:
    """Return whether somebody is near enough to the win to be cursed, or has it coming anyway."""
    s = mind.now
    if mind.spite(victim) >= x.BITTER:
        return True
    if s.options.winning_level - s.seats[victim].level > mind.temper.curses_within:
        return False
    # If nobody else comes near, it may be for somebody later who does
    return s.seats[mind.me].level - s.seats[victim].level < x.FAR_BEHIND
