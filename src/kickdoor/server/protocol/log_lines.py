"""The log as clients are told it: each line in words, and as data all that is needed to show it happen."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Reason(Struct, forbid_unknown_fields=True):
    """Why a bot has refused, as far as it tells: nothing that hangs on cards others may not see."""

    why: str
    """`cannot`, `you_would_win`, `too_little`, `too_much`, `too_dangerous`, `rather_see_you_lose`, `no_need`,
    `you_wronged_me`, `not_worth_it`, `looked_ahead` or `whim`; see `kickdoor.policies.refusal_causes`."""
    numbers: dict[str, int]
    """How much is meant, by what it counts: the `treasures` for which it would, the `levels` the other would then lack,
    the `gold` it wants for its trouble, the `percent` that wrongs add to its envy."""


class Move(Struct, forbid_unknown_fields=True):
    """A card that goes from one place to another.

    Places are `deck.0`, `discards.1` (0 Doors, 1 Treasures), `hand.2`, `mat.2`, `grave.2` (of a seat) and `stage`.
    """

    card: str
    """Empty where this reader may not know it."""
    id: int
    """As the view of that moment has it; -1 where this reader may not know it."""
    source: str
    target: str


class TermShown(Struct, forbid_unknown_fields=True):
    """One of the terms of a bargain about help."""

    sort: str
    """`treasures` (the helper gets so many), `pick` (the Treasure at this place of the order, 0 is the last), `tokens`,
    `token_pick`, `plays` (a card to be played on the helper), `gives` (the main fighter gives a card), `wants` (the
    helper gives one), `anyway` (due even if the fight is lost)."""
    n: int
    """How many, or which place."""
    card: str
    """Empty where this reader may not know it, or none is meant."""
    text: str


class Line(Struct, forbid_unknown_fields=True):
    """One line of the log, with the cards it names and all that is needed to show it happen."""

    n: int
    text: str
    kind: str
    seat: int
    cards: list[str]
    turn: int
    follows: bool
    """It came of the same act as the line before."""
    private: bool
    """It names this reader cards that it does not name everybody."""
    why: Reason | None = None
    """Where a bot has refused something: its reason. Records do not tell it."""
    ids: list[int] = []
    """The ids of the cards, as the view of that moment has them: after a reshuffle they are others."""
    count: int = 0
    """How many cards it is about, whether or not this reader may know them."""
    other: int = -1
    amount: int = 0
    """What `other` and `amount` mean says the table of kinds, docs/events.md."""
    level: int = 0
    """The Level reached, where it is about one."""
    totals: list[list[int]] = []
    """Both totals of the fight before the act and after it, munchkins first, where the act has changed one."""
    moves: list[Move] = []
    """Where its cards go."""
    need: int = 0
    """The least face with which a roll to run away succeeds; more than 6 if none does."""
    monster: int = -1
    """Which monster of the fight that roll is about."""
    helper: int = -1
    """Who would help, where help is bargained about."""
    terms: list[TermShown] = []
    """What was offered or agreed."""
    cause: str = ""
    """The card whose effect it is, such as a curse or the monster whose Bad Stuff it is; of a card that is attached to
    another, that other; of an escape without a roll the card that does not pursue."""
    beat: str = ""
    """How it is shown; empty where words are enough."""
    seconds: float = 0.0
    """How long the table waits for that at normal pace; 0 where it is part of the beat before."""
    aim: str | UnsetType = UNSET
    """The place at which a played card is aimed: `mat.2` of a seat, `side.munchkins` or `side.monsters` of a fight."""
    token: int | UnsetType = UNSET
    """The kind of token that it is about."""
