"""Beats: how long the table lets what has just happened be seen, before bots, windows and clocks go on.

The beat of each kind of event and the lengths of all beats are declared with the kinds; no client has a say in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from kickdoor.engine.machine.event_kinds import BEATS, KINDS, REWARD_TAKEN, ROLLED_FOR_ORDER, Beat
from kickdoor.server.protocol.server_messages import BeatPace

OF_NAME = {beat.name: beat for beat in BEATS}
PLAY = "play"
TURNING = "turning"
ORDER = "order"
THEFT = "theft"
OTHERWISE = {ROLLED_FOR_ORDER: ORDER, REWARD_TAKEN: THEFT}
"""The beats of what is called otherwise here."""
SPOILING = ("monster_left", "combat_moved")
"""What a play does that takes a monster from its fight, or the fight from somebody: the two are seen as one."""

OF_KIND = {kind.word: kind.beat for kind in KINDS}

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
        beat = OF_NAME.get(name)
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
