"""What an act would come to is told before it is done: truly, by what the seat may know, and without doing anything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.server.harness import RoomHarness, new_data, start
from tests.server.test_leaks import random_step

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_GIVE, P_SHIFT, Answer, key, parse
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.previews import outcome
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe

NAMES = ["Aric", "Suzan", "Guy"]


def stage(folder: Path, text: str) -> State:
    path = folder / "position.yaml"
    path.write_text(f"scenario: A position\nsets: [deluxe]\n{text}\nsteps: []\n", encoding="utf-8")
    return play(read_file(path), "1", None).s


class Shown:
    """As much of a match as a preview looks at."""

    def __init__(self, state: State) -> None:
        self.state, self.rules, self.names = state, state.rules, NAMES


def told(s: State, seat: int, wanted: str, picks: list[int] | None = None) -> wire.PreviewResult:
    """Preview the first option whose key begins so."""
    options = [key(code) for code in runtime.legal_options(s, seat)]
    found = [option for option in options if option.startswith(wanted)]
    assert found, options
    message = wire.Preview(cmd="c", key=found[0], picks=picks or [])
    return outcome(Shown(s), Answer(seat, parse(found[0]), picks or []), message)


def card(s: State, name: str) -> int:
    return next(i for i, d in enumerate(s.cards) if d.name == name and any(i in p.hand for p in s.seats))


FIGHT = "combat: {fighter: Aric, monsters: [Net Troll]}"


def test_previews_have_totals_and_the_winner(tmp_path: Path) -> None:
    text = "players: {Aric: {level: 9, equipped: [Huge Rock]}, Suzan: {hand: [Humongous]}, Guy: {}}\n" + FIGHT
    s = stage(tmp_path, text)
    mine = told(s, 1, f"play:{card(s, 'Humongous')}")
    assert mine.text == "Monsters 10 → 20: Aric would lose by 8."
    assert (mine.totals, mine.lacks, mine.sure, mine.harms) == ([[12, 10], [12, 20]], 9, True, False)


def test_previews_name_harm_to_the_own_seat(tmp_path: Path) -> None:
    text = "players: {Aric: {level: 9, hand: [Humongous]}, Suzan: {}, Guy: {}}\n" + FIGHT
    s = stage(tmp_path, text)
    mine = told(s, 0, f"play:{card(s, 'Humongous')}")
    assert mine.text == "Monsters 10 → 20: you would lose by 11."
    assert mine.harms
    assert mine.risks


def test_a_claim_is_previewed_as_a_win_without_responses(tmp_path: Path) -> None:
    text = "players: {Aric: {level: 8, equipped: [Huge Rock]}, Suzan: {}, Guy: {}}\n" + FIGHT
    found = told(stage(tmp_path, text), 0, "claim")
    assert found.fight == "won"
    assert found.levels == [1, 0, 0]
    assert "win the fight" in found.text
    assert "Level 8 to 9" in found.text
    assert not found.harms


def test_a_die_decides_who_gets_away(tmp_path: Path) -> None:
    text = "players: {Aric: {level: 3}, Suzan: {}, Guy: {}}\ncombat: {fighter: Aric, monsters: [Harpies]}"
    s = stage(tmp_path, text)
    while not [code for code in runtime.legal_options(s, 0) if key(code).startswith("flee")]:
        seat = next(i for i in range(3) if runtime.prompted_seats(s) >> i & 1)
        codes = [code for code in runtime.legal_options(s, seat) if key(code).startswith(("give_up", "pass"))]
        runtime.apply(s, Answer(seat, codes[0], []))
    found = told(s, 0, "flee")
    assert (found.depends, found.faces, found.sure) == ("die", 2, False)
    assert "2 in 6 chance" in found.text
    assert found.risks
    assert not found.harms


def test_previews_do_not_reveal_the_next_door(tmp_path: Path) -> None:
    s = stage(tmp_path, "players: {Aric: {}, Suzan: {}, Guy: {}}")
    found = told(s, 0, "kick")
    assert (found.sure, found.depends) == (False, "cards")


def test_a_preview_of_trouble_has_the_totals(tmp_path: Path) -> None:
    s = stage(tmp_path, "players: {Aric: {level: 4, hand: [Net Troll, Lame Goblin]}, Suzan: {}, Guy: {}}")
    runtime.apply(s, Answer(0, parse("kick"), []))
    found = told(s, 0, f"trouble:{card(s, 'Net Troll')}")
    assert found.text == "A fight begins, 4 to 10: you would lose by 6."
    assert (found.totals, found.lacks, found.sure) == ([[], [4, 10]], 7, True)
    assert told(s, 0, f"trouble:{card(s, 'Lame Goblin')}").text == "A fight begins, 4 to 1: you would win by 3."


def test_a_preview_of_asking_names_who_must_agree(tmp_path: Path) -> None:
    text = "players: {Aric: {level: 1}, Suzan: {level: 9}, Guy: {}}\n" + FIGHT
    found = told(stage(tmp_path, text), 0, "ask>seat1")
    assert found.text == "If Suzan agrees – Munchkins 1 → 10: you would lose the tie."
    assert (found.depends, found.up_to, found.sure, found.harms) == ("others", 1, False, False)


def test_a_preview_of_a_trade_shows_its_result(tmp_path: Path) -> None:
    text = "players: {Aric: {level: 2, equipped: [Huge Rock]}, Suzan: {level: 2}, Guy: {}}"
    s = stage(tmp_path, text)
    rock = s.seats[0].play[0]
    found = told(s, 0, "trade>seat1", [P_GIVE << P_SHIFT | rock])
    assert found.text == "If Suzan agrees – Your strength 5 → 2. You would lose Huge Rock."
    assert (found.up_to, found.harms) == (1, True)


def test_a_preview_of_equipping_shows_the_strength(tmp_path: Path) -> None:
    s = stage(tmp_path, "players: {Aric: {level: 2, hand: [Huge Rock]}, Suzan: {}, Guy: {}}")
    found = told(s, 0, f"play:{card(s, 'Huge Rock')}")
    assert (found.text, found.strength) == ("Your strength 2 → 5.", [2, 5])


def previews(s: State, seat: int, names: list[str]) -> list[bytes]:
    """Preview everything a seat may do."""
    out = []
    for code in runtime.legal_options(s, seat):
        picks = runtime.form(s, seat, code).default(s) if code & FORM_BIT else []
        message = wire.Preview(cmd="c", key=key(code), picks=picks)
        shown = Shown(s)
        shown.names = names
        out.append(wire.encoder.encode(outcome(shown, Answer(seat, code, picks), message)))
    return out


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_hangs_on_nothing_hidden_and_changes_nothing(seed: int) -> None:
    """Two states that differ only in what a seat may not know give the same, byte for byte."""
    data = new_data(3, 4, "blitz", known_sets() if seed else None)
    data.secret = f"{seed:064x}"
    harness, clients = start(3, data=data)
    rng, seen = LehmerRng(f"previews{seed}"), Counter[str]()
    for step in range(160):
        if harness.room.playing is None:
            break
        random_step(harness, clients, rng)
        seat = step % 3
        s = harness.state
        if step % 8 or not runtime.legal_options(s, seat):
            continue
        before = state_to_json(s)
        other = sample_state(observe(s, seat), s.rules, rng)
        assert previews(s, seat, harness.match.names) == previews(other, seat, harness.match.names)
        assert state_to_json(s) == before
        seen["compared"] += 1
    assert seen["compared"] > 5


def ask(harness: RoomHarness, client: int, option: str, **more: object) -> wire.ServerMessage:
    harness.send(client, wire.Preview(cmd=harness.cmd(), key=option, **more))
    return harness.inbox[client][-1]


def test_a_question_is_answered_to_its_asker_and_written_nowhere() -> None:
    harness, clients = start(2)
    written, stored, sent = len(harness.written), harness.stored, len(harness.inbox[clients[1]])
    option = key(runtime.legal_options(harness.state, 0)[0])
    found = ask(harness, clients[0], option)
    assert isinstance(found, wire.PreviewResult)
    assert found.key == option
    assert (len(harness.written), harness.stored, len(harness.inbox[clients[1]])) == (written, stored, sent)


def test_illegal_previews_are_refused_like_the_action() -> None:
    harness, clients = start(2)
    for option in ("claim", "play:4000", "nonsense"):
        found = ask(harness, clients[0], option)
        assert isinstance(found, wire.Refused)
        assert found.code == harness.do(clients[0], option).code
    watcher = harness.connect(-1)
    assert ask(harness, watcher, "claim").code == "watching"
