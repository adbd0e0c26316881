"""Lines of the log tell what came of what, what only some may know, and what has become of the totals of a fight."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.server.harness import RoomHarness, any_answer, new_data, start
from tests.server.test_leaks import promise, random_step
from tests.server.test_previews import stage

from kickdoor.catalog.loader import known_sets
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer, key, parse
from kickdoor.engine.rules.fight.strength import totals
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.commands import MAX_LOG_PAGE_LINES
from kickdoor.server.room.game_log import build_log_events, line_of
from kickdoor.text.event_text import drop_double_stop
from kickdoor.view.visibility import hidden_cards

WATCHER = -1
GAMES = 20
"""At most so many are played until what a test is about has come up."""
TERMS = ("help_asked", "help_offered")
HANDED = ("card_passed", "charity_given", "card_taken_from")


def play(seed: int, steps: int = 250) -> tuple[RoomHarness, list[int]]:
    """Play a game of all sets for a while."""
    data = new_data(3, 4, "blitz", known_sets())
    data.secret = f"{seed:064x}"
    harness, clients = start(3, data=data)
    clients.append(harness.connect(WATCHER))
    rng = LehmerRng(f"log{seed}")
    for _ in range(steps):
        if harness.room.playing is None:
            break
        random_step(harness, clients[:3], rng)
    return harness, clients


def test_a_line_with_hidden_cards_is_private() -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        # Who draws a card sees it, who is handed one too, and everybody what is behind a door
        if seen["private"] > 100 and seen["card_drawn"] and any(seen[kind] for kind in HANDED):
            break
        harness, _ = play(seed)
        watched = harness.match.lines(WATCHER, 0)
        assert not [line for line in watched if line.private]
        for seat in range(4):
            for line, other in zip(harness.match.lines(seat, 0), watched, strict=True):
                if line.kind in TERMS:
                    continue
                assert line.private == (line.cards != other.cards)
                seen["private"] += line.private
                seen[line.kind] += line.private
    else:
        raise AssertionError(f"too little was private: {seen}")
    assert seen["door_kicked"] == 0


def test_a_line_is_private_to_the_one_to_whom_a_card_is_promised() -> None:
    for seed in range(20):
        data = new_data(4, 4, "blitz", known_sets() if seed % 2 else None)
        data.secret = f"{seed:064x}"
        harness, clients = start(4, data=data)
        done = promise(harness, clients, LehmerRng(f"promise{seed}"))
        lines = {seat: harness.match.lines(seat, 0)[-1] for seat in range(-1, 4)}
        if done is None or lines[WATCHER].kind not in TERMS:
            continue
        asker, to, card = done
        # Somebody may have seen it before
        if not all(card in hidden_cards(harness.state, seat) for seat in lines if seat not in (asker, to)):
            continue
        name = harness.state.cards[card].name
        assert {seat for seat, line in lines.items() if line.private} == {asker, to}
        assert {seat for seat, line in lines.items() if name in line.text} == {asker, to}
        return
    raise AssertionError("nobody promises anything")


def test_lines_of_one_act_follow_its_first() -> None:
    harness, clients = play(3)
    seen: Counter[bool] = Counter()
    for client in clients:
        for view in [message for message in harness.inbox[client] if isinstance(message, wire.View) and message.lines]:
            # What is sent is never half of an act
            assert not view.lines[0].follows
            seen.update(line.follows for line in view.lines)
            assert not [line for line in view.lines if line.follows and line.kind == "turn_begun"]
    assert min(seen[True], seen[False]) > 20


def test_a_line_has_the_change_of_the_totals() -> None:
    changed: Counter[bool] = Counter()
    for seed in range(GAMES):
        if min(changed[True], changed[False]) > 5:
            return
        compare_totals(seed, changed)
    raise AssertionError("totals hardly ever change")


def compare_totals(seed: int, changed: Counter[bool]) -> None:
    """Play at random, and counts how often a side's total has changed and the line said so."""
    data = new_data(4, 4, "none")
    data.secret = f"{seed:064x}"
    match = start(4, data=data)[0].match
    rng = LehmerRng(f"totals{seed}")
    for _ in range(600):
        if match.is_over:
            break
        before = None if match.state.fight is None else totals(match.state)[:]
        count = len(match.events)
        seats = [seat for seat in range(4) if runtime.prompted_seats(match.state) >> seat & 1]
        seat = seats[rng.below(len(seats))]
        option, picks = any_answer(match.state, seat, rng)
        match.apply(Answer(seat, parse(option), picks))
        lines = match.lines(WATCHER, count)
        if before is None or match.state.fight is None or not lines:
            continue
        after = totals(match.state)
        for side, word in enumerate(("Munchkins", "Monsters")):
            told = f"{word} {before[side]} → {after[side]}." in lines[-1].text
            # Who runs away has lost already, and who is rid of the last monster has won: nobody counts any more
            decided = match.state.fight.lost or not match.state.fight.bodies
            assert told == (before[side] != after[side] and not decided)
            changed[told] += 1


def test_older_lines_are_sent_on_demand_and_bounded() -> None:
    harness, clients = play(4)
    whole = harness.match.lines(0, 0)
    assert len(whole) > MAX_LOG_PAGE_LINES
    got: list[wire.Line] = []
    before = whole[-1].n + 1
    while before > harness.match.dropped + 1:
        harness.send(clients[0], wire.GetLog(cmd=harness.cmd(), before=before))
        (answer,) = [message for message in harness.inbox[clients[0]][-1:] if isinstance(message, wire.LogPage)]
        assert 0 < len(answer.lines) <= MAX_LOG_PAGE_LINES
        assert answer.first == harness.match.dropped + 1
        got = answer.lines + got
        before = got[0].n
    assert got == whole
    # Each as they may know it, and whoever watches too
    harness.send(clients[-1], wire.GetLog(cmd=harness.cmd(), before=before + 50))
    assert harness.inbox[clients[-1]][-1].lines == harness.match.lines(WATCHER, 0)[:50]
    harness.send(clients[0], wire.GetLog(cmd=harness.cmd(), before=1))
    assert harness.inbox[clients[0]][-1].lines == []
    harness.send(clients[0], wire.GetLog(cmd=harness.cmd(), before=1 << 30))
    assert harness.inbox[clients[0]][-1].lines == whole[-MAX_LOG_PAGE_LINES:]


def test_a_name_that_ends_with_a_full_stop_ends_the_sentence() -> None:
    assert drop_double_stop("Ann fights O.G.R.E..") == "Ann fights O.G.R.E."
    text = "You are about to be hit by O.G.R.E.. Do you?"
    assert drop_double_stop(text) == "You are about to be hit by O.G.R.E. Do you?"
    assert drop_double_stop("Ann kicks open the door: Trap!!") == "Ann kicks open the door: Trap!"
    assert drop_double_stop("Ann draws ... And Its Clone and Duck.") == "Ann draws ... And Its Clone and Duck."


def test_a_line_says_why_a_monster_leaves() -> None:
    own = other = 0
    for seed in range(60):
        harness, _ = play(seed)
        lines = harness.match.lines(WATCHER, 0)
        for at, line in enumerate(lines):
            if line.kind != "monster_left" or not line.cause:
                continue
            if line.cause == line.cards[0]:
                own += 1
                assert "That's what its card says." in line.text
            else:
                other += 1
                # A card that was played, or did something to somebody, in the same act or while it was carried out
                act = next(n for n in range(at, -1, -1) if not lines[n].follows)
                assert line.cause in [key for one in lines[max(0, act - 12) : at] for key in one.cards]
                assert "That's because of " in line.text
        if own and other:
            return
    raise AssertionError(f"{own} have left by themselves, {other} because of a card")


def test_a_class_gained_by_a_curse_is_logged(tmp_path: Path) -> None:
    """The engine tells what is lost by it; what one becomes is seen on the table, and told with it."""
    text = """players:
  Aric: {class: Warrior, equipped: [Mithril Armor]}
  Suzan: {hand: [Curse! Change Class]}
  Guy: {}
discards: {doors: [Elf, Wizard]}"""
    before = stage(tmp_path, text)
    s = before.copy()
    s.events = []
    runtime.apply(s, Answer(1, parse(f"play:{s.seats[1].hand[0]}>seat0"), []))
    while s.stack and isinstance(s.stack[-1], Window):
        runtime.apply_default(s, (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1)
    facts = build_log_events(s, s.events, ["Aric", "Suzan", "Guy"])
    lines = [line_of(s.rules, ["Aric", "Suzan", "Guy"], fact, n, 0) for n, fact in enumerate(facts)]
    assert [line.text for line in lines][1:] == [
        "You are hit by Curse! Change Class.",
        "You discard Warrior.",
        "You become a Wizard.",
        "You take off Mithril Armor.",
    ]
    assert [(move.source, move.target) for move in lines[3].moves] == [("discards.0", "mat.0")]
    assert lines[3].cause.endswith("curse_change_class")


@pytest.mark.parametrize(("level", "why"), [(3, " It does not pursue a munchkin of Level 5 or lower."), (6, "")])
def test_a_line_says_why_an_escape_needs_no_roll(tmp_path: Path, level: int, why: str) -> None:
    text = f"players: {{Aric: {{level: {level}}}, Suzan: {{}}, Guy: {{}}}}\n"
    before = stage(tmp_path, text + "combat: {fighter: Aric, monsters: [Plutonium Dragon]}")
    s = before.copy()
    s.events, s.rng.script = [], [6]
    runtime.apply(s, Answer(0, parse("give_up"), []))
    while s.fight is not None:
        seat = (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1
        runtime.apply_default(s, seat)
    facts = build_log_events(s, s.events, ["Aric", "Suzan", "Guy"])
    lines = [line_of(s.rules, ["Aric", "Suzan", "Guy"], fact, n, 0) for n, fact in enumerate(facts)]
    assert [line.text for line in lines if line.kind == "escaped"] == [f"You escape Plutonium Dragon.{why}"]


@pytest.mark.parametrize(
    ("hand", "act", "texts"),
    [
        ("", "attach:", ["You hand Huge Rock to Hireling."]),
        (
            "Cheat!",
            "play:",
            ["You play Cheat! on Huge Rock.", "You attach Cheat! to Huge Rock.", "You equip Huge Rock."],
        ),
    ],
)
def test_a_line_names_the_host_of_an_attached_card(tmp_path: Path, hand: str, act: str, texts: list[str]) -> None:
    aric = f"followers: [Hireling], carried: [Huge Rock], class: Wizard, hand: [{hand}]"
    before = stage(tmp_path, f"players: {{Aric: {{{aric}}}, Suzan: {{}}, Guy: {{}}}}")
    s = before.copy()
    s.events = []
    runtime.apply(s, Answer(0, next(code for code in runtime.legal_options(s, 0) if key(code).startswith(act)), []))
    facts = build_log_events(s, s.events, ["Aric", "Suzan", "Guy"])
    lines = [line_of(s.rules, ["Aric", "Suzan", "Guy"], fact, n, 0) for n, fact in enumerate(facts)]
    assert [line.text for line in lines] == texts


def test_every_change_of_class_or_race_is_logged() -> None:
    """No Class or Race lies before anybody of which no line has told."""
    for seed in range(4):
        harness, _ = play(seed)
        named = {card for line in harness.match.lines(WATCHER, 0) for card in line.ids}
        for seat in harness.state.seats:
            assert {c for c in seat.play if harness.state.cards[c].kind in (nr.CLASS, nr.RACE)} <= named
