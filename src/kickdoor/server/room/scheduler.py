"""Lets the game at a table go on as time passes: reaction windows, decision clocks, players who are away."""

from __future__ import annotations

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import (
    ACTS,
    ATTACH,
    CARRY,
    EQUIP,
    OFFER,
    PASS,
    PLAY,
    SWAP,
    TAKE,
    UNEQUIP,
    USE,
    Answer,
    act_of,
    key,
)
from kickdoor.engine.rules.fight.game_winning import could_win_game
from kickdoor.engine.rules.fight.strength import in_combat, totals
from kickdoor.engine.rules.turn.windows import declaration_open
from kickdoor.engine.state.state import State
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.bot_turns import act_for_bots
from kickdoor.server.room.match import Match
from kickdoor.server.room.reaction_window import (
    HOLD_BANK,
    HOLD_PER_TURN,
    HOLD_SECONDS,
    LATENCY_ALLOWANCE_S,
    ReactionWindow,
    open_window,
)
from kickdoor.server.room.room import ABSENCE_GRACE_S, FOREVER, Room, prompt_of
from kickdoor.server.room.seating import seat_agreed_requests
from kickdoor.server.room.seed_commitments import abort_start, unopened
from kickdoor.server.room.tutorial import follow_script, is_scripted

REACTIONS = (PLAY, TAKE, USE, OFFER)
"""What one speaks up for; cards may be thrown away or swapped at other times as well."""
GEAR_ACTIONS = [ACTS[act] for act in (CARRY, EQUIP, UNEQUIP, SWAP, ATTACH)]
"""What one does with one's own gear."""
MAX_CONSECUTIVE_TIMEOUTS = 2
"""After so many answers by the clock in a row a bot sits in."""
TICK = 0.001
"""Whoever waits for a time wakes up just after it: the table's time and the world's are not rounded alike."""
MAX_STEPS_PER_ROUND = 400
"""Steps after which other tables have their turn."""


def advance(room: Room, wall: float) -> None:
    """Do everything that is due now."""
    room.tick(wall)
    if not room.is_going():
        return
    replace_absent_players(room)
    # Of those who had not agreed, some may have gone
    seat_agreed_requests(room)
    end_opening(room)
    for _ in range(MAX_STEPS_PER_ROUND):
        match = room.playing
        if match is None:
            return
        note_turn(room, match)
        watch_window(room, match)
        note_questions(room, match)
        if is_scripted(room.data):
            if not (follow_script(room, match) or pass_after_floor(room, match)):
                return
        elif not (pass_after_floor(room, match) or apply_timeouts(room, match) or act_for_bots(room, match)):
            return


# Who is there


def replace_absent_players(room: Room) -> None:
    """Have a bot play on for those who have been away too long, and somebody else be the host."""
    for seat, since in room.away.items():
        data = room.data.seats[seat]
        if data.kind != "human" or room.now < since + ABSENCE_GRACE_S:
            continue
        if room.playing is not None and not data.driven:
            data.driven = True
            room.data.asked_at.pop(seat, None)
            room.touch()
        heir = next((i for i in room.data.humans if room.is_here(i)), -1)
        if room.data.host == seat and heir >= 0:
            room.data.host = heir
            room.touch()


def absence_due(room: Room, seat: int) -> float:
    """Return the time at which something follows from a seat's absence."""
    data = room.data.seats[seat]
    waited_for = (room.playing is not None and not data.driven) or room.data.host == seat
    return room.away[seat] + ABSENCE_GRACE_S if data.kind == "human" and waited_for else FOREVER


def end_opening(room: Room) -> None:
    """Call the start off if somebody has not opened their part of the seed in time."""
    data = room.data
    if data.opening is not None and room.now >= data.opening:
        abort_start(data, [data.seats[i].name for i in unopened(data)])
        room.touch()


# Turns and questions


def note_turn(room: Room, match: Match) -> None:
    """Give the seat whose turn has begun its time, and ends what was set for the last turn."""
    turns = match.state.turns
    if turns == room.data.turn_noted:
        return
    room.data.turn_noted = turns
    room.unwritten = True
    for i, seat in enumerate(room.data.seats):
        if seat.watching_turn != turns:
            seat.watching, seat.watching_turn = seat.usual, -1
        if i == match.state.turn:
            seat.hold = min(HOLD_BANK, seat.hold + HOLD_PER_TURN)
            if room.pace.bank > 0:
                seat.bank = min(room.pace.bank, seat.bank + room.pace.turn)


def note_questions(room: Room, match: Match) -> None:
    """Note since when each seat is asked; the clock of somebody who has just vanished stands still."""
    # In a window it is the window's clock that runs
    mask = runtime.prompted_seats(match.state) if room.reaction is None else 0
    asked_at = room.data.asked_at
    for i, seat in enumerate(room.data.seats):
        if not mask >> i & 1 or seat.kind != "human" or seat.driven:
            asked_at.pop(i, None)
        elif i not in asked_at and not room.is_excused(i):
            asked_at[i] = room.calm


def due_at(room: Room, seat: int) -> float:
    """Return when a seat's clock runs out; infinity if it has none or its player is away."""
    if room.pace.bank < 0 or room.reaction is not None or room.is_alone() or seat not in room.data.asked_at:
        return FOREVER
    return room.data.asked_at[seat] + room.data.seats[seat].bank


def apply_timeouts(room: Room, match: Match) -> bool:
    """Play the safe answer for whoever has run out of time."""
    for i in list(room.data.asked_at):
        if room.now >= due_at(room, i) + LATENCY_ALLOWANCE_S:
            data = room.data.seats[i]
            answer = runtime.default_answer(match.state, i)
            room.answer(answer, key(answer.code))
            data.silent += 1
            if data.silent >= MAX_CONSECUTIVE_TIMEOUTS and not data.driven:
                data.driven = True
                room.touch()
            return True
    return False


# Reaction windows


def watch_window(room: Room, match: Match) -> None:
    """Open, renew and close the reaction window."""
    s = match.state
    frame = s.stack[-1] if s.stack else None
    if frame is None or not frame.WINDOW or not runtime.prompted_seats(s):
        room.release()
        room.data.window = None
        return
    id = frame.uid << 8 | frame.round & 255
    if room.reaction is not None and only_gear_changed(match, room.reaction, id):
        room.reaction.id = id
        room.touch_game()
    elif room.reaction is None or room.reaction.id != id:
        room.release()
        window = open_window(id, room.calm, room.pace, room.is_alone())
        window.totals = standing(s)
        window.passed = [i for i in room.data.humans if not wants_window(room, s, i)]
        if room.is_alone() and len(window.passed) < len(room.data.humans):
            # Who is asked waits for no beat; only what passes by itself does
            window.floor_at = room.now
        room.data.window = window
        room.touch_game()


def standing(s: State) -> list[int]:
    """Return both totals of the fight; nothing out of one."""
    return totals(s) if s.fight is not None else []


def only_gear_changed(match: Match, window: ReactionWindow, id: int) -> bool:
    """Return whether only gear has changed since the window opened, and the fight stands as before.

    By the rules it starts afresh for everybody after any act (AMB-06). Whoever has passed as things stand has passed,
    and whoever is about to answer is not asked again: this is nothing that anybody would say more about.
    """
    tidied = any(step.key.partition(":")[0] in GEAR_ACTIONS for step in match.recorder.answers[-1:])
    return tidied and id == window.id + 1 and standing(match.state) == window.totals


def question_meant(room: Room, match: Match, seat: int, prompt: int) -> int:
    """Return the number of the question that somebody answers, who may not have heard that others have tidied up."""
    now, window = prompt_of(match, seat), room.reaction
    if window is None or now < 0 or prompt >> 8 != now >> 8:
        return prompt
    return now if window.is_about(window.id - (now - prompt)) else prompt


def stands_by_claim(s: State, seat: int) -> bool:
    """Return whether a window is about a seat's own claim of victory, which stands while it leads (AMB-06)."""
    window = declaration_open(s)
    return window is not None and window.claim and s.fight is not None and s.fight.main == seat


def stands_by_play(s: State, seat: int) -> bool:
    """Return whether a window is about what a seat has just played, and all one could do in it is to stop that.

    Everybody saw who played it, so this tells nothing about a hand. Once anybody has done something, its player is
    asked like all others.
    """
    top = s.stack[-1]
    return top.announced_by() == seat != top.announced_at() and top.round == 0


def wants_window(room: Room, s: State, seat: int) -> bool:
    """Return whether a person wants to be asked in this window; about what touches them they are always asked."""
    if (stands_by_claim(s, seat) or stands_by_play(s, seat)) and not room.data.seats[seat].driven:
        return False
    if room.is_alone() and not room.is_watched() and not is_scripted(room.data) and not could_react(s, seat):
        return False
    mode = room.data.seats[seat].watching
    top = s.stack[-1]
    target = top.announced_at() == seat
    offered = s.fight is not None and [offer for offer in s.fight.offers if offer.to == seat]
    if mode == "ask" or room.data.seats[seat].driven or target or offered or could_win_game(s):
        return True
    return mode == "touches_me" and (s.turn == seat or in_combat(s, seat))


def could_react(s: State, seat: int) -> bool:
    """Return whether a seat has anything for a window. Only bots may learn of it: they do not look at the clock."""
    return any(act_of(code) in REACTIONS for code in runtime.legal_options(s, seat))


def pass_after_floor(room: Room, match: Match) -> bool:
    """Return the game who has passed, once the floor is over; True if that changed anything."""
    window = room.reaction
    if window is None or room.now < window.floor_at:
        return False
    if not window.told:
        # From now on everybody may see who is still thinking
        window.told = True
        room.touch_game()
    if room.now < window.open_until:
        return False
    if window.holder >= 0 and room.now >= window.hold_until:
        room.release()
    mask = runtime.prompted_seats(match.state)
    for i, seat in enumerate(room.data.seats):
        if not mask >> i & 1:
            continue
        if i in window.passed:
            room.answer(Answer(i, PASS, [], -1, ""), key(PASS))
            return True
        if window.is_silent(room.now) and seat.kind == "human" and not seat.driven and not room.is_excused(i):
            room.answer(Answer(i, PASS, [], -1, "silence"), key(PASS))
            return True
    return False


def window_due(room: Room) -> float:
    """Return the time of the next thing that happens to the open window by itself."""
    window = room.reaction
    if window is None:
        return FOREVER
    for time in (window.floor_at, window.open_until):
        if room.now < time:
            return time
    if window.closes_at is None:
        return FOREVER
    if not window.is_silent(room.now):
        return window.closes_at + LATENCY_ALLOWANCE_S
    # Somebody has vanished in the middle of it
    excused = [i for i in room.data.humans if room.is_excused(i)]
    return min((room.data.seats[i].excused + ABSENCE_GRACE_S for i in excused), default=FOREVER)


def hold(room: Room, seat: int) -> None:
    """Stop the clock of the window; anybody may, with or without a card, as long as their time for it lasts."""
    data = room.data.seats[seat]
    window = room.reaction
    match = room.playing
    if window is None or match is None or not runtime.prompted_seats(match.state) >> seat & 1:
        raise RequestRefused(RefusalCode.HOLD_NO_WINDOW)
    if data.hold <= 0:
        raise RequestRefused(RefusalCode.HOLD_SPENT)
    if window.holder >= 0:
        raise RequestRefused(RefusalCode.HOLD_HELD)
    seconds = min(HOLD_SECONDS, data.hold)
    data.hold -= seconds
    window.hold(seat, room.now, seconds)
    if seat in window.passed:
        window.passed.remove(seat)
    room.touch_game()


# What is due next


def next_deadline(room: Room) -> float:
    """Return the time of the world at which something is due; infinity if nothing is."""
    if not room.is_going():
        return FOREVER
    times = [FOREVER, *(absence_due(room, seat) for seat in room.away)]
    if room.data.opening is not None:
        times.append(room.data.opening)
    if room.playing is not None:
        serial = room.playing.state.serial
        times.extend(t.due for t in room.thoughts.values() if t.ready and t.serial == serial)
        times.extend(due_at(room, seat) + LATENCY_ALLOWANCE_S for seat in room.data.asked_at)
        times.append(window_due(room))
        if room.script_mark == (serial, room.data.script):
            times.append(room.script_due)
        times.extend(room.data.seats[i].excused + ABSENCE_GRACE_S for i in room.data.humans if room.is_excused(i))
    left = min(times) - room.now
    return room.wall + left + TICK if left > 0 else room.wall
