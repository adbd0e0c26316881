"""The participants of a fight: monsters join, leave and are discarded; players leave it or hand it on."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, MonsterId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.places import DISCARDS, NOWHERE, STAGE
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.characters.curse import end_next_combat_curses
from kickdoor.engine.rules.fight.strength import body_help, body_levels, combatants, end_doublings
from kickdoor.engine.rules.turn.delayed_effects import combat_over, out_of_combat
from kickdoor.engine.state.items import body_tags, change_tags, improvements
from kickdoor.engine.state.queries import ask_body
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.state import Fight, FightMonster, State, Term
from kickdoor.engine.state.tokens import note_spoils, turn_terms
from kickdoor.engine.state.zones import discard


def add_monster(s: State, fight: Fight, card: CardId, origin: int = NOWHERE) -> FightMonster:
    """Bring a monster into the fight; its effect on being revealed comes at once.

    One that joins a fight comes from a place; the first one has none.
    """
    uid = fight.next_uid
    fight.next_uid += 1
    d = s.cards[card]
    added = origin != NOWHERE
    body = FightMonster(uid, card, d.index, uid, added)
    fight.bodies.append(body)
    s.dirty = True
    if added:
        s.emit_monster(ev.MONSTER_JOINED, fight.main, -1, uid, body).moved(origin)
    if d.on_reveal >= 0:
        push_frame(s, Resolve(d.on_reveal, card, fight.main, fight.main, uid))
    return body


def enhance(s: State, fight: Fight, uid: MonsterId, card: CardId) -> None:
    """Put an enhancer on a monster and its twins (ENHANCER-07); tags it gives or takes change at once."""
    for body in fight.bodies:
        if body.uid == uid:
            fight.enhancers.extend([body.group, card])
            for twin in fight.bodies:
                if twin.group == body.group:
                    change_tags(twin, s.cards[card].gives, s.cards[card].takes)
                    if s.cards[card].becomes >= 0:
                        turn_terms(s, twin, s.cards[card].becomes)
            return


def add_mate(s: State, fight: Fight, uid: MonsterId, card: CardId) -> None:
    """Add a twin of a monster; both share every enhancer, but nothing else that was done to one of them (MULTI-10).

    Anything played or paid for one monster stays with that one, whichever came first, and so does any roll of it.
    """
    for body in fight.bodies:
        if body.uid == uid:
            twin = FightMonster(fight.next_uid, card, body.definition, body.group, True)
            twin.tags = body.tags
            twin.taken = body.taken
            fight.next_uid += 1
            fight.bodies.append(twin)
            s.emit_monster(ev.MONSTER_JOINED, fight.main, -1, twin.uid, twin).moved(STAGE)
            on_reveal = s.rules.defs[body.definition].on_reveal
            if on_reveal >= 0:
                # The twin is a monster that appears, so its effect on being revealed comes too.
                push_frame(s, Resolve(on_reveal, card, fight.main, fight.main, twin.uid))
            return


def body_treasures(s: State, fight: Fight, body: FightMonster, killed: bool = True) -> int:
    """Count a monster's Treasures with its enhancers: at least one (AMB-33); only a killed monster pays extra."""
    count = s.rules.defs[body.definition].treasures
    for i in range(0, len(fight.enhancers), 2):
        if fight.enhancers[i] == body.group:
            count += s.cards[fight.enhancers[i + 1]].treasures
    return ask_body(s, body, nr.Q_TREASURES, fight.main, max(count, 1)) if killed else max(count, 1)


def remove_monster(s: State, uid: MonsterId, how: int, treasures: int) -> None:
    """Take one monster out of the fight with its enhancers, unless its twin still needs them (ENHANCER-09)."""
    fight = s.fight
    if fight is None:
        return
    for body in fight.bodies:
        if body.uid == uid:
            if how != nr.REMOVED:
                if treasures >= 0:
                    fight.gift += treasures
                else:
                    # -1 stands for all of its Treasures, -2 for one fewer, and so on.
                    fight.owed += max(0, body_treasures(s, fight, body, how == nr.KILLED) + 1 + treasures)
            if how == nr.KILLED:
                note_kill(s, fight, body)
            note_spoils(s, fight, body, how == nr.KILLED)
            fight.met |= body_tags(s, body)
            fight.bodies.remove(body)
            # A Mate is discarded to the deck of its own card
            s.emit_monster(ev.MONSTER_LEFT, fight.main, -1, how, body).moved(target=DISCARDS | s.cards[body.card].deck)
            discard(s, body.card)
            if not [b for b in fight.bodies if b.group == body.group]:
                drop_enhancers(s, fight, body.group)
            return


def note_kill(s: State, fight: Fight, body: FightMonster) -> None:
    """Note the levels a monster's death is worth, and the helper; the levels are given when the fight is over."""
    fight.kills += 1
    fight.kill_levels += body_levels(s, fight, body)
    fight.slain.extend([body.definition, fight.helper, body_help(s, fight, body)])


def remove_driven_off(s: State) -> None:
    """Remove the monsters that a player in the fight drives off by being there, and those that spare the main fighter.

    This is checked whenever something may have changed, not only when they appear (AMB-107). Players who already run
    from them get nothing for it: the fight is lost (AMB-124).
    """
    fight = s.fight
    if fight is None:
        return
    for body in fight.bodies[:]:
        if ask_body(s, body, nr.Q_DRIVEN_OFF, fight.main, 0):
            remove_monster(s, body.uid, nr.REMOVED if fight.lost else nr.DRIVEN_OFF, -1)
        elif ask_body(s, body, nr.Q_SPARES, fight.main, 0):
            remove_monster(s, body.uid, nr.REMOVED, 0)
            program = s.rules.defs[body.definition].on_spare
            if program >= 0 and not fight.lost:
                push_frame(s, Resolve(program, body.card, fight.main, fight.main, body.uid))


def drop_enhancers(s: State, fight: Fight, group: int) -> None:
    kept: list[int] = []
    gone: list[int] = []
    for i in range(0, len(fight.enhancers), 2):
        if fight.enhancers[i] == group:
            discard(s, fight.enhancers[i + 1])
            gone.append(fight.enhancers[i + 1])
        else:
            kept.extend(fight.enhancers[i : i + 2])
    fight.enhancers = kept
    if gone:
        s.emit_cards(ev.CARDS_CLEARED, fight.main, -1, gone).moved(STAGE)


def commit(s: State, fight: Fight, card: CardId, side: int = -1, user: SeatNo = -1) -> None:
    """Leave a card in the fight, to be discarded with it instead of at once (TREASURE-08).

    A card that improves a one-shot stays with it, and adds its bonus if the one-shot is for a side (AMB-118).
    """
    for committed in (card, *improvements(s, card)):
        if committed in s.aside:
            s.aside.remove(committed)
        fight.played.append(committed)
        d = s.cards[committed]
        if side >= 0 and committed != card and d.bonus:
            fight.terms.append(Term(side, -1, -1, nr.T_ONESHOT, card, d.index, d.bonus, -1, user))


def clear_monsters(s: State, fight: Fight, killed: bool = False) -> None:
    """Discard the monsters and every other card played in the fight (COMBAT-23, RUN-15)."""
    monsters = [body.card for body in fight.bodies]
    for body in fight.bodies:
        fight.met |= body_tags(s, body)
    fight.bodies = []
    played = fight.enhancers[1::2] + fight.played
    fight.enhancers = []
    fight.played = []
    for card in monsters + played:
        discard(s, card)
    # The kills have events of their own already.
    cleared = played if killed else monsters + played
    if cleared:
        s.emit_cards(ev.CARDS_CLEARED, fight.main, -1, cleared).moved(STAGE)


def leave_combat(s: State, fight: Fight, seat: SeatNo) -> None:
    """End the effects for this combat on a player who has left it in any way (AMB-106).

    If no monster would fight the player, no effect is used up: it was not a combat of theirs (AMB-107).
    """
    if seat == fight.helper or fight.lost or fight.fought >> seat & 1:
        end_next_combat_curses(s, seat)
        out_of_combat(s, seat)
    # Items that may no longer be used are unequipped, now that they may be (AMB-23).
    s.dirty = True


def drop_helper(s: State, fight: Fight) -> None:
    """Let the helper leave without penalty; their share of the bargain lapses, and the place is free (AMB-17)."""
    s.emit(ev.HELPER_LEFT, fight.helper, fight.main)
    leave_combat(s, fight, fight.helper)
    clear_helper(fight)


def clear_helper(fight: Fight) -> None:
    fight.helper = -1
    fight.compelled = fight.stay = False
    fight.deal = []


def hand_over(s: State, fight: Fight, seat: SeatNo) -> None:
    """Make another player the main fighter; the former main fighter keeps what they have earned (AMB-102).

    The former main fighter's helper leaves too and draws no share: a share requires being there when the fight is won.
    """
    kept = [claim for claim in fight.former if claim.seat != seat]
    back = [claim for claim in fight.former if claim.seat == seat]
    mine = earned(fight)
    if mine is not None:
        kept.append(mine)
    for fighter in combatants(fight):
        leave_combat(s, fight, fighter)
    end_doublings(fight)
    clear_earnings(fight)
    clear_helper(fight)
    fight.main = seat
    fight.former = kept
    for claim in back:
        # It is this player's own fight again, so all of it can be lost by running from the rest (MULTI-06).
        fight.kills += claim.kills
        fight.kill_levels += claim.kill_levels
        fight.slain += claim.slain
        fight.owed += claim.owed
        fight.gift += claim.gift
        fight.gift_doors += claim.gift_doors
        fight.spoils += claim.spoils
    fight.offers = []
    fight.may_loot = True
    s.dirty = True
    s.emit(ev.COMBAT_MOVED, seat)


def earned(fight: Fight) -> RewardClaim | None:
    """Return what the main fighter has earned so far, or None."""
    if not (fight.kills or fight.owed or fight.gift or fight.gift_doors):
        return None
    claim = RewardClaim(fight.main)
    claim.kills = fight.kills
    claim.kill_levels = fight.kill_levels
    claim.slain = fight.slain
    claim.owed = fight.owed
    claim.gift = fight.gift
    claim.gift_doors = fight.gift_doors
    claim.spoils = fight.spoils
    return claim


def clear_earnings(fight: Fight) -> None:
    fight.kills = fight.kill_levels = 0
    fight.owed = fight.gift = fight.gift_doors = 0
    fight.spoils = []
    fight.slain = []


def forfeit(fight: Fight) -> None:
    """Take from the players in the fight what they have earned in it; players who have left keep theirs (AMB-102)."""
    clear_earnings(fight)
    fight.former = [claim for claim in fight.former if claim.seat not in combatants(fight)]


def close_fight(s: State) -> None:
    """End the fight for good, with the effects that waited for this combat."""
    fight = s.fight
    if fight is None:
        return
    clear_monsters(s, fight)
    for seat in combatants(fight):
        leave_combat(s, fight, seat)
    combat_over(s)
    s.fight = None


def end_fight(s: State, draw: int, may_loot: bool) -> None:
    """End the fight with no reward but a draw of cards."""
    fight = s.fight
    if fight is not None:
        for body in fight.bodies[:]:
            remove_monster(s, body.uid, nr.REMOVED, 0)
        if not draw:
            # Ending a fight without rewards also forfeits those earned in it before (AMB-110).
            forfeit(fight)
        fight.gift += draw
        # A card that bars the fighter from the room does not bar the player whose turn it is (AMB-110).
        fight.may_loot = may_loot or fight.main != s.turn
