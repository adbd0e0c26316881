"""Two tables that differ only in hidden cards are the same to whoever must not know them: byte by byte, and in time.

Whatever a view is made of is compared in one go: the game, the question, choices, the window, the fight,
clocks, lines of the log, and how commands that are not allowed are refused.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.layers import thorough
from tests.server.harness import RoomHarness, new_data, start
from tests.server.paired_rooms import Twin, has_learnt, odd_acts, own_act, twins
from tests.server.test_leaks import random_step

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.scheduler import could_react

COMPARE_INTERVAL = 5
"""Steps between two comparisons."""
SELDOM = 6
"""Times each procedure of the game is looked at whenever it comes."""
MAX_STEPS = 8
"""How far two tables are followed while nobody says anything."""


def look_alike(a: Twin, b: Twin, rng: LehmerRng, seen: Counter[str]) -> None:
    """Compare two tables as far as one pair of eyes can follow them."""
    assert a.news() == b.news()
    seen["views"] += 1
    before = a.state.copy()
    if a.eyes >= 0:
        why = wire.GetUnavailable(cmd="why")
        told = a.command(why)
        assert told == b.command(why)
        seen["reasons"] += told.startswith(b'{"t":"reasons"')
        try_in_vain(a, b, rng, seen)
        # By an act they would take their seat back
        act = None if a.driven else own_act(a, rng)
        if act is not None:
            answer = wire.Do(cmd="act", key=act[0], picks=act[1], prompt=runtime.prompt(a.state, a.eyes).id)
            heard = a.command(answer), b.command(answer)
            if has_learnt(before, a.state, a.eyes) or has_learnt(before, b.state, a.eyes):
                # The game has shown the watcher something, or the dice have rolled: from here on the tables differ
                seen["shown"] += 1
                return
            assert heard[0] == heard[1]
            seen["acts"] += 1
    seen["windows"] += a.tables.room.reaction is not None
    if rng.below(2):
        others_pass(a, b, seen)
    wait(a, b, seen)


def try_in_vain(a: Twin, b: Twin, rng: LehmerRng, seen: Counter[str]) -> None:
    """Try what is not allowed, and whether the refusal tells anything."""
    for n, (option, picks) in enumerate(odd_acts(a.state, a.eyes, rng)):
        attempt = wire.Do(cmd=f"odd{n}", key=option, picks=picks)
        heard = a.command(attempt), b.command(attempt)
        assert heard[0] == heard[1], option
        seen["refusals"] += heard[0].startswith(b'{"t":"refused"')


def others_pass(a: Twin, b: Twin, seen: Counter[str]) -> None:
    """Have somebody else hold the window open or pass: what is heard of it is the same."""
    if a.tables.room.reaction is None:
        return
    mask = runtime.prompted_seats(a.state)
    for seat in [seat for seat in a.clients if seat >= 0 and seat != a.eyes and mask >> seat & 1][:2]:
        done = wire.Do(cmd="pass", key="pass", prompt=runtime.prompt(a.state, seat).id)
        for message in (wire.Hold(cmd="hold"), done):
            assert a.overhear(seat, message) == b.overhear(seat, message)
            seen["others"] += 1


def wait(a: Twin, b: Twin, seen: Counter[str]) -> None:
    """Let time pass, with nobody saying anything more: everything happens at the same time and sounds the same."""
    a.tables.written, b.tables.written = [], []
    before = a.state.copy()
    for _ in range(MAX_STEPS):
        one, other = a.step(), b.step()
        assert one[0] == other[0]
        if has_learnt(before, a.state, a.eyes) or has_learnt(before, b.state, a.eyes) or a.has_decided():
            return
        assert one[1] == other[1]
        seen["waits"] += 1


def play_and_compare(harness: RoomHarness, clients: list[int], rng: LehmerRng, steps: int, seen: Counter[str]) -> None:
    """Play on at random, and compares at every new window, at procedures seldom seen, and every now and then."""
    last = -1
    procedures: Counter[str] = Counter()
    for n in range(steps):
        if harness.room.playing is None:
            return
        window = harness.room.reaction
        fresh = window is not None and window.id != last
        procedure = harness.state.stack[-1].KIND
        if fresh or n % COMPARE_INTERVAL == 0 or procedures[procedure] < SELDOM:
            procedures[procedure] += 1
            eyes = rng.below(len(clients) + 1) - 1
            a, b = twins(harness, eyes, LehmerRng(f"{rng.x}:{n}"))
            look_alike(a, b, rng, seen)
        last = -1 if window is None else window.id
        random_step(harness, clients, rng)


@pytest.mark.parametrize(
    ("seed", "humans", "seats", "mixed"),
    [
        (1, 2, 4, False),
        pytest.param(3, 3, 3, True, marks=thorough),
        pytest.param(2, 4, 4, True, marks=thorough),
        pytest.param(4, 4, 6, True, marks=pytest.mark.slow),
    ],
)
def test_hidden_cards_do_not_change_messages(seed: int, humans: int, seats: int, mixed: bool) -> None:
    data = new_data(humans, seats, "blitz", known_sets() if mixed else None)
    data.secret = f"{seed:064x}"
    harness, clients = start(humans, data=data)
    seen: Counter[str] = Counter()
    play_and_compare(harness, clients, LehmerRng(f"twins{seed}"), 240, seen)
    least = {"views": 40, "reasons": 30, "refusals": 150, "acts": 10, "windows": 4, "waits": 15}
    assert not {what: seen[what] for what, n in least.items() if seen[what] < n}


@pytest.mark.parametrize(("seed", "humans", "eyes"), [(1, 2, 1), (2, 1, -1), pytest.param(3, 2, 0, marks=thorough)])
def test_who_only_looks_on_does_not_see_by_the_waiting_what_the_last_player_holds(
    seed: int, humans: int, eyes: int
) -> None:
    data = new_data(humans, 4, "blitz")
    data.secret = f"{seed:064x}"
    harness, clients = start(humans, data=data)
    seen: Counter[str] = Counter()
    rng = LehmerRng(f"alone{seed}")
    alone = next(seat for seat in range(humans) if seat != eyes)
    last = -1
    while harness.room.playing is not None and seen["parted"] < 3:
        window = harness.room.reaction
        if window is not None and window.id != last and runtime.prompted_seats(harness.state) >> alone & 1:
            a, b = twins(harness, eyes, LehmerRng(f"{rng.x}:{window.id}"), eyes >= 0, alone)
            if could_react(a.state, alone) != could_react(b.state, alone):
                assert a.tables.room.is_alone()
                look_alike(a, b, rng, seen)
                seen["parted"] += 1
        last = -1 if window is None else window.id
        random_step(harness, clients, rng)
    assert seen["parted"]
