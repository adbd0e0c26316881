"""Types of the observed frames; the field `kind` of each names the frame.

Made by tools/state_fields.py from the declarations of the fields. Do not edit.
"""

from typing import Literal, TypedDict


class ObservedProcedure(TypedDict):
    """The fields of every frame."""

    uid: int
    """A number unique among the frames of the game."""
    pc: int
    """The next step."""
    round: int
    """The number of times the same prompt was repeated."""


class ObservedChoice(ObservedProcedure):
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


class ObservedWindow(ObservedProcedure):
    """A reaction window."""

    passed: int
    """Mask of the seats that have passed."""
    seen: int
    """The number of actions when the window was last restarted."""


class CardInPlaySeen(ObservedProcedure):
    """A card whose program runs above this frame; it is discarded when the program is done."""

    kind: Literal["card_in_play"]
    card: int
    """The card."""


class CaughtWindowSeen(ObservedWindow):
    """The window right after a monster has caught a player, in which the others may react."""

    kind: Literal["caught_window"]
    seat: int
    """The seat that was caught."""


class ChooseSeen(ObservedChoice):
    """A prompt for one seat to pick. The picks are returned in the state's `picked`. Never interrupted."""

    kind: Literal["choose"]


class ChooseWorthSeen(ObservedChoice):
    """The frame that prompts for Items worth a sum."""

    kind: Literal["choose_worth"]
    worth: int
    """The gold that the Items must be worth."""


class CombatSeen(ObservedProcedure):
    """A fight in progress; the state holds the fight itself."""

    kind: Literal["combat"]
    seat: int
    """The seat whose fight it was first."""
    card: int
    """The monster that the fight began with."""
    may_loot: bool
    """Whether the room may be looted after the fight, which is closed by then."""


class CurseLandsSeen(ObservedWindow):
    """A curse that was turned up or played: it lands unless it is cancelled."""

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


class DeathSeen(ObservedProcedure):
    """A body and its looters."""

    kind: Literal["death"]
    seat: int
    """The seat that has died."""
    body: list[int]
    """The cards that are left to loot."""
    looters: list[int]
    """The seats that have still to take a card, in order."""
    phase: int
    """The number of the phase in which the death happened."""


class DeliverySeen(ObservedProcedure):
    """The delivery of a bargain after its fight: Items change hands, then cards are played on the helper."""

    kind: Literal["delivery"]
    main: int
    """The main fighter."""
    helper: int
    """The helper."""
    deal: list[int]
    """The terms still due, as picks; a promised card shows to the seats that know it."""
    waived: int
    """Mask of the seats that would rather do without than make room."""


class EscapedWindowSeen(ObservedWindow):
    """The window right after an escape, which some cards undo."""

    kind: Literal["escaped_window"]


class FaceUpDrawSeen(ObservedProcedure):
    """The draw of one card for all to see; the frame returns the card as the state's result, -1 for none."""

    kind: Literal["face_up_draw"]
    seat: int
    """The seat that draws."""
    deck: int
    """0 for a Door, 1 for a Treasure."""


class FaceUpSeen(ObservedProcedure):
    """The choice to keep or play the card; no other player may act in the meantime."""

    kind: Literal["face_up"]
    seat: int
    """The seat that has the card."""
    card: int
    """The card."""


class FightWindowSeen(ObservedWindow):
    """The window before a fight is decided: after a claim or before running."""

    kind: Literal["fight_window"]
    claim: bool
    """Whether the fight is about to be won, not given up."""
    main: int
    """The seat that has claimed this; -1 for none yet."""


class FormerRewardsSeen(ObservedProcedure):
    """The payment of former main fighters, one after the other and face-down: they have no helper now."""

    kind: Literal["former_rewards"]
    count: int
    """Treasures still to be drawn."""
    gift: int
    """Treasures to be drawn in addition."""


class HelpTalkSeen(ObservedProcedure):
    """A bargain in progress: the seats with an open offer answer it; others may still make theirs."""

    kind: Literal["help_talk"]


class KeepSomeSeen(ObservedChoice):
    """The choice of which cards just drawn into a hand are kept; the rest is discarded."""

    kind: Literal["keep_some"]


class LosingSeen(ObservedWindow):
    """The window before Items are lost. Only their owner is prompted."""

    kind: Literal["losing"]
    seat: int
    """The seat that owns the Items."""
    cards: list[int]
    """The Items."""
    by_curse: bool
    """Whether a curse takes them."""
    taker: int
    """The seat that gets them; -1 if they are discarded."""


class OneshotPlayedSeen(ObservedWindow):
    """A one-shot that was played, where some card of the mix could cancel it."""

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


class PassingLeftSeen(ObservedProcedure):
    """The frame that prompts one player after the other for the cards to pass. Cards move after all have chosen."""

    kind: Literal["passing_left"]
    order: list[int]
    """The seats in the order in which they choose."""
    first: int
    """The number of cards that the first seat passes."""
    rest: int
    """The number of cards that each other seat passes."""
    given: list[int]
    """The cards chosen so far; -1 for one that the observer does not know."""


class ResolveSeen(ObservedProcedure):
    """A card's program in progress. Its position is data, so a card may prompt and wait anywhere."""

    kind: Literal["resolve"]
    program: str
    """The name of the program."""
    op: int
    """The index of the current op."""
    part: int
    """The progress within the current op, which runs again after each prompt."""
    card: int
    """The card; -1 for none."""
    player: int
    """The seat that plays the card or uses the ability; 'you' of most cards."""
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


class RewardWindowSeen(ObservedWindow):
    """The window before the Treasures of a fight are drawn, in which others may claim some of them."""

    kind: Literal["reward_window"]
    seat: int
    """The seat that draws them."""


class RewardsSeen(ObservedProcedure):
    """The reward step; nothing of it can be undone."""

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
    """The killed monsters with one more reward, by number of definition."""


class RollDieSeen(ObservedWindow):
    """A die roll in progress; the frame returns the total as the state's result."""

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
    """Whether this repeats a roll: a card for the first one is too late."""
    spent: list[int]
    """Keys of abilities limited per roll, once for each card paid."""


class RollOffSeen(ObservedProcedure):
    """A series of rolls that orders seats, highest first; ties are rolled again among themselves."""

    kind: Literal["roll_off"]
    queue: list[int]
    """Seats in groups, each ended by -1."""
    faces: list[int]
    """The faces that the seats of the first group have rolled so far."""
    order: list[int]
    """The seats whose place is settled."""


class RunAwaySeen(ObservedProcedure):
    """The flight after a lost fight."""

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
    """Whether the runner has rolled: no follower is sacrificed then."""
    safe: list[int]
    """The seats that got away by a sacrifice, which nothing undoes."""
    begun: bool
    """Whether any seat has rolled."""
    struck: int
    """The number of monsters whose effect after the run is done."""


class RunOrderSeen(ObservedProcedure):
    """The choice by main fighter and helper of who runs first; if they disagree, the higher roller decides."""

    kind: Literal["run_order"]
    main: int
    """The main fighter."""
    helper: int
    """The helper."""
    wish: int
    """The seat that the main fighter wants to run first; -1 for none yet."""
    other_wish: int
    """The seat that the helper wants to run first; -1 for none yet."""


class SaleSeen(ObservedChoice):
    """The choice of which Items of a sale count double by a power, which may be kept for a later sale."""

    kind: Literal["sale"]
    cards: list[int]
    """The Items sold."""
    doubled: list[int]
    """The Items that count double so far."""


class SetupSeen(ObservedProcedure):
    """The setup: four cards of each deck for every seat; then all players play at the same time until each is done."""

    kind: Literal["setup"]
    ready: int
    """Mask of the seats that are done."""


class ShedSeen(ObservedChoice):
    """The choice of what to keep or what to part with, as the rule demands."""

    kind: Literal["shed"]
    how: int
    """The limit that is exceeded, which determines what happens to the rest."""
    excess: list[int]
    """The cards that go."""
    giving: int
    """The Item that is being given away; -1 for none."""


class SpoilsSeen(ObservedWindow):
    """The tokens after a fight: kill by kill, then token by token, then those that cards add."""

    kind: Literal["spoils"]
    seat: int
    """The seat that was main fighter when the monsters were killed."""
    kills: list[int]
    """For each monster killed: tags, additional tokens, the neighbour's picks."""
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


class TakeTokenSeen(ObservedWindow):
    """A token that a player is about to take; the frame returns its kind as the state's result, -1 for none."""

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


class TradeSeen(ObservedProcedure):
    """A proposal waiting for the other party; other actions may interrupt it."""

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


class TurnSeen(ObservedProcedure):
    """One player's turn; the same frame becomes the next player's turn when it ends."""

    kind: Literal["turn"]
    seat: int
    """The seat whose turn it is."""
    met: bool
    """Whether a monster was met this turn."""
    handed: bool
    """Whether Charity was given and the next player has not acted yet."""


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
    | FaceUpDrawSeen
    | FaceUpSeen
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
