"""Interference with other players: spoiled fights, and Curses on the leader."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.dice import pursues
from kickdoor.engine.rules.fight.strength import combatants, helper_levels, in_combat, is_winning
from kickdoor.engine.state.state import Fight, State
from kickdoor.policies.evaluation import weights
from kickdoor.policies.lookahead import Choice, DecisionContext, margin
from kickdoor.policies.option_codes import aimed_at_seat, payments, way_to_play

Step = tuple[int, int, int, list[int]]
"""Cost per point, points, option code and picks of a play."""

INTO_FIGHT = (nr.V_SIDE_BONUS, nr.V_ENHANCE, nr.V_JOIN, nr.V_MATE, nr.V_EFFECT, nr.V_CURSE, nr.V_ABILITY)


def interfere(ctx: DecisionContext) -> Choice | None:
    """Spoil a fight that would bring a player too far; None if it does not interfere."""
    s = ctx.state
    fight = s.fight
    if fight is None or fight.lost or in_combat(s, ctx.me) or not is_winning(s):
        return None
    return spoil(ctx, fight, *who_profits(ctx, s, fight))


def hinder_escape(ctx: DecisionContext) -> Choice | None:
    """Hinder a player who runs away and is too far ahead."""
    s = ctx.state
    fight = s.fight
    if fight is None or not fight.lost or in_combat(s, ctx.me):
        return None
    pursued = [i for i in combatants(fight) if [body for body in fight.bodies if pursues(s, i, body.uid)]]
    return spoil(ctx, fight, pursued[0], s.options.winning_level - s.seats[pursued[0]].level) if pursued else None


def spoil(ctx: DecisionContext, fight: Fight, target: int, missing: int) -> Choice | None:
    """Harm a combatant who is `missing` Levels from the win, if the bot cares about it."""
    s = ctx.state
    spite = ctx.grudge_percent(target)
    if missing > ctx.style.hinders_within + spite // weights.SPITE_A_LEVEL:
        return None
    if spite >= weights.BITTER:
        return best_spoiling(ctx, fight, target, missing)
    if missing > 0 and s.options.winning_level - missing <= s.seats[ctx.me].level:
        # A target that stays behind the bot is no threat.
        return None
    if missing > 0 and missing > nearest_other(ctx, target):
        # Keep harmful cards for players who are nearer to the win.
        return None
    return best_spoiling(ctx, fight, target, missing)


def nearest_other(ctx: DecisionContext, target: int) -> int:
    """Return the Levels that the player nearest to the win lacks, except the bot and the target."""
    s = ctx.state
    levels = [p.level for p in s.seats if p.index not in (ctx.me, target) and not p.dead]
    return s.options.winning_level - max(levels, default=0)


def who_profits(ctx: DecisionContext, s: State, fight: Fight) -> tuple[int, int]:
    """Return the combatant that the fight brings nearest to the win, and the Levels it would then lack."""
    missing = s.options.winning_level - ctx.level_after_fight(s, fight.main)
    helper = fight.helper
    if helper >= 0 and helper != ctx.me:
        levels = helper_levels(s, fight)
        helper_missing = s.options.winning_level - s.seats[helper].level - levels
        if levels and helper_missing < missing:
            return helper, helper_missing
    return fight.main, missing


def best_spoiling(ctx: DecisionContext, fight: Fight, target: int, missing: int) -> Choice | None:
    """Find the play with the most harm for its cost, alone or together with other cards in hand."""
    s = ctx.state
    best: Choice | None = None
    best_value = ctx.score(s, target) + least_gain(ctx, missing)
    steps: list[Step] = []
    for code in ctx.codes:
        if not is_hostile(s, fight, code):
            continue
        for picks in payments(ctx, s, code)[:1]:
            c = ctx.simulate(s, code, picks)
            if c is None:
                continue
            value = ctx.score(c, target) - others_profit(ctx, s, c, target) + glee_at(ctx, fight, c, missing)
            # The play is useless if the target still wins the game.
            if value > best_value and not (missing <= 0 and would_win(ctx, c, target)):
                best, best_value = (code, picks), value
            if c.fight is not None and c.fight.main == fight.main and c.fight.bodies and margin(c) < margin(s):
                cost = max(1, ctx.holdings(s, ctx.me) - ctx.holdings(c, ctx.me))
                gain = margin(s) - margin(c)
                steps.append((cost * 100 // gain, gain, code, picks))
    if best is not None or not steps:
        return best
    return combine_plays(ctx, sorted(steps), target, missing)


def glee_at(ctx: DecisionContext, fight: Fight, c: State, missing: int) -> int:
    """Return the glee of a play; only a fight that turns against others counts."""
    is_turned = c.fight is not None and len(c.fight.bodies) > 0 and not fight.lost and not is_winning(c)
    return glee(ctx, missing) if is_turned else 0


def glee(ctx: DecisionContext, missing: int) -> int:
    """Return the glee of harming a player who is `missing` Levels from the win; it is not negative near the win."""
    return max(0, ctx.style.glee) if missing <= weights.ABOUT_TO_WIN else ctx.style.glee


def least_gain(ctx: DecisionContext, missing: int) -> int:
    """Return the minimum gain of harming a player; there is no reason to wait if they are about to win."""
    patience = ctx.style.patience.worth_it
    return min(patience, weights.WORTH_IT) if missing <= weights.ABOUT_TO_WIN else patience


def others_profit(ctx: DecisionContext, s: State, c: State, target: int = -1) -> int:
    """Return the envy of what a play brings all players but the target; a game won by another is a loss."""
    if would_win(ctx, c, ctx.me):
        return 0
    total = 0
    seats = combatants(s.fight) if s.fight is not None else []
    if c.fight is not None:
        seats = seats + [seat for seat in combatants(c.fight) if seat not in seats]
    for seat in seats:
        if seat == ctx.me or seat == target:
            continue
        if would_win(ctx, c, seat):
            total += weights.WIN
        else:
            total += ctx.envy_of(c, seat) - ctx.envy_of(s, seat)
    return total


def would_win(ctx: DecisionContext, s: State, seat: int) -> bool:
    """Return whether a seat has won the game, or would win it by the current fight."""
    if ctx.level_after_fight(s, seat) >= s.options.winning_level:
        return True
    fight = s.fight
    if fight is None or fight.helper != seat or not fight.bodies or fight.lost or not is_winning(s):
        return False
    levels = helper_levels(s, fight)
    shared = s.options.shared_victory and ctx.level_after_fight(s, fight.main) >= s.options.winning_level
    return shared or s.seats[seat].level + levels >= s.options.winning_level


def is_hostile(s: State, fight: Fight, code: int) -> bool:
    """Return whether an option may harm the fighters."""
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
        # Handing the fight on targets a player outside it.
        return aimed_at_seat(code) in combatants(fight) or play.moments == nr.IN_FIGHT
    return True


def combine_plays(ctx: DecisionContext, steps: list[Step], target: int, missing: int) -> Choice | None:
    """Combine plays, the cheapest per point first, until the fight is lost; return the biggest one."""
    s = ctx.state
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
        # Not enough alone, but if the game would be lost, others may add the missing points.
        is_worth_trying = missing <= 0 and ctx.style.desperate and needed <= expected_points(ctx)
        return (steps[0][2], steps[0][3]) if is_worth_trying else None
    c: State | None = s
    for _, _, code, picks in chosen:
        c = None if c is None else ctx.simulate(c, code, picks)
    if c is None or s.fight is None:
        return None
    gain = ctx.score(c, target) - ctx.score(s, target) + glee_at(ctx, s.fight, c, missing)
    if gain <= least_gain(ctx, missing):
        return None
    first = max(chosen, key=lambda step: (step[1], step[2]))
    return first[2], first[3]


def expected_points(ctx: DecisionContext) -> int:
    """Estimate the points that other bystanders may add for the monsters."""
    s = ctx.state
    cards = [len(p.hand) for p in s.seats if p.index != ctx.me and not p.dead and not in_combat(s, p.index)]
    return sum(cards) * weights.EXPECTED_INTERFERENCE // 100


def curse_player(ctx: DecisionContext, surplus: bool) -> Choice | None:
    """Curse a leader who is far enough, a culprit, or any player if the card would have to be given away."""
    s = ctx.state
    codes = [code for code in ctx.codes if way_to_play(s, code).verb == nr.V_CURSE]
    victim = choose_curse_target(ctx) if codes else -1
    if victim < 0 or not (surplus or is_time_to_curse(ctx, victim)):
        return None
    best: Choice | None = None
    missing = s.options.winning_level - s.seats[victim].level
    start = ctx.score(s, victim)
    best_value = start + least_gain(ctx, missing)
    for code in codes:
        if aimed_at_seat(code) != victim:
            continue
        value = ctx.value(s, code, [], victim)
        card = ctx.worth(s, p.card_of(code))
        if value + card > start:
            # Add the glee, since the Curse harms.
            value += glee(ctx, missing)
        if surplus:
            value += card
        if value > best_value:
            best, best_value = (code, []), value
    return best


def choose_curse_target(ctx: DecisionContext) -> int:
    """Return the target of a Curse: the player who wronged the bot most, if bad enough, otherwise the leader."""
    worst = max(ctx.grudge_percents, default=0)
    if worst >= weights.BITTER:
        for seat in range(len(ctx.state.seats)):
            if ctx.grudge_percent(seat) == worst and not ctx.state.seats[seat].dead:
                return seat
    return ctx.leader()


def is_time_to_curse(ctx: DecisionContext, victim: int) -> bool:
    """Return whether a player is near enough to the win to be cursed, or has wronged the bot enough."""
    s = ctx.state
    if ctx.grudge_percent(victim) >= weights.BITTER:
        return True
    if s.options.winning_level - s.seats[victim].level > ctx.style.curses_within:
        return False
    # A target far behind is spared, since another player may come nearer to the win later.
    return s.seats[ctx.me].level - s.seats[victim].level < weights.FAR_BEHIND
