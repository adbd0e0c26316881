"""What an observation shows of each procedure in progress; each says by `kind` which it is."""

from typing import Literal

from kickdoor.view.window_types import (
    CaughtWindowSeen,
    ChooseSeen,
    ChooseWorthSeen,
    CurseLandsSeen,
    EscapedWindowSeen,
    FightWindowSeen,
    KeepSomeSeen,
    LosingSeen,
    OneshotPlayedSeen,
    ProcedureSeen,
    RewardWindowSeen,
    RollDieSeen,
    SaleSeen,
    ShedSeen,
    SpoilsSeen,
    TakeTokenSeen,
)


class CardInPlaySeen(ProcedureSeen):
    """A card whose program runs; it is discarded afterwards."""

    kind: Literal["card_in_play"]
    card: int
    """The card."""


class CombatSeen(ProcedureSeen):
    """A fight; the fight itself stands beside the stack."""

    kind: Literal["combat"]
    seat: int
    """Whose fight it was first."""
    card: int
    """The monster it began with."""
    may_loot: bool
    """The room may be looted after it."""


class DeathSeen(ProcedureSeen):
    """A body and those who loot it."""

    kind: Literal["death"]
    seat: int
    """Who has died."""
    body: list[int]
    """The cards that are left to loot."""
    looters: list[int]
    """Who has still to take one, in order."""
    phase: int
    """The number of the phase it happened in."""


class DeliverySeen(ProcedureSeen):
    """A bargain is kept after its fight."""

    kind: Literal["delivery"]
    main: int
    """Who was the main fighter."""
    helper: int
    """Who helped."""
    deal: list[int]
    """What is still to change hands, as picks; a promised card shows only to those who know it."""
    waived: int
    """Mask of those who would rather do without than make room."""


class FaceUpSeen(ProcedureSeen):
    """A card came face-up: keep it, or play it at once."""

    kind: Literal["face_up"]
    seat: int
    """Who has it."""
    card: int
    """The card."""


class FaceUpDrawSeen(ProcedureSeen):
    """A card is drawn for all to see."""

    kind: Literal["face_up_draw"]
    seat: int
    """Who draws."""
    deck: int
    """0 for a Door, 1 for a Treasure."""


class FormerRewardsSeen(ProcedureSeen):
    """Those are paid whose fight it was before."""

    kind: Literal["former_rewards"]
    count: int
    """Treasures still to be had."""
    gift: int
    """Treasures to be drawn besides."""


class HelpTalkSeen(ProcedureSeen):
    """Bargaining; the offers stand in the fight."""

    kind: Literal["help_talk"]


class PassingLeftSeen(ProcedureSeen):
    """Everybody passes cards to the left."""

    kind: Literal["passing_left"]
    order: list[int]
    """The seats, the first to choose first."""
    first: int
    """How many cards that one passes."""
    rest: int
    """How many each of the others passes."""
    given: list[int]
    """The cards chosen so far; -1 for one that the observer does not know."""


class ResolveSeen(ProcedureSeen):
    """The instructions of a card are carried out."""

    kind: Literal["resolve"]
    program: str
    """Which instructions."""
    op: int
    """The present one of them."""
    part: int
    """How far that has come."""
    card: int
    """The card; -1 for none."""
    player: int
    """Who plays the card or uses the ability."""
    victim: int
    """The munchkin it happens to."""
    body: int
    """The monster it is about."""
    target: int
    """The card it is aimed at."""
    n: int
    """Cards paid for it, or what a die showed."""
    found: bool
    """The last instruction found something to do."""
    acted: bool
    """Any of them did."""
    memo: list[int]
    """What the present instruction must remember."""


class RewardsSeen(ProcedureSeen):
    """The winners of a fight are paid."""

    kind: Literal["rewards"]
    count: int
    """Treasures still to be had."""
    gift: int
    """Treasures to be drawn besides."""
    killed: bool
    """The monsters were killed, not driven off."""
    spread: list[int]
    """Treasures lying face-up to be picked."""
    order: list[int]
    """Who picks, the first first."""
    gifts: list[int]
    """Monsters killed that have something more to give, by number of definition."""


class RollOffSeen(ProcedureSeen):
    """Seats roll for an order."""

    kind: Literal["roll_off"]
    queue: list[int]
    """Seats in groups, each ended by -1."""
    faces: list[int]
    """What the first group has rolled so far."""
    order: list[int]
    """The seats that have their place."""


class RunAwaySeen(ProcedureSeen):
    """The flight after a lost fight."""

    kind: Literal["run_away"]
    runner: int
    """Who runs; -1 before anybody does."""
    waiting: list[int]
    """Who has still to run."""
    todo: list[int]
    """Monsters the runner has still to get away from."""
    body: int
    """The monster the runner is at; -1 for none."""
    undone: bool
    """The last escape must be rolled for again."""
    has_rolled: bool
    """The runner has rolled: it is too late to sacrifice a follower."""
    safe: list[int]
    """Who got away by a sacrifice."""
    begun: bool
    """Somebody has rolled already."""
    struck: int
    """How many monsters have had their last word when all have run."""


class RunOrderSeen(ProcedureSeen):
    """Main fighter and helper settle who runs first."""

    kind: Literal["run_order"]
    main: int
    """The main fighter."""
    helper: int
    """Who helps."""
    wish: int
    """Whom the one wants to run first; -1 before they have said so."""
    other_wish: int
    """Whom the other wants to."""


class SetupSeen(ProcedureSeen):
    """Everybody plays from the starting hand."""

    kind: Literal["setup"]
    ready: int
    """Mask of the seats that are done."""


class TradeSeen(ProcedureSeen):
    """A proposal waits for the other party."""

    kind: Literal["trade"]
    seat: int
    """Who proposes."""
    other: int
    """To whom."""
    gives: list[int]
    """What is offered."""
    wants: list[int]
    """What is wanted for it."""
    gift: bool
    """Nothing is wanted."""
    agreed: int
    """1 for yes, -1 for no, 0 while it waits."""


class TurnSeen(ProcedureSeen):
    """Somebody's turn."""

    kind: Literal["turn"]
    seat: int
    """Whose."""
    met: bool
    """A monster was met this turn."""
    handed: bool
    """Charity has been given, and whose turn it is now has done nothing yet."""


FrameSeen = (
    CardInPlaySeen
    | CaughtWindowSeen
    | ChooseSeen
    | ChooseWorthSeen
    | CombatSeen
    | CurseLandsSeen
    | DeathSeen
    | DeliverySeen
    | EscapedWindowSeen
    | FaceUpSeen
    | FaceUpDrawSeen
    | FightWindowSeen
    | FormerRewardsSeen
    | HelpTalkSeen
    | KeepSomeSeen
    | LosingSeen
    | OneshotPlayedSeen
    | PassingLeftSeen
    | ResolveSeen
    | RewardWindowSeen
    | RewardsSeen
    | RollDieSeen
    | RollOffSeen
    | RunAwaySeen
    | RunOrderSeen
    | SaleSeen
    | SetupSeen
    | ShedSeen
    | SpoilsSeen
    | TakeTokenSeen
    | TradeSeen
    | TurnSeen
)
"""A procedure in progress."""
