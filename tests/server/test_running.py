"""What is told of running away is true: whoever rolls the face they were told gets away, and with less nobody does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kickdoor.catalog.loader import known_sets
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FLEE as TO_FLEE
from kickdoor.engine.machine.prompts import Answer, act_of, key, parse
from kickdoor.engine.rules.fight.run_away import RunAway
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.server.room.escape_odds import escapes_of
from kickdoor.server.room.game_log import build_log_events

NAMES = ["Aric", "Suzan", "Guy"]
FACES = range(1, 7)
CHANGES = (nr.Q_RUN, nr.Q_DIE, nr.Q_ESCAPE_NUMBER, nr.Q_NO_ESCAPE, nr.Q_NO_PURSUIT, nr.Q_SURE_FOOTED)
"""What changes a roll to run away, or makes it needless or of no use."""


def stage(folder: Path, text: str, sets: str = "[deluxe]") -> State:
    path = folder / "position.yaml"
    path.write_text(f"scenario: A position\nsets: {sets}\n{text}\nsteps: []\n", encoding="utf-8")
    return play(read_file(path), "1", None).s


def until_flight(s: State) -> bool:
    """Have the fight given up, and everybody let it happen, until somebody must run."""
    for _ in range(60):
        if s.stack and isinstance(s.stack[-1], RunAway):
            return True
        mask = runtime.prompted_seats(s)
        seat = (mask & -mask).bit_length() - 1
        codes = runtime.legal_options(s, seat) if mask else []
        wanted = [code for code in codes if key(code).startswith(("give_up", "pass"))]
        if not wanted:
            return False
        runtime.apply(s, Answer(seat, wanted[0], []))
    return False


def roll(before: State, code: int, face: int) -> tuple[int, bool | None]:
    """Roll a face: gives the need that is told of it, and whether the runner gets away; None if neither happens."""
    s = before.copy()
    seat = (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1
    s.rng.script = [face]
    s.events = []
    runtime.apply(s, Answer(seat, code, []))
    told = [line for line in build_log_events(s, s.events, NAMES) if line.event and line.event.kind == ev.DIE_ROLLED]
    need = told[0].need if told else 0
    for _ in range(20):
        for event in s.events:
            if event.kind in (ev.ESCAPED, ev.CAUGHT) and event.seat == seat:
                return need, event.kind == ev.ESCAPED
        mask = runtime.prompted_seats(s)
        if not mask:
            break
        runtime.apply_default(s, (mask & -mask).bit_length() - 1)
    return need, None


def flights(s: State) -> Counter[int]:
    """Try every face against every monster and compares; counts by what was needed."""
    seen = Counter[int]()
    runner = (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1
    chances = {one.monster: one for one in escapes_of(s, runner)}
    for code in [code for code in runtime.legal_options(s, runner) if act_of(code) == TO_FLEE]:
        panel = chances[int(key(code).partition("monster")[2])]
        away = 0
        for face in FACES:
            need, free = roll(s, code, face)
            assert free is not None
            away += free
            if need:
                assert free == (face >= need), (key(code), face, need)
                assert need == panel.need
                seen[need] += 1
        assert panel.faces == away
    return seen


def test_roll_modifiers_change_the_needed_roll(tmp_path: Path) -> None:
    """A curse that takes 1 from every roll is told with the roll to run away, not found out by being caught."""
    players = "{Aric: {level: 1, curses: [Chicken on Your Head]}, Suzan: {}, Guy: {}}"
    s = stage(tmp_path, f"players: {players}\ncombat: {{fighter: Aric, monsters: [Lame Goblin]}}")
    (goblin,) = escapes_of(s, 0)
    assert (goblin.need, goblin.faces) == (5, 2)
    assert until_flight(s)
    code = parse("flee>monster0")
    assert [roll(s, code, face) for face in FACES] == [(5, face >= 5) for face in FACES]


def test_items_lost_to_bad_stuff_counted_for_the_roll(tmp_path: Path) -> None:
    players = "{Aric: {level: 1, equipped: [Boots of Running Really Fast]}, Suzan: {}, Guy: {}}"
    s = stage(tmp_path, f"players: {players}\ncombat: {{fighter: Aric, monsters: [Crabs, Snails on Speed]}}")
    assert until_flight(s)
    assert flights(s)


@pytest.mark.parametrize("sets", [*[[name] for name in known_sets()], known_sets()], ids="-".join)
def test_the_needed_roll_decides_the_escape(tmp_path: Path, sets: list[str]) -> None:
    """Every monster is run from with every card that changes the roll, some of them at once."""
    s = stage(tmp_path, "players: {Aric: {}, Suzan: {}, Guy: {}}", f"[{', '.join(sets)}]")
    rng, seen = LehmerRng("running"), Counter[int]()
    changing = [d for d in s.cards if d.run or any(m.query in CHANGES for m in d.modifiers)]
    places = {nr.ITEM: "equipped", nr.CURSE: "curses", nr.FOLLOWER: "followers", nr.RACE: "race", nr.CLASS: "class"}
    monsters = sorted({d.name for d in s.cards if d.kind == nr.MONSTER})
    for name in monsters:
        taken: dict[str, list[str]] = {}
        for d in changing:
            place = places.get(d.kind, "")
            if place and not rng.below(3) and not (taken.get(place) and place in ("race", "class", "equipped")):
                taken.setdefault(place, []).append(d.name)
        cards = ", ".join(["level: 1", *[f"{place}: {names}" for place, names in taken.items()]])
        text = (
            f"players: {{Aric: {{{cards}}}, Suzan: {{}}, Guy: {{}}}}\ncombat: {{fighter: Aric, monsters: [{name!r}]}}"
        )
        position = stage(tmp_path, text, f"[{', '.join(sets)}]")
        if until_flight(position):
            seen += flights(position)
    assert len(seen) > 3, seen
