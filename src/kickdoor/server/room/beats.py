"""Beats: how long the table lets what has just happened be seen, before bots, windows and clocks go on.

The lengths are fixed by kind, in this one place, and no client has a say in them. A kind of event is told to everybody,
so a length says nothing that the log does not: in particular nothing about a card that only some may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kickdoor.server.protocol.server_messages import BeatPace


@dataclass(frozen=True, slots=True)
class Beat:
    """Something that is seen to happen on the stage."""

    name: str
    seconds: float
    """At normal pace."""
    covers: frozenset[str] = frozenset()
    """Kinds of events of the same act that are part of it and take no time of their own."""


ROLLED_FOR_ORDER = "die_rolled_for_order"
"""How a `die_rolled` is called here that settles who comes first: all such rolls of an act are seen at once."""
REWARD_TAKEN = "reward_taken"
"""How a `treasures_drawn` is called here by which somebody draws Treasures in the place of whoever has won them."""
WON = frozenset(["monster_killed", "level_gained", "treasures_drawn", "treasure_picked", "card_drawn", "fight_ended"])
BEATS: dict[str, Beat] = {
    beat.name: beat
    for beat in (
        Beat("door", 1.4, frozenset(["fight_begun", "door_taken"])),
        Beat("joins", 0.9, frozenset(["fight_begun", "monster_joined"])),
        Beat("play", 0.8, frozenset(["monster_joined", "card_attached", "die_set"])),
        Beat("turning", 1.2, frozenset(["monster_joined", "card_attached"])),
        Beat("foiled", 1.6, frozenset(["monster_left", "monster_joined", "card_discarded", "fight_ended"])),
        Beat("stolen", 1.4, frozenset(["combat_moved", "card_discarded"])),
        Beat("help", 0.8),
        Beat("victory", 1.8, WON),
        Beat("flight", 1.5, frozenset(["escaped"])),
        Beat("order", 2.0, frozenset([ROLLED_FOR_ORDER])),
        Beat("bad_stuff", 1.5),
        Beat("curse", 1.4),
        Beat("level", 0.6),
        Beat("death", 2.5),
        Beat("cards", 0.7),
        Beat("theft", 1.2),
        Beat("gear", 0.5),
        Beat("lost", 0.4),
        Beat("sale", 0.9, frozenset(["level_gained"])),
        Beat("tokens", 0.8, frozenset(["level_gained"])),
        Beat("turn", 0.6),
        Beat("win", 3.0),
    )
}
"""All beats by name; see docs/table.md for what is seen in each."""
PLAY = "play"
TURNING = "turning"
ORDER = "order"
THEFT = "theft"
OTHERWISE = {ROLLED_FOR_ORDER: ORDER, REWARD_TAKEN: THEFT}
"""The beats of what is called otherwise here."""
SPOILING = ("monster_left", "combat_moved")
"""What a play does that takes a monster from its fight, or the fight from somebody: the two are seen as one."""

OF_KIND: dict[str, str] = {
    "game_begun": "",
    "turn_begun": "turn",
    "door_kicked": "door",
    "door_taken": "cards",
    "looked_for_trouble": "joins",
    "looted_room": "",
    "card_drawn": "cards",
    "treasures_drawn": "cards",
    "card_played": "play",
    "ability_used": "play",
    "item_carried": "gear",
    "item_equipped": "gear",
    "item_unequipped": "gear",
    "card_attached": "gear",
    "items_sold": "sale",
    "level_gained": "level",
    "level_lost": "level",
    "card_discarded": "lost",
    "fight_begun": "joins",
    "monster_joined": "joins",
    "monster_left": "foiled",
    "monster_killed": "",
    "claimed": "",
    "gave_up": "",
    "help_asked": "help",
    "help_offered": "help",
    "help_agreed": "help",
    "help_refused": "help",
    "helper_left": "help",
    "helper_forced": "help",
    "fight_won": "victory",
    "fight_lost": "",
    "fight_ended": "",
    "die_rolled": "flight",
    "die_set": "play",
    "escaped": "flight",
    "caught": "bad_stuff",
    "curse_landed": "curse",
    "curse_cancelled": "play",
    "curse_no_effect": "",
    "curse_kept": "",
    "curse_ended": "lost",
    "died": "death",
    "looted": "cards",
    "revived": "",
    "charity_given": "cards",
    "charity_discarded": "cards",
    "trade_offered": "help",
    "traded": "",
    "trade_refused": "help",
    "given": "cards",
    "hand_shown": "cards",
    "card_taken_from": "theft",
    "item_taken": "theft",
    "reshuffled": "",
    "deck_empty": "",
    "sex_changed": "lost",
    "game_won": "win",
    "treasure_picked": "cards",
    "promise_lapsed": "",
    "big_item_passed": "cards",
    "combat_moved": "stolen",
    "death_cheated": "play",
    "token_gained": "tokens",
    "tokens_lost": "tokens",
    "set_turned_in": "tokens",
    "tokens_swapped": "tokens",
    "aftermath": "",
    "oneshot_cancelled": "play",
    "deck_seen": "cards",
    "card_passed": "cards",
    "token_given": "tokens",
    "taken_from_discards": "cards",
    "cards_cleared": "",
    "card_spent": "",
    "card_laid_down": "",
}
"""The beat of every kind of event; empty where it is seen in what comes before or after it, or in words alone."""

FACTORS: dict[BeatPace, float] = {"none": 0.0, "brisk": 0.6, "normal": 1.0, "relaxed": 1.5}
MAX_PAUSE_S = 5.0
"""Seconds at normal pace that the table waits at most, however much has happened: a roll, its Bad Stuff and most of a
death. Pages play what is longer faster, so that none is ever more than about two seconds behind."""


def beats_of(kinds: Sequence[str], turns: bool) -> list[tuple[str, float]]:
    """Return the beat of each event of one act and its length, which is 0 where another beat shows it.

    `turns`: the act has turned the fight round. Then the play that did it is shown as such, once.
    """
    out: list[tuple[str, float]] = []
    around: Beat | None = None
    for n, kind in enumerate(kinds):
        name = OTHERWISE.get(kind) or OF_KIND[kind]
        if name == PLAY:
            name = spoiling(kinds[n + 1 :]) or (TURNING if turns else PLAY)
            turns = turns and name == PLAY
        if around is not None and kind in around.covers:
            out.append((around.name, 0.0))
            continue
        beat = BEATS.get(name)
        around = around if beat is None else beat
        out.append((name, 0.0 if beat is None else beat.seconds))
    return out


def spoiling(later: Sequence[str]) -> str:
    """Name the beat of a play by what it does to the fight; empty if it takes nothing from it."""
    for kind in later:
        if OF_KIND.get(kind) == PLAY:
            break
        if kind in SPOILING:
            return OF_KIND[kind]
    return ""


def rest_after(now: float, rest_until: float, seconds: float, pace: BeatPace) -> float:
    """Return the time until which the table waits, when so many seconds of beats have just begun.

    Whatever goes on by itself does so after the beats of what went before, so those of several acts follow each other.
    People wait for nothing: who acts in the middle of a beat finishes it, and however much they do at once, the table
    waits no longer than for the longest of it.
    """
    return max(rest_until, now + min(seconds, MAX_PAUSE_S) * FACTORS[pace])
