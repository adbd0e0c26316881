"""What cards and whole positions are worth to the munchkin who has them."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.effects.ops.token_ops import GainToken
from kickdoor.engine.rules.fight.strength import own_terms
from kickdoor.engine.state.queries import ask_seat, may_use
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation import weights as x

IN_HAND: dict[int, int] = {
    nr.CURSE: x.CURSE,
    nr.GOUP: x.GOUP,
    nr.CHEAT: x.CHEAT,
    nr.SUPER: x.SPARE_EXTRA,
    nr.HALFBREED: x.SPARE_EXTRA,
    nr.WANDERING: x.FIGHT_CARD,
    nr.MATE: x.FIGHT_CARD,
    nr.FOLLOWER: x.SPARE_FOLLOWER,
}
COUNTED = (nr.Q_STRENGTH, nr.Q_RUN, nr.Q_DIE)
"""What modifiers change that counts with the munchkin as such."""
HARMFUL = (nr.CURSE, nr.ENHANCER, nr.WANDERING, nr.MATE)


def strength(s: State, seat: int) -> int:
    """Return a munchkin's lasting strength, Level included."""
    return sum([t.amount for t in own_terms(s, seat, []) if t.sort != nr.T_CURSE])


def level_worth(s: State, level: int) -> int:
    """Values a Level; the winning one is worth the game."""
    missing = s.options.winning_level - level
    if missing <= 0:
        return x.WIN
    return x.LEVEL * level + (x.LAST_STEP if missing == 1 else 0)


def unknown_worth(d: CardDef) -> int:
    """Values a card of which only the back is known."""
    return x.TREASURE_CARD if d.deck == nr.TREASURE else x.DOOR_CARD


def hand_worth(s: State, seat: int, card: int, saves_harm: int = 100, power: int = -1) -> int:
    """Values a card in hand; `power` is the munchkin's strength, if it is known already."""
    d = s.cards[card]
    kind = d.kind
    if kind == nr.ITEM:
        return idle_worth(s, seat, card)
    if kind == nr.ONESHOT:
        return oneshot_worth(d)
    if kind in (nr.CLASS, nr.RACE):
        p = s.seats[seat]
        taken = [c for c in p.play if s.cards[c].kind == kind]
        return x.SPARE_IDENTITY if taken else x.IDENTITY
    if kind == nr.MONSTER:
        level = d.level
        for vs in d.vs:
            level = max(level, d.level + vs.amount)
        prey = level < (strength(s, seat) if power < 0 else power)
        return x.PREY + x.PREY_TREASURE * d.treasures if prey else x.UNFIT
    if is_purse(s, d):
        return x.PURSE
    value = x.UNFIT + x.HARM_POINT * abs(d.bonus) if kind == nr.ENHANCER else IN_HAND.get(kind, x.OTHER)
    return value * saves_harm // 100 if kind in HARMFUL else value


def is_purse(s: State, d: CardDef) -> bool:
    """Return whether a card is for nothing but taking tokens, which are worth more before one than in a hand."""
    programs = [s.rules.programs[play.program].ops for play in d.plays if play.program >= 0]
    return bool(programs) and all(isinstance(op, GainToken) for ops in programs for op in ops)


def oneshot_worth(d: CardDef) -> int:
    """Values a one-shot: for the fight it may turn, or for what it fetches."""
    use = x.ONESHOT + x.ONESHOT_POINT * abs(d.bonus) if d.bonus else x.ONESHOT_EFFECT
    return max(use + d.value * x.RESALE // 400, d.value * x.RESALE // 100)


def idle_worth(s: State, seat: int, card: int) -> int:
    """Values an Item that is not equipped."""
    d = s.cards[card]
    point = x.POTENTIAL if may_use(s, s.seats[seat], card) else x.FOREIGN
    return x.UNFIT // 2 + d.value * x.RESALE // 100 + point * (d.bonus + powers(d))


def powers(d: CardDef) -> int:
    """Count what an Item, Class or Race does besides its bonus."""
    return len(d.abilities) + len(d.modifiers) + len(d.triggers) + (1 if d.run > 0 else 0)


def table_worth(s: State, seat: int, card: int) -> int:
    """Values a card in play, but for its strength and help in running, which count with the munchkin's."""
    d = s.cards[card]
    kind = d.kind
    if kind == nr.ITEM:
        if card in s.seats[seat].equipped:
            rules = len([m for m in d.modifiers if m.query not in COUNTED])
            return x.UNFIT + d.value * x.RESALE // 100 + x.POWER * (len(d.abilities) + len(d.triggers) + rules)
        return idle_worth(s, seat, card)
    if kind in (nr.CLASS, nr.RACE):
        return x.IDENTITY + x.POWER * powers(d)
    if kind == nr.CURSE:
        return x.LASTING_CURSE
    if kind == nr.ONESHOT:
        return oneshot_worth(d)
    return x.FOLLOWER if kind == nr.FOLLOWER else x.EXTRA


def run_worth(s: State, seat: int) -> int:
    """Values what helps or hinders in running away."""
    p = s.seats[seat]
    points = ask_seat(s, seat, nr.Q_RUN, 0) + ask_seat(s, seat, nr.Q_DIE, 0)
    for card in p.play:
        d = s.cards[card]
        if d.run and (d.kind != nr.ITEM or card in p.equipped):
            points += d.run
    return x.RUN * points


def holdings(s: State, seat: int, unknown: list[int], saves_harm: int = 100) -> int:
    """Values all a munchkin has: Level, strength, cards. Cards the observer does not know count as average ones."""
    p = s.seats[seat]
    total = level_worth(s, p.level) + run_worth(s, seat)
    if p.newborn:
        total += x.NEW_HAND
    power = 0
    for t in own_terms(s, seat, []):
        if t.sort == nr.T_CURSE:
            total += x.PASSING_STRENGTH * t.amount
            continue
        power += t.amount
        if t.sort != nr.T_LEVEL:
            total += x.STRENGTH * t.amount
    power = max(0, power)
    for card in p.play:
        total += table_worth(s, seat, card)
    for card in p.hand:
        total += unknown_worth(s.cards[card]) if card in unknown else hand_worth(s, seat, card, saves_harm, power)
    return total + tokens_worth(s, seat)


def tokens_worth(s: State, seat: int) -> int:
    """Values tokens: the first of a kind that makes a level with others, and any more, which only pay for something."""
    total = 0
    counters = s.seats[seat].counters
    for kind in range(len(counters)):
        if counters[kind]:
            sought = len([meal for meal in s.rules.meals if kind in meal]) > 0
            total += x.TOKEN if sought else x.SPARE_TOKEN
            total += x.SPARE_TOKEN * min(counters[kind] - 1, x.MAX_TOKENS)
    return total
