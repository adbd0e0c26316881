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
        house, clients = start(PEOPLE, data=data)
        rng = LehmerRng(f"renewed{game}")
        for _ in range(1500):
            if house.room.playing is None:
                break
            yield house, clients
            open_to = [c for c in clients if is_asked(house, c)]
            if open_to:
                client = open_to[rng.below(len(open_to))]
                house.do(client, *any_answer(house.state, house.room.clients[client].seat, rng))
            else:
                house.step()


def is_asked(house: RoomHarness, client: int) -> bool:
    """Return whether somebody has a question before them that they have not passed on."""
    seat, window = house.room.clients[client].seat, house.room.reaction
    return bool(runtime.prompted_seats(house.state) >> seat & 1) and (window is None or seat not in window.passed)


def acts(house: RoomHarness, client: int, words: list[str]) -> list[str]:
    """Return what somebody may do of these kinds of act, but for acts that want something picked."""
    seat = house.room.clients[client].seat
    keys = [key(code) for code in runtime.legal_options(house.state, seat) if not code & FORM_BIT]
    return [one for one in keys if one.partition(":")[0] in words]


def test_who_claims_victory_is_not_asked_about_it() -> None:
    seen: set[tuple[str, int]] = set()
    for house, clients in moments():
        top, fight, window = house.state.stack[-1], house.state.fight, house.room.reaction
        if not (
            isinstance(top, FightWindow)
            and top.claim
            and fight
            and runtime.prompted_seats(house.state) >> fight.main & 1
        ):
            continue
        # Who has said more already is asked
        if window is None or (house.room.data.secret, window.id) in seen:
            continue
        seen.add((house.room.data.secret, window.id))
        client = clients[fight.main]
        assert house.view_of(client).window.done
        # It is still possible to say more than was claimed
        assert isinstance(house.ask(client, wire.Hold), wire.Done)
        assert not house.view_of(client).window.done
        if len(seen) == 3:
            return
    raise AssertionError("nobody has done anything about a claim")


def test_who_curses_somebody_is_not_asked_about_it() -> None:
    seen: set[str] = set()
    for house, clients in moments():
        top, asked = house.state.stack[-1], runtime.prompted_seats(house.state)
        if not (isinstance(top, CurseLands) and top.by >= 0 and asked >> top.by & 1 and house.room.reaction):
            continue
        done = house.view_of(clients[top.by]).window.done
        if top.by == top.victim:
            assert not done
            continue
        others = [seat for seat in range(PEOPLE) if asked >> seat & 1 and seat != top.by]
        if top.round == 0 and "thrown" not in seen:
            assert done
            if others:
                assert not house.view_of(clients[others[0]]).window.done
                seen.add("others")
            assert isinstance(house.ask(clients[top.by], wire.Hold), wire.Done)
            assert not house.view_of(clients[top.by]).window.done
            seen.add("thrown")
        if seen == {"thrown", "others"}:
            return
    raise AssertionError(f"nobody has cursed anybody: {seen}")


def test_who_tidies_up_renews_nobodys_question() -> None:
    for house, clients in moments():
        window = house.room.reaction
        asked = [c for c in clients if is_asked(house, c)]
        tidying = [(c, one) for c in clients for one in acts(house, c, GEAR_ACTIONS)]
        if window is None or window.told or len(asked) < 2 or not tidying:
            continue
        busy, act = tidying[0]
        first, *_ = [c for c in asked if c != busy]
        other = next((c for c in asked if c not in (busy, first)), None)
        if other is None:
            continue
        before, floor = standing(house.state), window.floor_at
        prompt = house.view_of(first).question.prompt
        house.do(other, "pass")
        house.do(busy, act)
        if standing(house.state) != before:
            continue
        assert house.room.reaction is window
        assert window.floor_at == floor
        assert house.view_of(other).window.done
        # What was clicked before the news came counts
        assert house.view_of(first).question.prompt != prompt
        assert isinstance(house.ask(first, wire.Do, key="pass", prompt=prompt), wire.Done)
        return
    raise AssertionError("nobody could tidy up in a window")


def test_a_card_that_is_played_renews_it_for_everybody() -> None:
    for house, clients in moments():
        window = house.room.reaction
        asked = [c for c in clients if is_asked(house, c)]
        if window is None or window.told or len(asked) < 2 or not isinstance(house.state.stack[-1], FightWindow):
            continue
        before, uid = standing(house.state), house.state.stack[-1].uid
        player, other = asked[:2]
        plays = acts(house, player, ["play"])
        if not plays:
            continue
        prompt = house.view_of(other).question.prompt
        house.do(other, "pass")
        house.do(player, plays[0])
        if house.state.stack[-1].uid != uid or standing(house.state) == before:
            continue
        assert house.room.reaction is not None
        assert house.room.reaction is not window
        assert not house.view_of(other).window.done
        assert house.ask(other, wire.Do, key="pass", prompt=prompt).code == "stale"
        return
    raise AssertionError("nobody has played a card in a window that stayed open")
