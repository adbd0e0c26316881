"""Lint for cards without an effect, and for unused keys of a card."""

from __future__ import annotations

from dataclasses import replace

from kickdoor.catalog.card_reader import IN_FIGHTS, OF_FIGHTS
from kickdoor.catalog.lint_effects import (
    OF_FOOD,
    ONLY_MONSTERS,
    ONLY_MUNCHKINS,
    Context,
    Table,
    amount,
    condition,
    program,
    tables,
    words,
)
from kickdoor.engine import constants as nr

NEVER_LIE = ("goup", "wandering", "mate", "other_door", "other_treasure")
"""Kinds of card that leave play as soon as they are resolved."""
ROLLS = ("any_roll", "my_roll", "my_escape_roll", "my_failed_escape", "any_escape_roll", "any_failed_escape")
REWARDS = ("my_kill", "won", "my_token", "others_reward")
DOES = {
    "item": ("bonus", "run", "value", "lifts", "joins", "play"),
    "oneshot": ("bonus", "play"),
    "enhancer": ("bonus", "treasures", "gives", "takes", "becomes", "static"),
    "curse": ("do", "bonus", "run"),
    "class": ("bonus", "run"),
    "race": ("bonus", "run"),
    "follower": ("bonus", "run", "lifts", "sacrifice"),
    "cheat": ("lifts",),
    "other_door": ("play",),
    "other_treasure": ("play", "improves"),
}
"""Keys that give a card of a kind an effect, besides those it has while in play."""
LYING = ("static", "mute", "trigger", "ability")
STRONG = ("item", "oneshot", "enhancer", "class", "race", "super", "halfbreed", "follower", "curse", "cheat")
"""Kinds whose bonus counts; of the other Treasure cards, the one that improves an Item."""
FIGHTERS = ("fighting", "helping", "main_fighter", "helping_or_helped")


class CardLint:
    """A lint check of one card."""

    def __init__(self, card: Table, where: str, context: Context, mentioned: bool, food: bool) -> None:
        self.card = card
        self.where = where
        self.c = context
        self.kind = str(card.get("kind"))
        self.mentioned = mentioned
        """Whether another card refers to it as a Class or Race."""
        self.food = food
        """Whether these sets have food tokens."""

    def tell(self, key: str, what: str) -> None:
        self.c.tell(f"{self.where}.{key}" if key else self.where, what)

    def look(self) -> None:
        self.idle()
        self.unread()
        for i, line in enumerate(tables(self.card.get("static", []))):
            self.static(line, f"{self.where}.static[{i}]")
        for i, line in enumerate(tables(self.card.get("trigger", []))):
            self.trigger(line, f"{self.where}.trigger[{i}]")
        for key in ("on_reveal", "bad_stuff", "after_run", "do"):
            program(self.card.get(key, []), f"{self.where}.{key}", self.c)
        program(self.card.get("on_kill", []), f"{self.where}.on_kill", replace(self.c, rewarded=True))
        for key in ("play", "ability"):
            for i, line in enumerate(tables(self.card.get(key, []))):
                self.use(line, f"{self.where}.{key}[{i}]", key)

    def idle(self) -> None:
        """Report a card without any effect."""
        keys = (*DOES.get(self.kind, ()), *LYING)
        if self.kind not in DOES or self.card.get("stays") or any(self.card.get(key) for key in keys):
            return
        if self.kind in ("class", "race"):
            if not self.mentioned:
                self.tell("", f"this {self.kind} does nothing, and no card of the set refers to it")
        elif self.kind in ("other_door", "other_treasure"):
            self.tell("", "can never be played: it has no play")
        else:
            self.tell("", f"this {self.kind} does nothing; add {' or '.join(DOES[self.kind])}")

    def unread(self) -> None:
        """Report keys that are unused on such a card."""
        improves = bool(self.card.get("improves"))
        kept = self.card.get("lasts", "no") != "no"
        stays = bool(self.card.get("stays"))
        gone = (self.kind in NEVER_LIE and not improves and not stays) or (self.kind == "curse" and not kept)
        for key in LYING if gone else ():
            if self.card.get(key):
                self.tell(key, f"has no effect: a {self.kind} like this does not stay" + LASTING.get(self.kind, ""))
        if self.card.get("bonus") and (gone or (self.kind not in STRONG and not improves and not stays)):
            hint = "; its strength is its level" if self.kind == "monster" else ""
            self.tell("bonus", f"has no effect on such a {self.kind}{hint}")
        if self.card.get("run") and gone:
            self.tell("run", f"has no effect on such a {self.kind}")
        for key in ("trigger", "ability") if self.kind == "enhancer" else ():
            if self.card.get(key):
                self.tell(key, "has no effect on an enhancer, which is attached to a monster")
        if self.kind == "monster" and self.card.get("trigger"):
            self.tell("trigger", "never runs: triggers are for cards in a player's play")
        if "hands" in self.card and self.card.get("slot") != "hand":
            self.tell("hands", 'has no effect without slot = "hand"')
        both = set(words(self.card.get("only", []))) & set(words(self.card.get("not_for", [])))
        if both:
            self.tell("only", f"no player may use it: {', '.join(sorted(both))} is also in not_for")

    def static(self, line: Table, where: str) -> None:
        query = str(line.get("query"))
        c = replace(self.c, standing=True, query=query)
        monster = self.kind in ("monster", "enhancer")
        if monster and query in ONLY_MUNCHKINS:
            c.tell(f"{where}.query", f"'{query}' applies to players, but this is a {self.kind}")
        if not monster and query in ONLY_MONSTERS:
            c.tell(f"{where}.query", f"'{query}' applies to monsters and enhancers, but this is a {self.kind}")
        if query in OF_FOOD and not self.food:
            c.tell(f"{where}.query", f"'{query}' is about food tokens, but these sets have none")
        if line.get("add") == 0 and "set" not in line:
            c.tell(f"{where}.add", "is 0 and has no effect")
        if "add" in line and "set" in line:
            c.tell(f"{where}.add", "has no effect together with set")
        if line.get("only_held") and (self.kind != "item" or self.card.get("slot") != "hand"):
            c.tell(f"{where}.only_held", 'never holds: only an Item with slot = "hand" is in the hands')
        if line.get("only_held") and query != "strength":
            c.tell(f"{where}.only_held", 'has no effect without query = "strength"')
        for key in ("add", "set"):
            amount(line.get(key), f"{where}.{key}", c)
        condition(line.get("when"), f"{where}.when", c)

    def trigger(self, line: Table, where: str) -> None:
        event = line.get("event")
        levels = event in ("level_gained", "level_lost")
        won = event in ("fight_won", "monster_killed")
        c = replace(self.c, levels=levels, die=event == "rolled", token=event == "token_gained", rewarded=won)
        if event == "token_gained" and not self.c.held:
            c.tell(f"{where}.event", "never happens: no card of these sets gives tokens")
        condition(line.get("when"), f"{where}.when", c)
        program(line.get("do"), f"{where}.do", c)

    def use(self, line: Table, where: str, key: str) -> None:
        moments = tuple(words(line.get("at", [])))
        paid = "tokens" if "tokens" in line else "cards" if "cost" in line else ""
        rewarded = any(moment in REWARDS for moment in moments)
        c = replace(self.c, paid=paid, moments=moments, rewarded=rewarded)
        condition(line.get("when"), f"{where}.when", c)
        program(line.get("do"), f"{where}.do", c)
        aim = str(line.get("on", ""))
        monster = aim == "monster" or (self.kind == "monster" and key == "ability")
        for name in ("level_at_most", "named", "tag", "added"):
            if line.get(name) and not monster:
                c.tell(f"{where}.{name}", 'has no effect without on = "monster"')
        for i, op in enumerate(tables(line.get("do", []))):
            if op.get("op") == "bonus":
                self.bonus(op, f"{where}.do[{i}].to", aim, monster, moments, words(when_is(line)))
        self.limit(str(line.get("once", "none")), f"{where}.once", moments)
        price = line.get("tokens")
        kinds = words(price.get("kinds", [])) if isinstance(price, dict) else []
        if kinds and not c.held.intersection(kinds):
            c.tell(f"{where}.tokens.kinds", f"it cannot be paid: no card gives {' or '.join(kinds)} tokens")

    def bonus(
        self, op: Table, where: str, aim: str, monster: bool, moments: tuple[str, ...], affairs: list[str]
    ) -> None:
        """Report a bonus that goes to a different side than the target."""
        to = op.get("to", "my_side")
        if aim == "side" and to not in ("side", "other_side"):
            self.c.tell(where, 'does not go to the side that is chosen; say to = "side" or "other_side"')
        elif aim == "monsters" and to in ("my_side", "target"):
            self.c.tell(where, 'goes to the munchkins, but the card is aimed at the monsters; say to = "monsters"')
        elif aim == "munchkins" and to in ("monsters", "monster"):
            self.c.tell(where, f'goes to the {to}, but the card is aimed at the munchkins; say to = "my_side"')
        elif aim in ("player", "other_player") and to == "my_side":
            self.c.tell(where, 'goes to the player of the card, but it is aimed at another; say to = "target"')
        elif to == "target" and aim not in ("player", "other_player"):
            self.c.tell(where, 'goes to the player of the card; on = "player" aims at another one')
        elif to == "monster" and not monster:
            self.c.tell(where, 'has no monster to go to; on = "monster" aims at one')
        elif to == "my_side" and "fight" in moments and self.kind != "oneshot" and not monster:
            if not any(name in FIGHTERS for name in affairs):
                self.c.tell(where, 'goes to the player, who may not be a fighter; say at = "my_fight", or aim it')

    def limit(self, once: str, where: str, moments: tuple[str, ...]) -> None:
        """Report a limit that is counted at timings at which the ability cannot be used."""
        outside = [name for name in moments if not nr.TIMINGS.get(name, 0) & IN_FIGHTS]
        if once in OF_FIGHTS and outside:
            self.c.tell(where, f"'{once}' has no effect outside a fight, and {outside[0]} is outside")
        elif once == "roll" and not any(name in ROLLS for name in moments):
            self.c.tell(where, f"has no effect: no die is rolled at {' or '.join(moments)}")
        elif once == "curse" and "curse" not in moments:
            self.c.tell(where, f"has no effect: no curse lands at {' or '.join(moments)}")


LASTING = {"curse": ' without lasts = "for_good" or "next_combat"', "other_treasure": " without improves = true"}


def when_is(line: Table) -> object:
    when = line.get("when")
    return when.get("is", []) if isinstance(when, dict) else []
