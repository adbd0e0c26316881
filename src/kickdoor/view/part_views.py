"""The parts of observations that show fields as they are.

Made by tools/state_fields.py from the declarations of the fields. Do not edit.
"""

from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.state import Fight, FightMonster, Seat, State
from kickdoor.view.part_types import BodySeen, ClaimSeen, FightFields, SeatFields, StateFields
from kickdoor.view.visibility import show_bargain


def show_monster(s: State, body: FightMonster) -> BodySeen:
    """Show a monster."""
    return (
        body.uid,
        body.card,
        s.rules.defs[body.definition].key,
        body.group,
        body.added,
        body.tags,
        body.taken,
        body.extra,
    )


def show_seat_fields(part: Seat) -> SeatFields:
    """Show the fields of `Seat`."""
    return {
        "level": part.level,
        "dead": part.dead,
        "newborn": part.newborn,
        "play": part.play[:],
        "equipped": part.equipped[:],
        "used": part.used[:],
        "counters": part.counters[:],
        "after": part.after[:],
    }


def show_claim(part: RewardClaim) -> ClaimSeen:
    """Show the fields of `RewardClaim`."""
    return {
        "seat": part.seat,
        "kills": part.kills,
        "kill_levels": part.kill_levels,
        "owed": part.owed,
        "gift": part.gift,
        "gift_doors": part.gift_doors,
        "spoils": part.spoils[:],
        "slain": part.slain[:],
    }


def show_fight_fields(s: State, part: Fight, seat: int) -> FightFields:
    """Show the fields of `Fight`."""
    return {
        "main": part.main,
        "helper": part.helper,
        "compelled": part.compelled,
        "stay": part.stay,
        "lost": part.lost,
        "next_uid": part.next_uid,
        "enhancers": part.enhancers[:],
        "played": part.played[:],
        "owed": part.owed,
        "gift": part.gift,
        "gift_doors": part.gift_doors,
        "kills": part.kills,
        "kill_levels": part.kill_levels,
        "deal": show_bargain(s, part.deal, seat),
        "may_loot": part.may_loot,
        "used": part.used[:],
        "escaped": part.escaped[:],
        "caught": part.caught[:],
        "margin": part.margin,
        "pinned": part.pinned,
        "frozen": part.frozen,
        "runs": part.runs[:],
        "fought": part.fought,
        "rolled": part.rolled,
        "met": part.met,
        "spoils": part.spoils[:],
        "slain": part.slain[:],
        "tokens_met": part.tokens_met,
        "refillable": part.refillable[:],
        "cards_in": part.cards_in,
    }


def show_state_fields(part: State) -> StateFields:
    """Show the fields of `State`."""
    return {
        "aside": part.aside[:],
        "turn": part.turn,
        "turns": part.turns,
        "won_fight": part.won_fight,
        "won_tags": part.won_tags,
        "winners": part.winners[:],
        "result": part.result,
        "serial": part.serial,
        "acts": part.acts,
        "actor": part.actor,
        "next_uid": part.next_uid,
    }
