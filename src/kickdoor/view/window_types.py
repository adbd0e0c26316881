"""Types of the observed windows and choices; the field `kind` of each names the frame."""

from typing import Literal, TypedDict


class ProcedureSeen(TypedDict):
    """The fields of every frame."""

    uid: int
    """A number unique among the frames of the game."""
    pc: int
    """The next step."""
    round: int
    """The number of times the same prompt was repeated."""


class WindowSeen(ProcedureSeen):
    """A reaction window."""

    passed: int
    """Mask of the seats that have passed."""
    seen: int
    """The number of actions when the window was last restarted."""


class QuestionSeen(ProcedureSeen):
    """A choice of one seat among candidates."""

    seat: int
    """The seat that picks."""
    ask: int
    """The purpose, as a number of the prompt kinds."""
    what: int
    """The type of the candidates: seats, cards, numbers …"""
    atoms: list[int]
    """The candidates; -1 for a card that the observer does not know."""
    least: int
    """The minimum number of picks."""
    most: int
    """The maximum number of picks."""


class CaughtWindowSeen(WindowSeen):
    """A window after a monster has caught a player."""

    kind: Literal["caught_window"]
    seat: int
    """The seat that was caught."""


class ChooseSeen(QuestionSeen):
    """A plain choice."""

    kind: Literal["choose"]


class ChooseWorthSeen(QuestionSeen):
    """A choice of Items to lose, by their worth."""

    kind: Literal["choose_worth"]
    worth: int
    """The gold that the Items must be worth."""


class CurseLandsSeen(WindowSeen):
    """A window for a curse between its announcement and its effect."""

    kind: Literal["curse_lands"]
    card: int
    """The curse."""
    victim: int
    """The seat that the curse is to hit."""
    by: int
    """The seat that played it; -1 for a curse found behind the door."""
    cancelled: bool
    """Whether it was stopped."""
    tries: list[int]
    """Abilities used against it that may be tried once, by their numbers."""


class EscapedWindowSeen(WindowSeen):
    """A window after an escape."""

    kind: Literal["escaped_window"]


class FightWindowSeen(WindowSeen):
    """A window before a fight is decided."""

    kind: Literal["fight_window"]
    claim: bool
    """Whether the fight is about to be won, not given up."""
    main: int
    """The seat that has claimed this; -1 for none yet."""


class KeepSomeSeen(QuestionSeen):
    """A choice of the cards to keep among those just drawn."""

    kind: Literal["keep_some"]


class LosingSeen(WindowSeen):
    """A window before Items are lost."""

    kind: Literal["losing"]
    seat: int
    """The seat that owns the Items."""
    cards: list[int]
    """The Items."""
    by_curse: bool
    """Whether a curse takes them."""
    taker: int
    """The seat that gets them; -1 if they are discarded."""


class OneshotPlayedSeen(WindowSeen):
    """A window for a one-shot between its announcement and its effect."""

    kind: Literal["oneshot_played"]
    card: int
    """The card."""
    by: int
    """The seat that played it."""
    way: int
    """The index of the play among the card's plays."""
    aim: int
    """The type of the target."""
    target: int
    """The number of the target."""
    second: int
    """A card from hand that was played with it; -1 for none."""
    paid: int
    """Tokens paid for it."""
    cancelled: bool
    """Whether it was stopped."""


class RewardWindowSeen(WindowSeen):
    """A window before Treasures are drawn."""

    kind: Literal["reward_window"]
    seat: int
    """The seat that draws them."""


class RollDieSeen(WindowSeen):
    """A window after a die roll."""

    kind: Literal["roll_die"]
    seat: int
    """The seat that rolled."""
    reason: int
    """0 for a card, 1 to run away, 2 for an order."""
    face: int
    """The face; 0 before the roll."""
    added: int
    """The amount added to the face."""
    body: int
    """The monster that is run away from; -1 for none."""
    again: bool
    """Whether this roll repeats an earlier one."""
    spent: list[int]
    """Abilities used on the roll that are limited per roll, by their numbers, once for each card paid."""


class SaleSeen(QuestionSeen):
    """A choice of the Items of a sale that count double."""

    kind: Literal["sale"]
    cards: list[int]
    """The Items sold."""
    doubled: list[int]
    """The Items that count double so far."""


class ShedSeen(QuestionSeen):
    """A choice of a player who has more cards than allowed: what stays or goes."""

    kind: Literal["shed"]
    how: int
    """The limit that is exceeded, which determines what happens to the rest."""
    excess: list[int]
    """The cards that go."""
    giving: int
    """The Item that is being given away; -1 for none."""


class SpoilsSeen(WindowSeen):
    """The distribution of tokens after a fight."""

    kind: Literal["spoils"]
    seat: int
    """The seat that was main fighter when the monsters were killed."""
    kills: list[int]
    """The monsters killed: tags, additional tokens, and those the neighbour picks, repeated."""
    at: int
    """The index of the current kill."""
    claims: list[int]
    """Tokens to be taken, each as the mask of the tags it may have."""
    order: list[int]
    """The seat that gets each token."""
    gifts: int
    """Tokens that the neighbour has still to pick."""
    tags: int
    """The food terms of all monsters killed."""
    barred: bool
    """Whether the seat was kept from taking tokens."""


class TakeTokenSeen(WindowSeen):
    """A window before a player takes a token."""

    kind: Literal["take_token"]
    seat: int
    """The seat that takes it."""
    chooser: int
    """The seat that chooses the kind."""
    kinds: list[int]
    """The kinds that the token may have."""
    may_win: bool
    """Whether a set of tokens may win the game by it."""
    token: int
    """The kind of the token; -1 before it is chosen."""
    chosen: int
    """The kind before it was changed."""
