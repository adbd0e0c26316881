"""What cards and whole positions are worth to the munchkin who has them."""

from __future__ import annotations

from kickdoor.bots import weights as x
from kickdoor.core import words as w
from kickdoor.core.cards import CardDef
from kickdoor.core.queries import ask_seat, may_use
from kickdoor.core.state import Fight, State
from kickdoor.effects.tokens import GainToken
from kickdoor.rules.strength import own_terms

IN_HAND: dict[int, int] = {
    w.CURSE: x.CURSE,
    w.GOUP: x.GOUP,
    w.CHEAT: x.CHEAT,
    w.SUPER: x.SPARE_EXTRA,
    w.HALFBREED: x.SPARE_EXTRA,
    w.WANDERING: x.FIGHT_CARD,
    w.MATE: x.FIGHT_CARD,
    w.FOLLOWER: x.SPARE_FOLLOWER,
}
COUNTED = (w.Q_STRENGTH, w.Q_RUN, w.Q_DIE)
"""What modifiers change that counts with the munchkin himself."""
HARMFUL = (w.CURSE, w.ENHANCER, w.WANDERING, w.MATE)


def strength(s: State, seat: int) -> int:
    """Gives a munchkin's lasting strength, Level included."""
    return sum([t.amount for t in own_terms(s, Fight(seat), seat) if t.sort != w.T_CURSE])


def level_worth(s: State, level: int) -> int:
    """Values a Level; the winning one is worth the game."""
    missing = s.options.winning_level - level
    if missing <= 0:
        return x.WIN
    return x.LEVEL * level + (x.LAST_STEP if missing == 1 else 0)


def unknown_worth(d: CardDef) -> int:
    """Values a card of which only the back is known."""
    return x.TREASURE_CARD if d.deck == w.TREASURE else x.DOOR_CARD


def hand_worth(s: State, seat: int, card: int, saves_harm: int = 100) -> int:
    """Values a card in hand."""
    d = s.cards[card]
    kind = d.kind
    if kind == w.ITEM:
        return idle_worth(s, seat, card)
    if kind == w.ONESHOT:
        return oneshot_worth(d)
    if kind in (w.CLASS, w.RACE):
        p = s.seats[seat]
        taken = [c for c in p.play if s.cards[c].kind == kind]
        return x.SPARE_IDENTITY if taken else x.IDENTITY
    if kind == w.MONSTER:
        prey = d.level + max([vs.amount for vs in d.vs], default=0) < strength(s, seat)
        return x.PREY + x.PREY_TREASURE * d.treasures if prey else x.UNFIT
    if is_purse(s, d):
        return x.PURSE
    value = x.UNFIT + x.HARM_POINT * abs(d.bonus) if kind == w.ENHANCER else IN_HAND.get(kind, x.OTHER)
    return value * saves_harm // 100 if kind in HARMFUL else value


def is_purse(s: State, d: CardDef) -> bool:
    """Tells whether a card is for nothing but taking tokens, which are worth more before one than in a hand."""
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
    """Counts what an Item, Class or Race does besides its bonus."""
    return len(d.abilities) + len(d.modifiers) + len(d.triggers) + (1 if d.run > 0 else 0)


def table_worth(s: State, seat: int, card: int) -> int:
    """Values a card in play, but for its strength and help in running, which count with the munchkin's."""
    d = s.cards[card]
    kind = d.kind
    if kind == w.ITEM:
        if card in s.seats[seat].equipped:
            rules = len([m for m in d.modifiers if m.query not in COUNTED])
            return x.UNFIT + d.value * x.RESALE // 100 + x.POWER * (len(d.abilities) + len(d.triggers) + rules)
        return idle_worth(s, seat, card)
    if kind in (w.CLASS, w.RACE):
        return x.IDENTITY + x.POWER * powers(d)
    if kind == w.CURSE:
        return x.KEPT_CURSE
    if kind == w.ONESHOT:
        return oneshot_worth(d)
    return x.FOLLOWER if kind == w.FOLLOWER else x.EXTRA


def run_worth(s: State, seat: int) -> int:
    """Values what helps or hinders in running away."""
    p = s.seats[seat]
    points = ask_seat(s, seat, w.Q_RUN, 0) + ask_seat(s, seat, w.Q_DIE, 0)
    for card in p.play:
        d = s.cards[card]
        if d.run and (d.kind != w.ITEM or card in p.equipped):
            points += d.run
    return x.RUN * points


def holdings(s: State, seat: int, known: set[int], saves_harm: int = 100) -> int:
    """Values all a munchkin has: Level, strength, cards. Cards the observer does not know count as average ones."""
    p = s.seats[seat]
    total = level_worth(s, p.level) + run_worth(s, seat)
    if p.newborn:
        total += x.NEW_HAND
    for t in own_terms(s, Fight(seat), seat):
        if t.sort == w.T_CURSE:
            total += x.PASSING_STRENGTH * t.amount
        elif t.sort != w.T_LEVEL:
            total += x.STRENGTH * t.amount
    for card in p.play:
        total += table_worth(s, seat, card)
    for card in p.hand:
        total += hand_worth(s, seat, card, saves_harm) if card in known else unknown_worth(s.cards[card])
    return total + tokens_worth(s, seat)


def tokens_worth(s: State, seat: int) -> int:
    """Values tokens: the first of a kind that makes a level with others, and any more, which only pay for something."""
    total = 0
    counters = s.seats[seat].counters
    for kind in range(len(counters)):
        if counters[kind]:
            sought = len([meal for meal in s.rules.meals if kind in meal]) > 0
            total += x.TOKEN if sought else x.SPARE_TOKEN
            total += x.SPARE_TOKEN * min(counters[kind] - 1, x.MOST_TOKENS)
    return total
