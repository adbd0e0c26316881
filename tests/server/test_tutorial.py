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
    house = RoomHarness(data)
    house.room.deal = tutorial.Lessons
    house.room.start_match()
    return house, house.connect(tutorial.PUPIL)


def picks_of(house: RoomHarness, option: str) -> list[int]:
    """Fill a form as the script does."""
    step = tutorial.wanted(house.match, tutorial.current(house.room.data))
    return [] if step is None or not parse(option) & FORM_BIT else step.picks


def test_the_script_is_a_scenario_that_passes() -> None:
    assert [outcome.failure for outcome in run_paths([SCRIPT])] == [""]


def test_a_pupil_gets_through_and_the_game_goes_on() -> None:
    house, client = begin()
    taken = 0
    for _ in range(200):
        lesson = house.view_of(client).lesson
        if lesson.step >= lesson.total:
            break
        if lesson.key:
            assert isinstance(house.do(client, lesson.key, picks_of(house, lesson.key)), wire.Done), lesson
            taken += 1
        else:
            house.pass_time(1.0)
    assert house.room.data.script == len(tutorial.steps())
    assert taken == len([step for step in tutorial.steps() if step.who == next(iter(tutorial.script().players))])
    assert house.state.seats[tutorial.PUPIL].level == 2
    answers = house.match.seq
    house.run(60.0)
    assert house.match.seq > answers


def test_other_acts_are_refused_kindly() -> None:
    house, client = begin()
    assert house.do(client, "kick").code == "tutorial.later"
    assert house.ask(client, wire.Undo).code == "tutorial.later"
    assert house.room.data.script == 0
    assert house.view_of(client).lesson.key


def test_bots_wait_a_while_and_time_stands_still_without_the_pupil() -> None:
    house, client = begin()
    while house.view_of(client).lesson.key:
        lesson = house.view_of(client).lesson
        house.do(client, lesson.key, picks_of(house, lesson.key))
    step = house.room.data.script
    house.disconnect(client)
    house.pass_time(600.0)
    assert house.room.data.script == step


def test_a_restart_brings_the_lesson_back() -> None:
    house, client = begin()
    for _ in range(3):
        house.do(client, house.view_of(client).lesson.key)
    fresh = Room(read_room(house.stored), house.room.load_rules, house.time, house.room.rnd)
    fresh.deal = tutorial.Lessons
    recover(fresh, house.written)
    assert fresh.match is not None
    assert fresh.data.script == house.room.data.script
    assert tutorial.lesson_of(fresh, fresh.match, tutorial.PUPIL) == tutorial.lesson_of(
        house.room, house.match, tutorial.PUPIL
    )


def test_others_do_not_hear_of_lessons() -> None:
    house, _ = begin()
    watcher = house.connect(-1)
    assert house.view_of(watcher).lesson is None
