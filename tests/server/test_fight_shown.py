"""What the table says of a fight is true: what is lacking, what help would bring, what running away takes."""

from pathlib import Path

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer, key, parse
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.server.protocol.client_messages import FightShown
from kickdoor.server.room.escape_odds import escapes_of
from kickdoor.server.room.public_view import PublicView

NAMES = ["Aric", "Suzan", "Guy"]


def shown(folder: Path, aric: str, suzan: str, monster: str) -> FightShown:
    path = folder / "position.yaml"
    path.write_text(
        f"""
scenario: A position
sets: [deluxe]
players: {{Aric: {{{aric}}}, Suzan: {{{suzan}}}, Guy: {{dead: true}}}}
combat: {{fighter: Aric, monsters: [{monster}]}}
steps: [expect: {{turn: Aric}}]
""",
        encoding="utf-8",
    )
    out = PublicView(play(read_file(path), "1", None).s, NAMES).fight_of(0)
    assert out is not None
    return out


def test_a_side_that_loses_ties_lacks_one_more(tmp_path: Path) -> None:
    assert shown(tmp_path, "level: 1", "", "Net Troll").lacks == 10
    assert shown(tmp_path, "level: 1, class: Warrior", "", "Net Troll").lacks == 9
    assert shown(tmp_path, "level: 9, equipped: [Huge Rock]", "", "Net Troll").lacks == 0


def test_help_previews_include_effects_of_the_monster(tmp_path: Path) -> None:
    (plain,) = shown(tmp_path, "level: 3", "level: 4", "Harpies").helped
    assert (plain.seat, plain.totals, plain.winning) == (1, [7, 4], True)
    (hated,) = shown(tmp_path, "level: 3", "level: 4, class: Wizard", "Harpies").helped
    assert (hated.seat, hated.totals, hated.winning) == (1, [7, 9], False)


def test_help_of_one_who_wins_ties_wins_them(tmp_path: Path) -> None:
    (help,) = shown(tmp_path, "level: 5", "level: 5, class: Warrior", "Net Troll").helped
    assert (help.totals, help.winning) == ([10, 10], True)


def test_shown_treasures_include_enhancers(tmp_path: Path) -> None:
    assert shown(tmp_path, "level: 1", "", "Net Troll").treasures == [3]
    assert shown(tmp_path, "level: 1", "", "{name: Net Troll, enhancers: [Ancient]}, Lame Goblin").treasures == [5, 1]


def test_only_legal_helpers_are_shown(tmp_path: Path) -> None:
    assert shown(tmp_path, "level: 9, equipped: [Huge Rock]", "level: 3", "Net Troll").helped == []


def test_a_monster_that_does_not_pursue_needs_no_roll(tmp_path: Path) -> None:
    (plant,) = shown(tmp_path, "level: 1", "", "Potted Plant").escapes
    assert (plant.free, plant.faces) == (True, 6)
    (troll,) = shown(tmp_path, "level: 1", "", "Net Troll").escapes
    assert (troll.free, troll.need, troll.faces) == (False, 5, 2)


def test_decided_rolls_are_not_shown_as_chances(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(
        "scenario: A position\nsets: [deluxe]\n"
        "players: {Aric: {level: 1}, Suzan: {}, Guy: {}}\n"
        "combat: {fighter: Aric, monsters: [Net Troll, Harpies]}\nsteps: []\n",
        encoding="utf-8",
    )
    s = play(read_file(path), "1", None).s
    assert [escape.monster for escape in escapes_of(s, 0)] == [0, 1]
    while not [code for code in runtime.legal_options(s, 0) if key(code).startswith("flee")]:
        seat = next(i for i in range(3) if runtime.prompted_seats(s) >> i & 1)
        codes = [code for code in runtime.legal_options(s, seat) if key(code).startswith(("give_up", "pass"))]
        runtime.apply(s, Answer(seat, codes[0], []))
    assert [escape.monster for escape in escapes_of(s, 0)] == [0, 1]
    s.rng.script = [1]
    runtime.apply(s, Answer(0, parse("flee>monster0"), []))
    assert [escape.monster for escape in escapes_of(s, 0)] == [1]


def test_escapes_without_a_roll_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(
        "scenario: A position\nsets: [deluxe]\n"
        "players: {Aric: {level: 4, hand: [Instant Wall]}, Suzan: {}, Guy: {}}\n"
        "combat: {fighter: Aric, monsters: [King Tut, Mr. Bones]}\nopen: true\n"
        "steps:\n  - Aric: give up\n  - everyone: pass\n  - Aric: {play: Instant Wall}\n",
        encoding="utf-8",
    )
    s = play(read_file(path), "1", None).s
    assert [(escape.monster, escape.free) for escape in escapes_of(s, 0)] == [(0, True), (1, True)]


def test_a_further_hand_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(
        "scenario: A position\nsets: [star]\n"
        "players: {Aric: {equipped: [Hand Hairdo]}, Suzan: {}, Guy: {}}\nsteps: []\n",
        encoding="utf-8",
    )
    assert PublicView(play(read_file(path), "1", None).s, NAMES).hands == [3, 2, 2]


def test_a_decisive_fight_is_marked(tmp_path: Path) -> None:
    assert shown(tmp_path, "level: 9", "", "Net Troll").for_win == [0]
    assert shown(tmp_path, "level: 8", "", "Net Troll").for_win == []
    # It is worth two levels, and so are two monsters
    assert shown(tmp_path, "level: 8", "", "Plutonium Dragon").for_win == [0]
    assert shown(tmp_path, "level: 8", "", "Net Troll, Lame Goblin").for_win == [0]
