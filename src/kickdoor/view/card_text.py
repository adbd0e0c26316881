"""What a card says, made from its definition alone: what is read here is what runs."""

from typing import Final

from kickdoor.core import words as w
from kickdoor.core.cards import CardDef, Condition, Modifier, Msg, Mute, Op, Play
from kickdoor.core.ruleset import RuleSet
from kickdoor.effects.cards import ChooseOne
from kickdoor.effects.conditions import Limit
from kickdoor.effects.levels import Die
from kickdoor.effects.quantities import Plain
from kickdoor.view.language import DEFAULT, NO_SWAPS, Voice, sentence, voice

ABOUT_MUNCHKINS: Final = (w.Q_NO_PURSUIT, w.Q_NO_ESCAPE, w.Q_NO_HELP, w.Q_ESCAPE_LOSS, w.Q_EACH_STRENGTH)
"""What a monster changes for those munchkins its condition fits."""
UNLIMITED: Final = 50
MONSTER_SWAPS: Final[dict[str, str]] = {"who.monster": "who.this_monster", "at.my_fight": "at.this_fight"}
REVEAL_SWAPS: Final[dict[str, str]] = {
    "who.monster": "who.this_monster",
    "who.victim": "who.main_fighter",
    "who.player": "who.main_fighter",
}
ALL_SORTS: Final = sum(w.SORTS.values())


class CardWriter:
    """Writes one card: short features first and last, sentences between."""

    __slots__ = ("body", "d", "foot", "head", "rules", "voice")

    def __init__(self, rules: RuleSet, d: CardDef, lang: str) -> None:
        self.rules = rules
        self.d = d
        self.voice: Voice = voice(rules, lang)
        self.head: list[str] = []
        self.body: list[str] = []
        self.foot: list[str] = []

    def write(self) -> None:
        d = self.d
        self.features()
        for vs in d.vs:
            self.body.append(self.say("card.versus", {"n": vs.amount, "names": self.traits(vs.mask)}))
        if d.run:
            self.body.append(self.say("card.run_from" if d.kind == w.MONSTER else "card.run", {"n": d.run}))
        for mask in d.needs:
            self.body.append(self.say("card.only", {"names": self.traits(mask)}))
        if d.forbids:
            self.body.append(self.say("card.not_for", {"names": self.traits(d.forbids)}))
        if d.on_reveal >= 0:
            self.body.append(self.say("line.on_reveal", {"text": self.program(d.on_reveal, REVEAL_SWAPS)}))
        if d.on_land >= 0:
            self.body.append(sentence(self.program(d.on_land, NO_SWAPS)))
        self.standing()
        for play in d.plays:
            self.play(play)
        for ability in d.abilities:
            self.body.append(self.ability(ability))
        if d.sacrifice:
            self.body.append(self.say("card.sacrifice"))
        self.last_lines()

    def say(self, id: str, args: dict[str, object] | None = None, form: str = "") -> str:
        """Makes a sentence of a message."""
        return sentence(self.voice.say(Msg(id, args), NO_SWAPS, form))

    def traits(self, mask: int) -> list[object]:
        return [Msg("trait." + name) for i, name in enumerate(self.rules.traits) if mask >> i & 1]

    def tag(self, mask: int) -> Msg:
        """Names the first tag of a mask."""
        return Msg("tag." + next(name for i, name in enumerate(self.rules.tags) if mask >> i & 1))

    def features(self) -> None:
        """Puts the numbers and words that stand alone."""
        d = self.d
        if d.kind == w.MONSTER:
            self.head.append(self.say("card.level", {"n": d.level}))
        elif d.bonus and d.kind == w.ENHANCER:
            self.head.append(self.say("card.enhancer", {"n": d.bonus}))
        elif d.bonus and d.kind != w.ONESHOT:
            self.head.append(self.say("card.bonus", {"n": d.bonus}))
        for i, name in enumerate(self.rules.tags):
            if d.tags >> i & 1:
                self.head.append(self.say("card.tag", {"tag": Msg("tag." + name)}))
        if d.slot == w.HAND:
            self.head.append(self.say("card.hands", {"n": d.hands}))
        elif d.slot:
            self.head.append(self.say("slot." + w.SLOTS[d.slot], None, "label"))
        if d.big:
            self.head.append(self.say("card.big"))
        if d.complex:
            self.head.append(self.say("card.complex"))

    def last_lines(self) -> None:
        """Puts Bad Stuff, rewards and value."""
        d = self.d
        if d.kind == w.MONSTER:
            if d.bad_stuff >= 0:
                text = sentence(self.program(d.bad_stuff, MONSTER_SWAPS))
                self.body.append(self.say("line.bad_stuff", {"text": text}))
            else:
                self.body.append(self.say("line.no_bad_stuff"))
            if d.levels_gained != 1:
                self.foot.append(self.say("card.levels", {"n": d.levels_gained}))
            self.foot.append(self.say("card.treasures", {"n": d.treasures}))
        elif d.kind == w.ENHANCER and d.treasures:
            name = "card.more_treasures" if d.treasures > 0 else "card.fewer_treasures"
            self.foot.append(self.say(name, {"n": abs(d.treasures)}))
        elif d.kind in (w.ITEM, w.ONESHOT):
            if d.kind == w.ONESHOT:
                self.foot.append(self.say("card.once"))
            self.foot.append(self.say("card.value" if d.value else "card.no_value", {"n": d.value}))

    # Standing effects

    def standing(self) -> None:
        """Tells what holds as long as the card is there; a kept curse says how long that is."""
        d = self.d
        parts = [self.modifier(m) for m in d.modifiers] + [self.mute(m) for m in d.mutes]
        if d.lasts and parts:
            name = "line.next_combat" if d.lasts == w.NEXT_COMBAT else "line.until_cancelled"
            listed: list[object] = list(parts)
            self.body.append(self.say(name, {"parts": listed}))
        else:
            self.body.extend([sentence(part) for part in parts])
        for trigger in d.triggers:
            text = self.program(trigger.program, NO_SWAPS)
            if trigger.when is not None:
                text = self.guarded(trigger.when, text, NO_SWAPS, False)
            self.body.append(self.say("on." + w.TRIGGER_EVENTS[trigger.event], {"text": text}))

    def modifier(self, m: Modifier) -> str:
        id = "mod." + w.QUERIES[m.query]
        args: dict[str, object] = {"n": m.amount.text()}
        form = "set" if m.sets else "add"
        on_monster = self.d.kind == w.MONSTER
        if m.query == w.Q_BIG_LIMIT and isinstance(m.amount, Plain) and m.amount.n >= UNLIMITED:
            id = "mod.any_big"
        if not self.voice.has(Msg(id), form):
            form = "add"
        if m.query in ABOUT_MUNCHKINS:
            if on_monster and m.when is not None:
                args["whom"] = self.voice.say(m.when.text(), NO_SWAPS, "whom")
                return self.voice.say(Msg(id, args), NO_SWAPS, form)
            form = "all" if on_monster else "mine"
        text = self.voice.say(Msg(id, args), NO_SWAPS, form)
        if m.query == w.Q_STRENGTH and self.d.bonus:
            text = self.voice.say(Msg("mod.another", {"text": text}))
        if m.when is None:
            return text
        when = self.voice.say(m.when.text(), REVEAL_SWAPS if on_monster else NO_SWAPS)
        return self.voice.say(Msg("mod.guarded", {"text": text, "when": when}))

    def mute(self, mute: Mute) -> str:
        """Says what does not count, or what alone does, whichever is shorter."""
        left = ALL_SORTS & ~mute.sorts
        only = left & (left - 1) == 0
        sorts: list[object] = [Msg("sort." + x) for x, bit in w.SORTS.items() if (left if only else mute.sorts) & bit]
        args: dict[str, object] = {"sorts": sorts}
        if mute.tag:
            args["sorts"] = Msg("mute.tagged", {"sorts": sorts, "tag": self.tag(mute.tag)})
        mine = "" if self.d.kind == w.MONSTER else "mine_"
        text = self.voice.say(Msg(f"mute.{mine}{'only' if only else 'none'}", args))
        if mute.but_slot:
            slot = self.voice.text("slot." + w.SLOTS[mute.but_slot], "label")
            text = self.voice.say(Msg("mute.but_slot", {"text": text, "slot": slot}))
        return text

    # Programs

    def program(self, index: int, swaps: dict[str, str]) -> str:
        """Writes a program: a clause for each instruction, all but the first with a capital."""
        ops = self.rules.programs[index].ops
        clauses: list[str] = []
        for i, op in enumerate(ops):
            text = self.voice.say(op.text(), swaps)
            if isinstance(op, ChooseOne):
                ways: list[object] = [self.program(p.index, swaps) for p in op.options]
                text = self.voice.say(Msg("op.choose_one", {"ways": ways, "who": Msg("who.victim")}), swaps)
            if op.when is not None:
                text = self.guarded(op.when, text, swaps, repeats(ops, i))
            if op.instead:
                text = self.voice.say(Msg("line.instead", {"do": text, "who": Msg("who.victim")}), swaps)
            elif i > 0 and isinstance(ops[i - 1], Die) and ops[i - 1].when is not None and op.when is None:
                text = self.voice.say(Msg("line.otherwise", {"do": text}))
            if op.then and clauses[-1].endswith(":"):
                clauses[-1] += " " + text
                continue
            if op.then:
                text = self.voice.say(Msg("line.then", {"do": text}))
            clauses.append(text)
        if len(clauses) == 1:
            return clauses[0]
        return " ".join([clauses[0] + ".", *[sentence(text) for text in clauses[1:]]])

    def guarded(self, when: Condition, text: str, swaps: dict[str, str], also: bool) -> str:
        args: dict[str, object] = {"when": self.voice.say(when.text(), swaps), "do": text}
        return self.voice.say(Msg("line.guarded_also" if also else "line.guarded", args))

    # Ways to play

    def play(self, play: Play) -> None:
        """Tells how the card is played, where its kind does not say it all."""
        d = self.d
        verb = play.verb
        if verb == w.V_SIDE_BONUS:
            if d.side < 0:
                self.head.append(self.say("card.either_side", {"n": d.bonus}))
            else:
                self.head.append(self.say("card.one_side", {"n": d.bonus}, w.SIDES[d.side]))
        elif verb == w.V_SECOND_CLASS or verb == w.V_SECOND_RACE:
            self.body.append(self.say("card.super" if verb == w.V_SECOND_CLASS else "card.halfbreed"))
        elif verb == w.V_ATTACH or (verb == w.V_FOLLOWER and d.lifts):
            self.body.append(
                self.say("card.attach" if verb == w.V_ATTACH else "card.carries", {"limits": self.limits()})
            )
        elif verb == w.V_JOIN:
            if play.needs_second:
                self.body.append(self.say("card.joins"))
            else:
                self.body.append(self.say("card.joins_tag", {"tag": self.tag(play.aim_tag)}))
        elif verb == w.V_MATE:
            self.body.append(self.say("card.mate"))
        elif verb == w.V_EFFECT:
            self.body.append(sentence(self.use(play)))

    def limits(self) -> list[object]:
        complex_items = [d for d in self.rules.defs if d.complex]
        names = [x for x, bit in w.LIFTS.items() if self.d.lifts & bit]
        return [Msg("limit." + x) for x in names if bit_counts(x, len(complex_items))]

    def ability(self, play: Play) -> str:
        text = sentence(self.use(play))
        # A name such as "Fetch!" is a sentence already
        if play.name[-1] not in "!?":
            text = sentence(self.voice.say(Msg("line.list", {"head": play.name, "body": self.use(play)})))
        else:
            text = f"{play.name} {text}"
        if play.limit:
            text += " " + self.say("once." + w.LIMITS[play.limit])
        if play.carried:
            text += " " + self.say("card.carried")
        return text

    def swaps(self, play: Play) -> dict[str, str]:
        """Says what "you", "that monster" and "my side" come to for this play."""
        if self.d.kind == w.MONSTER:
            return MONSTER_SWAPS
        out: dict[str, str] = {}
        if play.aim == w.A_SEAT:
            out["who.victim"] = "who.target"
        if self.d.kind == w.ONESHOT:
            out["op.bonus_my_side"] = "op.bonus_munchkins"
        return out

    def use(self, play: Play) -> str:
        """Writes when, at what, for what price, and with what effect."""
        swaps = self.swaps(play)
        at: list[object] = [Msg("at." + x) for x, bit in w.MOMENTS.items() if play.moments & bit]
        if self.d.must_play:
            at = [Msg("at.must_play")]
        head = [self.voice.put(at, "or", swaps)]
        whom = ""
        if play.when is not None:
            if play.aim == w.A_SEAT and self.voice.has(play.when.text(), "whom"):
                whom = self.voice.say(play.when.text(), swaps, "whom")
            else:
                head.append(self.voice.say(play.when.text(), swaps))
        todo = [text for text in (self.aim(play, whom), self.cost(play)) if text]
        if todo:
            listed: list[object] = list(todo)
            head.append(self.voice.put(listed, "and", swaps))
        elif play.verb == w.V_ABILITY:
            head.append(self.voice.text("line.may"))
        body = self.program(play.program, swaps)
        return self.voice.say(Msg("line.list", {"head": ", ".join(head), "body": body}))

    def aim(self, play: Play, whom: str) -> str:
        if play.aim == w.A_SEAT:
            name = "aim.other_seat" if play.not_self else "aim.seat"
            return self.voice.say(Msg(name + "_whom", {"whom": whom}) if whom else Msg(name))
        if play.aim == w.A_BODY:
            if self.d.kind == w.MONSTER:
                return ""
            if play.aim_name:
                return self.voice.say(Msg("aim.monster_named", {"name": Msg("name." + play.aim_name)}))
            if play.aim_tag:
                return self.voice.say(Msg("aim.monster_tag", {"tag": self.tag(play.aim_tag)}))
            if play.aim_level:
                return self.voice.say(Msg("aim.monster_level", {"n": play.aim_level}))
            return self.voice.text("aim.monster")
        if play.aim == w.A_SIDE:
            return self.voice.text("aim.side")
        if play.aim == w.A_CARD:
            return self.voice.text("aim.curse" if play.aim_kinds >> w.CURSE & 1 else "aim.card")
        return ""

    def cost(self, play: Play) -> str:
        if play.needs_second:
            return self.voice.text("cost.with_monster")
        if play.cost_self:
            return self.voice.text("cost.itself")
        if not play.cost_max:
            return ""
        least, most = play.cost_min, play.cost_max
        if play.cost_tag:
            return self.voice.say(Msg("cost.tagged", {"tag": self.tag(play.cost_tag)}))
        if play.cost_whole_hand:
            return self.voice.say(Msg("cost.whole_hand", {"n": least}))
        if play.cost_hand_only:
            return self.voice.say(Msg("cost.hand", {"n": most}))
        if least == most:
            return self.voice.say(Msg("cost.exact", {"n": most}))
        return self.voice.say(Msg("cost.up_to" if least <= 1 else "cost.range", {"least": least, "n": most}))


def repeats(ops: list[Op], i: int) -> bool:
    """Tells whether a guarded instruction adds to the same one before it."""
    if i == 0 or isinstance(ops[i].when, Limit) or ops[i - 1].when is not None:
        return False
    return type(ops[i]) is type(ops[i - 1])


def bit_counts(name: str, complex_items: int) -> bool:
    """Tells whether a limit exists in this mix of sets."""
    return name != "complex" or complex_items > 0


def card_text(rules: RuleSet, d: CardDef, lang: str = DEFAULT) -> list[str]:
    """Writes a card as a list of sentences."""
    writer = CardWriter(rules, d, lang)
    writer.write()
    return writer.head + writer.body + writer.foot


def card_face(rules: RuleSet, d: CardDef, lang: str = DEFAULT) -> str:
    """Writes a card as it would be printed: name, kind, features, rules, rewards or value."""
    writer = CardWriter(rules, d, lang)
    writer.write()
    lines = [d.name, d.label or writer.voice.text("kind." + w.KINDS[d.kind]), " ".join(writer.head), *writer.body]
    lines.extend([" ".join(writer.foot), d.flavour])
    return "\n".join([line for line in lines if line])
