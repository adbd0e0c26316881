"""Tests of records made with other rules or cards: they are replayed and distinguished from false ones."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import msgspec
import pytest
from tests.fixtures.kept import RECORDS, game_in, is_told, name_of, words_of
from tests.replay.test_replay import Lucky, changed

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import EVENTS
from kickdoor.engine.rules.version import VERSION
from kickdoor.game import Game
from kickdoor.replay import Record, Recorder, Replayer, ReplayMismatch, read, record_game, replay
from kickdoor.replay.fingerprints import RunningHash
from kickdoor.replay.record import Begun

OLD = f"made under other rules (1; these are {VERSION})"


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


@pytest.fixture(scope="module")
def record(rules: RuleSet) -> Record:
    return record_game(Recorder(rules, 4, "versions"), Lucky("versions", 120))


def spoilt(record: Record, number: int, **fields: object) -> Record:
    answers = record.answers[:]
    answers[number - 1] = msgspec.structs.replace(answers[number - 1], **fields)
    return changed(record, answers=answers)


def test_a_record_names_its_rules_and_its_deal(record: Record) -> None:
    assert record.rules == VERSION
    data = msgspec.to_builtins(record)
    assert len(data["dealt"]) == 8
    for name in ("rules", "dealt"):
        del data[name]
    old = read(msgspec.json.encode(data))
    assert (old.rules, old.dealt) == (1, "")


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_record_of_an_earlier_version_replays_or_names_the_difference(path: Path) -> None:
    record = game_in(path)
    words = words_of(record)
    assert (f"made under other rules ({record.rules}; these are {VERSION})" in words) == (record.rules != VERSION)
    game, said = replayed(record)
    if game is None:
        # With the same version of the rules and the same cards nothing may come out otherwise: else it has to be raised
        assert is_told(said, words), said
        return
    assert game.is_over or game.play("easy", seed=1).winners


def replayed(record: Record) -> tuple[Game | None, str]:
    """Play a record again; gives the game, or what differs."""
    try:
        return replay(record), ""
    except ReplayMismatch as e:
        return None, str(e)


def test_an_identical_replay_under_other_rules_is_accepted(rules: RuleSet, record: Record) -> None:
    result = msgspec.structs.replace(record.result, state="0" * 32)
    old = changed(record, rules=1, catalog="2:" + "0" * 32, dealt="", result=result)
    replayer = Replayer(old, rules)
    assert replayer.finish().winners == record.result.winners
    assert replayer.origin.words == f"{OLD} and with other card files"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rules": 1}, OLD),
        ({"rules": 97}, f"made under other rules (97; these are {VERSION})"),
        ({"catalog": "2:" + "0" * 32}, "made with other card files"),
        ({"rules": 1, "catalog": "2:" + "0" * 32}, f"{OLD} and with other card files"),
    ],
)
def test_a_difference_under_other_rules_names_the_answer(
    rules: RuleSet, record: Record, fields: dict[str, object], words: str
) -> None:
    key = record.answers[30].key
    other = changed(spoilt(record, 31, outcome="00000000"), **fields)
    with pytest.raises(ReplayMismatch) as caught:
        replay(other, rules)
    assert caught.value.otherwise
    seat = record.answers[30].seat
    assert str(caught.value) == f"{words}: answer 31 of the record, {key} of seat {seat}, now replays differently"
    with pytest.raises(ReplayMismatch, match=re.escape(words) + ": answer 31 .* is refused: there is no seat 7"):
        replay(changed(spoilt(record, 31, seat=7), **fields), rules)
    with pytest.raises(ReplayMismatch, match=re.escape(words) + ": answer 31 of the record: 'gone' is not an option"):
        replay(changed(spoilt(record, 31, key="gone"), **fields), rules)
    with pytest.raises(ReplayMismatch, match=re.escape(words) + ": the deal of the record"):
        replay(changed(record, dealt="00000000", **fields), rules)
    with pytest.raises(ReplayMismatch, match=re.escape(words) + ": there is no option"):
        replay(changed(record, options={"gone": True}, **fields), rules)
    turns = msgspec.structs.replace(record.result, turns=record.result.turns + 1)
    with pytest.raises(ReplayMismatch, match=re.escape(words) + ": the record ends with winners"):
        replay(changed(record, result=turns, **fields), rules)


def test_a_difference_under_the_same_rules_is_false(rules: RuleSet, record: Record) -> None:
    for false in (
        spoilt(record, 31, outcome="00000000"), spoilt(record, 31, seat=7), changed(record, dealt="00000000"),
        changed(record, result=msgspec.structs.replace(record.result, state="0" * 32)),
    ):  # fmt: skip
        with pytest.raises(ReplayMismatch) as caught:
            replay(false, rules)
        assert not caught.value.otherwise
        assert "made" not in str(caught.value)


def test_a_missing_set_is_named(record: Record) -> None:
    with pytest.raises(BadData, match="there is no set of that name here") as caught:
        replay(changed(record, sets=["gone"], rules=1))
    assert not isinstance(caught.value, ReplayMismatch)


def test_a_mismatch_survives_pickling() -> None:
    e = pickle.loads(pickle.dumps(ReplayMismatch("made otherwise: answer 3", True)))
    assert (str(e), e.otherwise) == ("made otherwise: answer 3", True)


def test_kinds_of_event_keep_their_numbers() -> None:
    """What came of an answer is known by numbers: new kinds come last."""
    assert EVENTS[:71][-1] == "card_passed"
    assert EVENTS[33] == "die_rolled"
    assert EVENTS[57] == "game_won"


def test_a_byte_digest_differs_only_for_other_bytes(rules: RuleSet, record: Record) -> None:
    assert Replayer(changed(record, catalog=rules.files), rules).origin.words == ""
    for catalog, words in (("0" * 32, "made perhaps with other card files"), ("2:0", "made with other card files")):
        other = changed(record, catalog=catalog)
        assert Replayer(other, rules).origin.words == words
        replay(other, rules)
        with pytest.raises(ReplayMismatch, match=f"^{words}: answer 31 ") as caught:
            replay(spoilt(other, 31, outcome="00000000"), rules)
        assert caught.value.otherwise


# Format 1, whose fingerprints are one hash over all events


def test_a_record_of_format_1_is_checked_by_its_own_fingerprints(rules: RuleSet) -> None:
    recorder = Recorder(rules, 4, "format 1")
    recorder.outcomes = RunningHash()
    old = record_game(recorder, Lucky("format 1", 60))
    assert old.format == 1
    assert replay(old, rules).save() == recorder.game.save()
    with pytest.raises(ReplayMismatch, match="answer 41 of the record"):
        replay(spoilt(old, 41, outcome="00000000"), rules)
    with pytest.raises(ReplayMismatch, match="answer 1 of the record"):
        replay(changed(old, format=2), rules)
    with pytest.raises(BadData, match="format 3, but only 1, 2 are known"):
        read(msgspec.json.encode(changed(old, format=3)))


# Records that begin where a game went on


def test_a_record_may_begin_in_the_middle_of_a_game(rules: RuleSet, record: Record) -> None:
    first = Replayer(record, rules)
    while first.done < 50:
        first.step()
    link = first.recorder.outcomes.link
    begun = Begun(50, 1, "2:0", first.game.save(), link)
    rest = changed(record, answers=record.answers[50:], begun=begun)
    assert read(msgspec.json.encode(rest)) == rest
    again = Replayer(rest, rules)
    assert again.finish().save() == replay(record, rules).save()
    assert again.recorder.record() == rest
    with pytest.raises(ReplayMismatch, match=r"^answer 61 of the record"):
        replay(spoilt(rest, 11, outcome="00000000"), rules)
    with pytest.raises(ReplayMismatch, match=r"^answer 51 of the record"):
        replay(changed(rest, begun=msgspec.structs.replace(begun, link="0")), rules)
    with pytest.raises(BadData, match="saved game"):
        replay(changed(rest, begun=msgspec.structs.replace(begun, state="{}")), rules)
    with pytest.raises(BadData, match="format 1 begins with the deal"):
        read(msgspec.json.encode(changed(rest, format=1)))
