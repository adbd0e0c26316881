"""Types of what observations show of a state and its parts.

Made by tools/state_fields.py from the declarations of the fields. Do not edit.
"""

from typing import Annotated, TypedDict

BodySeen = tuple[
    Annotated[int, "uid"],
    Annotated[int, "card"],
    Annotated[str, "key"],
    Annotated[int, "group"],
    Annotated[bool, "added"],
    Annotated[int, "tags"],
    Annotated[int, "taken"],
    Annotated[int, "extra"],
]
"""A monster: uid, card, key, group, added, tags, taken, extra."""


class SeatFields(TypedDict):
    """The fields of a seat that all seats see."""

    level: int
    """The player's Level."""
    dead: bool
    """Whether the character is dead and returns on a later turn."""
    newborn: bool
    """Whether the player draws a whole hand at the start of their next turn."""
    play: list[int]
    """Every card in play before the seat, in the order they came."""
    equipped: list[int]
    """Those of the cards in play that are worn or wielded."""
    used: list[int]
    """Abilities used this turn, by their numbers."""
    counters: list[int]
    """Tokens of each kind; shorter where the last kinds are missing."""
    after: list[int]
    """Delayed effects: a modifier, then 1 once it is in force."""


class ClaimSeen(TypedDict):
    """The rewards owed to a former main fighter."""

    seat: int
    """The former main fighter."""
    kills: int
    """Monsters killed before the fight was over."""
    kill_levels: int
    """The Levels due for these kills."""
    owed: int
    """Treasures of monsters driven off."""
    gift: int
    """Treasures drawn face-down when the fight is over."""
    gift_doors: int
    """Doors drawn face-down when the fight is over."""
    spoils: list[int]
    """For each monster killed: tags, additional tokens, the neighbour's picks."""
    slain: list[int]
    """For each kill: the definition, the helper, the helper's Levels."""


class FightFields(TypedDict):
    """The fields of a fight that are shown as they are."""

    main: int
    """The main fighter."""
    helper: int
    """The helper; -1 for none."""
    compelled: bool
    """Whether the helper was compelled."""
    stay: bool
    """Whether the compelled helper was asked and stays."""
    lost: bool
    """Whether the fight is lost and the fighters run."""
    next_uid: int
    """The number that the next monster gets."""
    enhancers: list[int]
    """A group of monsters and a card played on it, alternating."""
    played: list[int]
    """Cards committed to the fight, which are discarded when it is over."""
    owed: int
    """Treasures of monsters driven off."""
    gift: int
    """Treasures drawn face-down after the fight, with or without a helper."""
    gift_doors: int
    """Doors drawn face-down after the fight, with or without a helper."""
    kills: int
    """Monsters killed before the fight was over."""
    kill_levels: int
    """The Levels due for these kills."""
    deal: list[int]
    """The helper's reward, as picks."""
    may_loot: bool
    """Whether the room may be looted after the fight."""
    used: list[int]
    """Abilities used in the fight, each with the victim or -1, alternating."""
    escaped: list[int]
    """Seat and monster of every escape, in order, alternating."""
    caught: list[int]
    """Seat and monster of every catch, in order, alternating."""
    margin: int
    """The difference by which the fight was lost."""
    pinned: bool
    """Whether only a sacrifice still allows an escape."""
    frozen: bool
    """Whether cards and abilities can no longer be used in the fight."""
    runs: list[int]
    """Changes of rolls to run away: the seat or -1 for all, and the amount."""
    fought: int
    """Mask of the seats that have faced a monster as main fighter."""
    rolled: int
    """Mask of the seats that have rolled to run away."""
    met: int
    """Tags of the monsters that have left the fight or were beaten in it."""
    spoils: list[int]
    """For each monster killed: tags, additional tokens, the neighbour's picks."""
    slain: list[int]
    """For each kill: the definition, the helper, the helper's Levels."""
    tokens_met: bool
    """Whether a monster that gives tokens was in the fight at any time."""
    refillable: list[int]
    """Cards that may be paid for again, each with its player's seat."""
    cards_in: int
    """The number of cards played into the fight since it began."""


class StateFields(TypedDict):
    """The fields of a state that all seats see."""

    aside: list[int]
    """Cards being resolved right now."""
    turn: int
    """The seat whose turn it is."""
    turns: int
    """The number of turns that have begun."""
    won_fight: bool
    """Whether a fight has been won and no phase step has followed yet."""
    won_tags: int
    """Tags of the monsters of the last fight won."""
    winners: list[int]
    """The winners; empty while the game continues."""
    result: int
    """The result that the last finished frame returns to the one below it."""
    serial: int
    """A number that changes with every answer; odd while the game steps."""
    acts: int
    """The number of actions, passes excluded: windows restart when it changes."""
    actor: int
    """The seat that acted last, or -1."""
    next_uid: int
    """The number that the next frame gets."""
