"""Values of cards, and of everything a seat has."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.effects.ops.token_ops import GainToken
from kickdoor.engine.rules.fight.strength import own_terms
from kickdoor.engine.state.queries import ask_seat, may_use
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation import weights

IN_HAND: dict[int, int] = {
    nr.CURSE: weights.CURSE,
    nr.GOUP: weights.GOUP,
    nr.CHEAT: weights.CHEAT,
    nr.SUPER: weights.SPARE_EXTRA,
    nr.HALFBREED: weights.SPARE_EXTRA,
    nr.WANDERING: weights.FIGHT_CARD,
    nr.MATE: weights.FIGHT_CARD,
    nr.FOLLOWER: weights.SPARE_FOLLOWER,
}
COUNTED = (nr.Q_STRENGTH, nr.Q_RUN, nr.Q_DIE)
"""Queries whose modifiers are valued with the seat rather than with the card."""
HARMFUL = (nr.CURSE, nr.ENHANCER, nr.WANDERING, nr.MATE)


def strength(s: State, seat: int) -> int:
    """Return the lasting strength of a seat, including its Level."""
    return sum([t.amount for t in own_terms(s, seat, []) if t.sort != nr.T_CURSE])


def level_worth(s: State, level: int) -> int:
    """Return the value of a Level; the winning one is worth the game."""
    missing = s.options.winning_level - level
    if missing <= 0:
        return weights.WIN
    return weights.LEVEL * level + (weights.LAST_STEP if missing == 1 else 0)


def unknown_worth(d: CardDef) -> int:
    """Return the value of a card of which only the back is known."""
    return weights.TREASURE_CARD if d.deck == nr.TREASURE else weights.DOOR_CARD


def hand_worth(s: State, seat: int, card: int, saves_harm: int = 100, power: int = -1) -> int:
    """Return the value of a card in hand; `power` is the strength of the seat, if it is already known."""
    d = s.cards[card]
    kind = d.kind
    if kind == nr.ITEM:
        return unequipped_worth(s, seat, card)
    if kind == nr.ONESHOT:
        return oneshot_worth(d)
    if kind in (nr.CLASS, nr.RACE):
        p = s.seats[seat]
        taken = [c for c in p.play if s.cards[c].kind == kind]
        return weights.SPARE_IDENTITY if taken else weights.IDENTITY
    if kind == nr.MONSTER:
        level = d.level
        for vs in d.vs:
            level = max(level, d.level + vs.amount)
        prey = level < (strength(s, seat) if power < 0 else power)
        return weights.PREY + weights.PREY_TREASURE * d.treasures if prey else weights.UNFIT
    if is_purse(s, d):
        return weights.PURSE
    value = (
        weights.UNFIT + weights.HARM_POINT * abs(d.bonus) if kind == nr.ENHANCER else IN_HAND.get(kind, weights.OTHER)
    )
    return value * saves_harm // 100 if kind in HARMFUL else value


def is_purse(s: State, d: CardDef) -> bool:
    """Return whether a card only gives tokens, which are worth more in play than the card is in hand."""
    programs = [s.rules.programs[play.program].ops for play in d.plays if play.program >= 0]
    return bool(programs) and all(isinstance(op, GainToken) for ops in programs for op in ops)


def oneshot_worth(d: CardDef) -> int:
    """Return the value of a one-shot: its use in a fight, or its price."""
    use = weights.ONESHOT + weights.ONESHOT_POINT * abs(d.bonus) if d.bonus else weights.ONESHOT_EFFECT
    return max(use + d.value * weights.RESALE // 400, d.value * weights.RESALE // 100)


def unequipped_worth(s: State, seat: int, card: int) -> int:
    """Return the value of an Item that is not equipped."""
    d = s.cards[card]
    point = weights.POTENTIAL if may_use(s, s.seats[seat], card) else weights.FOREIGN
    return weights.UNFIT // 2 + d.value * weights.RESALE // 100 + point * (d.bonus + powers(d))


def powers(d: CardDef) -> int:
    """Count the effects of an Item, Class or Race besides its bonus."""
    return len(d.abilities) + len(d.modifiers) + len(d.triggers) + (1 if d.run > 0 else 0)


def table_worth(s: State, seat: int, card: int) -> int:
    """Return the value of a card in play, except for its strength and Run Away bonus, which count with the seat."""
    d = s.cards[card]
    kind = d.kind
    if kind == nr.ITEM:
        if card in s.seats[seat].equipped:
            rules = len([m for m in d.modifiers if m.query not in COUNTED])
            return (
                weights.UNFIT
                + d.value * weights.RESALE // 100
                + weights.POWER * (len(d.abilities) + len(d.triggers) + rules)
            )
        return unequipped_worth(s, seat, card)
    if kind in (nr.CLASS, nr.RACE):
        return weights.IDENTITY + weights.POWER * powers(d)
    if kind == nr.CURSE:
        return weights.LASTING_CURSE
    if kind == nr.ONESHOT:
        return oneshot_worth(d)
    return weights.FOLLOWER if kind == nr.FOLLOWER else weights.EXTRA


def run_worth(s: State, seat: int) -> int:
    """Return the value of the Run Away modifiers."""
    p = s.seats[seat]
    points = ask_seat(s, seat, nr.Q_RUN, 0) + ask_seat(s, seat, nr.Q_DIE, 0)
    for card in p.play:
        d = s.cards[card]
        if d.run and (d.kind != nr.ITEM or card in p.equipped):
            points += d.run
    return weights.RUN * points


def holdings(s: State, seat: int, unknown: list[int], saves_harm: int = 100) -> int:
    """Return the value of Level, strength and cards of a seat; cards unknown to the observer count as average ones."""
    p = s.seats[seat]
    total = level_worth(s, p.level) + run_worth(s, seat)
    if p.newborn:
        total += weights.NEW_HAND
    power = 0
    for t in own_terms(s, seat, []):
        if t.sort == nr.T_CURSE:
            total += weights.PASSING_STRENGTH * t.amount
            continue
        power += t.amount
        if t.sort != nr.T_LEVEL:
            total += weights.STRENGTH * t.amount
    power = max(0, power)
    for card in p.play:
        total += table_worth(s, seat, card)
    for card in p.hand:
        total += unknown_worth(s.cards[card]) if card in unknown else hand_worth(s, seat, card, saves_harm, power)
    return total + tokens_worth(s, seat)


def tokens_worth(s: State, seat: int) -> int:
    """Return the value of tokens: the first of a kind counts towards a Level, further ones only as payment."""
    total = 0
    counters = s.seats[seat].counters
    for kind in range(len(counters)):
        if counters[kind]:
            sought = len([meal for meal in s.rules.meals if kind in meal]) > 0
            total += weights.TOKEN if sought else weights.SPARE_TOKEN
            total += weights.SPARE_TOKEN * min(counters[kind] - 1, weights.MAX_TOKENS)
    return total
