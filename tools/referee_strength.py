"""Both totals of a fight, computed from the cards (COMBAT-01 to COMBAT-03, COMBAT-27)."""

from __future__ import annotations

from dataclasses import dataclass

from referee_facts import Fact, Line
from referee_table import Table, named

from kickdoor.view.observation import ObservedFight
from kickdoor.view.part_types import BodySeen

DOUBLING = 256
SIDES = ("munchkins", "monsters")
SORTS = {"item": "items", "oneshot": "oneshots", "follower": "followers", "curse": "curses"}


class Unknown(Exception):
    """A value that the referee cannot compute."""


@dataclass
class Term:
    """A term of the munchkins' total."""

    sort: str
    amount: int
    seat: int = -1
    card: int = -1
    """The Item it comes from, if any."""
    fact: Fact | None = None
    user: int = -1
    """The player of the one-shot it comes from."""


class Totals:
    """Totals of one fight."""

    def __init__(self, table: Table, tags: list[str], after: dict[int, int], users: dict[int, int]) -> None:
        assert table.fight is not None
        self.table = table
        self.fight: ObservedFight = table.fight
        self.names = tags
        self.after = after
        """Penalties in force without a card in play, by seat."""
        self.users = users
        """The player of each one-shot."""
        self.taken = 0
        """Number of terms taken from the game, because they depend on dice or payments."""
        self.sides = table.combatants()

    # Conditions

    def body_tags(self, body: BodySeen) -> set[str]:
        """Return the current tags of a monster."""
        tags = set(self.table.facts[body[2]].tags)
        for fact in self.enhancers(body):
            if "becomes" in fact.said and tags & {"meat", "veggie", "drink", "dessert"}:
                tags = tags - {"meat", "veggie", "drink", "dessert"} | {fact.said["becomes"]}
            tags -= set(fact.said.get("takes", ()))
            tags |= fact.gives
        return (tags - named(body[6], self.names)) | named(body[5], self.names)

    def enhancers(self, body: BodySeen) -> list[Fact]:
        """List the enhancers on a monster and its Mates (ENHANCER-07)."""
        pairs = self.fight["enhancers"]
        return [self.table.fact(pairs[i + 1]) for i in range(0, len(pairs), 2) if pairs[i] == body[3]]

    def items(self, seat: int, asked: Line) -> list[int]:
        """List the Items in front of a seat that match a selector."""
        out = []
        for card in self.table.seats[seat]["play"]:
            fact = self.table.fact(card)
            known = {"slot", "worn", "tag", "value_at_least"}
            if set(asked) - known:
                raise Unknown(f"Items {asked}")
            if not fact.is_item or (asked.get("worn") and card not in self.table.seats[seat]["equipped"]):
                continue
            if ("slot" in asked and fact.slot != asked["slot"]) or self.table.value(card) < asked.get(
                "value_at_least", 0
            ):
                continue
            if "tag" not in asked or asked["tag"] in self.table.tags(card, self.names):
                out.append(card)
        return out

    def holds(self, when: Line | None, seat: int, body: BodySeen | None, hurts: bool) -> bool:
        """Return whether a condition holds for a seat; `hurts` if that is bad for the munchkins."""
        for word, asked in (when or {}).items():
            if word == "count":
                continue
            if word == "anyone":
                met = any(self.holds(asked, one, body, hurts) for one in self.sides)
            elif word == "is":
                met = all(self.is_so(one, seat) for one in ([asked] if isinstance(asked, str) else asked))
            elif word == "trait":
                met = asked in self.table.traits(seat, hurts)
            elif word == "trait_in_fight":
                met = any(asked in self.table.traits(one, hurts) for one in self.sides)
            elif word == "tag_in_fight":
                met = any(asked in self.body_tags(one) for one in self.fight["bodies"])
            elif word == "monster_tag":
                met = body is not None and asked in self.body_tags(body)
            elif word == "lacks_items":
                met = not self.items(seat, asked)
            elif word == "has_items":
                met = len(self.items(seat, asked)) >= (when or {}).get("count", 1)
            else:
                raise Unknown(f"condition {word}")
            if not met:
                return False
        return True

    def is_so(self, what: str, seat: int) -> bool:
        """Return whether a seat is in a situation."""
        main, helper = self.fight["main"], self.fight["helper"]
        if what == "lowest":
            return self.table.seats[seat]["level"] <= min(s["level"] for s in self.table.seats if not s["dead"])
        found = {
            "helped": helper >= 0,
            "alone": seat == main and helper < 0,
            "helping": seat == helper,
            "helping_or_helped": helper >= 0 and seat in self.sides,
            "fighting": seat in self.sides,
            "no_class": "no_class" in self.table.traits(seat),
        }
        if what not in found:
            raise Unknown(f"situation {what}")
        return found[what]

    # Amounts

    def amount(self, n: object, seat: int, body: BodySeen | None) -> int:
        """Return the value of a modifier's amount."""
        if isinstance(n, int):
            return n
        if n == "best_item":
            return self.best_item(self.fight["main"])
        if not isinstance(n, dict):
            raise Unknown(f"amount {n}")
        if "base" in n:
            return int(n["or"] if self.holds(n["when"], seat, body, False) else n["base"])
        if "items" in n:
            count = len(self.items(seat, n["items"]))
        elif n.get("per") == "other_monster":
            others = [one for one in self.fight["bodies"] if body is None or one[0] != body[0]]
            count = len([one for one in others if n["tag"] in self.body_tags(one)])
        elif n.get("per") == "card_in_fight":
            self.taken += 1
            count = self.fight["cards_in"]
        elif n.get("per") == "elf":
            count = len([one for one in self.sides if "elf" in self.table.traits(one)])
        else:
            raise Unknown(f"amount {n}")
        return min(count * int(n["each"]), int(n.get("most", 1000)))

    def best_item(self, seat: int) -> int:
        """Return the largest current bonus of a seat's Items."""
        totals: dict[int, int] = {}
        for part in self.unmuted(self.items_of(seat)):
            totals[part.card] = totals.get(part.card, 0) + part.amount
        return max([0, *totals.values()])

    # Munchkins

    def items_of(self, seat: int) -> list[Term]:
        """List the terms of a seat's equipped and usable Items."""
        out = []
        for card in self.table.seats[seat]["equipped"]:
            if not self.table.may_use(seat, card):
                continue
            fact = self.table.fact(card)
            out += [Term("items", one.bonus, seat, card, one) for one in [fact, *self.table.riders(card)] if one.bonus]
            for power in fact.asks("strength"):
                if not power.get("only_held") or self.held(seat) == [card]:
                    self.add(out, power, Term("items", 0, seat, card, fact))
        return out

    def held(self, seat: int) -> list[int]:
        """List the cards in a seat's hands."""
        worn = self.table.seats[seat]["equipped"]
        return [c for c in worn if self.table.fact(c).slot == "hand" and "slot" not in self.table.lifts(c)]

    def add(self, out: list[Term], power: Line, part: Term) -> None:
        """Add the term of a modifier if its condition holds."""
        if self.holds(power.get("when"), part.seat, None, False):
            part.amount = self.amount(power["add"], part.seat, None)
            out.append(part)

    def brought_by(self, seat: int) -> list[Term]:
        """List all terms of a seat."""
        one = self.table.seats[seat]
        out = [Term("level", one["level"], seat), *self.items_of(seat)]
        for card in one["play"]:
            fact = self.table.fact(card)
            if fact.is_item or any(rider == card for rider, _ in self.table.attached):
                continue
            sort = SORTS.get(fact.kind, "powers")
            if fact.bonus:
                out.append(Term(sort, fact.bonus, seat, -1, fact))
            for power in fact.asks("strength"):
                self.add(out, power, Term(sort, 0, seat, -1, fact))
        for body in self.fight["bodies"]:
            for power in self.table.facts[body[2]].asks("each_strength"):
                if self.holds(power.get("when"), seat, body, power["add"] < 0):
                    out.append(Term("monster", power["add"], seat))
        if self.after.get(seat):
            out.append(Term("curses", self.after[seat], seat))
        return out

    def thrown(self, side: int) -> list[Term]:
        """List the terms of cards played or payments made for a side; a one-shot counts by its card (AMB-125)."""
        out = []
        counted: set[int] = set()
        for term in self.fight["terms"]:
            fact = self.table.facts[term[5]]
            away = term[1] >= 0 and term[1] not in self.sides
            if term[0] != side or term[3] & DOUBLING or away or fact.said.get("improves"):
                continue
            card, amount = term[4], term[6]
            part = Term(SORTS.get(fact.kind, "powers"), amount, term[1], card if fact.is_item else -1, fact)
            out.append(part)
            if fact.kind != "oneshot":
                self.taken += 1
                continue
            part.user = self.users.get(card, -1)
            lines = self.lines(fact, side)
            if lines is None:
                self.taken += 1
            else:
                part.amount = 0 if card in counted else self.by_card(fact, lines, side, part.user)
            if card not in counted:
                # An attachment of a one-shot counts with it, once (AMB-118).
                part.amount += sum(rider.bonus for rider in self.table.riders(card))
            counted.add(card)
        return out

    def lines(self, fact: Fact, side: int) -> list[Line] | None:
        """Return the ops of a one-shot for a side; None if dice or a price decide."""
        if not fact.plays:
            return []
        ways = [way for way in fact.plays if way.get("on", "side") in ("side", SIDES[side])]
        if not ways or fact.says("roll") or "tokens" in ways[0]:
            return None
        return [line for line in ways[0]["do"] if line["op"] == "bonus"] or None

    def by_card(self, fact: Fact, lines: list[Line], side: int, user: int) -> int:
        """Return the value of a one-shot from its card and the current fight."""
        if not lines:
            return fact.bonus
        total = 0
        for line in lines:
            seats = [user] if "trait" in line.get("when", {}) else self.sides
            missed = line.get("instead") and total
            if missed or line.get("side", SIDES[side]) != SIDES[side] or -1 in seats:
                continue
            if any(self.holds(line.get("when"), one, None, False) for one in seats):
                total += self.amount(line["n"], self.fight["main"], None)
        return total

    # Muted terms

    def mutes(self) -> list[tuple[Line, int]]:
        """List the modifiers that mute terms, each with its seat, or -1 for the whole fight (MULTI-03)."""
        out = [(mute, -1) for body in self.fight["bodies"] for mute in self.table.facts[body[2]].mutes]
        for seat in self.sides:
            out += [(mute, seat) for fact in self.table.of_kind(seat, "curse") for mute in fact.mutes]
        return out

    def unmuted(self, parts: list[Term], monsters: bool = False) -> list[Term]:
        """Remove muted terms and negate subtracted ones.

        Terms of the monsters are muted only by cards in front of the player who threw them (AMB-116).
        """
        out = []
        mutes = [(mute, seat) for mute, seat in self.mutes() if seat >= 0 or not monsters]
        for part in parts:
            found = [mute for mute, seat in mutes if seat in (-1, part.seat, part.user) and self.is_meant(mute, part)]
            if all(mute.get("reverse") for mute in found):
                part.amount *= -1 if found else 1
                out.append(part)
        return out

    def is_meant(self, mute: Line, part: Term) -> bool:
        """Return whether a mute applies to a term."""
        if "all_but" in mute:
            spared = mute["all_but"]
            return part.sort not in ([spared] if isinstance(spared, str) else spared)
        if part.sort not in mute["sorts"]:
            return False
        if "unless" in mute:
            seats = [part.seat] if part.seat >= 0 else self.sides
            if any(mute["unless"] in self.table.traits(seat) for seat in seats):
                return False
        fact = part.fact
        if fact is None:
            return True
        if mute.get("with_bonus") and fact.says("double"):
            return False
        if part.card >= 0:
            host = self.table.fact(part.card)
            return self.item_is_meant(mute, host, part.card)
        return "tag" not in mute or mute["tag"] in fact.tags

    def item_is_meant(self, mute: Line, host: Fact, card: int) -> bool:
        """Return whether a mute applies to an Item and its attachments."""
        if mute.get("but_slot") == host.slot or (
            "tag" in mute and mute["tag"] not in self.table.tags(card, self.names)
        ):
            return False
        if mute.get("slot", host.slot) != host.slot or mute.get("hands", host.hands) != host.hands:
            return False
        if mute.get("slot") == "hand" and "slot" in self.table.lifts(card):
            return False
        return bool(host.said.get("complex")) or not mute.get("complex")

    # Sums

    def munchkins(self) -> int:
        """Return the munchkins' total."""
        parts = [part for seat in self.sides for part in self.brought_by(seat)] + self.thrown(0)
        total = sum(part.amount for part in self.unmuted(parts))
        doublings = [term for term in self.fight["terms"] if term[3] & DOUBLING and self.fight["helper"] < 0]
        for term in doublings:
            part = Term("oneshots", total, -1, -1, self.table.facts[term[5]])
            total += sum(one.amount for one in self.unmuted([part]))
        return total

    def monsters(self) -> int:
        """Return the monsters' total."""
        total = sum(part.amount for part in self.unmuted(self.thrown(1), monsters=True))
        for body in self.fight["bodies"]:
            fact = self.table.facts[body[2]]
            total += fact.level + body[7]
            self.taken += body[7] != 0
            for vs in fact.said.get("vs", ()):
                hurts = vs["bonus"] > 0
                if any(set(vs["who"]) & self.table.traits(seat, hurts) for seat in self.sides):
                    total += vs["bonus"]
            for one in [fact, *self.enhancers(body)]:
                total += one.bonus
                for power in one.asks("strength"):
                    hurts = not (isinstance(power["add"], int) and power["add"] < 0)
                    if self.holds(power.get("when"), self.fight["main"], body, hurts):
                        total += self.amount(power["add"], self.fight["main"], body)
        return total
