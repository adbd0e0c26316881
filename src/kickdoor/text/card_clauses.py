"""Clauses of card texts: plays, their targets and their costs."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Condition, Message, Play
from kickdoor.engine.effects.conditions import All, Anyone
from kickdoor.text.effect_clauses import ProgramPhrases
from kickdoor.text.message_catalog import NO_SWAPS, sentence

MAX_CARDS: Final = 20
MAX_TOKENS_SHOWN: Final = 60
"""The limit from which a cost in tokens is described as unlimited."""
SIDE_AIMS: Final = ("aim.munchkins", "aim.monsters")
MONSTER_SWAPS: Final[dict[str, str]] = {
    "who.monster": "who.this_monster",
    "who.helper": "who.helper_anyhow",
    "at.my_fight": "at.this_fight",
    "at.fight": "at.this_fight_anybody",
    "joint.trait_fighting": "joint.trait_in_this_fight",
    "op.bonus_monster": "op.bonus_it",
}
JOINT: Final[dict[str, str]] = {
    "at.curse if.curse_is_mine": "joint.my_curse",
    "at.main_fighter if.not_winning": "joint.losing_as_main",
    "at.my_failed_escape if.first_roll": "joint.my_first_failed_escape",
    "at.my_fight if.trait": "joint.trait_fighting",
    "at.oneshot if.fighting": "joint.my_oneshot",
    "at.lost if.before_first_roll": "joint.first_roll",
    "at.lost if.anyone if.not_yet_rolled": "joint.not_all_rolled",
    "at.my_fight if.helping": "joint.helping",
    "at.quiet_turn if.before_door": "joint.before_door",
    "on.monster_killed if.helping": "joint.killed_helping",
    "on.fight_won if.main_fighter": "joint.won_as_main",
    "on.rolled if.die_one": "joint.die_shows_one",
    "on.rolled if.die_six": "joint.die_shows_six",
    "on.rolled if.die_at_least": "joint.die_shows_at_least",
    "on.rolled if.die_at_most": "joint.die_shows_at_most",
    "on.token_gained if.token": "joint.token_gained",
}
"""Timings and conditions that read better as one."""


class CardPhrases(ProgramPhrases):
    """The phrases of one card."""

    __slots__ = ()

    def line(self, id: str, args: dict[str, object] | None = None, form: str = "") -> str:
        """Render a message as a sentence."""
        return sentence(self.renderer.render(Message(id, args), NO_SWAPS, form))

    def traits(self, mask: int) -> list[object]:
        return [Message("trait." + name) for i, name in enumerate(self.rules.traits) if mask >> i & 1]

    def tag(self, mask: int) -> Message:
        """Return the name of the first tag of a mask."""
        return Message("tag." + next(name for i, name in enumerate(self.rules.tags) if mask >> i & 1))

    def counters(self, kinds: list[int]) -> list[object]:
        return [Message("counter." + self.rules.counters[kind]) for kind in kinds]

    def tag_names(self, mask: int) -> list[str]:
        return [name for i, name in enumerate(self.rules.tags) if mask >> i & 1]

    def joint(self, timings: list[str], when: Condition | None, swaps: dict[str, str]) -> list[str]:
        """Return the timings and the condition; a pair that reads better as one is merged."""
        if when is None:
            return [self.timings(timings, swaps)]
        parts = when.parts if isinstance(when, All) else [when]
        for part in parts:
            found = [JOINT.get(f"{id} {named(part)}", "") for id in timings]
            if all(found):
                rest = [other for other in parts if other is not part]
                return self.in_order(self.timings(found, swaps, part.text().args), rest, swaps)
        return self.in_order(self.timings(timings, swaps), [when], swaps)

    def in_order(self, timings: str, conditions: list[Condition], swaps: dict[str, str]) -> list[str]:
        """Put conditions that lead before the timings, the others after them."""
        leading = [
            self.renderer.render(when.text(), swaps, "lead")
            for when in conditions
            if self.renderer.has(when.text(), "lead")
        ]
        rest = [
            self.renderer.render(when.text(), swaps)
            for when in conditions
            if not self.renderer.has(when.text(), "lead")
        ]
        return [*leading, timings, *rest]

    def timings(self, ids: list[str], swaps: dict[str, str], args: dict[str, object] | None = None) -> str:
        """List timings; if one has a comma of its own, each repeats its first word."""
        texts: list[object] = [self.renderer.render(Message(id, args), swaps) for id in ids]
        return self.renderer.format_argument(
            texts, "moments" if [text for text in texts if "," in str(text)] else "or", swaps
        )

    def swaps(self, play: Play) -> dict[str, str]:
        """Return the replacements of "you", "that monster" and "my side" for this play."""
        if self.d.kind == nr.MONSTER:
            return MONSTER_SWAPS
        out: dict[str, str] = {}
        if play.aim == nr.A_SEAT:
            out["who.victim"] = "who.target"
        if play.aim == nr.A_CARD:
            out["op.give_tag"] = "op.give_tag_item"
        if play.moments & nr.AFTER_ANY_ESCAPE_ROLL:
            out["op.run_bonus_target"] = "op.run_bonus_rolled"
        if play.aim_side >= 0:
            out["op.bonus_monsters"] = "op.bonus_my_side"
        elif self.d.kind == nr.ONESHOT:
            out["op.bonus_my_side"] = "op.bonus_munchkins"
        return out

    def use(self, play: Play, timings: int) -> str:
        """Write the timings, target, cost and effect."""
        swaps = self.swaps(play)
        timing_ids = ["at." + timing for timing, bit in nr.TIMINGS.items() if timings & bit]
        if self.d.must_play:
            timing_ids = ["at.must_play"]
        recipient = ""
        if play.when is not None and play.aim == nr.A_SEAT and self.renderer.has(play.when.text(), "whom"):
            recipient = self.renderer.render(play.when.text(), swaps, "whom")
            head = [self.timings(timing_ids, swaps)]
        else:
            head = self.joint(timing_ids, play.when, swaps)
        requirements = [text for text in (self.aim(play, recipient), self.cost(play)) if text]
        if requirements:
            listed: list[object] = list(requirements)
            head.append(self.renderer.format_argument(listed, "and", swaps))
        elif play.verb == nr.V_ABILITY:
            first = self.rules.programs[play.program].ops[0]
            if first.when is None and self.renderer.has(first.text(), "may"):
                do = self.program(play.program, swaps, form="may")
                return self.renderer.render(Message("line.may_do", {"head": ", ".join(head), "do": do}))
            head.append(self.renderer.text("line.may"))
        body = self.program(play.program, swaps)
        return self.renderer.render(Message("line.list", {"head": ", ".join(head), "body": body}))

    def aim(self, play: Play, recipient: str) -> str:
        if play.aim == nr.A_SEAT:
            name = "aim.other_seat" if play.not_self else "aim.seat"
            return self.renderer.render(Message(name + "_whom", {"whom": recipient}) if recipient else Message(name))
        if play.aim == nr.A_MONSTER:
            if self.d.kind == nr.MONSTER:
                return ""
            if play.needs_second:
                return self.renderer.text("aim.monster_and_mine")
            if play.aim_name:
                return self.renderer.render(Message("aim.monster_named", {"name": Message("name." + play.aim_name)}))
            if play.aim_added:
                return self.renderer.text("aim.monster_added")
            if play.aim_tag:
                name = "aim.monster_tag_level" if play.aim_level else "aim.monster_tag"
                return self.renderer.render(Message(name, {"tag": self.tag(play.aim_tag), "n": play.aim_level}))
            if play.aim_level:
                return self.renderer.render(Message("aim.monster_level", {"n": play.aim_level}))
            return self.renderer.text("aim.monster")
        if play.aim == nr.A_SIDE:
            return self.renderer.text("aim.side" if play.aim_side < 0 else SIDE_AIMS[play.aim_side])
        if play.aim == nr.A_CARD:
            name = "aim.any_card" if play.aim_anyones else "aim.card"
            return self.renderer.text("aim.curse" if play.aim_kinds >> nr.CURSE & 1 else name)
        return ""

    def cost(self, play: Play) -> str:
        if play.needs_second:
            return "" if play.aim == nr.A_MONSTER else self.renderer.text("cost.with_monster")
        if play.cost_self and play.cost_token_max:
            costs: list[object] = [self.renderer.text("cost.itself"), self.token_cost(play)]
            return self.renderer.format_argument(costs, "and", NO_SWAPS)
        if play.cost_self:
            return self.renderer.text("cost.itself")
        if play.cost_token_max:
            return self.token_cost(play)
        if not play.cost_max:
            return ""
        min_cards, max_cards = play.cost_min, play.cost_max
        if play.cost_worth:
            return self.renderer.render(Message("cost.worth", {"n": play.cost_worth}))
        if play.cost_tag:
            return self.renderer.render(Message("cost.tagged", {"tag": self.tag(play.cost_tag)}))
        if play.cost_whole_hand:
            return self.renderer.render(Message("cost.whole_hand", {"n": min_cards}))
        if play.cost_same_deck or play.cost_valued:
            return self.renderer.render(
                Message("cost.same_deck" if play.cost_same_deck else "cost.valued", {"n": max_cards})
            )
        if play.cost_hand_only and min_cards < max_cards < MAX_CARDS:
            return self.renderer.render(
                Message(
                    "cost.hand_up_to" if min_cards <= 1 else "cost.hand_range", {"least": min_cards, "n": max_cards}
                )
            )
        if play.cost_hand_only and min_cards < max_cards:
            return self.renderer.text("cost.any_of_hand")
        if play.cost_hand_only:
            return self.renderer.render(Message("cost.hand", {"n": max_cards}))
        if min_cards == max_cards:
            return self.renderer.render(Message("cost.exact", {"n": max_cards}))
        return self.renderer.render(
            Message("cost.up_to" if min_cards <= 1 else "cost.range", {"least": min_cards, "n": max_cards})
        )

    def token_cost(self, play: Play) -> str:
        """Return the cost in tokens."""
        args: dict[str, object] = {"n": play.cost_token_min, "kinds": self.counters(play.cost_token_kinds)}
        args["m"] = play.cost_token_max
        # Food is not named by kind, because all of it is meant.
        is_named = play.cost_token_kinds != self.rules.food
        if play.cost_token_max == play.cost_token_min:
            return self.renderer.render(Message("cost.token_kinds" if is_named else "cost.tokens", args))
        if play.cost_token_max >= MAX_TOKENS_SHOWN:
            return self.renderer.render(Message("cost.any_token_kinds" if is_named else "cost.any_tokens", args))
        return self.renderer.render(Message("cost.some_token_kinds" if is_named else "cost.some_tokens", args))


def named(when: Condition) -> str:
    """Write a condition and its requirement for a fighter."""
    return f"{when.text().id} {when.inner.text().id}" if isinstance(when, Anyone) else when.text().id
