"""The tutorial: a scripted table on the real engine. Bots keep to the script, and the person is shown step after step.

The script is a scenario file. Whatever it has the first player do, the person must do; anything else is refused kindly
until the script is over. Then the game goes on freely.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, PASS, Answer, key
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.scenario.parsing.scenario_parser import EVERYONE, EXPECT, Scenario, Step, read_scenario
from kickdoor.scenario.parsing.yaml_document import parse
from kickdoor.scenario.position.builder import Builder
from kickdoor.scenario.steps.interpretations import attempts
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.protocol.server_messages import Lesson
from kickdoor.server.room.match import Match
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import RoomData, SeatData

PUPIL = 0
"""The seat of whoever learns."""
FACES = (0, 6, 3)
ACT_DELAY = 1.6
PASS_DELAY = 1.4
MIN_DELAY_S = 0.4


@cache
def script() -> Scenario:
    """Read the tutorial's script."""
    text = resources.files("kickdoor.server.room").joinpath("tutorial.yaml").read_text(encoding="utf-8")
    return read_scenario(parse(text))


@cache
def steps() -> tuple[Step, ...]:
    return tuple(step for step in script().steps if step.key != EXPECT)


def is_scripted(data: RoomData) -> bool:
    """Return whether a table is in the middle of the tutorial."""
    return 0 <= data.script < len(steps())


def end_script(data: RoomData) -> None:
    """Have a table that is in the middle of the tutorial go on without it."""
    if is_scripted(data):
        data.script = len(steps())


def tutorial_room() -> RoomData:
    """Make a table for the tutorial; its first seat is for the pupil."""
    players = script().players
    seats = [
        SeatData(name=name, kind="bot", bot="easy", avatar=face, sex=str(spec.get("sex", "male")))
        for (name, spec), face in zip(players.items(), FACES, strict=True)
    ]
    options = options_to_dict(RuleOptions())
    sets = script().sets
    return RoomData(id="", code="", sets=sets, options=options, speed="none", seats=seats, script=0, pace="normal")


class Lessons(Match):
    """The game of the tutorial: it begins in the position the script states."""

    def __init__(self, rules: RuleSet, data: RoomData) -> None:
        super().__init__(rules, data)
        self.builder = Builder(script(), rules, script().seeds[0])
        self.recorder.begin_at(self.builder.build())


def position(match: Match) -> ScenarioGame:
    """Return the game with the names the script uses."""
    assert isinstance(match, Lessons)
    return ScenarioGame(match.state, match.builder.names, match.builder.placed)


def current(data: RoomData) -> Step:
    return steps()[data.script]


def wanted(match: Match, step: Step) -> Interpretation | None:
    """Find what a step wants done, if that may be done now."""
    if step.key == EVERYONE:
        return None
    t = position(match)
    found = [a for a in attempts(t, script().seat(step.key), step.action) if t.is_legal(a)]
    return found[0] if found else None


def is_pupils(room: Room, attempt: Interpretation | None) -> bool:
    """Return whether the person at the table must do a step."""
    seat = room.data.seats[PUPIL]
    return attempt is not None and attempt.seat == PUPIL and seat.kind == "human" and not seat.driven


# What the pupil does


def check_lesson(room: Room, seat: int, code: int) -> None:
    """Refuse whatever is not the step the script waits for. How a bargain or a gift looks is up to the pupil."""
    match = room.playing
    if match is None or not is_scripted(room.data):
        return
    step = wanted(match, current(room.data))
    if step is None or step.seat != seat or step.code != code:
        raise RequestRefused(RefusalCode.TUTORIAL_LATER)


def lesson_done(room: Room) -> None:
    """Go on to the next step."""
    if is_scripted(room.data):
        room.data.script += 1
        room.touch_game()


def lesson_of(room: Room, match: Match, seat: int) -> Lesson | None:
    """Return a client which step of the tutorial it is at, and by which option the pupil takes it."""
    if room.data.script < 0 or seat != PUPIL:
        return None
    key_of = ""
    if is_scripted(room.data):
        attempt = wanted(match, current(room.data))
        key_of = key(attempt.code) if attempt is not None and attempt.seat == seat else ""
    return Lesson(step=room.data.script, total=len(steps()), key=key_of)


# What everybody else does


def follow_script(room: Room, match: Match) -> bool:
    """Do what the script has others do, each after a while; True if anything has changed."""
    step = current(room.data)
    attempt = wanted(match, step)
    if is_pupils(room, attempt):
        return False
    passing = attempt is None
    if attempt is None:
        attempt = idle(match, step)
    if attempt is None:
        lesson_done(room)
        return True
    if not is_time(room, match, PASS_DELAY if attempt.code == PASS else ACT_DELAY):
        return False
    room.answer(Answer(attempt.seat, attempt.code, attempt.picks, -1, "bot"), key(attempt.code))
    if not passing:
        lesson_done(room)
    return True


def idle(match: Match, step: Step) -> Interpretation | None:
    """Find somebody who must pass before the script can go on; where only a pass is possible, the pupil too."""
    s = match.state
    mask = runtime.prompted_seats(s)
    for seat in range(len(s.seats)):
        codes = runtime.legal_options(s, seat) if mask >> seat & 1 else []
        if PASS in codes and (step.key == EVERYONE or codes == [PASS] or seat != PUPIL):
            return Interpretation(seat, PASS)
        if len(codes) == 1 and not codes[0] & FORM_BIT:
            return Interpretation(seat, codes[0])
    return None


def is_time(room: Room, match: Match, delay: float) -> bool:
    """Return whether others have waited long enough for the pupil to see what happened."""
    mark = (match.state.serial, room.data.script)
    if room.script_mark != mark:
        room.script_mark = mark
        # The pupil needs time to read anyhow, so what is seen meanwhile takes none besides
        room.script_due = max(room.now + delay, room.calm + MIN_DELAY_S)
    return room.now >= room.script_due
