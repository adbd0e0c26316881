"""What an observation shows of moments to speak up and of questions in progress; each says by `kind` which it is."""

from typing import Literal, TypedDict


class ProcedureSeen(TypedDict):
    """What all procedures show."""

    uid: int
    """Tells it from all others of the game."""
    pc: int
    """Its next step."""
    round: int
    """How often the same question was put anew."""


class WindowSeen(ProcedureSeen):
    """A moment to speak up."""

    passed: int
    """Mask of the seats that have passed."""
    seen: int
    """The count of acts when it began afresh."""


class QuestionSeen(ProcedureSeen):
    """A seat picks from what there is."""

    seat: int
    """Who picks."""
    ask: int
    """What for, as a number of the purposes."""
    what: int
    """What there is to pick: seats, cards, numbers …"""
    atoms: list[int]
    """What there is; -1 for a card that the observer does not know."""
    least: int
    """How many at least."""
    most: int
    """How many at most."""


class CaughtWindowSeen(WindowSeen):
    """A monster has caught somebody."""

    kind: Literal["caught_window"]
    seat: int
    """Whom."""


class ChooseSeen(QuestionSeen):
    """Somebody chooses."""

    kind: Literal["choose"]


class ChooseWorthSeen(QuestionSeen):
    """Somebody chooses what to lose, by its worth."""

    kind: Literal["choose_worth"]
    worth: int
    """How much gold it must be worth."""


class CurseLandsSeen(WindowSeen):
    """A curse between being announced and taking effect."""

    kind: Literal["curse_lands"]
    card: int
    """The curse."""
    victim: int
    """Whom it is to befall."""
    by: int
    """Who played it; -1 for a curse found behind the door."""
    cancelled: bool
    """It was stopped."""
    tries: list[int]
    """Abilities used against it that may be tried once, by their numbers."""


class EscapedWindowSeen(WindowSeen):
    """Somebody has just got away."""

    kind: Literal["escaped_window"]


class FightWindowSeen(WindowSeen):
    """A fight is about to be decided."""

    kind: Literal["fight_window"]
    claim: bool
    """It is about to be won, not given up."""
    main: int
    """Who has said so; -1 for nobody yet."""


class KeepSomeSeen(QuestionSeen):
    """Somebody chooses which of the cards just drawn to keep."""

    kind: Literal["keep_some"]


class LosingSeen(WindowSeen):
    """Items are about to be lost."""

    kind: Literal["losing"]
    seat: int
    """Whose they are."""
    cards: list[int]
    """Which they are."""
    by_curse: bool
    """It is a curse that takes them."""
    taker: int
    """Who gets them; -1 if they are discarded."""


class OneshotPlayedSeen(WindowSeen):
    """A one-shot between being announced and taking effect."""

    kind: Literal["oneshot_played"]
    card: int
    """The card."""
    by: int
    """Who played it."""
    way: int
    """Which of the ways to play it."""
    aim: int
    """What kind of thing it is aimed at."""
    target: int
    """Which of these."""
    second: int
    """A card from hand that goes with it; -1 for none."""
    paid: int
    """Tokens paid for it."""
    cancelled: bool
    """It was stopped."""


class RewardWindowSeen(WindowSeen):
    """Treasures are about to be drawn."""

    kind: Literal["reward_window"]
    seat: int
    """Whose they are."""


class RollDieSeen(WindowSeen):
    """A die lies on the table."""

    kind: Literal["roll_die"]
    seat: int
    """Who rolled it."""
    reason: int
    """0 for a card, 1 to run away, 2 for an order."""
    face: int
    """What it shows; 0 before it is rolled."""
    added: int
    """What was added to it."""
    body: int
    """The monster that is run away from; -1 for none."""
    again: bool
    """A roll for the same went before it."""
    spent: list[int]
    """Abilities used on it that a roll limits, by their numbers, once for each card paid."""


class SaleSeen(QuestionSeen):
    """Somebody chooses which Items of a sale count double."""

    kind: Literal["sale"]
    cards: list[int]
    """What is sold."""
    doubled: list[int]
    """What counts double so far."""


class ShedSeen(QuestionSeen):
    """Somebody has more than they may have, and chooses what stays or goes."""

    kind: Literal["shed"]
    how: int
    """Which limit it is, and so what becomes of the rest."""
    excess: list[int]
    """What goes."""
    giving: int
    """The Item that is being given away; -1 for none."""


class SpoilsSeen(WindowSeen):
    """Tokens are dealt out after a fight."""

    kind: Literal["spoils"]
    seat: int
    """Who was main fighter when the monsters were killed."""
    kills: list[int]
    """The monsters killed: tags, tokens more, and those the neighbour picks, in turn."""
    at: int
    """Which of the kills is looked at."""
    claims: list[int]
    """Tokens to be taken, each as the mask of tags it may be of."""
    order: list[int]
    """Whose each token is."""
    gifts: int
    """Tokens the neighbour has still to pick."""
    tags: int
    """The food terms of all monsters killed."""
    barred: bool
    """The seat was kept from taking tokens."""


class TakeTokenSeen(WindowSeen):
    """A token is on its way to somebody."""

    kind: Literal["take_token"]
    seat: int
    """To whom."""
    chooser: int
    """Who chooses the kind."""
    kinds: list[int]
    """The kinds it may be of."""
    may_win: bool
    """A set of tokens may win by it."""
    token: int
    """The kind it is; -1 before it is chosen."""
    chosen: int
    """The kind before somebody changed it."""
