"""Types of the observed frames; the field `kind` of each names the frame."""

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
    """A fight. Its data stand in the field `fight` of the observation."""

    kind: Literal["combat"]
    seat: int
    """The seat whose fight it was first."""
    card: int
    """The monster that the fight began with."""
    may_loot: bool
    """Whether the room may be looted afterwards."""


class DeathSeen(ProcedureSeen):
    """A dead character's body and the players who loot it."""

    kind: Literal["death"]
    seat: int
    """The seat that has died."""
    body: list[int]
    """The cards that are left to loot."""
    looters: list[int]
    """The seats that have still to take a card, in order."""
    phase: int
    """The number of the phase in which the death happened."""


class DeliverySeen(ProcedureSeen):
    """The delivery of a bargain after its fight."""

    kind: Literal["delivery"]
    main: int
    """The main fighter."""
    helper: int
    """The helper."""
    deal: list[int]
    """The terms still to be delivered, as picks; a promised card shows only to the seats that know it."""
    waived: int
    """Mask of the seats that give up their share instead of making room for it."""


class FaceUpSeen(ProcedureSeen):
    """A card that was drawn face-up: its player keeps it or plays it at once."""

    kind: Literal["face_up"]
    seat: int
    """The seat that has the card."""
    card: int
    """The card."""


class FaceUpDrawSeen(ProcedureSeen):
    """A card drawn face-up for all to see."""

    kind: Literal["face_up_draw"]
    seat: int
    """The seat that draws."""
    deck: int
    """0 for a Door, 1 for a Treasure."""


class FormerRewardsSeen(ProcedureSeen):
    """The rewards of former main fighters of a fight."""

    kind: Literal["former_rewards"]
    count: int
    """Treasures still to be drawn."""
    gift: int
    """Treasures to be drawn in addition."""


class HelpTalkSeen(ProcedureSeen):
    """Bargaining for help. The offers stand in the fight."""

    kind: Literal["help_talk"]


class PassingLeftSeen(ProcedureSeen):
    """The passing of cards to the left by all players."""

    kind: Literal["passing_left"]
    order: list[int]
    """The seats in the order in which they choose."""
    first: int
    """The number of cards that the first seat passes."""
    rest: int
    """The number of cards that each other seat passes."""
    given: list[int]
    """The cards chosen so far; -1 for one that the observer does not know."""


class ResolveSeen(ProcedureSeen):
    """The resolution of a card's program."""

    kind: Literal["resolve"]
    program: str
    """The name of the program."""
    op: int
    """The index of the current op."""
    part: int
    """The progress within the current op."""
    card: int
    """The card; -1 for none."""
    player: int
    """The seat that plays the card or uses the ability."""
    victim: int
    """The seat that the effect applies to."""
    body: int
    """The monster that the effect is about."""
    target: int
    """The card that the effect is aimed at."""
    n: int
    """The number of cards paid for the effect, or the face of a die."""
    found: bool
    """Whether the last op had anything to do."""
    acted: bool
    """Whether any op had anything to do."""
    memo: list[int]
    """The data that the current op has to remember."""


class RewardsSeen(ProcedureSeen):
    """The rewards of the winners of a fight."""

    kind: Literal["rewards"]
    count: int
    """Treasures still to be drawn."""
    gift: int
    """Treasures to be drawn in addition."""
    killed: bool
    """Whether the monsters were killed, not driven off."""
    spread: list[int]
    """Treasures that lie face-up to be picked."""
    order: list[int]
    """The seats in the order in which they pick."""
    gifts: list[int]
    """The killed monsters with an additional reward, by number of definition."""


class RollOffSeen(ProcedureSeen):
    """A roll-off that puts seats in order."""

    kind: Literal["roll_off"]
    queue: list[int]
    """Seats in groups, each ended by -1."""
    faces: list[int]
    """The faces that the seats of the first group have rolled so far."""
    order: list[int]
    """The seats whose place is settled."""


class RunAwaySeen(ProcedureSeen):
    """The running away after a lost fight."""

    kind: Literal["run_away"]
    runner: int
    """The seat that runs; -1 before the first one does."""
    waiting: list[int]
    """The seats that have still to run."""
    todo: list[int]
    """The monsters that the runner has still to get away from."""
    body: int
    """The monster that the runner is running from; -1 for none."""
    undone: bool
    """Whether the last escape must be rolled for again."""
    has_rolled: bool
    """Whether the runner has rolled: it is then too late to sacrifice a follower."""
    safe: list[int]
    """The seats that got away by a sacrifice."""
    begun: bool
    """Whether any seat has rolled."""
    struck: int
    """The number of monsters whose effect after the run is done."""


class RunOrderSeen(ProcedureSeen):
    """The agreement of main fighter and helper on who runs first."""

    kind: Literal["run_order"]
    main: int
    """The main fighter."""
    helper: int
    """The helper."""
    wish: int
    """The seat that the main fighter wants to run first; -1 before they have chosen."""
    other_wish: int
    """The seat that the helper wants to run first; -1 before they have chosen."""


class SetupSeen(ProcedureSeen):
    """The setup, in which all players play from the starting hand."""

    kind: Literal["setup"]
    ready: int
    """Mask of the seats that are done."""


class TradeSeen(ProcedureSeen):
    """A trade proposal that waits for the other party."""

    kind: Literal["trade"]
    seat: int
    """The seat that proposes."""
    other: int
    """The seat that the proposal is made to."""
    gives: list[int]
    """The cards offered."""
    wants: list[int]
    """The cards wanted in return."""
    gift: bool
    """Whether nothing is wanted in return."""
    agreed: int
    """1 for yes, -1 for no, 0 while it waits."""


class TurnSeen(ProcedureSeen):
    """A turn."""

    kind: Literal["turn"]
    seat: int
    """The seat whose turn it is."""
    met: bool
    """Whether a monster was met this turn."""
    handed: bool
    """Whether Charity has been given and the player of the new turn has not acted yet."""


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
"""A frame."""
