"""Puts the questions of an open table to its bots."""

from __future__ import annotations

import asyncio
from typing import Protocol

from kickdoor.engine.machine.prompts import Prompt
from kickdoor.server.bot_workers.bot_pool import BotQuery
from kickdoor.server.live.room_actor import RoomActor
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.bot_decision import BotDecision
from kickdoor.server.room.bot_turns import wanted_thoughts
from kickdoor.server.room.fault_guard import unchanged
from kickdoor.server.room.room import Room
from kickdoor.view.observe import observe


class BotHost(Protocol):
    """What is needed of the house the table stands in."""

    async def ask_bot(self, running: RoomActor, thought: BotDecision, question: BotQuery) -> None: ...

    def keep(self, task: asyncio.Task[None]) -> None: ...


def ask_bots(house: BotHost, running: RoomActor) -> None:
    """Send the questions to bots off."""
    room = running.room
    for seat, (thought, task) in list(running.asking.items()):
        if room.thoughts.get(seat) is not thought:
            # The game has gone on: nobody wants to know any more
            task.cancel()
            del running.asking[seat]
    if room.playing is None:
        return
    for thought, prompt in wanted_thoughts(room):
        try:
            with unchanged(room.data.id):
                question = question_of(room, thought, prompt)
        except RequestRefused:
            thought.give_up(prompt)
            continue
        task = asyncio.create_task(house.ask_bot(running, thought, question))
        running.asking[thought.seat] = (thought, task)
        house.keep(task)


def question_of(room: Room, thought: BotDecision, prompt: Prompt) -> BotQuery:
    """Put together what a bot is asked: what its seat may know now, what it remembers, and what has happened since."""
    assert room.match is not None
    data, seat = room.data, room.data.seats[thought.seat]
    return BotQuery(
        table=data.id,
        level=seat.bot,
        sets=data.sets,
        observation=observe(room.match.state, thought.seat),
        prompt=prompt,
        speak_up=thought.speak_up,
        memory=seat.recall(),
        heard=seat.heard,
    )
