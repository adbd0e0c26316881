"""Ops about the fight: strength, helpers, monsters that leave."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Modifier, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, INT, QUANTITY, TAG, WORD, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.ids import MonsterId, SeatNo
from kickdoor.engine.machine.prompts import Reason, Verdict
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.rules.fight.dice import rolled_against
from kickdoor.engine.rules.fight.help import check_compelled, force_help
from kickdoor.engine.rules.fight.participants import commit, end_fight, hand_over, remove_monster
from kickdoor.engine.rules.fight.strength import SORT_OF_KIND
from kickdoor.engine.state.items import change_tags
from kickdoor.engine.state.state import Fight, State, Term

MY_SIDE = "my_side"
TARGET = "target"
MONSTERS = "monsters"
MONSTER = "monster"
IN_IT_ALREADY = Reason("wrong_target", ["AMB-103"])
SIDE = "side"
OTHER_SIDE = "other_side"
BONUS_TO = {
    MY_SIDE: "The player of the card.",
    TARGET: "The player aimed at.",
    MONSTERS: "The side of the monsters.",
    MONSTER: "The monster aimed at, for as long as it is in the fight.",
    SIDE: "The side aimed at.",
    OTHER_SIDE: "The side that is not aimed at.",
}
TREASURES = {
    "none": "It leaves no Treasure.",
    "all": "All its Treasures are drawn after the fight.",
    "some": "The number `n` of its Treasures is drawn after the fight.",
    "fewer": "All its Treasures but the number `n` are drawn after the fight.",
    "if_last": "All its Treasures are drawn after the fight if no other monster is left.",
}


class Bonus(Op):
    DOC: ClassVar[str] = (
        "The strength of the user, of the player or monster aimed at, or of a side changes for this fight."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how much"),
        Field("to", WORD, "whose strength", MY_SIDE, BONUS_TO),
        Field("side", WORD, "only if the target is this side", "", nr.SIDE_DOCS),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(0)
        self.to = MY_SIDE
        self.side = ""
        self.modifier: Modifier | None = None

    def possible(self, s: State, fx: Resolve) -> bool:
        return not self.side or nr.SIDES[fx.target] == self.side

    def for_side(self, fx: Resolve) -> int:
        """Return the side that gets the bonus."""
        if self.to == SIDE:
            return fx.target
        if self.to == OTHER_SIDE:
            return 1 - fx.target
        return nr.MONSTERS if self.to == MONSTERS else nr.MUNCHKINS

    def is_for_munchkins(self) -> bool:
        return self.to not in (MONSTERS, MONSTER)

    def has_bonus(self) -> bool:
        return True

    def run(self, s: State, fx: Resolve) -> bool:
        fight = s.fight
        if fight is None:
            return True
        if self.to == MONSTER:
            return self.feed(s, fight, fx)
        # A monster's ability is not on a card in play.
        d = s.cards[fx.card] if fx.card >= 0 else s.rules.defs[definition_of(fight, fx.body)]
        side = self.for_side(fx)
        seat = -1 if side == nr.MONSTERS or d.kind == nr.ONESHOT else (fx.victim if self.to == TARGET else fx.player)
        # The bonus of a used Item or follower is silenced together with the card.
        sort = SORT_OF_KIND.get(d.kind, nr.T_POWER)
        amount = self.n.value(s, fx.player, fx.body, fx.n)
        index = -1
        if self.modifier is not None and d.kind == nr.ONESHOT:
            # The amount depends on the fight and is computed again each time.
            index = self.modifier.index
        user = fx.player if d.kind == nr.ONESHOT else -1
        fight.terms.append(Term(side, seat, -1, sort, fx.card, d.index, amount, index, user))
        if fx.card in s.aside and d.kind == nr.ONESHOT:
            commit(s, fight, fx.card, side, user)
        return True

    def feed(self, s: State, fight: Fight, fx: Resolve) -> bool:
        """Add strength to the monster itself. The bonus goes when the monster does."""
        for body in fight.bodies:
            if body.uid == fx.body:
                body.extra += self.n.value(s, fx.player, fx.body, fx.n)
        return True

    def text(self) -> Message:
        if self.side:
            return Message("op.bonus_more_" + self.side, {"n": self.n.text()})
        args: dict[str, object] = {"n": self.n.text(), "who": Message("who.victim"), "monster": Message("who.monster")}
        return Message("op.bonus_" + self.to, args)


def definition_of(fight: Fight, uid: MonsterId) -> int:
    """Return the card definition of a monster in the fight."""
    for body in fight.bodies:
        if body.uid == uid:
            return body.definition
    return fight.bodies[0].definition


class Double(Op):
    DOC: ClassVar[str] = (
        "All that counts for the munchkins' side is doubled, now and later, while the user fights alone (AMB-101)."
    )
    FIELDS: ClassVar[list[Field]] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        # The user may have gained a helper or lost the main role while others could still respond.
        return s.fight is not None and s.fight.helper < 0 and s.fight.main == fx.player

    def run(self, s: State, fx: Resolve) -> bool:
        fight = s.fight
        if fight is not None:
            sort = nr.T_ONESHOT | nr.T_DOUBLING
            fight.terms.append(Term(nr.MUNCHKINS, -1, -1, sort, fx.card, s.cards[fx.card].index, 0))
            commit(s, fight, fx.card)
        return True

    def is_for_munchkins(self) -> bool:
        return True

    def text(self) -> Message:
        return Message("op.double")


class GiveTag(Op):
    DOC: ClassVar[str] = "The Item aimed at gains a tag for good, or the monster aimed at gains it for this fight."
    FIELDS: ClassVar[list[Field]] = [Field("tag", TAG, "the tag")]

    def __init__(self) -> None:
        self.tag = 0
        self.tag_name = ""

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.body >= 0 and s.fight is not None:
            # Twins share the change (AMB-32).
            groups = [b.group for b in s.fight.bodies if b.uid == fx.body]
            for body in s.fight.bodies:
                if body.group in groups:
                    change_tags(body, self.tag, 0)
        else:
            for p in s.seats:
                # The Item may have been lost while others could still respond.
                if fx.target in p.play:
                    s.marks[fx.target] = s.marks.get(fx.target, 0) | self.tag
                p.stale = True
        return True

    def text(self) -> Message:
        return Message("op.give_tag", {"tag": Message("tag." + self.tag_name)})


class MonsterLeaves(Op):
    DOC: ClassVar[str] = "The monster aimed at leaves the fight without being killed and gives no level."
    FIELDS: ClassVar[list[Field]] = [
        Field("treasures", WORD, "its Treasure", "none", TREASURES),
        Field("n", INT, "with some: how many; with fewer: how many fewer than all", 0, least=0),
        Field("rolled", BOOL, "the monster just rolled against", False),
    ]

    def __init__(self) -> None:
        self.treasures = "none"
        self.n = 0
        self.rolled = False

    def run(self, s: State, fx: Resolve) -> bool:
        fight = s.fight
        if fight is not None:
            last = len(fight.bodies) == 1
            paid = self.treasures in ("all", "some", "fewer") or (self.treasures == "if_last" and last)
            count = self.n if self.treasures == "some" else (-1 - self.n if self.treasures == "fewer" else -1)
            body = rolled_against(s) if self.rolled else fx.body
            remove_monster(s, body, nr.DRIVEN_OFF if paid else nr.REMOVED, count)
        return True

    def text(self) -> Message:
        monster = Message("who.rolled_monster" if self.rolled else "who.monster")
        return Message("op.monster_leaves_" + self.treasures, {"n": self.n, "monster": monster})


class KillMonster(Op):
    DOC: ClassVar[str] = "The monster aimed at is killed outright; its rewards come when the fight is over."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        remove_monster(s, fx.body, nr.KILLED, -1)
        return True

    def text(self) -> Message:
        return Message("op.kill_monster", {"monster": Message("who.monster")})


class EndFight(Op):
    DOC: ClassVar[str] = "All monsters leave: no levels, no Bad Stuff."
    FIELDS: ClassVar[list[Field]] = [
        Field("draw", INT, "Treasures the main fighter draws", 0, least=0),
        Field("may_loot", BOOL, "the room may still be looted", False),
    ]

    def __init__(self) -> None:
        self.draw = 0
        self.may_loot = False

    def run(self, s: State, fx: Resolve) -> bool:
        end_fight(s, self.draw, self.may_loot)
        return True

    def text(self) -> Message:
        if self.draw:
            return Message("op.end_fight_draw_and_loot" if self.may_loot else "op.end_fight_draw", {"n": self.draw})
        return Message("op.end_fight_may_loot" if self.may_loot else "op.end_fight")


class ForceHelp(Op):
    DOC: ClassVar[str] = "The player aimed at must help and gets no reward for it."
    FIELDS: ClassVar[list[Field]] = []

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        v = Verdict(True)
        check_compelled(s, victim, v)
        if not v.reasons:
            return None
        # One reason that carries every rule against it.
        return Reason(v.reasons[0].code, [rule for reason in v.reasons for rule in reason.rules])

    def run(self, s: State, fx: Resolve) -> bool:
        force_help(s, fx.victim)
        return True

    def compels_help(self) -> bool:
        return True

    def text(self) -> Message:
        return Message("op.force_help", {"who": Message("who.victim")})


class MoveFight(Op):
    DOC: ClassVar[str] = "The player aimed at becomes the main fighter."
    FIELDS: ClassVar[list[Field]] = []

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        fight = s.fight
        return IN_IT_ALREADY if fight is not None and victim in (fight.main, fight.helper) else None

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None:
            hand_over(s, s.fight, fx.victim)
        return True

    def text(self) -> Message:
        return Message("op.move_fight", {"who": Message("who.victim")})
