"""Windows that start afresh while people look at them: who has claimed victory, and others who tidy up meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from tests.server.harness import RoomHarness, any_answer, new_data, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, key
from kickdoor.engine.rules.characters.curse import CurseLands
from kickdoor.engine.rules.turn.windows import FightWindow
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.scheduler import GEAR_ACTIONS, standing

PEOPLE = 3


def moments(games: int = 20) -> Iterator[tuple[RoomHarness, list[int]]]:
    """Play games at random, in windows too, and stops before every step for somebody to look."""
    for game in range(games):
        data = new_data(PEOPLE, PEOPLE)
        data.secret = f"{game:064x}"
        harness, clients = start(PEOPLE, data=data)
        rng = LehmerRng(f"renewed{game}")
        for _ in range(1500):
            if harness.room.playing is None:
                break
            yield harness, clients
            open_to = [c for c in clients if is_asked(harness, c)]
            if open_to:
                client = open_to[rng.below(len(open_to))]
                harness.do(client, *any_answer(harness.state, harness.room.clients[client].seat, rng))
            else:
                harness.step()


def is_asked(harness: RoomHarness, client: int) -> bool:
    """Return whether somebody has a question before them that they have not passed on."""
    seat, window = harness.room.clients[client].seat, harness.room.reaction
    return bool(runtime.prompted_seats(harness.state) >> seat & 1) and (window is None or seat not in window.passed)


def acts(harness: RoomHarness, client: int, words: list[str]) -> list[str]:
    """Return what somebody may do of these kinds of act, but for acts that want something picked."""
    seat = harness.room.clients[client].seat
    keys = [key(code) for code in runtime.legal_options(harness.state, seat) if not code & FORM_BIT]
    return [one for one in keys if one.partition(":")[0] in words]


def test_a_player_who_claims_is_not_prompted_again() -> None:
    seen: set[tuple[str, int]] = set()
    for harness, clients in moments():
        top, fight, window = harness.state.stack[-1], harness.state.fight, harness.room.reaction
        if not (
            isinstance(top, FightWindow)
            and top.claim
            and fight
            and runtime.prompted_seats(harness.state) >> fight.main & 1
        ):
            continue
        # Who has said more already is asked
        if window is None or (harness.room.data.secret, window.id) in seen:
            continue
        seen.add((harness.room.data.secret, window.id))
        client = clients[fight.main]
        assert harness.view_of(client).window.done
        # It is still possible to say more than was claimed
        assert isinstance(harness.ask(client, wire.Hold), wire.Done)
        assert not harness.view_of(client).window.done
        if len(seen) == 3:
            return
    raise AssertionError("nobody has done anything about a claim")


def test_a_player_who_curses_is_not_prompted_again() -> None:
    seen: set[str] = set()
    for harness, clients in moments():
        top, asked = harness.state.stack[-1], runtime.prompted_seats(harness.state)
        if not (isinstance(top, CurseLands) and top.by >= 0 and asked >> top.by & 1 and harness.room.reaction):
            continue
        done = harness.view_of(clients[top.by]).window.done
        if top.by == top.victim:
            assert not done
            continue
        others = [seat for seat in range(PEOPLE) if asked >> seat & 1 and seat != top.by]
        if top.round == 0 and "thrown" not in seen:
            assert done
            if others:
                assert not harness.view_of(clients[others[0]]).window.done
                seen.add("others")
            assert isinstance(harness.ask(clients[top.by], wire.Hold), wire.Done)
            assert not harness.view_of(clients[top.by]).window.done
            seen.add("thrown")
        if seen == {"thrown", "others"}:
            return
    raise AssertionError(f"nobody has cursed anybody: {seen}")


def test_gear_changes_renew_no_prompts() -> None:
    for harness, clients in moments():
        window = harness.room.reaction
        asked = [c for c in clients if is_asked(harness, c)]
        tidying = [(c, one) for c in clients for one in acts(harness, c, GEAR_ACTIONS)]
        if window is None or window.told or len(asked) < 2 or not tidying:
            continue
        busy, act = tidying[0]
        first, *_ = [c for c in asked if c != busy]
        other = next((c for c in asked if c not in (busy, first)), None)
        if other is None:
            continue
        before, floor = standing(harness.state), window.floor_at
        prompt = harness.view_of(first).question.prompt
        harness.do(other, "pass")
        harness.do(busy, act)
        if standing(harness.state) != before:
            continue
        assert harness.room.reaction is window
        assert window.floor_at == floor
        assert harness.view_of(other).window.done
        # What was clicked before the news came counts
        assert harness.view_of(first).question.prompt != prompt
        assert isinstance(harness.ask(first, wire.Do, key="pass", prompt=prompt), wire.Done)
        return
    raise AssertionError("nobody could tidy up in a window")


def test_a_played_card_renews_all_prompts() -> None:
    for harness, clients in moments():
        window = harness.room.reaction
        asked = [c for c in clients if is_asked(harness, c)]
        if window is None or window.told or len(asked) < 2 or not isinstance(harness.state.stack[-1], FightWindow):
            continue
        before, uid = standing(harness.state), harness.state.stack[-1].uid
        player, other = asked[:2]
        plays = acts(harness, player, ["play"])
        if not plays:
            continue
        prompt = harness.view_of(other).question.prompt
        harness.do(other, "pass")
        harness.do(player, plays[0])
        if harness.state.stack[-1].uid != uid or standing(harness.state) == before:
            continue
        assert harness.room.reaction is not None
        assert harness.room.reaction is not window
        assert not harness.view_of(other).window.done
        assert harness.ask(other, wire.Do, key="pass", prompt=prompt).code == "stale"
        return
    raise AssertionError("nobody has played a card in a window that stayed open")
