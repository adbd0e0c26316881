"""Queries about the cards in play of a player: traits, usable Items, and combined modifiers."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Modifier, Mute
from kickdoor.engine.ids import CardId, QueryNo, SeatNo
from kickdoor.engine.state.state import FightMonster, Seat, State


def refresh(s: State, p: Seat) -> None:
    """Compute the traits and standing modifiers of a player from the cards before them."""
    rules = s.rules
    cards = s.cards
    sex = rules.male if p.sex == nr.MALE else rules.female
    classes = 0
    races = 0
    pure_class = False
    pure_race = False
    several_classes = 0
    several_races = 0
    for card in p.play:
        d = cards[card]
        kind = d.kind
        if kind == nr.CLASS:
            classes |= d.trait
            several_classes += 1
        elif kind == nr.RACE:
            races |= d.trait
            several_races += 1
        elif kind == nr.SUPER:
            pure_class = True
        elif kind == nr.HALFBREED:
            pure_race = True
    if not races:
        races = rules.human
        pure_race = False
    p.good = sex | classes | races
    p.bad = sex
    # One Class with Super Munchkin has only the advantages (CHAR-46, CHAR-47).
    if not (pure_class and several_classes == 1):
        p.bad |= classes
    if not (pure_race and several_races == 1):
        p.bad |= races
    p.stale = False
    gather(s, p)


def gather(s: State, p: Seat) -> None:
    """Collect the modifiers and mutes in force for a player."""
    modifiers: list[Modifier] = []
    sources: list[int] = []
    mutes: list[Mute] = []
    for card in p.play:
        d = s.cards[card]
        if (d.modifiers or d.mutes) and (d.kind != nr.ITEM or (card in p.equipped and may_use(s, p, card))):
            modifiers.extend(d.modifiers)
            sources.extend([card] * len(d.modifiers))
            mutes.extend(d.mutes)
    for i in range(0, len(p.after), 2):
        if p.after[i + 1]:
            modifiers.append(s.rules.modifiers[p.after[i]])
            sources.append(-1)
    p.modifiers = modifiers
    p.sources = sources
    p.mutes = mutes


def good_traits(s: State, seat: SeatNo) -> int:
    """Traits that count where they are an advantage for the player."""
    p = s.seats[seat]
    if p.stale:
        refresh(s, p)
    return p.good


def bad_traits(s: State, seat: SeatNo) -> int:
    """Traits that count where they are a disadvantage for the player."""
    p = s.seats[seat]
    if p.stale:
        refresh(s, p)
    return p.bad


def lifted(s: State, card: CardId) -> int:
    """Return the limits that do not apply to an Item because of a Cheat! on it or the follower who carries it."""
    if not s.attached:
        return 0
    lifts = 0
    for rider, host in s.attached.items():
        if host == card:
            lifts |= s.cards[rider].lifts
        elif rider == card:
            d = s.cards[host]
            # A suspended follower still carries its Items, but its owner may not use them more easily (AMB-123).
            lifts |= d.lifts & nr.LIFTS_ROOM if d.kind == nr.FOLLOWER and is_idle(s, host) else d.lifts
    return lifts


def is_idle(s: State, follower: CardId) -> bool:
    """Return whether a monster that the owner fights suspends a follower (AMB-89)."""
    fight = s.fight
    if fight is None:
        return False
    for seat in (fight.main, fight.helper):
        if seat >= 0 and follower in s.seats[seat].play:
            return ask_fight(s, nr.Q_NO_FOLLOWERS, seat)
    return False


def may_use(s: State, p: Seat, card: CardId) -> bool:
    """Return whether a player meets an Item's restrictions (ITEM-12)."""
    d = s.cards[card]
    if not d.needs and not d.forbids:
        return True
    if p.stale:
        refresh(s, p)
    if fits(d, p.good, p.bad):
        return True
    lifts = lifted(s, card)
    if lifts & nr.LIFTS_CLASS_AND_RACE:
        # The rest is the sex. A list of several traits can always be met by another one of them.
        others = ~(s.rules.male | s.rules.female)
        return fits(d, p.good | others, p.bad & ~others)
    return lifts & nr.LIFTS_TRAITS != 0


def fits(d: CardDef, good: int, bad: int) -> bool:
    if d.forbids & bad:
        return False
    for mask in d.needs:
        if not mask & good:
            return False
    return True


def ask_seat(s: State, seat: SeatNo, query: QueryNo, base: int) -> int:
    """Combine the modifiers of a player's cards into a value."""
    p = s.seats[seat]
    if p.stale:
        refresh(s, p)
    value = base
    added = 0
    for m in p.modifiers:
        if m.query == query and (m.when is None or m.when.holds(s, seat, -1, 0)):
            if s.fight is not None and query not in nr.ROOM and is_silenced(s, seat, m):
                continue
            # Additions apply to the set value, whichever card came first.
            if m.sets:
                value = m.amount.value(s, seat, -1, 0)
            else:
                added += m.amount.value(s, seat, -1, 0)
    return value + added


def is_silenced(s: State, seat: SeatNo, m: Modifier) -> bool:
    """Return whether the bonus of a follower does not count in its owner's fight (AMB-89)."""
    fight = s.fight
    if fight is None or m.source < 0 or s.rules.defs[m.source].kind != nr.FOLLOWER:
        return False
    return (fight.main == seat or fight.helper == seat) and ask_fight(s, nr.Q_NO_FOLLOWERS, seat)


def ask_body(s: State, body: FightMonster, query: QueryNo, seat: SeatNo, base: int) -> int:
    """Combine the modifiers of a monster and its enhancers that concern one player into a value."""
    value = fold(s, s.rules.defs[body.definition].modifiers, body, query, seat, base)
    fight = s.fight
    if fight is not None:
        for i in range(0, len(fight.enhancers), 2):
            if fight.enhancers[i] == body.group:
                value = fold(s, s.cards[fight.enhancers[i + 1]].modifiers, body, query, seat, value)
    return value


def fold(s: State, modifiers: list[Modifier], body: FightMonster, query: QueryNo, seat: SeatNo, base: int) -> int:
    value = base
    for m in modifiers:
        if m.query == query and (m.when is None or m.when.holds(s, seat, body.uid, 0)):
            amount = m.amount.value(s, seat, body.uid, 0)
            value = amount if m.sets else value + amount
    return value


def ask_fight(s: State, query: QueryNo, seat: SeatNo) -> bool:
    """Return whether any monster of the fight has a power that applies to the whole fight (MULTI-03)."""
    fight = s.fight
    if fight is not None:
        for body in fight.bodies:
            if ask_body(s, body, query, seat, 0):
                return True
    return False
