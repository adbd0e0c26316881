"""The tutorial: its script is legal, a pupil who takes every step gets through, and nothing else is let through."""

from pathlib import Path

from tests.server.harness import RoomHarness

from kickdoor.engine.machine.prompts import FORM_BIT, parse
from kickdoor.scenario import run_paths
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room import tutorial
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import read_room
from kickdoor.server.storage.recovery import recover

SCRIPT = Path(tutorial.__file__).with_name("tutorial.yaml")


def begin() -> tuple[RoomHarness, int]:
    data = tutorial.tutorial_room()
    data.seats[tutorial.PUPIL].kind = "human"
    data.seats[tutorial.PUPIL].name = "Suzan"
    harness = RoomHarness(data)
    harness.room.deal = tutorial.Lessons
    harness.room.start_match()
    return harness, harness.connect(tutorial.PUPIL)


def picks_of(harness: RoomHarness, option: str) -> list[int]:
    """Fill a form as the script does."""
    step = tutorial.wanted(harness.match, tutorial.current(harness.room.data))
    return [] if step is None or not parse(option) & FORM_BIT else step.picks


def test_the_script_is_a_scenario_that_passes() -> None:
    assert [outcome.failure for outcome in run_paths([SCRIPT])] == [""]


def test_the_tutorial_can_be_finished_and_the_game_continues() -> None:
    harness, client = begin()
    taken = 0
    for _ in range(200):
        lesson = harness.view_of(client).lesson
        if lesson.step >= lesson.total:
            break
        if lesson.key:
            assert isinstance(harness.do(client, lesson.key, picks_of(harness, lesson.key)), wire.Done), lesson
            taken += 1
        else:
            harness.pass_time(1.0)
    assert harness.room.data.script == len(tutorial.steps())
    assert taken == len([step for step in tutorial.steps() if step.key == next(iter(tutorial.script().players))])
    assert harness.state.seats[tutorial.PUPIL].level == 2
    answers = harness.match.seq
    harness.run(60.0)
    assert harness.match.seq > answers


def test_other_acts_are_refused_kindly() -> None:
    harness, client = begin()
    assert harness.do(client, "kick").code == "tutorial.later"
    assert harness.ask(client, wire.Undo).code == "tutorial.later"
    assert harness.room.data.script == 0
    assert harness.view_of(client).lesson.key


def test_bots_wait_a_while_and_time_stands_still_without_the_pupil() -> None:
    harness, client = begin()
    while harness.view_of(client).lesson.key:
        lesson = harness.view_of(client).lesson
        harness.do(client, lesson.key, picks_of(harness, lesson.key))
    step = harness.room.data.script
    harness.disconnect(client)
    harness.pass_time(600.0)
    assert harness.room.data.script == step


def test_a_restart_brings_the_lesson_back() -> None:
    harness, client = begin()
    for _ in range(3):
        harness.do(client, harness.view_of(client).lesson.key)
    fresh = Room(read_room(harness.stored), harness.room.load_rules, harness.time, harness.room.rnd)
    fresh.deal = tutorial.Lessons
    recover(fresh, harness.written)
    assert fresh.match is not None
    assert fresh.data.script == harness.room.data.script
    assert tutorial.lesson_of(fresh, fresh.match, tutorial.PUPIL) == tutorial.lesson_of(
        harness.room, harness.match, tutorial.PUPIL
    )


def test_others_do_not_hear_of_lessons() -> None:
    harness, _ = begin()
    watcher = harness.connect(-1)
    assert harness.view_of(watcher).lesson is None
