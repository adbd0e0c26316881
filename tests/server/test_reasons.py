"""Why bots refuse, at a table: kept with the line that tells of it, told to everybody, and nobody's cards in it."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest
from tests.bots.positions import SUZAN, position
from tests.server.harness import RoomHarness, new_data, play_at_random, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import REFUSE, act_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.policies import refusal_causes as no
from kickdoor.policies.refusal_causes import WORDS, RefusalCause
from kickdoor.server.bot_workers.bot_job import think
from kickdoor.server.bot_workers.bot_pool import BotPool, BotQuery
from kickdoor.server.bot_workers.refusal_report import told
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import read_record, table_record
from kickdoor.server.room.game_log import LogEvent
from kickdoor.server.storage.journal import ANSWER, step_of, why_of
from kickdoor.server.storage.snapshots import StoredLogEvent, fact_of, told_of
from kickdoor.view.observe import observe

SPECTATOR = -1


def played(seed: str = "a") -> tuple[RoomHarness, list[int]]:
    """Play with people who ask bots for things at random, until some were refused."""
    data = new_data(2, 4, "none")
    data.seats[2].bot, data.seats[3].bot = "nasty@flint", "easy"
    harness, clients = start(2, data=data)
    rng = LehmerRng(seed)
    while len(reasons(harness)) < 6:
        play_at_random(harness, clients, rng, 20)
    return harness, clients


def reasons(harness: RoomHarness, seat: int = SPECTATOR) -> dict[int, wire.Reason]:
    """Return the reasons in the log as a seat reads it, by line."""
    return {line.n: line.why for line in harness.match.lines(seat, 0) if line.why is not None}


def refusals(harness: RoomHarness) -> list[wire.Line]:
    lines = harness.match.lines(SPECTATOR, 0)
    return [line for line in lines if line.kind in ("help_refused", "trade_refused") and line.seat in (2, 3)]


def test_the_cause_of_a_bots_refusal_is_public() -> None:
    harness, clients = played()
    by_bots = [deed for deed in harness.written if deed.kind == ANSWER and step_of(deed).seat in (2, 3)]
    refused = [deed for deed in by_bots if step_of(deed).key.startswith("refuse")]
    found = reasons(harness)
    assert len(found) == len(refused)
    assert set(found) <= {line.n for line in refusals(harness)}
    for seat in range(4):
        assert reasons(harness, seat) == found
    sent = [
        line for view in harness.inbox[clients[0]] if isinstance(view, wire.View) for line in view.lines if line.why
    ]
    assert {line.n: line.why for line in sent} == found
    assert json.loads(wire.encoder.encode(sent[0]))["why"] == {"why": sent[0].why.why, "numbers": sent[0].why.numbers}


def test_reasons_are_there_again_after_a_crash_and_after_sleep() -> None:
    harness, _ = played()
    before = reasons(harness)
    harness.restart()
    assert reasons(harness) == before
    harness.end()
    assert reasons(harness) == before
    harness.snapshots.clear()
    harness.restart()
    assert reasons(harness) == before


def test_a_record_leaves_reasons_out() -> None:
    """Readers of 0.2 refuse fields they do not know, and a reason is no answer."""
    harness, _ = played()
    body = table_record(harness.room.data, harness.record())
    read_record(body)
    assert b'"why"' not in body
    assert b"too_little" not in body


def test_a_person_gives_no_reason() -> None:
    harness, _ = played()
    for deed in harness.written:
        if deed.kind == ANSWER and step_of(deed).seat in (0, 1):
            assert why_of(deed) is None


def test_snapshots_of_before_are_read() -> None:
    harness, _ = played()
    rules = harness.match.rules
    for fact in harness.match.events:
        row = msgspec.json.decode(msgspec.json.encode(fact_of(fact, rules)))
        again = told_of(msgspec.convert(row, StoredLogEvent), rules)
        # Those of 0.2 have neither reasons nor beats
        old: LogEvent = told_of(msgspec.convert(row[:8], StoredLogEvent), rules)
        assert (again.why, again.beat, again.moves) == (fact.why, fact.beat, list(fact.moves))
        assert (old.why, old.beat, old.moves) == (None, "", [])


@pytest.mark.parametrize("is_trade", [False, True])
@pytest.mark.parametrize("word", range(len(WORDS)))
def test_refusal_causes_reveal_nothing_about_the_hand(word: int, is_trade: bool) -> None:
    numbers = told(RefusalCause(word, 0, 7), is_trade).numbers
    if word in (no.TOO_DANGEROUS, no.NO_NEED) or (is_trade and word == no.TOO_LITTLE):
        assert numbers == {}
    assert set(numbers) <= {"treasures", "levels", "gold", "percent"}


FEAR = """
players:
  Aric: {{level: 1}}
  Suzan: {{level: 3, hand: [{}]}}
  Guy: {{}}
combat: {{fighter: Aric, monsters: [Bigfoot]}}
steps:
  - Aric: {{ask: Suzan, offer: {{treasures: 1}}}}
"""


def test_refusal_causes_do_not_depend_on_hidden_cards() -> None:
    """Whatever hand it has when it refuses for the same reason, it says the same."""
    said: Counter[bytes] = Counter()
    for hand in ("", "Wand of Dowsing, Magic Lamp", "Yuppie Water, Curse! Lose a Level", "Sleep Potion"):
        s = position(FEAR.format(hand))
        prompt = runtime.prompt(s, SUZAN)
        question = BotQuery("t", "nasty@wary", ["deluxe"], observe(s, SUZAN), prompt, False, [])
        reply = think(BotPool(1, []).errand(question))
        assert reply.choice is not None
        assert (act_of(reply.choice[0]) == REFUSE) == (reply.why is not None)
        said[msgspec.json.encode(reply.why)] += 1
    assert len(said) == 1, said
    assert b"null" not in said
