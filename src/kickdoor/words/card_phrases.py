"""The clauses cards are made of: programs, plays, what they are aimed at and what they cost."""

from typing import Final

from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.definitions import CardDef, Condition, Msg, Op, Play
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.language.conditions import All, Anyone, Limit
from kickdoor.engine.language.ops.cards import ChooseOne
from kickdoor.engine.language.ops.dice import Escape, RollAgain
from kickdoor.engine.language.ops.fight import Bonus
from kickdoor.engine.language.ops.hands import GiveCards, TakeShown
from kickdoor.engine.language.ops.levels import Die
from kickdoor.engine.language.ops.losses import DiscardHand, LoseItems, TakeUnseen
from kickdoor.engine.language.ops.maybe import May, MayDiscardCards, MayDiscardItem
from kickdoor.engine.language.ops.passing import MayPayTokens
from kickdoor.words.language import NO_SWAPS, Voice, sentence, voice

CHOICES: Final = (May, MayDiscardCards, MayDiscardItem, MayPayTokens)
"""What one may decline: what comes instead is for who did."""
MOST_CARDS: Final = 20
MOST_TOKENS: Final = 60
"""A price with no limit but what one has."""
SIDE_AIMS: Final = ("aim.munchkins", "aim.monsters")
MONSTER_SWAPS: Final[dict[str, str]] = {
    "who.monster": "who.this_monster",
    "who.helper": "who.helper_anyhow",
    "at.my_fight": "at.this_fight",
    "at.fight": "at.this_fight_anybody",
    "op.bonus_monster": "op.bonus_it",
}
JOINT: Final[dict[str, str]] = {
    "at.curse if.curse_is_mine": "joint.my_curse",
    "at.lost if.before_first_roll": "joint.first_roll",
    "at.lost if.anyone if.not_yet_rolled": "joint.not_all_rolled",
    "at.my_fight if.helping": "joint.helping",
    "at.quiet_turn if.before_door": "joint.before_door",
    "on.monster_killed if.helping": "joint.killed_helping",
    "on.fight_won if.main_fighter": "joint.won_as_main",
}
"""Moments and conditions that read better as one."""


class CardPhrases:
    """Puts parts of one card into words."""

    __slots__ = ("d", "rules", "voice")

    def __init__(self, rules: RuleSet, d: CardDef, lang: str) -> None:
        self.rules = rules
        self.d = d
        self.voice: Voice = voice(rules, lang)

    def say(self, id: str, args: dict[str, object] | None = None, form: str = "") -> str:
        """Makes a sentence of a message."""
        return sentence(self.voice.say(Msg(id, args), NO_SWAPS, form))

    def traits(self, mask: int) -> list[object]:
        return [Msg("trait." + name) for i, name in enumerate(self.rules.traits) if mask >> i & 1]

    def tag(self, mask: int) -> Msg:
        """Names the first tag of a mask."""
        return Msg("tag." + next(name for i, name in enumerate(self.rules.tags) if mask >> i & 1))

    def counters(self, kinds: list[int]) -> list[object]:
        return [Msg("counter." + self.rules.counters[kind]) for kind in kinds]

    def tag_names(self, mask: int) -> list[str]:
        return [name for i, name in enumerate(self.rules.tags) if mask >> i & 1]

    def program(self, index: int, swaps: dict[str, str], is_open: bool = False) -> str:
        """Writes a program: a clause for each instruction, all but the first with a capital.

        Of one that `is_open` it is known that the condition of its first instruction holds.
        """
        ops = self.rules.programs[index].ops
        clauses: list[str] = []
        for i, op in enumerate(ops):
            text = self.instruction(ops, i, swaps)
            if isinstance(op, Escape) and op.before_rolling and not is_open:
                text = self.voice.say(Msg("op.escape_before_rolling", {"do": text}))
            if op.when is not None and not (is_open and i == 0):
                text = self.guarded(op.when, text, swaps, repeats(ops, i))
            if op.instead:
                text = self.instead(ops, i, text, swaps)
            elif i > 0 and isinstance(ops[i - 1], Die) and ops[i - 1].when is not None and op.when is None:
                text = self.voice.say(Msg("line.otherwise", {"do": text}))
            if op.then and clauses[-1].endswith(":"):
                clauses[-1] += " " + text
                continue
            if op.then:
                asked = isinstance(ops[i - 1], CHOICES)
                text = self.voice.say(Msg("line.if_so" if asked else "line.then", {"do": text}))
            clauses.append(text)
        if len(clauses) == 1:
            return clauses[0]
        return " ".join([clauses[0] + ".", *[sentence(text) for text in clauses[1:]]])

    def instruction(self, ops: list[Op], i: int, swaps: dict[str, str]) -> str:
        """Writes one instruction as a clause."""
        op = ops[i]
        if isinstance(op, ChooseOne):
            return self.choice(op, swaps)
        before = [x for x in ops[:i] if isinstance(x, (TakeUnseen, TakeShown, GiveCards))]
        if isinstance(op, DiscardHand) and before:
            return self.voice.say(Msg("op.discard_rest_of_hand", {"who": Msg("who.victim")}), swaps)
        return self.voice.say(op.text(), swaps)

    def choice(self, choice: ChooseOne, swaps: dict[str, str]) -> str:
        """Writes a choice: between whole clauses or, where they differ in this alone, of who escapes."""
        firsts = [p.ops[0] for p in choice.options if len(p.ops) == 1]
        escapes = [op for op in firsts if isinstance(op, Escape)]
        if len(escapes) == len(choice.options) and len({op.from_ for op in escapes}) == 1:
            whom: list[object] = [self.voice.say(Msg("who." + op.who), swaps, "choice") for op in escapes]
            do = self.voice.say(escapes[0].text(), {**swaps, "who." + escapes[0].who: "who.chosen"})
            args: dict[str, object] = {"whom": whom, "do": do, "who": Msg("who.victim")}
            name = "op.choose_who_before_rolling" if escapes[0].before_rolling else "op.choose_who"
            return self.voice.say(Msg(name, args), swaps)
        ways: list[object] = [self.program(p.index, swaps) for p in choice.options]
        return self.voice.say(Msg("op.choose_one", {"ways": ways, "who": Msg("who.victim")}), swaps)

    def instead(self, ops: list[Op], i: int, text: str, swaps: dict[str, str]) -> str:
        """Says when an instruction stands in for the one before it, or for the first of those that hang together."""
        args: dict[str, object] = {"do": text, "who": Msg("who.victim")}
        if ops[i - 1].when is not None or isinstance(ops[i - 1], CHOICES):
            return self.voice.say(Msg("line.otherwise", args))
        first = ops[i - 1]
        for j in range(i - 1, 0, -1):
            if not ops[j].then:
                break
            first = ops[j - 1]
        if first is not ops[i - 1] and isinstance(first, LoseItems):
            args["items"] = first.items.text()
            return self.voice.say(Msg("line.instead_of_items", args), swaps)
        return self.voice.say(Msg("line.instead", args), swaps)

    def joint(self, moments: list[str], when: Condition | None, swaps: dict[str, str]) -> list[str]:
        """Says at which moments and on what condition; a pair that reads better as one becomes one."""
        if when is None:
            return [self.moments(moments, swaps)]
        parts = when.parts if isinstance(when, All) else [when]
        for part in parts:
            found = [JOINT.get(f"{id} {named(part)}", "") for id in moments]
            if all(found):
                rest = [x for x in parts if x is not part]
                return [self.moments(found, swaps), *[self.voice.say(x.text(), swaps) for x in rest]]
        return [self.moments(moments, swaps), self.voice.say(when.text(), swaps)]

    def moments(self, ids: list[str], swaps: dict[str, str]) -> str:
        """Lists moments; where one has a comma of its own, each begins anew."""
        texts: list[object] = [self.voice.say(Msg(id), swaps) for id in ids]
        return self.voice.put(texts, "moments" if [x for x in texts if "," in str(x)] else "or", swaps)

    def guarded(self, when: Condition, text: str, swaps: dict[str, str], also: bool) -> str:
        args: dict[str, object] = {"when": self.voice.say(when.text(), swaps), "do": text}
        return self.voice.say(Msg("line.guarded_also" if also else "line.guarded", args))

    def swaps(self, play: Play) -> dict[str, str]:
        """Says what "you", "that monster" and "my side" come to for this play."""
        if self.d.kind == nr.MONSTER:
            return MONSTER_SWAPS
        out: dict[str, str] = {}
        if play.aim == nr.A_SEAT:
            out["who.victim"] = "who.target"
        again = [op for op in self.rules.programs[play.program].ops if isinstance(op, RollAgain)]
        if again and play.limit == nr.ONCE_A_MONSTER:
            # Where one roll against a monster may be made again, that is the first (AMB-111)
            out["at.my_failed_escape"] = "at.my_first_failed_escape"
        if play.aim == nr.A_CARD:
            out["op.give_tag"] = "op.give_tag_item"
        if play.moments & nr.AFTER_ANY_ESCAPE_ROLL:
            out["op.run_bonus_target"] = "op.run_bonus_rolled"
        if play.aim_side >= 0:
            out["op.bonus_monsters"] = "op.bonus_my_side"
        elif self.d.kind == nr.ONESHOT:
            out["op.bonus_my_side"] = "op.bonus_munchkins"
        return out

    def use(self, play: Play) -> str:
        """Writes when, at what, for what price, and with what effect."""
        swaps = self.swaps(play)
        at = ["at." + x for x, bit in nr.MOMENTS.items() if play.moments & bit]
        if self.d.must_play:
            at = ["at.must_play"]
        whom = ""
        if play.when is not None and play.aim == nr.A_SEAT and self.voice.has(play.when.text(), "whom"):
            whom = self.voice.say(play.when.text(), swaps, "whom")
            head = [self.moments(at, swaps)]
        else:
            head = self.joint(at, play.when, swaps)
        todo = [text for text in (self.aim(play, whom), self.cost(play)) if text]
        if todo:
            listed: list[object] = list(todo)
            head.append(self.voice.put(listed, "and", swaps))
        elif play.verb == nr.V_ABILITY:
            head.append(self.voice.text("line.may"))
        body = self.program(play.program, swaps)
        return self.voice.say(Msg("line.list", {"head": ", ".join(head), "body": body}))

    def aim(self, play: Play, whom: str) -> str:
        if play.aim == nr.A_SEAT:
            name = "aim.other_seat" if play.not_self else "aim.seat"
            return self.voice.say(Msg(name + "_whom", {"whom": whom}) if whom else Msg(name))
        if play.aim == nr.A_BODY:
            if self.d.kind == nr.MONSTER:
                return ""
            if play.aim_name:
                return self.voice.say(Msg("aim.monster_named", {"name": Msg("name." + play.aim_name)}))
            if play.aim_added:
                return self.voice.text("aim.monster_added")
            if play.aim_tag:
                name = "aim.monster_tag_level" if play.aim_level else "aim.monster_tag"
                return self.voice.say(Msg(name, {"tag": self.tag(play.aim_tag), "n": play.aim_level}))
            if play.aim_level:
                return self.voice.say(Msg("aim.monster_level", {"n": play.aim_level}))
            return self.voice.text("aim.monster")
        if play.aim == nr.A_SIDE:
            return self.voice.text("aim.side" if play.aim_side < 0 else SIDE_AIMS[play.aim_side])
        if play.aim == nr.A_CARD:
            name = "aim.any_card" if play.aim_anyones else "aim.card"
            return self.voice.text("aim.curse" if play.aim_kinds >> nr.CURSE & 1 else name)
        return ""

    def cost(self, play: Play) -> str:
        if play.needs_second:
            return self.voice.text("cost.with_monster")
        if play.cost_self and play.cost_token_max:
            both: list[object] = [self.voice.text("cost.itself"), self.token_cost(play)]
            return self.voice.put(both, "and", NO_SWAPS)
        if play.cost_self:
            return self.voice.text("cost.itself")
        if play.cost_token_max:
            return self.token_cost(play)
        if not play.cost_max:
            return ""
        least, most = play.cost_min, play.cost_max
        if play.cost_worth:
            return self.voice.say(Msg("cost.worth", {"n": play.cost_worth}))
        if play.cost_tag:
            return self.voice.say(Msg("cost.tagged", {"tag": self.tag(play.cost_tag)}))
        if play.cost_whole_hand:
            return self.voice.say(Msg("cost.whole_hand", {"n": least}))
        if play.cost_same_deck or play.cost_valued:
            return self.voice.say(Msg("cost.same_deck" if play.cost_same_deck else "cost.valued", {"n": most}))
        if play.cost_hand_only and least < most < MOST_CARDS:
            return self.voice.say(
                Msg("cost.hand_up_to" if least <= 1 else "cost.hand_range", {"least": least, "n": most})
            )
        if play.cost_hand_only and least < most:
            return self.voice.text("cost.any_of_hand")
        if play.cost_hand_only:
            return self.voice.say(Msg("cost.hand", {"n": most}))
        if least == most:
            return self.voice.say(Msg("cost.exact", {"n": most}))
        return self.voice.say(Msg("cost.up_to" if least <= 1 else "cost.range", {"least": least, "n": most}))

    def token_cost(self, play: Play) -> str:
        """Says what tokens are paid."""
        args: dict[str, object] = {"n": play.cost_token_min, "kinds": self.counters(play.cost_token_kinds)}
        args["m"] = play.cost_token_max
        # Of food no kind is named, since all of it is meant
        named = play.cost_token_kinds != self.rules.food
        if play.cost_token_max == play.cost_token_min:
            return self.voice.say(Msg("cost.token_kinds" if named else "cost.tokens", args))
        if play.cost_token_max >= MOST_TOKENS:
            return self.voice.say(Msg("cost.any_token_kinds" if named else "cost.any_tokens", args))
        return self.voice.say(Msg("cost.some_token_kinds" if named else "cost.some_tokens", args))


def named(when: Condition) -> str:
    """Names a condition, and what it asks of somebody in the fight."""
    return f"{when.text().id} {when.inner.text().id}" if isinstance(when, Anyone) else when.text().id


def repeats(ops: list[Op], i: int) -> bool:
    """Tells whether a guarded instruction adds to the same one before it."""
    if i == 0 or isinstance(ops[i].when, Limit) or ops[i - 1].when is not None:
        return False
    op = ops[i]
    if isinstance(op, Bonus) and op.side:
        return False
    return type(ops[i]) is type(ops[i - 1])
