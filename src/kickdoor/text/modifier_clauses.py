"""The text of standing modifiers."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Modifier, Mute
from kickdoor.engine.effects.quantities import Plain
from kickdoor.text.card_clauses import CardPhrases
from kickdoor.text.message_catalog import NO_SWAPS

ABOUT_MUNCHKINS: Final = (
    nr.Q_NO_PURSUIT, nr.Q_NO_ESCAPE, nr.Q_NO_HELP, nr.Q_BARS_HELPER, nr.Q_ESCAPE_LOSS, nr.Q_EACH_STRENGTH,
    nr.Q_NO_ONESHOTS, nr.Q_NO_ONESHOT_BONUSES,
)  # fmt: skip
"""Modifiers of a monster that apply to the players who meet its condition."""
ON_MONSTER: Final = {nr.Q_STRENGTH: "mod.strength_of_it", nr.Q_HELPER_LEVELS: "mod.helper_levels_here"}
OF_MUNCHKINS: Final = ("mod.helper_levels_here", "mod.escape_number_whom", "mod.levels_whom")
"""Modifiers on a monster that name the players they apply to."""
UNLIMITED: Final = 50
CONDITION_FIRST: Final = (nr.Q_SPARES, nr.Q_DRIVEN_OFF)
"""Modifiers with long texts, whose condition comes first."""
ANY_NUMBER: Final = {nr.Q_BIG_LIMIT: "mod.any_big", nr.Q_COMPLEX_LIMIT: "mod.any_complex"}
UNCOUNTED: Final = nr.T_LEVEL | nr.T_CURSE
"""Kinds of strength that are not bonuses: they count, or they do not."""
MONSTER_COUNTS: Final[dict[str, str]] = {"much.per_counter": "much.per_counter_of_fighter"}
"""The owner of the tokens that a monster counts."""
REVEAL_SWAPS: Final[dict[str, str]] = {
    "op.bonus_monster": "op.bonus_it",
    "who.monster": "who.this_monster",
    "who.victim": "who.main_fighter",
    "who.player": "who.main_fighter",
}


class StandingPhrases(CardPhrases):
    """The phrases for the modifiers of one card and for what it silences."""

    __slots__ = ()

    def modifier_id(self, m: Modifier) -> str:
        """Return the message of a modifier; some differ on a monster, or without a limit."""
        if m.query in ANY_NUMBER and isinstance(m.amount, Plain) and m.amount.n >= UNLIMITED:
            return ANY_NUMBER[m.query]
        if self.d.kind == nr.MONSTER:
            if m.query == nr.Q_ESCAPE_NUMBER and m.when is not None:
                return "mod.escape_number_whom"
            if (
                m.query == nr.Q_LEVELS
                and not m.sets
                and m.when is not None
                and self.renderer.has(m.when.text(), "whom")
            ):
                return "mod.levels_whom"
            return ON_MONSTER.get(m.query, "mod." + nr.QUERIES[m.query])
        if m.query == nr.Q_STRENGTH and self.d.lasts == nr.FOR_GOOD:
            return "mod.strength_always"
        return "mod." + nr.QUERIES[m.query]

    def modifier(self, m: Modifier) -> str:
        id = self.modifier_id(m)
        args: dict[str, object] = {"n": m.amount.text()}
        form = "set" if m.sets and self.renderer.has(Message(id), "set") else "add"
        on_monster = self.d.kind == nr.MONSTER
        if m.when is not None and undoes(m, self.d.bonus):
            return self.renderer.render(Message("mod.bonus_off", {"when": self.renderer.render(m.when.text())}))
        if m.query in ABOUT_MUNCHKINS or id in OF_MUNCHKINS:
            if on_monster and m.when is not None:
                but = self.renderer.has(m.when.text(), "but") and self.renderer.has(Message(id), "but")
                args["whom"] = self.renderer.render(m.when.text(), NO_SWAPS, "but" if but else "whom")
                return self.renderer.render(Message(id, args), NO_SWAPS, "but" if but else form)
            form = "all" if on_monster else "mine"
        text = self.renderer.render(Message(id, args), MONSTER_COUNTS if on_monster else NO_SWAPS, form)
        if m.query == nr.Q_STRENGTH and self.d.bonus:
            text = self.renderer.render(Message("mod.another", {"text": text}))
        if m.only_held:
            text = self.renderer.render(
                Message("mod.guarded", {"text": text, "when": self.renderer.text("if.only_held")})
            )
        if m.when is not None:
            when = self.renderer.render(m.when.text(), REVEAL_SWAPS if on_monster else NO_SWAPS)
            name = "mod.guarded_first" if m.query in CONDITION_FIRST else "mod.guarded"
            text = self.renderer.render(Message(name, {"text": text, "when": when}))
        if self.renderer.has(Message(id), "after"):
            text = self.renderer.render(Message("line.list", {"head": text, "body": self.renderer.text(id, "after")}))
        return text

    def mute(self, mute: Mute) -> str:
        """Write what does not count, or what alone does if even unnamed kinds are silenced."""
        left = ~mute.sorts
        only = mute.sorts & nr.T_MONSTER != 0
        sorts: list[object] = [
            Message("sort." + x) for x, bit in nr.SORTS.items() if (left if only else mute.sorts) & bit
        ]
        args: dict[str, object] = {"sorts": sorts}
        if mute.slot:
            args["sorts"] = Message("mute.slot", {"slot": self.renderer.text("slot." + nr.SLOTS[mute.slot], "many")})
        elif mute.hands:
            args["sorts"] = Message("mute.hands", {"n": mute.hands})
        elif mute.complex:
            args["sorts"] = Message("mute.complex")
        if mute.tag:
            args["sorts"] = Message("mute.tagged", {"sorts": sorts, "tag": self.tag(mute.tag)})
        mine = "" if self.d.kind == nr.MONSTER else "mine_"
        how = "reversed" if mute.reverse else ("only" if only else "no_bonus")
        doubled = mute.sorts == nr.T_ONESHOT and not mute.with_bonus
        if how == "no_bonus" and (mute.slot or mute.sorts & UNCOUNTED or doubled):
            # Doubling is not a bonus either.
            how = "none"
        if mine and mute.slot and how == "none":
            args["slot"] = self.renderer.text("slot." + nr.SLOTS[mute.slot], "many")
            how = "bonuses"
        elif mine and how == "no_bonus" and mute.sorts == nr.T_ITEM | nr.T_ONESHOT:
            items: list[object] = [Message("sort.any_items")]
            args["sorts"] = Message("mute.tagged", {"sorts": items, "tag": self.tag(mute.tag)}) if mute.tag else items
            how = "items_no_bonus"
        text = self.renderer.render(Message(f"mute.{mine}{how}", args))
        if mute.unless:
            text = self.renderer.render(Message("mute.unless", {"text": text, "names": self.traits(mute.unless)}))
        if mute.but_slot:
            slot = self.renderer.text("slot." + nr.SLOTS[mute.but_slot], "label")
            text = self.renderer.render(Message("mute.but_slot", {"text": text, "slot": slot}))
        return text


def undoes(m: Modifier, bonus: int) -> bool:
    """Return whether a modifier removes exactly the bonus of its card."""
    return m.query == nr.Q_STRENGTH and isinstance(m.amount, Plain) and m.amount.n == -bonus != 0
