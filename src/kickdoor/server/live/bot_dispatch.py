"""Puts the questions of an open table to its bots."""

from __future__ import annotations

import asyncio
from typing import Protocol

from kickdoor.engine.machine.prompts import Prompt
from kickdoor.server.bot_workers.bot_pool import Question
from kickdoor.server.live.room_actor import OpenTable
from kickdoor.server.protocol.refusal_codes import No
from kickdoor.server.room.bot_decision import Thought
from kickdoor.server.room.bot_turns import wanted_thoughts
from kickdoor.server.room.fault_guard import unchanged
from kickdoor.server.room.room import Room
from kickdoor.view.observe import observe


class House(Protocol):
    """What is needed of the house the table stands in."""

    async def ask_bot(self, running: OpenTable, thought: Thought, question: Question) -> None: ...

    def keep(self, task: asyncio.Task[None]) -> None: ...


def ask_bots(house: House, running: OpenTable) -> None:
    """Sends the questions to bots off."""
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
        except No:
            thought.give_up(prompt)
            continue
        task = asyncio.create_task(house.ask_bot(running, thought, question))
        running.asking[thought.seat] = (thought, task)
        house.keep(task)


def question_of(room: Room, thought: Thought, prompt: Prompt) -> Question:
    """Puts together what a bot is asked: what its seat may know now, what it remembers, and what has happened since."""
    assert room.match is not None
    data, seat = room.data, room.data.seats[thought.seat]
    return Question(
        table=data.id,
        level=seat.bot,
        sets=data.sets,
        observation=observe(room.match.state, thought.seat),
        prompt=prompt,
        speak_up=thought.speak_up,
        memory=seat.recall(),
        heard=seat.heard,
    )
